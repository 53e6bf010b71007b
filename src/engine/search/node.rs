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

use super::super::order::Picker;
use super::super::score::{INFINITE, Value};
use super::super::tt::TtEntry;
use super::reductions::Trial;
use crate::game::movegen::Checks;
use crate::game::types::Move;
use arrayvec::ArrayVec;

/// What is known of a node while it is searched. Values are from its side to move.
pub(super) struct Node {
    pub(super) alpha: Value,
    pub(super) beta: Value,
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) in_check: bool,
    /// Whether a cut-off is expected.
    pub(super) expects_cut: bool,
    /// What the table knew when the node was opened.
    pub(super) tt_entry: Option<TtEntry>,
    /// Whether the best move by the table captures.
    pub(super) tt_captures: bool,
    /// The move that is left out, when the question is what the others are worth.
    pub(super) excluded: Option<Move>,
    /// The static evaluation, bettered by the table; `-INFINITE` in check.
    pub(super) eval: Value,
    /// The static evaluation, corrected; `-INFINITE` in check.
    pub(super) static_eval: Value,
    /// The static evaluation as it is stored.
    pub(super) raw_eval: Value,
    /// Whether the evaluation is better than two plies ago.
    pub(super) improving: bool,
    /// Whether the evaluation is worse for the other side than a ply ago.
    pub(super) opponent_worsening: bool,
    /// Whether it lies on a principal variation, or did by the table.
    pub(super) was_pv: bool,
    /// Plies that the table's move is searched deeper.
    pub(super) extension: i32,
}

impl Node {
    /// The root. It is not pruned, so that neither its evaluation nor the table's entry counts.
    pub(super) fn root(window: (Value, Value), depth: i32, in_check: bool) -> Node {
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
    pub(super) fn tt_move(&self) -> Option<Move> {
        self.tt_entry.and_then(|entry| entry.mv)
    }
}

/// What a node does after it was opened, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
pub(super) enum Stage {
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
pub(super) struct Evals {
    /// As it is stored.
    pub(super) raw: Value,
    /// With the usual error taken off.
    pub(super) corrected: Value,
    /// The value by the table instead, where that says more.
    pub(super) bettered: Value,
}

impl Evals {
    /// There is none in check.
    pub(super) const NONE: Evals = Evals { raw: -INFINITE, corrected: -INFINITE, bettered: -INFINITE };
}

/// The moves that were searched and did not cut off.
#[derive(Default)]
pub(super) struct SearchedMoves {
    pub(super) quiets: ArrayVec<Move, 64>,
    pub(super) captures: ArrayVec<Move, 32>,
}

impl SearchedMoves {
    pub(super) fn push(&mut self, mv: Move, is_quiet: bool) {
        // Past the capacity a move is searched all the same; only its history stays as it is.
        let _ = if is_quiet { self.quiets.try_push(mv).ok() } else { self.captures.try_push(mv).ok() };
    }
}

/// How far the moves of a node have been searched.
pub(super) struct Progress {
    pub(super) picker: Picker,
    pub(super) searched: SearchedMoves,
    pub(super) best: Value,
    pub(super) best_move: Option<Move>,
    /// Moves searched, the one at hand included.
    pub(super) count: usize,
    /// Alpha before the first move.
    pub(super) original_alpha: Value,
    /// The checks that can be given, once that was asked.
    pub(super) checks: Option<Checks>,
}

/// A move that may be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    pub(super) is_quiet: bool,
    /// What its history tells.
    pub(super) history: i32,
    /// Moves searched before it.
    pub(super) count: usize,
}

/// The move that is being searched.
pub(super) struct CurrentMove {
    pub(super) mv: Move,
    pub(super) is_quiet: bool,
    pub(super) trial: Trial,
}

/// The captures that are left, and the one that is searched.
pub(super) struct Captures {
    pub(super) picker: Picker,
    pub(super) mv: Move,
}

/// A node that was left: when a slice ended, and the root after each of its moves.
pub(super) struct Paused {
    pub(super) node: Node,
    pub(super) resume_point: ResumePoint,
}

/// Where a node was left.
pub(super) enum ResumePoint {
    /// In a search that begins anew by taking out the nodes below.
    Stage(Stage),
    /// In the captures that are looked at first.
    Captures(Box<Captures>),
    /// In its moves. The root has no current move between two of them.
    Moves(Box<(Progress, Option<CurrentMove>)>),
}
