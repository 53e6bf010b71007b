//! The beginning and the end of a client's connection, and its will.

use crate::connection::{Client, Connection, State, Will};
use crate::limits::{KEEP_ALIVE, MAX_CLIENT_ID, MAX_PACKET, MAX_PAYLOAD, MAX_WILL_DELAY};
use crate::packets::{Refusal, encode, farewell};
use crate::relay::{ConnectionId, Relay, Wake};
use crate::topic::{self, RoomName};
use mqtt_proto::v5::{
    Connack, ConnackProperties, Connect, ConnectReasonCode, DisconnectReasonCode, LastWill, Publish,
    PublishProperties,
};
use mqtt_proto::{QoS, QosPid};
use std::hash::BuildHasher;
use std::sync::Arc;
use std::time::Duration;

/// Packets that a client may send before the first of them is acknowledged.
const RECEIVE_MAXIMUM: u16 = 32;

/// A will whose delay is not over.
#[derive(Debug)]
pub(crate) struct DelayedWill {
    pub(crate) due: Duration,
    will: Box<Will>,
}

/// Returns what the relay can do, for CONNACK.
fn abilities() -> ConnackProperties {
    ConnackProperties {
        receive_max: Some(RECEIVE_MAXIMUM),
        max_qos: Some(QoS::Level1),
        retain_available: Some(true),
        max_packet_size: Some(MAX_PACKET as u32),
        topic_alias_max: Some(0),
        wildcard_subscription_available: Some(true),
        subscription_id_available: Some(false),
        shared_subscription_available: Some(false),
        ..ConnackProperties::default()
    }
}

/// Checks a will. `session` is the time in seconds that the session outlives its connection, which ends the delay.
fn read_will(will: LastWill, session: u32) -> Result<Box<Will>, ConnectReasonCode> {
    let invalid = |_| ConnectReasonCode::TopicNameInvalid;
    let (room, key) = topic::read(&will.topic_name).map_err(invalid)?;
    if will.qos == QoS::Level2 {
        return Err(ConnectReasonCode::QoSNotSupported);
    }
    if will.payload.len() > MAX_PAYLOAD {
        return Err(ConnectReasonCode::PacketTooLarge);
    }
    if will.retain && !key.kind.is_retained() {
        return Err(ConnectReasonCode::RetainNotSupported);
    }
    let given = will.properties;
    let properties = PublishProperties {
        payload_is_utf8: given.payload_is_utf8,
        message_expiry_interval: given.message_expiry_interval,
        response_topic: given.response_topic,
        correlation_data: given.correlation_data,
        user_properties: given.user_properties,
        content_type: given.content_type,
        ..PublishProperties::default()
    };
    let publish = Publish {
        dup: false,
        retain: will.retain,
        qos_pid: QosPid::Level0,
        topic_name: will.topic_name,
        payload: will.payload,
        properties,
    };
    let delay = Duration::from_secs(given.delay_interval.unwrap_or(0).min(session).into());
    Ok(Box::new(Will { room, key, publish, delay }))
}

impl<W: Wake> Relay<W> {
    /// Answers CONNECT. A connection of the same client id is closed.
    pub(crate) fn connect(
        &mut self,
        now: Duration,
        id: ConnectionId,
        connect: Connect,
    ) -> Result<(), Refusal> {
        let asked = connect.properties;
        if asked.receive_max == Some(0) || asked.max_packet_size == Some(0) {
            return Err(DisconnectReasonCode::ProtocolError.into());
        }
        if asked.auth_method.is_some() || asked.auth_data.is_some() {
            return Err(Refusal::Connect(ConnectReasonCode::BadAuthMethod));
        }
        if connect.client_id.len() > MAX_CLIENT_ID {
            return Err(Refusal::Connect(ConnectReasonCode::ClientIdentifierNotValid));
        }
        let mut answer = abilities();
        let session = asked.session_expiry_interval.unwrap_or(0);
        if session > MAX_WILL_DELAY {
            answer.session_expiry_interval = Some(MAX_WILL_DELAY);
        }
        let session = session.min(MAX_WILL_DELAY);
        let will = connect.last_will.map(|will| read_will(will, session)).transpose();
        let will = will.map_err(Refusal::Connect)?;
        let keep_alive = match connect.keep_alive {
            1..=KEEP_ALIVE => connect.keep_alive,
            _ => *answer.server_keep_alive.insert(KEEP_ALIVE),
        };
        let client_id: Arc<str> = match connect.client_id.is_empty() {
            true => answer.assigned_client_id.insert(self.new_client_id(id)).clone(),
            false => connect.client_id,
        };
        self.end_session(now, &client_id, connect.clean_start);
        let client = Client {
            id: client_id.clone(),
            patience: Duration::from_secs(keep_alive.into()) * 3 / 2,
            max_packet: asked.max_packet_size.map_or(usize::MAX, |size| size as usize),
            will,
            subscriptions: Vec::new(),
        };
        let Some(connection) = self.connections.get_mut(&id) else { return Ok(()) };
        connection.state = State::Online(client);
        self.clients.insert(client_id, id);
        self.send(
            id,
            encode(Connack {
                session_present: false,
                reason_code: ConnectReasonCode::Success,
                properties: answer,
            }),
        );
        Ok(())
    }

    /// Returns a client id that nobody can guess.
    fn new_client_id(&self, id: ConnectionId) -> Arc<str> {
        format!("{:016x}", self.ids.hash_one(id)).into()
    }

    /// Ends what there is of a client's session. A clean start is the end of the session and so publishes a delayed will;
    /// without it, the client is back in time.
    fn end_session(&mut self, now: Duration, client_id: &Arc<str>, clean_start: bool) {
        if let Some(&other) = self.clients.get(client_id) {
            self.end(now, other, Some(&DisconnectReasonCode::SessionTakenOver.into()), true);
        }
        match clean_start {
            true => self.publish_delayed(now, client_id),
            false => drop(self.wills.remove(client_id)),
        }
    }

    /// Closes a connection: says why, leaves the rooms, publishes the will or begins its delay.
    pub(crate) fn end(&mut self, now: Duration, id: ConnectionId, refusal: Option<&Refusal>, has_will: bool) {
        let Some(connection) = self.connections.get_mut(&id) else { return };
        let state = match &connection.state {
            State::Closing => return,
            _ => std::mem::replace(&mut connection.state, State::Closing),
        };
        connection.input = Vec::new();
        let is_connected = matches!(state, State::Online(_));
        if let Some(refusal) = refusal {
            self.queued_bytes += connection.push(farewell(refusal, is_connected));
        }
        connection.wake.wake();
        let State::Online(client) = state else { return };
        self.clients.remove(&client.id);
        let rooms = client.rooms();
        for &room in &rooms {
            self.leave(id, room);
        }
        let will = client.will.filter(|will| has_will && rooms.contains(&will.room));
        if let Some(will) = will {
            if will.delay.is_zero() || self.wills.len() >= self.limits.connections {
                self.publish_will(now, *will);
            } else {
                self.wills.insert(client.id, DelayedWill { due: now + will.delay, will });
            }
        }
        for room in rooms {
            self.settle(now, room);
        }
    }

    /// Closes the connections that have failed, and those that fail because of the wills of these.
    pub(crate) fn close_failing(&mut self, now: Duration) {
        while let Some((id, reason)) = self.failing.pop() {
            if let Some(connection) = self.connections.get_mut(&id)
                && !matches!(connection.state, State::Closing)
            {
                self.queued_bytes -= connection.clear();
                let is_online = connection.client().is_some();
                self.end(now, id, Some(&reason.into()).filter(|_| is_online), true);
            }
        }
    }

    /// Publishes the delayed will of a client, if there is one.
    pub(crate) fn publish_delayed(&mut self, now: Duration, client_id: &str) {
        if let Some(DelayedWill { will, .. }) = self.wills.remove(client_id) {
            let room = will.room;
            self.publish_will(now, *will);
            self.settle(now, room);
        }
    }

    fn publish_will(&mut self, now: Duration, will: Will) {
        let Will { room, key, publish, .. } = will;
        // Without a room nobody is there, and nothing is retained that the will could replace.
        if self.rooms.contains_key(&room) {
            // A will that the room has no place for is lost, as its publisher is gone.
            let _ = self.deliver(now, None, room, &key, &publish);
        }
    }

    fn leave(&mut self, id: ConnectionId, room: RoomName) {
        if let Some(room) = self.rooms.get_mut(&room) {
            room.members.retain(|&member| member != id);
        }
    }

    /// Removes a connection from a room, and the room if nothing is left in it.
    pub(crate) fn leave_room(&mut self, now: Duration, id: ConnectionId, room: RoomName) {
        self.leave(id, room);
        self.settle(now, room);
    }

    /// Forgets a room in which nothing is left, or notes since when it is without people.
    pub(crate) fn settle(&mut self, now: Duration, name: RoomName) {
        let Some(room) = self.rooms.get_mut(&name) else { return };
        if !room.members.is_empty() {
            return;
        }
        if room.retained.is_empty() {
            self.rooms.remove(&name);
        } else {
            room.empty_since.get_or_insert(now);
        }
    }

    /// Returns the client of a connection.
    pub(crate) fn client(&self, id: ConnectionId) -> Option<&Client> {
        self.connections.get(&id).and_then(Connection::client)
    }
}
