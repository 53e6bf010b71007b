//! The command `chuhe convert`: converts game records into another format.

use crate::codes::{export, export_names};
use crate::error::CliError;
use crate::games::written;
use crate::sources::{each_source, without_left_out};
use crate::{json, oddities, say, told};
use chuhe::records::{self, Encoding, Export, Format, Opened, ReadError, ReadReason};
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
    /// Answer in JSON, with the format and encoding of the file
    #[arg(long)]
    json: bool,
}

/// An answer on the command line.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Choice {
    Yes,
    No,
}

/// The format of the output.
#[derive(Clone, Copy)]
enum Target {
    Text(Export),
    Xqf,
}

fn target(code: &str) -> Result<Target, String> {
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

impl Convert {
    /// Reads the records and writes each in the other format at once, so that a file of any size needs little memory.
    pub fn run(self) -> Result<(), CliError> {
        let Convert { file, to, moves_only, evaluations, clocks, json: is_json } = self;
        let keeps =
            |choice: Option<Choice>| choice.map_or(to.knows_commands(), |choice| choice == Choice::Yes);
        let part = |opened: Opened| {
            let mut record = if moves_only { opened.record.moves_only() } else { opened.record };
            if !keeps(evaluations) {
                record.remove_evaluations();
            }
            if !keeps(clocks) {
                record.remove_clocks();
            }
            record
        };
        match to {
            Target::Text(to) if is_json => {
                let mut text = String::new();
                let read = read(&file, |opened| {
                    text.push_str(&written(&part(opened), to, text.is_empty()));
                    Ok(())
                })?;
                say(json(&read.report(to, &text)))?;
                read.end()
            }
            Target::Text(to) => {
                let (mut output, mut is_first) = (BufWriter::new(stdout().lock()), true);
                let read = read(&file, |opened| {
                    output.write_all(written(&part(opened), to, is_first).as_bytes())?;
                    is_first = false;
                    Ok(())
                })?;
                output.flush()?;
                read.end()
            }
            Target::Xqf if is_json => {
                Err(CliError::Xqf("is a binary file, which JSON cannot hold".to_owned()))
            }
            Target::Xqf => {
                let mut games = Vec::new();
                let read = read(&file, |opened| {
                    games.push(records::write_xqf(&part(opened), &records::encode));
                    Ok(())
                })?;
                let [game] = games.as_slice() else {
                    return Err(CliError::Xqf(format!("holds one game, and there are {}", games.len())));
                };
                stdout().write_all(game)?;
                read.end()
            }
        }
    }
}

/// The result of reading a file.
struct Read {
    games: usize,
    format: Format,
    encoding: Encoding,
    /// The reason why the rest of the first game's main line was left out.
    left_out: Option<String>,
    /// The error if some files could not be read.
    unread: Option<CliError>,
}

impl Read {
    /// Returns the error for unreadable files, after the answer is written.
    fn end(self) -> Result<(), CliError> {
        self.unread.map_or(Ok(()), Err)
    }

    fn report<'a>(&self, to: Export, text: &'a str) -> ConvertReport<'a> {
        ConvertReport {
            format: self.format.code(),
            encoding: self.encoding.code(),
            games: self.games,
            to: to.code(),
            left_out: self.left_out.clone(),
            text,
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ConvertReport<'a> {
    format: &'static str,
    encoding: &'static str,
    /// Number of games read.
    games: usize,
    to: &'static str,
    /// The reason why the rest of the first game's main line is not in the text.
    left_out: Option<String>,
    text: &'a str,
}

/// Passes the games in a file of any format (or `-` for standard input, a folder or a ZIP archive) to `take`.
/// Prints notices about omitted parts and impossible positions on standard error.
///
/// # Errors
/// [`CliError::File`], or [`CliError::Record`] if no game can be read.
fn read(file: &str, mut take: impl FnMut(Opened) -> Result<(), CliError>) -> Result<Read, CliError> {
    let mut first: Option<Read> = None;
    let mut refusal: Option<ReadError> = None;
    // Printed at the end, if a game was read.
    let mut told_of: Vec<String> = Vec::new();
    let unread = each_source(Path::new(file), &mut |source| {
        let name = source.name;
        let mut notices: Vec<(usize, String)> = Vec::new();
        let mut count = 0;
        source.each_game(|number, game| {
            count = number;
            let opened = match game {
                Ok(opened) => opened,
                Err(error) => {
                    notices.push((number, error.to_string()));
                    refusal.get_or_insert(error);
                    return Ok(());
                }
            };
            let left_out = opened.left_out.as_ref().map(|error| error.detail().to_string());
            if let Some(why) = &left_out {
                notices.push((number, format!("the game is kept up to here, the rest is left out: {why}")));
            }
            if let Some(words) = oddities(opened.record.start()) {
                notices.push((number, words));
            }
            let (format, encoding) = (opened.format, opened.encoding);
            first.get_or_insert(Read { games: 0, format, encoding, left_out, unread: None }).games += 1;
            take(opened)
        })?;
        // A notice names the game's number only if the file has several games.
        told_of.extend(notices.into_iter().map(|(number, words)| {
            let game = if count == 1 { name.to_owned() } else { format!("{name}: game {number}") };
            format!("{game}: {words}")
        }));
        Ok(())
    });
    let unread = without_left_out(unread)?;
    let Some(read) = first else {
        let cause = Box::new(refusal.unwrap_or_else(|| ReadReason::Empty.into()));
        return Err(CliError::Record { file: file.to_owned(), cause });
    };
    for words in told_of {
        eprintln!("notice: {}", told(&words));
    }
    Ok(Read { unread, ..read })
}
