//! The moves of the root position, and where an iteration over them stands.

use super::ReportLine;
use crate::params as p;
use crate::score::{INFINITE, Score, Value, is_decided};
use crate::search::Variation;
use crate::tt::Bound;
use chuhe_rules::types::Move;

/// A move of the root position.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// By how much a level overrates it. It is in the values that follow, unless they are decided.
    pub(crate) bias: Value,
    /// From the last time it was searched and was the best of its line, else `-INFINITE`.
    pub(crate) value: Value,
    /// What `value` says: a window that was missed leaves a bound.
    pub(crate) bound: Bound,
    /// Value and bound of the last pass that noted one.
    pub(crate) previous: (Value, Bound),
    pub(crate) depth: i32,
    /// Nodes spent on it.
    pub(crate) nodes: u64,
    pub(crate) pv: Variation,
}

impl RootMove {
    pub(crate) fn new(mv: Move, bias: Value) -> RootMove {
        let previous = (-INFINITE, Bound::None);
        let pv = Variation::new();
        RootMove { mv, bias, value: -INFINITE, bound: Bound::None, previous, depth: 0, nodes: 0, pv }
    }

    /// Marks the move as not yet searched in this pass.
    pub(crate) fn reset(&mut self) {
        if self.value > -INFINITE {
            self.previous = (self.value, self.bound);
        }
        self.value = -INFINITE;
    }

    /// The value of this pass, else of the last one that has any, and what it says.
    pub(crate) fn known(&self) -> (Value, Bound) {
        if self.value > -INFINITE { (self.value, self.bound) } else { self.previous }
    }

    /// The value of the move itself.
    pub(crate) fn worth(&self) -> Value {
        without(self.bias, self.known().0)
    }

    /// Whether it was searched at all.
    pub(crate) fn is_searched(&self) -> bool {
        self.depth > 0
    }

    /// The line that begins with the move; before it is searched with the score `standing`.
    pub(crate) fn line(&self, standing: Score) -> ReportLine {
        let bound = self.known().1;
        let (score, bound) =
            if self.is_searched() { (Score::from(self.worth()), bound) } else { (standing, Bound::None) };
        let pv = if self.pv.is_empty() { vec![self.mv] } else { self.pv.to_vec() };
        ReportLine { score, bound, depth: self.depth, pv }
    }
}

/// A value less a bias; what is decided has none.
pub(crate) fn without(bias: Value, value: Value) -> Value {
    if is_decided(value) { value } else { value - bias }
}

/// Where the iteration stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor {
    pub(crate) depth: i32,
    /// The line that is searched: root moves before it are settled in this iteration.
    pub(crate) slot: usize,
    /// The root move that is searched next.
    pub(crate) index: usize,
    /// The window of this pass over the root moves.
    pub(crate) low: Value,
    pub(crate) high: Value,
    /// How far the window is moved when a value lies outside.
    pub(crate) delta: Value,
    /// The greatest value of this pass.
    pub(crate) best: Value,
}

impl Cursor {
    /// The start of an iteration's slot with an open window.
    pub(crate) fn at(depth: i32, slot: usize) -> Cursor {
        let (low, high) = (-INFINITE, INFINITE);
        Cursor { depth, slot, index: slot, low, high, delta: p::plain(p::ASPIRATION_DELTA), best: -INFINITE }
    }

    /// The start of another pass with a window that reaches further.
    pub(crate) fn widened(self) -> Cursor {
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
    pub(crate) fn bound(self, value: Value) -> Bound {
        match value {
            _ if value <= self.low => Bound::Upper,
            _ if value >= self.high => Bound::Lower,
            _ => Bound::Exact,
        }
    }
}
