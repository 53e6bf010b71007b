//! Selects positions of a game that may be puzzles, by the scores stored with its moves.

use crate::games::{Played, UNSCORED};
use chuhe::rules::board::Board;
use chuhe::rules::fen::Position;
use chuhe::rules::game::Game;
use chuhe::rules::types::{Color, Move, POINTS, Piece, Square};

/// The least stored score that is a mate.
const MATE: i16 = 31_000;
/// The number of the solver's moves within a mate that are tried.
const SEEN_PLIES: usize = 3;
/// The least score in centipawns of a side that may have a mate.
const AHEAD: i16 = 400;
/// The greatest score in centipawns at which a win of material is worth a puzzle.
const WON: i16 = 1_500;

/// A position that may be a puzzle, with Red to move.
pub struct Candidate {
    /// The position without earlier moves.
    pub game: Game,
    /// The point of the other side's last move if that was a capture.
    pub taken_on: Option<Square>,
}

/// Returns the plies where a mate may be: up to `before` moves before the first mate score, as a longer mate may
/// exist there, then those of the mate itself. The earliest comes first, as it mostly has the longest mate.
pub fn mate_plies(game: &Played, before: usize) -> Vec<usize> {
    let seen = |ply: usize| game.plies[ply].1 >= MATE;
    let Some(first) = (1..game.plies.len()).find(|ply| seen(*ply)) else { return Vec::new() };
    let within = (first..game.plies.len()).step_by(2).take_while(|ply| seen(*ply)).take(SEEN_PLIES);
    let is_ahead = |ply: &usize| game.plies[*ply].1 >= AHEAD;
    let before = (1..=before).rev().filter_map(|moves| first.checked_sub(2 * moves)).filter(is_ahead);
    before.chain(within).collect()
}

/// Returns the plies where the other side's last move turned an even game into a lost one.
pub fn win_plies(game: &Played) -> Vec<usize> {
    let is_turn = |ply: &usize| {
        let (before, now) = (game.plies[ply - 1].1, game.plies[*ply].1);
        before != UNSCORED && now != UNSCORED && (-250..=700).contains(&before) && (300..=WON).contains(&now)
    };
    (1..game.plies.len()).filter(is_turn).collect()
}

/// Returns the position before ply `ply`, turned so that the side to move is Red.
pub fn candidate(played: &Played, ply: usize) -> Option<Candidate> {
    let mut game = Game::default();
    for (mv, _) in &played.plies[..ply] {
        game.play(*mv).ok()?;
    }
    if game.verdict().is_over() {
        return None;
    }
    let turn = game.board().turn();
    let board = as_red(game.board())?;
    let last = game.plies().last().filter(|ply| ply.captured.is_some());
    let taken_on = last.map(|ply| seen_by(turn, ply.mv.to()));
    let start = Position { board, no_capture: 0, fullmove: 1 };
    Some(Candidate { game: Game::new(start), taken_on })
}

fn seen_by(turn: Color, square: Square) -> Square {
    if turn == Color::Red { square } else { square.flip_ranks().mirror_files() }
}

/// Returns the board turned so that the side to move is Red.
fn as_red(board: &Board) -> Option<Board> {
    if board.turn() == Color::Red {
        return Some(board.clone());
    }
    let mut squares = [None; POINTS];
    for (square, piece) in board.pieces() {
        squares[seen_by(Color::Black, square).index()] = Some(Piece::new(!piece.color(), piece.role()));
    }
    Board::from_pieces(&squares, Color::Red)
}

/// Returns a key of a board that its mirror image shares.
pub fn name(board: &Board) -> u64 {
    let mut squares = [None; POINTS];
    for (square, piece) in board.pieces() {
        squares[square.mirror_files().index()] = Some(piece);
    }
    let mirrored = Board::from_pieces(&squares, board.turn()).map_or(board.key(), |board| board.key());
    board.key().min(mirrored)
}

/// Returns the numbers below `count` in a pseudorandom order that depends on `seed`.
pub fn shuffled(count: usize, seed: u64) -> Vec<usize> {
    let mut random = crate::opening::Random::new(seed);
    let mut order: Vec<usize> = (0..count).collect();
    for index in (1..count).rev() {
        order.swap(index, random.below(index + 1));
    }
    order
}

/// Formats the moves of a line, separated by blanks.
pub fn text(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(scores: &[i16]) -> Played {
        let mv = "h2e2".parse().expect("a move");
        Played { result: 2, plies: scores.iter().map(|score| (mv, *score)).collect() }
    }

    #[test]
    fn a_mate_is_looked_for_where_it_is_seen_and_before() {
        let scores = [500, -500, 600, -600, 31_000, -31_000, 31_000];
        assert_eq!(mate_plies(&played(&scores), 3), [0, 2, 4, 6]);
        assert_eq!(mate_plies(&played(&scores), 1), [2, 4, 6]);
        assert!(mate_plies(&played(&[500, -500]), 3).is_empty());
    }

    #[test]
    fn a_blunder_is_where_the_score_turns() {
        assert_eq!(win_plies(&played(&[UNSCORED, 20, 30, 700, -700])), [3]);
    }

    #[test]
    fn black_to_move_becomes_red() {
        let black: Position = "3k5/9/9/9/9/9/9/9/r8/4K4 b".parse().expect("a valid FEN");
        let red: Position = "4k4/8R/9/9/9/9/9/9/9/5K3 w".parse().expect("a valid FEN");
        assert_eq!(as_red(&black.board).expect("a board").key(), red.board.key());
    }
}
