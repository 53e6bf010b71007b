//! The command `chuhe convert`, which turns a game record into another format.

use crate::codes::export;
use crate::error::CliError;
use crate::{json, say};
use chuhe::game::record::{self, Export};
use clap::Args;
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read};

/// Turn a game record into another format
#[derive(Args)]
pub struct Convert {
    /// The file, of whatever format and encoding; `-` for standard input
    file: String,
    /// pgn (or pgn-wxf, pgn-iccs), dhtmlxq, fen (the last position), iccs or ucci
    #[arg(long, value_parser = export)]
    to: Export,
    /// Leave out comments and variations, for programs that read no further than the first of them
    #[arg(long)]
    moves_only: bool,
    /// Answer in JSON, with what the file was
    #[arg(long)]
    json: bool,
}

impl Convert {
    /// Reads the record and writes it as another.
    pub fn run(self) -> Result<(), CliError> {
        say(convert(&self.file, self.to, self.moves_only, self.json)?)
    }
}

#[derive(Serialize)]
struct ConvertReport<'a> {
    format: &'static str,
    encoding: &'static str,
    games: usize,
    to: &'static str,
    text: &'a str,
}

/// Reads the record in a file, `-` for standard input, of whatever format, and writes it as another, all of it or
/// the moves of its main line alone. In JSON the answer tells what the file was.
///
/// # Errors
/// [`CliError::File`] or [`CliError::Record`].
fn convert(file: &str, to: Export, moves_only: bool, is_json: bool) -> Result<String, CliError> {
    let failed = |cause| CliError::File { file: file.to_owned(), cause };
    let bytes = if file == "-" { read_all(io::stdin().lock()) } else { File::open(file).and_then(read_all) };
    let opened = record::read_native(&bytes.map_err(failed)?)
        .map_err(|cause| CliError::Record { file: file.to_owned(), cause: Box::new(cause) })?;
    let record = if moves_only { &opened.record.moves_only() } else { &opened.record };
    let text = record::write(record, to);
    if !is_json {
        return Ok(text);
    }
    let (format, encoding) = (opened.format.code(), opened.encoding.code());
    Ok(json(&ConvertReport { format, encoding, games: opened.games, to: to.code(), text: &text }))
}

/// All that there is, but no more than shows that it is too much for a record.
fn read_all(input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(record::MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
