//! Several clients that send the relay anything, in packets and out of them: all bounds hold after each step.
#![no_main]

use chuhe_relay::{ConnectionId, Limits, MAX_PACKET, MAX_PAYLOAD, Relay};
use libfuzzer_sys::fuzz_target;
use mqtt_proto::v5::{
    Connect, Disconnect, DisconnectReasonCode, LastWill, Packet, Publish, Subscribe, SubscriptionOptions,
    Unsubscribe,
};
use mqtt_proto::{Pid, QoS, QosPid, TopicFilter, TopicName};
use std::time::Duration;

/// Clients, one more than may connect.
const CLIENTS: usize = 6;
/// Limits so small that every bound is reached.
const LIMITS: Limits = Limits { rooms: 3, connections: 5, retained_bytes: 6000, queued_bytes: 20_000 };

/// Takes choices from the input; without more of it, all are 0.
struct Choices<'a>(std::slice::Iter<'a, u8>);

impl Choices<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.0.next().map_or(0, |byte| usize::from(*byte) % bound)
    }

    fn flag(&mut self) -> bool {
        self.below(2) == 1
    }

    fn room(&mut self) -> String {
        format!("chuhe/1/{}", ["A", "B", "C", "D", "E"][self.below(5)].repeat(22))
    }

    fn topic(&mut self) -> TopicName {
        let kind = ["line", "here", "say"][self.below(3)];
        let topic = format!("{}/{kind}/{}", self.room(), self.below(200));
        TopicName::try_from(topic.as_str()).expect("a topic")
    }

    fn filter(&mut self) -> TopicFilter {
        let rest = ["#", "+/+", "line/+", "say/1", "x"][self.below(5)];
        TopicFilter::try_from(format!("{}/{rest}", self.room()).as_str()).expect("a filter")
    }

    fn payload(&mut self) -> Vec<u8> {
        vec![0; [0, 1, 100, MAX_PAYLOAD, MAX_PAYLOAD + 1][self.below(5)]]
    }

    fn packet(&mut self) -> Packet {
        match self.below(8) {
            0 => self.connect().into(),
            1 | 2 => {
                let mut options = SubscriptionOptions::new(QoS::Level1);
                (options.no_local, options.retain_as_published) = (self.flag(), self.flag());
                Subscribe::new(Pid::default(), vec![(self.filter(), options)]).into()
            }
            3 => Unsubscribe::new(Pid::default(), vec![self.filter()]).into(),
            4 if self.flag() => Packet::Pingreq,
            4 => Disconnect::new(DisconnectReasonCode::DisconnectWithWillMessage).into(),
            _ => {
                let qos = if self.flag() { QosPid::Level1(Pid::default()) } else { QosPid::Level0 };
                let mut publish = Publish::new(qos, self.topic(), self.payload().into());
                publish.retain = self.flag();
                publish.properties.message_expiry_interval = self.flag().then(|| self.below(200) as u32);
                publish.into()
            }
        }
    }

    fn connect(&mut self) -> Connect {
        let mut connect = Connect::new(self.below(4).to_string().into(), self.below(200) as u16);
        connect.clean_start = self.flag();
        connect.properties.session_expiry_interval = self.flag().then_some(u32::MAX);
        connect.properties.max_packet_size = self.flag().then_some(300);
        if self.flag() {
            let mut will = LastWill::new(QoS::Level0, self.topic(), self.payload().into());
            will.retain = self.flag();
            will.properties.delay_interval = Some(self.below(100) as u32);
            connect.last_will = Some(will);
        }
        connect
    }
}

/// Whole packets leave the relay, which are small enough.
fn take(relay: &mut Relay<()>, id: ConnectionId) -> bool {
    let output = relay.take(id, 4 * MAX_PACKET);
    assert!(output.bytes.len() <= 4 * MAX_PACKET);
    let mut rest = &output.bytes[..];
    while !rest.is_empty() && rest != [0x20, 2, 0, 1] {
        let packet = Packet::decode(rest).expect("the relay writes packets").expect("whole ones");
        rest = &rest[packet.encode_len().expect("a length")..];
    }
    output.closes
}

fuzz_target!(|steps: Vec<(u8, u8, &[u8])>| {
    let mut relay = Relay::new(LIMITS);
    let mut now = Duration::ZERO;
    let mut clients: [Option<ConnectionId>; CLIENTS] = [None; CLIENTS];
    for (action, client, bytes) in steps {
        let mut choices = Choices(bytes.iter());
        let client = &mut clients[usize::from(client) % CLIENTS];
        now += Duration::from_millis(u64::from(action));
        let id = match *client {
            Some(id) => id,
            None => match relay.open(now, ()) {
                Some(id) => *client.insert(id),
                None => continue,
            },
        };
        match action % 16 {
            0..=3 => relay.receive(now, id, bytes),
            4..=11 => {
                let packet = choices.packet().encode().expect("it can be encoded");
                relay.receive(now, id, packet.as_ref());
            }
            12 => {
                if take(&mut relay, id) {
                    relay.closed(now, id);
                    *client = None;
                }
            }
            13 => {
                relay.closed(now, id);
                *client = None;
            }
            14 => {
                now += Duration::from_secs(1 << choices.below(20));
                relay.tick(now);
            }
            _ if bytes.len() > 9 => relay.shut_down(now),
            _ => relay.tick(now),
        }
        relay.check();
    }
});
