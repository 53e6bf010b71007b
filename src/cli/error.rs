//! Why a command has no answer.

use chuhe::lab::route::GridError;
use chuhe::records::ReadError;
use chuhe::records::library::BadPattern;
use chuhe::rules::fen::FenError;
use chuhe::rules::game::{IllegalMove, Refusal};
use chuhe::rules::notation::NotationError;
use std::fmt;
use std::io;

/// Why a command has no answer.
#[derive(Debug)]
pub enum CliError {
    /// The FEN is refused.
    Fen(FenError),
    /// A move is not read.
    Move {
        /// Its number among the moves given, from 1.
        number: usize,
        /// Why.
        cause: NotationError,
        /// Why it is illegal, where the text tells the move.
        refusal: Option<Refusal>,
    },
    /// A move is illegal.
    Illegal {
        /// Its number among the moves given, from 1.
        number: usize,
        /// Why.
        cause: IllegalMove,
    },
    /// A record is not read.
    Record {
        /// The file.
        file: String,
        /// Why.
        cause: Box<ReadError>,
    },
    /// The same, where why is known in words only.
    Unread {
        /// The file.
        file: String,
        /// Why.
        why: String,
    },
    /// A grid is not read.
    Grid {
        /// The file.
        file: String,
        /// Why, and where.
        cause: GridError,
    },
    /// A file is not read.
    File {
        /// The file.
        file: String,
        /// Why.
        cause: io::Error,
    },
    /// Why a record cannot be written as XQF.
    Xqf(String),
    /// A pattern is not read.
    Pattern(BadPattern),
    /// A line of standard input has no answer.
    Line {
        /// Its number, from 1.
        number: usize,
        /// Why.
        cause: Box<CliError>,
    },
    /// Files of a folder could not be read, and others could; each was named before.
    LeftOut(usize),
    /// Lines of standard input had no answer; each was named before.
    Lines {
        /// How many.
        unanswered: usize,
        /// How many there were.
        of: usize,
    },
    /// Moves among the arguments, when the questions come from standard input.
    Argument(String),
    /// What an earlier run has written is not what this run would go on with.
    Unlike {
        /// The file that it has written.
        file: String,
        /// What differs, such as `--nodes`.
        field: &'static str,
        /// Its value there.
        there: String,
        /// Its value here.
        here: String,
    },
    /// A file stands where `chuhe review` would write, and is none of its own.
    Foreign(String),
    /// A file is none of those lines that `chuhe review` writes.
    NoReview(String),
    /// A line of such a file is none of them.
    Entry {
        /// The file.
        file: String,
        /// The number of the line, from 1.
        number: usize,
        /// Why.
        cause: serde_json::Error,
    },
    /// Reading or writing failed.
    Io(io::Error),
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
