//! What is not worth a look: whole nodes before their moves are tried, and single moves.

use super::super::params as p;
use super::super::score::{MATE_BOUND, Value, is_mate};
use super::super::see;
use super::Search;
use super::node::Node;
use super::reductions::late_move;
use crate::game::types::Move;

impl Search {
    /// The value of a node whose outcome is clear without trying its moves. Only for closed windows
    /// and positions without check.
    pub(super) fn prune(&mut self, node: &Node) -> Option<Value> {
        if is_mate(node.beta) {
            return None;
        }
        self.reverse_futility(node).or_else(|| self.razor(node)).or_else(|| self.null_move(node))
    }

    /// So far above beta that a shallow search will not fall below it.
    fn reverse_futility(&self, node: &Node) -> Option<Value> {
        let margin = p::RFP_MARGIN * (node.depth - i32::from(node.improving));
        let is_clear = node.depth <= p::RFP_DEPTH && node.eval - margin >= node.beta && !is_mate(node.eval);
        is_clear.then_some((node.eval + node.beta) / 2)
    }

    /// So far below alpha that only captures could help.
    fn razor(&mut self, node: &Node) -> Option<Value> {
        if node.depth > p::RAZOR_DEPTH || node.eval + p::RAZOR_MARGIN * node.depth > node.alpha {
            return None;
        }
        let value = self.quiesce::<false>((node.alpha, node.alpha + 1), node.ply);
        (self.aborted.is_some() || value <= node.alpha).then_some(value)
    }

    /// So good that the turn can be given away. Not twice running, and not without two attackers
    /// besides soldiers, where having to move may be what loses.
    pub(super) fn null_move(&mut self, node: &Node) -> Option<Value> {
        let board = self.line.board();
        let attackers = board.heavy(board.turn()).count();
        if node.depth < p::NULL_DEPTH || node.eval < node.beta || attackers < 2 || self.line.after_null() {
            return None;
        }
        let surplus = ((node.eval - node.beta) / p::NULL_MARGIN).min(3);
        let reduction = p::NULL_BASE + node.depth / p::NULL_DIVISOR + surplus;
        self.line.make_null();
        let window = (-node.beta, -node.beta + 1);
        let value = -self.search::<false>(window, node.depth - reduction, node.ply + 1, !node.expects_cut);
        self.line.unmake();
        if self.aborted.is_some() || value < node.beta {
            return None;
        }
        Some(if is_mate(value) { node.beta } else { value })
    }

    /// Whether a move is left out, some move having been searched already. A quiet move that gives
    /// check or repeats a position is not: it may be what wins or draws, whatever it gives away.
    pub(super) fn skips<const PV: bool>(&self, node: &Node, mv: Move, is_quiet: bool, count: usize) -> bool {
        if node.in_check || node.alpha <= -MATE_BOUND {
            return false;
        }
        let board = self.line.board();
        if !is_quiet {
            let margin = -p::SEE_CAPTURE_MARGIN * node.depth;
            return node.depth <= p::SEE_DEPTH && !see::reaches(board, mv, margin);
        }
        let depth = (node.depth - late_move(node.depth, count + 1) / 1024).max(0);
        let is_poor = (!PV && self.is_late(node, count))
            || is_futile(node, depth)
            || self.is_ill_tried(mv, depth)
            || (depth <= p::SEE_DEPTH && !see::reaches(board, mv, -p::SEE_QUIET_MARGIN * depth));
        is_poor && !board.gives_check(mv) && !self.line.recurs(mv)
    }

    /// Whether the move failed so often that it is not worth it at this depth.
    fn is_ill_tried(&self, mv: Move, depth: i32) -> bool {
        let margin = p::HISTORY_PRUNE_MARGIN * (depth + 1);
        depth <= p::HISTORY_PRUNE_DEPTH && self.histories.of_quiet(&self.line, mv) < -margin
    }

    /// Whether so many moves were tried that quiet ones are not worth it at this depth.
    fn is_late(&self, node: &Node, count: usize) -> bool {
        let limit = (p::LMP_BASE + node.depth * node.depth) / if node.improving { 1 } else { 2 };
        node.depth <= p::LMP_DEPTH && count as i32 >= limit
    }
}

/// Whether the evaluation is so far below alpha that a quiet move cannot make up for it.
fn is_futile(node: &Node, depth: i32) -> bool {
    let hope = node.eval + p::FUTILITY_BASE + p::FUTILITY_MARGIN * depth;
    depth <= p::FUTILITY_DEPTH && hope <= node.alpha && !is_mate(node.alpha)
}
