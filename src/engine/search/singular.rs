//! Extends the table move if it is the only good one.
//!
//! A shallower search of the same node without the table move decides. The method is that of singular
//! extensions, described on the Chess Programming Wiki.

use super::Search;
use super::node::{Node, Stage};
use super::node_type::{NodeType, NonPv};
use crate::limits::Abort;
use crate::params as p;
use crate::score::{Value, is_decided};
use crate::tt::{Bound, TtEntry};
use chuhe_rules::types::Move;

impl Search {
    /// Sets the extension of the table move. Returns a value if the node can be cut off because other moves are
    /// above beta too. Decides nothing if the search was aborted.
    ///
    /// After a pause the stage begins again. Until the shallower search it reads only the node, the line and
    /// the depth of the iteration. It uses the table entry stored in the node, not a newer one.
    pub(crate) fn singular_extension<N: NodeType>(&mut self, node: &mut Node) -> Option<Value> {
        let (entry, mv) = self.candidate(node)?;
        let margin =
            p::SINGULAR_MARGIN + if node.was_pv && !N::PV { p::plain(p::SINGULAR_MARGIN_PV) } else { 0 };
        let beta = entry.value - margin * node.depth / 16;
        let value = self.search_without(node, mv, beta);
        if self.aborted.is_some() {
            return None;
        }
        if value < beta {
            let is_lone = !N::PV
                && value < beta - p::DOUBLE_MARGIN
                && node.ply < self.root.cursor.depth as usize * 3 / 2;
            node.extension = 1 + i32::from(is_lone);
        } else if beta >= node.beta && !is_decided(beta) {
            return Some(beta);
        } else if entry.value >= node.beta {
            node.extension = if N::PV { -1 } else { -2 };
        } else if node.expects_cut {
            node.extension = -1;
        }
        None
    }

    /// Returns the table entry and its move if a singular search is worthwhile.
    fn candidate(&self, node: &Node) -> Option<(TtEntry, Move)> {
        let entry = node.tt_entry.filter(|entry| {
            matches!(entry.bound, Bound::Lower | Bound::Exact)
                && entry.depth >= node.depth - 3
                && !is_decided(entry.value)
        })?;
        let is_due = node.depth >= p::SINGULAR_DEPTH && node.ply < 2 * self.root.cursor.depth as usize;
        let mv = entry.mv.filter(|mv| is_due && self.line.board().is_pseudo_legal(*mv))?;
        self.line.is_playable(mv).then_some((entry, mv))
    }

    /// Returns the value of the node without a move, against `beta`.
    fn search_without(&mut self, node: &Node, mv: Move, beta: Value) -> Value {
        if self.is_slice_over {
            self.aborted = Some(Abort::Slice);
            return 0;
        }
        if let Some(paused) = self.paused.pop() {
            return self.resume::<NonPv>(paused);
        }
        if self.enter(node.ply) {
            return 0;
        }
        let inner = Node {
            alpha: beta - 1,
            beta,
            depth: (node.depth - 1) / 2,
            tt_entry: None,
            excluded: Some(mv),
            extension: 0,
            ..*node
        };
        self.next_stage::<NonPv>(inner, Stage::Moves)
    }
}
