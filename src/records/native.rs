//! Reading and writing outside the browser, which brings its own decoders.

use super::{Encoding, Opened, ReadError};

/// GB18030 (GBK and GB2312 with it) or Big5 as text, with U+FFFD for what is no character.
pub fn decode(bytes: &[u8], encoding: Encoding) -> Option<String> {
    let decoder = match encoding {
        Encoding::Gb18030 => encoding_rs::GB18030,
        Encoding::Big5 => encoding_rs::BIG5,
        _ => return None,
    };
    let (text, _) = decoder.decode_without_bom_handling(bytes);
    Some(text.into_owned())
}

/// Text as GBK, with `&#N;` for what it has not.
pub fn encode(text: &str) -> Vec<u8> {
    encoding_rs::GBK.encode(text).0.into_owned()
}

/// Reads a record of any format and encoding, see [`super::read`].
///
/// # Errors
/// As [`super::read`].
pub fn read_native(bytes: &[u8]) -> Result<Opened, ReadError> {
    super::read(bytes, &decode)
}
