//! The part of the evaluation that is a sum over pieces, updated with each move.

use super::layout::{MATERIAL, PLACEMENT, half_index};
use super::tables::WEIGHTS;
use super::tapered::{Tapered, t};
use chuhe_rules::board::{Board, Observer};
use chuhe_rules::types::{Color, POINTS, Piece, Role, Square};

/// The weight of each role in the game phase. Both sides together start with [`FULL_PHASE`].
const PHASE: [u64; Role::NUM] = [0, 0, 0, 3, 6, 3, 0];
/// The phase of the start position.
pub const FULL_PHASE: i32 = 48;

/// `[piece][point]`, from Red's side: Black's values are negative.
static PIECE_SQUARE: [[Tapered; POINTS]; Piece::NUM] = {
    let mut table = [[t(0, 0); POINTS]; Piece::NUM];
    let mut role = 0;
    while role < Role::NUM {
        let mut point = 0;
        while point < POINTS {
            let square = Square::from_index(point);
            let bonus = WEIGHTS[PLACEMENT + role * 50 + half_index(square, Color::Red)];
            let value = WEIGHTS[MATERIAL + role].plus(bonus);
            table[role][point] = value;
            table[role + Role::NUM][square.flip_ranks().index()] = value.turned();
            point += 1;
        }
        role += 1;
    }
    table
};

/// `[piece]`: a 1 in the piece's four bits, and its weight in the phase in the upper eight.
static COUNTS: [u64; Piece::NUM] = {
    let mut table = [0; Piece::NUM];
    let mut piece = 0;
    while piece < Piece::NUM {
        table[piece] = 1 << (4 * piece) | PHASE[piece % Role::NUM] << 56;
        piece += 1;
    }
    table
};

/// Sums over the pieces of a board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sums {
    /// Material and placement, Red less Black.
    pub value: Tapered,
    /// Number of each piece in four bits, and the phase in the bits above.
    counts: u64,
}

impl Observer for Sums {
    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.value += PIECE_SQUARE[piece.index()][square.index()];
        self.counts += COUNTS[piece.index()];
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.value -= PIECE_SQUARE[piece.index()][square.index()];
        self.counts -= COUNTS[piece.index()];
    }
}

impl Sums {
    /// Returns the sums of a board, computed from scratch.
    pub fn of(board: &Board) -> Sums {
        let mut sums = Sums::default();
        for (square, piece) in board.pieces() {
            sums.put(piece, square);
        }
        sums
    }

    /// Returns the number of a side's pieces of one role.
    #[inline]
    pub fn count(&self, color: Color, role: Role) -> usize {
        (self.counts >> (4 * Piece::new(color, role).index()) & 15) as usize
    }

    /// Returns the phase of the game: [`FULL_PHASE`] with all attackers on the board, 0 with none.
    #[inline]
    pub fn phase(&self) -> i32 {
        ((self.counts >> 56) as i32).min(FULL_PHASE)
    }
}
