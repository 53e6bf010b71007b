//! A connection: what it has sent, what waits for it, and who it is.

use crate::limits::{BURST, FRAMES_PER_PACKET, RATE};
use crate::topic::{Filter, Key, RoomName};
use bytes::Bytes;
use mqtt_proto::v5::{Publish, SubscriptionOptions};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// Bytes that a waiting packet takes besides its content, about.
const OVERHEAD: usize = 64;

/// A token bucket.
#[derive(Debug)]
struct Bucket {
    /// The time at which the bucket is full again.
    full_at: Duration,
    /// The time in which one token comes back.
    token: Duration,
}

impl Bucket {
    /// The time in which an empty bucket becomes full.
    const FILLING: Duration = Duration::from_secs((BURST / RATE) as u64);

    fn new(rate: u32) -> Bucket {
        Bucket { full_at: Duration::ZERO, token: Duration::from_secs(1) / rate }
    }

    /// Takes a token. Returns whether there was one.
    fn take(&mut self, now: Duration) -> bool {
        let full_at = self.full_at.max(now) + self.token;
        let is_there = full_at - now <= Self::FILLING;
        if is_there {
            self.full_at = full_at;
        }
        is_there
    }
}

/// A subscription of a connection.
#[derive(Debug)]
pub(crate) struct Subscription {
    /// The filter as the client wrote it, which identifies the subscription.
    pub(crate) text: Box<str>,
    pub(crate) room: RoomName,
    pub(crate) filter: Filter,
    pub(crate) options: SubscriptionOptions,
}

/// The message that is published when a connection is lost.
#[derive(Debug)]
pub(crate) struct Will {
    pub(crate) room: RoomName,
    pub(crate) key: Key,
    pub(crate) publish: Publish,
    /// The time between the loss and the message.
    pub(crate) delay: Duration,
}

/// The client of a connection that has sent CONNECT.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) id: Arc<str>,
    /// Longest time between two packets of the client.
    pub(crate) patience: Duration,
    /// Largest packet that the client accepts, in bytes.
    pub(crate) max_packet: usize,
    pub(crate) will: Option<Box<Will>>,
    pub(crate) subscriptions: Vec<Subscription>,
}

impl Client {
    /// Returns the rooms of the client, each once.
    pub(crate) fn rooms(&self) -> Vec<RoomName> {
        let mut rooms: Vec<_> = self.subscriptions.iter().map(|each| each.room).collect();
        rooms.sort_unstable();
        rooms.dedup();
        rooms
    }

    pub(crate) fn is_in(&self, room: RoomName) -> bool {
        self.subscriptions.iter().any(|each| each.room == room)
    }

    /// Returns whether a message is delivered, and if so, whether with the publisher's retain flag.
    pub(crate) fn takes(&self, room: RoomName, key: &Key, is_own: bool) -> Option<bool> {
        self.subscriptions
            .iter()
            .filter(|each| {
                each.room == room && each.filter.matches(key) && !(is_own && each.options.no_local)
            })
            .map(|each| each.options.retain_as_published)
            .reduce(|one, other| one || other)
    }
}

/// The stage of a connection.
#[derive(Debug)]
pub(crate) enum State {
    /// CONNECT has not arrived.
    Waiting,
    /// The client may subscribe and publish.
    Online(Client),
    /// The last packets are being sent.
    Closing,
}

/// A connection.
#[derive(Debug)]
pub(crate) struct Connection<W> {
    pub(crate) wake: W,
    pub(crate) state: State,
    /// The beginning of a packet.
    pub(crate) input: Vec<u8>,
    /// The time of the last packet, or of the connection's beginning.
    pub(crate) last_packet: Duration,
    packets: Bucket,
    frames: Bucket,
    queue: VecDeque<Bytes>,
    /// The bytes that the queue counts for.
    pub(crate) queued: usize,
}

impl<W> Connection<W> {
    pub(crate) fn new(now: Duration, wake: W) -> Connection<W> {
        Connection {
            wake,
            state: State::Waiting,
            input: Vec::new(),
            last_packet: now,
            packets: Bucket::new(RATE),
            frames: Bucket::new(RATE * FRAMES_PER_PACKET),
            queue: VecDeque::new(),
            queued: 0,
        }
    }

    pub(crate) fn client(&self) -> Option<&Client> {
        if let State::Online(client) = &self.state { Some(client) } else { None }
    }

    pub(crate) fn client_mut(&mut self) -> Option<&mut Client> {
        if let State::Online(client) = &mut self.state { Some(client) } else { None }
    }

    /// Notes a piece of input. Returns whether the rate allows it.
    pub(crate) fn allows_frame(&mut self, now: Duration) -> bool {
        self.frames.take(now)
    }

    /// Notes a packet. Returns whether the rate allows it.
    pub(crate) fn allows_packet(&mut self, now: Duration) -> bool {
        self.last_packet = now;
        self.packets.take(now)
    }

    /// Returns the bytes that a packet would count for in the queue.
    pub(crate) fn cost(packet: &Bytes) -> usize {
        packet.len() + OVERHEAD
    }

    /// Adds a packet to the queue. Returns the bytes that it counts for.
    pub(crate) fn push(&mut self, packet: Bytes) -> usize {
        let cost = Self::cost(&packet);
        self.queued += cost;
        self.queue.push_back(packet);
        cost
    }

    /// Removes the first packet from the queue if it is no longer than this.
    pub(crate) fn pop(&mut self, longest: usize) -> Option<Bytes> {
        let packet = self.queue.front().filter(|packet| packet.len() <= longest)?.clone();
        self.queue.pop_front();
        self.queued -= Self::cost(&packet);
        Some(packet)
    }

    /// Empties the queue. Returns the bytes that it counted for.
    pub(crate) fn clear(&mut self) -> usize {
        self.queue = VecDeque::new();
        std::mem::take(&mut self.queued)
    }

    pub(crate) fn is_drained(&self) -> bool {
        self.queue.is_empty()
    }

    /// Returns the bytes that the queue counts for, added up anew.
    pub(crate) fn sum(&self) -> usize {
        self.queue.iter().map(Self::cost).sum()
    }
}
