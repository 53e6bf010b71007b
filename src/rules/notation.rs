//! Reads and writes moves in the notations in use.
//!
//! [`Notation`] reads and writes each of six notations. Reading matches a text with the legal moves of a
//! board and returns a legal move, or an error with the reason. A text that fits several legal moves is
//! an error, never a guess. In a valid position (see [`super::fen::Setup::validate`]) no two legal moves
//! have the same text, and a written move is read back as the same move.
//!
//! The readers treat full-width and half-width characters alike. They ignore white space, and the marks
//! `+ ! ? #` after a move.

pub mod chinese;
pub mod coordinate;
mod description;
mod error;
pub mod iccs;
mod matching;
mod plain;
pub mod vietnamese;
pub mod wxf;

use super::board::Board;
use super::types::Move;
use alloc::string::String;
use alloc::vec::Vec;
use coordinate::RankBase;
pub use error::{NotationError, NotationReason};
use plain::Plain;

/// A notation for moves. Each example moves Red's right cannon to the centre.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// `炮二平五`, see [`chinese`].
    Chinese,
    /// `C2.5`, see [`wxf`].
    Wxf,
    /// `P2-5`, see [`vietnamese`].
    Vietnamese,
    /// `H2-E2`, see [`iccs`].
    Iccs,
    /// `h2e2`: points with ranks 0 to 9, as in UCCI, Pikafish and Chuhe itself.
    Ucci,
    /// `h3e3`: points with ranks 1 to 10, as in Fairy-Stockfish and PyChess.
    Uci,
}

crate::codes! {
    Notation:
    Chinese = "chinese",
    Wxf = "wxf",
    Vietnamese = "vietnamese",
    Iccs = "iccs",
    Ucci = "ucci",
    Uci = "uci",
}

impl Notation {
    /// Returns the text of a move; `None` when it is not legal on `board`.
    ///
    /// ```
    /// use chuhe_rules::{fen, notation::Notation};
    /// let board = fen::start();
    /// let mv = "h2e2".parse()?;
    /// let written = Notation::ALL.map(|notation| notation.write(&board, mv).unwrap_or_default());
    /// assert_eq!(written, ["炮二平五", "C2.5", "P2-5", "H2-E2", "h2e2", "h3e3"]);
    /// # Ok::<(), chuhe_rules::types::CoordinateError>(())
    /// ```
    pub fn write(self, board: &Board, mv: Move) -> Option<String> {
        if !board.is_legal(mv) {
            return None;
        }
        match self {
            Notation::Chinese => chinese::write(board, mv),
            Notation::Wxf => wxf::write(board, mv),
            Notation::Vietnamese => vietnamese::write(board, mv),
            Notation::Iccs => Some(iccs::write(mv)),
            Notation::Ucci => Some(RankBase::Zero.write(mv)),
            Notation::Uci => Some(RankBase::One.write(mv)),
        }
    }

    /// Returns the texts of moves played one after another from `board`, up to the first illegal move.
    pub fn write_line(self, board: &Board, moves: impl IntoIterator<Item = Move>) -> Vec<String> {
        let mut board = board.clone();
        let mut write = |mv| {
            let text = self.write(&board, mv)?;
            board.make(mv);
            Some(text)
        };
        moves.into_iter().map_while(&mut write).collect()
    }

    /// Returns the legal move that a text of this notation names. ICCS and UCCI are read alike.
    ///
    /// ```
    /// use chuhe_rules::{fen, notation::{Notation, NotationReason}};
    /// let board = fen::start();
    /// assert_eq!(Notation::Chinese.read(&board, "傌８進７")?.to_string(), "b0c2");
    /// assert_eq!(Notation::Wxf.read(&board, "c2=5")?.to_string(), "h2e2");
    /// let refused = Notation::Wxf.read(&board, "C+.5").unwrap_err();
    /// assert_eq!(refused.to_string(), "'C+.5': no cannon of the side to move stands so");
    /// # Ok::<(), chuhe_rules::notation::NotationError>(())
    /// ```
    ///
    /// # Errors
    /// A [`NotationReason`] if the text is not a move of this notation, or does not name exactly one
    /// legal move.
    pub fn read(self, board: &Board, text: &str) -> Result<Move, NotationError> {
        let read = plain::read(text).ok_or(NotationReason::NotANotation);
        read.and_then(|plain| self.read_plain(board, &plain))
            .map_err(|reason| NotationError::new(text, reason))
    }

    fn read_plain(self, board: &Board, plain: &Plain) -> Result<Move, NotationReason> {
        match self {
            Notation::Chinese => chinese::read(board, plain),
            Notation::Wxf => wxf::read(board, plain),
            Notation::Vietnamese => vietnamese::read(board, plain),
            Notation::Iccs | Notation::Ucci => iccs::read(board, plain, RankBase::Zero),
            Notation::Uci => iccs::read(board, plain, RankBase::One),
        }
    }
}

/// Returns the legal move that a text names in any notation. The text determines the notation: only
/// Chinese notation has Chinese characters, and only coordinates have a letter after the second
/// character. `base` says how coordinates count ranks. A text that can be WXF or Vietnamese is read as
/// WXF, unless it is a legal move only in Vietnamese.
///
/// ```
/// use chuhe_rules::{fen, notation::{coordinate::RankBase, read_any}};
/// let board = fen::start();
/// for text in ["炮二平五", "C2=5", "P2-5", "H2-E2", "h2e2", "h2e2!"] {
///     assert_eq!(read_any(&board, text, RankBase::Zero)?.to_string(), "h2e2");
/// }
/// assert_eq!(read_any(&board, "h3e3", RankBase::One)?.to_string(), "h2e2");
/// # Ok::<(), chuhe_rules::notation::NotationError>(())
/// ```
///
/// # Errors
/// As [`Notation::read`].
pub fn read_any(board: &Board, text: &str, base: RankBase) -> Result<Move, NotationError> {
    read_but_vietnamese(board, text, base)
        .or_else(|error| Notation::Vietnamese.read(board, text).map_err(|_| error))
}

/// Reads a move in any notation except Vietnamese; see [`read_any`].
///
/// # Errors
/// As [`Notation::read`].
#[doc(hidden)]
pub fn read_but_vietnamese(board: &Board, text: &str, base: RankBase) -> Result<Move, NotationError> {
    let error = |reason| NotationError::new(text, reason);
    let plain = plain::read(text).ok_or_else(|| error(NotationReason::NotANotation))?;
    notation_of(&plain, base).read_plain(board, &plain).map_err(error)
}

/// Returns the only notation, except Vietnamese, to which a text can belong.
fn notation_of(plain: &Plain, base: RankBase) -> Notation {
    if plain.iter().any(|letter| !letter.is_ascii()) {
        return Notation::Chinese;
    }
    match (plain.iter().skip(2).any(char::is_ascii_alphabetic), base) {
        (false, _) => Notation::Wxf,
        (true, RankBase::Zero) => Notation::Ucci,
        (true, RankBase::One) => Notation::Uci,
    }
}
