//! The error of all readers: why a record cannot be read, and at which token.

use super::tree::{AddError, MAX_MOVES, MAX_PLIES, NodeId, Record};
use super::{Format, MAX_BYTES};
use chuhe_rules::board::Board;
use chuhe_rules::fen::FenError;
use chuhe_rules::game::{self, Refusal};
use chuhe_rules::types::{Color, Move, shown};
use std::fmt;

/// The greatest length of the token in an error, in characters.
const MAX_TOKEN: usize = 40;

/// The reason why a record is rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadReason {
    /// The input is empty.
    Empty,
    /// The input has this number of bytes, which is more than [`MAX_BYTES`].
    TooLarge(usize),
    /// A line has more than [`MAX_PLIES`] moves.
    TooManyPlies,
    /// The tree has more than [`MAX_MOVES`] moves.
    TooManyMoves,
    /// The bytes are no text in any of the encodings.
    Encoding,
    /// The text is no move.
    UnknownText,
    /// No piece on the board fits the move.
    NoSuchPiece,
    /// Several pieces fit the move.
    Ambiguous,
    /// The rules reject the move. The refusal is given if both points of the move are known.
    IllegalMove(Option<Refusal>),
    /// The start position is invalid.
    BadPosition(FenError),
    /// The move comes after the result of the game.
    AfterResult,
    /// A comment or a variation does not end.
    Unclosed,
    /// A field of the format has an invalid value.
    BadField(&'static str),
    /// The reader does not support this version of the format.
    UnknownVersion(u8),
    /// The file ends too early.
    Truncated,
    /// The file is binary or XML, and the reader does not support its format.
    NoRecord,
}

impl ReadReason {
    /// Returns a stable name for programs, such as `illegalMove`.
    pub const fn code(&self) -> &'static str {
        match self {
            ReadReason::Empty => "empty",
            ReadReason::TooLarge(_) => "tooLarge",
            ReadReason::TooManyPlies => "tooManyPlies",
            ReadReason::TooManyMoves => "tooManyMoves",
            ReadReason::Encoding => "encoding",
            ReadReason::UnknownText => "unknownText",
            ReadReason::NoSuchPiece => "noSuchPiece",
            ReadReason::Ambiguous => "ambiguous",
            ReadReason::IllegalMove(_) => "illegalMove",
            ReadReason::BadPosition(_) => "badPosition",
            ReadReason::AfterResult => "afterResult",
            ReadReason::Unclosed => "unclosed",
            ReadReason::BadField(_) => "badField",
            ReadReason::UnknownVersion(_) => "unknownVersion",
            ReadReason::Truncated => "truncated",
            ReadReason::NoRecord => "noRecord",
        }
    }
}

impl fmt::Display for ReadReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadReason::Empty => write!(f, "there is nothing to read"),
            ReadReason::TooLarge(size) => write!(f, "{size} bytes are more than {MAX_BYTES}"),
            ReadReason::TooManyPlies => write!(f, "a line has more than {MAX_PLIES} moves"),
            ReadReason::TooManyMoves => write!(f, "there are more than {MAX_MOVES} moves"),
            ReadReason::Encoding => write!(f, "the bytes are neither UTF-8 nor GB18030 nor Big5 nor UTF-16"),
            ReadReason::UnknownText => write!(f, "this is no move"),
            ReadReason::NoSuchPiece => write!(f, "no piece on the board fits"),
            ReadReason::Ambiguous => write!(f, "more than one piece fits"),
            ReadReason::IllegalMove(Some(refusal)) => write!(f, "the move is illegal ({})", refusal.code()),
            ReadReason::IllegalMove(None) => write!(f, "the move is illegal"),
            ReadReason::BadPosition(cause) => write!(f, "{cause}"),
            ReadReason::AfterResult => write!(f, "the game has ended before"),
            ReadReason::Unclosed => write!(f, "what is opened here does not end"),
            ReadReason::BadField(name) => write!(f, "the field {name} cannot have this value"),
            ReadReason::UnknownVersion(version) => write!(f, "version {version} of the format is not known"),
            ReadReason::Truncated => write!(f, "the file ends too early"),
            ReadReason::NoRecord => write!(f, "this is a binary file of no format that is known"),
        }
    }
}

/// The error for a rejected record: the reason, and the first bad token with its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// The reason.
    pub reason: ReadReason,
    /// The format of the reader; `None` if no format was detected.
    pub format: Option<Format>,
    /// The first bad token, at most 40 characters of it.
    pub token: Option<String>,
    /// The move number at the token, and the side to move.
    pub at: Option<(u32, Color)>,
    /// The line of the token in the text, from 1; `None` in binary files.
    pub line: Option<usize>,
}

impl ReadError {
    /// Creates an error about the whole input.
    pub(crate) fn new(reason: ReadReason) -> ReadError {
        ReadError { reason, format: None, token: None, at: None, line: None }
    }

    /// Adds the format.
    pub(crate) fn in_format(self, format: Format) -> ReadError {
        ReadError { format: Some(format), ..self }
    }

    /// Adds the bad token.
    pub(crate) fn at_token(self, token: &str) -> ReadError {
        ReadError { token: Some(shown(token).chars().take(MAX_TOKEN).collect()), ..self }
    }

    /// Adds the move number and the side to move after a node of a record.
    pub(crate) fn after(self, record: &Record, node: NodeId) -> ReadError {
        ReadError { at: Some(next_move(record, record.node(node).depth())), ..self }
    }

    /// Adds the number of the line at an offset of a text.
    pub(crate) fn on_line(self, text: &str, offset: usize) -> ReadError {
        let before = text.as_bytes().get(..offset).unwrap_or_default();
        ReadError { line: Some(before.iter().filter(|byte| **byte == b'\n').count() + 1), ..self }
    }

    /// Creates the error for a move that the rules reject.
    pub(crate) fn illegal(board: &Board, mv: Option<Move>) -> ReadError {
        ReadError::new(ReadReason::IllegalMove(mv.and_then(|mv| game::refusal(board, mv))))
    }
}

impl From<ReadReason> for ReadError {
    fn from(reason: ReadReason) -> ReadError {
        ReadError::new(reason)
    }
}

impl From<AddError> for ReadError {
    fn from(cause: AddError) -> ReadError {
        ReadError::new(match cause {
            AddError::Illegal(cause) => ReadReason::IllegalMove(Some(cause.refusal)),
            AddError::TooManyPlies => ReadReason::TooManyPlies,
            AddError::TooManyMoves => ReadReason::TooManyMoves,
        })
    }
}

impl From<FenError> for ReadError {
    fn from(cause: FenError) -> ReadError {
        let token = cause.text.clone();
        ReadError::new(ReadReason::BadPosition(cause)).at_token(&token)
    }
}

/// Returns the move number and the side to move after a number of plies of a record.
pub(crate) fn next_move(record: &Record, plies: usize) -> (u32, Color) {
    let first = record.start().board.turn();
    let half_moves = plies + first.index();
    let side = Color::ALL[half_moves % 2];
    (record.start().fullmove + (half_moves / 2) as u32, side)
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the record cannot be read")?;
        if let Some(format) = self.format {
            write!(f, " as {}", format.code())?;
        }
        write!(f, ": {}", self.detail())
    }
}

impl ReadError {
    /// Returns the line, the move, the token and the reason, without the words "the record cannot be read".
    ///
    /// ```
    /// use chuhe_records as records;
    /// let text = "1. 炮二平五 马８进７ 2. 马二进三 车９平８ 3. 马三进二";
    /// let left_out = records::read(text.as_bytes(), &|_, _| None)?.left_out.expect("an illegal move");
    /// let said = left_out.detail().to_string();
    /// assert_eq!(said, "line 1, move 3 of red, '马三进二': the move is illegal (cannotReach)");
    /// # Ok::<(), records::ReadError>(())
    /// ```
    pub fn detail(&self) -> impl fmt::Display {
        Detail(self)
    }
}

struct Detail<'a>(&'a ReadError);

impl fmt::Display for Detail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReadError { reason, token, at, line, .. } = self.0;
        if let Some(line) = line {
            write!(f, "line {line}, ")?;
        }
        if let Some((number, side)) = at {
            write!(f, "move {number} of {}, ", side.name())?;
        }
        if let Some(token) = token {
            write!(f, "'{token}': ")?;
        }
        write!(f, "{reason}")
    }
}

impl std::error::Error for ReadError {}
