//! How far a run is, on standard error.

use crate::told;
use std::fmt::Write as _;
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

/// Where nobody watches a line is written so often.
const EVERY: Duration = Duration::from_secs(30);

/// Counts the games that are done.
pub struct Progress {
    started: Instant,
    told: Option<Instant>,
    /// In earlier runs.
    before: usize,
    /// In all runs.
    done: usize,
    /// How many there are; `None` where that is not known.
    total: Option<usize>,
    is_live: bool,
}

impl Progress {
    pub fn new(before: usize, total: Option<usize>) -> Progress {
        let is_live = stderr().is_terminal();
        if before > 0 {
            eprintln!("{before} games were done before");
        }
        Progress { started: Instant::now(), told: None, before, done: before, total, is_live }
    }

    /// One more is done; there may be something to say of it.
    pub fn done(&mut self, notice: Option<&str>) {
        self.done += 1;
        if let Some(words) = notice {
            eprintln!("{}notice: {}", self.clear(), told(words));
        }
        let last = self.told.unwrap_or(self.started);
        if self.is_live {
            eprint!("{}{}", self.clear(), self.line(self.started.elapsed()));
        } else if last.elapsed() >= EVERY {
            self.told = Some(Instant::now());
            eprintln!("{}", self.line(self.started.elapsed()));
        }
    }

    /// The last line stays.
    pub fn end(&self) {
        if self.is_live && self.done > self.before {
            eprintln!();
        }
    }

    /// What goes back to the beginning of the line and clears it.
    fn clear(&self) -> &'static str {
        if self.is_live { "\r\x1b[K" } else { "" }
    }

    /// Such as `12 of 40 games, 850 an hour, 2 min left`.
    fn line(&self, elapsed: Duration) -> String {
        let mut line = match self.total {
            Some(total) => format!("{} of {total} games", self.done),
            None => format!("{} games", self.done),
        };
        let an_hour = (self.done - self.before) as f64 / elapsed.as_secs_f64().max(1e-3) * 3600.0;
        let _ = write!(line, ", {an_hour:.0} an hour");
        if let Some(total) = self.total {
            let hours = total.saturating_sub(self.done) as f64 / an_hour.max(1e-9);
            let _ = write!(line, ", {} left", span(Duration::from_secs_f64(hours.min(1e6) * 3600.0)));
        }
        line
    }
}

/// A time in one unit or two.
fn span(time: Duration) -> String {
    let minutes = time.as_secs() / 60;
    match (minutes / 60, minutes) {
        (0, 0) => format!("{} s", time.as_secs()),
        (0, minutes) => format!("{minutes} min"),
        (hours, minutes) => format!("{hours} h {} min", minutes % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_what_this_run_has_done() {
        let (started, told) = (Instant::now(), None);
        let progress = Progress { started, told, before: 30, done: 40, total: Some(100), is_live: false };
        let line = progress.line(Duration::from_secs(600));
        assert_eq!(line, "40 of 100 games, 60 an hour, 1 h 0 min left");
        assert_eq!(
            Progress { total: None, ..progress }.line(Duration::from_secs(36)),
            "40 games, 1000 an hour"
        );
        let spans = [0, 59, 61, 3_661].map(|seconds| span(Duration::from_secs(seconds)));
        assert_eq!(spans, ["0 s", "59 s", "1 min", "1 h 1 min"]);
    }
}
