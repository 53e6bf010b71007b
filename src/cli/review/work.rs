//! Reviews the games of a run on several threads, one game per thread at a time, and writes them in the order of
//! the input.

use super::annotate::annotate;
use super::entry::{Entry, Line, Settings};
use super::progress::Progress;
use super::store::{Done, Sink};
use super::words::Words;
use crate::error::{CliError, ErrorReport};
use crate::json;
use chuhe::engine::eval::nnue::Network;
use chuhe::records::{self, Export, Opened, ReadError, Record};
use chuhe::review::{Nodes, Review, ReviewReport, Reviewer};
use chuhe::rules::game::{ASIAN, Game, Ruleset};
use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Time between the writer's checks whether a line of progress is due.
const TICK: Duration = Duration::from_millis(250);

/// A game to review.
pub struct Task {
    /// The file as named on the command line, or a file inside it.
    pub file: String,
    /// Number of the game in the file, from 1.
    pub number: usize,
    /// The game, or the error of reading it.
    pub game: Result<Box<Opened>, ReadError>,
}

/// The output of a finished game.
pub struct Outcome {
    /// Text to append to the PGN file; empty if the game could not be reviewed.
    pub pgn: String,
    /// Line to append to the JSON file.
    pub line: String,
    /// Notice for standard error.
    pub notice: Option<String>,
}

/// A game with its review.
pub struct Reviewed<'a> {
    pub file: &'a str,
    /// Number of the game in the file, from 1.
    pub number: usize,
    pub record: Record,
    /// The reason why the rest of the main line was left out.
    pub left_out: Option<String>,
    pub review: &'a Review,
}

/// The parameters of a run.
pub struct Work {
    pub settings: Settings,
    pub words: Words,
    pub to: Export,
    /// Whether the lines hold the annotated games, and errors as objects.
    pub is_json: bool,
    /// Number of games at the same time.
    pub jobs: usize,
}

impl Work {
    /// Reviews the games that are not done yet. `tasks` passes one task after the other to its argument. This function
    /// returns the result of `tasks`.
    ///
    /// # Errors
    /// The errors of `tasks` and of the store; games written before stay in the store.
    pub fn run<T>(
        &self,
        (sink, done): (Sink, Done),
        progress: Progress,
        tasks: impl Fn(&mut dyn FnMut(Task) -> Result<(), CliError>) -> Result<T, CliError>,
    ) -> Result<T, CliError> {
        let reviewers: Result<Vec<Reviewer>, CliError> = (0..self.jobs).map(|_| self.reviewer()).collect();
        let reviewers = reviewers?;
        // At most one game waits, so that little is read ahead.
        let (waiting, next) = sync_channel::<(usize, Task)>(1);
        let next = Arc::new(Mutex::new(next));
        let (ready, outcomes) = channel::<(usize, Outcome)>();
        thread::scope(|scope| {
            for mut reviewer in reviewers {
                let (ready, next) = (ready.clone(), Arc::clone(&next));
                scope.spawn(move || {
                    let next = || next.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    while let Ok((index, task)) = next() {
                        let (file, number) = (task.file.clone(), task.number);
                        let done = catch_unwind(AssertUnwindSafe(|| self.done(&mut reviewer, task)));
                        let outcome = done.or_else(|_| {
                            // The state of a reviewer that panicked cannot be trusted.
                            reviewer = self.reviewer()?;
                            Ok::<_, CliError>(self.failed(&file, number))
                        });
                        let Ok(outcome) = outcome else { return };
                        if ready.send((index, outcome)).is_err() {
                            return;
                        }
                    }
                });
            }
            // Drop the channels here, so that they close when all threads have ended.
            drop((ready, next));
            let first = done.len();
            let writer = scope.spawn(move || write_all(&outcomes, first, sink, progress));
            let mut index = 0;
            let read = tasks(&mut |task| {
                index += 1;
                if done.has(index - 1, &task.file, task.number)? {
                    return Ok(());
                }
                waiting.send((index - 1, task)).map_err(|_| CliError::Io(io::ErrorKind::WriteZero.into()))
            });
            drop(waiting);
            // Reading stops if the writer fails, so the writer's error is reported rather than the reader's.
            writer.join().unwrap_or_else(|_| Err(io::Error::other("the writer has failed")))?;
            read
        })
    }

    fn reviewer(&self) -> Result<Reviewer, CliError> {
        let reviewer = Reviewer::new(Nodes::of(self.settings.nodes.into()), Network::embedded());
        reviewer.map_err(|_| CliError::Io(io::ErrorKind::OutOfMemory.into()))
    }

    /// Reviews a game and returns its output.
    fn done(&self, reviewer: &mut Reviewer, task: Task) -> Outcome {
        let Task { file, number, game } = task;
        let Opened { record, left_out, .. } = match game {
            Ok(opened) => *opened,
            Err(error) => {
                let report = ErrorReport::of_record(&error);
                return self.refused(&file, number, report);
            }
        };
        let review = reviewer.review(&game_of(&record));
        let left_out = left_out.map(|error| error.detail().to_string());
        let notice = left_out.as_ref().map(|why| {
            format!("{file}: game {number}: the game is kept up to here, the rest is left out: {why}")
        });
        let reviewed = Reviewed { file: &file, number, record, left_out, review: &review };
        let (pgn, line) = self.written(reviewed);
        Outcome { pgn, line, notice }
    }

    /// Annotates a game; returns its text and its line of JSON.
    pub fn written(&self, reviewed: Reviewed<'_>) -> (String, String) {
        let Reviewed { file, number, mut record, left_out, review } = reviewed;
        let mut entry = Entry::new(file, number, &self.settings);
        entry.read(&record);
        entry.left_out = left_out;
        let (start, moves) = (record.start().to_string(), record.main_line());
        annotate(&mut record, review, &self.words, self.to);
        // End each game with a blank line, so that the files can be joined by `cat`.
        let pgn = records::write(&record, self.to) + "\n";
        entry.bytes = pgn.len() as u64;
        let moves = moves.iter().map(ToString::to_string).collect();
        let (review, text) = (ReviewReport::from(review), self.is_json.then_some(&*pgn));
        let line = json(&Line { entry: &entry, start, moves, review: &review, text });
        (pgn, line)
    }

    /// Returns the output of a game that cannot be read.
    fn refused(&self, file: &str, number: usize, report: ErrorReport) -> Outcome {
        let notice = Some(format!("{file}: game {number}: {}", report.message));
        let line = if self.is_json {
            report.at(file, number).line()
        } else {
            json(&Entry { refused: Some(report.message), ..Entry::new(file, number, &self.settings) })
        };
        Outcome { pgn: String::new(), line, notice }
    }

    /// Returns the output of a game whose review panicked. The game is reported as one that could not be reviewed.
    fn failed(&self, file: &str, number: usize) -> Outcome {
        self.refused(file, number, ErrorReport::new("failed", "", "", "the program failed on it".to_owned()))
    }
}

/// Returns the game of the main line under the record's rules of repetition, by default the Asian rules.
pub fn game_of(record: &Record) -> Game {
    let ruleset = record.tags.get("RepetitionRule").and_then(Ruleset::from_code).unwrap_or(&ASIAN);
    let mut game = Game::new(record.start().clone()).under(ruleset);
    // The moves of a record are legal; an illegal move would end the line.
    let _ = record.main_line().into_iter().try_for_each(|mv| game.play(mv));
    game
}

/// Writes the finished games in the order of the input; the first has the index `first`.
fn write_all(
    outcomes: &Receiver<(usize, Outcome)>,
    first: usize,
    mut sink: Sink,
    mut progress: Progress,
) -> io::Result<()> {
    let (mut next, mut early) = (first, BTreeMap::new());
    loop {
        match outcomes.recv_timeout(TICK) {
            Ok((index, outcome)) => early.insert(index, outcome),
            Err(RecvTimeoutError::Timeout) => {
                progress.tick();
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        };
        while let Some(outcome) = early.remove(&next) {
            sink.write(&outcome)?;
            next += 1;
            progress.done(outcome.notice.as_deref());
        }
    }
    progress.end();
    Ok(())
}
