//! The order in which moves are looked at. Alpha-beta cuts off the most when the best ones come first.

use super::judge::Judge;
use chuhe_rules::board::Board;
use chuhe_rules::movegen::MoveList;
use chuhe_rules::types::Move;
use std::cmp::Reverse;

/// An order of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// As the move generator finds them.
    AsFound,
    /// Captures first, the most valuable victim by the least valuable piece before all; then the others by what
    /// they better the mover's placement.
    LikeliestFirst,
    /// The other way round.
    LikeliestLast,
}

impl Order {
    /// The legal moves in this order, a move known to be good before all.
    pub(crate) fn moves(self, board: &Board, judge: Judge, first: Option<Move>) -> MoveList {
        let mut moves = board.legal_moves();
        // Sorting is stable: moves alike stay as they were found.
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

/// A capture counts more than any other move.
const CAPTURE: i32 = 1 << 20;

/// How likely a move is to be good.
fn likelihood(board: &Board, judge: Judge, mv: Move) -> i32 {
    let Some(piece) = board.piece_at(mv.from()) else { return 0 };
    match board.piece_at(mv.to()) {
        Some(victim) => CAPTURE + 16 * judge.material(victim.role()) - judge.material(piece.role()) / 16,
        None => judge.placement(piece, mv.to()) - judge.placement(piece, mv.from()),
    }
}
