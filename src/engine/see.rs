//! Static exchange evaluation: who comes out ahead when all capture on one point.

use super::score::Value;
use crate::game::attacks;
use crate::game::bitboard::Bitboard;
use crate::game::board::Board;
use crate::game::types::{Color, Move, Role, Square};

/// What a piece is worth in an exchange, `[role]`.
pub const VALUES: [Value; Role::NUM] = [10_000, 115, 120, 400, 900, 430, 90];

/// Roles in the order in which a side recaptures.
const CHEAPEST_FIRST: [Role; Role::NUM] =
    [Role::Soldier, Role::Advisor, Role::Elephant, Role::Horse, Role::Cannon, Role::Rook, Role::General];

/// All pieces of both sides that attack a point when only `occupied` is on the board.
fn attackers(board: &Board, square: Square, occupied: Bitboard) -> Bitboard {
    let (rook, cannon) = attacks::rook_and_cannon(square, occupied);
    let soldiers = attacks::soldier_to(Color::Red, square) & board.of_color(Color::Red)
        | attacks::soldier_to(Color::Black, square) & board.of_color(Color::Black);
    let all = rook & board.of_role(Role::Rook)
        | cannon & board.of_role(Role::Cannon)
        | attacks::horse_to(square, occupied) & board.of_role(Role::Horse)
        | attacks::elephant(square, occupied) & board.of_role(Role::Elephant)
        | attacks::advisor(square) & board.of_role(Role::Advisor)
        | attacks::general(square) & board.of_role(Role::General)
        | soldiers & board.of_role(Role::Soldier);
    all & occupied
}

/// Whether the exchange that `mv` starts wins at least `threshold`. Pins are not looked at.
///
/// The method is the swap algorithm with the two sides' cheapest attackers in turn; attackers are
/// found anew after each capture, because a cannon's mount may have gone or come.
pub fn reaches(board: &Board, mv: Move, threshold: Value) -> bool {
    let role_at = |square: Square| board.piece_at(square).map(|piece| piece.role());
    let Some(mover) = role_at(mv.from()) else { return false };
    let mut balance = role_at(mv.to()).map_or(0, |role| VALUES[role.index()]) - threshold;
    if balance < 0 {
        return false;
    }
    balance = VALUES[mover.index()] - balance;
    if balance <= 0 {
        return true;
    }
    let mut occupied = board.occupied().without(mv.from()).with(mv.to());
    let mut side = !board.turn();
    let mut wins = true;
    loop {
        let all = attackers(board, mv.to(), occupied);
        let own = all & board.of_color(side);
        let cheapest = CHEAPEST_FIRST.iter().find_map(|role| {
            let square = (own & board.of_role(*role)).first()?;
            Some((*role, square))
        });
        let Some((role, square)) = cheapest else { return wins };
        if role == Role::General {
            // A general may only take last.
            let is_answered = !(all & board.of_color(!side)).is_empty();
            return if is_answered { wins } else { !wins };
        }
        wins = !wins;
        balance = VALUES[role.index()] - balance;
        if balance < i32::from(wins) {
            return wins;
        }
        occupied = occupied.without(square);
        side = !side;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::fen::Position;

    fn wins(fen: &str, mv: &str, threshold: Value) -> bool {
        let position: Position = fen.parse().expect("a valid FEN");
        reaches(&position.board, mv.parse().expect("a move"), threshold)
    }

    #[test]
    fn a_free_piece_is_won_whole() {
        let fen = "3k5/9/9/9/n3R4/9/9/9/9/4K4 w";
        assert!(wins(fen, "e5a5", 400));
        assert!(!wins(fen, "e5a5", 401));
    }

    #[test]
    fn values_follow_the_order_of_recapture() {
        let values = CHEAPEST_FIRST.map(|role| VALUES[role.index()]);
        assert!(values.is_sorted());
    }

    #[test]
    fn a_protected_soldier_costs_the_rook() {
        let fen = "3k5/9/1n7/9/p3R4/p8/9/9/9/4K4 w";
        assert!(!wins(fen, "e5a5", 0), "the horse takes back");
        assert!(wins(fen, "e5a5", 90 - 900));
    }

    #[test]
    fn a_cannon_protects_through_the_piece_that_took() {
        // The rook takes the horse on e5; the cannon on e9 has its mount on e7, an elephant, and takes back.
        let fen = "4ck3/9/4b4/9/R3n4/9/9/9/9/3K5 w";
        assert!(!wins(fen, "a5e5", 0));
        // Without a mount it does not protect.
        let fen = "4ck3/9/9/9/R3n4/9/9/9/9/3K5 w";
        assert!(wins(fen, "a5e5", 400));
    }

    #[test]
    fn a_general_takes_only_what_is_not_protected() {
        assert!(wins("4k4/4a4/9/9/9/9/9/9/4R4/3K1R3 w", "e1e8", 115 - 900));
        assert!(!wins("4k4/4a4/9/9/9/9/9/9/4R4/3K1R3 w", "e1e8", 0));
        assert!(wins("4k4/4a4/2N6/9/9/9/9/9/4R4/3K5 w", "e1e8", 115), "the horse protects the rook");
    }
}
