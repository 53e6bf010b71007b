//! A player that has just learned the game.
//!
//! It attends to what is near. The further away a capture is, the less often it sees it, and less often still if the
//! piece that moved last opened the line. It considers recaptures half of the time. It mostly moves a piece away that
//! it sees attacked, without checking the target. It sees a mate in one one time in three. Otherwise it prefers
//! checks, then moves forward.

use super::greedy::prize;
use super::{Player, Random, after, shuffled};
use chuhe::engine::see::reaches;
use chuhe::rules::board::Board;
use chuhe::rules::game::Game;
use chuhe::rules::types::{Move, Square};

/// Probabilities of its actions, in percent.
const SEES_MATE: usize = 35;
const COUNTS_ON_BEING_TAKEN: usize = 50;
const FLEES: usize = 60;
const GIVES_CHECK: usize = 40;
const GOES_FORWARD: usize = 60;

pub(crate) struct Beginner;

impl Player for Beginner {
    fn choose(&mut self, game: &Game, random: &mut Random) -> Option<Move> {
        let board = game.board();
        let moves = shuffled(board, random);
        let last = game.plies().last().map(|ply| ply.mv);
        let mut happens = |percent: usize| random.below(100) < percent;
        if happens(SEES_MATE) {
            let mate = moves.iter().find(|mv| !after(board, **mv).has_legal_move());
            if mate.is_some() {
                return mate.copied();
            }
        }
        let counts = happens(COUNTS_ON_BEING_TAKEN);
        let mut captures: Vec<Move> = moves.iter().copied().filter(|mv| prize(board, *mv) > 0).collect();
        captures.retain(|mv| happens(visibility(*mv, last)) && (!counts || reaches(board, *mv, 0)));
        if let Some(capture) = captures.into_iter().max_by_key(|mv| prize(board, *mv)) {
            return Some(capture);
        }
        if happens(FLEES)
            && let Some(attacked) = attacked(board, |mv| happens(visibility(mv, last)))
            && let Some(flight) = moves.iter().find(|mv| mv.from() == attacked)
        {
            return Some(*flight);
        }
        let checks = happens(GIVES_CHECK);
        let check = moves.iter().find(|mv| checks && board.gives_check(**mv));
        let turn = board.turn();
        let goes = happens(GOES_FORWARD);
        let forward =
            moves.iter().find(|mv| goes && mv.to().relative_rank(turn) > mv.from().relative_rank(turn));
        check.or(forward).or(moves.first()).copied()
    }
}

/// Returns the probability in percent of seeing a capture.
fn visibility(mv: Move, last: Option<Move>) -> usize {
    let (from, to) = (mv.from(), mv.to());
    let steps = from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank()));
    let near = match steps {
        0..=2 => 90,
        3..=4 => 60,
        _ => 35,
    };
    let is_opened = last.is_some_and(|last| lies_between(last.from(), from, to));
    if is_opened { near / 2 } else { near }
}

/// Returns true if a point lies on the straight line between two others.
fn lies_between(point: Square, from: Square, to: Square) -> bool {
    let inside = |a: u8, b: u8, x: u8| a.min(b) < x && x < a.max(b);
    from.file() == to.file() && point.file() == to.file() && inside(from.rank(), to.rank(), point.rank())
        || from.rank() == to.rank()
            && point.rank() == to.rank()
            && inside(from.file(), to.file(), point.file())
}

/// Returns the most valuable piece of the side to move that the player sees attacked.
fn attacked(board: &Board, mut sees: impl FnMut(Move) -> bool) -> Option<Square> {
    if board.in_check() {
        return None;
    }
    let mut theirs = board.clone();
    theirs.pass();
    let threats = theirs.legal_captures();
    let seen = threats.iter().filter(|mv| prize(&theirs, **mv) >= 300 && sees(**mv));
    seen.max_by_key(|mv| prize(&theirs, **mv)).map(|mv| mv.to())
}
