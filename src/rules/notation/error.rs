//! The errors of texts that do not name a legal move.

use crate::types::{Move, Role, Square, shown};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// Most characters of a refused text that an error repeats.
const SHOWN: usize = 32;

/// The error of a text that does not name exactly one legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError {
    /// The text; a long text is cut, with `…` at the end.
    pub text: String,
    /// The reason for refusing it.
    pub reason: NotationReason,
}

/// The reason for refusing a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotationReason {
    /// The text is not a move in the notation.
    NotANotation,
    /// No piece of the side to move stands where the text says.
    NoSuchPiece {
        /// The role that the text names.
        role: Role,
    },
    /// The text fits several legal moves.
    Ambiguous {
        /// The legal moves that it fits.
        candidates: Vec<Move>,
    },
    /// The text is well formed, but the move is not legal.
    Illegal {
        /// The point of the piece, if the text fits only one piece.
        from: Option<Square>,
        /// The whole move, if the text fits only one move.
        mv: Option<Move>,
    },
}

impl NotationReason {
    /// Returns the stable name for programs: `notANotation`, `noSuchPiece`, `ambiguous` or
    /// `illegal`.
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

    /// Returns the [code](NotationReason::code) of the reason.
    pub const fn code(&self) -> &'static str {
        self.reason.code()
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}': {}", shown(&self.text), self.reason)
    }
}

impl core::error::Error for NotationError {}
