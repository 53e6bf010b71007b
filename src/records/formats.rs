//! The formats that few files have. The wasm of the page leaves them out.

mod cbf;
pub(crate) mod cbl;
mod cbr;
mod ccm;
mod che;
mod chn;
mod dhj;
pub(crate) mod dhtmlxq;
mod json;
mod mxq;
mod pfc;
pub(crate) mod pgn;
mod raw;
mod start;
pub(crate) mod ucci;
mod wxf;
mod xml;
pub(crate) mod xqf;

use crate::FormatTest::{Bytes, Text};
use crate::detect::xml_format;
use crate::{Format, FormatTest, Found, RareFormat, ReadError, Source};

/// All of them, in the order in which a file is tested: those of bytes, then those of texts.
pub(crate) static RARE: &[RareFormat] = &[
    rare(Format::Cbr, Bytes(|bytes| bytes.starts_with(b"CCBridge Record\0")), |source| {
        cbr::read(source.bytes)
    }),
    rare(Format::Cbl, Bytes(|bytes| bytes.starts_with(b"CCBridgeLibrary\0")), |source| {
        cbl::read(source.bytes)
    }),
    // The years of its two versions follow.
    rare(Format::Chn, Bytes(|bytes| matches!(bytes, [b'G', b'L', _, 7, _, 7, ..])), |source| {
        chn::read(source.bytes, source.decode)
    }),
    rare(Format::Ccm, Bytes(is_ccm), |source| ccm::read(source.bytes)),
    rare(Format::Mxq, Bytes(is_mxq), |source| mxq::read(source.bytes, source.decode)),
    rare(Format::Wxf, Text(is_wxf), |source| wxf::read(source.text)),
    rare(Format::Che, Text(che::is_format), |source| che::read(source.text)),
    rare(Format::Dhj, Text(dhj::is_format), |source| dhj::read(source.text)),
    rare(Format::Json, Text(json::is_format), |source| json::read(source.text)),
    rare(Format::Cbf, Text(|text| xml_format(text) == Some(Format::Cbf)), |source| cbf::read(source.text)),
    rare(Format::Pfc, Text(|text| xml_format(text) == Some(Format::Pfc)), |source| pfc::read(source.text)),
];

const fn rare(
    format: Format,
    test: FormatTest,
    read: fn(&Source<'_>) -> Result<Found, ReadError>,
) -> RareFormat {
    RareFormat { format, test, read }
}

/// True if the first move is that of a red piece.
fn is_ccm(bytes: &[u8]) -> bool {
    matches!(bytes, [1, 0, _, 0, _, _, _, _, _, _, 0, 0, _, 1, 1..=7, ..])
}

/// True if a file of texts, each after its length, has the text before its moves.
fn is_mxq(bytes: &[u8]) -> bool {
    const BEFORE_MOVES: &[u8] = b"\x05Moves\x05";
    let is_there = || bytes.windows(BEFORE_MOVES.len()).take(4_096).any(|window| window == BEFORE_MOVES);
    bytes.first().is_some_and(|length| *length < b' ') && is_there()
}

fn is_wxf(text: &str) -> bool {
    text.get(..6).is_some_and(|word| word.eq_ignore_ascii_case("format"))
}
