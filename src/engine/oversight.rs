//! Decides which moves a weak player overlooks.
//!
//! People overlook moves, not positions: a rook's capture from the far end of a file, a backward move, a
//! cannon's shot over a screen that has just moved there, a quiet reply. They nearly always see a recapture and
//! a capture of a neighbouring piece. A level that errs overlooks hidden moves in its own first ply and in the
//! reply to it. Deeper in the tree it sees all that its depth allows. Only a seed and the move decide whether
//! the move is seen, so the same attack is overlooked in the whole search.

use super::random::below;
use chuhe_rules::board::Board;
use chuhe_rules::types::{Move, Role, Square};

/// The rates at which a player overlooks moves, and the seed that selects them.
///
/// A rate is the chance, in thousandths, to overlook a move of medium visibility. It is scaled by the difficulty of
/// the move: a recapture is twenty times as easy to see. With a rate above 1,000 the player sees only the most visible
/// moves, and overlooks even those sometimes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Oversight {
    /// Rate of overlooked replies.
    pub replies: u32,
    /// Rate of overlooked own moves.
    pub own: u32,
    /// Seed that selects the overlooked moves.
    pub seed: u64,
}

/// Difficulty of seeing a recapture; 100 is medium.
const RECAPTURE: u32 = 5;
/// Difficulty of seeing a capture by a piece at most two points away.
const NEAR_CAPTURE: u32 = 10;
/// Greatest chance in thousandths to overlook a capture.
const MOST: u32 = 970;
/// Greatest chance in thousandths to overlook a quiet move. A player who overlooks all of them would only
/// capture.
const MOST_QUIET: u32 = 700;

impl Oversight {
    /// Returns whether the player overlooks the reply `mv` to the move `last`.
    pub fn misses_reply(&self, board: &Board, mv: Move, last: Option<Move>) -> bool {
        self.misses(self.replies, board, mv, last)
    }

    /// Returns whether the player overlooks its own move `mv`; `last` is the opponent's move before it.
    pub fn misses_own(&self, board: &Board, mv: Move, last: Option<Move>) -> bool {
        self.misses(self.own, board, mv, last)
    }

    fn misses(&self, rate: u32, board: &Board, mv: Move, last: Option<Move>) -> bool {
        let is_quiet = board.piece_at(mv.to()).is_none();
        let chance = (rate * difficulty(board, mv, last) / 100).min(if is_quiet { MOST_QUIET } else { MOST });
        below(self.seed ^ u64::from(mv.bits()) << 40, 1000) < chance
    }
}

/// Returns the difficulty of seeing a move; 100 is medium.
///
/// A recapture and a capture by a neighbour are nearly always seen. A move is hard to see if it is long, goes
/// backward, or passes through a point that the opponent's last move has changed.
fn difficulty(board: &Board, mv: Move, last: Option<Move>) -> u32 {
    let Some(piece) = board.piece_at(mv.from()) else { return 0 };
    let (from, to) = (mv.from(), mv.to());
    let is_capture = board.piece_at(to).is_some();
    if is_capture && last.is_some_and(|last| last.to() == to) {
        return RECAPTURE;
    }
    let steps = from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank()));
    let base = match (is_capture, steps) {
        (true, 0..=2) => NEAR_CAPTURE,
        (true, 3..=4) => 50,
        (true, _) => 60 + 8 * u32::from(steps - 4),
        (false, _) if board.gives_check(mv) => 60,
        (false, _) => 80,
    };
    let is_backward = to.relative_rank(piece.color()) < from.relative_rank(piece.color());
    let is_changed = last.is_some_and(|last| {
        is_between(mv, last.from()) || piece.role() == Role::Cannon && is_between(mv, last.to())
    });
    let backward = if is_capture && steps <= 2 { 2 } else { 30 };
    base + if is_backward { backward } else { 0 } + if is_changed { 40 } else { 0 }
}

/// Returns true if a point lies on the straight line between the ends of a move.
fn is_between(mv: Move, point: Square) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let within = |a: u8, b: u8, x: u8| a.min(b) < x && x < a.max(b);
    from.file() == to.file() && point.file() == to.file() && within(from.rank(), to.rank(), point.rank())
        || from.rank() == to.rank()
            && point.rank() == to.rank()
            && within(from.file(), to.file(), point.file())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Level, Strength};
    use chuhe_rules::fen::Position;

    fn hardness(fen: &str, mv: &str, last: Option<&str>) -> u32 {
        let position: Position = fen.parse().unwrap();
        difficulty(&position.board, mv.parse().unwrap(), last.map(|last| last.parse().unwrap()))
    }

    #[test]
    fn long_backward_and_discovered_moves_are_hard_to_see() {
        let fen = "3k5/9/9/9/R7r/9/8p/9/8R/4K4 w";
        assert!(hardness(fen, "a5i5", None) > hardness(fen, "i1i3", None));
        assert!(hardness(fen, "a5i5", Some("e5e6")) > hardness(fen, "a5i5", None));
        assert!(hardness(fen, "a5i5", Some("i4i5")) < hardness(fen, "a5i5", None));
        assert!(hardness(fen, "a5a4", None) > hardness(fen, "a5a6", None));
    }

    #[test]
    fn the_lowest_level_sees_recaptures_and_near_captures() {
        let position: Position = "3k5/9/9/9/Rr7/9/9/9/9/4K4 w".parse().unwrap();
        let mv: Move = "a5b5".parse().unwrap();
        let seen = |strength: f64, last: Option<&str>| {
            let level = Level::of(Strength::of(strength).unwrap(), 0).unwrap();
            let last = last.map(|last| last.parse().unwrap());
            let is_seen = |seed: &u64| {
                let oversight = Oversight { replies: level.replies, own: level.own, seed: *seed };
                !oversight.misses_own(&position.board, mv, last)
            };
            (0..1_000).filter(is_seen).count()
        };
        assert!(seen(1.0, Some("b9b5")) >= 900 && seen(1.0, None) >= 800);
        assert!(seen(0.0, Some("b9b5")) >= 600);
    }

    #[test]
    fn more_moves_are_overlooked_at_a_higher_rate() {
        let position: Position = "3k5/9/9/9/R7r/9/8p/9/8R/4K4 w".parse().unwrap();
        let mv = "a5i5".parse().unwrap();
        let missed = |replies| {
            let sees = |seed: &u64| {
                Oversight { replies, own: 0, seed: *seed }.misses_reply(&position.board, mv, None)
            };
            (0..2_000).filter(sees).count()
        };
        assert_eq!(missed(0), 0);
        assert!(missed(100) < missed(500) && missed(500) > 800 && missed(1_100) > 1_900);
    }
}
