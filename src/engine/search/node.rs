//! One inner node: probe, prune, move loop, store.
//!
//! A slice ends between two nodes. Each node on the path is then put away as a [`Paused`], the deepest
//! first, and the next slice takes them out again on its way down: the search goes on as if it had
//! never been broken off.

use super::super::limits::Abort;
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

/// How far the moves of a node have been searched.
struct Progress {
    picker: Picker,
    tried: Tried,
    best: Value,
    best_move: Option<Move>,
    /// Moves searched, the one at hand included.
    count: usize,
    /// Alpha before the first move.
    floor: Value,
}

/// How a move is to be looked at.
#[derive(Clone, Copy, Debug)]
enum Look {
    /// Less deep, with a closed window.
    Reduced,
    /// With a closed window.
    Closed,
    /// With the node's window.
    Open,
}

/// A move that is searched: at first reduced when it comes late, then with a closed window, then with
/// the open one, each only when the one before asks for it.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Trial {
    look: Look,
    /// Depth of the reduced look.
    reduced: i32,
    /// Depth of the others.
    depth: i32,
}

impl Trial {
    /// The first look at move number `count` (from 1).
    #[inline]
    pub(in super::super) fn new<const PV: bool>(depth: i32, reduced: i32, count: usize) -> Trial {
        let look = match () {
            () if reduced < depth => Look::Reduced,
            () if PV && count == 1 => Look::Open,
            () => Look::Closed,
        };
        Trial { look, reduced, depth }
    }
}

/// The move at hand.
struct AtHand {
    mv: Move,
    is_quiet: bool,
    trial: Trial,
}

/// A node that was left when a slice ended.
pub(super) struct Paused {
    node: Node,
    /// Where it was in its moves; `None` when the null move was being searched.
    moves: Option<Box<(Progress, AtHand)>>,
}

impl Search {
    /// The value of the position for the side to move, within the window. `PV` tells whether the
    /// window is open, that is whether the node may lie on the principal variation.
    pub(super) fn search<const PV: bool>(
        &mut self,
        window: (Value, Value),
        depth: i32,
        ply: usize,
        expects_cut: bool,
    ) -> Value {
        if self.is_slice_over {
            self.aborted = Some(Abort::Slice);
            return 0;
        }
        if let Some(paused) = self.paused.pop() {
            return self.resume::<PV>(paused);
        }
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
            return self.pause(node, None);
        }
        self.move_loop::<PV>(node)
    }

    /// Puts a node away, if the search is to go on from it.
    #[cold]
    fn pause(&mut self, node: Node, moves: Option<Box<(Progress, AtHand)>>) -> Value {
        if self.aborted == Some(Abort::Slice) {
            self.paused.push(Paused { node, moves });
        }
        0
    }

    /// Goes on with a node that was put away.
    #[cold]
    fn resume<const PV: bool>(&mut self, Paused { mut node, moves }: Paused) -> Value {
        if let Some(moves) = moves {
            let (mut progress, at_hand) = *moves;
            return match self.try_moves::<PV>(&mut node, &mut progress, Some(at_hand)) {
                Ok(value) => value,
                Err(at_hand) => self.pause(node, Some(Box::new((progress, at_hand)))),
            };
        }
        match self.null_move(&node) {
            Some(value) => value,
            None if self.aborted.is_some() => self.pause(node, None),
            None => self.move_loop::<PV>(node),
        }
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

    fn move_loop<const PV: bool>(&mut self, mut node: Node) -> Value {
        if node.known.is_none() && node.depth >= p::IIR_DEPTH && (PV || node.expects_cut) {
            node.depth -= 1;
        }
        let mut progress = Progress {
            picker: Picker::new(&self.line, &self.histories, node.known, node.ply),
            tried: Tried::default(),
            best: -INFINITE,
            best_move: None,
            count: 0,
            floor: node.alpha,
        };
        match self.try_moves::<PV>(&mut node, &mut progress, None) {
            Ok(value) => value,
            Err(at_hand) => self.pause(node, Some(Box::new((progress, at_hand)))),
        }
    }

    /// Searches the moves that are left, at first the one at hand. `Err` with the move at hand when the
    /// search was broken off.
    fn try_moves<const PV: bool>(
        &mut self,
        node: &mut Node,
        progress: &mut Progress,
        mut left: Option<AtHand>,
    ) -> Result<Value, AtHand> {
        loop {
            let mut at_hand = match left.take() {
                Some(at_hand) => {
                    self.line.make(at_hand.mv);
                    at_hand
                }
                None => match self.make_next::<PV>(node, progress) {
                    Some(at_hand) => at_hand,
                    None => break,
                },
            };
            let window = (node.alpha, node.beta);
            let value = self.look::<PV>(&mut at_hand.trial, window, node.ply + 1, node.expects_cut);
            self.line.unmake();
            if self.aborted.is_some() {
                return Err(at_hand);
            }
            if self.note::<PV>(node, progress, &at_hand, value) {
                break;
            }
        }
        if progress.count == 0 {
            // Checkmate and stalemate lose alike.
            return Ok(if self.line.is_lost() { mated_in(node.ply) } else { self.evaluate() });
        }
        self.store(node, progress);
        Ok(progress.best)
    }

    /// Makes the next move that is worth a look.
    #[inline]
    fn make_next<const PV: bool>(&mut self, node: &Node, progress: &mut Progress) -> Option<AtHand> {
        loop {
            let mv = progress.picker.next(&self.line, &self.histories)?;
            if !self.line.is_playable(mv) {
                continue;
            }
            let is_quiet = self.line.board().piece_at(mv.to()).is_none();
            let Progress { best, count, .. } = progress;
            if *best > -MATE_BOUND && self.skips::<PV>(node, mv, is_quiet, *count) {
                continue;
            }
            *count += 1;
            let history = if is_quiet { self.histories.of_quiet(&self.line, mv) } else { 0 };
            self.line.make(mv);
            let reduced = self.reduced_depth::<PV>(node, *count, is_quiet, history);
            return Some(AtHand { mv, is_quiet, trial: Trial::new::<PV>(node.depth - 1, reduced, *count) });
        }
    }

    /// Searches the move that was just made, from the look that is due.
    pub(in super::super) fn look<const PV: bool>(
        &mut self,
        trial: &mut Trial,
        window: (Value, Value),
        ply: usize,
        expects_cut: bool,
    ) -> Value {
        let (alpha, beta) = window;
        let closed = (-alpha - 1, -alpha);
        loop {
            let value = match trial.look {
                Look::Reduced => -self.search::<false>(closed, trial.reduced, ply, true),
                Look::Closed => -self.search::<false>(closed, trial.depth, ply, !expects_cut),
                Look::Open => -self.search::<true>((-beta, -alpha), trial.depth, ply, false),
            };
            if self.aborted.is_some() {
                return 0;
            }
            trial.look = match trial.look {
                Look::Reduced if value > alpha => Look::Closed,
                Look::Closed if PV && value > alpha => Look::Open,
                _ => return value,
            };
        }
    }

    /// Notes what the move at hand is worth; whether it cuts off.
    #[inline]
    fn note<const PV: bool>(
        &mut self,
        node: &mut Node,
        progress: &mut Progress,
        at_hand: &AtHand,
        value: Value,
    ) -> bool {
        if value > progress.best {
            progress.best = value;
            if value > node.alpha {
                progress.best_move = Some(at_hand.mv);
                node.alpha = value;
                if PV {
                    self.record_variation(node.ply, at_hand.mv);
                }
            }
        }
        if node.alpha >= node.beta {
            self.reward(node, at_hand.mv, at_hand.is_quiet, &progress.tried);
            return true;
        }
        progress.tried.push(at_hand.mv, at_hand.is_quiet);
        false
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

    fn store(&mut self, node: &Node, progress: &Progress) {
        let bound = match progress.best {
            value if value >= node.beta => Bound::Lower,
            value if value > progress.floor => Bound::Exact,
            _ => Bound::Upper,
        };
        let value = to_stored(progress.best, node.ply);
        let known = Known { mv: progress.best_move, value, eval: node.raw_eval, depth: node.depth, bound };
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
