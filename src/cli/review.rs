//! The command `chuhe review`: annotates the games of many files as the page's review does.
//!
//! Each reviewed game is appended to a PGN file and, as a line of JSON, to another, in the order of the input.
//! When the command is killed, only the games in progress and those that wait for them are lost; the same command
//! continues from there.

mod annotate;
mod entry;
mod progress;
mod report;
mod store;
mod words;
pub mod work;

use crate::codes::{pgn, pgn_names, shard, words};
use crate::error::CliError;
use crate::say;
use crate::sources::{Notices, each_source, without_left_out};
use chuhe::records::{Export, ReadReason};
use chuhe::review::Nodes;
use clap::Args;
use entry::Row;
pub use entry::Settings;
use progress::Progress;
use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use store::{Done, Made, Sink, Store, rows};
pub use words::Words;
use work::Work;

/// Annotate the games of many files: chances, mistakes and the reasons, better lines, turning points
#[derive(Args)]
pub struct ReviewGames {
    /// Files of any format, folders or ZIP archives of them, or `-` for standard input; with --report the
    /// `*.jsonl` files of earlier runs
    #[arg(required = true)]
    files: Vec<String>,
    /// The folder for the annotated games and the report; after a kill the same command continues there
    #[arg(long, value_name = "DIR", required_unless_present = "json")]
    out: Option<PathBuf>,
    /// Write no files, but a JSON object a line for each reviewed game, with the annotated game; an object with `error`
    /// names a game that cannot be read
    #[arg(long, conflicts_with_all = ["out", "report"])]
    pub json: bool,
    /// Nodes for the positions around a move that seems to lose something; every position first takes 4/15 of them, and
    /// a move that is compared with a better one 5/3, twice
    #[arg(long, default_value_t = Nodes::USUAL.position as u32, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// Games at the same time; by default the number of processors
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Review one game of every N: 3/16 selects the third of every sixteen games
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = shard)]
    shard: Shard,
    #[arg(
        long, value_name = "FORMAT", default_value = "pgn", value_parser = pgn,
        help = format!("The format of the written games: {}", pgn_names())
    )]
    to: Export,
    /// The language of the comments: zh, zh-Hant, en or vi
    #[arg(long, default_value = "en", value_parser = words)]
    lang: Words,
    /// Review nothing; write the report of earlier runs
    #[arg(long, conflicts_with_all = ["nodes", "jobs", "shard", "to", "lang"])]
    report: bool,
}

/// A selection of games: the game with this number, from 1, of every `of` consecutive games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    number: usize,
    of: usize,
}

impl Shard {
    /// Greatest number of parts.
    pub const MOST: usize = 1_000_000;

    /// Reads a shard such as `3/16`; returns `None` for an invalid one.
    pub fn read(text: &str) -> Option<Shard> {
        let (number, of) = text.split_once('/')?;
        let read =
            |text: &str| text.parse::<usize>().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()));
        let shard = Shard { number: read(number)?, of: read(of)? };
        ((1..=shard.of).contains(&shard.number) && shard.of <= Shard::MOST).then_some(shard)
    }

    /// Returns whether the game with this index, from 0, belongs to the shard.
    fn takes(self, index: usize) -> bool {
        index % self.of == self.number - 1
    }

    /// Returns the name of the shard's files, without extensions.
    fn name(self) -> String {
        match self.of {
            1 => "review".to_owned(),
            of => format!("review-{}-of-{of}", self.number),
        }
    }
}

/// The result of reading all files.
#[derive(Default)]
struct Read {
    /// Number of readable games of all shards.
    games: usize,
    /// The error of unreadable files in folders.
    left_out: Option<CliError>,
}

impl ReviewGames {
    /// Reviews the games and writes the report.
    pub fn run(self) -> Result<(), CliError> {
        let Some(out) = &self.out else { return self.write_lines() };
        let place = out.join(self.shard.name());
        if self.report {
            let mut rows_of_all = Vec::new();
            for file in &self.files {
                rows_of_all.extend(rows(Path::new(file))?);
            }
            make_folder(out)?;
            return self.tell(&place, rows_of_all);
        }
        // Count first, because a file may be missing: nothing is created or changed then.
        let (total, left_out) = self.count(Notices::Words)?;
        left_out.map_or(Ok(()), Err)?;
        let made = Made::at(&place);
        let rows = self.review(out, &place, total).inspect_err(|_| made.remove_without_games())?;
        self.tell(&place, rows)
    }

    /// Reviews the games and writes a line for each to standard output.
    fn write_lines(&self) -> Result<(), CliError> {
        // The count does not report unreadable files; the review reports them.
        let (total, _) = self.count(Notices::Silent)?;
        let progress = Progress::new(0, total);
        let first_fault = RefCell::new(None);
        let Read { games, left_out } = self.work().run((Sink::Lines, Done::default()), progress, |take| {
            self.each(self.files.iter(), Notices::Objects, &mut |task| {
                if let Err(cause) = &task.game {
                    let (file, cause) = (task.file.clone(), Box::new(cause.clone()));
                    first_fault.borrow_mut().get_or_insert(CliError::Record { file, cause });
                }
                take(task)
            })
        })?;
        match first_fault.into_inner() {
            _ if games > 0 => left_out.map_or(Ok(()), Err),
            Some(fault) => Err(CliError::Reported(Box::new(fault))),
            None => Err(self.nothing(Vec::new())),
        }
    }

    fn work(&self) -> Work {
        let settings = Settings::new(self.nodes, self.to, self.lang.code());
        let (words, to) = (self.lang.clone(), self.to);
        Work { settings, words, to, is_json: self.json, jobs: self.threads() }
    }

    /// Reviews the games that are not reviewed yet; returns the rows of all games of the shard.
    fn review(&self, out: &Path, place: &Path, total: Option<usize>) -> Result<Vec<Row>, CliError> {
        make_folder(out)?;
        let work = self.work();
        let (store, done) = Store::open(place, &work.settings)?;
        let progress = Progress::new(done.len(), total);
        let store = (Sink::Files(store), done);
        let read = work.run(store, progress, |take| self.each(self.files.iter(), Notices::Words, take))?;
        read.left_out.map_or(Ok(()), Err)?;
        let rows = rows(&place.with_extension("jsonl"))?;
        if read.games == 0 {
            return Err(self.nothing(rows));
        }
        Ok(rows)
    }

    /// Passes each game of the shard in these files to `take`, with its file and its number in the file, from 1.
    fn each<'a>(
        &self,
        files: impl Iterator<Item = &'a String>,
        notices: Notices,
        take: &mut dyn FnMut(work::Task) -> Result<(), CliError>,
    ) -> Result<Read, CliError> {
        let (mut index, mut read) = (0, Read::default());
        for file in files {
            let done = each_source(Path::new(file), notices, &mut |source| {
                let file = source.name;
                source.each_game(|number, game| {
                    read.games += usize::from(game.is_ok());
                    index += 1;
                    if !self.shard.takes(index - 1) {
                        return Ok(());
                    }
                    take(work::Task { file: file.to_owned(), number, game: game.map(Box::new) })
                })
            });
            read.left_out = without_left_out(done)?.or(read.left_out);
        }
        Ok(read)
    }

    /// Returns the number of games in the shard, and the error of unreadable files in folders. The number is `None` if
    /// some games come from standard input, which is not read here.
    fn count(&self, notices: Notices) -> Result<(Option<usize>, Option<CliError>), CliError> {
        let mut count = 0;
        let read = self.each(self.files.iter().filter(|file| *file != "-"), notices, &mut |_| {
            count += 1;
            Ok(())
        })?;
        let is_known = !self.files.iter().any(|file| file == "-");
        Ok((is_known.then_some(count), read.left_out))
    }

    fn threads(&self) -> usize {
        let there = || thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(there, usize::from)
    }

    /// Returns the error for a run without readable games: the reason why the first cannot be read.
    fn nothing(&self, rows: Vec<Row>) -> CliError {
        let file = self.files.join(" ");
        match rows.into_iter().find_map(|row| Some((row.entry.file, row.entry.refused?))) {
            Some((file, why)) => CliError::Unread { file, why },
            None => CliError::Record { file, cause: Box::new(ReadReason::Empty.into()) },
        }
    }

    /// Writes the report and prints its summary.
    fn tell(&self, place: &Path, rows: Vec<Row>) -> Result<(), CliError> {
        let report = report::Report::new(rows);
        for (ending, text) in [("json", report.json()), ("csv", report.csv())] {
            let path = place.with_extension(ending);
            fs::write(&path, text).map_err(|cause| failed(&path, cause))?;
        }
        say(report.told(&place.with_extension("json")))
    }
}

fn make_folder(path: &Path) -> Result<(), CliError> {
    fs::create_dir_all(path).map_err(|cause| failed(path, cause))
}

/// Returns the error of a file operation.
fn failed(path: &Path, cause: std::io::Error) -> CliError {
    CliError::File { file: path.display().to_string(), cause }
}
