//! Finds the legal move that a description means.

use super::description::{Description, Like, Order, Place};
use super::error::NotationReason;
use crate::board::Board;
use crate::types::{Color, Move, Piece, Role, Square};
use alloc::vec::Vec;

/// The dialect of a text. The dialects differ in the names of soldiers that share a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    Chinese,
    Wxf,
}

/// Returns the legal move that is described.
///
/// A piece that is written in exactly this way takes precedence over all other readings. If there is
/// none, every piece that the dialect could mean is a candidate, and exactly one of them must be able
/// to make the move.
pub(crate) fn find(board: &Board, said: &Description, dialect: Dialect) -> Result<Move, NotationReason> {
    let color = board.turn();
    let like = Like::on(board, Piece::new(color, said.role));
    let is_written = |square: &Square| like.place_of(*square) == Some(said.place);
    let mut meant: Vec<Square> = like.squares().iter().copied().filter(is_written).collect();
    if meant.is_empty() {
        if let Some(mv) = middle_by_file(&like, said, dialect).and_then(|from| said.move_from(color, from))
            && board.is_legal(mv)
        {
            return Ok(mv);
        }
        meant = loosely_meant(&like, said, dialect);
    }
    let moves = meant.iter().filter_map(|from| said.move_from(color, *from));
    let candidates: Vec<Move> = moves.filter(|mv| board.is_legal(*mv)).collect();
    match candidates[..] {
        [mv] => Ok(mv),
        [] => Err(refusal(said, color, &meant)),
        _ => Err(NotationReason::Ambiguous { candidates }),
    }
}

/// Returns the middle one of three or five soldiers on a file, which the WXF page identifies by the
/// file alone.
fn middle_by_file(like: &Like, said: &Description, dialect: Dialect) -> Option<Square> {
    match said.place {
        Place::File(file) if said.role == Role::Soldier && dialect == Dialect::Wxf => {
            at(like.on_file(file), Order::Middle)
        }
        _ => None,
    }
}

/// Returns the points of the pieces that a text may mean if no piece would be written in this way.
fn loosely_meant(like: &Like, said: &Description, dialect: Dialect) -> Vec<Square> {
    let is_soldier = said.role == Role::Soldier;
    match said.place {
        Place::File(file) => like.on_file(file).to_vec(),
        Place::OnFile(order, file) => at(like.on_file(file), order).into_iter().collect(),
        Place::End(order) => like.files().filter(|f| f.len() >= 4).filter_map(|f| at(f, order)).collect(),
        Place::Among(Order::Nth(_)) if !is_soldier || like.crowded().count() > 1 => Vec::new(),
        Place::Among(order) => {
            let next = |file| next_to_end(file, order).filter(|_| dialect == Dialect::Wxf);
            like.crowded().flat_map(|file| at(file, order).into_iter().chain(next(file))).collect()
        }
    }
}

/// Returns the piece at an order among two or more pieces of a file, which are given from the front.
fn at(file: &[Square], order: Order) -> Option<Square> {
    let count = file.len();
    let index = match order {
        _ if count < 2 => return None,
        Order::Front => 0,
        Order::Middle if count % 2 == 0 => return None,
        Order::Middle => count / 2,
        Order::Rear => count - 1,
        Order::Nth(n) => usize::from(n).checked_sub(1)?,
    };
    file.get(index).copied()
}

/// Returns the front or rear one of four or five pieces on a file as the WXF page defines it: the
/// piece next to the end.
fn next_to_end(file: &[Square], order: Order) -> Option<Square> {
    match (file, order) {
        ([_, next, _, _, ..], Order::Front) | ([.., _, _, next, _], Order::Rear) => Some(*next),
        _ => None,
    }
}

/// Returns the reason why none of the pieces on `meant` can make the move. The reason names the piece if there
/// is only one, or if the described move stays on the board for only one of them.
fn refusal(said: &Description, color: Color, meant: &[Square]) -> NotationReason {
    let moves: Vec<Move> = meant.iter().filter_map(|from| said.move_from(color, *from)).collect();
    match (meant, &moves[..]) {
        ([], _) => NotationReason::NoSuchPiece { role: said.role },
        (_, [mv]) => NotationReason::Illegal { from: Some(mv.from()), mv: Some(*mv) },
        ([from], _) => NotationReason::Illegal { from: Some(*from), mv: None },
        _ => NotationReason::Illegal { from: None, mv: None },
    }
}
