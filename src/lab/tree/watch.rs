//! Observes a running search: stops it, shows its progress, or records its steps.

use super::{Counts, Value};
use chuhe_rules::types::Move;

/// The reason for leaving a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The position was evaluated.
    Leaf,
    /// The side to move has no move, and has lost.
    Over,
    /// The value is a table entry.
    Known,
    /// All its moves were searched.
    Searched,
    /// The position is so good for its side to move that the opponent will avoid it.
    Cut {
        /// Number of moves that were not searched.
        left: usize,
    },
}

impl Kind {
    /// Returns the stable name for programs.
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

/// A step of a search. Every entered position is left again, after all positions that were entered
/// from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A position is entered.
    Enter {
        /// The move that led to the position; `None` for the first position.
        mv: Option<Move>,
        /// The remaining depth in plies.
        depth: u32,
        /// Alpha and beta for the side to move.
        window: (Value, Value),
    },
    /// A position is left.
    Leave {
        /// The value for the side to move.
        value: Value,
        /// The reason for leaving.
        kind: Kind,
    },
    /// The move that was just searched is better than expected and is searched again for its value.
    Again {
        /// A lower bound of the move's value, for the side that made it.
        value: Value,
    },
}

/// An observer of a search.
pub trait Watch {
    /// Returns whether the search should go on. The search calls this at every position.
    fn goes_on(&mut self, counts: &Counts) -> bool;

    /// Receives a step of the search.
    fn note(&mut self, _event: Event) {}
}

/// The observer that does nothing.
impl Watch for () {
    fn goes_on(&mut self, _counts: &Counts) -> bool {
        true
    }
}

/// A recorder of the steps of a search, up to a limit.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The recorded steps in order.
    pub events: Vec<Event>,
    limit: usize,
}

impl Trace {
    /// Returns a recorder of up to `limit` steps, which stops a search that takes more.
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
