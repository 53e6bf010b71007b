//! Topics and topic filters: `chuhe/1/ROOM/KIND/PEER`.

use mqtt_proto::v5::{DisconnectReasonCode, SubscribeReasonCode};

/// The beginning of all topics.
const PREFIX: &str = "chuhe/1/";
/// Letters of a room's name.
const ROOM_LENGTH: usize = 22;
/// Most letters of a peer's name.
const PEER_LENGTH: usize = 43;

/// The name of a room: 22 letters of base64url, which is 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct RoomName([u8; ROOM_LENGTH]);

/// The subject of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// The whole game as a peer knows it.
    Line,
    /// The presence of a peer.
    Here,
    /// A message for those who are there. Never retained.
    Say,
}

/// The part of a topic below the room.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    pub(crate) kind: Kind,
    pub(crate) peer: Box<str>,
}

/// The topics in a room that a subscription matches; `None` stands for all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Filter {
    kind: Option<Kind>,
    peer: Option<Box<str>>,
}

fn is_base64url(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

/// Splits a topic or a filter into the room and the rest.
fn split(text: &str) -> Option<(RoomName, &str)> {
    let (room, rest) = text.strip_prefix(PREFIX)?.split_once('/')?;
    let name = room.as_bytes().try_into().ok().filter(|_| is_base64url(room))?;
    Some((RoomName(name), rest))
}

impl Kind {
    fn read(text: &str) -> Option<Kind> {
        match text {
            "line" => Some(Kind::Line),
            "here" => Some(Kind::Here),
            "say" => Some(Kind::Say),
            _ => None,
        }
    }

    /// Returns whether messages of this kind may be retained.
    pub(crate) fn is_retained(self) -> bool {
        self != Kind::Say
    }
}

fn peer(text: &str) -> Option<Box<str>> {
    ((1..=PEER_LENGTH).contains(&text.len()) && is_base64url(text)).then(|| text.into())
}

/// Reads the topic of a message.
///
/// # Errors
/// The reason code for any other topic.
pub(crate) fn read(topic: &str) -> Result<(RoomName, Key), DisconnectReasonCode> {
    let found = split(topic).and_then(|(room, rest)| {
        let (kind, name) = rest.split_once('/')?;
        Some((room, Key { kind: Kind::read(kind)?, peer: peer(name)? }))
    });
    found.ok_or(DisconnectReasonCode::TopicNameInvalid)
}

impl Filter {
    /// Reads a filter of one room.
    ///
    /// # Errors
    /// The reason code: "not authorized" for a filter that does not lie in one room.
    pub(crate) fn read(text: &str) -> Result<(RoomName, Filter), SubscribeReasonCode> {
        if text.starts_with("$share/") {
            return Err(SubscribeReasonCode::SharedSubscriptionNotSupported);
        }
        let (room, rest) = split(text).ok_or(SubscribeReasonCode::NotAuthorized)?;
        let invalid = SubscribeReasonCode::TopicFilterInvalid;
        if rest == "#" {
            return Ok((room, Filter { kind: None, peer: None }));
        }
        let (kind, name) = rest.split_once('/').ok_or(invalid)?;
        let kind = if kind == "+" { None } else { Some(Kind::read(kind).ok_or(invalid)?) };
        let peer = if matches!(name, "+" | "#") { None } else { Some(peer(name).ok_or(invalid)?) };
        Ok((room, Filter { kind, peer }))
    }

    /// Returns whether the filter matches a topic of its room.
    pub(crate) fn matches(&self, key: &Key) -> bool {
        self.kind.is_none_or(|kind| kind == key.kind)
            && self.peer.as_ref().is_none_or(|peer| *peer == key.peer)
    }
}
