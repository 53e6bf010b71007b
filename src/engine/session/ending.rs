//! Decides when a job has run long enough.

use super::solved::Knowledge;
use super::{MAX_DEPTH, Session};
use crate::score::{MATE, is_mate};

impl Session {
    /// Returns whether another iteration is useless.
    pub(crate) fn is_enough(&mut self, next_depth: i32) -> bool {
        if next_depth > self.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
            return true;
        }
        let best = self.roots().first().map_or(0, |root| root.value);
        let plies_to_mate = is_mate(best).then(|| MATE - best.abs());
        let in_moves = |moves: u32| plies_to_mate.is_some_and(|plies| (plies + 1) / 2 <= moves as i32);
        if self.limits.mate.is_some_and(in_moves) {
            return true;
        }
        let is_enough =
            self.limits.is_timed() && (self.is_settled(next_depth) || self.is_forced() || self.is_late());
        if is_enough && self.search.watch.spent().is_none() {
            self.search.watch.end_on_hit();
            return false;
        }
        is_enough
    }

    /// Returns whether deeper iterations change nothing: the root is solved, or each requested line is a mate that they
    /// cannot shorten.
    fn is_settled(&self, next_depth: i32) -> bool {
        let mut values = self.roots()[..self.slots()].iter().map(|root| root.value);
        self.knowledge == Knowledge::Solved
            || values.all(|value| is_mate(value) && MATE - value.abs() < next_depth)
    }

    /// Returns whether there is only one move and no fixed time to use up.
    fn is_forced(&self) -> bool {
        self.roots().len() == 1 && (self.limits.clock.is_some() || self.options.level.is_some())
    }

    /// Returns whether the move has used its soft time limit.
    fn is_late(&self) -> bool {
        let Some(soft) = self.limits.schedule().soft else { return false };
        // Pondering counts here because the job need not repeat that search.
        self.search.watch.elapsed() >= soft.mul_f64(self.pace.factor())
    }
}
