//! The games of a run, several at a time, each by one thread, written in the order in which they came.

use super::annotate::annotate;
use super::entry::{Entry, Line, Settings};
use super::progress::Progress;
use super::store::{Done, Store};
use super::words::Words;
use crate::error::CliError;
use crate::json;
use chuhe::engine::eval::nnue::Network;
use chuhe::records::{self, Export, Opened, ReadError, Record};
use chuhe::review::{Nodes, ReviewReport, Reviewer};
use chuhe::rules::game::{ASIAN, Game, Ruleset};
use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// So often the writer looks whether there is something to say of how far it is.
const TICK: Duration = Duration::from_millis(250);

/// A game to review.
pub struct Task {
    /// As it was named.
    pub file: String,
    /// In the file, from 1.
    pub number: usize,
    /// The game, or why it cannot be read.
    pub game: Result<Box<Opened>, ReadError>,
}

/// A game that is done.
pub struct Outcome {
    /// What is appended to the games.
    pub pgn: String,
    /// What is appended to the lines.
    pub line: String,
    /// What is said on standard error.
    pub notice: Option<String>,
}

/// How a run works.
pub struct Work {
    pub settings: Settings,
    pub words: Words,
    pub to: Export,
    /// Games at a time.
    pub jobs: usize,
}

impl Work {
    /// Reviews what is not done yet. `tasks` gives one task after the other to its argument; it counts the games that
    /// can be read, and so does this.
    ///
    /// # Errors
    /// What `tasks` or the store says; what was done before stays in the store.
    pub fn run(
        &self,
        (store, done): (Store, Done),
        progress: Progress,
        tasks: impl Fn(&mut dyn FnMut(Task) -> Result<(), CliError>) -> Result<usize, CliError>,
    ) -> Result<usize, CliError> {
        let reviewers: Result<Vec<Reviewer>, CliError> = (0..self.jobs).map(|_| self.reviewer()).collect();
        let reviewers = reviewers?;
        // No more than one game waits, so that little is read ahead.
        let (waiting, next) = sync_channel::<(usize, Task)>(1);
        let next = Arc::new(Mutex::new(next));
        let (ready, outcomes) = channel::<(usize, Outcome)>();
        thread::scope(|scope| {
            for mut reviewer in reviewers {
                let (ready, next) = (ready.clone(), Arc::clone(&next));
                scope.spawn(move || {
                    let next = || next.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    while let Ok((index, task)) = next() {
                        let entry = Entry::new(&task, &self.settings);
                        let done = catch_unwind(AssertUnwindSafe(|| self.done(&mut reviewer, task)));
                        let outcome = done.or_else(|_| {
                            // Whatever the one that failed was at, it is not to be trusted any more.
                            reviewer = self.reviewer()?;
                            Ok::<_, CliError>(failed(entry))
                        });
                        let Ok(outcome) = outcome else { return };
                        if ready.send((index, outcome)).is_err() {
                            return;
                        }
                    }
                });
            }
            // Where all of them have ended nobody waits any more.
            drop((ready, next));
            let first = done.len();
            let writer = scope.spawn(move || write_all(&outcomes, first, store, progress));
            let mut index = 0;
            let read = tasks(&mut |task| {
                index += 1;
                if done.has(index - 1, &task.file, task.number)? {
                    return Ok(());
                }
                waiting.send((index - 1, task)).map_err(|_| CliError::Io(io::ErrorKind::WriteZero.into()))
            });
            drop(waiting);
            // Where the writer has failed, that is why nothing more was read.
            writer.join().unwrap_or_else(|_| Err(io::Error::other("the writer has failed")))?;
            read
        })
    }

    fn reviewer(&self) -> Result<Reviewer, CliError> {
        let reviewer = Reviewer::new(Nodes::of(self.settings.nodes.into()), Network::embedded());
        reviewer.map_err(|_| CliError::Io(io::ErrorKind::OutOfMemory.into()))
    }

    /// Reviews a game.
    fn done(&self, reviewer: &mut Reviewer, task: Task) -> Outcome {
        let mut entry = Entry::new(&task, &self.settings);
        let told = |words: &str| Some(format!("{}: game {}: {words}", task.file, task.number));
        let Opened { mut record, left_out, .. } = match task.game {
            Ok(opened) => *opened,
            Err(error) => {
                return Outcome { pgn: String::new(), line: json(&entry), notice: told(&error.to_string()) };
            }
        };
        entry.read(&record);
        entry.left_out = left_out.map(|error| error.detail().to_string());
        let notice = entry
            .left_out
            .as_ref()
            .and_then(|why| told(&format!("the game is kept up to here, the rest is left out: {why}")));
        let game = game_of(&record);
        let review = reviewer.review(&game);
        annotate(&mut record, &review, &self.words, self.to);
        // A blank line behind each game: then files are joined by `cat`.
        let pgn = records::write(&record, self.to) + "\n";
        entry.bytes = pgn.len() as u64;
        let moves = game.plies().iter().map(|ply| ply.mv.to_string()).collect();
        let (start, review) = (record.start().to_string(), ReviewReport::from(&review));
        let line = json(&Line { entry: &entry, start, moves, review: &review });
        Outcome { pgn, line, notice }
    }
}

/// A game on which the program itself failed: it counts as refused, and the others go on.
fn failed(mut entry: Entry) -> Outcome {
    let words = "the program failed on it";
    entry.refused.get_or_insert_with(|| words.to_owned());
    let notice = Some(format!("{}: game {}: {words}", entry.file, entry.game));
    Outcome { pgn: String::new(), line: json(&entry), notice }
}

/// The main line, by the rules of repetition that the record names, if it does.
fn game_of(record: &Record) -> Game {
    let ruleset = record.tags.get("RepetitionRule").and_then(Ruleset::from_code).unwrap_or(&ASIAN);
    let mut game = Game::new(record.start().clone()).under(ruleset);
    // The moves of a record are legal; should one not be, the line ends before it.
    let _ = record.main_line().into_iter().try_for_each(|mv| game.play(mv));
    game
}

/// Writes what is done in the order of the input, from a first game on.
fn write_all(
    outcomes: &Receiver<(usize, Outcome)>,
    first: usize,
    mut store: Store,
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
            store.write(&outcome)?;
            next += 1;
            progress.done(outcome.notice.as_deref());
        }
    }
    progress.end();
    Ok(())
}
