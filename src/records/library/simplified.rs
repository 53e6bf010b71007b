//! Converts Chinese characters to their simplified form, so that a search for 胡荣华 also finds 胡榮華.

use std::cmp::Ordering;

/// The traditional and the simplified form of characters, one pair on each line, sorted by the traditional form. Each
/// character has three bytes. The table has the characters of Big5 whose simplified form is in GB 2312, from
/// `TSCharacters` of OpenCC (Apache-2.0, <https://github.com/BYVoid/OpenCC>). If OpenCC has several simplified forms,
/// the table has the first.
const TABLE: &str = include_str!("simplified.txt");
/// The number of bytes of a character, and of a line with its line break.
const LETTER: usize = 3;
const LINE: usize = 2 * LETTER + 1;

/// Returns the simplified form of a character, or the character if it has none.
fn simplified(letter: char) -> char {
    let mut bytes = [0; 4];
    if letter.is_ascii() || letter.encode_utf8(&mut bytes).len() != LETTER {
        return letter;
    }
    // The bytes of UTF-8 sort in the same order as the characters.
    let (mut first, mut end) = (0, TABLE.len() / LINE);
    while first < end {
        let middle = first.midpoint(end);
        let line = &TABLE[middle * LINE..];
        match line.as_bytes()[..LETTER].cmp(&bytes[..LETTER]) {
            Ordering::Less => first = middle + 1,
            Ordering::Greater => end = middle,
            Ordering::Equal => return line[LETTER..].chars().next().unwrap_or(letter),
        }
    }
    letter
}

/// Returns a text in lower case and with simplified characters, for comparisons.
pub fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.chars().flat_map(char::to_lowercase).map(simplified).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order_and_has_nothing_twice() {
        let lines: Vec<&str> = TABLE.lines().collect();
        assert!(lines.len() > 2_000 && TABLE.len() == lines.len() * LINE);
        assert!(lines.is_sorted_by(|one, next| one[..LETTER] < next[..LETTER]));
        assert!(lines.iter().all(|line| line.chars().count() == 2 && line.len() == 2 * LETTER));
    }

    #[test]
    fn traditional_and_simplified_texts_are_equal() {
        for (traditional, other) in
            [("胡榮華", "胡荣华"), ("呂欽", "吕钦"), ("許銀川", "许银川"), ("Lý HUYNH", "lý huynh")]
        {
            assert_eq!(folded(traditional), folded(other));
        }
        assert_eq!(folded("炮二平五, C2.5 …"), "炮二平五, c2.5 …");
        assert_ne!(folded("王天一"), folded("王天"));
    }
}
