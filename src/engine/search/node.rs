//! The state of a node during its search and while the search is paused.
//!
//! A slice ends between two nodes. The search then stores each node on the path as a [`Paused`], from the
//! deepest node up to the root. The next slice restores them on its way down and continues as if nothing had
//! happened. The root is also stored after each of its moves, so that the session can report the move and check
//! its limits.
//!
//! After a pause a stage finds its [`Node`], its [`ResumePoint`] and the line unchanged. The table, the
//! histories, the cut-off counters and the variations have changed, because the search below has continued. The
//! doc of each stage says what it reads before it descends again.

use super::reductions::Trial;
use crate::order::Picker;
use crate::score::{INFINITE, Value};
use crate::tt::TtEntry;
use arrayvec::ArrayVec;
use chuhe_rules::movegen::Checks;
use chuhe_rules::types::Move;

/// A node during its search. Values are from the view of its side to move.
pub(crate) struct Node {
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    pub(crate) in_check: bool,
    /// Whether a cut-off is expected.
    pub(crate) expects_cut: bool,
    /// The table entry from when the node was opened.
    pub(crate) tt_entry: Option<TtEntry>,
    /// Whether the table move is a capture.
    pub(crate) tt_captures: bool,
    /// The move excluded by a search that tests whether the other moves are worse.
    pub(crate) excluded: Option<Move>,
    /// The static evaluation, improved by the table entry; `-INFINITE` in check.
    pub(crate) eval: Value,
    /// The static evaluation, corrected; `-INFINITE` in check.
    pub(crate) static_eval: Value,
    /// The static evaluation without correction, as the table stores it.
    pub(crate) raw_eval: Value,
    /// Whether the evaluation is better than two plies before.
    pub(crate) improving: bool,
    /// Whether the evaluation is worse for the other side than a ply before.
    pub(crate) opponent_worsening: bool,
    /// Whether the node lies on a principal variation, or did so according to the table.
    pub(crate) was_pv: bool,
    /// Number of plies by which the table move is searched deeper; may be negative.
    pub(crate) extension: i32,
}

impl Node {
    /// Creates the root node. The root is never pruned, so it needs no evaluation and no table entry.
    pub(crate) fn root(window: (Value, Value), depth: i32, in_check: bool) -> Node {
        Node {
            alpha: window.0,
            beta: window.1,
            depth,
            ply: 0,
            in_check,
            expects_cut: false,
            tt_entry: None,
            tt_captures: false,
            excluded: None,
            eval: -INFINITE,
            static_eval: -INFINITE,
            raw_eval: -INFINITE,
            improving: false,
            opponent_worsening: false,
            was_pv: true,
            extension: 0,
        }
    }

    /// Returns the table move.
    pub(crate) fn tt_move(&self) -> Option<Move> {
        self.tt_entry.and_then(|entry| entry.mv)
    }
}

/// The stages of a node after it is opened, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
pub(crate) enum Stage {
    /// The null move.
    Null,
    /// ProbCut: a capture that wins far more than needed.
    Captures,
    /// The test whether the table move is the only good one.
    Singular,
    /// The move loop.
    Moves,
}

/// The static evaluation in its three forms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evals {
    /// The evaluation without correction, as the table stores it.
    pub(crate) raw: Value,
    /// The evaluation with its mean error subtracted.
    pub(crate) corrected: Value,
    /// The value of the table entry where it is tighter, else the corrected evaluation.
    pub(crate) bettered: Value,
}

impl Evals {
    /// The evaluations in check, where none exists.
    pub(crate) const NONE: Evals = Evals { raw: -INFINITE, corrected: -INFINITE, bettered: -INFINITE };
}

/// The moves that were searched and did not cut off.
#[derive(Default)]
pub(crate) struct SearchedMoves {
    pub(crate) quiets: ArrayVec<Move, 64>,
    pub(crate) captures: ArrayVec<Move, 32>,
}

impl SearchedMoves {
    pub(crate) fn push(&mut self, mv: Move, is_quiet: bool) {
        // A move past the capacity is still searched, but its history is not updated.
        let _ = if is_quiet { self.quiets.try_push(mv).ok() } else { self.captures.try_push(mv).ok() };
    }
}

/// The progress of a node's move loop.
pub(crate) struct Progress {
    pub(crate) picker: Picker,
    pub(crate) searched: SearchedMoves,
    pub(crate) best: Value,
    pub(crate) best_move: Option<Move>,
    /// Number of moves searched, including the current one.
    pub(crate) count: usize,
    /// Alpha before the first move.
    pub(crate) original_alpha: Value,
    /// The possible checks; computed at the first use.
    pub(crate) checks: Option<Checks>,
}

/// A move that may be searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) mv: Move,
    pub(crate) is_quiet: bool,
    /// The history score of the move.
    pub(crate) history: i32,
    /// Number of moves searched before this one.
    pub(crate) count: usize,
}

/// The move that is being searched.
pub(crate) struct CurrentMove {
    pub(crate) mv: Move,
    pub(crate) is_quiet: bool,
    pub(crate) trial: Trial,
}

/// The state of the ProbCut stage: the remaining captures and the current one.
pub(crate) struct Captures {
    pub(crate) picker: Picker,
    pub(crate) mv: Move,
}

/// A node that the search has left: at the end of a slice, or the root after each of its moves.
pub(crate) struct Paused {
    pub(crate) node: Node,
    pub(crate) resume_point: ResumePoint,
}

/// The point where the search left a node.
pub(crate) enum ResumePoint {
    /// A stage that begins again and descends into the paused nodes below.
    Stage(Stage),
    /// The ProbCut stage with its current capture.
    Captures(Box<Captures>),
    /// The move loop. Between two root moves there is no current move.
    Moves(Box<(Progress, Option<CurrentMove>)>),
}
