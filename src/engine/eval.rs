//! What a position is worth, from the side to move, in hundredths of a soldier.

pub mod hand;
pub mod nnue;

use super::score::Value;
use crate::game::board::Board;
use crate::game::types::{Color, Role};

/// A side that has nothing to attack with cannot win, whatever it is ahead.
fn scaled(board: &Board, stronger: Color, value: Value) -> Value {
    if !board.heavy(stronger).is_empty() {
        return value;
    }
    match board.of(stronger, Role::Soldier).count() {
        0 => value / 16,
        1 => value / 4,
        _ => value,
    }
}
