//! Asks a network what the pieces of a position are worth.
//!
//! The worth of a piece is the value of the position minus the value without the piece, from the view of its side. A
//! network whose first layer sums a row of weights for each piece loses one row of each perspective by that.

use chuhe::engine::eval::nnue::Network;
use chuhe::engine::score::Value;
use chuhe::rules::board::Board;
use chuhe::rules::types::{Color, POINTS, Piece, Role, Square};

/// A piece of a position with its worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    pub piece: Piece,
    pub square: Square,
    /// The worth in centipawns.
    pub centipawns: Value,
}

/// Returns the worth of each piece that can be removed. `value` is the network's value of the board.
///
/// Generals cannot be removed. Left out too are pieces whose removal leaves a general attacked, since networks are
/// trained on positions without check, and pieces whose removal changes the rule by which the engine lowers values of
/// sides without rooks, horses and cannons, since no network learns that rule.
pub fn worths(network: &Network, board: &Board, value: Value) -> Vec<Worth> {
    let mut squares = [None; POINTS];
    board.pieces().for_each(|(square, piece)| squares[square.index()] = Some(piece));
    let worth = |(square, piece): (Square, Piece)| {
        let mut fewer = squares;
        fewer[square.index()] = None;
        let without = Board::from_pieces(&fewer, board.turn()).filter(is_judged)?;
        let loss = value - network.evaluate(&without);
        Some(Worth { piece, square, centipawns: if piece.color() == board.turn() { loss } else { -loss } })
    };
    let removable = board.pieces().filter(|(_, piece)| piece.role() != Role::General);
    removable.filter_map(worth).collect()
}

/// Returns true for positions that a network judges alone and knows from its training: no general is attacked, and both
/// sides have a rook, a horse or a cannon.
pub fn is_judged(board: &Board) -> bool {
    Color::ALL.iter().all(|color| !board.attacks_general(*color) && !board.heavy(*color).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::rules::fen::{Position, start};

    fn worths_of(board: &Board) -> Vec<Worth> {
        let network = Network::embedded().expect("the crate brings one");
        worths(&network, board, network.evaluate(board))
    }

    #[test]
    fn every_piece_of_the_start_but_the_generals_has_a_worth_and_rooks_have_the_greatest() {
        let worths = worths_of(&start());
        assert_eq!(worths.len(), 30);
        let mut ordered = worths.clone();
        ordered.sort_by_key(|worth| -worth.centipawns);
        assert!(ordered[..4].iter().all(|worth| worth.piece.role() == Role::Rook), "{ordered:?}");
    }

    #[test]
    fn pieces_that_shield_a_general_and_last_attackers_have_none() {
        // The soldier on e4 keeps the generals apart; without its rook a side has no attacker.
        let position: Position = "4k4/4a4/9/9/9/4P4/9/9/R3A3r/4K4 w".parse().expect("valid");
        let worths = worths_of(&position.board);
        assert_eq!(
            worths.iter().map(|worth| worth.piece.role()).collect::<Vec<_>>(),
            [Role::Advisor, Role::Soldier, Role::Advisor,]
        );
        let bare: Position = "4k4/9/9/9/9/4P4/9/9/R7r/4K4 w".parse().expect("valid");
        assert_eq!(worths_of(&bare.board), []);
    }
}
