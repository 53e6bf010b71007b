//! Searches one inner node: probe, prune, move loop, store.

use super::Search;
use super::node::{Captures, Evals, Node, Paused, Progress, ResumePoint, Stage};
use super::node_type::NodeType;
use crate::limits::Abort;
use crate::score::{INFINITE, MAX_PLY, Value, is_decided, is_ruled, mate_in, mated_in};
use crate::tt::{Bound, TtEntry, from_stored, to_stored};
use chuhe_rules::types::Move;

impl Search {
    /// Returns the value of the position for the side to move: exact within the window, else a bound.
    pub(crate) fn search_node<N: NodeType>(
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
            return self.resume::<N>(paused);
        }
        let in_check = self.line.in_check();
        let extended = depth + i32::from(in_check && ply < 2 * self.root.cursor.depth as usize);
        if extended <= 0 {
            return self.quiesce::<N>(window, ply);
        }
        if self.enter(ply) {
            return 0;
        }
        if let Some(value) = self.line.ended(ply) {
            return value;
        }
        if let Some(value) = self.solved(ply) {
            return value;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate();
        }
        let (alpha, beta) = (window.0.max(mated_in(ply)), window.1.min(mate_in(ply + 1)));
        if alpha >= beta {
            return alpha;
        }
        let tt_entry = self.probe(ply);
        if let Some(value) =
            tt_entry.and_then(|entry| cutoff(&entry, extended, alpha, beta)).filter(|_| !N::PV)
        {
            if value >= beta {
                self.reward_tt_move(tt_entry.and_then(|entry| entry.mv), extended);
            }
            self.tally.tt_cutoffs += 1;
            return value;
        }
        let node = self.open::<N>((alpha, beta), extended, expects_cut, ply, tt_entry);
        if N::PV || in_check {
            return self.next_stage::<N>(node, Stage::Singular);
        }
        match self.prune(&node) {
            Some(value) => value,
            None => self.next_stage::<N>(node, Stage::Null),
        }
    }

    /// Runs the stages of a node from `stage` on.
    pub(crate) fn next_stage<N: NodeType>(&mut self, mut node: Node, stage: Stage) -> Value {
        if stage <= Stage::Null {
            if let Some(value) = self.null_move(&node) {
                return value;
            }
            if self.aborted.is_some() {
                return self.pause(node, ResumePoint::Stage(Stage::Null));
            }
        }
        if stage <= Stage::Captures {
            return self.try_captures::<N>(node, None);
        }
        if stage <= Stage::Singular {
            if let Some(value) = self.singular_extension::<N>(&mut node) {
                return value;
            }
            if self.aborted.is_some() {
                return self.pause(node, ResumePoint::Stage(Stage::Singular));
            }
        }
        self.move_loop::<N>(node)
    }

    /// Runs the ProbCut stage, then the next ones.
    fn try_captures<N: NodeType>(&mut self, node: Node, left: Option<Box<Captures>>) -> Value {
        match self.probcut(&node, left) {
            Ok(Some(value)) => value,
            Ok(None) => self.next_stage::<N>(node, Stage::Singular),
            Err(captures) => self.pause(node, ResumePoint::Captures(captures)),
        }
    }

    /// Stores a node for the next slice, unless the search is over.
    #[cold]
    pub(crate) fn pause(&mut self, node: Node, resume_point: ResumePoint) -> Value {
        if self.aborted != Some(Abort::Limit) {
            self.paused.push(Paused { node, resume_point });
        }
        0
    }

    /// Continues with a stored node.
    #[cold]
    pub(crate) fn resume<N: NodeType>(&mut self, Paused { node, resume_point }: Paused) -> Value {
        match resume_point {
            ResumePoint::Stage(stage) => self.next_stage::<N>(node, stage),
            ResumePoint::Captures(captures) => self.try_captures::<N>(node, Some(captures)),
            ResumePoint::Moves(moves) => {
                let (progress, current) = *moves;
                self.run_moves::<N>(node, progress, current)
            }
        }
    }

    /// Returns the table entry of the position, with its value relative to `ply`. Drops a value by rule if the
    /// line is strict, because the value belongs to another path.
    #[inline]
    pub(crate) fn probe(&self, ply: usize) -> Option<TtEntry> {
        let entry = self.table.probe(self.line.board().key())?;
        let value = from_stored(entry.value, ply);
        if self.line.is_strict() && is_ruled(value) {
            return Some(TtEntry { value: 0, depth: 0, bound: Bound::None, ..entry });
        }
        Some(TtEntry { value, ..entry })
    }

    /// Rewards the table move for a cut-off if it is quiet.
    fn reward_tt_move(&mut self, tt_move: Option<Move>, depth: i32) {
        let board = self.line.board();
        if let Some(mv) = tt_move.filter(|mv| board.piece_at(mv.to()).is_none() && board.is_pseudo_legal(*mv))
        {
            self.histories.reward_quiet(&self.line, depth, mv);
        }
    }

    /// Returns the static evaluations, taken from the table where possible.
    #[inline]
    pub(crate) fn static_evals(&mut self, tt_entry: Option<TtEntry>) -> Evals {
        let raw = match tt_entry {
            Some(entry) if entry.eval > -INFINITE => entry.eval,
            _ => self.evaluate(),
        };
        let corrected = self.corrections.corrected(&self.line, raw);
        let bettered = tt_entry.filter(|entry| match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.value > corrected,
            Bound::Upper => entry.value < corrected,
            Bound::None => false,
        });
        Evals { raw, corrected, bettered: bettered.map_or(corrected, |entry| entry.value) }
    }

    fn open<N: NodeType>(
        &mut self,
        window: (Value, Value),
        depth: i32,
        expects_cut: bool,
        ply: usize,
        tt_entry: Option<TtEntry>,
    ) -> Node {
        let in_check = self.line.in_check();
        let evals = if in_check { Evals::NONE } else { self.static_evals(tt_entry) };
        if !in_check && tt_entry.is_none() {
            self.store_eval(evals.raw);
        }
        self.evals[ply] = (!in_check).then_some(evals.corrected);
        self.histories.forget_killers(ply + 2);
        self.cutoffs[ply + 2] = 0;
        let earlier = |back: usize| ply.checked_sub(back).and_then(|ply| self.evals[ply]);
        let before = earlier(2).or_else(|| earlier(4));
        Node {
            alpha: window.0,
            beta: window.1,
            depth,
            ply,
            in_check,
            expects_cut,
            tt_entry,
            tt_captures: tt_entry
                .and_then(|entry| entry.mv)
                .is_some_and(|mv| self.line.board().piece_at(mv.to()).is_some()),
            excluded: None,
            eval: evals.bettered,
            static_eval: evals.corrected,
            raw_eval: evals.raw,
            improving: !in_check && before.is_some_and(|before| evals.corrected > before),
            opponent_worsening: !in_check && earlier(1).is_some_and(|before| evals.corrected > -before),
            was_pv: N::PV || tt_entry.is_some_and(|entry| entry.was_pv),
            extension: 0,
        }
    }

    /// Stores the evaluation of a node, which may be cut off before it has a value.
    fn store_eval(&mut self, eval: Value) {
        let entry = TtEntry { mv: None, value: 0, eval, depth: 0, bound: Bound::None, was_pv: false };
        self.table.store(self.line.board().key(), entry);
    }

    /// Stores the result of a node and corrects the evaluation by it.
    pub(crate) fn store(&mut self, node: &Node, progress: &Progress) {
        let bound = bound(progress.best, progress.original_alpha, node.beta);
        let entry = TtEntry {
            mv: progress.best_move,
            value: progress.best,
            eval: node.raw_eval,
            depth: node.depth,
            bound,
            was_pv: node.was_pv,
        };
        self.remember(node.ply, entry);
        self.correct(node, progress, bound);
    }

    /// Stores the result of the position on the board; its value is relative to `ply`. If the line is strict, a
    /// value by rule is dropped and only the move and the static evaluation are stored. Such a value holds only
    /// on this path, since the same move may not repeat a position on another one.
    #[inline]
    pub(crate) fn remember(&self, ply: usize, entry: TtEntry) {
        let stored = match is_ruled(entry.value) && self.line.is_strict() {
            true => TtEntry { value: 0, depth: 0, bound: Bound::None, ..entry },
            false => TtEntry { value: to_stored(entry.value, ply), ..entry },
        };
        self.table.store(self.line.board().key(), stored);
    }

    /// Records the error of the evaluation, unless the bound hides it or the best move is a capture.
    fn correct(&mut self, node: &Node, progress: &Progress, bound: Bound) {
        let board = self.line.board();
        let captures = progress.best_move.is_some_and(|mv| board.piece_at(mv.to()).is_some());
        let error = progress.best - node.static_eval;
        let is_conclusive = match bound {
            Bound::Lower => error > 0,
            Bound::Upper => error < 0,
            _ => true,
        };
        if !node.in_check && !captures && is_conclusive && !is_decided(progress.best) {
            self.corrections.note(&self.line, node.depth, error);
        }
    }
}

/// Returns the bound of a value found with this window.
#[inline]
pub(crate) fn bound(value: Value, alpha: Value, beta: Value) -> Bound {
    match value {
        _ if value >= beta => Bound::Lower,
        _ if value > alpha => Bound::Exact,
        _ => Bound::Upper,
    }
}

/// Returns the value of a table entry that is deep and tight enough to cut the node off.
#[inline]
pub(crate) fn cutoff(entry: &TtEntry, depth: i32, alpha: Value, beta: Value) -> Option<Value> {
    let is_enough = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.value >= beta,
        Bound::Upper => entry.value <= alpha,
        Bound::None => false,
    };
    (entry.depth >= depth && is_enough).then_some(entry.value)
}
