//! The bounds of the relay.

use std::time::Duration;

/// Largest payload of a message in bytes.
pub const MAX_PAYLOAD: usize = 2048;
/// Largest packet in bytes; the relay announces it as Maximum Packet Size.
pub const MAX_PACKET: usize = 4096;
/// Packets that a connection may send in a second, on average.
pub const RATE: u32 = 10;
/// Packets that a connection may send at once after a pause.
pub const BURST: u32 = 40;
/// Pieces in which a packet may arrive, on average. Some clients send each field of a packet as a WebSocket message.
pub const FRAMES_PER_PACKET: u32 = 16;
/// Rooms that a connection may be in.
pub const MAX_ROOMS: usize = 4;
/// Subscriptions of a connection.
pub const MAX_FILTERS: usize = 16;
/// Connections in a room.
pub const MAX_CONNECTIONS_PER_ROOM: usize = 64;
/// Retained messages in a room: the game and the presence of 64 peers.
pub const MAX_RETAINED_PER_ROOM: usize = 128;
/// Longest client id in bytes.
pub const MAX_CLIENT_ID: usize = 64;
/// Bytes that may wait for a connection: all retained messages of a room, and more. A connection that reads too slowly is
/// closed.
pub const MAX_QUEUE: usize = 512 << 10;
/// Time after which a room without people is forgotten, with its retained messages.
pub const ROOM_LIFE: Duration = Duration::from_secs(24 * 60 * 60);
/// Time for a new connection to send CONNECT.
pub const CONNECT_TIME: Duration = Duration::from_secs(5);
/// Longest keep alive in seconds; a client that asks for more, or for none, gets this one.
pub const KEEP_ALIVE: u16 = 120;
/// Longest delay of a will, and so the longest session without a connection, in seconds.
pub const MAX_WILL_DELAY: u32 = 60;

/// The bounds that depend on the size of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Rooms, with and without people. When there are no more, the one that has been without people for longest goes.
    pub rooms: usize,
    /// Connections in all.
    pub connections: usize,
    /// Bytes of all retained messages.
    pub retained_bytes: usize,
    /// Bytes that wait for all connections together. Beyond them, a connection may have no more than its share waiting.
    pub queued_bytes: usize,
}

impl Limits {
    /// Returns the limits for a number of rooms: four connections and twice 32 KiB for each.
    pub fn for_rooms(rooms: usize) -> Limits {
        Limits {
            rooms,
            connections: rooms.saturating_mul(4),
            retained_bytes: rooms.saturating_mul(32 << 10).max(MAX_QUEUE),
            queued_bytes: rooms.saturating_mul(32 << 10).max(MAX_QUEUE),
        }
    }
}
