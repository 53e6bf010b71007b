//! Detects how the characters of a file are encoded, and decodes them.

use super::error::{ReadError, ReadReason};
use super::text::unix_lines;

/// The encoding of the characters of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark.
    Utf8,
    /// UTF-16 with a byte order mark.
    Utf16,
    /// GB18030, which includes GBK and GB2312.
    Gb18030,
    /// Big5 of Taiwan and Hong Kong.
    Big5,
    /// No encoding, because the file is binary.
    Binary,
}

impl Encoding {
    /// Returns a stable name: `utf-8`, `utf-16`, `gb18030`, `big5` or `binary`. Except for `binary`, these are the
    /// names that browsers use.
    pub const fn code(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16 => "utf-16",
            Encoding::Gb18030 => "gb18030",
            Encoding::Big5 => "big5",
            Encoding::Binary => "binary",
        }
    }
}

/// Decodes bytes of [`Encoding::Gb18030`] or [`Encoding::Big5`], with U+FFFD for invalid bytes; `None` without a
/// decoder.
pub type Decode<'a> = &'a dyn Fn(&[u8], Encoding) -> Option<String>;

/// Encodes a text in GBK; a character that GBK lacks becomes `&#N;`.
pub type Encode<'a> = &'a dyn Fn(&str) -> Vec<u8>;

/// A decoding is wrong if more than one in this number of characters is unreadable.
const READABLE: usize = 50;

/// Decodes the text of a file and returns its encoding. A byte order mark decides for UTF-16. Otherwise the encoding is
/// UTF-8 or one from [`older`], whichever leaves fewer unreadable characters. Every line break becomes `\n`.
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

/// Returns true if bytes begin with the byte order mark of UTF-16.
pub(crate) fn is_utf_16(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff])
}

/// Decodes UTF-16; `None` if the bytes have no byte order mark of UTF-16.
pub(crate) fn utf_16_as_utf_8(bytes: &[u8]) -> Option<String> {
    is_utf_16(bytes).then(|| text(bytes, &|_, _| None).ok()).flatten().map(|(text, _)| text)
}

/// Returns true if too many bytes are control characters, so that the file is binary.
fn is_binary(bytes: &[u8]) -> bool {
    let is_control = |byte: &&u8| **byte < b' ' && !matches!(**byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1a);
    bytes.iter().filter(is_control).count() * READABLE > bytes.len()
}

/// A decoded text, as an error if some characters are unreadable.
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

/// Decodes a text as GB18030, or as Big5 if that gives more of the characters that are typical of records.
pub(crate) fn older(bytes: &[u8], decode: Decode<'_>) -> Option<(String, Encoding)> {
    let simplified = decode(bytes, Encoding::Gb18030)?;
    let traditional = decode(bytes, Encoding::Big5).filter(|text| familiar(text) > familiar(&simplified));
    Some(match traditional {
        Some(text) => (text, Encoding::Big5),
        None => (simplified, Encoding::Gb18030),
    })
}

/// Returns true if `text` is readable and has more characters that are typical of records than `other`.
pub(crate) fn is_likelier(text: &str, other: &str) -> bool {
    unreadable(text) == 0 && familiar(text) > familiar(other)
}

/// Returns the number of characters that are typical of records.
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

/// Decodes GB18030 (which includes GBK and GB2312) or Big5, with U+FFFD for invalid bytes.
#[cfg(feature = "gb18030")]
pub fn decode(bytes: &[u8], encoding: Encoding) -> Option<String> {
    let decoder = match encoding {
        Encoding::Gb18030 => encoding_rs::GB18030,
        Encoding::Big5 => encoding_rs::BIG5,
        _ => return None,
    };
    let (text, _) = decoder.decode_without_bom_handling(bytes);
    Some(text.into_owned())
}

/// Encodes a text in GBK, with `&#N;` for characters that GBK lacks.
#[cfg(feature = "gb18030")]
pub fn encode(text: &str) -> Vec<u8> {
    encoding_rs::GBK.encode(text).0.into_owned()
}
