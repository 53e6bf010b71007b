//! A player that captures always or in a part of its moves, and otherwise moves at random.

use super::{Player, Random, shuffled};
use chuhe::engine::see::VALUES;
use chuhe::rules::board::Board;
use chuhe::rules::game::Game;
use chuhe::rules::types::Move;

pub(crate) struct Greedy {
    /// The percentage of moves in which it looks for a capture.
    pub(crate) takes: usize,
}

impl Player for Greedy {
    fn choose(&mut self, game: &Game, random: &mut Random) -> Option<Move> {
        let board = game.board();
        let moves = shuffled(board, random);
        let looks = random.below(100) < self.takes;
        let captures = moves.iter().filter(|mv| prize(board, **mv) > 0);
        let capture = captures.max_by_key(|mv| prize(board, **mv)).filter(|_| looks);
        capture.or(moves.first()).copied()
    }
}

/// Returns the value of the captured piece in centipawns, 0 without a capture.
pub(crate) fn prize(board: &Board, mv: Move) -> i32 {
    board.piece_at(mv.to()).map_or(0, |piece| VALUES[piece.role().index()])
}
