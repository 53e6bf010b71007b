//! What a weak player does not see.
//!
//! People overlook moves, not positions: that a rook takes from the far end of a file, that a piece goes
//! backwards, that a line was opened by the piece that left it, that the other side has a quiet reply. A
//! level that errs is blind for such moves in its own first ply and in the reply to it; deeper in the tree
//! it plans as well as its depth allows. Whether a move is seen follows from a seed and the move alone, so
//! that an attack which was not noticed is not noticed in the whole of a search.

use super::random::below;
use crate::game::board::Board;
use crate::game::types::{Move, Role};

/// How likely a player is to miss something, and what decides it this time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Oversight {
    /// Chance in thousandths to miss a reply of middling visibility.
    pub replies: u32,
    /// The same of a move of its own.
    pub own: u32,
    /// What decides.
    pub seed: u64,
}

/// The greatest chance in thousandths to miss a capture,
const MOST: u32 = 970;
/// and a quiet move: those are many, and who sees none of them would see captures alone.
const MOST_QUIET: u32 = 700;

impl Oversight {
    /// Whether the reply `mv` to the move `last` is not seen.
    pub fn misses_reply(&self, board: &Board, mv: Move, last: Option<Move>) -> bool {
        self.misses(self.replies, board, mv, last)
    }

    /// Whether the move `mv` of its own is not seen, `last` being the other side's move before it.
    pub fn misses_own(&self, board: &Board, mv: Move, last: Option<Move>) -> bool {
        self.misses(self.own, board, mv, last)
    }

    fn misses(&self, rate: u32, board: &Board, mv: Move, last: Option<Move>) -> bool {
        let is_quiet = board.piece_at(mv.to()).is_none();
        let chance = (rate * difficulty(board, mv, last) / 100).min(if is_quiet { MOST_QUIET } else { MOST });
        below(self.seed ^ u64::from(mv.bits()) << 40, 1000) < chance
    }
}

/// How hard a move is to see, 100 being middling.
fn difficulty(board: &Board, mv: Move, last: Option<Move>) -> u32 {
    let Some(piece) = board.piece_at(mv.from()) else { return 0 };
    let (from, to) = (mv.from(), mv.to());
    let steps = u32::from(from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank())));
    let is_capture = board.piece_at(to).is_some();
    let is_recapture = is_capture && last.is_some_and(|last| last.to() == to);
    let of_role = match piece.role() {
        Role::Rook => 40 + 9 * steps,
        Role::Cannon => 70 + 6 * steps,
        Role::Horse => 70,
        Role::Soldier => 45,
        Role::General | Role::Advisor | Role::Elephant => 55,
    };
    let base = match () {
        () if is_recapture => of_role / 3,
        () if is_capture => of_role,
        () if board.gives_check(mv) => 60,
        () => 80,
    };
    let goes_back = to.relative_rank(piece.color()) < from.relative_rank(piece.color());
    let is_discovered = last.is_some_and(|last| is_between(mv, last));
    base + if goes_back { 30 } else { 0 } + if is_discovered { 40 } else { 0 }
}

/// Whether the point that `last` left lies on the straight way of `mv`.
fn is_between(mv: Move, last: Move) -> bool {
    let (from, to, left) = (mv.from(), mv.to(), last.from());
    let within = |a: u8, b: u8, x: u8| a.min(b) < x && x < a.max(b);
    from.file() == to.file() && left.file() == to.file() && within(from.rank(), to.rank(), left.rank())
        || from.rank() == to.rank() && left.rank() == to.rank() && within(from.file(), to.file(), left.file())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::fen::Position;

    fn hardness(fen: &str, mv: &str, last: Option<&str>) -> u32 {
        let position: Position = fen.parse().unwrap();
        difficulty(&position.board, mv.parse().unwrap(), last.map(|last| last.parse().unwrap()))
    }

    #[test]
    fn what_is_far_or_backward_or_discovered_is_hard_to_see() {
        let fen = "3k5/9/9/9/R7r/9/8p/9/8R/4K4 w";
        assert!(hardness(fen, "a5i5", None) > hardness(fen, "i1i3", None));
        assert!(hardness(fen, "a5i5", Some("e5e6")) > hardness(fen, "a5i5", None));
        assert!(hardness(fen, "a5i5", Some("i4i5")) < hardness(fen, "a5i5", None));
        assert!(hardness(fen, "a5a4", None) > hardness(fen, "a5a6", None));
    }

    #[test]
    fn the_rate_decides_how_much_is_missed() {
        let position: Position = "3k5/9/9/9/R7r/9/8p/9/8R/4K4 w".parse().unwrap();
        let mv = "a5i5".parse().unwrap();
        let missed = |replies| {
            let sees = |seed: &u64| {
                Oversight { replies, own: 0, seed: *seed }.misses_reply(&position.board, mv, None)
            };
            (0..2_000).filter(sees).count()
        };
        assert_eq!(missed(0), 0);
        assert!(missed(100) < missed(500) && missed(500) > 800 && missed(900) > 1_900);
    }
}
