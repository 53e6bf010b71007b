//! Why a text is not read as a move.

use crate::types::{Move, Role, Square, shown};
use std::fmt;

/// How many characters of a refused text an error repeats.
const SHOWN: usize = 32;

/// A text that does not name one legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError {
    /// The text; a long one is cut, with `…` at the end.
    pub text: String,
    /// What is wrong with it.
    pub reason: NotationReason,
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotationReason {
    /// It is no move in the notation.
    NotANotation,
    /// No piece of the side to move stands where it says.
    NoSuchPiece {
        /// What the piece would be.
        role: Role,
    },
    /// It fits several legal moves.
    Ambiguous {
        /// Those moves.
        candidates: Vec<Move>,
    },
    /// It is well formed, but the move is not legal.
    Illegal {
        /// Where the piece stands, if the text fits one piece only.
        from: Option<Square>,
        /// The whole move, if the text fits one only.
        mv: Option<Move>,
    },
}

impl NotationReason {
    /// A stable name: `notANotation`, `noSuchPiece`, `ambiguous` or `illegal`.
    pub const fn code(&self) -> &'static str {
        match self {
            NotationReason::NotANotation => "notANotation",
            NotationReason::NoSuchPiece { .. } => "noSuchPiece",
            NotationReason::Ambiguous { .. } => "ambiguous",
            NotationReason::Illegal { .. } => "illegal",
        }
    }
}

impl fmt::Display for NotationReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotationReason::NotANotation => write!(f, "not a move in this notation"),
            NotationReason::NoSuchPiece { role } => {
                write!(f, "no {} of the side to move stands so", role.name())
            }
            NotationReason::Ambiguous { candidates } => {
                let moves: Vec<String> = candidates.iter().map(Move::to_string).collect();
                write!(f, "fits several moves: {}", moves.join(", "))
            }
            NotationReason::Illegal { mv: Some(mv), .. } => write!(f, "the move {mv} is not legal"),
            NotationReason::Illegal { from: Some(from), .. } => {
                write!(f, "the piece on {from} cannot move so")
            }
            NotationReason::Illegal { .. } => write!(f, "no piece can move so"),
        }
    }
}

impl NotationError {
    pub(crate) fn new(text: &str, reason: NotationReason) -> NotationError {
        let text = match text.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.to_owned(),
        };
        NotationError { text, reason }
    }

    /// The [code](NotationReason::code) of the reason.
    pub const fn code(&self) -> &'static str {
        self.reason.code()
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}': {}", shown(&self.text), self.reason)
    }
}

impl std::error::Error for NotationError {}
