//! How to search, and within which bounds that can be asked for.

use crate::level::Strength;
use crate::limits::Limits;
use std::time::Duration;

/// Hash table size in MiB when none is asked for.
pub const DEFAULT_HASH: usize = 32;
/// Greatest depth of an iteration.
pub const MAX_DEPTH: i32 = 100;

/// Most lines that can be asked for: no position has more legal moves.
pub const MAX_LINES: usize = 120;
/// Most threads that a search can have.
pub const MAX_THREADS: usize = 64;
/// What the threads are called that help with a search. If one of them panics, its help is lost and nothing else.
pub const HELPER: &str = "helper";
/// Longest time that can be asked for: a day.
pub const MAX_TIME: Duration = Duration::from_secs(86_400);
/// How long to search in one go when nothing limits it.
pub const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// When to stop.
    pub limits: Limits,
    /// How many lines to report, the best first; at least 1.
    pub multipv: usize,
    /// How strong to play; `None` is full strength without a limit of its own.
    pub level: Option<Strength>,
    /// What varies the play of the lower levels and the choice among the moves of the book.
    pub seed: u64,
    /// Whether to play from the opening book, as far as the level has it.
    pub book: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { limits: Limits::default(), multipv: 1, level: None, seed: 0, book: false }
    }
}

impl Options {
    /// The same, with [`DEFAULT_TIME`] where neither a limit nor a level ends the search.
    pub fn ending(mut self) -> Options {
        if self.level.is_none() && self.limits == Limits::default() {
            self.limits.movetime = Some(DEFAULT_TIME);
        }
        self
    }
}
