//! What a position is worth: the evaluations of the source reports, and the engine's.

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
    /// Material and where it stands, both alike, as in report C.
    ReportC,
    /// Material and eight times where it stands, as in report E.
    ReportE,
    /// The handcrafted evaluation of the engine.
    Chuhe,
}

/// What a piece adds to an evaluation, for its own side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Where it stands.
    pub square: Square,
    /// The piece.
    pub piece: Piece,
    /// For what it is.
    pub material: Value,
    /// For where it stands, as much as the judge makes of that.
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
    /// What a position is worth for its side to move.
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

    /// What an evaluation is the sum of, piece by piece; without [`Judge::Chuhe`], for which this is no such sum.
    pub fn parts(self, board: &Board) -> impl Iterator<Item = Part> {
        let is_sum = self != Judge::Chuhe;
        board.pieces().filter(move |_| is_sum).map(move |(square, piece)| Part {
            square,
            piece,
            material: self.material(piece.role()),
            placement: self.weight() * stand(piece, square),
        })
    }

    /// What a piece is worth wherever it stands.
    pub(crate) const fn material(self, role: Role) -> Value {
        match (self, role) {
            (Judge::ReportA, Role::Soldier) => 15,
            (Judge::ReportA, Role::Cannon) => 80,
            (Judge::ReportA, Role::Rook) => 100,
            (Judge::ReportA, Role::Horse) => 60,
            (Judge::ReportA, Role::Elephant | Role::Advisor) => 20,
            (Judge::ReportA, Role::General) => 1_000,
            // The other reports do not list theirs, or only in part: those of B serve.
            (_, Role::Soldier) => 100,
            (_, Role::Cannon) => 300,
            (_, Role::Rook) => 700,
            (_, Role::Horse) => 320,
            (_, Role::Elephant | Role::Advisor) => 150,
            (_, Role::General) => 10_000,
        }
    }

    /// What a piece is worth where it stands, apart from its material.
    pub(crate) fn placement(self, piece: Piece, square: Square) -> Value {
        self.weight().max(1) * stand(piece, square)
    }

    /// How much it counts where a piece stands.
    const fn weight(self) -> Value {
        match self {
            Judge::ReportA | Judge::ReportB => 0,
            Judge::ReportC | Judge::Chuhe => 1,
            Judge::ReportE => 8,
        }
    }
}

/// Where a piece stands well, by rules of thumb that can be checked by hand: soldiers across the river, the nearer
/// to the palace's middle the better, but not on the last rank; horses and rooks off their own back rank; horses
/// and cannons towards the middle file; defenders in the middle.
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
