//! The commands that answer questions about the rules: `moves`, `verdict` and `notate`.
//!
//! A question comes from the arguments. With the FEN `-`, each line of standard input is a question, so that one
//! run answers thousands.

use crate::codes::{notation, side};
use crate::error::CliError;
use crate::{json, oddities, say, told};
use chuhe::records;
use chuhe::report::VerdictReport;
use chuhe::rules::board::Board;
use chuhe::rules::fen::{self, Position};
use chuhe::rules::game::{self, Declaration, Game, Outcome, Reason, Ruleset, Verdict};
use chuhe::rules::notation::coordinate::RankBase;
use chuhe::rules::notation::{self, Notation, NotationError, NotationReason};
use chuhe::rules::types::{Color, Move, Piece, Square};
use clap::Args;
use serde::Serialize;
use std::io::{self, BufRead, BufWriter, Write, stdin, stdout};

/// A game, and how to answer
#[derive(Args)]
pub struct Asked {
    /// The position as FEN, `startpos`, or `-` to read lines `FEN moves …` from standard input
    fen: String,
    /// The moves from there, as in records, in any notation; coordinates count ranks from 0
    moves: Vec<String>,
    /// The notation of the moves, if the text does not identify it
    #[arg(long, value_parser = notation)]
    from: Option<Notation>,
    /// Answer in JSON, one object a line; an object with `error` says why there is no answer
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[group(multiple = false)]
pub struct Declared {
    /// The side that resigned
    #[arg(long, value_name = "SIDE", value_parser = side)]
    resigned: Option<Color>,
    /// The side whose time ran out
    #[arg(long, value_name = "SIDE", value_parser = side)]
    timed_out: Option<Color>,
    /// Both sides agreed to a draw
    #[arg(long)]
    agreed: bool,
}

impl Asked {
    /// Answers the question, or with the FEN `-` one question for each line of standard input.
    pub fn answer(self, question: Question) -> Result<(), CliError> {
        let manner = Manner { from: self.from, json: self.json };
        let moves = self.moves.join(" ");
        match (&*self.fen, &*moves) {
            ("-", "") => answer_lines(question, stdin().lock(), BufWriter::new(stdout()), manner),
            ("-", _) => Err(CliError::Argument(moves)),
            (fen, moves) => {
                say(answer(question, fen, moves, manner, &mut |words| eprintln!("notice: {words}"))?)
            }
        }
    }
}

impl Declared {
    /// Returns the declaration among the arguments, if any.
    pub fn declaration(self) -> Option<Declaration> {
        let agreed = self.agreed.then_some(Declaration::Agreement);
        let timed_out = self.timed_out.map(Declaration::Time);
        self.resigned.map(Declaration::Resignation).or(timed_out).or(agreed)
    }
}

/// A question about the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Lists the legal moves.
    Moves,
    /// Gives the verdict under a rule set, after the players' declaration.
    Verdict(Option<Declaration>, &'static Ruleset),
    /// Writes the moves in a notation.
    Notate(Notation),
}

/// The formats of moves in the question and of the answer.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Manner {
    /// Notation of the given moves; `None` recognises it by the text, with ranks from 0.
    pub from: Option<Notation>,
    /// Whether to answer in JSON, one object a line.
    pub json: bool,
}

/// The position after a game, and moves.
#[derive(Serialize)]
pub struct MovesReport {
    fen: String,
    moves: Vec<String>,
}

impl MovesReport {
    /// Lists the legal moves, sorted.
    pub fn legal(game: &Game) -> MovesReport {
        let mut moves: Vec<String> = game.board().legal_moves().iter().map(Move::to_string).collect();
        moves.sort_unstable();
        MovesReport::new(game, moves)
    }

    fn new(game: &Game, moves: Vec<String>) -> MovesReport {
        MovesReport { fen: game.position().to_string(), moves }
    }

    fn written(&self, is_json: bool) -> String {
        if is_json { json(self) } else { self.moves.join(" ") + "\n" }
    }
}

/// Returns the verdict of a game under a rule set, after the players' declaration.
pub fn judged(game: Game, ruleset: &'static Ruleset, declaration: Option<Declaration>) -> (Game, Verdict) {
    let mut game = game.under(ruleset);
    declaration.into_iter().for_each(|declaration| game.declare(declaration));
    let verdict = game.verdict();
    (game, verdict)
}

/// Answers one question, as text that ends with a line break.
///
/// `fen` may be `startpos`. `moves` are separated by spaces. `notify` receives the reasons why the position is
/// impossible.
///
/// # Errors
/// [`CliError`] names the field and the value.
fn answer(
    question: Question,
    fen: &str,
    moves: &str,
    manner: Manner,
    notify: &mut dyn FnMut(String),
) -> Result<String, CliError> {
    let start = position(fen)?;
    oddities(&start).into_iter().for_each(notify);
    let game = play(start, moves, manner.from)?;
    Ok(match question {
        Question::Moves => MovesReport::legal(&game).written(manner.json),
        Question::Notate(notation) => MovesReport::new(&game, notate(&game, notation)).written(manner.json),
        Question::Verdict(declaration, ruleset) => {
            let (game, verdict) = judged(game, ruleset, declaration);
            if manner.json { json(&VerdictReport::from(&verdict)) } else { explained(&game, &verdict) }
        }
    })
}

/// Answers a question for each line of `input`: a FEN, and after the word `moves` the moves. Reports a line
/// without an answer on standard error, in JSON also by an object in its place, and goes on.
///
/// # Errors
/// [`CliError::Lines`] at the end, if a line had no answer.
fn answer_lines(
    question: Question,
    input: impl BufRead,
    mut output: impl Write,
    manner: Manner,
) -> Result<(), CliError> {
    let (mut number, mut unanswered) = (0, 0);
    // Split bytes, because a line may not be UTF-8.
    for line in input.split(b'\n') {
        let line = line?;
        number += 1;
        match answer_line(question, &line, number, manner) {
            Ok(text) => output.write_all(text.as_bytes())?,
            Err(cause) => {
                unanswered += 1;
                let failed = CliError::Line { number, cause: Box::new(cause) };
                eprintln!("error: {}", told(&failed.to_string()));
                if manner.json {
                    output.write_all(failed.report().line().as_bytes())?;
                }
            }
        }
    }
    output.flush()?;
    if unanswered == 0 { Ok(()) } else { Err(CliError::Lines { unanswered, of: number }) }
}

fn answer_line(question: Question, line: &[u8], number: usize, manner: Manner) -> Result<String, CliError> {
    let line =
        std::str::from_utf8(line).map_err(|cause| io::Error::new(io::ErrorKind::InvalidData, cause))?;
    let (fen, moves) = line.split_once(" moves").unwrap_or((line, ""));
    answer(question, fen.trim(), moves, manner, &mut |words| eprintln!("notice: line {number}: {words}"))
}

/// Returns the game after the moves from a position.
pub fn game(fen: &str, moves: &str, from: Option<Notation>) -> Result<Game, CliError> {
    play(position(fen)?, moves, from)
}

/// Reads the position of a FEN or of `startpos`, with or without a byte order mark before it.
fn position(text: &str) -> Result<Position, CliError> {
    let text = text.trim_start_matches('\u{feff}');
    Ok(if text == "startpos" { fen::START } else { text }.parse()?)
}

/// Plays moves from a position. Text that is not one move per word is read as a record.
fn play(start: Position, moves: &str, from: Option<Notation>) -> Result<Game, CliError> {
    let as_record = |start| records::read_moves(start, moves).ok().filter(|_| from.is_none());
    play_words(start.clone(), moves, from).or_else(|error| {
        let line = as_record(start.clone()).map(|record| record.main_line()).ok_or(error)?;
        let mut game = Game::new(start);
        for (index, mv) in line.into_iter().enumerate() {
            game.play(mv).map_err(|cause| CliError::Illegal { number: index + 1, cause })?;
        }
        Ok(game)
    })
}

fn play_words(start: Position, moves: &str, from: Option<Notation>) -> Result<Game, CliError> {
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

/// Returns the error of an unreadable move, with the rule that forbids it if known.
fn unread(game: &Game, number: usize, cause: NotationError) -> CliError {
    let refusal = match &cause.reason {
        NotationReason::Illegal { mv: Some(mv), .. } => game::refusal(game.board(), *mv),
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

/// Writes the moves of a game in a notation.
fn notate(game: &Game, notation: Notation) -> Vec<String> {
    notation.write_line(&game.start().board, game.plies().iter().map(|ply| ply.mv))
}

/// Writes a verdict in words, with each ply of its cycle on a line.
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
        Reason::PerpetualAttack => "perpetual attack",
        Reason::Repetition => "repetition",
        Reason::NaturalLimit => "natural-move limit",
        Reason::NoAttackers => "no attackers left",
        Reason::Resignation => "resignation",
        Reason::Time => "time",
        Reason::Agreement => "agreement",
    }
}
