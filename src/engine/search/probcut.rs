//! ProbCut: cuts off nodes where a capture wins so much that a full search will hardly fall below beta.

use super::Search;
use super::node::{Captures, Node};
use super::node_type::NonPv;
use crate::order::Picker;
use crate::params as p;
use crate::score::{Value, is_decided};
use crate::tt::{Bound, TtEntry};
use chuhe_rules::types::Move;

impl Search {
    /// Returns the value of a node if a capture stays well above beta in a shallower search. Returns `Err` if
    /// the search was aborted.
    ///
    /// After a pause the stage continues with the capture and the picker of `left`. Until it reaches that
    /// capture it reads only these two, the node and the line.
    pub(crate) fn probcut(
        &mut self,
        node: &Node,
        left: Option<Box<Captures>>,
    ) -> Result<Option<Value>, Box<Captures>> {
        let bound =
            node.beta + p::PROBCUT_MARGIN - if node.improving { p::plain(p::PROBCUT_IMPROVING) } else { 0 };
        let is_doubtful =
            node.tt_entry.is_some_and(|entry| entry.depth >= node.depth - 3 && entry.value < bound);
        if node.depth < p::PROBCUT_DEPTH || is_decided(node.beta) || is_doubtful {
            return Ok(None);
        }
        let (mut picker, mut resumed) = match left {
            Some(captures) => (captures.picker, Some(captures.mv)),
            None => (Picker::winning(&self.line, node.tt_move(), bound - node.static_eval), None),
        };
        while let Some((mv, is_resumed)) = self.next_capture(&mut picker, &mut resumed) {
            self.play(mv);
            let value = self.capture_value(node, bound, is_resumed);
            self.line.unmake();
            if self.aborted.is_some() {
                return Err(Box::new(Captures { picker, mv }));
            }
            if value >= bound {
                self.tally.cutoffs += 1;
                let entry = TtEntry {
                    mv: Some(mv),
                    value,
                    eval: node.raw_eval,
                    depth: node.depth - 3,
                    bound: Bound::Lower,
                    was_pv: node.was_pv,
                };
                self.remember(node.ply, entry);
                return Ok(Some(if is_decided(value) { value } else { value - (bound - node.beta) }));
            }
        }
        Ok(None)
    }

    /// Returns the capture that a pause interrupted, else the next one, and whether it was interrupted.
    fn next_capture(&self, picker: &mut Picker, resumed: &mut Option<Move>) -> Option<(Move, bool)> {
        if let Some(mv) = resumed.take() {
            return Some((mv, true));
        }
        loop {
            let mv = picker.next(&self.line, &self.histories)?;
            if self.line.is_playable(mv) {
                return Some((mv, false));
            }
        }
    }

    /// Returns the value after the capture just played: by quiescence, and by a search if quiescence reaches
    /// `bound`.
    fn capture_value(&mut self, node: &Node, bound: Value, is_resumed: bool) -> Value {
        let window = (-bound, -bound + 1);
        if !is_resumed {
            let value = -self.quiesce::<NonPv>(window, node.ply + 1);
            if value < bound || self.aborted.is_some() || node.depth <= 4 {
                return value;
            }
        }
        -self.search_node::<NonPv>(window, node.depth - 4, node.ply + 1, !node.expects_cut)
    }
}
