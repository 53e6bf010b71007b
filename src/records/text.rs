//! The form in which records keep text, and a search for short patterns in long texts.

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

// One small search instead of the standard library's, which is made for long patterns and would add to the download of
// the page wherever it is used.

/// Where a pattern occurs first. Looks at each byte as often as the pattern is long, at most.
#[inline(never)]
pub(crate) fn find(text: &str, pattern: &str) -> Option<usize> {
    let (first, pattern) = (pattern.bytes().next()?, pattern.as_bytes());
    text.as_bytes().windows(pattern.len()).position(|window| window[0] == first && window == pattern)
}

/// Where a pattern occurs, from the left, without overlaps.
pub(crate) fn occurrences<'a>(text: &'a str, pattern: &'a str) -> impl Iterator<Item = usize> + 'a {
    let mut at = 0;
    std::iter::from_fn(move || {
        let found = at + find(&text[at..], pattern)?;
        at = found + pattern.len();
        Some(found)
    })
}

/// The text with another for every occurrence of a pattern.
#[inline(never)]
pub(crate) fn replace(text: &str, pattern: &str, with: &str) -> String {
    let mut replaced = String::with_capacity(text.len());
    let mut behind = 0;
    for at in occurrences(text, pattern) {
        replaced.push_str(&text[behind..at]);
        replaced.push_str(with);
        behind = at + pattern.len();
    }
    replaced.push_str(&text[behind..]);
    replaced
}
