//! Why a move cannot be played.

use crate::game::bitboard::Bitboard;
use crate::game::board::Board;
use crate::game::types::Move;
use std::fmt;

/// Why a move cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// There is no piece on the source.
    NoPiece,
    /// The piece belongs to the other side.
    NotYours,
    /// A piece of one's own stands on the target.
    OwnPiece,
    /// The piece does not go there.
    CannotReach,
    /// The generals would face each other.
    GeneralsFace,
    /// The general is in check and would still be.
    StillInCheck,
    /// The general would be in check.
    LeavesCheck,
}

impl Refusal {
    /// A stable name for programs, such as `cannotReach`.
    pub const fn code(self) -> &'static str {
        match self {
            Refusal::NoPiece => "noPiece",
            Refusal::NotYours => "notYours",
            Refusal::OwnPiece => "ownPiece",
            Refusal::CannotReach => "cannotReach",
            Refusal::GeneralsFace => "generalsFace",
            Refusal::StillInCheck => "stillInCheck",
            Refusal::LeavesCheck => "leavesCheck",
        }
    }
}

/// Why `mv` is not legal on `board`; `None` when it is.
pub fn refusal(board: &Board, mv: Move) -> Option<Refusal> {
    let us = board.turn();
    let Some(piece) = board.piece_at(mv.from()) else { return Some(Refusal::NoPiece) };
    if piece.color() != us {
        return Some(Refusal::NotYours);
    }
    if board.of_color(us).has(mv.to()) {
        return Some(Refusal::OwnPiece);
    }
    if !board.is_pseudo_legal(mv) {
        return Some(Refusal::CannotReach);
    }
    let safety = board.safety();
    if board.is_safe(mv, &safety) {
        return None;
    }
    let mut after = board.clone();
    after.make(mv);
    let attackers = after.attackers(after.general(us), after.occupied(), !us, Bitboard::FULL);
    Some(if attackers.has(after.general(!us)) {
        Refusal::GeneralsFace
    } else if safety.checkers.is_empty() {
        Refusal::LeavesCheck
    } else {
        Refusal::StillInCheck
    })
}

/// A move that was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// Why.
    pub refusal: Refusal,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the move {} is illegal ({})", self.mv, self.refusal.code())
    }
}

impl std::error::Error for IllegalMove {}
