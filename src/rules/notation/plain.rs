//! Normalises the text of a move: removes white space and marks, and unifies the width of characters.

use arrayvec::ArrayVec;

/// Most characters of the text of a move, including marks at its end.
const LONGEST: usize = 16;

/// The significant characters of a text.
pub(crate) type Plain = ArrayVec<char, LONGEST>;

/// Returns the significant characters; `None` if they are too many for a move. Reads each character
/// once.
pub(crate) fn read(text: &str) -> Option<Plain> {
    let mut plain = Plain::new();
    for letter in text.chars().filter(|letter| !is_blank(*letter)) {
        plain.try_push(usual(letter)).ok()?;
    }
    while plain.last().is_some_and(|letter| matches!(letter, '+' | '!' | '?' | '#')) {
        plain.pop();
    }
    Some(plain)
}

/// Returns whether a character is white space or invisible.
fn is_blank(letter: char) -> bool {
    let is_invisible = matches!(
        letter,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
    );
    letter.is_whitespace() || is_invisible
}

/// Maps full-width characters to ASCII, dashes and dots to `-` and `.`, and a character with several
/// code points to the usual one. Some old encodings decode to compatibility forms, and text copied from
/// documents has radicals instead of characters (Unicode Standard, normalisation form KC).
fn usual(letter: char) -> char {
    match letter {
        '\u{f902}' | '\u{2f9e}' => '車',
        '\u{2fba}' => '馬',
        '\u{2f20}' => '士',
        '\u{2f00}' => '一',
        '\u{2f06}' => '二',
        '\u{2f0b}' => '八',
        '\u{f9d1}' => '六',
        '\u{f9d3}' => '陸',
        '\u{f96b}' => '參',
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '－' => '-',
        '·' | '•' | '・' | '．' | '。' => '.',
        '！'..='～' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    #[test]
    fn width_white_space_and_marks_are_ignored() {
        let read = |text| read(text).map(|plain| plain.into_iter().collect::<String>());
        assert_eq!(read(" Ｃ２ ＝５ ").as_deref(), Some("C2=5"));
        assert_eq!(read("\u{feff}炮\u{3000}８平５！？").as_deref(), Some("炮8平5"));
        assert_eq!(read("H2—E2+").as_deref(), Some("H2-E2"));
        assert_eq!(read("Ｐ．．６").as_deref(), Some("P..6"));
        assert_eq!(read("\u{f902}\u{f9d1}平\u{2f06}").as_deref(), Some("車六平二"));
        assert_eq!(read("??").as_deref(), Some(""));
        assert_eq!(read(&"C".repeat(LONGEST + 1)), None);
    }
}
