//! The moves of the root position, and where an iteration over them stands.

use super::ReportLine;
use crate::engine::params as p;
use crate::engine::score::{INFINITE, Score, Value, is_decided};
use crate::engine::search::Variation;
use crate::engine::tt::Bound;
use crate::game::types::Move;

/// A move of the root position.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// By how much a level overrates it. It is in the values that follow, unless they are decided.
    pub(super) bias: Value,
    /// From the last time it was searched and was the best of its line, else `-INFINITE`.
    pub(super) value: Value,
    /// What `value` says: a window that was missed leaves a bound.
    pub(super) bound: Bound,
    /// Value and bound of the last pass that noted one.
    pub(super) previous: (Value, Bound),
    pub(super) depth: i32,
    /// Nodes spent on it.
    pub(super) nodes: u64,
    pub(super) pv: Variation,
}

impl RootMove {
    pub(super) fn new(mv: Move, bias: Value) -> RootMove {
        let previous = (-INFINITE, Bound::None);
        let pv = Variation::new();
        RootMove { mv, bias, value: -INFINITE, bound: Bound::None, previous, depth: 0, nodes: 0, pv }
    }

    /// Marks the move as not yet searched in this pass.
    pub(super) fn reset(&mut self) {
        if self.value > -INFINITE {
            self.previous = (self.value, self.bound);
        }
        self.value = -INFINITE;
    }

    /// The value of this pass, else of the last one that has any, and what it says.
    pub(super) fn known(&self) -> (Value, Bound) {
        if self.value > -INFINITE { (self.value, self.bound) } else { self.previous }
    }

    /// The value of the move itself.
    pub(super) fn worth(&self) -> Value {
        without(self.bias, self.known().0)
    }

    /// Whether it was searched at all.
    pub(super) fn is_searched(&self) -> bool {
        self.depth > 0
    }

    /// The line that begins with the move; before it is searched with the score `standing`.
    pub(super) fn line(&self, standing: Score) -> ReportLine {
        let bound = self.known().1;
        let (score, bound) =
            if self.is_searched() { (Score::from(self.worth()), bound) } else { (standing, Bound::None) };
        let pv = if self.pv.is_empty() { vec![self.mv] } else { self.pv.to_vec() };
        ReportLine { score, bound, depth: self.depth, pv }
    }
}

/// A value less a bias; what is decided has none.
pub(super) fn without(bias: Value, value: Value) -> Value {
    if is_decided(value) { value } else { value - bias }
}

/// Where the iteration stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor {
    pub(super) depth: i32,
    /// The line that is searched: root moves before it are settled in this iteration.
    pub(super) slot: usize,
    /// The root move that is searched next.
    pub(super) index: usize,
    /// The window of this pass over the root moves.
    pub(super) low: Value,
    pub(super) high: Value,
    /// How far the window is moved when a value lies outside.
    pub(super) delta: Value,
    /// The greatest value of this pass.
    pub(super) best: Value,
}

impl Cursor {
    /// The start of an iteration's slot with an open window.
    pub(super) fn at(depth: i32, slot: usize) -> Cursor {
        let (low, high) = (-INFINITE, INFINITE);
        Cursor { depth, slot, index: slot, low, high, delta: p::plain(p::ASPIRATION_DELTA), best: -INFINITE }
    }

    /// The start of another pass with a window that reaches further.
    pub(super) fn widened(self) -> Cursor {
        let (low, high) = match self.best <= self.low {
            true => (self.best - self.delta, (self.low + self.high) / 2),
            false => (self.low, self.best + self.delta),
        };
        let (low, high) = (low.max(-INFINITE), high.min(INFINITE));
        let is_wild = self.delta > 500 || is_decided(self.best);
        let (low, high) = if is_wild { (-INFINITE, INFINITE) } else { (low, high) };
        Cursor { index: self.slot, low, high, delta: self.delta * 2, best: -INFINITE, ..self }
    }
    /// What a value of this pass says.
    pub(super) fn bound(self, value: Value) -> Bound {
        match value {
            _ if value <= self.low => Bound::Upper,
            _ if value >= self.high => Bound::Lower,
            _ => Bound::Exact,
        }
    }
}
