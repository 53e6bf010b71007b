//! The handcrafted evaluation: material and placement, mobility, attacks on the palace, pins, threats and
//! soldiers, each tapered from the opening to the endgame.
//!
//! [`layout`] names the weights, `features` counts them on a board, and `tables` holds their values. The values
//! are tuned on games of the engine against itself; none is taken from elsewhere.
//!
//! ```
//! use chuhe_engine::eval::hand::explain::terms;
//! let position: chuhe_rules::Position = "3k5/9/9/9/9/9/9/9/9/R3K4 w".parse()?;
//! for line in terms(&position.board).lines {
//!     println!("{line:?}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod explain;
mod features;
pub mod layout;
mod scale;
mod sums;
mod tables;
mod tapered;

use crate::score::Value;
use chuhe_rules::board::Board;
use chuhe_rules::types::Color;
use features::{Tally, View};
use tables::WEIGHTS;

pub use explain::{Account, Line, terms};
pub use sums::{FULL_PHASE, Sums};
pub use tapered::Tapered;

/// Sums the weights.
struct Total(Tapered);

impl Tally for Total {
    #[inline(always)]
    fn add(&mut self, weight: usize, times: i32) {
        self.0 += WEIGHTS[weight] * times;
    }
}

/// Returns the value for the side to move.
pub fn evaluate(board: &Board, sums: &Sums) -> Value {
    let us = board.turn();
    let view = View::new(board, sums);
    let total = |color| {
        let mut total = Total(Tapered::default());
        view.tell_rest(color, &mut total);
        total.0
    };
    let pieces = if us == Color::Red { sums.value } else { -sums.value };
    let value = taper(pieces + total(us) - total(!us), sums.phase());
    value * scale::scale(board, sums, if value > 0 { us } else { !us }) / scale::FULL
}

/// Returns the value at a phase of the game.
fn taper(value: Tapered, phase: i32) -> Value {
    (value.opening() * phase + value.endgame() * (FULL_PHASE - phase)) / FULL_PHASE
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_rules::fen;
    use chuhe_rules::types::{POINTS, Piece, Role};

    /// Returns the board with colours swapped and ranks reversed.
    fn swapped(board: &Board) -> Board {
        let mut squares = [None; POINTS];
        for (square, piece) in board.pieces() {
            squares[square.flip_ranks().index()] = Some(Piece::new(!piece.color(), piece.role()));
        }
        Board::from_pieces(&squares, !board.turn()).expect("both generals are there")
    }

    /// Plays `plies` moves chosen by a fixed rule and calls `look` after each.
    fn walk(plies: usize, seed: usize, mut look: impl FnMut(&Board, &Sums)) {
        let mut board = fen::start();
        let mut sums = Sums::of(&board);
        for ply in 0..plies {
            let moves = board.legal_moves();
            let Some(mv) = moves.get((ply * ply + seed * 31) % moves.len().max(1)) else { return };
            board.make_observed(*mv, &mut sums);
            look(&board, &sums);
        }
    }

    #[test]
    fn sums_are_updated_with_each_move() {
        (0..20).for_each(|seed| walk(120, seed, |board, sums| assert_eq!(*sums, Sums::of(board))));
    }

    #[test]
    fn evaluation_is_symmetric_between_the_sides() {
        (0..20).for_each(|seed| {
            walk(120, seed, |board, sums| {
                let other = swapped(board);
                assert_eq!(evaluate(board, sums), evaluate(&other, &Sums::of(&other)), "{board:?}");
            });
        });
    }

    #[test]
    fn the_terms_add_up_to_the_evaluation() {
        (0..20).for_each(|seed| {
            walk(120, seed, |board, sums| {
                let value = terms(board).value;
                let own = if board.turn() == Color::Red { value } else { -value };
                assert_eq!(evaluate(board, sums), own, "{board:?}");
            });
        });
    }

    #[test]
    fn a_rook_is_worth_two_cannons() {
        let value = |role: Role| WEIGHTS[layout::MATERIAL + role.index()].opening();
        assert!(value(Role::Rook) > 2 * value(Role::Cannon) && value(Role::Rook) > 2 * value(Role::Horse));
        assert_eq!(Sums::of(&fen::start()).phase(), FULL_PHASE);
    }

    #[test]
    fn a_side_without_attackers_is_not_ahead() {
        let position: fen::Position = "3aka3/4n4/9/9/9/9/9/4B4/4A4/2BAK4 w".parse().expect("valid");
        assert!(evaluate(&position.board, &Sums::of(&position.board)) < 0);
    }
}
