//! Reads and writes files of games for training: every move with the engine's score.
//!
//! A file consists of [`MAGIC`] and the games one after the other, each from the start position:
//!
//! | bytes | what |
//! |---|---|
//! | 2 | number of plies |
//! | 1 | result: 0 Black won, 1 draw, 2 Red won |
//! | 1 | 0, reserved |
//! | 4 a ply | the move (2 bytes, [`Move::bits`]) and the score in centipawns for the side that moved (2 bytes,
//! signed, [`UNSCORED`] for moves without a search) |
//!
//! All numbers are little endian.

use chuhe::rules::game::Outcome;
use chuhe::rules::types::{Color, Move};
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The first bytes of a file.
pub const MAGIC: [u8; 8] = *b"CHUHEGM1";
/// The score of a move without a search, as in a random opening.
pub const UNSCORED: i16 = i16::MIN;

/// A game as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// Half points of Red: 0, 1 or 2.
    pub result: u8,
    /// Moves with their scores in centipawns.
    pub plies: Vec<(Move, i16)>,
}

/// The reason why a file cannot be read.
#[derive(Debug)]
pub enum Trouble {
    /// An error of the system.
    Io(io::Error),
    /// The file does not begin with [`MAGIC`].
    Magic,
    /// The game of this number (from 0) is cut off or holds an impossible move.
    Game(usize),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Io(error) => write!(f, "{error}"),
            Trouble::Magic => write!(f, "it does not begin with {}", String::from_utf8_lossy(&MAGIC)),
            Trouble::Game(index) => write!(f, "game {index} is broken"),
        }
    }
}

/// Returns the half points of Red; `None` for an unfinished game.
pub fn half_points(outcome: Outcome) -> Option<u8> {
    match outcome {
        Outcome::Win(Color::Red) => Some(2),
        Outcome::Draw => Some(1),
        Outcome::Win(Color::Black) => Some(0),
        Outcome::Ongoing => None,
    }
}

impl Played {
    /// Returns the number of bytes of the game in a file.
    pub fn size(&self) -> usize {
        4 + 4 * self.plies.len()
    }

    /// Encodes the game.
    pub fn to_bytes(&self) -> Vec<u8> {
        let count = self.plies.len() as u16;
        let mut bytes = Vec::with_capacity(self.size());
        bytes.extend(count.to_le_bytes());
        bytes.extend([self.result, 0]);
        for (mv, score) in &self.plies {
            bytes.extend(mv.bits().to_le_bytes());
            bytes.extend(score.to_le_bytes());
        }
        bytes
    }

    /// Decodes the game at the head of `bytes`. Returns it with the remaining bytes; `None` if it is broken.
    fn split_from(bytes: &[u8]) -> Option<(Played, &[u8])> {
        let (head, rest) = bytes.split_first_chunk::<4>()?;
        let [low, high, result, _] = *head;
        let length = 4 * usize::from(u16::from_le_bytes([low, high]));
        let (body, rest) = rest.split_at_checked(length)?;
        let ply = |chunk: &[u8]| {
            let mv = Move::from_bits(u16::from_le_bytes([chunk[0], chunk[1]]))?;
            Some((mv, i16::from_le_bytes([chunk[2], chunk[3]])))
        };
        let plies = body.chunks_exact(4).map(ply).collect::<Option<Vec<_>>>()?;
        (result <= 2).then_some((Played { result, plies }, rest))
    }
}

/// Reads the games of a file. Omits a last game that was cut off, as happens when the writer was killed.
///
/// # Errors
/// [`Trouble`] when the file cannot be read, is not a file of games, or is broken before its last game.
pub fn read(path: &Path) -> Result<Vec<Played>, Trouble> {
    let mut bytes = Vec::new();
    File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)).map_err(Trouble::Io)?;
    parse(&bytes)
}

fn parse(bytes: &[u8]) -> Result<Vec<Played>, Trouble> {
    let mut rest = bytes.strip_prefix(&MAGIC).ok_or(Trouble::Magic)?;
    let mut games = Vec::new();
    while !rest.is_empty() {
        match Played::split_from(rest) {
            Some((game, tail)) => {
                games.push(game);
                rest = tail;
            }
            None if is_cut_off(rest) => break,
            None => return Err(Trouble::Game(games.len())),
        }
    }
    Ok(games)
}

/// Returns true if the bytes end within the first game.
fn is_cut_off(bytes: &[u8]) -> bool {
    bytes.len() < 4 || bytes.len() < 4 + 4 * usize::from(u16::from_le_bytes([bytes[0], bytes[1]]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(result: u8) -> Played {
        let mv = |text: &str| text.parse().expect("a move");
        Played { result, plies: vec![(mv("h2e2"), 31), (mv("h9g7"), -12), (mv("h0g2"), UNSCORED)] }
    }

    fn file(games: &[Played]) -> Vec<u8> {
        MAGIC.into_iter().chain(games.iter().flat_map(Played::to_bytes)).collect()
    }

    #[test]
    fn written_games_are_read_back() {
        let games = [game(0), Played { result: 1, plies: Vec::new() }, game(2)];
        assert_eq!(parse(&file(&games)).expect("readable"), games);
    }

    #[test]
    fn a_game_cut_off_at_the_end_is_left_out() {
        let bytes = file(&[game(0), game(2)]);
        for length in MAGIC.len() + game(0).to_bytes().len()..bytes.len() {
            assert_eq!(parse(&bytes[..length]).expect("readable"), [game(0)], "{length}");
        }
    }

    #[test]
    fn an_invalid_game_is_refused() {
        assert!(matches!(parse(b"PGN"), Err(Trouble::Magic)));
        let mut bytes = file(&[game(0), game(2)]);
        bytes[MAGIC.len() + 2] = 3;
        assert!(matches!(parse(&bytes), Err(Trouble::Game(0))));
    }
}
