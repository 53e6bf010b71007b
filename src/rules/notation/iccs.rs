//! ICCS, such as `H2-E2`: files `A` to `I` from Red's left, ranks 0 to 9 from Red's back rank.
//!
//! The form is that of XQWLight's `cchess.js` and of the PGN tag `Format "ICCS"`.
//!
//! ```
//! use chuhe_rules::notation::iccs;
//! assert_eq!(iccs::write("h2e2".parse()?), "H2-E2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::coordinate::RankBase;
use super::error::NotationReason;
use super::plain::Plain;
use crate::board::Board;
use crate::types::Move;
use alloc::format;
use alloc::string::String;

/// Returns the text of a move.
pub fn write(mv: Move) -> String {
    format!("{}-{}", mv.from(), mv.to()).to_ascii_uppercase()
}

/// Reads a legal move as two points, in either case, with or without a dash between them.
pub(crate) fn read(board: &Board, plain: &Plain, base: RankBase) -> Result<Move, NotationReason> {
    let mut text: String = plain.iter().map(char::to_ascii_lowercase).collect();
    if let Some(dash) = text.find('-').filter(|dash| *dash >= 2 && is_letter(&text[dash + 1..])) {
        text.remove(dash);
    }
    let mv = base.read(&text).map_err(|_| NotationReason::NotANotation)?;
    if board.is_legal(mv) {
        return Ok(mv);
    }
    Err(NotationReason::Illegal { from: Some(mv.from()), mv: Some(mv) })
}

fn is_letter(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_lowercase())
}
