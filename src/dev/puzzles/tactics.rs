//! Names the tactics that win material, with the terms of Xiangqi players. A rule derives each name from the solution;
//! doubtful cases get no name.

use super::facts::offers;
use chuhe::rules::bitboard::Bitboard;
use chuhe::rules::board::Board;
use chuhe::rules::game::Game;
use chuhe::rules::types::{Color, Move, Role, Square};

/// Returns the codes of the tactics that a win of Red's shows.
pub fn tactics(start: &Game, moves: &[Move]) -> Vec<&'static str> {
    let boards = boards(start.board(), moves);
    let rules: [(&str, bool); 5] = [
        (
            "discoveredCheck",
            (0..moves.len()).step_by(2).any(|ply| is_discovered_check(&boards[ply + 1], moves[ply])),
        ),
        ("fork", is_fork(&boards, moves)),
        ("discoveredAttack", is_discovered_attack(&boards, moves)),
        ("pin", is_pinned(&boards[moves.len() - 1], moves[moves.len() - 1])),
        (
            "sacrifice",
            (0..moves.len() - 1).step_by(2).any(|ply| is_sacrifice(&boards[ply], moves[ply], moves[ply + 1])),
        ),
    ];
    rules.into_iter().filter(|(_, holds)| *holds).map(|(code, _)| code).collect()
}

/// Returns the board before each move, and after the last.
fn boards(start: &Board, moves: &[Move]) -> Vec<Board> {
    let mut boards = vec![start.clone()];
    for mv in moves {
        let mut next = boards[boards.len() - 1].clone();
        next.make(*mv);
        boards.push(next);
    }
    boards
}

/// Returns true if another piece than the one that moved gives check, and the moved piece does not.
fn is_discovered_check(after: &Board, mv: Move) -> bool {
    let checkers = after.checkers();
    !checkers.is_empty() && !checkers.has(mv.to())
}

/// Returns true if Red's piece at `from` could capture on `target`.
fn attacks(board: &Board, from: Square, target: Square) -> bool {
    board.attackers(target, board.occupied(), Color::Red, Bitboard::FULL).has(from)
}

/// Returns true if a black piece of this role is worth a fork.
fn is_prey(role: Role) -> bool {
    matches!(role, Role::General | Role::Rook | Role::Horse | Role::Cannon)
}

/// Returns true if the piece of the first move then attacks two pieces at once, including the general, and captures
/// one of them in the end.
fn is_fork(boards: &[Board], moves: &[Move]) -> bool {
    let [first, _, .., last] = moves else { return false };
    let after = &boards[1];
    let prey: Vec<Square> = after
        .pieces()
        .filter(|(at, piece)| {
            piece.color() == Color::Black && is_prey(piece.role()) && attacks(after, first.to(), *at)
        })
        .map(|(at, _)| at)
        .collect();
    let mut forking = first.to();
    for mv in moves[2..moves.len() - 1].iter().step_by(2).filter(|mv| mv.from() == first.to()) {
        forking = mv.to();
    }
    prey.len() > 1 && last.from() == forking && prey.contains(&last.to())
}

/// Returns true if the first move opens a line for another piece, which captures along it in the end.
fn is_discovered_attack(boards: &[Board], moves: &[Move]) -> bool {
    let [first, _, .., last] = moves else { return false };
    let (before, after) = (&boards[0], &boards[1]);
    let is_big =
        after.piece_at(last.to()).is_some_and(|piece| piece.color() == Color::Black && is_prey(piece.role()));
    is_big
        && last.from() != first.to()
        && before.piece_at(last.from()) == boards[moves.len() - 1].piece_at(last.from())
        && before.piece_at(last.to()) == after.piece_at(last.to())
        && !attacks(before, last.from(), last.to())
        && attacks(after, last.from(), last.to())
}

/// Returns true if a move offers material that the reply takes.
fn is_sacrifice(before: &Board, mv: Move, answer: Move) -> bool {
    answer.to() == mv.to() && offers(before, mv)
}

/// Returns true if the captured piece could not move without exposing its general.
fn is_pinned(before: &Board, mv: Move) -> bool {
    let (target, general) = (mv.to(), before.general(Color::Black));
    let is_big =
        before.piece_at(target).is_some_and(|piece| piece.role() != Role::General && is_prey(piece.role()));
    let is_bare =
        |occupied: Bitboard| !before.attackers(general, occupied, Color::Red, Bitboard::FULL).is_empty();
    is_big && !is_bare(before.occupied()) && is_bare(before.occupied().without(target))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::rules::fen::Position;

    fn found(fen: &str, moves: &str) -> Vec<&'static str> {
        let start: Position = format!("{fen} w").parse().expect("a valid FEN");
        let moves: Vec<Move> = moves.split(' ').map(|mv| mv.parse().expect("a move")).collect();
        tactics(&Game::new(start), &moves)
    }

    #[test]
    fn a_horse_forks_the_general_and_a_rook() {
        assert_eq!(found("4k4/9/9/1p7/4N4/9/9/9/9/3K5", "e5d7 e9f9 d7b6"), [""; 0]);
        assert_eq!(found("4k4/9/9/1r7/4N4/9/9/9/9/3K5", "e5d7 e9f9 d7b6"), ["fork"]);
    }

    #[test]
    fn a_horse_that_leaves_opens_the_way_of_a_rook() {
        let fen = "4k4/9/9/9/4r4/9/4N4/4R4/9/3K5";
        assert_eq!(found(fen, "e3g4 e9f9 e2e5"), ["discoveredAttack"]);
        let check = "4k4/9/9/9/9/2r6/4N4/4R4/9/3K5";
        assert_eq!(found(check, "e3c2 e9f9 c2b4"), ["discoveredCheck"]);
    }

    #[test]
    fn an_accepted_offer_is_a_sacrifice() {
        let fen = "4k4/4r4/9/9/r8/4R4/4N4/9/9/3K5";
        assert_eq!(found(fen, "e4a4 a5a4 e3c4"), ["sacrifice"]);
        assert_eq!(found(fen, "e4a4 e9f9 a4a5"), [""; 0]);
    }

    #[test]
    fn a_piece_shielding_its_general_is_pinned() {
        assert_eq!(found("4k4/4n4/9/9/9/4R4/9/2N6/9/3K5", "c2d4 a0a1 e4e8"), ["pin"]);
    }
}
