//! Prunes whole nodes before their moves are tried, and single moves.

use super::Search;
use super::node::{Candidate, Node};
use super::node_type::NonPv;
use super::reductions::late_move;
use crate::history::Context;
use crate::params as p;
use crate::score::{Value, mate_in};
use crate::see;
use chuhe_rules::movegen::Checks;
use chuhe_rules::types::Move;

impl Search {
    /// Returns the value of a node whose evaluation or a mate in one makes the outcome clear. Call it only with
    /// a closed window and not in check.
    pub(crate) fn prune(&mut self, node: &Node) -> Option<Value> {
        if self.is_certain(node.beta) {
            return None;
        }
        self.reverse_futility(node).or_else(|| self.razor(node))
    }

    /// Returns a value if the evaluation is so far above beta that a shallow search will not fall below it.
    /// Does not apply where mate is threatened.
    fn reverse_futility(&mut self, node: &Node) -> Option<Value> {
        let margin = p::RFP_MARGIN * (node.depth - i32::from(node.improving))
            - if node.opponent_worsening { p::plain(p::RFP_OPPONENT_WORSENING) } else { 0 };
        let is_clear =
            node.depth <= p::RFP_DEPTH && node.eval - margin >= node.beta && !self.is_certain(node.eval);
        let is_open = node.was_pv || node.tt_move().is_some() && !node.tt_captures;
        if !is_clear || is_open {
            return None;
        }
        // After a null move a cut-off only rejects the null move, so a missed threat costs nothing.
        let is_spared = self.line.after_null() || node.depth < p::RFP_THREAT_DEPTH;
        (is_spared || !self.line.is_threatened()).then_some((node.eval + node.beta) / 2)
    }

    /// Returns a value if the evaluation is so far below alpha that only a capture or a mate could help.
    fn razor(&mut self, node: &Node) -> Option<Value> {
        if node.depth > p::RAZOR_DEPTH || node.eval + p::RAZOR_MARGIN * node.depth > node.alpha {
            return None;
        }
        // At ply 1 a level may overlook the reply that mates.
        if node.ply > 1 && self.line.mates_next() {
            return Some(mate_in(node.ply + 1));
        }
        let value = self.quiesce::<NonPv>((node.alpha, node.alpha + 1), node.ply);
        (self.aborted.is_some() || value <= node.alpha).then_some(value)
    }

    /// Returns a value if the position is so good that the side to move can pass. Applies only where a cut-off
    /// is expected, not twice in a row, and only with two attackers other than soldiers, because with fewer of
    /// them every move may be worse than passing. Does not apply where mate is threatened and the remaining
    /// depth is too small to find it.
    ///
    /// After a pause the stage begins again. Until the null move it reads only the node and the line.
    pub(crate) fn null_move(&mut self, node: &Node) -> Option<Value> {
        let board = self.line.board();
        let is_good = node.eval >= node.beta
            && node.static_eval >= node.beta + p::NULL_EVAL - p::NULL_EVAL_DEPTH * node.depth;
        let is_due =
            is_good && node.expects_cut && node.depth >= p::NULL_DEPTH && !self.is_certain(node.beta);
        if !is_due || board.heavy(board.turn()).count() < 2 || self.line.after_null() {
            return None;
        }
        let surplus = ((node.eval - node.beta) / p::NULL_MARGIN).min(p::plain(p::NULL_SURPLUS));
        let reduction = p::NULL_BASE + node.depth / p::NULL_DIVISOR + surplus;
        let depth = node.depth - reduction;
        if depth <= 0 && self.line.is_threatened() {
            return None;
        }
        self.line.make_null();
        let window = (-node.beta, -node.beta + 1);
        let value = -self.search_node::<NonPv>(window, depth, node.ply + 1, !node.expects_cut);
        self.line.unmake();
        if self.aborted.is_some() || value < node.beta {
            return None;
        }
        Some(if self.is_certain(value) { node.beta } else { value })
    }

    /// Returns whether a move neither gives check nor repeats a position. Other moves are never skipped because
    /// they may win or draw whatever material they lose.
    pub(crate) fn is_plain(&self, mv: Move, checks: &mut Option<Checks>) -> bool {
        let board = self.line.board();
        let checks = checks.get_or_insert_with(|| board.checks());
        !board.is_check(mv, checks) && !self.line.recurs(mv)
    }

    /// Returns whether a move promises too little or loses too much.
    pub(crate) fn is_poor(&self, node: &Node, candidate: &Candidate) -> bool {
        match candidate.is_quiet {
            true => self.is_poor_quiet(node, candidate),
            false => self.is_poor_capture(node, candidate),
        }
    }

    /// Returns whether a quiet move promises too little or loses too much.
    fn is_poor_quiet(&self, node: &Node, candidate: &Candidate) -> bool {
        let Candidate { mv, history, count, .. } = *candidate;
        let reduction = late_move(node.depth, count + 1) - history * 1024 / p::PRUNE_HISTORY;
        let depth = (node.depth - reduction / 1024).clamp(0, node.depth);
        self.is_futile(node, depth)
            || (depth <= p::HISTORY_PRUNE_DEPTH && history < -p::HISTORY_PRUNE_MARGIN * (depth + 1))
            || (depth <= p::SEE_DEPTH && !see::reaches(self.line.board(), mv, -p::SEE_QUIET_MARGIN * depth))
    }

    /// Returns whether the evaluation is so far below alpha that a quiet move cannot make up for it.
    fn is_futile(&self, node: &Node, depth: i32) -> bool {
        let hope = node.eval + p::FUTILITY_BASE + p::FUTILITY_MARGIN * depth;
        depth <= p::FUTILITY_DEPTH && hope <= node.alpha && !self.is_certain(node.alpha)
    }

    /// Returns whether moves may be skipped: not in check, and not while alpha or the best value is a certain
    /// loss.
    pub(crate) fn allows_skipping(&self, node: &Node, best: Value) -> bool {
        !node.in_check && !self.is_certain_loss(node.alpha) && !self.is_certain_loss(best)
    }

    /// Returns whether a value is certain, so that nothing is pruned because of it. A mate is certain. A win or
    /// a loss by rule is certain only where the line is strict, since it is otherwise an assumption.
    #[inline]
    fn is_certain(&self, value: Value) -> bool {
        value.abs() >= self.line.least_certain()
    }

    /// Returns whether a value is a certain loss for the side to move.
    #[inline]
    pub(crate) fn is_certain_loss(&self, value: Value) -> bool {
        value <= -self.line.least_certain()
    }

    /// Returns whether a capture loses too much.
    fn is_poor_capture(&self, node: &Node, candidate: &Candidate) -> bool {
        let margin = (p::SEE_CAPTURE_MARGIN * node.depth + candidate.history / 64).max(0);
        node.depth <= p::SEE_DEPTH && !see::reaches(self.line.board(), candidate.mv, -margin)
    }

    /// Returns the history score of a quiet move.
    #[inline]
    pub(crate) fn history(&self, mv: Move) -> i32 {
        let Some(piece) = self.line.board().piece_at(mv.from()) else { return 0 };
        self.histories.of_quiet(&Context::now(&self.line), piece, mv)
    }
}

/// Returns whether the number of moves tried is so great that quiet ones are not worth a search at this depth.
pub(crate) fn late_move_pruning(node: &Node, count: usize) -> bool {
    let limit = (p::LMP_BASE + node.depth * node.depth) / if node.improving { 1 } else { 2 };
    node.depth <= p::LMP_DEPTH && count as i32 >= limit
}
