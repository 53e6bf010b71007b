//! Somebody who learned the rules today, to measure the lowest level by.
//!
//! It mates in one where it can, takes what is to be had for less, looks whether its move leaves something to be
//! taken, and likes to give check or to attack something. Else it moves at random: it has no plan.

use super::opening::Random;
use chuhe::engine::see::{VALUES, reaches};
use chuhe::game::board::Board;
use chuhe::game::types::Move;

/// What an exchange must bring to be worth it, in hundredths of a soldier.
const WORTH_IT: i32 = 50;

/// A move of the newcomer; `None` where there is none.
pub fn newcomer(board: &Board, random: &mut Random) -> Option<Move> {
    let mut moves = board.legal_moves();
    for index in (1..moves.len()).rev() {
        moves.swap(index, random.below(index + 1));
    }
    let mate = moves.iter().find(|mv| !after(board, **mv).has_legal_move());
    let safe = || moves.iter().find(|mv| greatest_gain(&after(board, **mv)) < WORTH_IT);
    let take = moves.iter().max_by_key(|mv| gain(board, **mv)).filter(|mv| gain(board, **mv) >= WORTH_IT);
    let bold =
        || moves.iter().find(|mv| attacks(board, **mv) && greatest_gain(&after(board, **mv)) < WORTH_IT);
    mate.or(take).or_else(bold).or_else(safe).or(moves.first()).copied()
}

fn after(board: &Board, mv: Move) -> Board {
    let mut board = board.clone();
    board.make(mv);
    board
}

/// What the piece taken is worth, if the exchange is.
fn gain(board: &Board, mv: Move) -> i32 {
    let captured = board.piece_at(mv.to()).filter(|_| reaches(board, mv, WORTH_IT));
    captured.map_or(0, |piece| VALUES[piece.role().index()])
}

/// Whether a move gives check or threatens to take something.
fn attacks(board: &Board, mv: Move) -> bool {
    let mut next = after(board, mv);
    if next.in_check() {
        return true;
    }
    next.pass();
    greatest_gain(&next) >= WORTH_IT
}

fn greatest_gain(board: &Board) -> i32 {
    board.legal_captures().iter().map(|mv| gain(board, *mv)).max().unwrap_or_default()
}
