//! Tells positions that look as if they came from a game from those that do not.

use chuhe::rules::board::Board;
use chuhe::rules::types::{Color, Role, Square};

/// Points off for a piece on a point where it does not belong.
const AWAY: u32 = 1;
const FAR: u32 = 3;

/// Returns how unusual a position is: 0 if all guards and generals stand in their usual formation.
pub fn oddness(board: &Board) -> u32 {
    board.pieces().map(|(square, piece)| of_piece(square, piece.color(), piece.role())).sum()
}

fn of_piece(square: Square, color: Color, role: Role) -> u32 {
    let (file, rank) = (square.file(), square.relative_rank(color));
    match role {
        Role::General => [0, AWAY, FAR][usize::from(rank.min(2))],
        Role::Advisor if rank == 2 => AWAY,
        Role::Elephant if file == 0 || file == 8 || rank == 4 => AWAY,
        Role::Soldier if rank == 9 => FAR,
        Role::Soldier if rank < 4 => AWAY,
        Role::Rook | Role::Horse | Role::Cannon if rank == 9 => AWAY,
        _ => 0,
    }
}

/// Returns whether neither side is in check or can capture anything.
pub fn is_quiet(board: &Board) -> bool {
    if board.in_check() || !board.legal_captures().is_empty() {
        return false;
    }
    let mut passed = board.clone();
    passed.pass();
    !passed.in_check() && passed.legal_captures().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::rules::fen::Position;

    fn board(fen: &str) -> Board {
        fen.parse::<Position>().expect("a position").board
    }

    #[test]
    fn a_defence_in_its_formation_is_usual() {
        assert_eq!(oddness(&board("2bak4/4a4/4b4/9/9/9/9/1R7/9/3K5 w")), 0);
        assert_eq!(oddness(&board("9/4a4/b2k1a3/9/2b6/9/9/9/R8/4K4 w")), 6);
    }

    #[test]
    fn a_capture_of_either_side_is_not_quiet() {
        assert!(is_quiet(&board("2bak4/4a4/4b4/9/9/9/9/1R7/9/3K5 w")));
        assert!(!is_quiet(&board("2bak4/4a4/4b4/9/9/9/9/4R4/9/3K5 w")), "Red takes an elephant");
        assert!(!is_quiet(&board("3ak4/4aP3/9/9/9/9/9/9/9/3K5 w")), "Black takes the soldier");
    }
}
