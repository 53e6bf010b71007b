//! The state machine: connections that come, speak and go, and the time that passes.

use crate::connection::{Connection, State};
use crate::limits::{CONNECT_TIME, Limits, ROOM_LIFE};
use crate::packets::{Raw, Refusal, encode, is_connect};
use crate::room::Room;
use crate::session::DelayedWill;
use crate::topic::RoomName;
use bytes::{Bytes, BytesMut};
use mqtt_proto::v5::{DisconnectReasonCode, Packet};
use std::collections::HashMap;
use std::hash::RandomState;
use std::sync::Arc;
use std::time::Duration;

/// Identifies a connection for as long as the relay lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConnectionId(pub(crate) u64);

/// Wakes the task of a connection, which then calls [`Relay::take`].
pub trait Wake {
    /// Is called when bytes wait for the connection, or when it should close.
    fn wake(&self);
}

impl Wake for () {
    fn wake(&self) {}
}

/// The next task of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Whole packets to send.
    pub bytes: Bytes,
    /// True if the connection is to be closed after sending them.
    pub closes: bool,
}

/// The sizes of what the relay holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Connections, with those that are closing.
    pub connections: usize,
    /// Rooms, with and without people.
    pub rooms: usize,
    /// Retained messages.
    pub retained: usize,
    /// Bytes of retained messages.
    pub retained_bytes: usize,
    /// Bytes that wait for connections.
    pub queued_bytes: usize,
    /// Wills whose delay is not over.
    pub wills: usize,
}

/// The relay. Times are those since its start.
#[derive(Debug)]
pub struct Relay<W> {
    pub(crate) limits: Limits,
    /// Makes client ids that nobody can guess.
    pub(crate) ids: RandomState,
    last_id: u64,
    pub(crate) connections: HashMap<ConnectionId, Connection<W>>,
    pub(crate) clients: HashMap<Arc<str>, ConnectionId>,
    pub(crate) rooms: HashMap<RoomName, Room>,
    /// By client id.
    pub(crate) wills: HashMap<Arc<str>, DelayedWill>,
    pub(crate) retained_bytes: usize,
    pub(crate) queued_bytes: usize,
    /// Connections to close once the current packet is dealt with.
    pub(crate) failing: Vec<(ConnectionId, DisconnectReasonCode)>,
    is_shut_down: bool,
}

impl<W: Wake> Relay<W> {
    /// Creates a relay without connections.
    pub fn new(limits: Limits) -> Relay<W> {
        Relay {
            limits,
            ids: RandomState::new(),
            last_id: 0,
            connections: HashMap::new(),
            clients: HashMap::new(),
            rooms: HashMap::new(),
            wills: HashMap::new(),
            retained_bytes: 0,
            queued_bytes: 0,
            failing: Vec::new(),
            is_shut_down: false,
        }
    }

    /// Returns whether no further connection is accepted.
    pub fn is_full(&self) -> bool {
        self.is_shut_down || self.connections.len() >= self.limits.connections
    }

    /// Adds a connection. Returns `None` if no further one is accepted.
    pub fn open(&mut self, now: Duration, wake: W) -> Option<ConnectionId> {
        if self.is_full() {
            return None;
        }
        self.last_id += 1;
        let id = ConnectionId(self.last_id);
        self.connections.insert(id, Connection::new(now, wake));
        Some(id)
    }

    /// Takes bytes that a connection has sent. Packets may be split anywhere.
    pub fn receive(&mut self, now: Duration, id: ConnectionId, bytes: &[u8]) {
        let Some(connection) = self.connections.get_mut(&id) else { return };
        if !connection.allows_frame(now) {
            self.failing.push((id, DisconnectReasonCode::MessageRateTooHigh));
        } else if connection.input.is_empty() {
            let used = self.read(now, id, bytes);
            self.keep(id, &bytes[used..]);
        } else {
            let mut input = std::mem::take(&mut connection.input);
            input.extend_from_slice(bytes);
            let used = self.read(now, id, &input);
            self.keep(id, &input[used..]);
        }
        self.close_failing(now);
    }

    /// Removes packets from a connection's queue: the first one, and more while all are no longer than `longest` bytes.
    pub fn take(&mut self, id: ConnectionId, longest: usize) -> Output {
        let Some(connection) = self.connections.get_mut(&id) else {
            return Output { bytes: Bytes::new(), closes: true };
        };
        let before = connection.queued;
        let mut bytes = connection.pop(usize::MAX).unwrap_or_default();
        let mut more = BytesMut::new();
        while let Some(packet) = connection.pop(longest.saturating_sub(bytes.len().max(more.len()))) {
            if more.is_empty() {
                more.extend_from_slice(&bytes);
            }
            more.extend_from_slice(&packet);
        }
        if !more.is_empty() {
            bytes = more.freeze();
        }
        self.queued_bytes -= before - connection.queued;
        Output { bytes, closes: matches!(connection.state, State::Closing) && connection.is_drained() }
    }

    /// Forgets a connection whose socket is closed. Publishes its will unless it has said goodbye.
    pub fn closed(&mut self, now: Duration, id: ConnectionId) {
        self.end(now, id, None, true);
        if let Some(mut connection) = self.connections.remove(&id) {
            self.queued_bytes -= connection.clear();
        }
        self.close_failing(now);
    }

    /// Lets time pass: silent connections are closed, delayed wills published, old messages and rooms forgotten. To be
    /// called about once a second.
    pub fn tick(&mut self, now: Duration) {
        for (&id, connection) in &self.connections {
            let patience = match &connection.state {
                State::Waiting => CONNECT_TIME,
                State::Online(client) => client.patience,
                State::Closing => continue,
            };
            if now.saturating_sub(connection.last_packet) > patience {
                self.failing.push((id, DisconnectReasonCode::KeepAliveTimeout));
            }
        }
        self.close_failing(now);
        let due: Vec<_> =
            self.wills.iter().filter(|(_, will)| will.due <= now).map(|(id, _)| id.clone()).collect();
        for id in due {
            self.publish_delayed(now, &id);
        }
        for room in self.rooms.values_mut() {
            self.retained_bytes -= room.expire(now);
            let is_old = room.empty_since.is_some_and(|since| now.saturating_sub(since) >= ROOM_LIFE);
            if is_old {
                self.retained_bytes -= room.cost();
                room.retained.clear();
            }
        }
        self.rooms.retain(|_, room| !room.members.is_empty() || !room.retained.is_empty());
        self.close_failing(now);
    }

    /// Says goodbye to all connections, without their wills, and accepts no more.
    pub fn shut_down(&mut self, now: Duration) {
        self.is_shut_down = true;
        self.wills.clear();
        let ids: Vec<_> = self.connections.keys().copied().collect();
        for id in ids {
            self.end(now, id, Some(&DisconnectReasonCode::ServerShuttingDown.into()), false);
        }
        self.wills.clear();
    }

    /// Counts what the relay holds.
    pub fn counts(&self) -> Counts {
        Counts {
            connections: self.connections.len(),
            rooms: self.rooms.len(),
            retained: self.rooms.values().map(|room| room.retained.len()).sum(),
            retained_bytes: self.retained_bytes,
            queued_bytes: self.queued_bytes,
            wills: self.wills.len(),
        }
    }

    /// Reads the packets of `bytes`. Returns the number of bytes that need not be kept.
    fn read(&mut self, now: Duration, id: ConnectionId, bytes: &[u8]) -> usize {
        let mut used = 0;
        while let Some(connection) = self.connections.get(&id)
            && !matches!(connection.state, State::Closing)
        {
            let Some(&first) = bytes.get(used) else { return used };
            // CONNECT comes first, and once.
            let raw = match connection.client().is_some() == is_connect(first) {
                true => Err(DisconnectReasonCode::ProtocolError.into()),
                false => Raw::split(&bytes[used..]),
            };
            let outcome = match raw {
                Ok(Some(raw)) => {
                    used += raw.length;
                    self.packet(now, id, raw)
                }
                Ok(None) => return used,
                Err(refusal) => Err(refusal),
            };
            if let Err(refusal) = outcome {
                self.refuse(now, id, &refusal, is_connect(first));
            }
            self.close_failing(now);
        }
        bytes.len()
    }

    /// Keeps the beginning of a packet until the rest arrives.
    fn keep(&mut self, id: ConnectionId, rest: &[u8]) {
        if let Some(connection) = self.connections.get_mut(&id).filter(|_| !rest.is_empty()) {
            connection.input = rest.to_vec();
        }
    }

    /// Closes a connection with a reason. Only a CONNECT is answered before the client is connected.
    fn refuse(&mut self, now: Duration, id: ConnectionId, refusal: &Refusal, is_connect: bool) {
        let is_online = self.connections.get(&id).is_some_and(|connection| connection.client().is_some());
        self.end(now, id, Some(refusal).filter(|_| is_online || is_connect), true);
    }

    fn packet(&mut self, now: Duration, id: ConnectionId, raw: Raw<'_>) -> Result<(), Refusal> {
        use DisconnectReasonCode as Reason;
        let Some(connection) = self.connections.get_mut(&id) else { return Ok(()) };
        if !connection.allows_packet(now) {
            return Err(Reason::MessageRateTooHigh.into());
        }
        match raw.decode()? {
            Packet::Connect(connect) => self.connect(now, id, connect),
            Packet::Publish(publish) => self.publish(now, id, publish),
            Packet::Subscribe(subscribe) => self.subscribe(now, id, subscribe),
            Packet::Unsubscribe(unsubscribe) => {
                self.unsubscribe(now, id, unsubscribe);
                Ok(())
            }
            Packet::Pingreq => {
                self.send(id, encode(Packet::Pingresp));
                Ok(())
            }
            Packet::Disconnect(disconnect) => {
                let has_will = disconnect.reason_code != Reason::NormalDisconnect;
                self.end(now, id, None, has_will);
                Ok(())
            }
            // All deliveries have QoS 0, and no authentication has begun.
            _ => Err(Reason::ProtocolError.into()),
        }
    }
}
