//! Looking on while a search works: to stop it, to show how far it is, to keep its steps.

use super::{Counts, Value};
use chuhe_rules::types::Move;

/// Why a position was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It was judged as it stands.
    Leaf,
    /// The side to move has no move, and has lost.
    Over,
    /// The table knew its value.
    Known,
    /// All its moves were searched.
    Searched,
    /// It is so good that the opponent will not let it come about.
    Cut {
        /// Moves that were not looked at.
        left: usize,
    },
}

impl Kind {
    /// A stable name for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Kind::Leaf => "leaf",
            Kind::Over => "over",
            Kind::Known => "known",
            Kind::Searched => "searched",
            Kind::Cut { .. } => "cut",
        }
    }
}

/// A step of a search. Each position that is entered is left, after those entered meanwhile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A position is entered.
    Enter {
        /// The move that led there; `None` for the first position.
        mv: Option<Move>,
        /// Plies left.
        depth: u32,
        /// Alpha and beta of its side to move.
        window: (Value, Value),
    },
    /// It is left again.
    Leave {
        /// For its side to move.
        value: Value,
        /// Why.
        kind: Kind,
    },
    /// The move just searched is better than expected, and is searched again for its value.
    Again {
        /// What it is worth at least, for the side that made it.
        value: Value,
    },
}

/// Somebody who looks on.
pub trait Watch {
    /// Whether the search is to go on; asked at every position.
    fn goes_on(&mut self, counts: &Counts) -> bool;

    /// A step of the search.
    fn note(&mut self, _event: Event) {}
}

/// Nobody looks on.
impl Watch for () {
    fn goes_on(&mut self, _counts: &Counts) -> bool {
        true
    }
}

/// The steps of a search, as long as they are not too many.
#[derive(Clone, Debug)]
pub struct Trace {
    /// In order.
    pub events: Vec<Event>,
    limit: usize,
}

impl Trace {
    /// Keeps up to `limit` steps; a search that takes more is stopped.
    pub fn new(limit: usize) -> Trace {
        Trace { events: Vec::new(), limit }
    }
}

impl Watch for Trace {
    fn goes_on(&mut self, _counts: &Counts) -> bool {
        self.events.len() <= self.limit
    }

    fn note(&mut self, event: Event) {
        self.events.push(event);
    }
}
