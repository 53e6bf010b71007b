//! Keys of parts of the position, for the correction of the evaluation.

use chuhe_rules::board::{Board, piece_key};
use chuhe_rules::types::{ByColor, Move, Piece, Role, Square};

/// Zobrist keys of parts of the position, updated with each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keys {
    /// The key of the soldiers of both sides.
    pub soldiers: u64,
    /// The key of each side's other pieces.
    pub others: ByColor<u64>,
}

impl Keys {
    /// Returns the keys of a board, computed from scratch.
    pub fn of(board: &Board) -> Keys {
        let mut keys = Keys { soldiers: 0, others: ByColor([0; 2]) };
        for (square, piece) in board.pieces() {
            keys.turn_over(piece, square);
        }
        keys
    }

    /// Updates the keys for a move of `piece`.
    #[inline]
    pub fn note(&mut self, piece: Piece, mv: Move, captured: Option<Piece>) {
        self.turn_over(piece, mv.from());
        self.turn_over(piece, mv.to());
        if let Some(captured) = captured {
            self.turn_over(captured, mv.to());
        }
    }

    /// Adds a piece on a point or removes it.
    #[inline]
    fn turn_over(&mut self, piece: Piece, square: Square) {
        let key = piece_key(piece, square);
        match piece.role() {
            Role::Soldier => self.soldiers ^= key,
            _ => self.others[piece.color()] ^= key,
        }
    }
}
