//! The form in which records keep text, and a search for short patterns in long texts.

/// Returns a text in the form in which records store it and every format returns it. `&#N;`, which files from the web
/// contain, becomes the character N, and every line break becomes `\n`. Other control characters except the tab become
/// spaces, because a text with many of them looks like a binary file. White space and control characters at the ends
/// are removed.
pub(crate) fn plain(text: &str) -> String {
    let is_odd = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
    let lines = unix_lines(&decode(text));
    let readable: String = lines.chars().map(|letter| if is_odd(letter) { ' ' } else { letter }).collect();
    readable.trim_matches(is_blank).to_owned()
}

/// Returns true if a comment may not begin or end with the character.
pub(crate) fn is_blank(letter: char) -> bool {
    letter <= ' ' || letter == '\u{7f}'
}

/// Replaces `\r\n` and a single `\r` by `\n`.
pub(crate) fn unix_lines(text: &str) -> String {
    replace(&replace(text, "\r\n", "\n"), "\r", "\n")
}

/// The greatest length of a reference such as `&#xA;`, in bytes without the semicolon.
const LONGEST: usize = 11;

/// Replaces `&#N;` by the character N, even if an earlier replacement completes the reference.
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

/// Returns the offset and the character of a reference at the end of a text: `&#10;` or `&#xA;`.
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

// A small search instead of `str::find`, which is made for long patterns and would enlarge the WebAssembly of the page
// at every use.

/// Returns the offset of the first occurrence of a pattern.
#[inline(never)]
pub(crate) fn find(text: &str, pattern: &str) -> Option<usize> {
    let (first, pattern) = (pattern.bytes().next()?, pattern.as_bytes());
    text.as_bytes().windows(pattern.len()).position(|window| window[0] == first && window == pattern)
}

/// Returns the offsets of all occurrences of a pattern, from the left, without overlaps.
pub(crate) fn occurrences<'a>(text: &'a str, pattern: &'a str) -> impl Iterator<Item = usize> + 'a {
    let mut at = 0;
    std::iter::from_fn(move || {
        let found = at + find(&text[at..], pattern)?;
        at = found + pattern.len();
        Some(found)
    })
}

/// Replaces every occurrence of a pattern by another text.
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
