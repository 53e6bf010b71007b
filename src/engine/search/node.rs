//! One inner node: probe, prune, move loop, store.

use super::super::order::Picker;
use super::super::params as p;
use super::super::score::{INFINITE, MATE_BOUND, MAX_PLY, Value, mate_in, mated_in};
use super::super::tt::{Bound, Known, from_stored, to_stored};
use super::Search;
use super::reductions::late_move;
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
    pub(super) known: Option<Move>,
    /// The evaluation, bettered by the table; `-INFINITE` in check.
    pub(super) eval: Value,
    /// The evaluation as it is stored.
    raw_eval: Value,
    /// Whether the evaluation is better than two plies ago.
    pub(super) improving: bool,
}

/// The moves that were searched and did not cut off.
#[derive(Default)]
struct Tried {
    quiets: ArrayVec<Move, 64>,
    captures: ArrayVec<Move, 32>,
}

impl Tried {
    fn push(&mut self, mv: Move, is_quiet: bool) {
        // Past the capacity a move is searched all the same; only its history stays as it is.
        let _ = if is_quiet { self.quiets.try_push(mv).ok() } else { self.captures.try_push(mv).ok() };
    }
}

impl Search {
    /// The value of the position for the side to move, within the window. `PV` tells whether the
    /// window is open, that is whether the node may lie on the principal variation.
    pub(in super::super) fn search<const PV: bool>(
        &mut self,
        window: (Value, Value),
        depth: i32,
        ply: usize,
        expects_cut: bool,
    ) -> Value {
        let in_check = self.line.in_check();
        let extended = depth + i32::from(in_check && ply < 2 * self.root_depth as usize);
        if extended <= 0 {
            return self.quiesce::<PV>(window, ply);
        }
        if self.enter(ply) {
            return 0;
        }
        if let Some(value) = self.line.ended(ply) {
            return value;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate();
        }
        let (alpha, beta) = (window.0.max(mated_in(ply)), window.1.min(mate_in(ply + 1)));
        if alpha >= beta {
            return alpha;
        }
        let hit = self.probe(ply);
        if let Some(value) = hit.and_then(|known| cutoff(&known, extended, alpha, beta)).filter(|_| !PV) {
            return value;
        }
        let mut node = self.open((alpha, beta), extended, ply, hit);
        node.expects_cut = expects_cut;
        if !PV
            && !in_check
            && let Some(value) = self.prune(&node)
        {
            return value;
        }
        if self.aborted.is_some() {
            return 0;
        }
        if node.known.is_none() && node.depth >= p::IIR_DEPTH && (PV || expects_cut) {
            node.depth -= 1;
        }
        self.move_loop::<PV>(&mut node)
    }

    /// What the table knows of the position, its value as seen `ply` plies from the root.
    #[inline]
    pub(super) fn probe(&self, ply: usize) -> Option<Known> {
        let known = self.table.probe(self.line.board().key())?;
        Some(Known { value: from_stored(known.value, ply), ..known })
    }

    /// The static evaluation, from the table where it is there.
    #[inline]
    pub(super) fn static_eval(&mut self, hit: Option<Known>) -> (Value, Value) {
        let raw = match hit {
            Some(known) if known.eval > -INFINITE => known.eval,
            _ => self.evaluate(),
        };
        let bettered = hit.filter(|known| match known.bound {
            Bound::Exact => true,
            Bound::Lower => known.value > raw,
            Bound::Upper => known.value < raw,
            Bound::None => false,
        });
        (raw, bettered.map_or(raw, |known| known.value))
    }

    fn open(&mut self, window: (Value, Value), depth: i32, ply: usize, hit: Option<Known>) -> Node {
        let in_check = self.line.in_check();
        let (raw_eval, eval) = if in_check { (-INFINITE, -INFINITE) } else { self.static_eval(hit) };
        self.evals[ply] = (!in_check).then_some(raw_eval);
        self.histories.forget_killers(ply + 1);
        let before = ply.checked_sub(2).and_then(|earlier| self.evals[earlier]);
        Node {
            alpha: window.0,
            beta: window.1,
            depth,
            ply,
            in_check,
            expects_cut: false,
            known: hit.and_then(|known| known.mv),
            eval,
            raw_eval,
            improving: !in_check && before.is_some_and(|before| raw_eval > before),
        }
    }

    fn move_loop<const PV: bool>(&mut self, node: &mut Node) -> Value {
        let mut picker = Picker::new(&self.line, &self.histories, node.known, node.ply);
        let mut tried = Tried::default();
        let (mut best, mut best_move, mut count) = (-INFINITE, None, 0);
        let floor = node.alpha;
        while let Some(mv) = picker.next(&self.line, &self.histories) {
            if !self.line.board().is_safe(mv, &self.line.state().safety) {
                continue;
            }
            let is_quiet = self.line.board().piece_at(mv.to()).is_none();
            if best > -MATE_BOUND && self.skips::<PV>(node, mv, is_quiet, count) {
                continue;
            }
            count += 1;
            let history = if is_quiet { self.histories.of_quiet(&self.line, mv) } else { 0 };
            self.line.make(mv);
            let value = self.search_move::<PV>(node, count, is_quiet, history);
            self.line.unmake();
            if self.aborted.is_some() {
                return 0;
            }
            if value > best {
                best = value;
                if value > node.alpha {
                    best_move = Some(mv);
                    node.alpha = value;
                    if PV {
                        self.record_variation(node.ply, mv);
                    }
                }
            }
            if node.alpha >= node.beta {
                self.reward(node, mv, is_quiet, &tried);
                break;
            }
            tried.push(mv, is_quiet);
        }
        if count == 0 {
            // Checkmate and stalemate lose alike.
            return mated_in(node.ply);
        }
        self.store(node, best, best_move, floor);
        best
    }

    /// Searches the move that was just made: reduced first when it comes late, then with a closed
    /// window, then with the open one, each only when the one before asks for it.
    fn search_move<const PV: bool>(
        &mut self,
        node: &Node,
        count: usize,
        is_quiet: bool,
        history: i32,
    ) -> Value {
        let (alpha, depth, ply) = (node.alpha, node.depth - 1, node.ply + 1);
        let closed = (-alpha - 1, -alpha);
        let mut value = INFINITE;
        let reduced = self.reduced_depth::<PV>(node, count, is_quiet, history);
        if reduced < depth {
            value = -self.search::<false>(closed, reduced, ply, true);
        }
        if value > alpha && (!PV || count > 1) {
            value = -self.search::<false>(closed, depth, ply, !node.expects_cut);
        }
        if PV && (count == 1 || value > alpha) {
            value = -self.search::<true>((-node.beta, -alpha), depth, ply, false);
        }
        value
    }

    /// The depth for the first look at the move that was just made.
    fn reduced_depth<const PV: bool>(&self, node: &Node, count: usize, is_quiet: bool, history: i32) -> i32 {
        let depth = node.depth - 1;
        if node.depth < 3 || count < 2 + usize::from(PV) {
            return depth;
        }
        let mut reduction = late_move(node.depth, count);
        if is_quiet {
            reduction -= history * 1024 / p::LMR_HISTORY;
        } else {
            reduction /= 2;
        }
        reduction += if node.expects_cut { 1024 } else { 0 };
        reduction -= if PV { 1024 } else { 0 };
        reduction += if node.improving || node.in_check { 0 } else { 512 };
        reduction -= if self.line.in_check() { 1024 } else { 0 };
        (depth - (reduction / 1024).max(0)).clamp(1, depth)
    }

    fn reward(&mut self, node: &Node, mv: Move, is_quiet: bool, tried: &Tried) {
        if is_quiet {
            self.histories.quiet_cut(&self.line, node.ply, node.depth, mv, &tried.quiets);
        }
        let best_capture = (!is_quiet).then_some(mv);
        self.histories.capture_cut(&self.line, node.depth, best_capture, &tried.captures);
    }

    fn store(&mut self, node: &Node, value: Value, mv: Option<Move>, floor: Value) {
        let bound = match value {
            _ if value >= node.beta => Bound::Lower,
            _ if value > floor => Bound::Exact,
            _ => Bound::Upper,
        };
        let known =
            Known { mv, value: to_stored(value, node.ply), eval: node.raw_eval, depth: node.depth, bound };
        self.table.store(self.line.board().key(), known);
    }
}

/// The value to return at once when the table knows enough.
#[inline]
pub(super) fn cutoff(known: &Known, depth: i32, alpha: Value, beta: Value) -> Option<Value> {
    let is_enough = match known.bound {
        Bound::Exact => true,
        Bound::Lower => known.value >= beta,
        Bound::Upper => known.value <= alpha,
        Bound::None => false,
    };
    (known.depth >= depth && is_enough).then_some(known.value)
}
