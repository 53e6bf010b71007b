//! Text as records keep it.

use super::search::replace;

/// A text as records keep it, and as every format gives it back: `&#N;`, which stands for characters in files
/// of the web, is the character N, every line break `\n`, every other control character but the tab a space, as a
/// text with many of them would be taken for a binary file, and neither stands at the ends.
pub(crate) fn plain(text: &str) -> String {
    let is_odd = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
    let lines = unix_lines(&decode(text));
    let readable: String = lines.chars().map(|letter| if is_odd(letter) { ' ' } else { letter }).collect();
    readable.trim_matches(is_blank).to_owned()
}

/// Whether a character may not stand at the ends of a comment.
pub(crate) fn is_blank(letter: char) -> bool {
    letter <= ' ' || letter == '\u{7f}'
}

/// The text with `\n` for `\r\n` and for `\r` alone.
pub(crate) fn unix_lines(text: &str) -> String {
    replace(&replace(text, "\r\n", "\n"), "\r", "\n")
}

/// Longest reference, in bytes without its end.
const LONGEST: usize = 11;

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

/// Where the reference begins that a text ends with, and what it stands for: `&#10;` or `&#xA;`.
fn reference_at_end(text: &str) -> Option<(usize, char)> {
    let inner = text.strip_suffix(';')?;
    let len = inner.bytes().rev().take(LONGEST).position(|byte| byte == b'&')?;
    let start = inner.len() - len - 1;
    let number = inner[start..].strip_prefix("&#")?;
    let (digits, radix) = number.strip_prefix(['x', 'X']).map_or((number, 10), |digits| (digits, 16));
    if digits.starts_with('+') {
        return None;
    }
    Some((start, char::from_u32(u32::from_str_radix(digits, radix).ok()?)?))
}
