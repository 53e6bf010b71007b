//! Explains why a move cannot be played.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::types::{Move, Piece, Role, Square};
use core::fmt;

/// The reason why a move cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// There is no piece on the source.
    NoPiece,
    /// The piece belongs to the other side.
    NotYours,
    /// A piece of the side to move stands on the target.
    OwnPiece,
    /// The piece does not reach the target.
    CannotReach(Obstacle),
    /// The generals would face each other.
    GeneralsFace,
    /// The general is in check and would remain in check.
    StillInCheck,
    /// The general would be in check.
    LeavesCheck,
}

impl Refusal {
    /// Returns the stable name for programs, such as `cannotReach`.
    pub const fn code(self) -> &'static str {
        match self {
            Refusal::NoPiece => "noPiece",
            Refusal::NotYours => "notYours",
            Refusal::OwnPiece => "ownPiece",
            Refusal::CannotReach(_) => "cannotReach",
            Refusal::GeneralsFace => "generalsFace",
            Refusal::StillInCheck => "stillInCheck",
            Refusal::LeavesCheck => "leavesCheck",
        }
    }
}

/// The reason why a piece does not reach a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// The piece never moves in this way.
    NotItsMove,
    /// A piece on this point blocks the way: the first one on the line, at the horse's leg or in the elephant's
    /// eye.
    Blocked(Square),
    /// A cannon captures over exactly one piece, but this many stand between it and its target.
    Screens(u32),
    /// An elephant does not cross the river.
    River,
    /// A general or an advisor does not leave its palace.
    Palace,
    /// A soldier does not move back.
    Back,
    /// A soldier moves sideways only across the river.
    NotAcross,
}

impl Obstacle {
    /// Returns the stable name for programs, such as `blocked`.
    pub const fn code(self) -> &'static str {
        match self {
            Obstacle::NotItsMove => "notItsMove",
            Obstacle::Blocked(_) => "blocked",
            Obstacle::Screens(_) => "screens",
            Obstacle::River => "river",
            Obstacle::Palace => "palace",
            Obstacle::Back => "back",
            Obstacle::NotAcross => "notAcross",
        }
    }
}

/// Returns the reason why a piece does not reach a point that holds no piece of its own side.
fn obstacle(board: &Board, piece: Piece, mv: Move) -> Obstacle {
    let (from, to, color) = (mv.from(), mv.to(), piece.color());
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    let (wide, high) = (files.abs(), ranks.abs());
    // The point in the middle of a leap, and the first piece on a line.
    let middle = || from.try_offset(files / 2, ranks / 2).map_or(Obstacle::NotItsMove, Obstacle::Blocked);
    let between = attacks::between(from, to) & board.occupied();
    let first = || between.into_iter().min_by_key(|square| square.index().abs_diff(from.index()));
    match piece.role() {
        Role::Rook => first().map_or(Obstacle::NotItsMove, Obstacle::Blocked),
        Role::Cannon if wide > 0 && high > 0 => Obstacle::NotItsMove,
        Role::Cannon if board.piece_at(to).is_some() => Obstacle::Screens(between.count()),
        Role::Cannon => first().map_or(Obstacle::NotItsMove, Obstacle::Blocked),
        Role::Horse if wide * high == 2 => middle(),
        Role::Elephant if (wide, high) == (2, 2) && to.across_river(color) => Obstacle::River,
        Role::Elephant if (wide, high) == (2, 2) => middle(),
        Role::General | Role::Advisor if !to.in_palace(color) => Obstacle::Palace,
        Role::Soldier if to.relative_rank(color) < from.relative_rank(color) => Obstacle::Back,
        Role::Soldier if (wide, high) == (1, 0) => Obstacle::NotAcross,
        _ => Obstacle::NotItsMove,
    }
}

/// Returns the reason why `mv` is not legal on `board`; `None` if it is legal.
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
        return Some(Refusal::CannotReach(obstacle(board, piece, mv)));
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

/// The error of a refused move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// The reason for refusing it.
    pub refusal: Refusal,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the move {} is illegal ({})", self.mv, self.refusal.code())
    }
}

impl core::error::Error for IllegalMove {}
