//! The errors of commands, with their messages.

use crate::json;
use crate::tables::Size;
use chuhe::endings::{FileError, Material, MaterialError};
use chuhe::lab::route::GridError;
use chuhe::records::ReadError;
use chuhe::records::library::BadPattern;
use chuhe::rules::fen::FenError;
use chuhe::rules::game::{IllegalMove, Refusal};
use chuhe::rules::notation::{NotationError, NotationReason};
use serde::Serialize;
use std::fmt;
use std::io;

/// An error as programs read it: over HTTP, and from commands with `--json`.
#[derive(Clone, Serialize, Debug)]
pub struct ErrorReport {
    /// Name of the file; `-` for standard input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Number of the game in the file, or of the line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// A stable name, such as `illegalMove`.
    pub code: &'static str,
    /// Name of the wrong field, such as `fen`; empty if no field is wrong.
    pub field: String,
    /// The wrong value, or the part of it that is wrong.
    pub value: String,
    /// The error in English words.
    pub message: String,
}

impl ErrorReport {
    pub fn new(code: &'static str, field: &str, value: &str, message: String) -> ErrorReport {
        let (field, value) = (field.to_owned(), value.to_owned());
        ErrorReport { file: None, number: None, code, field, value, message }
    }

    /// Creates the report of a game that cannot be read.
    pub fn of_record(cause: &ReadError) -> ErrorReport {
        let token = cause.token.as_deref().unwrap_or_default();
        ErrorReport::new(cause.reason.code(), "record", token, cause.to_string())
    }

    /// Returns the line of JSON that takes the place of an answer.
    pub fn line(&self) -> String {
        #[derive(Serialize)]
        struct Line<'a> {
            error: &'a ErrorReport,
        }
        json(&Line { error: self })
    }

    /// Adds the file.
    pub fn in_file(self, file: &str) -> ErrorReport {
        ErrorReport { file: Some(file.to_owned()), ..self }
    }

    /// Adds the file, and the number of the game or of the line.
    pub fn at(self, file: &str, number: usize) -> ErrorReport {
        ErrorReport { number: Some(number), ..self.in_file(file) }
    }
}

/// The reason why a command has no answer.
#[derive(Debug)]
pub enum CliError {
    /// The FEN is invalid.
    Fen(FenError),
    /// A move cannot be read.
    Move {
        /// Number of the move in the argument, from 1.
        number: usize,
        /// The reason why the text cannot be read.
        cause: NotationError,
        /// The reason why the move is illegal, if the text identifies it.
        refusal: Option<Refusal>,
    },
    /// A move is illegal.
    Illegal {
        /// Number of the move in the argument, from 1.
        number: usize,
        /// The reason why the move is illegal.
        cause: IllegalMove,
    },
    /// A record cannot be read.
    Record {
        /// Name of the file.
        file: String,
        /// The reason why it cannot be read.
        cause: Box<ReadError>,
    },
    /// A record cannot be read, for a reason stored as text.
    Unread {
        /// Name of the file.
        file: String,
        /// The reason in words.
        why: String,
    },
    /// A grid cannot be read.
    Grid {
        /// Name of the file.
        file: String,
        /// The reason, with line and column.
        cause: GridError,
    },
    /// A file cannot be read or written.
    File {
        /// Name of the file.
        file: String,
        /// The system's error.
        cause: io::Error,
    },
    /// The text is not an ending, such as `R vs AAEE`.
    Ending(MaterialError),
    /// The position is no ending of one or two attackers; the text is its FEN.
    NoEnding(String),
    /// The ending of a position takes too long to solve without being asked to.
    LargeEnding {
        /// The position.
        fen: String,
        /// Its material, whose table is missing.
        material: Material,
        /// The memory that solving it takes.
        size: Size,
    },
    /// A file is no table of endings, or a table cannot be stored.
    Table {
        /// Name of the file.
        file: String,
        /// The reason.
        cause: FileError,
    },
    /// A check of solved endings found this number of wrong values.
    Faults(usize),
    /// A record cannot be written as XQF; the text says why.
    Xqf(String),
    /// A pattern cannot be read.
    Pattern(BadPattern),
    /// A line of standard input has no answer.
    Line {
        /// Number of the line, from 1.
        number: usize,
        /// The reason why there is no answer.
        cause: Box<CliError>,
    },
    /// Some of the files in a folder could not be read; an earlier message named each. The value is their number.
    LeftOut(usize),
    /// Some lines of standard input had no answer; an earlier message named each.
    Lines {
        /// Number of lines without an answer.
        unanswered: usize,
        /// The total number of lines.
        of: usize,
    },
    /// The arguments contain moves, but the questions come from standard input.
    Argument(String),
    /// The files of an earlier run do not fit this run.
    Unlike {
        /// Name of the earlier run's file.
        file: String,
        /// The setting that differs, such as `--nodes`.
        field: &'static str,
        /// Value of the setting in the earlier run.
        there: String,
        /// Value of the setting in this run.
        here: String,
    },
    /// A file that `chuhe review` did not write has the name of its output.
    Foreign(String),
    /// A file was not written by `chuhe review` as lines of JSON.
    NoReview(String),
    /// A line of such a file does not describe a reviewed game.
    Entry {
        /// Name of the file.
        file: String,
        /// Number of the line, from 1.
        number: usize,
        /// The error of the JSON parser.
        cause: serde_json::Error,
    },
    /// Reading or writing failed.
    Io(io::Error),
    /// An error that standard output already has as an object.
    Reported(Box<CliError>),
    /// The client no longer waits for the answer.
    Cancelled,
    /// The answer would take more than this number of bytes.
    LongAnswer(usize),
}

impl CliError {
    /// Returns the error as an object.
    pub fn report(&self) -> ErrorReport {
        let of = |code, field: &str, value: &str| ErrorReport::new(code, field, value, self.to_string());
        match self {
            CliError::Fen(cause) => of("badFen", "fen", &cause.text),
            CliError::Move { cause, .. } => of(code_of(cause), "move", &cause.text),
            CliError::Illegal { cause, .. } => of("illegalMove", "move", &cause.mv.to_string()),
            CliError::Record { file, cause } => ErrorReport::of_record(cause).in_file(file),
            CliError::Line { number, cause } => cause.report().at("-", *number),
            CliError::Pattern(BadPattern(text)) => of("badPattern", "pattern", text),
            CliError::Xqf(_) => of("badOption", "to", "xqf"),
            CliError::Unread { file, .. } => of("unread", "record", "").in_file(file),
            CliError::Grid { file, .. } => of("badGrid", "file", file).in_file(file),
            CliError::File { file, .. } => of("noFile", "file", file).in_file(file),
            CliError::Ending(cause) => of("badEnding", "ending", &cause.value),
            CliError::NoEnding(fen) => of("noEnding", "fen", fen),
            CliError::LargeEnding { fen, .. } => of("tooLarge", "fen", fen),
            CliError::Table { file, .. } => of("badTable", "file", file).in_file(file),
            CliError::Argument(moves) => of("badMove", "move", moves),
            CliError::LongAnswer(_) => of("tooLarge", "record", ""),
            CliError::Reported(cause) => cause.report(),
            _ => of("failed", "", ""),
        }
    }

    /// Returns whether standard output already has an object for each cause of the error.
    pub fn is_reported(&self) -> bool {
        matches!(self, CliError::Reported(_) | CliError::Lines { .. } | CliError::LeftOut(_))
    }
}

/// Returns the code of a text that does not name a legal move.
fn code_of(cause: &NotationError) -> &'static str {
    match cause.reason {
        NotationReason::Illegal { .. } => "illegalMove",
        _ => "badMove",
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CliError::Fen(cause) => write!(f, "{cause}"),
            CliError::Move { number, cause, refusal: None } => write!(f, "move {number}: {cause}"),
            CliError::Move { number, cause, refusal: Some(refusal) } => {
                write!(f, "move {number}: {cause} ({})", refusal.code())
            }
            CliError::Illegal { number, cause } => write!(f, "move {number}: {cause}"),
            CliError::Record { file, cause } => write!(f, "{file}: {cause}"),
            CliError::Unread { file, why } => write!(f, "{file}: {why}"),
            CliError::Grid { file, cause } => write!(f, "{file}: {cause}"),
            CliError::File { file, cause } => write!(f, "{file}: {cause}"),
            CliError::Ending(cause) => write!(f, "{cause}"),
            CliError::NoEnding(fen) => {
                write!(
                    f,
                    "'{fen}' is no ending that can be solved: one side has one or two rooks, horses, cannons or soldiers, \
                     the other only advisors and elephants, and all stand where they can come to"
                )
            }
            CliError::LargeEnding { material, size, .. } => {
                let (tables, bytes) = (size.tables, size.bytes.div_ceil(1 << 20));
                write!(
                    f,
                    "{material} is large: {tables} tables of {} indices are missing, which take {bytes} MiB of memory. \
                     Make them with `chuhe solve \"{material}\" --out DIR`, and add `--tables DIR`",
                    size.indices
                )
            }
            CliError::Table { file, cause } => write!(f, "{file}: {cause}"),
            CliError::Faults(count) => write!(f, "{count} values do not follow from the moves"),
            CliError::Xqf(why) => write!(f, "XQF {why}"),
            CliError::Pattern(cause) => write!(f, "{cause}"),
            CliError::Line { number, cause } => write!(f, "line {number}: {cause}"),
            CliError::LeftOut(files) => write!(f, "{files} of the files cannot be read"),
            CliError::Lines { unanswered, of } => write!(f, "{unanswered} of {of} lines have no answer"),
            CliError::Argument(moves) => {
                write!(f, "the moves '{moves}' belong to no FEN: with '-' they follow it on each line")
            }
            CliError::Unlike { file, field, there, here } => {
                write!(
                    f,
                    "{file} was made with {field} {there}, not {here}: take another --out, or remove it"
                )
            }
            CliError::Foreign(file) => {
                write!(f, "{file} is there already, and no earlier run has written it: take another --out")
            }
            CliError::NoReview(file) => {
                write!(
                    f,
                    "{file} is no .jsonl of an earlier run: its first line is no game that was reviewed"
                )
            }
            CliError::Entry { file, number, cause } => {
                write!(f, "{file}: line {number} is no game that was reviewed: {cause}")
            }
            CliError::Io(cause) => write!(f, "{cause}"),
            CliError::Reported(cause) => write!(f, "{cause}"),
            CliError::LongAnswer(most) => {
                write!(f, "the converted games take more than {most} bytes: send fewer games at once")
            }
            CliError::Cancelled => write!(f, "the client no longer waits"),
        }
    }
}

impl std::error::Error for CliError {}

impl From<FenError> for CliError {
    fn from(cause: FenError) -> CliError {
        CliError::Fen(cause)
    }
}

impl From<io::Error> for CliError {
    fn from(cause: io::Error) -> CliError {
        CliError::Io(cause)
    }
}
