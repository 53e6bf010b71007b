//! Books as text, for people and for books of one's own.
//!
//! The first line is [`HEAD`]. Every other line has a position and its moves, with a space between each:
//!
//! ```text
//! chuhe-book 1
//! # an empty line, and a line that begins with #, means nothing
//! rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w h2e2=10 g0e2=3
//! ```
//!
//! The position is the placement of a FEN and the side to move, `w` or `b`. A move has its weight behind a `=`, from 1 to
//! 255; the engine plays the moves of a position in the proportion of their weights. A position stands for its mirror image too,
//! with mirrored moves; in a position that is its own mirror image every move stands for itself.

use super::{Book, MAX_MOVES, Sight, Weighted};
use chuhe_rules::board::Board;
use chuhe_rules::fen::{FenError, Position};
use chuhe_rules::types::{Color, Move};
use std::collections::BTreeMap;
use std::fmt;

/// The first line of a book as text. The number is the version of the format.
pub const HEAD: &str = "chuhe-book 1";

/// The reason why a text is not a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TextReason {
    /// The first line is not [`HEAD`].
    Head,
    /// The position is invalid.
    Position(FenError),
    /// The line has no moves.
    NoMoves,
    /// The position, or its mirror image, has more than [`MAX_MOVES`] moves.
    TooManyMoves,
    /// This word is not a legal move with a weight from 1 to 255, or the position has the move twice.
    Move(String),
}

/// The first line of a text that is not valid in a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The reason.
    pub reason: TextReason,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.reason {
            TextReason::Head => write!(f, "a book begins with the line '{HEAD}'"),
            TextReason::Position(cause) => write!(f, "{cause}"),
            TextReason::NoMoves => write!(f, "the position has no moves"),
            TextReason::TooManyMoves => write!(f, "a position has at most {MAX_MOVES} moves"),
            TextReason::Move(word) => {
                write!(f, "'{word}' is no new legal move with a weight, such as h2e2=10")
            }
        }
    }
}

impl std::error::Error for TextError {}

/// Reads a book from a text.
///
/// ```
/// use chuhe_engine::book::text;
/// let book = text::read("chuhe-book 1\n4k4/9/9/9/9/9/9/9/9/R2K5 w a0a9=3\n")?;
/// assert_eq!(book.len(), 1);
/// assert_eq!(text::read("chuhe-book 1\n\n4k4/9/9/9/9/9/9/9/9/R2K5 w a0b2=3").unwrap_err().line, 3);
/// # Ok::<(), text::TextError>(())
/// ```
///
/// # Errors
/// [`TextError`] for the first line that is not valid.
pub fn read(text: &str) -> Result<Book, TextError> {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).enumerate();
    if lines.next().map(|(_, line)| line) != Some(HEAD) {
        return Err(TextError { line: 1, reason: TextReason::Head });
    }
    let mut positions: BTreeMap<u64, Vec<Weighted>> = BTreeMap::new();
    for (index, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let failed = |reason| TextError { line: index + 1, reason };
        let (board, moves) = read_line(line).map_err(failed)?;
        let sight = Sight::of(&board);
        let known = positions.entry(sight.key).or_default();
        for Weighted { mv, weight } in moves {
            let stored = if sight.is_symmetric { mv } else { sight.stored(mv) };
            if known.iter().any(|other| other.mv == stored) {
                return Err(failed(TextReason::Move(mv.to_string())));
            }
            known.push(Weighted { mv: stored, weight });
        }
        if known.len() > MAX_MOVES {
            return Err(failed(TextReason::TooManyMoves));
        }
    }
    Ok(Book { entries: positions.into_iter().collect(), is_exact: true })
}

fn read_line(line: &str) -> Result<(Board, Vec<Weighted>), TextReason> {
    let mut words = line.split_whitespace();
    let fen = format!("{} {}", words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let board = fen.parse::<Position>().map_err(TextReason::Position)?.board;
    let read = |word: &str| {
        let (mv, weight) = word.split_once('=')?;
        let mv: Move = mv.parse().ok().filter(|mv| board.is_legal(*mv))?;
        let weight = weight.parse().ok().filter(|weight| *weight > 0)?;
        Some(Weighted { mv, weight })
    };
    let moves: Result<Vec<_>, _> =
        words.map(|word| read(word).ok_or_else(|| TextReason::Move(word.to_owned()))).collect();
    let moves = moves?;
    if moves.is_empty() { Err(TextReason::NoMoves) } else { Ok((board, moves)) }
}

/// Counts the moves that games have in each position, and makes a book of the counts.
#[derive(Default)]
pub struct Counter {
    /// For each key, the position as it was first seen, and its moves as stored with their numbers of games.
    positions: BTreeMap<u64, (Board, BTreeMap<u16, u32>)>,
}

impl Counter {
    /// Counts the first `plies` moves of a game from `board`, those of `side` alone if it is given. Stops before a move
    /// that is not legal.
    pub fn add_game(
        &mut self,
        mut board: Board,
        moves: impl IntoIterator<Item = Move>,
        plies: usize,
        side: Option<Color>,
    ) {
        for mv in moves.into_iter().take(plies) {
            if !board.is_legal(mv) {
                return;
            }
            if side.is_none_or(|side| side == board.turn()) {
                self.add(&board, mv);
            }
            board.make(mv);
        }
    }

    /// Counts a move of a position.
    pub fn add(&mut self, board: &Board, mv: Move) {
        let sight = Sight::of(board);
        let (_, moves) = self.positions.entry(sight.key).or_insert_with(|| (board.clone(), BTreeMap::new()));
        *moves.entry(sight.stored(mv).bits()).or_insert(0) += 1;
    }

    /// Returns a book as text: the positions that occurred most first, at most `limit`, with their moves that were
    /// played at least `least` times, at most [`MAX_MOVES`]. The weights are in the proportion of the counts.
    pub fn write(&self, least: u32, limit: usize) -> String {
        let mut lines: Vec<(u32, String)> = Vec::new();
        for (board, moves) in self.positions.values() {
            let sight = Sight::of(board);
            let mut moves: Vec<(Move, u32)> = moves
                .iter()
                .filter(|(_, count)| **count >= least)
                .filter_map(|(bits, count)| Some((Move::from_bits(*bits)?, *count)))
                .collect();
            moves.sort_by_key(|(mv, count)| (std::cmp::Reverse(*count), mv.bits()));
            moves.truncate(MAX_MOVES);
            let Some((_, most)) = moves.first().copied() else { continue };
            let scale = f64::from(most.max(255)) / 255.0;
            let words: Vec<String> = moves
                .iter()
                .map(|(mv, count)| {
                    let weight = (f64::from(*count) / scale).round().max(1.0);
                    format!("{}={weight}", board.canonical(sight.seen(*mv)))
                })
                .collect();
            let total = moves.iter().map(|(_, count)| count).sum();
            lines.push((total, format!("{} {}\n", position_of(board), words.join(" "))));
        }
        lines.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
        let lines = lines.into_iter().take(limit).map(|(_, line)| line);
        std::iter::once(format!("{HEAD}\n")).chain(lines).collect()
    }
}

/// Returns the placement and the side to move of a board, as in a FEN.
fn position_of(board: &Board) -> String {
    let fen = Position { board: board.clone(), no_capture: 0, fullmove: 1 }.to_string();
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}
