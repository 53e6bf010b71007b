//! The root moves with their values, and the passes over them.
//!
//! A pass searches the root moves from the cursor's slot on, within one window, with the move loop of every
//! other node. The search leaves the loop after each move so that the session can report it. The session
//! decides what follows a pass.

use super::node::{Node, Paused, Progress, ResumePoint, SearchedMoves};
use super::node_type::Root;
use super::search_node::bound;
use super::{Search, Variation};
use crate::limits::Abort;
use crate::order::Picker;
use crate::params as p;
use crate::score::{INFINITE, MAX_PLY, Value, is_decided};
use crate::tt::Bound;
use chuhe_rules::types::Move;
use std::cmp::Reverse;

/// A move of the root position.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// Centipawns by which a level overrates the move. The values below include the bias unless they are
    /// decided.
    pub(crate) bias: Value,
    /// The value in this pass, if the move was the best of its line when it was searched, else `-INFINITE`.
    pub(crate) value: Value,
    /// The bound of `value`, since a pass that missed its window returns only a bound.
    pub(crate) bound: Bound,
    /// Value and bound of the last pass that recorded one.
    pub(crate) previous: (Value, Bound),
    pub(crate) depth: i32,
    /// Nodes searched below the move.
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

    /// Returns value and bound of this pass, else of the last one that recorded a value.
    pub(crate) fn latest(&self) -> (Value, Bound) {
        if self.value > -INFINITE { (self.value, self.bound) } else { self.previous }
    }

    /// Returns the value of the move without the bias.
    pub(crate) fn worth(&self) -> Value {
        without(self.bias, self.latest().0)
    }

    /// Returns whether the move was searched at all.
    pub(crate) fn is_searched(&self) -> bool {
        self.depth > 0
    }
}

/// Subtracts a bias from a value unless the value is decided.
#[inline]
pub(crate) fn without(bias: Value, value: Value) -> Value {
    if is_decided(value) { value } else { value - bias }
}

/// The progress of an iteration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor {
    pub(crate) depth: i32,
    /// The line that is searched, from 0. The root moves before this index are final in this iteration.
    pub(crate) slot: usize,
    /// The root move that is searched next.
    pub(crate) index: usize,
    /// The window of this pass over the root moves.
    pub(crate) low: Value,
    pub(crate) high: Value,
    /// Centipawns by which the window moves when a value lies outside.
    pub(crate) delta: Value,
}

impl Cursor {
    /// Returns the start of a slot in an iteration, with an open window.
    pub(crate) fn at(depth: i32, slot: usize) -> Cursor {
        let (low, high) = (-INFINITE, INFINITE);
        Cursor { depth, slot, index: slot, low, high, delta: p::plain(p::ASPIRATION_DELTA) }
    }

    /// Returns the start of another pass with a wider window, after a pass whose best value was `best`.
    pub(crate) fn widened(self, best: Value) -> Cursor {
        let (low, high) = match best <= self.low {
            true => (best - self.delta, (self.low + self.high) / 2),
            false => (self.low, best + self.delta),
        };
        let (low, high) = (low.max(-INFINITE), high.min(INFINITE));
        let is_wild = self.delta > 500 || is_decided(best);
        let (low, high) = if is_wild { (-INFINITE, INFINITE) } else { (low, high) };
        Cursor { index: self.slot, low, high, delta: self.delta * 2, ..self }
    }
}

impl Default for Cursor {
    fn default() -> Cursor {
        Cursor::at(1, 0)
    }
}

/// The root moves and the current pass over them.
#[derive(Default)]
pub(crate) struct RootMoves {
    /// The root moves. Those before the cursor's slot are final in this iteration.
    pub(crate) moves: Vec<RootMove>,
    pub(crate) cursor: Cursor,
}

impl RootMoves {
    /// Returns the state at the start of a job with these moves.
    pub(crate) fn start(moves: Vec<RootMove>) -> RootMoves {
        RootMoves { moves, cursor: Cursor::default() }
    }

    /// Returns the move at the cursor, which is being searched.
    pub(crate) fn current(&mut self) -> &mut RootMove {
        &mut self.moves[self.cursor.index]
    }

    /// Returns whether the pass has another move to search.
    pub(crate) fn has_next(&self) -> bool {
        self.cursor.index < self.moves.len()
    }

    /// Records the value of the current move, before the node does, and advances to the next move. `tail` is
    /// the line after the current move.
    pub(crate) fn note(&mut self, node: &Node, progress: &Progress, value: Value, tail: &Variation) {
        let depth = self.cursor.depth;
        let root = self.current();
        if is_noted(node, progress, value) {
            root.value = value;
            root.bound = bound(value, progress.original_alpha, node.beta);
            root.depth = depth;
        }
        if value > node.alpha || root.pv.is_empty() && progress.count == 1 {
            root.pv.clear();
            root.pv.push(root.mv);
            root.pv.extend(tail.iter().copied().take(MAX_PLY - 1));
        }
        self.cursor.index += 1;
    }

    /// Sorts the moves from the slot on, the best first.
    pub(crate) fn settle(&mut self) {
        let slot = self.cursor.slot.min(self.moves.len());
        sort_by_value(&mut self.moves[slot..]);
    }

    /// Marks the moves from the slot on as not yet searched in this pass.
    pub(crate) fn reset_values(&mut self) {
        self.moves[self.cursor.slot..].iter_mut().for_each(RootMove::reset);
    }
}

/// Sorts root moves, the best first.
pub(crate) fn sort_by_value(moves: &mut [RootMove]) {
    moves.sort_by_key(|root| Reverse(root.value));
}

/// Returns whether the value of the current root move is recorded: always for the first move, for others only
/// if they are better than the moves before.
pub(crate) fn is_noted(node: &Node, progress: &Progress, value: Value) -> bool {
    progress.count == 1 || value > node.alpha
}

/// The state of a pass after the search has left the loop over the root moves.
pub(crate) enum Pass {
    /// A move is done, and others follow.
    Running,
    /// The pass has begun again from its first move, with a strict line.
    Restarted,
    /// All moves are searched or one has reached beta; the best value.
    Over(Value),
    /// The search was aborted within a move.
    Aborted(Abort),
}

impl Search {
    /// Searches the next root move, or continues with the current one.
    pub(crate) fn search_root(&mut self) -> Pass {
        self.aborted = None;
        let (node, progress, current) = match self.paused.pop() {
            Some(Paused { node, resume_point: ResumePoint::Moves(moves) }) => {
                let (progress, current) = *moves;
                (node, progress, current)
            }
            _ => {
                let (node, progress) = self.open_root();
                (node, progress, None)
            }
        };
        let best = self.run_moves::<Root>(node, progress, current);
        match self.aborted {
            Some(abort) => Pass::Aborted(abort),
            None if self.paused.is_empty() => Pass::Over(best),
            None if self.root.cursor.index == self.root.cursor.slot => Pass::Restarted,
            None => Pass::Running,
        }
    }

    /// Returns the root node at the start of a pass.
    pub(crate) fn open_root(&self) -> (Node, Progress) {
        let Cursor { depth, slot, low, high, .. } = self.root.cursor;
        let moves = self.root.moves[slot..].iter().map(|root| root.mv);
        let progress = Progress {
            picker: Picker::listed(&self.line, moves),
            searched: SearchedMoves::default(),
            best: -INFINITE,
            best_move: None,
            count: 0,
            original_alpha: low,
            checks: None,
        };
        (Node::root((low, high), depth, self.line.in_check()), progress)
    }
}
