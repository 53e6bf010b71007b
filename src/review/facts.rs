//! The input and the result of explaining a mistake.

use super::verdicts::Comparison;
use chuhe_rules::game::Game;
use chuhe_rules::types::{Move, Piece, Square};

/// A move to explain, with the lines after it and instead of it.
#[derive(Debug)]
pub struct Question<'a> {
    /// The game before the move.
    pub game: Game,
    /// The move.
    pub played: Move,
    /// The line after the move.
    pub punishment: &'a [Move],
    /// The line instead of the move, beginning with the better move.
    pub better: &'a [Move],
    /// The mover's scores after the played and the better move.
    pub scores: Comparison,
}

/// A proved fact: its name, with the pieces, the square and the number that its sentence needs.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Fact {
    /// A stable name for programs, such as `lose-piece-now`.
    pub name: String,
    /// The piece of the fact.
    pub piece: Option<Piece>,
    /// The second piece of the fact.
    pub other: Option<Piece>,
    /// The square to mark on the board.
    pub square: Option<Square>,
    /// Number of moves, or value in soldiers.
    pub count: Option<usize>,
}

impl Fact {
    pub(crate) fn named(name: impl Into<String>) -> Fact {
        Fact { name: name.into(), ..Fact::default() }
    }

    pub(crate) fn at(name: &str, piece: Piece, square: Square) -> Fact {
        Fact { piece: Some(piece), square: Some(square), ..Fact::named(name) }
    }
}

/// The proved facts about a mistake.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Explanation {
    /// The effects of the move, the gravest first.
    pub facts: Vec<Fact>,
    /// The change on the board that allows the first move of the punishment.
    pub reason: Option<Fact>,
}
