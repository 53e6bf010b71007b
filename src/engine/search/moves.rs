//! Searches the moves of a node.

use super::Search;
use super::node::{Candidate, CurrentMove, Node, Progress, ResumePoint, SearchedMoves};
use super::node_type::NodeType;
use super::prune::late_move_pruning;
use super::reductions::{Trial, late_move};
use super::root::without;
use crate::order::Picker;
use crate::params as p;
use crate::score::{INFINITE, Value, mated_in};
use chuhe_rules::types::Move;

impl Search {
    /// Searches the moves of a node.
    pub(crate) fn move_loop<N: NodeType>(&mut self, mut node: Node) -> Value {
        let tt_move = node.tt_move();
        if tt_move.is_none()
            && node.excluded.is_none()
            && node.depth >= p::IIR_DEPTH
            && (N::PV || node.expects_cut)
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
        self.run_moves::<N>(node, progress, None)
    }

    /// Searches the remaining moves, beginning with the current one, and stores the node if the search leaves
    /// it.
    ///
    /// After a pause the stage continues with the current move. Until it reaches that move it reads only the
    /// node, the progress and the [`Trial`] of the move.
    pub(crate) fn run_moves<N: NodeType>(
        &mut self,
        mut node: Node,
        mut progress: Progress,
        current: Option<CurrentMove>,
    ) -> Value {
        match self.try_moves::<N>(&mut node, &mut progress, current) {
            Ok(value) => value,
            Err(current) => self.pause(node, ResumePoint::Moves(Box::new((progress, current)))),
        }
    }

    /// Searches the remaining moves, beginning with the interrupted one. Returns `Err` when it leaves the node:
    /// with the current move if the search was aborted, and without a move after each root move.
    fn try_moves<N: NodeType>(
        &mut self,
        node: &mut Node,
        progress: &mut Progress,
        mut interrupted: Option<CurrentMove>,
    ) -> Result<Value, Option<CurrentMove>> {
        loop {
            let mut current = match interrupted.take() {
                Some(current) => {
                    self.play(current.mv);
                    current
                }
                None => match self.make_next::<N>(node, progress) {
                    Some(current) => current,
                    None => break,
                },
            };
            let value = self.search_current::<N>(node, &mut current);
            if self.aborted.is_some() {
                return Err(Some(current));
            }
            if N::ROOT && self.is_assumed(node, progress, value) {
                (*node, *progress) = self.become_strict();
                return Err(None);
            }
            if self.note::<N>(node, progress, &current, value) {
                break;
            }
            if N::ROOT && self.root.has_next() {
                return Err(None);
            }
        }
        Ok(self.close::<N>(node, progress))
    }

    /// Searches the current move, which is already on the board, takes it back and returns its value.
    #[inline]
    fn search_current<N: NodeType>(&mut self, node: &Node, current: &mut CurrentMove) -> Value {
        let nodes = self.tally.nodes;
        let bias = if N::ROOT { self.root.current().bias } else { 0 };
        let window = (without(bias, node.alpha), without(bias, node.beta));
        let value = self.look::<N>(&mut current.trial, window, node.ply + 1, node.expects_cut);
        self.line.unmake();
        if N::ROOT {
            self.root.current().nodes += self.tally.nodes - nodes;
        }
        without(-bias, value)
    }

    /// Returns the value of a node whose moves were all searched or cut off, and stores it in the table. The
    /// root is not stored because its moves may be a selection or may carry the bias of a level.
    #[inline]
    fn close<N: NodeType>(&mut self, node: &Node, progress: &Progress) -> Value {
        if progress.count == 0 {
            // Checkmate and stalemate are both losses.
            return match node.excluded {
                Some(_) => node.alpha,
                None if self.line.is_lost() => mated_in(node.ply),
                None => self.evaluate(),
            };
        }
        if N::ROOT || node.excluded.is_some() {
            return progress.best;
        }
        if progress.best <= progress.original_alpha {
            self.histories.reward_last(&self.line, node.depth);
        }
        self.store(node, progress);
        progress.best
    }

    /// Plays the next move that is not pruned.
    #[inline]
    fn make_next<N: NodeType>(&mut self, node: &Node, progress: &mut Progress) -> Option<CurrentMove> {
        loop {
            let mv = progress.picker.next(&self.line, &self.histories)?;
            if Some(mv) == node.excluded || !self.line.is_playable(mv) {
                continue;
            }
            let is_quiet = self.line.board().piece_at(mv.to()).is_none();
            let may_skip = !N::ROOT && self.allows_skipping(node, progress.best);
            // Skips most late moves before spending time on their history.
            let is_late = may_skip && !N::PV && is_quiet && late_move_pruning(node, progress.count);
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
            let reduced = self.reduced_depth::<N>(node, depth, &candidate);
            let trial = Trial::new::<N>(depth, reduced, progress.count);
            // The second search of a root move is as deep as the iteration, whatever the first one returned.
            let trial = if N::ROOT { trial } else { trial.above(progress.best) };
            return Some(CurrentMove { mv, is_quiet: candidate.is_quiet, trial });
        }
    }

    fn assess(&self, mv: Move, is_quiet: bool, count: usize) -> Candidate {
        let history = if is_quiet { self.history(mv) } else { self.histories.of_capture(&self.line, mv) };
        Candidate { mv, is_quiet, history, count }
    }

    /// Records the value of the current move. Returns whether it cuts off.
    #[inline]
    fn note<N: NodeType>(
        &mut self,
        node: &mut Node,
        progress: &mut Progress,
        current: &CurrentMove,
        value: Value,
    ) -> bool {
        if N::ROOT {
            self.root.note(node, progress, value, &self.variations[node.ply + 1]);
        }
        if value > progress.best {
            progress.best = value;
            if value > node.alpha {
                progress.best_move = Some(current.mv);
                node.alpha = value;
                if N::PV {
                    self.record_variation(node.ply, current.mv);
                }
            }
        }
        if node.alpha >= node.beta {
            // At the root a value above beta means that the window was too low. The moves are then searched
            // again.
            if !N::ROOT {
                self.cutoffs[node.ply] += 1;
                self.tally.cutoffs += 1;
                self.reward(node, current.mv, current.is_quiet, &progress.searched);
            }
            return true;
        }
        progress.searched.push(current.mv, current.is_quiet);
        false
    }

    /// Returns the depth of the first search of the move just played; `depth` is the unreduced one.
    fn reduced_depth<N: NodeType>(&self, node: &Node, depth: i32, candidate: &Candidate) -> i32 {
        let count = candidate.count + 1;
        if node.depth < 3 || count <= N::UNREDUCED {
            return depth;
        }
        let reduction = match N::ROOT {
            true => self.root_reduction(node, count, candidate),
            false => self.reduction::<N>(node, count, candidate),
        };
        (depth - (reduction / 1024).max(0)).clamp(depth.min(1), depth)
    }

    /// Returns the reduction of root move number `count` in 1024ths of a ply. Captures and checks are not
    /// reduced. Other moves are reduced less than below the root because each of them may be played.
    fn root_reduction(&self, node: &Node, count: usize, candidate: &Candidate) -> i32 {
        let is_reduced = candidate.is_quiet && !self.line.in_check();
        if is_reduced { late_move(node.depth, count) - p::plain(p::LMR_ROOT) } else { 0 }
    }

    /// Returns the reduction of move number `count` of a node below the root, in 1024ths of a ply.
    #[inline]
    fn reduction<N: NodeType>(&self, node: &Node, count: usize, candidate: &Candidate) -> i32 {
        let mut reduction = late_move(node.depth, count);
        if candidate.is_quiet {
            reduction -= candidate.history * 1024 / p::LMR_HISTORY;
        } else {
            reduction = reduction / 2 - candidate.history * 1024 / p::LMR_CAPTURE_HISTORY;
        }
        let terms = [
            (node.expects_cut, p::plain(p::LMR_CUT)),
            (N::PV, -p::LMR_PV),
            (node.was_pv, -p::LMR_WAS_PV),
            (!node.improving && !node.in_check, p::plain(p::LMR_WORSE)),
            (self.line.in_check(), -p::LMR_CHECK),
            (node.tt_captures, p::plain(p::LMR_TT_CAPTURES)),
            (self.cutoffs[node.ply + 1] > 2, p::plain(p::LMR_CUTOFFS)),
        ];
        reduction + terms.iter().filter(|term| term.0).map(|term| term.1).sum::<i32>()
    }

    fn reward(&mut self, node: &Node, mv: Move, is_quiet: bool, searched: &SearchedMoves) {
        if is_quiet {
            self.histories.quiet_cut(&self.line, node.ply, node.depth, mv, &searched.quiets);
        }
        let best_capture = (!is_quiet).then_some(mv);
        self.histories.capture_cut(&self.line, node.depth, best_capture, &searched.captures);
    }
}
