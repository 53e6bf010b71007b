//! Evaluates positions from the view of the side to move, in centipawns (a soldier is the pawn).
//!
//! ```
//! use chuhe_engine::eval::{hand::explain::terms, nnue::Network};
//! // Red is a rook up: the handcrafted evaluation and the network agree on that.
//! let ahead: chuhe_rules::Position = "1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w".parse()?;
//! assert!(Network::embedded().expect("the crate brings one").evaluate(&ahead.board) > 300);
//! assert!(terms(&ahead.board).value > 300);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod hand;
pub mod nnue;

use super::score::Value;
use chuhe_rules::board::Board;
use chuhe_rules::types::{Color, Role};

/// Reduces the value of a stronger side that has no attackers left and so cannot win.
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
