//! Names the motifs of mates as Xiangqi players do. A rule derives each from the solution and its final position;
//! doubtful cases get no name.

use super::facts::finish;
use chuhe::rules::attacks;
use chuhe::rules::bitboard::Bitboard;
use chuhe::rules::board::Board;
use chuhe::rules::game::Game;
use chuhe::rules::types::{Color, Move, POINTS, Piece, Role, Square};

/// The middle file.
const MIDDLE: u8 = 4;
/// Black's back rank.
const LAST: u8 = 9;

/// Returns the codes of the motifs that a mate shows.
pub fn motifs(start: &Game, moves: &[Move]) -> Vec<&'static str> {
    let game = finish(start, moves);
    let board = game.board();
    let checkers: Vec<Square> = board.checkers().into_iter().collect();
    let mut found = Vec::new();
    match checkers.as_slice() {
        [] => found.push("stalemate"),
        [only] => found.extend(single(board, *only)),
        _ => found.push("doubleCheck"),
    }
    let rules: [(&str, bool); 7] = [
        ("alternatingRooks", alternating_rooks(start, moves)),
        ("ironBolt", checkers.iter().any(|checker| is_iron_bolt(board, *checker))),
        ("heartCut", is_heart_cut(start, moves)),
        ("anglerHorse", checkers.iter().any(|checker| is_angler_horse(board, *checker))),
        ("heavenEarth", is_heaven_earth(board)),
        ("twoGhosts", is_two_ghosts(board)),
        ("facingGeneral", is_faced(board)),
    ];
    found.extend(rules.into_iter().filter(|(_, holds)| *holds).map(|(code, _)| code));
    found
}

/// Returns the motif of a single piece that gives check.
fn single(board: &Board, checker: Square) -> Option<&'static str> {
    let general = board.general(Color::Black);
    let place = (checker.file().abs_diff(MIDDLE), checker.rank());
    match board.piece_at(checker)?.role() {
        Role::Horse if is_at_home(board) && place == (2, 8) => Some("mangerHorse"),
        Role::Horse if is_at_home(board) && place == (1, 7) => Some("cornerHorse"),
        Role::Cannon => cannon(board, checker, general),
        _ => None,
    }
}

/// Returns true if Black's general stands on its starting point.
fn is_at_home(board: &Board) -> bool {
    let general = board.general(Color::Black);
    general.file() == MIDDLE && general.rank() == LAST
}

/// Names a cannon's mate by the screen of the cannon.
fn cannon(board: &Board, checker: Square, general: Square) -> Option<&'static str> {
    let mount = (attacks::between(general, checker) & board.occupied()).first()?;
    let piece = board.piece_at(mount)?;
    let gap = mount.file().abs_diff(general.file()) + mount.rank().abs_diff(general.rank());
    match (piece.color(), piece.role()) {
        (Color::Red, Role::Horse) if gap == 2 => Some("cannonBehindHorse"),
        (Color::Red, Role::Cannon) => Some("doubleCannon"),
        (Color::Black, Role::Advisor) if general.rank() == LAST => Some("smotheredPalace"),
        _ => None,
    }
}

/// Returns true if the last two moves are checks by the two rooks in turn.
fn alternating_rooks(start: &Game, moves: &[Move]) -> bool {
    let [.., first, _, last] = moves else { return false };
    let mut game = finish(start, &moves[..moves.len() - 3]);
    let is_rook_check = |game: &Game, mv: Move| {
        let board = game.board();
        board.gives_check(mv) && is_red(board, mv.from(), Role::Rook)
    };
    let begins = is_rook_check(&game, *first);
    for mv in &moves[moves.len() - 3..moves.len() - 1] {
        if game.play(*mv).is_err() {
            return false;
        }
    }
    let straight =
        |mv: &Move, general: Square| mv.to().file() == general.file() || mv.to().rank() == general.rank();
    let general = game.board().general(Color::Black);
    begins && is_rook_check(&game, *last) && last.from() != first.to() && straight(last, general)
}

/// Returns true if a cannon bars the middle file and a rook or a soldier checks from a gate, a point beside the
/// general at home. Without the cannon there is no mate.
fn is_iron_bolt(board: &Board, checker: Square) -> bool {
    let is_gate = checker.rank() == LAST && checker.file().abs_diff(MIDDLE) == 1;
    let bolts = is_red(board, checker, Role::Rook) || is_red(board, checker, Role::Soldier);
    is_at_home(board)
        && is_gate
        && bolts
        && red(board, Role::Cannon).any(|cannon| cannon.file() == MIDDLE && is_needed(board, cannon))
}

/// Returns true if a rook took the advisor in the middle of the palace with check, where Black could take it.
fn is_heart_cut(start: &Game, moves: &[Move]) -> bool {
    let mut board = start.board().clone();
    for (ply, mv) in moves.iter().enumerate() {
        let is_heart = mv.to().file() == MIDDLE && mv.to().rank() == LAST - 1;
        let cuts = ply % 2 == 0
            && is_heart
            && is_red(&board, mv.from(), Role::Rook)
            && board.piece_at(mv.to()) == Some(Piece::new(Color::Black, Role::Advisor))
            && board.gives_check(*mv);
        board.make(*mv);
        if cuts && board.legal_moves().iter().any(|answer| answer.to() == mv.to()) {
            return true;
        }
    }
    false
}

/// Returns true if a rook checks the general on Black's back rank while a horse on the third point from the corner,
/// before the palace, covers the escape. Without the horse there is no mate.
fn is_angler_horse(board: &Board, checker: Square) -> bool {
    let is_angling = |horse: &Square| horse.rank() == 7 && horse.file().abs_diff(MIDDLE) == 2;
    board.general(Color::Black).rank() == LAST
        && is_red(board, checker, Role::Rook)
        && red(board, Role::Horse).filter(is_angling).any(|horse| is_needed(board, horse))
}

/// Returns true if one cannon holds the middle file and the other one the back rank, and both are needed.
fn is_heaven_earth(board: &Board) -> bool {
    let cannons: Vec<Square> = red(board, Role::Cannon).collect();
    let [a, b] = cannons[..] else { return false };
    let holds = |middle: Square, rank: Square| middle.file() == MIDDLE && rank.rank() == LAST;
    (holds(a, b) || holds(b, a)) && is_at_home(board) && cannons.iter().all(|at| is_needed(board, *at))
}

/// Returns true if two soldiers stand on both sides of the middle of the palace, and both are needed.
fn is_two_ghosts(board: &Board) -> bool {
    let is_knocking = |at: &Square| at.rank() == LAST - 1 && at.file().abs_diff(MIDDLE) == 1;
    let soldiers: Vec<Square> = red(board, Role::Soldier).filter(is_knocking).collect();
    soldiers.len() == 2 && soldiers.iter().all(|at| is_needed(board, *at))
}

/// Returns true if only the red general denies a point to the black general.
fn is_faced(board: &Board) -> bool {
    let from = board.general(Color::Black);
    let red = board.general(Color::Red);
    let free = attacks::general(from) & !board.of_color(Color::Black);
    free.into_iter().any(|to| {
        let occupied = board.occupied().without(from).with(to);
        let attackers = board.attackers(to, occupied, Color::Red, !Bitboard::of(to));
        attackers == Bitboard::of(red)
    })
}

fn is_red(board: &Board, at: Square, role: Role) -> bool {
    board.piece_at(at) == Some(Piece::new(Color::Red, role))
}

/// Returns the squares of Red's pieces of a role.
fn red(board: &Board, role: Role) -> impl Iterator<Item = Square> {
    board.of(Color::Red, role).into_iter()
}

/// Returns true if Black, who is mated, would have a move without the piece at `at`.
fn is_needed(board: &Board, at: Square) -> bool {
    let mut squares = [None; POINTS];
    for (square, piece) in board.pieces().filter(|(square, _)| *square != at) {
        squares[square.index()] = Some(piece);
    }
    Board::from_pieces(&squares, board.turn()).is_some_and(|board| board.has_legal_move())
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::rules::fen::Position;

    fn found(fen: &str, moves: &str) -> Vec<&'static str> {
        let start: Position = format!("{fen} w").parse().expect("a valid FEN");
        let moves: Vec<Move> = moves.split(' ').map(|mv| mv.parse().expect("a move")).collect();
        let game = Game::new(start);
        assert!(!finish(&game, &moves).board().has_legal_move(), "{fen} {moves:?} is a mate");
        motifs(&game, &moves)
    }

    #[test]
    fn two_cannons_one_behind_the_other() {
        assert!(found("3aka3/9/9/4C4/9/9/9/1C7/9/4K4", "b2e2").contains(&"doubleCannon"));
    }

    #[test]
    fn a_cannon_behind_a_horse() {
        assert!(found("4k4/9/4N4/9/9/9/9/7C1/9/3K5", "h2e2").contains(&"cannonBehindHorse"));
    }

    #[test]
    fn two_rooks_check_in_turn() {
        let codes = found("9/4k4/1R7/9/9/9/R8/9/9/3K5", "a3a8 e8e9 b7b9");
        assert!(codes.contains(&"alternatingRooks"), "{codes:?}");
    }

    #[test]
    fn a_bolt_at_the_gate() {
        let codes = found("4ka3/4a4/9/2p2Rp2/4c3p/P3C4/4r1PNP/9/4AK3/2cA2B2", "f6f9");
        assert!(codes.contains(&"ironBolt"), "{codes:?}");
    }

    #[test]
    fn a_rook_cuts_the_heart() {
        let fen = "4kab1C/3RaR3/2n1b1n2/p6rp/2p1N2c1/4r3P/9/4B4/9/3AKAB2";
        let codes = found(fen, "f8e8 c7e8 e5f7");
        assert_eq!(codes, ["cornerHorse", "heartCut"]);
    }

    #[test]
    fn a_horse_angles_and_two_cannons_hold_the_lines() {
        let angler = found("4k4/9/4b1N2/9/2p4P1/9/3R2N1r/9/4A4/2B1KAB2", "e0d0 i3i0 d3d9");
        assert!(angler.contains(&"anglerHorse"), "{angler:?}");
        let cannons = found("3akab2/3nn4/4b4/p6RP/4C1c2/2p1P4/P1cr5/B1N3C2/4A4/4KA3", "g2g9");
        assert!(cannons.contains(&"heavenEarth"), "{cannons:?}");
    }

    #[test]
    fn without_the_cannon_it_is_no_bolt() {
        let fen = "4k4/R8/9/9/9/9/9/9/9/1R1K5";
        assert!(!found(fen, "b0b9").contains(&"ironBolt"));
    }

    #[test]
    fn the_facing_general_denies_a_file() {
        assert!(found("3k5/9/9/9/9/9/9/9/R8/4K4", "a1d1").contains(&"facingGeneral"));
        assert_eq!(found("3k5/9/9/9/9/9/9/9/2R6/4K4", "c1c8"), ["stalemate", "facingGeneral"]);
    }
}
