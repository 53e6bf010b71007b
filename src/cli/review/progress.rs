//! Reports the progress of a run on standard error.

use crate::told;
use std::fmt::Write as _;
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

/// Time until the first line of progress.
const FIRST: Duration = Duration::from_secs(2);
/// Time between two lines if standard error is not a terminal.
const EVERY: Duration = Duration::from_secs(30);

/// The counts of finished games, with the state of the display.
pub struct Progress {
    started: Instant,
    /// Time of the last line, and the number of games done then.
    told: Option<(Instant, usize)>,
    /// Number of games done in earlier runs.
    before: usize,
    /// Number of games done in all runs.
    done: usize,
    /// Total number of games; `None` if unknown.
    total: Option<usize>,
    is_live: bool,
}

impl Progress {
    pub fn new(before: usize, total: Option<usize>) -> Progress {
        let is_live = stderr().is_terminal();
        if before > 0 {
            eprintln!("{}", done_before(before));
        }
        Progress { started: Instant::now(), told: None, before, done: before, total, is_live }
    }

    /// Counts a finished game and prints its notice, if any.
    pub fn done(&mut self, notice: Option<&str>) {
        self.done += 1;
        if let Some(words) = notice {
            eprintln!("{}notice: {}", self.clear(), told(words));
        }
        if self.is_live || self.is_due(Instant::now()) {
            self.tell();
        }
    }

    /// Prints the first line when it is due, even before a game is done.
    pub fn tick(&mut self) {
        if self.told.is_none() && self.is_due(Instant::now()) {
            self.tell();
        }
    }

    /// Returns whether a line is due outside a terminal. A line without a speed is followed by another as soon as
    /// the speed is known.
    fn is_due(&self, now: Instant) -> bool {
        match self.told {
            None => now.duration_since(self.started) >= FIRST,
            Some((then, done)) => {
                now.duration_since(then) >= EVERY || (done == self.before && self.done > done)
            }
        }
    }

    fn tell(&mut self) {
        self.told = Some((Instant::now(), self.done));
        let line = self.line(self.started.elapsed());
        if self.is_live {
            eprint!("{}{line}", self.clear());
        } else {
            eprintln!("{line}");
        }
    }

    /// Ends the last line, so that it stays on the terminal.
    pub fn end(&self) {
        if self.is_live && self.told.is_some() {
            eprintln!();
        }
    }

    /// Returns the control sequence that clears the line of a terminal; empty otherwise.
    fn clear(&self) -> &'static str {
        if self.is_live { "\r\x1b[K" } else { "" }
    }

    /// Returns a line such as `12 of 40 games, 850 an hour, 2 min left`; only its first part until this run has
    /// finished a game.
    fn line(&self, elapsed: Duration) -> String {
        let mut line = match self.total {
            Some(total) => format!("{} of {}", self.done, games(total)),
            None => games(self.done),
        };
        if self.done == self.before {
            return line;
        }
        let an_hour = (self.done - self.before) as f64 / elapsed.as_secs_f64().max(1e-3) * 3600.0;
        let _ = write!(line, ", {an_hour:.0} an hour");
        if let Some(total) = self.total {
            let hours = total.saturating_sub(self.done) as f64 / an_hour.max(1e-9);
            let _ = write!(line, ", {} left", span(Duration::from_secs_f64(hours.min(1e6) * 3600.0)));
        }
        line
    }
}

/// Writes a number of games with the noun in agreement.
fn games(count: usize) -> String {
    let noun = if count == 1 { "game" } else { "games" };
    format!("{count} {noun}")
}

fn done_before(count: usize) -> String {
    let verb = if count == 1 { "was" } else { "were" };
    format!("{} {verb} done before", games(count))
}

/// Writes a duration in one or two units.
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

    fn progress(before: usize, done: usize, total: Option<usize>) -> Progress {
        Progress { started: Instant::now(), told: None, before, done, total, is_live: false }
    }

    #[test]
    fn nouns_agree_with_numbers() {
        assert_eq!([0, 1, 2].map(games), ["0 games", "1 game", "2 games"]);
        assert_eq!([1, 2].map(done_before), ["1 game was done before", "2 games were done before"]);
        let line = |done, total| progress(0, done, total).line(Duration::from_secs(36));
        assert_eq!(line(1, None), "1 game, 100 an hour");
        assert_eq!(line(0, Some(1)), "0 of 1 game");
        assert_eq!(line(1, Some(2)), "1 of 2 games, 100 an hour, 36 s left");
    }

    #[test]
    fn first_line_comes_after_two_seconds_and_a_second_once_the_speed_is_known() {
        let mut progress = progress(3, 3, Some(9));
        let started = progress.started;
        let is_due = |progress: &Progress, millis| progress.is_due(started + Duration::from_millis(millis));
        assert_eq!([1_900, 2_000].map(|millis| is_due(&progress, millis)), [false, true]);
        assert_eq!(progress.line(Duration::from_secs(2)), "3 of 9 games");
        progress.told = Some((started + FIRST, 3));
        assert_eq!([3_000, 31_900, 32_000].map(|millis| is_due(&progress, millis)), [false, false, true]);
        progress.done = 4;
        assert!(is_due(&progress, 3_000));
        assert_eq!(progress.line(Duration::from_secs(3)), "4 of 9 games, 1200 an hour, 15 s left");
        progress.told = Some((started + FIRST, 4));
        progress.done = 5;
        assert_eq!([31_900, 32_000].map(|millis| is_due(&progress, millis)), [false, true]);
    }

    #[test]
    fn remaining_time_follows_from_the_games_of_this_run() {
        let progress = progress(30, 40, Some(100));
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
