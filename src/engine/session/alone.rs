//! Where a program has one thread, in wasm without shared memory, nobody helps with a search.

use super::{Event, Session};
use crate::search::Tally;

/// No helpers.
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
    /// Works on the job until it is done.
    pub(crate) fn work_together(&mut self, on_event: &mut dyn FnMut(&Session, Event)) {
        self.work(on_event);
    }

    pub(crate) fn lend(&mut self) {}

    pub(crate) fn recall(&mut self) {}
}
