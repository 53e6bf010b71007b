//! The relay for live games between friends: an MQTT 5 broker that knows one kind of topic, as a state machine.
//!
//! [`Relay`] takes bytes of connections and the time, and queues bytes for connections. It reads no clock and no socket:
//! `chuhe serve` does both, and tests and the fuzz target pass in what they like. docs/RELAY.md describes the topics,
//! the limits and the reason codes of refusals.
//!
//! ```
//! use chuhe_relay::{Limits, Relay};
//! use std::time::Duration;
//!
//! let mut relay = Relay::new(Limits::for_rooms(16));
//! let connection = relay.open(Duration::ZERO, ()).expect("there is room");
//! // CONNECT of MQTT 5 with the client id "a", then PINGREQ.
//! relay.receive(Duration::ZERO, connection, b"\x10\x0e\0\x04MQTT\x05\x02\0\x3c\0\0\x01a\xc0\0");
//! let answer = relay.take(connection, 1 << 14);
//! assert_eq!(answer.bytes[0] >> 4, 2, "CONNACK");
//! assert!(answer.bytes.ends_with(&[0xd0, 0]), "PINGRESP");
//! assert!(!answer.closes);
//! ```

mod check;
mod connection;
mod limits;
mod packets;
mod publish;
mod relay;
mod room;
mod session;
mod subscribe;
mod topic;

pub use limits::{
    BURST, CONNECT_TIME, FRAMES_PER_PACKET, KEEP_ALIVE, Limits, MAX_CLIENT_ID, MAX_CONNECTIONS_PER_ROOM,
    MAX_FILTERS, MAX_PACKET, MAX_PAYLOAD, MAX_QUEUE, MAX_RETAINED_PER_ROOM, MAX_ROOMS, MAX_WILL_DELAY, RATE,
    ROOM_LIFE,
};
pub use relay::{ConnectionId, Counts, Output, Relay, Wake};
