//! Whether the move known by the table is the only good one: then it is searched deeper.
//!
//! The question is put to a shallower search of the same node without that move. The method is that
//! of singular extensions, described on the Chess Programming Wiki.

use super::Search;
use super::node::{Node, Stage};
use crate::limits::Abort;
use crate::params as p;
use crate::score::{Value, is_decided};
use crate::tt::{Bound, Known};
use chuhe_rules::types::Move;

impl Search {
    /// Sets how much deeper the known move is searched. A value when the node can be cut off, since
    /// other moves are above beta too. Nothing is settled when the search was broken off.
    pub(crate) fn judge_known<const PV: bool>(&mut self, node: &mut Node) -> Option<Value> {
        let (known, mv) = self.candidate(node)?;
        let margin =
            p::SINGULAR_MARGIN + if node.was_pv && !PV { p::plain(p::SINGULAR_MARGIN_PV) } else { 0 };
        let beta = known.value - margin * node.depth / 16;
        let value = self.search_without(node, mv, beta);
        if self.aborted.is_some() {
            return None;
        }
        if value < beta {
            let is_lone =
                !PV && value < beta - p::DOUBLE_MARGIN && node.ply < self.root_depth as usize * 3 / 2;
            node.extension = 1 + i32::from(is_lone);
        } else if beta >= node.beta && !is_decided(beta) {
            return Some(beta);
        } else if known.value >= node.beta {
            node.extension = if PV { -1 } else { -2 };
        } else if node.expects_cut {
            node.extension = -1;
        }
        None
    }

    /// The known move, where it is worth asking whether it is the only good one.
    fn candidate(&self, node: &Node) -> Option<(Known, Move)> {
        let known = node.hit.filter(|known| {
            matches!(known.bound, Bound::Lower | Bound::Exact)
                && known.depth >= node.depth - 3
                && !is_decided(known.value)
        })?;
        let is_due = node.depth >= p::SINGULAR_DEPTH && node.ply < 2 * self.root_depth as usize;
        let mv = known.mv.filter(|mv| is_due && self.line.board().is_pseudo_legal(*mv))?;
        self.line.is_playable(mv).then_some((known, mv))
    }

    /// The value of the node without a move, against `beta`.
    fn search_without(&mut self, node: &Node, mv: Move, beta: Value) -> Value {
        if self.is_slice_over {
            self.aborted = Some(Abort::Slice);
            return 0;
        }
        if let Some(paused) = self.paused.pop() {
            return self.resume::<false>(paused);
        }
        if self.enter(node.ply) {
            return 0;
        }
        let inner = Node {
            alpha: beta - 1,
            beta,
            depth: (node.depth - 1) / 2,
            hit: None,
            excluded: Some(mv),
            extension: 0,
            ..*node
        };
        self.go_on::<false>(inner, Stage::Moves)
    }
}
