//! Bonuses for moves that a weak player likes, regardless of the search.
//!
//! A beginner gives check whenever possible, recaptures at once, attacks a piece even if the attacker is
//! unsupported, and continues with the piece that it moved last. When it is ahead by a rook, it exchanges
//! pieces and hunts the general. When it is behind by a rook, it advances as long as it has attackers. All
//! bonuses are centipawns that are added to the value of a root move.

use super::score::Value;
use super::see::VALUES;
use chuhe_rules::board::Board;
use chuhe_rules::game::Game;
use chuhe_rules::types::{Color, Move, Piece, Role, Square};

/// Penalty for undoing the previous own move, in centipawns.
const TAKING_BACK: Value = 50;
/// The least difference in material, in centipawns, at which a side is far ahead: less than a rook, more than a
/// cannon.
const FAR_AHEAD: Value = 700;
/// Bonus of a player that is far ahead for each point by which a piece comes nearer to the enemy general.
const APPROACH: Value = 14;
/// Bonus for each point that the enemy general can no longer reach.
const CAGE: Value = 30;
/// Bonus of a player that is far ahead for an exchange.
const EXCHANGE: Value = 120;

/// Number of rooks, horses and cannons that a player who is far ahead does not exchange any more.
const KEPT_PIECES: u32 = 2;

/// The material of the side to move, compared with the other side's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// The side to move is ahead by about a rook or more.
    Ahead,
    /// Neither side is far ahead.
    Even,
    /// The other side is ahead by about a rook or more.
    Behind,
}

impl Standing {
    /// Returns the standing of the side to move.
    pub fn of(board: &Board) -> Standing {
        let worth = |piece: Piece| match piece.role() {
            Role::General => 0,
            role => VALUES[role.index()],
        };
        let sign = |piece: Piece| if piece.color() == board.turn() { 1 } else { -1 };
        let ahead: Value = board.pieces().map(|(_, piece)| sign(piece) * worth(piece)).sum();
        if ahead >= FAR_AHEAD {
            Standing::Ahead
        } else if ahead <= -FAR_AHEAD {
            Standing::Behind
        } else {
            Standing::Even
        }
    }
}

/// Returns the bonus of a player with this ardour for a move of the game's position, in centipawns.
pub fn liking(game: &Game, mv: Move, ardour: Value, standing: Standing) -> Value {
    if takes_back(game, mv) {
        return -TAKING_BACK;
    }
    let board = game.board();
    let last = game.plies().last().map(|ply| ply.mv);
    let is_capture = board.piece_at(mv.to()).is_some();
    let mut likes = 0;
    if board.gives_check(mv) {
        likes += ardour;
    }
    if is_capture {
        likes += if last.is_some_and(|last| last.to() == mv.to()) { 2 * ardour } else { ardour };
    } else if attacks_something(board, mv) {
        likes += ardour / 2;
    }
    if goes_on(game, mv) {
        likes += ardour / 2;
    }
    match standing {
        Standing::Ahead if ardour > 0 => likes + hunt(board, mv),
        Standing::Behind if goes_forward(board, mv) => likes + ardour,
        _ => likes,
    }
}

/// Returns the bonus of a player that is far ahead for exchanges, for pieces near the enemy general and for
/// restricting it.
fn hunt(board: &Board, mv: Move) -> Value {
    let Some(piece) = board.piece_at(mv.from()) else { return 0 };
    let general = board.general(!piece.color());
    let mut next = board.clone();
    let is_exchange =
        next.make(mv).is_some_and(|captured| VALUES[captured.role().index()] >= VALUES[Role::Horse.index()])
            && next.heavy(piece.color()).count() > KEPT_PIECES;
    let approach = match piece.role().can_cross_river() {
        true => distance(mv.from(), general) - distance(mv.to(), general),
        false => 0,
    };
    let cage = exits(board, !piece.color()) - exits(&next, !piece.color());
    approach * APPROACH + cage * CAGE + if is_exchange { EXCHANGE } else { 0 }
}

/// Returns the number of points that a side's general could move to without being in check.
fn exits(board: &Board, side: Color) -> Value {
    let general = board.general(side);
    let mut board = board.clone();
    if board.turn() != side {
        board.pass();
    }
    board.legal_moves().iter().filter(|mv| mv.from() == general).count() as Value
}

/// Returns the distance between two squares in steps along files and ranks.
fn distance(from: Square, to: Square) -> Value {
    Value::from(from.file().abs_diff(to.file())) + Value::from(from.rank().abs_diff(to.rank()))
}

/// Returns true if the moved piece attacks a rook, horse or cannon, protected or not.
fn attacks_something(board: &Board, mv: Move) -> bool {
    let Some(piece) = board.piece_at(mv.from()) else { return false };
    let mut next = board.clone();
    next.make(mv);
    let prey = next.heavy(!piece.color());
    !(next.reach(piece, mv.to()) & prey).is_empty()
}

/// Returns the mover's last move.
fn last_own(game: &Game) -> Option<Move> {
    let index = game.plies().len().checked_sub(2)?;
    game.plies().get(index).map(|ply| ply.mv)
}

/// Returns true if a quiet move undoes the mover's last one.
fn takes_back(game: &Game, mv: Move) -> bool {
    last_own(game).is_some_and(|last| last.from() == mv.to() && last.to() == mv.from())
        && game.board().piece_at(mv.to()).is_none()
}

/// Returns true if the mover's last piece moves again, and not backward.
fn goes_on(game: &Game, mv: Move) -> bool {
    let turn = game.board().turn();
    last_own(game).is_some_and(|last| last.to() == mv.from())
        && mv.to().relative_rank(turn) >= mv.from().relative_rank(turn)
}

/// Returns true if a piece that can cross the river moves towards the other side.
fn goes_forward(board: &Board, mv: Move) -> bool {
    let turn = board.turn();
    board.piece_at(mv.from()).is_some_and(|piece| piece.role().can_cross_river())
        && mv.to().relative_rank(turn) > mv.from().relative_rank(turn)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn undoing_a_move_differs_from_continuing_with_the_piece() {
        let mut game = Game::default();
        for text in ["a0a1", "a9a8"] {
            game.play(mv(text)).unwrap();
        }
        assert!(takes_back(&game, mv("a1a0")));
        assert!(!takes_back(&game, mv("a1a2")));
        assert!(goes_on(&game, mv("a1a2")));
        assert!(!goes_on(&game, mv("a1a0")));
    }

    fn game(fen: &str) -> Game {
        Game::new(fen.parse().unwrap())
    }

    fn likes(game: &Game, text: &str) -> Value {
        liking(game, mv(text), 100, Standing::of(game.board()))
    }

    #[test]
    fn a_rook_up_is_far_ahead_and_a_cannon_up_is_not() {
        let standing = |fen: &str| Standing::of(game(fen).board());
        assert_eq!(standing("3k5/9/9/9/9/9/9/9/R8/4K4 w"), Standing::Ahead);
        assert_eq!(standing("3k5/9/9/9/9/9/9/9/R8/4K4 b"), Standing::Behind);
        assert_eq!(standing("3k5/9/9/9/9/9/9/9/C8/4K4 w"), Standing::Even);
    }

    #[test]
    fn checks_and_attacks_get_a_bonus() {
        // The rook gives check on d1; on the sixth rank it attacks a protected horse.
        let game = game("3k5/9/9/9/6n2/9/6p2/9/R8/4K3r w");
        assert!(likes(&game, "a1d1") >= likes(&game, "a1b1") + 100);
        assert!(likes(&game, "a1a5") >= likes(&game, "a1a4") + 50);
    }

    #[test]
    fn a_recapture_gets_twice_the_bonus_of_a_capture() {
        let mut game = game("r2k4r/9/9/9/9/2n6/9/1C6p/9/1R2K3R b");
        game.play(mv("c4b2")).unwrap();
        assert_eq!(likes(&game, "b0b2"), 200);
        assert_eq!(likes(&game, "i0i2"), 100);
    }

    #[test]
    fn a_player_far_ahead_hunts_and_one_far_behind_advances() {
        let ahead = game("3k5/9/9/9/9/9/9/9/RR7/4K4 w");
        assert!(likes(&ahead, "a1a8") > likes(&ahead, "a1a0"));
        let behind = game("3k5/9/9/2r6/9/9/4P4/9/N8/4K3r w");
        assert!(likes(&behind, "e3e4") >= 100 && likes(&behind, "a1b3") >= 100);
        assert_eq!(likes(&behind, "e0e1"), 0);
    }
}
