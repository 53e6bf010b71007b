//! The formats that few files have. The wasm of the page leaves them out.

use super::detect::xml_format;
use super::error::{ReadError, ReadReason};
use super::{Format, Found, Rare, Source};
use super::{cbf, cbl, cbr, ccm, che, chn, dhj, json, mxq, pfc, wxf};

/// All of them.
pub(super) static RARE: Rare = Rare { binary: binary_format, text: text_format, read };

fn binary_format(bytes: &[u8]) -> Option<Format> {
    match bytes {
        _ if bytes.starts_with(b"CCBridge Record\0") => Some(Format::Cbr),
        _ if bytes.starts_with(b"CCBridgeLibrary\0") => Some(Format::Cbl),
        // The years of its two versions follow.
        [b'G', b'L', _, 7, _, 7, ..] => Some(Format::Chn),
        // Its first move is a piece of Red's.
        [1, 0, _, 0, _, _, _, _, _, _, 0, 0, _, 1, 1..=7, ..] => Some(Format::Ccm),
        // Texts, each behind its length: the words in front of the moves tell it.
        [len, ..] if *len < b' ' && contains(bytes, b"\x05Moves\x05") => Some(Format::Mxq),
        _ => None,
    }
}

/// Whether some bytes occur in others, near their beginning.
fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).take(4_096).any(|window| window == wanted)
}

fn text_format(text: &str) -> Option<Format> {
    let text = text.trim_start();
    let is_wxf = text.get(..6).is_some_and(|word| word.eq_ignore_ascii_case("format"));
    match () {
        () if is_wxf => Some(Format::Wxf),
        () if che::is_one(text) => Some(Format::Che),
        () if dhj::is_one(text) => Some(Format::Dhj),
        () if json::is_one(text) => Some(Format::Json),
        () => xml_format(text),
    }
}

/// Reads one of them.
fn read(source: &Source<'_>, format: Format) -> Result<Found, ReadError> {
    let Source { bytes, text, decode } = *source;
    let found = match format {
        Format::Cbr => cbr::read(bytes),
        Format::Cbl => cbl::read(bytes),
        Format::Chn => chn::read(bytes, decode),
        Format::Ccm => ccm::read(bytes),
        Format::Mxq => mxq::read(bytes, decode),
        Format::Cbf => cbf::read(text),
        Format::Pfc => pfc::read(text),
        Format::Che => che::read(text),
        Format::Dhj => dhj::read(text),
        Format::Json => json::read(text),
        Format::Wxf => wxf::read(text),
        _ => Err(ReadError::new(ReadReason::NoRecord)),
    };
    found.map_err(|error| error.in_format(format))
}
