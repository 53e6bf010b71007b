//! How deep to search: everywhere alike, or deeper as the game goes on.

use chuhe_rules::fen::Position;
use chuhe_rules::game::Game;
use chuhe_rules::types::Color;

/// A rule for the depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DepthRule {
    /// Always so many plies.
    Fixed(u32),
    /// By the plies played: 5 for the first 10, 6 until ply 50, then 7, as the program of report D had it.
    ByPhase,
    /// By the pieces on the board: this depth, and one more at 28, at 12 and at 6 pieces, the thresholds of the
    /// program of report E.
    ByPieces(u32),
}

impl DepthRule {
    /// Stable names for programs.
    pub const CODES: [&str; 3] = ["fixed", "phase", "pieces"];

    /// The one with this name; `base` is the depth of the first, and that of the last with all pieces on the board.
    pub fn from_code(code: &str, base: u32) -> Option<DepthRule> {
        Some(match code {
            "fixed" => DepthRule::Fixed(base),
            "phase" => DepthRule::ByPhase,
            "pieces" => DepthRule::ByPieces(base),
            _ => return None,
        })
    }

    /// The depth for the position of a game, in plies. Where the game did not start from the beginning, the number of
    /// its first move tells how many were played before.
    pub fn depth(self, game: &Game) -> u32 {
        let Position { board, fullmove, .. } = game.position();
        let plies = 2 * fullmove.saturating_sub(1) + u32::from(board.turn() == Color::Black);
        self.depth_at(plies as usize, board.occupied().count() as usize)
    }

    /// The depth after so many plies, with so many pieces on the board.
    pub fn depth_at(self, plies: usize, pieces: usize) -> u32 {
        match self {
            DepthRule::Fixed(depth) => depth,
            DepthRule::ByPhase => match plies {
                0..10 => 5,
                10..50 => 6,
                _ => 7,
            },
            DepthRule::ByPieces(base) => base + deeper_by(pieces),
        }
    }
}

fn deeper_by(pieces: usize) -> u32 {
    [28, 12, 6].into_iter().filter(|threshold| pieces <= *threshold).count() as u32
}
