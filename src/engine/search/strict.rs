//! Proves wins and losses by rule, which the search at first only assumes.
//!
//! At first the search treats a side that offended between two occurrences of a position as lost, since it
//! could do the same again. This is nearly always right and avoids searching the second cycle. It remains an
//! assumption for three reasons. The offender can continue with another cycle, and chasing in one cycle and
//! checking in the other is no offence. Plies played before the search may be part of the cycle. Values in the
//! table may come from other paths. Therefore a value by rule is never recorded for a root move while it is
//! only assumed. Instead the line becomes strict for the rest of the job, and the pass over the root moves
//! begins again. On a strict line a side loses by rule only at the third occurrence, under the rules of the
//! game. Values by rule are then neither stored in the table nor read from it, and they prune no move.

use super::Search;
use super::node::{Node, Progress};
use super::root::{Cursor, is_noted};
use crate::score::{Value, is_ruled};

impl Search {
    /// Returns whether the value of the current root move would be recorded as a win or a loss by rule that is
    /// only assumed.
    pub(crate) fn is_assumed(&self, node: &Node, progress: &Progress, value: Value) -> bool {
        is_ruled(value) && is_noted(node, progress, value) && !self.line.is_strict()
    }

    /// Makes the line strict and restarts the pass over the root moves with an open window. The current move
    /// goes first because its assumed value needs proof.
    #[cold]
    pub(crate) fn become_strict(&mut self) -> (Node, Progress) {
        self.line.set_strict();
        self.tally.researches += 1;
        let Cursor { depth, slot, index, .. } = self.root.cursor;
        self.root.moves[slot..=index].rotate_right(1);
        self.root.cursor = Cursor::at(depth, slot);
        self.root.reset_values();
        self.open_root()
    }
}
