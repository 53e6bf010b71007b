//! What a file is: its encoding and its format.

use super::error::{ReadError, ReadReason};
use super::search::{find, occurrences};
use super::text::unix_lines;
use super::{Decode, Encoding, Format};

/// A text with more than one unreadable character in so many is no text in that encoding.
const READABLE: usize = 50;

/// Where the first element of XML is looked for, in characters.
const XML_HEAD: usize = 1_024;

/// The text of a file with `\n` for every line break, and how it was encoded: UTF-16 with its mark, UTF-8, or
/// [`older`]. Of the last two it is the one with fewer unreadable characters.
pub(crate) fn text(bytes: &[u8], decode: Decode<'_>) -> Result<(String, Encoding), ReadError> {
    let (text, encoding) = match bytes {
        [0xff, 0xfe, rest @ ..] => (utf_16(rest, u16::from_le_bytes), Encoding::Utf16),
        [0xfe, 0xff, rest @ ..] => (utf_16(rest, u16::from_be_bytes), Encoding::Utf16),
        [0xef, 0xbb, 0xbf, rest @ ..] => (utf_8(rest), Encoding::Utf8),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => (Ok(text.to_owned()), Encoding::Utf8),
            Err(_) => utf_8_or_older(bytes, decode),
        },
    };
    match text {
        Err(text) if unreadable(&text) * READABLE > text.chars().count() => {
            Err(ReadError::new(if is_binary(bytes) { ReadReason::NoRecord } else { ReadReason::Encoding }))
        }
        _ if encoding != Encoding::Utf16 && is_binary(bytes) => Err(ReadError::new(ReadReason::NoRecord)),
        Ok(text) | Err(text) => Ok((unix_lines(&text), encoding)),
    }
}

/// Whether a text is of UTF-16 with its mark.
pub(crate) fn is_utf_16(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff])
}

/// Such a text in UTF-8.
pub(crate) fn utf_16_as_utf_8(bytes: &[u8]) -> Option<String> {
    is_utf_16(bytes).then(|| text(bytes, &|_, _| None).ok()).flatten().map(|(text, _)| text)
}

/// Whether bytes are no text: where one in so many is of those that no text has.
fn is_binary(bytes: &[u8]) -> bool {
    let is_control = |byte: &&u8| **byte < b' ' && !matches!(**byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1a);
    bytes.iter().filter(is_control).count() * READABLE > bytes.len()
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

fn utf_8_or_older(bytes: &[u8], decode: Decode<'_>) -> (Decoded, Encoding) {
    let utf_8 = String::from_utf8_lossy(bytes);
    match older(bytes, decode) {
        Some((text, encoding)) if unreadable(&text) <= unreadable(&utf_8) => (Err(text), encoding),
        _ => (Err(utf_8.into_owned()), Encoding::Utf8),
    }
}

/// The text in one of the older encodings: GB18030, or Big5 where more of what records say is found then.
pub(crate) fn older(bytes: &[u8], decode: Decode<'_>) -> Option<(String, Encoding)> {
    let simplified = decode(bytes, Encoding::Gb18030)?;
    let traditional = decode(bytes, Encoding::Big5).filter(|text| familiar(text) > familiar(&simplified));
    Some(match traditional {
        Some(text) => (text, Encoding::Big5),
        None => (simplified, Encoding::Gb18030),
    })
}

/// Whether one reading of some bytes is more likely a record than another.
pub(crate) fn is_likelier(text: &str, other: &str) -> bool {
    unreadable(text) == 0 && familiar(text) > familiar(other)
}

/// How many characters are of those that records are made of.
fn familiar(text: &str) -> usize {
    let is_familiar = |letter: &char| {
        matches!(
            letter,
            '平' | '进'
                | '進'
                | '退'
                | '车'
                | '車'
                | '马'
                | '馬'
                | '炮'
                | '兵'
                | '卒'
                | '相'
                | '象'
                | '仕'
                | '士'
                | '将'
                | '將'
                | '帅'
                | '帥'
                | '红'
                | '紅'
                | '黑'
                | '胜'
                | '勝'
                | '负'
                | '負'
                | '和'
                | '局'
                | '棋'
        )
    };
    text.chars().filter(is_familiar).count()
}

fn unreadable(text: &str) -> usize {
    text.chars().filter(|c| *c == char::REPLACEMENT_CHARACTER).count()
}

/// Whether a file is an XQF.
pub(crate) fn is_xqf(bytes: &[u8]) -> bool {
    matches!(bytes, [b'X', b'Q', version, ..] if *version < b' ')
}

/// The format of a text that begins with `<`: its first element tells it.
pub(crate) fn xml_format(text: &str) -> Option<Format> {
    let text = text.trim_start();
    if !text.starts_with('<') {
        return None;
    }
    let head = text.char_indices().nth(XML_HEAD).map_or(text, |(end, _)| &text[..end]);
    let cbf = find(head, "<ChineseChessRecord").map(|_| Format::Cbf);
    cbf.or_else(|| find(head, "<n version").map(|_| Format::Pfc))
}

/// The format of a text. Of the marks of PGN and DhtmlXQ the first one counts: comments may hold the other.
/// XML is refused: what stands in it may look like moves.
pub(crate) fn text_format(text: &str) -> Result<Format, ReadError> {
    if let Some(format) = xml_format(text) {
        return Err(ReadError::new(ReadReason::NoRecord).in_format(format));
    }
    Ok(usual_format(text))
}

fn usual_format(text: &str) -> Format {
    let text = text.trim_start();
    let first = text.split_whitespace().next().unwrap_or_default();
    let slashes = first.matches('/').count() + occurrences(first, "%2F").count();
    let is_fen = slashes >= 9 && !first.starts_with(['[', '{']);
    if matches!(first, "position" | "startpos") {
        return Format::Ucci;
    }
    if super::formats::dhtmlxq::is_digits(text) {
        return Format::Dhtmlxq;
    }
    if first == "fen" || is_fen || (first.starts_with("http") && find(first, "fen=").is_some()) {
        let has_moves = text.split_whitespace().any(|word| word == "moves");
        return if has_moves { Format::Ucci } else { Format::Fen };
    }
    if super::labels::begins_dpxq(text) {
        return Format::Dpxq;
    }
    for line in text.lines() {
        if super::formats::pgn::tag(line.trim_start()).is_some() {
            return Format::Pgn;
        }
        if super::formats::dhtmlxq::has_mark(line) {
            return Format::Dhtmlxq;
        }
    }
    Format::Moves
}
