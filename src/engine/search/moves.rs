//! The move loop of a node.

use super::super::order::Picker;
use super::super::params as p;
use super::super::score::{INFINITE, Value, mated_in};
use super::Search;
use super::node::{Candidate, CurrentMove, Node, Progress, ResumePoint, SearchedMoves};
use super::prune::late_move_pruning;
use super::reductions::{Trial, late_move};
use crate::game::types::Move;

impl Search {
    /// Searches the moves of a node.
    pub(super) fn move_loop<const PV: bool>(&mut self, mut node: Node) -> Value {
        let tt_move = node.tt_move();
        if tt_move.is_none()
            && node.excluded.is_none()
            && node.depth >= p::IIR_DEPTH
            && (PV || node.expects_cut)
        {
            node.depth -= 1;
        }
        let progress = Progress {
            picker: Picker::new(&self.line, &self.histories, tt_move, node.ply),
            searched: SearchedMoves::default(),
            best: -INFINITE,
            best_move: None,
            count: 0,
            original_alpha: node.alpha,
            checks: None,
        };
        self.run_moves::<PV>(node, progress, None)
    }

    /// Searches the moves that are left, at first the one at hand, unless the search is broken off.
    pub(super) fn run_moves<const PV: bool>(
        &mut self,
        mut node: Node,
        mut progress: Progress,
        left: Option<CurrentMove>,
    ) -> Value {
        match self.try_moves::<PV>(&mut node, &mut progress, left) {
            Ok(value) => value,
            Err(current) => self.pause(node, ResumePoint::Moves(Box::new((progress, current)))),
        }
    }

    /// Searches the moves that are left, at first the one at hand. `Err` with the move at hand when the
    /// search was broken off.
    fn try_moves<const PV: bool>(
        &mut self,
        node: &mut Node,
        progress: &mut Progress,
        mut left: Option<CurrentMove>,
    ) -> Result<Value, CurrentMove> {
        loop {
            let mut current = match left.take() {
                Some(current) => {
                    self.play(current.mv);
                    current
                }
                None => match self.make_next::<PV>(node, progress) {
                    Some(current) => current,
                    None => break,
                },
            };
            let window = (node.alpha, node.beta);
            let value = self.look::<PV>(&mut current.trial, window, node.ply + 1, node.expects_cut);
            self.line.unmake();
            if self.aborted.is_some() {
                return Err(current);
            }
            if self.note::<PV>(node, progress, &current, value) {
                break;
            }
        }
        if progress.count == 0 {
            // Checkmate and stalemate lose alike.
            return Ok(match node.excluded {
                Some(_) => node.alpha,
                None if self.line.is_lost() => mated_in(node.ply),
                None => self.evaluate(),
            });
        }
        if node.excluded.is_some() {
            return Ok(progress.best);
        }
        if progress.best <= progress.original_alpha {
            self.histories.reward_last(&self.line, node.depth);
        }
        self.store(node, progress);
        Ok(progress.best)
    }

    /// Makes the next move that is worth a look.
    #[inline]
    fn make_next<const PV: bool>(&mut self, node: &Node, progress: &mut Progress) -> Option<CurrentMove> {
        loop {
            let mv = progress.picker.next(&self.line, &self.histories)?;
            if Some(mv) == node.excluded || !self.line.is_playable(mv) {
                continue;
            }
            let is_quiet = self.line.board().piece_at(mv.to()).is_none();
            let may_skip = self.allows_skipping(node, progress.best);
            // Most late moves are left out, before time is spent on their history.
            let is_late = may_skip && !PV && is_quiet && late_move_pruning(node, progress.count);
            if is_late && self.is_plain(mv, &mut progress.checks) {
                continue;
            }
            let candidate = self.assess(mv, is_quiet, progress.count);
            let is_poor = may_skip && !is_late && self.is_poor(node, &candidate);
            if is_poor && self.is_plain(mv, &mut progress.checks) {
                continue;
            }
            progress.count += 1;
            self.play(mv);
            let depth = node.depth - 1 + if Some(mv) == node.tt_move() { node.extension } else { 0 };
            let reduced = self.reduced_depth::<PV>(node, depth, &candidate);
            let trial = Trial::new::<PV>(depth, reduced, progress.count).above(progress.best);
            return Some(CurrentMove { mv, is_quiet: candidate.is_quiet, trial });
        }
    }

    fn assess(&self, mv: Move, is_quiet: bool, count: usize) -> Candidate {
        let history = if is_quiet { self.history(mv) } else { self.histories.of_capture(&self.line, mv) };
        Candidate { mv, is_quiet, history, count }
    }

    /// Notes what the move at hand is worth; whether it cuts off.
    #[inline]
    fn note<const PV: bool>(
        &mut self,
        node: &mut Node,
        progress: &mut Progress,
        current: &CurrentMove,
        value: Value,
    ) -> bool {
        if value > progress.best {
            progress.best = value;
            if value > node.alpha {
                progress.best_move = Some(current.mv);
                node.alpha = value;
                if PV {
                    self.record_variation(node.ply, current.mv);
                }
            }
        }
        if node.alpha >= node.beta {
            self.cutoffs[node.ply] += 1;
            self.tally.cutoffs += 1;
            self.reward(node, current.mv, current.is_quiet, &progress.searched);
            return true;
        }
        progress.searched.push(current.mv, current.is_quiet);
        false
    }

    /// The depth for the first look at the move that was just made, `depth` without reduction.
    fn reduced_depth<const PV: bool>(&self, node: &Node, depth: i32, candidate: &Candidate) -> i32 {
        let count = candidate.count + 1;
        if node.depth < 3 || count < 2 + usize::from(PV) {
            return depth;
        }
        let mut reduction = late_move(node.depth, count);
        if candidate.is_quiet {
            reduction -= candidate.history * 1024 / p::LMR_HISTORY;
        } else {
            reduction = reduction / 2 - candidate.history * 1024 / p::LMR_CAPTURE_HISTORY;
        }
        let terms = [
            (node.expects_cut, p::plain(p::LMR_CUT)),
            (PV, -p::LMR_PV),
            (node.was_pv, -p::LMR_WAS_PV),
            (!node.improving && !node.in_check, p::plain(p::LMR_WORSE)),
            (self.line.in_check(), -p::LMR_CHECK),
            (node.tt_captures, p::plain(p::LMR_TT_CAPTURES)),
            (self.cutoffs[node.ply + 1] > 2, p::plain(p::LMR_CUTOFFS)),
        ];
        reduction += terms.iter().filter(|term| term.0).map(|term| term.1).sum::<i32>();
        (depth - (reduction / 1024).max(0)).clamp(depth.min(1), depth)
    }

    fn reward(&mut self, node: &Node, mv: Move, is_quiet: bool, searched: &SearchedMoves) {
        if is_quiet {
            self.histories.quiet_cut(&self.line, node.ply, node.depth, mv, &searched.quiets);
        }
        let best_capture = (!is_quiet).then_some(mv);
        self.histories.capture_cut(&self.line, node.depth, best_capture, &searched.captures);
    }
}
