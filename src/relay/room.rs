//! A room: the connections in it and its retained messages.

use crate::packets::{Raw, encode};
use crate::relay::ConnectionId;
use crate::topic::Key;
use bytes::Bytes;
use mqtt_proto::v5::{Packet, Publish};
use std::collections::BTreeMap;
use std::time::Duration;

/// Bytes that a retained message takes besides its packet, about.
const OVERHEAD: usize = 160;

/// A retained message.
#[derive(Debug)]
pub(crate) struct Retained {
    /// PUBLISH as it is delivered to a new subscriber, but for the expiry interval.
    packet: Bytes,
    expires: Option<Duration>,
}

impl Retained {
    pub(crate) fn new(now: Duration, publish: &Publish) -> Retained {
        let interval = publish.properties.message_expiry_interval;
        let packet = encode(Publish { retain: true, ..publish.clone() });
        Retained { packet, expires: interval.map(|seconds| now + Duration::from_secs(seconds.into())) }
    }

    /// Returns the bytes that the message counts for.
    pub(crate) fn cost(&self) -> usize {
        self.packet.len() + OVERHEAD
    }

    pub(crate) fn is_expired(&self, now: Duration) -> bool {
        self.expires.is_some_and(|expires| expires <= now)
    }

    /// Returns the packet for a new subscriber, with the time that remains until the message expires.
    pub(crate) fn packet(&self, now: Duration) -> Bytes {
        let Some(expires) = self.expires else { return self.packet.clone() };
        let Ok(Some(raw)) = Raw::split(&self.packet) else { return self.packet.clone() };
        let Ok(Packet::Publish(mut publish)) = raw.decode() else { return self.packet.clone() };
        let rest = expires.saturating_sub(now).as_secs().max(1);
        publish.properties.message_expiry_interval = Some(u32::try_from(rest).unwrap_or(u32::MAX));
        encode(publish)
    }
}

/// A room. It exists while it has connections or retained messages.
#[derive(Debug, Default)]
pub(crate) struct Room {
    pub(crate) members: Vec<ConnectionId>,
    pub(crate) retained: BTreeMap<Key, Retained>,
    /// The time at which the last connection left.
    pub(crate) empty_since: Option<Duration>,
}

impl Room {
    /// Returns the bytes that the retained messages count for.
    pub(crate) fn cost(&self) -> usize {
        self.retained.values().map(Retained::cost).sum()
    }

    /// Removes expired messages. Returns the bytes that they counted for.
    pub(crate) fn expire(&mut self, now: Duration) -> usize {
        let mut freed = 0;
        self.retained.retain(|_, message| {
            let is_expired = message.is_expired(now);
            freed += if is_expired { message.cost() } else { 0 };
            !is_expired
        });
        freed
    }
}
