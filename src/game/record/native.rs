//! Reading outside the browser, which brings its own decoder for GB18030.

use super::{Opened, ReadError};

/// GB18030 (GBK and GB2312 with it) as text, with U+FFFD for what is no character.
pub fn decode_gb18030(bytes: &[u8]) -> Option<String> {
    let (text, _) = encoding_rs::GB18030.decode_without_bom_handling(bytes);
    Some(text.into_owned())
}

/// Reads a record of any format and encoding, see [`super::read`].
///
/// # Errors
/// As [`super::read`].
pub fn read_native(bytes: &[u8]) -> Result<Opened, ReadError> {
    super::read(bytes, &decode_gb18030)
}
