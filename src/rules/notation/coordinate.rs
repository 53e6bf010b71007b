//! Reads and writes moves as two points, with ranks counted from 0 or from 1.
//!
//! UCCI, ICCS, Pikafish and Chuhe itself count ranks from 0, Fairy-Stockfish and PyChess from 1, so
//! that Black's left corner is `a9` or `a10`. A single move does not always show the counting:
//! `a1a2` is valid in both.

use crate::types::{Move, Square};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt;

/// The number of the rank nearest to Red.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum RankBase {
    /// Ranks are 0 to 9.
    #[default]
    Zero,
    /// Ranks are 1 to 10.
    One,
}

impl RankBase {
    /// Returns the number of Red's back rank.
    pub const fn first(self) -> u8 {
        match self {
            RankBase::Zero => 0,
            RankBase::One => 1,
        }
    }

    /// Returns the text of a point.
    pub fn write_square(self, square: Square) -> String {
        format!("{}{}", (b'a' + square.file()) as char, square.rank() + self.first())
    }

    /// Returns the text of a move.
    ///
    /// ```
    /// use chuhe_rules::notation::coordinate::RankBase;
    /// let mv = RankBase::Zero.read("a9b9")?;
    /// assert_eq!(RankBase::One.write(mv), "a10b10");
    /// assert_eq!(RankBase::One.read("a10b10")?, mv);
    /// # Ok::<(), chuhe_rules::notation::coordinate::NotAMove>(())
    /// ```
    pub fn write(self, mv: Move) -> String {
        format!("{}{}", self.write_square(mv.from()), self.write_square(mv.to()))
    }

    /// Returns the move that a text such as `h2e2` names.
    ///
    /// # Errors
    /// [`NotAMove`] if the text names no move.
    pub fn read(self, text: &str) -> Result<Move, NotAMove> {
        let points = self.split_square(text).and_then(|(from, rest)| {
            let (to, rest) = self.split_square(rest)?;
            rest.is_empty().then_some((from, to))
        });
        let mv = points.and_then(|(from, to)| Move::try_new(from, to));
        mv.ok_or_else(|| NotAMove { value: text.to_owned(), base: self })
    }

    /// Returns the point at the beginning of a text, and the rest of the text.
    fn split_square(self, text: &str) -> Option<(Square, &str)> {
        let file = text.bytes().next().filter(|letter| (b'a'..=b'i').contains(letter))? - b'a';
        let rest = &text[1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (rank, rest) = rest.split_at(digits);
        let is_plain = rank.len() == 1 || self == RankBase::One && rank == "10";
        let rank = rank.parse::<u8>().ok().filter(|_| is_plain)?.checked_sub(self.first())?;
        Some((Square::at(file as i8, rank as i8)?, rest))
    }
}

/// The error of a text that is not a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotAMove {
    /// The rejected text.
    pub value: String,
    /// The counting of ranks by which it was read.
    pub base: RankBase,
}

impl fmt::Display for NotAMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = (self.base.first(), self.base.first() + 9);
        write!(f, "'{}' is not a move: files are a to i, ranks {first} to {last}", self.value)
    }
}

impl core::error::Error for NotAMove {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn every_move_is_read_back_with_either_rank_base() {
        for from in Square::all() {
            for mv in Square::all().filter_map(|to| Move::try_new(from, to)) {
                for base in [RankBase::Zero, RankBase::One] {
                    assert_eq!(base.read(&base.write(mv)), Ok(mv));
                }
                assert_eq!(RankBase::Zero.write(mv), mv.to_string());
            }
        }
    }

    #[test]
    fn invalid_text_is_refused_and_repeated_in_the_error() {
        let bad =
            ["", "h2", "h2e", "h2e2e", "h2e10", "j2e2", "H2E2", "h2h2", "h02e2", "h2-e2", "車2e2", "h٢e2"];
        for text in bad {
            assert_eq!(RankBase::Zero.read(text).unwrap_err().value, text);
        }
        for text in ["h0e1", "a11a1", "a010a1", "a10a10", "a1a100"] {
            let error = RankBase::One.read(text).unwrap_err();
            assert!(error.to_string().contains(text) && error.to_string().contains("1 to 10"));
        }
    }

    #[test]
    fn rank_of_two_digits_ends_before_the_next_file() {
        assert_eq!(RankBase::One.read("a10a1").map(|mv| mv.to_string()).as_deref(), Ok("a9a0"));
        assert_eq!(RankBase::One.read("a1a10").map(|mv| mv.to_string()).as_deref(), Ok("a0a9"));
    }
}
