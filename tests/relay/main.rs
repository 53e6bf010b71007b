//! Tests of the relay's rules. Time passes only when a test says so.

use bytes::Bytes;
use chuhe_relay::{
    BURST, CONNECT_TIME, ConnectionId, KEEP_ALIVE, Limits, MAX_CONNECTIONS_PER_ROOM, MAX_FILTERS, MAX_PACKET,
    MAX_PAYLOAD, MAX_RETAINED_PER_ROOM, MAX_ROOMS, MAX_WILL_DELAY, ROOM_LIFE, Relay,
};
use mqtt_proto::v5::{
    Auth, Connack, Connect, ConnectReasonCode, Disconnect, DisconnectReasonCode as Reason, LastWill, Packet,
    PubackReasonCode, Publish, RetainHandling, Subscribe, SubscribeReasonCode as Code, SubscriptionOptions,
    Unsubscribe, UnsubscribeReasonCode,
};
use mqtt_proto::{Pid, QoS, QosPid, TopicFilter, TopicName};
use std::time::Duration;

const SECOND: Duration = Duration::from_secs(1);

/// A relay with a clock.
struct World {
    relay: Relay<()>,
    now: Duration,
}

/// Returns the name of a room.
fn room(letter: char) -> String {
    format!("chuhe/1/{}", String::from(letter).repeat(22))
}

fn topic(letter: char, rest: &str) -> String {
    format!("{}/{rest}", room(letter))
}

fn publish(topic: &str, payload: impl Into<Bytes>) -> Publish {
    Publish::new(QosPid::Level0, topic.try_into().expect("a topic"), payload.into())
}

fn retained(topic: &str, payload: impl Into<Bytes>) -> Publish {
    Publish { retain: true, qos_pid: QosPid::Level1(Pid::default()), ..publish(topic, payload) }
}

fn connect(client: &str) -> Connect {
    Connect::new(client.into(), 60)
}

fn will(topic: &str, payload: &'static [u8], delay: u32) -> LastWill {
    let topic = TopicName::try_from(topic).expect("a topic");
    let mut will = LastWill::new(QoS::Level1, topic, Bytes::from_static(payload));
    will.retain = true;
    will.properties.delay_interval = Some(delay);
    will
}

fn options() -> SubscriptionOptions {
    SubscriptionOptions { retain_as_published: false, ..SubscriptionOptions::new(QoS::Level1) }
}

fn subscribe(filter: &str, options: SubscriptionOptions) -> Subscribe {
    Subscribe::new(Pid::default(), vec![(TopicFilter::try_from(filter).expect("a filter"), options)])
}

/// Decodes all packets of some bytes.
fn decode(mut bytes: &[u8]) -> Vec<Packet> {
    let mut packets = Vec::new();
    while !bytes.is_empty() {
        let packet = Packet::decode(bytes).expect("a packet").expect("a whole one");
        bytes = &bytes[packet.encode_len().expect("a length")..];
        packets.push(packet);
    }
    packets
}

/// Returns topic, payload and retain flag of the messages among packets.
fn messages(packets: &[Packet]) -> Vec<(String, String, bool)> {
    let text = |publish: &Publish| String::from_utf8_lossy(&publish.payload).into_owned();
    let message = |packet: &Packet| match packet {
        Packet::Publish(publish) => Some((publish.topic_name.to_string(), text(publish), publish.retain)),
        _ => None,
    };
    packets.iter().filter_map(message).collect()
}

impl World {
    fn new() -> World {
        World::of(Limits::for_rooms(100))
    }

    fn of(limits: Limits) -> World {
        World { relay: Relay::new(limits), now: SECOND }
    }

    fn open(&mut self) -> ConnectionId {
        self.relay.open(self.now, ()).expect("there is room")
    }

    fn bytes(&mut self, id: ConnectionId, bytes: &[u8]) {
        self.relay.receive(self.now, id, bytes);
        self.relay.check();
    }

    /// Sends a packet without looking at the answers.
    fn send(&mut self, id: ConnectionId, packet: impl Into<Packet>) {
        let packet: Packet = packet.into();
        self.bytes(id, packet.encode().expect("it can be encoded").as_ref());
    }

    /// Sends a packet and returns what then waits for the connection.
    fn ask(&mut self, id: ConnectionId, packet: impl Into<Packet>) -> Vec<Packet> {
        self.send(id, packet);
        self.take(id)
    }

    fn take(&mut self, id: ConnectionId) -> Vec<Packet> {
        let mut packets = Vec::new();
        loop {
            let output = self.relay.take(id, MAX_PACKET);
            packets.append(&mut decode(&output.bytes));
            if output.bytes.is_empty() || output.closes {
                return packets;
            }
        }
    }

    fn connect(&mut self, connect: Connect) -> ConnectionId {
        let id = self.open();
        let answers = self.ask(id, connect);
        assert!(matches!(
            &answers[..],
            [Packet::Connack(Connack { reason_code: ConnectReasonCode::Success, .. })]
        ));
        id
    }

    /// Connects a client and lets it enter a room. Forgets the retained messages that it gets.
    fn enter(&mut self, client: &str, letter: char) -> ConnectionId {
        let id = self.connect(connect(client));
        assert_eq!(self.subscribe(id, &topic(letter, "#")), [Code::GrantedQoS0]);
        id
    }

    fn subscribe(&mut self, id: ConnectionId, filter: &str) -> Vec<Code> {
        match &self.ask(id, subscribe(filter, options()))[..] {
            [Packet::Suback(suback), ..] => suback.topics.clone(),
            other => panic!("no SUBACK: {other:?}"),
        }
    }

    /// Publishes with QoS 1 and returns the reason code of the answer.
    fn publish(&mut self, id: ConnectionId, message: Publish) -> PubackReasonCode {
        let message = Publish { qos_pid: QosPid::Level1(Pid::default()), ..message };
        let answers = self.ask(id, message);
        let code = answers.iter().find_map(|packet| match packet {
            Packet::Puback(puback) => Some(puback.reason_code),
            _ => None,
        });
        code.unwrap_or_else(|| panic!("no PUBACK: {answers:?}"))
    }

    /// Asserts that the connection is closed with a reason, and forgets it.
    fn assert_closed(&mut self, id: ConnectionId, reason: Reason) {
        let packets = self.take(id);
        match packets.last() {
            Some(Packet::Disconnect(last)) => assert_eq!(last.reason_code, reason),
            other => panic!("no DISCONNECT with {reason:?}: {other:?}"),
        }
        self.close(id);
    }

    fn refused(&mut self, packet: impl Into<Packet>, reason: Reason) {
        let id = self.enter("refused", 'Z');
        self.send(id, packet);
        self.assert_closed(id, reason);
    }

    fn refused_connect(&mut self, connect: Connect, reason: ConnectReasonCode) {
        let id = self.open();
        match &self.ask(id, connect)[..] {
            [Packet::Connack(connack)] => assert_eq!(connack.reason_code, reason),
            other => panic!("no CONNACK with {reason:?}: {other:?}"),
        }
        assert!(self.relay.take(id, MAX_PACKET).closes);
        self.close(id);
    }

    fn close(&mut self, id: ConnectionId) {
        self.relay.closed(self.now, id);
        self.relay.check();
    }

    /// Lets time pass; clients that are to stay have to send a packet before.
    fn wait(&mut self, time: Duration) {
        self.now += time;
        self.relay.tick(self.now);
        self.relay.check();
    }
}

mod bounds;
mod delivery;
mod lifetime;
mod refusals;
