//! What is said of a puzzle: its grade, and the names of the patterns that it certainly shows.

use chuhe::engine::see;
use chuhe::game::attacks;
use chuhe::game::bitboard::Bitboard;
use chuhe::game::board::Board;
use chuhe::game::rules::Game;
use chuhe::game::types::{Color, Move, Role, Square};

/// A move to choose among more legal ones than this is harder to find.
const MANY_MOVES: usize = 36;

/// The grade from 1 (easy) to 5: points for each move after the first, for moves that are no check (the last
/// one of a win may well be one) and for sacrifices, two more when the first move is one of these, one when
/// there is much to choose from.
pub fn grade(start: &Game, moves: &[Move]) -> u8 {
    let mut game = start.clone();
    let mut points = 0;
    for (index, mv) in moves.iter().enumerate() {
        if index % 2 == 0 {
            let board = game.board();
            let is_quiet = !board.gives_check(*mv) && board.piece_at(mv.to()).is_none();
            let is_sacrifice = !see::reaches(board, *mv, -100);
            let weight = if index == 0 { 2 } else { 1 };
            points += weight * (2 * u32::from(is_quiet) + u32::from(is_sacrifice));
            points += 2 * u32::from(index > 0);
            points += u32::from(index == 0 && board.legal_moves().len() > MANY_MOVES);
        }
        if game.play(*mv).is_err() {
            break;
        }
    }
    match points {
        0..=1 => 1,
        2..=4 => 2,
        5..=8 => 3,
        9..=12 => 4,
        _ => 5,
    }
}

/// The position after a line, with Black to move.
pub fn finish(start: &Game, moves: &[Move]) -> Game {
    let mut game = start.clone();
    for mv in moves {
        if let Err(refused) = game.play(*mv) {
            unreachable!("a move of a solution was refused: {refused}");
        }
    }
    game
}

/// What a mated general looks like: the palace, and who gives check from where; mirrored alike.
pub fn pattern(board: &Board) -> String {
    let view = |mirror: bool| {
        let turned = |square: Square| if mirror { square.mirror_files() } else { square };
        let (palace, checkers) = (attacks::palace(Color::Black), board.checkers());
        let mut seen: Vec<String> = board
            .pieces()
            .filter(|(square, _)| palace.has(*square) || checkers.has(*square))
            .map(|(square, piece)| format!("{}{}", piece.letter(), turned(square)))
            .collect();
        seen.sort();
        seen.join(" ")
    };
    view(false).min(view(true))
}

/// The codes of the patterns that a mated position shows beyond doubt.
pub fn themes(start: &Game, moves: &[Move]) -> Vec<&'static str> {
    let game = finish(start, moves);
    let board = game.board();
    let checkers: Vec<Square> = board.checkers().into_iter().collect();
    let mut themes = Vec::new();
    match checkers.as_slice() {
        [] => themes.push("stalemate"),
        [only] => themes.extend(single(board, *only)),
        _ => themes.push("doubleCheck"),
    }
    if alternating_rooks(start, moves) {
        themes.push("alternatingRooks");
    }
    if is_faced(board) {
        themes.push("facingGeneral");
    }
    themes
}

fn single(board: &Board, checker: Square) -> Option<&'static str> {
    let general = board.general(Color::Black);
    let at_home = general.file() == 4 && general.rank() == 9;
    let place = (checker.file().abs_diff(4), checker.rank());
    match board.piece_at(checker)?.role() {
        Role::Horse if at_home && place == (2, 8) => Some("mangerHorse"),
        Role::Horse if at_home && place == (1, 7) => Some("cornerHorse"),
        Role::Cannon => cannon(board, checker, general),
        _ => None,
    }
}

/// A cannon's mate by what it fires over.
fn cannon(board: &Board, checker: Square, general: Square) -> Option<&'static str> {
    let mount = (attacks::between(general, checker) & board.occupied()).first()?;
    let piece = board.piece_at(mount)?;
    let gap = mount.file().abs_diff(general.file()) + mount.rank().abs_diff(general.rank());
    match (piece.color(), piece.role()) {
        (Color::Red, Role::Horse) if gap == 2 => Some("cannonBehindHorse"),
        (Color::Red, Role::Cannon) => Some("doubleCannon"),
        (Color::Black, Role::Advisor) if general.rank() == 9 => Some("smotheredPalace"),
        _ => None,
    }
}

/// Whether the last two moves are checks by the two rooks in turn.
fn alternating_rooks(start: &Game, moves: &[Move]) -> bool {
    let [.., first, _, last] = moves else { return false };
    let mut game = finish(start, &moves[..moves.len() - 3]);
    let is_rook_check = |game: &Game, mv: Move| {
        let board = game.board();
        board.gives_check(mv) && board.piece_at(mv.from()).is_some_and(|piece| piece.role() == Role::Rook)
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

/// Whether a point beside the black general is denied to it by the red general alone.
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
