//! The depth of a search: fixed, or deeper as the game goes on.

use chuhe_rules::fen::Position;
use chuhe_rules::game::Game;
use chuhe_rules::types::Color;

/// A rule for the depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DepthRule {
    /// This number of plies in every position.
    Fixed(u32),
    /// By the plies played: 5 for the first 10, 6 until ply 50, then 7, as in the program of report D.
    ByPhase,
    /// By the number of pieces: this depth, and one ply more at each of 28, 12 and 6 pieces, the thresholds of the
    /// program of report E.
    ByPieces(u32),
}

impl DepthRule {
    /// Stable names for programs.
    pub const CODES: [&str; 3] = ["fixed", "phase", "pieces"];

    /// Returns the rule with this name. `base` is the depth of `fixed`, and the depth of `pieces` with all pieces on
    /// the board.
    pub fn from_code(code: &str, base: u32) -> Option<DepthRule> {
        Some(match code {
            "fixed" => DepthRule::Fixed(base),
            "phase" => DepthRule::ByPhase,
            "pieces" => DepthRule::ByPieces(base),
            _ => return None,
        })
    }

    /// Returns the depth for the position of a game, in plies. If the game began with a later position, the number of
    /// its first move gives the plies played before.
    pub fn depth(self, game: &Game) -> u32 {
        let Position { board, fullmove, .. } = game.position();
        let plies = 2 * fullmove.saturating_sub(1) + u32::from(board.turn() == Color::Black);
        self.depth_at(plies as usize, board.occupied().count() as usize)
    }

    /// Returns the depth in plies after a number of plies, with a number of pieces on the board.
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
