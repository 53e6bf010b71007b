//! Somebody who has begun to play.
//!
//! It looks at what is near: a capture is seen the less often the further away it is, and less often still where the
//! line was opened by the piece that left it. It counts on being taken back one time in two. A piece that it sees
//! attacked it mostly moves away, without looking where to. A mate in one it sees one time in three. Else it likes to
//! give check, and to go forward.

use super::greedy::prize;
use super::{Player, Random, after, shuffled};
use chuhe::engine::see::reaches;
use chuhe::rules::board::Board;
use chuhe::rules::game::Game;
use chuhe::rules::types::{Move, Square};

/// In how many of a hundred cases it does something.
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

/// How many times of a hundred a capture is seen.
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

/// Whether a point lies on the straight way between two others.
fn lies_between(point: Square, from: Square, to: Square) -> bool {
    let inside = |a: u8, b: u8, x: u8| a.min(b) < x && x < a.max(b);
    from.file() == to.file() && point.file() == to.file() && inside(from.rank(), to.rank(), point.rank())
        || from.rank() == to.rank()
            && point.rank() == to.rank()
            && inside(from.file(), to.file(), point.file())
}

/// The most valuable piece of the side to move that it sees attacked.
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
