//! Who takes what there is, always or now and then, and else moves at random.

use super::{Player, Random, shuffled};
use chuhe::engine::see::{VALUES, reaches};
use chuhe::game::board::Board;
use chuhe::game::rules::Game;
use chuhe::game::types::Move;

pub(super) struct Greedy {
    /// In how many of a hundred moves it looks for something to take.
    pub(super) takes: usize,
    /// Whether it takes only what the exchange on that point wins.
    pub(super) only_free: bool,
}

impl Player for Greedy {
    fn choose(&mut self, game: &Game, random: &mut Random) -> Option<Move> {
        let board = game.board();
        let moves = shuffled(board, random);
        let looks = random.below(100) < self.takes;
        let is_taken = |mv: &&Move| prize(board, **mv) > 0 && (!self.only_free || reaches(board, **mv, 1));
        let capture = moves.iter().filter(is_taken).max_by_key(|mv| prize(board, **mv)).filter(|_| looks);
        capture.or(moves.first()).copied()
    }
}

/// What a move takes, in hundredths of a soldier.
pub(super) fn prize(board: &Board, mv: Move) -> i32 {
    board.piece_at(mv.to()).map_or(0, |piece| VALUES[piece.role().index()])
}
