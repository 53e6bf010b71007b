//! Invariants of the relay, for tests.

use crate::connection::{Connection, State};
use crate::limits::{
    MAX_CONNECTIONS_PER_ROOM, MAX_FILTERS, MAX_PACKET, MAX_QUEUE, MAX_RETAINED_PER_ROOM, MAX_ROOMS,
};
use crate::relay::{ConnectionId, Relay, Wake};
use crate::room::Room;

/// Bytes of the last packet of a connection that is closed, which no bound applies to.
const FAREWELL: usize = 128;

impl<W: Wake> Relay<W> {
    /// Checks all bounds, and whether what the relay holds fits together.
    ///
    /// # Panics
    /// When one of them does not hold.
    pub fn check(&self) {
        let counts = self.counts();
        assert!(self.failing.is_empty());
        assert!(
            counts.connections <= self.limits.connections && counts.rooms <= self.limits.rooms,
            "{counts:?}"
        );
        assert!(counts.wills <= self.limits.connections, "{counts:?}");
        assert!(counts.retained_bytes <= self.limits.retained_bytes, "{counts:?}");
        assert_eq!(counts.retained_bytes, self.rooms.values().map(Room::cost).sum::<usize>());
        assert_eq!(counts.queued_bytes, self.connections.values().map(Connection::sum).sum::<usize>());
        for (name, room) in &self.rooms {
            assert!(!room.members.is_empty() || !room.retained.is_empty(), "{name:?} is needless");
            assert_eq!(room.members.is_empty(), room.empty_since.is_some(), "{name:?}");
            assert!(
                room.members.len() <= MAX_CONNECTIONS_PER_ROOM
                    && room.retained.len() <= MAX_RETAINED_PER_ROOM
            );
            assert!(room.members.iter().all(|&id| self.client(id).is_some_and(|client| client.is_in(*name))));
        }
        for (&id, connection) in &self.connections {
            self.check_connection(id, connection);
        }
    }

    fn check_connection(&self, id: ConnectionId, connection: &Connection<W>) {
        assert_eq!(connection.queued, connection.sum());
        assert!(connection.queued <= MAX_QUEUE + FAREWELL);
        assert!(connection.input.len() < MAX_PACKET);
        assert!(connection.input.is_empty() || !matches!(connection.state, State::Closing));
        let Some(client) = connection.client() else { return };
        assert_eq!(self.clients.get(&client.id), Some(&id));
        assert!(client.subscriptions.len() <= MAX_FILTERS && client.rooms().len() <= MAX_ROOMS);
        let is_member = |name| self.rooms.get(&name).is_some_and(|room| room.members.contains(&id));
        assert!(client.rooms().into_iter().all(is_member));
    }
}
