//! Verdicts and what a search finds as every front is told of them: plain values, to be serialised.
//!
//! ```
//! use chuhe::report::{SearchReport, VerdictReport};
//! use chuhe::{Game, Limits, Options, Session};
//!
//! let game = Game::default();
//! let verdict = VerdictReport::from(&game.verdict());
//! assert_eq!((verdict.result, verdict.reason), ("ongoing", None));
//!
//! let limits = Limits { depth: Some(2), ..Limits::default() };
//! let found = Session::new(1).go(&game, Options { limits, ..Options::default() }, &mut |_| ());
//! let report = SearchReport::from(&found);
//! assert_eq!((report.best.as_ref(), report.bound), (report.pv.first(), "exact"));
//! ```

mod search;
mod verdict;

pub use search::{InfoReport, LineReport, ScoreReport, SearchReport};
pub use verdict::{CyclePlyReport, FindingReport, RefereeReport, RulingReport, Target, VerdictReport};
