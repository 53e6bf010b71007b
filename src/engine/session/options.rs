//! The options of a search and their bounds.

use crate::level::Strength;
use crate::limits::Limits;
use std::time::Duration;

/// Default hash table size in MiB.
pub const DEFAULT_HASH: usize = 32;
/// Greatest depth of an iteration in plies.
pub const MAX_DEPTH: i32 = 100;

/// Greatest number of lines that can be requested. No position has more legal moves.
pub const MAX_LINES: usize = 120;
/// Greatest number of threads of one search.
pub const MAX_THREADS: usize = 64;
/// Name of the threads that help with a search. If one of them panics, only its help is lost.
pub const HELPER: &str = "helper";
/// Longest time that can be requested: one day.
pub const MAX_TIME: Duration = Duration::from_secs(86_400);
/// Time of a search that has no other limit.
pub const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The options of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The limits that end the search.
    pub limits: Limits,
    /// Number of lines to report, the best first; at least 1.
    pub multipv: usize,
    /// Playing strength; `None` is full strength without its own limits.
    pub level: Option<Strength>,
    /// Seed for the play of the lower levels and for the choice among book moves.
    pub seed: u64,
    /// Whether to play from the opening book, as far as the level uses it.
    pub book: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { limits: Limits::default(), multipv: 1, level: None, seed: 0, book: false }
    }
}

impl Options {
    /// Sets the time to [`DEFAULT_TIME`] if neither a limit nor a level ends the search.
    pub fn ending(mut self) -> Options {
        if self.level.is_none() && self.limits == Limits::default() {
            self.limits.movetime = Some(DEFAULT_TIME);
        }
        self
    }
}
