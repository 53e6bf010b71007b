//! The command `chuhe convert`: converts game records into another format.

use crate::codes::{export, export_names};
use crate::error::{CliError, ErrorReport};
use crate::games::written;
use crate::sources::{Notices, Source, each_source, without_left_out};
use crate::{json, oddities, say, told};
use chuhe::records::{self, Encoding, Export, Format, Opened, ReadError, ReadReason, Record};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::{BufWriter, Write, stdout};
use std::path::Path;

/// Turn a game record, or all games of a file, into another format
#[derive(Args)]
pub struct Convert {
    /// The file, of any format and encoding, or a folder or ZIP archive of files; `-` for standard input
    file: String,
    #[arg(long, value_parser = target, help = format!("{}, or xqf (of one game)", export_names()))]
    to: Target,
    /// Leave out comments and variations, for programs that stop reading at the first one
    #[arg(long)]
    moves_only: bool,
    /// Write evaluations such as `[%eval 0.35]`; by default only in PGN, since other formats show them as comments
    #[arg(long)]
    evaluations: Option<Choice>,
    /// Write times on the clock such as `[%clk 0:03:12]`; by default only in PGN
    #[arg(long)]
    clocks: Option<Choice>,
    /// Answer in JSON, one object a line for each file, with its format and encoding and the games that cannot be read; an
    /// object with `error` names a file without a game
    #[arg(long)]
    pub json: bool,
}

/// An answer on the command line.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Choice {
    Yes,
    No,
}

/// The format of the output.
#[derive(Clone, Copy)]
pub enum Target {
    Text(Export),
    Xqf,
}

/// Reads the code of an output format.
pub fn target(code: &str) -> Result<Target, String> {
    if code == Format::Xqf.code() {
        return Ok(Target::Xqf);
    }
    export(code).map(Target::Text).map_err(|others| format!("{others}, xqf"))
}

impl Target {
    /// Returns true if programs that read the format know evaluations and clocks, and do not show them as text.
    fn knows_commands(self) -> bool {
        matches!(self, Target::Text(export) if export.format() == Format::Pgn)
    }
}

/// The form in which games are written.
#[derive(Clone, Copy)]
pub struct Form {
    pub to: Target,
    /// Whether to leave out comments and variations.
    pub moves_only: bool,
    /// Whether to write evaluations; `None` writes them into PGN only.
    pub evaluations: Option<bool>,
    /// Whether to write times on the clock; `None` writes them into PGN only.
    pub clocks: Option<bool>,
}

impl Form {
    /// Returns the part of a record that is written.
    fn part(&self, record: Record) -> Record {
        let mut record = if self.moves_only { record.moves_only() } else { record };
        if !self.evaluations.unwrap_or(self.to.knows_commands()) {
            record.remove_evaluations();
        }
        if !self.clocks.unwrap_or(self.to.knows_commands()) {
            record.remove_clocks();
        }
        record
    }
}

impl Convert {
    /// Reads the records and writes each in the other format at once, so that a file of any size needs little memory.
    pub fn run(self) -> Result<(), CliError> {
        let is_yes = |choice: Option<Choice>| choice.map(|choice| choice == Choice::Yes);
        let form = Form {
            to: self.to,
            moves_only: self.moves_only,
            evaluations: is_yes(self.evaluations),
            clocks: is_yes(self.clocks),
        };
        match form.to {
            _ if self.json => write_objects(&self.file, &form),
            Target::Text(to) => {
                let (mut output, mut is_first) = (BufWriter::new(stdout().lock()), true);
                let end = read(&self.file, |opened| {
                    output.write_all(written(&form.part(opened.record), to, is_first).as_bytes())?;
                    is_first = false;
                    Ok(())
                })?;
                output.flush()?;
                end.map_or(Ok(()), Err)
            }
            Target::Xqf => {
                let mut game = OneGame::default();
                let end = read(&self.file, |opened| {
                    game.add(&form, opened);
                    Ok(())
                })?;
                stdout().write_all(&game.file()?)?;
                end.map_or(Ok(()), Err)
            }
        }
    }
}

/// A file in XQF, which holds one game.
#[derive(Default)]
struct OneGame {
    first: Option<Vec<u8>>,
    games: usize,
}

impl OneGame {
    /// Counts a game and writes the first.
    fn add(&mut self, form: &Form, opened: Opened) {
        self.games += 1;
        self.first.get_or_insert_with(|| records::write_xqf(&form.part(opened.record), &records::encode));
    }

    /// Returns the file.
    ///
    /// # Errors
    /// [`CliError::Xqf`] unless there is one game.
    fn file(self) -> Result<Vec<u8>, CliError> {
        let message = || format!("holds one game, and there are {}", self.games);
        self.first.filter(|_| self.games == 1).ok_or_else(|| CliError::Xqf(message()))
    }
}

/// The JSON answer: the games of one file in another format.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ConvertReport {
    /// Name of the file; `-` for standard input.
    file: String,
    format: &'static str,
    encoding: &'static str,
    /// Number of games in `text`.
    games: usize,
    to: &'static str,
    /// The reason why the rest of the first game's main line is not in the text.
    left_out: Option<String>,
    pub text: String,
    /// The games that cannot be read.
    errors: Vec<ErrorReport>,
    /// Notices about the games for standard error.
    #[serde(skip)]
    notices: Vec<String>,
}

/// Size of an error in an answer, in bytes: a little more than most take.
const ERROR_SIZE: usize = 400;

/// Converts the games of a file into a text. Calls `check` after each game with the size of the answer so far, in bytes.
///
/// # Errors
/// [`CliError::Record`] if no game can be read, [`CliError::File`], [`CliError::Xqf`] for a binary format, and the errors
/// of `check`.
pub fn convert(
    source: Source<'_>,
    form: &Form,
    check: &dyn Fn(usize) -> Result<(), CliError>,
) -> Result<ConvertReport, CliError> {
    let Target::Text(to) = form.to else {
        return Err(CliError::Xqf("is a binary file, which JSON cannot hold".to_owned()));
    };
    let (file, mut text, mut errors) = (source.name.to_owned(), String::new(), 0);
    let reading = read_source(source, &mut |game| {
        match game {
            Some(opened) => text.push_str(&written(&form.part(opened.record), to, text.is_empty())),
            None => errors += 1,
        }
        check(text.len() + errors * ERROR_SIZE)
    })?;
    let Some(first) = &reading.first else { return Err(reading.no_game(&file)) };
    let (notices, errors) = (reading.notices(&file), reading.refused.iter());
    Ok(ConvertReport {
        errors: errors.map(|(number, cause)| ErrorReport::of_record(cause).at(&file, *number)).collect(),
        file,
        format: first.format.code(),
        encoding: first.encoding.code(),
        games: reading.games,
        to: to.code(),
        left_out: first.left_out.clone(),
        text,
        notices,
    })
}

/// Converts the only game of a file into XQF. Calls `check` after each game with the size of the answer so far, in bytes.
///
/// # Errors
/// The errors of [`convert`], and [`CliError::Xqf`] if there are several games.
pub fn convert_to_xqf(
    source: Source<'_>,
    form: &Form,
    check: &dyn Fn(usize) -> Result<(), CliError>,
) -> Result<Vec<u8>, CliError> {
    let (file, mut game, mut errors) = (source.name.to_owned(), OneGame::default(), 0);
    let reading = read_source(source, &mut |opened| {
        match opened {
            Some(opened) => game.add(form, opened),
            None => errors += 1,
        }
        check(game.first.as_ref().map_or(0, Vec::len) + errors * ERROR_SIZE)
    })?;
    if reading.games == 0 { Err(reading.no_game(&file)) } else { game.file() }
}

/// Writes a line of JSON for each file.
fn write_objects(path: &str, form: &Form) -> Result<(), CliError> {
    let (mut is_nothing, mut first_fault) = (true, None);
    let unread = each_source(Path::new(path), Notices::Objects, &mut |source| match convert(
        source,
        form,
        &|_| Ok(()),
    ) {
        Ok(report) => {
            is_nothing = false;
            report.notices.iter().for_each(|words| eprintln!("notice: {}", told(words)));
            say(json(&report))
        }
        Err(fault @ CliError::Record { .. }) => {
            Notices::Objects.report(&fault.to_string(), || fault.report())?;
            first_fault.get_or_insert(fault);
            Ok(())
        }
        Err(fault) => Err(fault),
    });
    let unread = without_left_out(unread)?;
    let fault = first_fault.filter(|_| is_nothing).map(|fault| CliError::Reported(Box::new(fault)));
    fault.or(unread).map_or(Ok(()), Err)
}

/// The file of the first readable game.
struct First {
    format: Format,
    encoding: Encoding,
    /// The reason why the rest of the game's main line was left out.
    left_out: Option<String>,
}

/// The result of reading the games of a file.
#[derive(Default)]
struct Reading {
    /// Number of readable games.
    games: usize,
    first: Option<First>,
    /// The unreadable games, with their numbers from 1.
    refused: Vec<(usize, ReadError)>,
    /// Notices about games, with their numbers.
    notices: Vec<(usize, String)>,
}

impl Reading {
    /// Returns the notices with the name of the file, and with the number of the game if the file has several.
    fn notices(&self, file: &str) -> Vec<String> {
        let is_single = self.games + self.refused.len() == 1;
        let notices = self.notices.iter().map(|(number, words)| match is_single {
            true => format!("{file}: {words}"),
            false => format!("{file}: game {number}: {words}"),
        });
        notices.collect()
    }

    /// Returns the error of a file without a readable game.
    fn no_game(self, file: &str) -> CliError {
        let cause = self.refused.into_iter().next().map(|(_, cause)| cause);
        let cause = Box::new(cause.unwrap_or_else(|| ReadReason::Empty.into()));
        CliError::Record { file: file.to_owned(), cause }
    }
}

/// Passes each game of a file to `take`, or `None` for a game that cannot be read.
fn read_source(
    source: Source<'_>,
    take: &mut dyn FnMut(Option<Opened>) -> Result<(), CliError>,
) -> Result<Reading, CliError> {
    let mut reading = Reading::default();
    source.each_game(|number, game| {
        let opened = match game {
            Ok(opened) => opened,
            Err(error) => {
                reading.notices.push((number, error.to_string()));
                reading.refused.push((number, error));
                return take(None);
            }
        };
        let left_out = opened.left_out.as_ref().map(|error| error.detail().to_string());
        if let Some(why) = &left_out {
            let words = format!("the game is kept up to here, the rest is left out: {why}");
            reading.notices.push((number, words));
        }
        reading.notices.extend(oddities(opened.record.start()).map(|words| (number, words)));
        let (format, encoding) = (opened.format, opened.encoding);
        reading.first.get_or_insert(First { format, encoding, left_out });
        reading.games += 1;
        take(Some(opened))
    })?;
    Ok(reading)
}

/// Passes the games in a file of any format (or `-` for standard input, a folder or a ZIP archive) to `take`.
/// Prints notices about omitted parts and impossible positions on standard error. Returns the error to end with, if some
/// files could not be read.
///
/// # Errors
/// [`CliError::File`], or [`CliError::Record`] if no game can be read.
fn read(
    file: &str,
    mut take: impl FnMut(Opened) -> Result<(), CliError>,
) -> Result<Option<CliError>, CliError> {
    let (mut is_nothing, mut first_fault) = (true, None);
    // Printed at the end, if a game was read.
    let mut notices: Vec<String> = Vec::new();
    let unread = each_source(Path::new(file), Notices::Words, &mut |source| {
        let name = source.name;
        let reading = read_source(source, &mut |game| game.map_or(Ok(()), &mut take))?;
        notices.extend(reading.notices(name));
        if reading.games > 0 {
            is_nothing = false;
        } else if !reading.refused.is_empty() {
            first_fault.get_or_insert(reading.no_game(file));
        }
        Ok(())
    });
    let unread = without_left_out(unread)?;
    if is_nothing {
        return Err(first_fault.unwrap_or_else(|| Reading::default().no_game(file)));
    }
    for words in notices {
        eprintln!("notice: {}", told(&words));
    }
    Ok(unread)
}
