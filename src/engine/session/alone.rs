//! Where a program has one thread, in wasm without shared memory, nobody helps with a search.

use super::{Event, Session};
use crate::engine::search::Tally;

/// No helpers.
#[derive(Default)]
pub(super) struct Helpers {}

impl Helpers {
    pub(super) fn gather(&mut self) {}

    pub(super) fn let_go(&mut self) {}

    pub(super) fn forget(&mut self) {}

    pub(super) fn begin(&mut self) {}

    pub(super) fn counted(&self) -> (Tally, usize) {
        (Tally::default(), 0)
    }
}

impl Session {
    /// Works on the job until it is done.
    pub(super) fn work_together(&mut self, on_event: &mut dyn FnMut(&Session, Event)) {
        self.work(on_event);
    }

    pub(super) fn lend(&mut self) {}

    pub(super) fn recall(&mut self) {}
}
