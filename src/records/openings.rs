//! The traditional openings, with their names in Chinese, English and Vietnamese.
//!
//! The lines and their names are common property of the game. Most of them have no settled English name, so the English
//! names here follow the Chinese ones. The Vietnamese names are the Sino-Vietnamese readings of the Chinese names, as
//! players use them.

use crate::library::kept::Kept;
use chuhe_rules::board::{Board, piece_key};
use chuhe_rules::fen;
use chuhe_rules::game::Game;
use chuhe_rules::notation::Notation;
use chuhe_rules::types::{Move, Piece, Square};
use std::fmt;

/// The text of all lines. A comment in the file describes its format.
const LINES: &str = include_str!("openings.txt");
/// The number of spaces that each level adds to the indentation of a line.
const INDENT: usize = 2;

/// The names of an opening.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Name {
    /// The Chinese name, in simplified characters.
    pub zh: &'static str,
    /// The English name.
    pub en: &'static str,
    /// The Vietnamese name.
    pub vi: &'static str,
}

/// A traditional line, from the start position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedLine {
    /// The moves of the line.
    pub moves: Vec<Move>,
    /// The name of the position after the moves, if it has a name of its own.
    pub name: Option<Name>,
}

/// The error for an invalid line of `openings.txt`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The reason in English.
    pub reason: String,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for LineError {}

/// Returns the traditional lines.
///
/// # Errors
/// [`LineError`] for the first bad line. A test checks that the file has none.
pub fn lines() -> Result<Vec<NamedLine>, LineError> {
    let mut lines = Vec::new();
    // The games on the current branch, by depth.
    let mut branch = vec![Game::default()];
    for (index, text) in LINES.lines().enumerate().filter(|(_, text)| is_content(text)) {
        let depth = (text.len() - text.trim_start_matches(' ').len()) / INDENT;
        let error = |reason: &str| LineError { line: index + 1, reason: reason.to_owned() };
        let mut game = branch.get(depth).cloned().ok_or_else(|| error("it stands too far right"))?;
        let mut parts = text.split('|').map(str::trim);
        for word in parts.next().unwrap_or_default().split_whitespace() {
            let mv = Notation::Chinese.read(game.board(), word).map_err(|cause| error(&cause.to_string()))?;
            game.play(mv).map_err(|cause| error(&cause.to_string()))?;
        }
        let name = match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (None, ..) => None,
            (Some(zh), Some(en), Some(vi), None) if [zh, en, vi].iter().all(|name| !name.is_empty()) => {
                Some(Name { zh, en, vi })
            }
            _ => return Err(error("a name is Chinese | English | Vietnamese")),
        };
        lines.push(NamedLine { moves: game.plies().iter().map(|ply| ply.mv).collect(), name });
        branch.truncate(depth + 1);
        branch.push(game);
    }
    Ok(lines)
}

fn is_content(text: &str) -> bool {
    !text.trim().is_empty() && !text.starts_with('#')
}

/// The names of the openings by the key of the position, and by the key of its mirror image. They are sorted by key.
pub struct Names(Vec<(u64, Name)>);

impl Default for Names {
    /// Returns the traditional names.
    fn default() -> Names {
        let mut names = Names(Vec::new());
        for line in lines().unwrap_or_default() {
            let Some(name) = line.name else { continue };
            let mut board = fen::start();
            for mv in line.moves {
                board.make(mv);
            }
            let turn_over = |key: u64, (square, piece): (Square, Piece)| {
                key ^ piece_key(piece, square) ^ piece_key(piece, square.mirror_files())
            };
            for key in [board.key(), board.pieces().fold(board.key(), turn_over)] {
                match names.place(key) {
                    Ok(at) => names.0[at].1 = name,
                    Err(at) => names.0.insert(at, (key, name)),
                }
            }
        }
        names
    }
}

impl Names {
    /// Returns the name of the last position in the game that has one; `None` if the game does not begin in the start
    /// position or no position has a name.
    ///
    /// ```
    /// use chuhe_records::openings::Names;
    /// use chuhe_rules::Game;
    /// let mut game = Game::default();
    /// for text in ["b2e2", "h7e7"] {
    ///     game.play(text.parse()?)?;
    /// }
    /// assert_eq!(Names::default().of(&game).map(|name| name.zh), Some("列炮"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(&self, game: &Game) -> Option<Name> {
        let is_usual = game.start().board == fen::start();
        self.along(game.plies().iter().map(|ply| ply.mv)).filter(|_| is_usual)
    }

    /// Returns the name like [`of`](Names::of), for a game in a library.
    pub fn of_kept(&self, game: Kept<'_>) -> Option<Name> {
        self.along(game.moves()).filter(|_| game.start().is_none())
    }

    fn along(&self, moves: impl Iterator<Item = Move>) -> Option<Name> {
        let mut board = fen::start();
        let mut name = None;
        for mv in moves.take(DEEPEST) {
            board.make(mv);
            name = self.at(&board).or(name);
        }
        name
    }

    /// Returns the name of a position, whatever moves led to it; `None` if the position has no name.
    pub fn at(&self, board: &Board) -> Option<Name> {
        self.place(board.key()).ok().map(|at| self.0[at].1)
    }

    /// Returns the index of a key, or as an error the index at which the key would be inserted.
    fn place(&self, key: u64) -> Result<usize, usize> {
        self.0.binary_search_by_key(&key, |(known, _)| *known)
    }
}

/// The greatest number of plies before a position with a name of its own.
const DEEPEST: usize = 24;
