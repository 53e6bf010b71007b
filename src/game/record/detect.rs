//! What a file is: its encoding and its format.

use super::error::{ReadError, ReadReason};
use super::search::{find, occurrences};
use super::text::unix_lines;
use super::{Encoding, Format};

/// A text with more than one unreadable character in so many is no text in that encoding.
const READABLE: usize = 50;

/// The text of a file with `\n` for every line break, and how it was encoded: UTF-16 with its mark, UTF-8,
/// or GB18030 by the help of `decode`. Of the last two it is the one with fewer unreadable characters.
pub(super) fn text(
    bytes: &[u8],
    decode: &dyn Fn(&[u8]) -> Option<String>,
) -> Result<(String, Encoding), ReadError> {
    let (text, encoding) = match bytes {
        [0xff, 0xfe, rest @ ..] => (utf_16(rest, u16::from_le_bytes), Encoding::Utf16),
        [0xfe, 0xff, rest @ ..] => (utf_16(rest, u16::from_be_bytes), Encoding::Utf16),
        [0xef, 0xbb, 0xbf, rest @ ..] => (utf_8(rest), Encoding::Utf8),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => (Ok(text.to_owned()), Encoding::Utf8),
            Err(_) => utf_8_or_gb18030(bytes, decode),
        },
    };
    match text {
        Err(text) if unreadable(&text) * READABLE > text.chars().count() => {
            Err(ReadError::new(ReadReason::Encoding))
        }
        Ok(text) | Err(text) => Ok((unix_lines(&text), encoding)),
    }
}

/// A text, as an error if some of it could not be decoded.
type Decoded = Result<String, String>;

fn utf_8(bytes: &[u8]) -> Decoded {
    let text = std::str::from_utf8(bytes).map(str::to_owned);
    text.map_err(|_| String::from_utf8_lossy(bytes).into_owned())
}

fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Decoded {
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
    String::from_utf16(&units).map_err(|_| String::from_utf16_lossy(&units))
}

fn utf_8_or_gb18030(bytes: &[u8], decode: &dyn Fn(&[u8]) -> Option<String>) -> (Decoded, Encoding) {
    let utf_8 = String::from_utf8_lossy(bytes);
    match decode(bytes) {
        Some(text) if unreadable(&text) <= unreadable(&utf_8) => (Err(text), Encoding::Gb18030),
        _ => (Err(utf_8.into_owned()), Encoding::Utf8),
    }
}

fn unreadable(text: &str) -> usize {
    text.chars().filter(|c| *c == char::REPLACEMENT_CHARACTER).count()
}

/// The format of a binary file.
pub(super) fn binary_format(bytes: &[u8]) -> Option<Format> {
    match bytes {
        [b'X', b'Q', version, ..] if *version < b' ' => Some(Format::Xqf),
        _ if bytes.starts_with(b"CCBridge Record\0") => Some(Format::Cbr),
        _ => None,
    }
}

/// The format of a text. Of the marks of PGN and DhtmlXQ the first one counts: comments may hold the other.
pub(super) fn text_format(text: &str) -> Format {
    let text = text.trim_start();
    let first = text.split_whitespace().next().unwrap_or_default();
    let slashes = first.matches('/').count() + occurrences(first, "%2F").count();
    let is_fen = slashes >= 9 && !first.starts_with(['[', '{']);
    if matches!(first, "position" | "startpos") {
        return Format::Ucci;
    }
    if first == "fen" || is_fen || (first.starts_with("http") && find(first, "fen=").is_some()) {
        let has_moves = text.split_whitespace().any(|word| word == "moves");
        return if has_moves { Format::Ucci } else { Format::Fen };
    }
    for line in text.lines() {
        if super::pgn::tag(line.trim_start()).is_some() {
            return Format::Pgn;
        }
        if super::dhtmlxq::has_mark(line) {
            return Format::Dhtmlxq;
        }
    }
    Format::Moves
}
