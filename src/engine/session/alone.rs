//! Replaces the helpers in wasm without shared memory, where a program has only one thread.

use super::{Event, Session};
use crate::search::Tally;

/// An empty set of helpers.
#[derive(Default)]
pub(crate) struct Helpers {}

impl Helpers {
    pub(crate) fn gather(&mut self) {}

    pub(crate) fn let_go(&mut self) {}

    pub(crate) fn forget(&mut self) {}

    pub(crate) fn begin(&mut self) {}

    pub(crate) fn counted(&self) -> (Tally, usize) {
        (Tally::default(), 0)
    }
}

impl Session {
    /// Searches until the job is done.
    pub(crate) fn work_together(&mut self, on_event: &mut dyn FnMut(&Session, Event)) {
        self.work(on_event);
    }

    pub(crate) fn lend(&mut self) {}

    pub(crate) fn recall(&mut self) {}
}
