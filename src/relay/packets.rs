//! Reads and writes packets. mqtt-proto decodes their bodies.

use crate::limits::MAX_PACKET;
use bytes::Bytes;
use mqtt_proto::v5::{
    Connack, ConnectReasonCode, Disconnect, DisconnectReasonCode, ErrorV5, Header, Packet, PacketType,
};
use mqtt_proto::{Error, PollHeader};

/// The answer to CONNECT of MQTT 3.1 and 3.1.1: "unacceptable protocol version".
const REFUSED_OLD_PROTOCOL: [u8; 4] = [0x20, 2, 0, 1];

/// The reason why bytes are not accepted as a packet.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The reason code of DISCONNECT, or of CONNACK.
    Reason(DisconnectReasonCode),
    /// A reason code that only CONNACK has.
    Connect(ConnectReasonCode),
    /// CONNECT of another version of MQTT.
    Protocol {
        /// True for versions 3.1 and 3.1.1, whose CONNACK has another form.
        is_old: bool,
    },
}

impl From<DisconnectReasonCode> for Refusal {
    fn from(reason: DisconnectReasonCode) -> Refusal {
        Refusal::Reason(reason)
    }
}

impl From<ErrorV5> for Refusal {
    fn from(error: ErrorV5) -> Refusal {
        use DisconnectReasonCode as Reason;
        let reason = match error {
            ErrorV5::Common(Error::UnexpectedProtocol(_)) => return Refusal::Protocol { is_old: true },
            ErrorV5::Common(Error::InvalidProtocol(_, level)) => {
                return Refusal::Protocol { is_old: level < 5 };
            }
            ErrorV5::Common(Error::InvalidTopicFilter(_)) => Reason::TopicFilterInvalid,
            ErrorV5::Common(Error::InvalidTopicName(_)) => Reason::TopicNameInvalid,
            ErrorV5::InvalidPayloadFormat => Reason::PayloadFormatInvalid,
            ErrorV5::DuplicatedProperty(_) | ErrorV5::InvalidProperty(..) => Reason::ProtocolError,
            ErrorV5::Common(Error::EmptySubscription) => Reason::ProtocolError,
            _ => Reason::MalformedPacket,
        };
        Refusal::Reason(reason)
    }
}

/// A packet whose bytes have all arrived.
#[derive(Clone, Copy)]
pub(crate) struct Raw<'a> {
    header: u8,
    body: &'a [u8],
    /// The length with the fixed header, in bytes.
    pub(crate) length: usize,
}

impl<'a> Raw<'a> {
    /// Splits the first packet off. Returns `None` if more bytes have to arrive.
    pub(crate) fn split(bytes: &'a [u8]) -> Result<Option<Raw<'a>>, Refusal> {
        let Some((&header, rest)) = bytes.split_first() else { return Ok(None) };
        let mut remaining = 0;
        for (index, &byte) in rest.iter().take(4).enumerate() {
            remaining |= usize::from(byte & 0x7f) << (7 * index);
            if byte & 0x80 == 0 {
                let start = index + 2;
                let length = start + remaining;
                if length > MAX_PACKET {
                    return Err(DisconnectReasonCode::PacketTooLarge.into());
                }
                return Ok(bytes.get(start..length).map(|body| Raw { header, body, length }));
            }
        }
        if rest.len() < 4 { Ok(None) } else { Err(DisconnectReasonCode::MalformedPacket.into()) }
    }

    /// Decodes the packet; every byte of it has to be used.
    pub(crate) fn decode(&self) -> Result<Packet, Refusal> {
        // A packet is at most MAX_PACKET bytes long.
        let (remaining, total) = (self.body.len() as u32, self.length as u32);
        let header = Header::new_with(self.header, remaining, total)?;
        let is_ping = matches!(header.typ, PacketType::Pingreq | PacketType::Pingresp);
        if let Some(packet) = header.build_empty_packet().filter(|_| remaining == 0) {
            return Ok(packet);
        }
        let mut used = 0;
        let packet = match is_ping {
            true => return Err(DisconnectReasonCode::MalformedPacket.into()),
            false => header.decode_buffer(self.body, &mut used)?,
        };
        match used == self.body.len() {
            true => Ok(packet),
            false => Err(DisconnectReasonCode::MalformedPacket.into()),
        }
    }
}

/// Returns whether a packet that begins with this byte is a CONNECT.
pub(crate) fn is_connect(header: u8) -> bool {
    header >> 4 == 1
}

/// Encodes a packet of the relay.
pub(crate) fn encode(packet: impl Into<Packet>) -> Bytes {
    // Encoding fails only for packets of 256 MiB.
    packet.into().encode().map_or_else(|_| Bytes::new(), |bytes| Bytes::copy_from_slice(bytes.as_ref()))
}

/// Returns the last packet to a client that is refused: DISCONNECT, or CONNACK to one that has not connected.
pub(crate) fn farewell(refusal: &Refusal, is_connected: bool) -> Bytes {
    match refusal {
        Refusal::Protocol { is_old: true } => Bytes::from_static(&REFUSED_OLD_PROTOCOL),
        Refusal::Protocol { is_old: false } => {
            encode(Connack::new(false, ConnectReasonCode::UnsupportedProtocolVersion))
        }
        Refusal::Connect(reason) => encode(Connack::new(false, *reason)),
        Refusal::Reason(reason) if is_connected => encode(Disconnect::new(*reason)),
        Refusal::Reason(reason) => {
            let reason = ConnectReasonCode::from_u8(*reason as u8);
            encode(Connack::new(false, reason.unwrap_or(ConnectReasonCode::MalformedPacket)))
        }
    }
}
