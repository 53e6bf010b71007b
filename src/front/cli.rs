//! The commands that answer questions about the rules, `moves`, `verdict` and `notate`, and `convert`,
//! which turns a game record into another format.
//!
//! A question comes from the arguments, or, where the FEN is `-`, one question a line from
//! standard input, so that thousands are answered in one run.

use super::report::VerdictReport;
use crate::game::board::Board;
use crate::game::fen::{self, FenError, Position};
use crate::game::notation::coordinate::RankBase;
use crate::game::notation::{self, Notation, NotationError, NotationReason};
use crate::game::record::{self, Export, ReadError};
use crate::game::rules::{self, Declaration, Game, IllegalMove, Outcome, Reason, Refusal, Verdict};
use crate::game::types::{Move, Piece, Square};
use crate::lab::route::GridError;
use serde::Serialize;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, Read, Write};

/// A question about the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// The legal moves.
    Moves,
    /// How the game stands, with what the players declared.
    Verdict(Option<Declaration>),
    /// The moves in a notation.
    Notate(Notation),
}

/// How moves are read and answers written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Manner {
    /// The notation of the moves given; `None` tells it by the text, with ranks from 0.
    pub from: Option<Notation>,
    /// Answer in JSON, one object a line.
    pub json: bool,
}

/// Why a question has no answer.
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
    /// A line of standard input has no answer.
    Line {
        /// Its number, from 1.
        number: usize,
        /// Why.
        cause: Box<CliError>,
    },
    /// Moves among the arguments, when the questions come from standard input.
    Argument(String),
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
            CliError::Grid { file, cause } => write!(f, "{file}: {cause}"),
            CliError::File { file, cause } => write!(f, "{file}: {cause}"),
            CliError::Line { number, cause } => write!(f, "line {number}: {cause}"),
            CliError::Argument(moves) => {
                write!(f, "the moves '{moves}' belong to no FEN: with '-' they follow it on each line")
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

#[derive(Serialize)]
struct MovesReport {
    fen: String,
    moves: Vec<String>,
}

/// Answers one question, as text that ends with a line break.
///
/// `fen` may be `startpos`. `moves` are separated by spaces.
///
/// # Errors
/// [`CliError`] names the field and the value.
pub fn answer(question: Question, fen: &str, moves: &str, manner: Manner) -> Result<String, CliError> {
    let start: Position = if fen == "startpos" { fen::START } else { fen }.parse()?;
    let mut game = play(start, moves, manner.from)?;
    Ok(match question {
        Question::Moves => {
            let mut moves: Vec<String> = game.board().legal_moves().iter().map(Move::to_string).collect();
            moves.sort_unstable();
            listed(&game, moves, manner.json)
        }
        Question::Notate(notation) => listed(&game, notate(&game, notation), manner.json),
        Question::Verdict(declaration) => {
            declaration.into_iter().for_each(|declaration| game.declare(declaration));
            let verdict = game.verdict();
            if manner.json { json(&VerdictReport::from(&verdict)) } else { explained(&game, &verdict) }
        }
    })
}

/// Answers a question for each line of `input`: a FEN, and after the word `moves` the moves.
///
/// # Errors
/// [`CliError::Line`] at the first line without an answer, with the answers before it written.
pub fn answer_lines(
    question: Question,
    input: impl BufRead,
    mut output: impl Write,
    manner: Manner,
) -> Result<(), CliError> {
    for (index, line) in input.lines().enumerate() {
        let line = line?;
        let (fen, moves) = line.split_once(" moves").unwrap_or((&line, ""));
        let answered = answer(question, fen.trim(), moves, manner);
        let failed = |cause| CliError::Line { number: index + 1, cause: Box::new(cause) };
        output.write_all(answered.map_err(failed)?.as_bytes())?;
    }
    Ok(output.flush()?)
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
pub fn convert(file: &str, to: Export, moves_only: bool, is_json: bool) -> Result<String, CliError> {
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

/// The game that a question is about.
pub(super) fn game(fen: &str, moves: &str) -> Result<Game, CliError> {
    play(if fen == "startpos" { fen::START } else { fen }.parse()?, moves, None)
}

/// Plays moves from a position.
fn play(start: Position, moves: &str, from: Option<Notation>) -> Result<Game, CliError> {
    let mut game = Game::new(start);
    for (index, text) in moves.split_whitespace().enumerate() {
        let number = index + 1;
        let mv = match (text.parse(), from) {
            (Ok(mv), None) => mv,
            _ => read(game.board(), text, from).map_err(|cause| unread(&game, number, cause))?,
        };
        game.play(mv).map_err(|cause| CliError::Illegal { number, cause })?;
    }
    Ok(game)
}

/// A move that is not read, with what forbids it.
fn unread(game: &Game, number: usize, cause: NotationError) -> CliError {
    let refusal = match &cause.reason {
        NotationReason::Illegal { mv: Some(mv), .. } => rules::refusal(game.board(), *mv),
        _ => None,
    };
    CliError::Move { number, cause, refusal }
}

fn read(board: &Board, text: &str, from: Option<Notation>) -> Result<Move, NotationError> {
    match from {
        Some(notation) => notation.read(board, text),
        None => notation::read_any(board, text, RankBase::Zero),
    }
}

/// The moves of a game in a notation.
fn notate(game: &Game, notation: Notation) -> Vec<String> {
    notation.write_line(&game.start().board, game.plies().iter().map(|ply| ply.mv))
}

fn listed(game: &Game, moves: Vec<String>, is_json: bool) -> String {
    if is_json {
        return json(&MovesReport { fen: game.position().to_string(), moves });
    }
    moves.join(" ") + "\n"
}

fn json(value: &impl Serialize) -> String {
    // Only maps with keys that are no strings fail, and there are none.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// A verdict in words, with its cycle a ply a line.
fn explained(game: &Game, verdict: &Verdict) -> String {
    let report = VerdictReport::from(verdict);
    let mut text = match verdict.outcome {
        Outcome::Win(winner) => format!("{} wins", winner.name()),
        Outcome::Draw | Outcome::Ongoing => report.result.to_owned(),
    };
    if let Some(reason) = verdict.reason {
        text += &format!(": {}", reason_in_words(reason));
    }
    if let Some(offender) = report.offender {
        text += &format!(" by {offender}");
    }
    text.push('\n');
    let written = notate(game, Notation::Chinese);
    for ply in &verdict.cycle {
        let chased: Vec<String> = ply.targets.iter().map(target_in_words).collect();
        let chased = if chased.is_empty() { String::new() } else { format!(" of {}", chased.join(", ")) };
        let (mv, side, kind) = (ply.mv, ply.color.name(), ply.kind.code());
        let chinese = written.get(ply.ply).map_or("", String::as_str);
        let number = ply.ply + 1;
        text += &match (kind, chased.is_empty()) {
            ("check", false) => format!("{number:>4}. {side:<5} {mv} {chinese} check and chase{chased}\n"),
            _ => format!("{number:>4}. {side:<5} {mv} {chinese} {kind}{chased}\n"),
        };
    }
    text
}

fn target_in_words((square, piece): &(Square, Piece)) -> String {
    format!("the {} on {square}", piece.role().name())
}

fn reason_in_words(reason: Reason) -> &'static str {
    match reason {
        Reason::Checkmate => "checkmate",
        Reason::Stalemate => "stalemate",
        Reason::PerpetualCheck => "perpetual check",
        Reason::PerpetualChase => "perpetual chase",
        Reason::Repetition => "repetition",
        Reason::NaturalLimit => "natural-move limit",
        Reason::NoAttackers => "no attackers left",
        Reason::Resignation => "resignation",
        Reason::Time => "time",
        Reason::Agreement => "agreement",
    }
}
