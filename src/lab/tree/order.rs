//! The order in which moves are searched. Alpha-beta cuts off the most if the best moves come first.

use super::judge::Judge;
use chuhe_rules::board::Board;
use chuhe_rules::movegen::MoveList;
use chuhe_rules::types::Move;
use std::cmp::Reverse;

/// An order of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// The order of the move generator.
    AsFound,
    /// Captures first, beginning with the most valuable victim and the least valuable captor. Other moves
    /// follow by their gain in placement.
    LikeliestFirst,
    /// The reverse of [`Order::LikeliestFirst`].
    LikeliestLast,
}

impl Order {
    /// Returns the legal moves in this order, with `first` before all others.
    pub(crate) fn moves(self, board: &Board, judge: Judge, first: Option<Move>) -> MoveList {
        let mut moves = board.legal_moves();
        // Sorting is stable: equal moves keep the order of the move generator.
        match self {
            Order::AsFound => {}
            Order::LikeliestFirst => moves.sort_by_key(|mv| Reverse(likelihood(board, judge, *mv))),
            Order::LikeliestLast => moves.sort_by_key(|mv| likelihood(board, judge, *mv)),
        }
        if let Some(at) = moves.iter().position(|mv| Some(*mv) == first) {
            moves[..=at].rotate_right(1);
        }
        moves
    }
}

/// A bonus that puts captures before all other moves.
const CAPTURE: i32 = 1 << 20;

/// Estimates how likely a move is to be good.
fn likelihood(board: &Board, judge: Judge, mv: Move) -> i32 {
    let Some(piece) = board.piece_at(mv.from()) else { return 0 };
    match board.piece_at(mv.to()) {
        Some(victim) => CAPTURE + 16 * judge.material(victim.role()) - judge.material(piece.role()) / 16,
        None => judge.placement(piece, mv.to()) - judge.placement(piece, mv.from()),
    }
}
