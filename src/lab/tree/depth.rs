//! How deep to search: everywhere alike, or deeper as the game goes on.

use crate::game::board::Board;
use crate::game::rules::Game;

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
    /// The depth for the position of a game, in plies.
    pub fn depth(self, game: &Game) -> u32 {
        match self {
            DepthRule::Fixed(depth) => depth,
            DepthRule::ByPhase => match game.plies().len() {
                0..10 => 5,
                10..50 => 6,
                _ => 7,
            },
            DepthRule::ByPieces(base) => base + deeper_by_pieces(game.board()),
        }
    }
}

fn deeper_by_pieces(board: &Board) -> u32 {
    let pieces = board.occupied().count();
    [28, 12, 6].into_iter().filter(|threshold| pieces <= *threshold).count() as u32
}
