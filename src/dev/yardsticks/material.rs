//! A player that searches a few plies deep with material as its evaluation. It chooses at random among equal moves.

use super::{Player, Random, after, shuffled};
use chuhe::engine::see::VALUES;
use chuhe::rules::board::Board;
use chuhe::rules::game::Game;
use chuhe::rules::types::Move;

/// The value of a position in which the side to move is mated or has no move.
const LOST: i32 = -1_000_000;

/// Below every value.
const WORST: i32 = LOST - 100;

pub(crate) struct Material {
    /// The depth of the search in plies, including its own move.
    pub(crate) plies: u32,
}

impl Player for Material {
    fn choose(&mut self, game: &Game, random: &mut Random) -> Option<Move> {
        let moves = shuffled(game.board(), random);
        let mut best: Option<(i32, Move)> = None;
        for mv in moves {
            let least = best.map_or(WORST, |(value, _)| value);
            let value = -search(&after(game.board(), mv), self.plies - 1, WORST, -least);
            if value > least {
                best = Some((value, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }
}

/// Searches by alpha-beta with material. A later mate is a little better for the loser.
fn search(board: &Board, plies: u32, mut low: i32, high: i32) -> i32 {
    if plies == 0 {
        return if board.has_legal_move() { balance(board) } else { LOST };
    }
    let moves = board.legal_moves();
    let mut best = LOST - plies as i32;
    for mv in moves {
        best = best.max(-search(&after(board, mv), plies - 1, -high, -low));
        low = low.max(best);
        if low >= high {
            break;
        }
    }
    best
}

/// Returns the material of the side to move less that of the other, in centipawns.
fn balance(board: &Board) -> i32 {
    let worth = |piece: chuhe::rules::types::Piece| {
        let value = VALUES[piece.role().index()];
        if piece.color() == board.turn() { value } else { -value }
    };
    board.pieces().map(|(_, piece)| worth(piece)).sum()
}
