//! Describes a puzzle: its grade, and the pattern of its mate.

use chuhe::engine::see;
use chuhe::rules::attacks;
use chuhe::rules::board::Board;
use chuhe::rules::game::Game;
use chuhe::rules::types::{Color, Move, Square};

/// The number of legal moves above which a first move is harder to find.
const MANY_MOVES: usize = 36;

/// Returns the grade from 1 (easy) to 5, from points for the solver's moves: 2 for each after the first, 2 for a move
/// that is neither check nor capture and 1 for a sacrifice, both doubled for the first move, and 1 if the first
/// position has more than [`MANY_MOVES`] legal moves.
pub fn grade(start: &Game, moves: &[Move]) -> u8 {
    let mut game = start.clone();
    let mut points = 0;
    for (index, mv) in moves.iter().enumerate() {
        if index % 2 == 0 {
            let board = game.board();
            let is_quiet = !board.gives_check(*mv) && board.piece_at(mv.to()).is_none();
            let is_sacrifice = offers(board, *mv);
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

/// Returns true if a move offers material.
pub fn offers(board: &Board, mv: Move) -> bool {
    !see::reaches(board, mv, -100)
}

/// Returns the position after a line, with Black to move.
pub fn finish(start: &Game, moves: &[Move]) -> Game {
    let mut game = start.clone();
    for mv in moves {
        if let Err(refused) = game.play(*mv) {
            unreachable!("a move of a solution was refused: {refused}");
        }
    }
    game
}

/// Describes a mated general: the pieces of the palace and those that give check. Mirror images have the same
/// description.
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
