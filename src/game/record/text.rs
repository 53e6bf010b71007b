//! Text as records keep it.

use super::search::replace;

/// A text as records keep it, and as every format gives it back: `&#N;`, which stands for characters in files
/// of the web, is the character N, every line break `\n`, and there is no white space at the ends.
pub(super) fn plain(text: &str) -> String {
    unix_lines(&decode(text)).trim_ascii().to_owned()
}

/// The text with `\n` for `\r\n` and for `\r` alone.
pub(super) fn unix_lines(text: &str) -> String {
    replace(&replace(text, "\r\n", "\n"), "\r", "\n")
}

/// The text with `&#N;` as the character N, also where only that makes it one.
fn decode(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    for letter in text.chars() {
        decoded.push(letter);
        while let Some((at, letter)) = reference_at_end(&decoded) {
            decoded.truncate(at);
            decoded.push(letter);
        }
    }
    decoded
}

/// Where the reference begins that a text ends with, and what it stands for.
fn reference_at_end(text: &str) -> Option<(usize, char)> {
    let inner = text.strip_suffix(';')?;
    let digits = inner.bytes().rev().take(8).take_while(u8::is_ascii_digit).count();
    let (start, number) = inner.split_at(inner.len() - digits);
    let letter = number.parse().ok().and_then(char::from_u32)?;
    Some((start.strip_suffix("&#")?.len(), letter))
}
