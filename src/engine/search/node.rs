//! A node while it is searched: what is known of it, how far it has come, and how it is put away when a slice ends.
//!
//! A slice ends between two nodes. Each node on the path is then put away as a [`Paused`], the deepest
//! first and the root last, and the next slice takes them out again on its way down: the search goes on
//! as if it had never been broken off. The root is also put away after each of its moves, so that the
//! session can report it and look at its limits.
//!
//! After a pause a stage finds its [`Node`], its [`ResumePoint`] and the line as they were. Table, histories,
//! counts of cut-offs and variations are not, since the search below has gone on with them. Each stage says
//! what it reads before it has gone down again.

use super::reductions::Trial;
use crate::order::Picker;
use crate::score::{INFINITE, Value};
use crate::tt::TtEntry;
use arrayvec::ArrayVec;
use chuhe_rules::movegen::Checks;
use chuhe_rules::types::Move;

/// What is known of a node while it is searched. Values are from its side to move.
pub(crate) struct Node {
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    pub(crate) in_check: bool,
    /// Whether a cut-off is expected.
    pub(crate) expects_cut: bool,
    /// What the table knew when the node was opened.
    pub(crate) tt_entry: Option<TtEntry>,
    /// Whether the best move by the table captures.
    pub(crate) tt_captures: bool,
    /// The move that is left out, when the question is what the others are worth.
    pub(crate) excluded: Option<Move>,
    /// The static evaluation, bettered by the table; `-INFINITE` in check.
    pub(crate) eval: Value,
    /// The static evaluation, corrected; `-INFINITE` in check.
    pub(crate) static_eval: Value,
    /// The static evaluation as it is stored.
    pub(crate) raw_eval: Value,
    /// Whether the evaluation is better than two plies ago.
    pub(crate) improving: bool,
    /// Whether the evaluation is worse for the other side than a ply ago.
    pub(crate) opponent_worsening: bool,
    /// Whether it lies on a principal variation, or did by the table.
    pub(crate) was_pv: bool,
    /// Plies that the table's move is searched deeper.
    pub(crate) extension: i32,
}

impl Node {
    /// The root. It is not pruned, so that neither its evaluation nor the table's entry counts.
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

    /// The best move by the table.
    pub(crate) fn tt_move(&self) -> Option<Move> {
        self.tt_entry.and_then(|entry| entry.mv)
    }
}

/// What a node does after it was opened, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
pub(crate) enum Stage {
    /// Gives the turn away.
    Null,
    /// Looks for a capture that is much too good.
    Captures,
    /// Asks whether the table's move is the only good one.
    Singular,
    /// Searches its moves.
    Moves,
}

/// The static evaluation in its three forms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evals {
    /// As it is stored.
    pub(crate) raw: Value,
    /// With the usual error taken off.
    pub(crate) corrected: Value,
    /// The value by the table instead, where that says more.
    pub(crate) bettered: Value,
}

impl Evals {
    /// There is none in check.
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
        // Past the capacity a move is searched all the same; only its history stays as it is.
        let _ = if is_quiet { self.quiets.try_push(mv).ok() } else { self.captures.try_push(mv).ok() };
    }
}

/// How far the moves of a node have been searched.
pub(crate) struct Progress {
    pub(crate) picker: Picker,
    pub(crate) searched: SearchedMoves,
    pub(crate) best: Value,
    pub(crate) best_move: Option<Move>,
    /// Moves searched, the one at hand included.
    pub(crate) count: usize,
    /// Alpha before the first move.
    pub(crate) original_alpha: Value,
    /// The checks that can be given, once that was asked.
    pub(crate) checks: Option<Checks>,
}

/// A move that may be searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) mv: Move,
    pub(crate) is_quiet: bool,
    /// What its history tells.
    pub(crate) history: i32,
    /// Moves searched before it.
    pub(crate) count: usize,
}

/// The move that is being searched.
pub(crate) struct CurrentMove {
    pub(crate) mv: Move,
    pub(crate) is_quiet: bool,
    pub(crate) trial: Trial,
}

/// The captures that are left, and the one that is searched.
pub(crate) struct Captures {
    pub(crate) picker: Picker,
    pub(crate) mv: Move,
}

/// A node that was left: when a slice ended, and the root after each of its moves.
pub(crate) struct Paused {
    pub(crate) node: Node,
    pub(crate) resume_point: ResumePoint,
}

/// Where a node was left.
pub(crate) enum ResumePoint {
    /// In a search that begins anew by taking out the nodes below.
    Stage(Stage),
    /// In the captures that are looked at first.
    Captures(Box<Captures>),
    /// In its moves. The root has no current move between two of them.
    Moves(Box<(Progress, Option<CurrentMove>)>),
}
