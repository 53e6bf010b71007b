//! What is asked about a mistake, and what can be said of it.

use super::verdicts::Comparison;
use chuhe_rules::game::Game;
use chuhe_rules::types::{Move, Piece, Square};

/// A move in question.
#[derive(Debug)]
pub struct Question<'a> {
    /// The game before it.
    pub game: Game,
    /// The move.
    pub played: Move,
    /// The line after it.
    pub punishment: &'a [Move],
    /// The line instead of it, with the better move first.
    pub better: &'a [Move],
    /// Of the mover after either.
    pub scores: Comparison,
}

/// One fact: its name, whose pieces and how many moves.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Fact {
    /// A stable name for programs, such as `lose-piece-now`.
    pub name: String,
    /// The piece that it is about.
    pub piece: Option<Piece>,
    /// A second one.
    pub other: Option<Piece>,
    /// Where to look.
    pub square: Option<Square>,
    /// Moves, or soldiers' worth.
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

/// What is proved of a mistake.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Explanation {
    /// What happens, the gravest first.
    pub facts: Vec<Fact>,
    /// What on the board allows the first move of the punishment.
    pub reason: Option<Fact>,
}
