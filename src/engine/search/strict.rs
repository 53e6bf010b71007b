//! Wins and losses by rule: what the search assumes of a second occurrence, and what is reported.
//!
//! Within the search, a side that offended between two occurrences of a position loses, since it could do the same
//! again. That is right nearly always and spares the second lap. It is an assumption all the same: an offender can go
//! on with another cycle, and chasing in one and checking in the other is no offence; plies from before the search
//! may count; and values in the table were found on other paths. A value by rule at the root is therefore never
//! noted as it is. The line becomes strict for the rest of the job, and the pass begins again: from then on a side
//! loses by rule only at the third occurrence, which is judged as the referee judges the game, no value by rule goes
//! into the table or comes from it, and no move is left out because of one.

use super::Search;
use super::node::{Node, Progress};
use super::root::{Cursor, is_noted};
use crate::score::{Value, is_ruled};

impl Search {
    /// Whether the value of the current root move would be noted as one by rule that is only assumed.
    pub(crate) fn is_assumed(&self, node: &Node, progress: &Progress, value: Value) -> bool {
        is_ruled(value) && is_noted(node, progress, value) && !self.line.is_strict()
    }

    /// Makes the line strict and begins the pass over the root moves again, with an open window. The current move goes
    /// first, since what was assumed of it is to be proved.
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
