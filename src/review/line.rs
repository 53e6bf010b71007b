//! Plays out a line of moves by the rules, and notes captures, checks and quiet positions.

use chuhe_rules::board::Board;
use chuhe_rules::game::{self, Game, Refusal, Verdict};
use chuhe_rules::types::{Color, Move, Piece, Role, Square};

/// One move of a line.
#[derive(Clone, Debug)]
pub struct Step {
    pub mv: Move,
    /// Side that moved.
    pub side: Color,
    /// The piece that moved.
    pub piece: Piece,
    /// The captured piece.
    pub taken: Option<Piece>,
    /// Whether the move gives check.
    pub is_check: bool,
    /// The board after the move.
    pub board: Board,
    pub verdict: Verdict,
    /// Whether the side to move has no profitable capture.
    pub is_quiet: bool,
}

/// Returns the value of a piece in soldiers.
pub fn value_of(piece: Piece) -> f64 {
    match piece.role() {
        Role::Soldier => 1.0,
        Role::Advisor | Role::Elephant => 2.0,
        Role::Horse => 4.0,
        Role::Cannon => 4.5,
        Role::Rook => 9.0,
        Role::General => 100.0,
    }
}

/// The reason why a move cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The game is over.
    Over,
    /// The rules of movement or of check forbid the move.
    By(Refusal),
}

/// Returns why a move cannot be played in a game; `None` if it can.
pub fn refused(game: &Game, mv: Move) -> Option<Refused> {
    if game.verdict().is_over() {
        return Some(Refused::Over);
    }
    game::refusal(game.board(), mv).map(Refused::By)
}

/// Returns the game with one more move, or unchanged if the move is illegal.
pub fn after(game: &Game, mv: Move) -> Game {
    let mut next = game.clone();
    let _ = next.play(mv);
    next
}

/// Plays a line up to its first illegal move or the end of the game.
pub fn play_out(game: &Game, line: impl IntoIterator<Item = Move>) -> Vec<Step> {
    let mut game = game.clone();
    let mut step = |mv: Move| {
        let piece = game.board().piece_at(mv.from()).filter(|_| refused(&game, mv).is_none())?;
        game.play(mv).ok()?;
        Some(Step {
            mv,
            side: piece.color(),
            piece,
            taken: game.plies().last().and_then(|ply| ply.captured),
            is_check: game.board().in_check(),
            board: game.board().clone(),
            verdict: game.verdict(),
            is_quiet: is_quiet(&game),
        })
    };
    line.into_iter().map_while(&mut step).collect()
}

/// Returns the legal moves; none if the game is over.
pub fn moves(game: &Game) -> impl Iterator<Item = Move> {
    let is_over = game.verdict().is_over();
    game.board().legal_moves().into_iter().filter(move |_| !is_over)
}

/// Returns whether the side to move can capture on a square.
pub fn can_take(game: &Game, square: Square) -> bool {
    moves(game).any(|mv| mv.to() == square)
}

/// Returns whether the moved piece can be captured after a move.
pub fn is_answered(game: &Game, mv: Move) -> bool {
    can_take(&after(game, mv), mv.to())
}

/// Returns whether no capture gains material, considering one recapture.
fn is_quiet(game: &Game) -> bool {
    let value_at = |square| game.board().piece_at(square).map_or(0.0, value_of);
    let gains = |mv: Move| {
        let gain = value_at(mv.to());
        gain > 0.0 && (gain > value_at(mv.from()) || !is_answered(game, mv))
    };
    !moves(game).any(gains)
}
