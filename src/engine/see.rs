//! Static exchange evaluation: the material result of all captures on one point.
//!
//! ```
//! use chuhe_engine::see;
//! use chuhe_rules::Position;
//! // The cannon takes a horse that the rook beside it protects.
//! let board = Position::default().board;
//! let mv = "b2b9".parse()?;
//! assert!(see::reaches(&board, mv, -100) && !see::reaches(&board, mv, 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::score::Value;
use chuhe_rules::attacks;
use chuhe_rules::bitboard::Bitboard;
use chuhe_rules::board::Board;
use chuhe_rules::types::{Color, Move, Role, Square};

/// The values of the pieces in an exchange, `[role]`, in centipawns.
pub const VALUES: [Value; Role::NUM] = [10_000, 115, 120, 400, 900, 430, 90];

/// Roles in the order in which a side recaptures.
const CHEAPEST_FIRST: [Role; Role::NUM] =
    [Role::Soldier, Role::Advisor, Role::Elephant, Role::Horse, Role::Cannon, Role::Rook, Role::General];

/// Returns all pieces of both sides that attack a point when only `occupied` is on the board.
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

/// Returns whether the exchange that `mv` starts wins at least `threshold` centipawns. Ignores pins.
///
/// The method is the swap algorithm with the cheapest attackers of both sides in turn. The attackers are
/// computed again after each capture because a cannon's mount may have appeared or disappeared.
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
            // A general may only capture last.
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

/// Least gain of an exchange, in centipawns, for a warning: more than two soldiers.
const WORTH_A_WARNING: Value = 200;

/// Returns the capture that a move allows the other side: an exchange that wins clearly more than the move
/// itself has captured. Of several it returns the capture of the most valuable piece. Returns `None` if there
/// is no such capture, or if every other move allows one too.
pub fn blunder(board: &Board, mv: Move) -> Option<Move> {
    let capture = punishment(board, mv)?;
    let is_avoidable = board.legal_moves().into_iter().any(|other| punishment(board, other).is_none());
    is_avoidable.then_some(capture)
}

fn punishment(board: &Board, mv: Move) -> Option<Move> {
    let worth = |board: &Board, square: Square| {
        board.piece_at(square).map_or(0, |piece| VALUES[piece.role().index()])
    };
    let taken = worth(board, mv.to());
    let mut next = board.clone();
    next.make(mv);
    let captures = next.legal_captures();
    let wins = captures.iter().filter(|capture| reaches(&next, **capture, taken + WORTH_A_WARNING));
    wins.max_by_key(|capture| worth(&next, capture.to())).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_rules::fen::Position;

    fn blunder_of(fen: &str, mv: &str) -> Option<String> {
        let position: Position = fen.parse().expect("a valid FEN");
        blunder(&position.board, mv.parse().expect("a move")).map(|capture| capture.to_string())
    }

    #[test]
    fn a_move_that_loses_a_piece_is_a_blunder() {
        let fen = "3k5/9/9/9/r8/9/9/9/8R/4K4 w";
        assert_eq!(blunder_of(fen, "i1i5").as_deref(), Some("a5i5"));
        assert_eq!(blunder_of(fen, "i1i4"), None);
    }

    #[test]
    fn an_even_exchange_is_no_blunder() {
        // The rook takes a rook and is recaptured.
        assert_eq!(blunder_of("3k5/9/1n7/9/r7R/9/9/9/9/4K4 w", "i5a5"), None);
        // The rook takes a soldier and is recaptured.
        assert_eq!(blunder_of("3k5/9/1n7/9/p7R/9/9/9/9/4K4 w", "i5a5").as_deref(), Some("b7a5"));
    }

    #[test]
    fn an_unavoidable_loss_is_no_blunder() {
        // Both pieces hang, and only one of them can move away.
        let fen = "4k4/9/9/9/9/1p5p1/1N5N1/9/9/3K5 w";
        assert_eq!(blunder_of(fen, "b3c5"), None);
    }

    fn wins(fen: &str, mv: &str, threshold: Value) -> bool {
        let position: Position = fen.parse().expect("a valid FEN");
        reaches(&position.board, mv.parse().expect("a move"), threshold)
    }

    #[test]
    fn a_free_piece_wins_its_full_value() {
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
    fn a_cannon_recaptures_over_its_mount() {
        // The rook takes the horse on e5; the cannon on e9 has its mount on e7, an elephant, and takes back.
        let fen = "4ck3/9/4b4/9/R3n4/9/9/9/9/3K5 w";
        assert!(!wins(fen, "a5e5", 0));
        // Without a mount the cannon does not protect the horse.
        let fen = "4ck3/9/9/9/R3n4/9/9/9/9/3K5 w";
        assert!(wins(fen, "a5e5", 400));
    }

    #[test]
    fn a_general_captures_only_unprotected_pieces() {
        assert!(wins("4k4/4a4/9/9/9/9/9/9/4R4/3K1R3 w", "e1e8", 115 - 900));
        assert!(!wins("4k4/4a4/9/9/9/9/9/9/4R4/3K1R3 w", "e1e8", 0));
        assert!(wins("4k4/4a4/2N6/9/9/9/9/9/4R4/3K5 w", "e1e8", 115), "the horse protects the rook");
    }
}
