//! Messages: who may publish them, who gets them, which of them are retained.

use crate::connection::{Connection, State};
use crate::limits::{MAX_PAYLOAD, MAX_QUEUE, MAX_RETAINED_PER_ROOM};
use crate::packets::{Refusal, encode};
use crate::relay::{ConnectionId, Relay, Wake};
use crate::room::Retained;
use crate::topic::{self, Key, RoomName};
use bytes::Bytes;
use mqtt_proto::QosPid;
use mqtt_proto::v5::{DisconnectReasonCode as Reason, Puback, PubackReasonCode, Publish};
use std::time::Duration;

impl<W: Wake> Relay<W> {
    /// Publishes a client's message. One of QoS 1 is acknowledged, or refused with a reason; after a refused message of
    /// QoS 0 the connection is closed, because there is no other way to say why.
    pub(crate) fn publish(
        &mut self,
        now: Duration,
        id: ConnectionId,
        publish: Publish,
    ) -> Result<(), Refusal> {
        let pid = match publish.qos_pid {
            QosPid::Level0 => None,
            QosPid::Level1(pid) => Some(pid),
            QosPid::Level2(_) => return Err(Reason::QoSNotSupported.into()),
        };
        if publish.properties.topic_alias.is_some() {
            return Err(Reason::TopicAliasInvalid.into());
        }
        if publish.properties.subscription_id.is_some() || publish.topic_name.is_empty() {
            return Err(Reason::ProtocolError.into());
        }
        let outcome = self.try_publish(now, id, publish);
        let Some(pid) = pid else { return Ok(outcome?) };
        let code = match outcome {
            Ok(()) => PubackReasonCode::Success,
            // PUBACK has fewer reason codes than DISCONNECT.
            Err(Reason::PacketTooLarge) => PubackReasonCode::QuotaExceeded,
            Err(Reason::RetainNotSupported) => PubackReasonCode::NotAuthorized,
            Err(reason) => {
                PubackReasonCode::from_u8(reason as u8).unwrap_or(PubackReasonCode::UnspecifiedError)
            }
        };
        self.send(id, encode(Puback::new(pid, code)));
        Ok(())
    }

    fn try_publish(&mut self, now: Duration, id: ConnectionId, mut publish: Publish) -> Result<(), Reason> {
        let (room, key) = topic::read(&publish.topic_name)?;
        if publish.payload.len() > MAX_PAYLOAD {
            return Err(Reason::PacketTooLarge);
        }
        if !self.client(id).is_some_and(|client| client.is_in(room)) {
            return Err(Reason::NotAuthorized);
        }
        if publish.retain && !key.kind.is_retained() {
            return Err(Reason::RetainNotSupported);
        }
        publish.qos_pid = QosPid::Level0;
        publish.dup = false;
        self.deliver(now, Some(id), room, &key, &publish)
    }

    /// Retains a message if it asks for it, and sends it to the room.
    ///
    /// # Errors
    /// When it cannot be retained; then nobody gets it.
    pub(crate) fn deliver(
        &mut self,
        now: Duration,
        publisher: Option<ConnectionId>,
        room: RoomName,
        key: &Key,
        publish: &Publish,
    ) -> Result<(), Reason> {
        if publish.retain {
            self.retain(now, room, key, publish)?;
        }
        let members = self.rooms.get(&room).map_or_else(Vec::new, |room| room.members.clone());
        // The packet without and with the retain flag.
        let mut packets = [None, None];
        for member in members {
            let is_own = publisher == Some(member);
            let Some(keeps_flag) = self.client(member).and_then(|client| client.takes(room, key, is_own))
            else {
                continue;
            };
            let retain = keeps_flag && publish.retain;
            let packet = packets[usize::from(retain)]
                .get_or_insert_with(|| encode(Publish { retain, ..publish.clone() }))
                .clone();
            self.send(member, packet);
        }
        Ok(())
    }

    /// Retains a message in place of the one with the same topic. An empty one only removes that.
    fn retain(&mut self, now: Duration, name: RoomName, key: &Key, publish: &Publish) -> Result<(), Reason> {
        let Some(room) = self.rooms.get_mut(&name) else { return Ok(()) };
        let before = room.retained.get(key).map(Retained::cost);
        let message = Retained::new(now, publish);
        if publish.payload.is_empty() || message.is_expired(now) {
            room.retained.remove(key);
            self.retained_bytes -= before.unwrap_or(0);
            return Ok(());
        }
        let before_all = self.retained_bytes - before.unwrap_or(0);
        if before.is_none() && room.retained.len() >= MAX_RETAINED_PER_ROOM {
            return Err(Reason::QuotaExceeded);
        }
        let cost = message.cost();
        if before_all + cost > self.limits.retained_bytes {
            let needed = before_all + cost - self.limits.retained_bytes;
            self.evict(needed, name)?;
        }
        let Some(room) = self.rooms.get_mut(&name) else { return Ok(()) };
        room.retained.insert(key.clone(), message);
        self.retained_bytes = self.retained_bytes - before.unwrap_or(0) + cost;
        Ok(())
    }

    /// Forgets rooms without people, those first that have been so for longest, until their retained messages have freed
    /// this many bytes.
    fn evict(&mut self, needed: usize, spared: RoomName) -> Result<(), Reason> {
        let target = self.retained_bytes.saturating_sub(needed);
        while self.retained_bytes > target {
            if !self.evict_room(Some(spared)) {
                return Err(Reason::QuotaExceeded);
            }
        }
        Ok(())
    }

    /// Forgets the room that has been without people for longest, but not the spared one. Returns whether there was one.
    pub(crate) fn evict_room(&mut self, spared: Option<RoomName>) -> bool {
        let empty = self.rooms.iter().filter(|(name, _)| Some(**name) != spared);
        let oldest = empty.filter_map(|(name, room)| Some((room.empty_since?, *name))).min();
        let room = oldest.and_then(|(_, name)| self.rooms.remove(&name));
        self.retained_bytes -= room.as_ref().map_or(0, |room| room.cost());
        room.is_some()
    }

    /// Queues a packet for a client. A client that reads too slowly fails.
    pub(crate) fn send(&mut self, id: ConnectionId, packet: Bytes) {
        let share = self.limits.queued_bytes / self.connections.len().max(1);
        let Some(connection) = self.connections.get_mut(&id) else { return };
        let State::Online(client) = &connection.state else { return };
        if packet.len() > client.max_packet {
            return;
        }
        let cost = Connection::<W>::cost(&packet);
        let queued = connection.queued + cost;
        let is_crowded = self.queued_bytes + cost > self.limits.queued_bytes;
        if queued > MAX_QUEUE || (is_crowded && queued > share) {
            self.failing.push((id, Reason::QuotaExceeded));
            return;
        }
        self.queued_bytes += connection.push(packet);
        connection.wake.wake();
    }
}
