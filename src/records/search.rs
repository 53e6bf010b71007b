//! Looking for short texts in long ones. One small function instead of the standard library's search at
//! every place, which is made for long patterns and would weigh on the download of the page.

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
