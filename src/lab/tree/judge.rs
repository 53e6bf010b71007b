//! The evaluations of the source reports, and that of the engine.

use super::Value;
use chuhe_engine::eval::hand;
use chuhe_rules::board::Board;
use chuhe_rules::types::{Piece, Role, Square};

/// An evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Judge {
    /// Material alone, as report A counts it.
    ReportA,
    /// Material alone, as report B counts it.
    ReportB,
    /// Material and placement with equal weights, as in report C.
    ReportC,
    /// Material and eight times the placement, as in report E.
    ReportE,
    /// The handcrafted evaluation of the engine.
    Chuhe,
}

/// The contribution of a piece to an evaluation, for its own side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The point of the piece.
    pub square: Square,
    /// The piece.
    pub piece: Piece,
    /// The value of its role.
    pub material: Value,
    /// The value of its point, weighted by the judge.
    pub placement: Value,
}

chuhe_rules::codes! {
    Judge:
    ReportA = "a",
    ReportB = "b",
    ReportC = "c",
    ReportE = "e",
    Chuhe = "chuhe",
}

impl Judge {
    /// Returns the value of a position for the side to move.
    pub fn evaluate(self, board: &Board) -> Value {
        if self == Judge::Chuhe {
            return hand::evaluate(board, &hand::Sums::of(board));
        }
        let worth = |part: Part| {
            let value = part.material + part.placement;
            if part.piece.color() == board.turn() { value } else { -value }
        };
        self.parts(board).map(worth).sum()
    }

    /// Returns the parts of which the evaluation is the sum, piece by piece. [`Judge::Chuhe`] has none, because
    /// its evaluation is not such a sum.
    pub fn parts(self, board: &Board) -> impl Iterator<Item = Part> {
        let is_sum = self != Judge::Chuhe;
        board.pieces().filter(move |_| is_sum).map(move |(square, piece)| Part {
            square,
            piece,
            material: self.material(piece.role()),
            placement: self.weight() * stand(piece, square),
        })
    }

    /// Returns the value of a role on any point.
    pub(crate) const fn material(self, role: Role) -> Value {
        match (self, role) {
            (Judge::ReportA, Role::Soldier) => 15,
            (Judge::ReportA, Role::Cannon) => 80,
            (Judge::ReportA, Role::Rook) => 100,
            (Judge::ReportA, Role::Horse) => 60,
            (Judge::ReportA, Role::Elephant | Role::Advisor) => 20,
            (Judge::ReportA, Role::General) => 1_000,
            // The other reports do not list all of their values, so those of report B are used.
            (_, Role::Soldier) => 100,
            (_, Role::Cannon) => 300,
            (_, Role::Rook) => 700,
            (_, Role::Horse) => 320,
            (_, Role::Elephant | Role::Advisor) => 150,
            (_, Role::General) => 10_000,
        }
    }

    /// Returns the value of a piece's point, without its material.
    pub(crate) fn placement(self, piece: Piece, square: Square) -> Value {
        self.weight().max(1) * stand(piece, square)
    }

    /// Returns the weight of the placement.
    const fn weight(self) -> Value {
        match self {
            Judge::ReportA | Judge::ReportB => 0,
            Judge::ReportC | Judge::Chuhe => 1,
            Judge::ReportE => 8,
        }
    }
}

/// Returns the value of a piece's point by rules of thumb that can be checked by hand. Soldiers gain across the
/// river, more so near the middle of the palace, but not on the last rank. Horses and rooks gain off their own
/// back rank, horses and cannons towards the middle file, and defenders in the middle.
fn stand(piece: Piece, square: Square) -> Value {
    let (color, rank) = (piece.color(), Value::from(square.relative_rank(piece.color())));
    let middle = 4 - (Value::from(square.file()) - 4).abs();
    match piece.role() {
        Role::Soldier if !square.across_river(color) => rank - 3,
        Role::Soldier if rank == 9 => 2,
        Role::Soldier => 2 + 2 * middle + rank,
        Role::Horse => 2 * middle + if rank == 0 { -6 } else { rank.min(6) },
        Role::Rook => {
            if rank == 0 {
                -4
            } else {
                middle
            }
        }
        Role::Cannon => middle,
        Role::Advisor | Role::Elephant => {
            if middle == 4 {
                2
            } else {
                0
            }
        }
        Role::General => -3 * rank,
    }
}
