//! A position of a game: the board with its counters.
//!
//! ```
//! use chuhe_rules::{Color, Position};
//! let position = Position::default();
//! assert_eq!(position.board.turn(), Color::Red);
//! assert_eq!((position.no_capture, position.fullmove), (0, 1));
//! ```
//!
//! [`super::fen`] reads and writes positions, and reports why one breaks the rules.

use super::board::Board;

/// A position that obeys the rules, with its counters.
///
/// ```
/// let position: chuhe_rules::fen::Position = "4k4/9/9/9/9/9/9/9/9/3K4R r".parse()?;
/// assert_eq!(position.to_string(), "4k4/9/9/9/9/9/9/9/9/3K4R w - - 0 1");
/// # Ok::<(), chuhe_rules::fen::FenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// Pieces and side to move.
    pub board: Board,
    /// Plies since the last capture.
    pub no_capture: u32,
    /// The number of the next move.
    pub fullmove: u32,
}
