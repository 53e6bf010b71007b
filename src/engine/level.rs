//! Playing weaker on purpose.
//!
//! A level below the top searches a fixed number of nodes to a fixed depth, mistakes the worth of its moves by a
//! little, does not see some of what is there (see [`super::oversight`]) and knows openings only so far. All of
//! it follows from the seed and the game: the same level, seed and game give the same move on every machine.
//! `chuhe-dev ladder` measures the levels against each other; `docs/LEVELS.md` has the result.

use super::limits::Limits;
use super::oversight::Oversight;
use super::random::{below, mix};
use super::score::Value;
use crate::game::movegen::MoveList;
use crate::game::rules::Game;
use crate::game::types::Move;
use std::time::Duration;

/// The lowest level.
pub const MIN: u8 = 1;
/// The level that plays at full strength.
pub const MAX: u8 = 10;
/// Hash table of the levels below the top in MiB: always the same, and empty before each move, since what
/// is in it decides on the move.
pub const HASH: usize = 8;

/// How a level plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Greatest depth in plies.
    pub depth: i32,
    /// Greatest number of nodes.
    pub nodes: u64,
    /// Half the span of the mistakes in the worth of a move, in hundredths of a soldier.
    pub noise: Value,
    /// Chance in thousandths to miss a reply of middling visibility.
    pub replies: u32,
    /// The same of a move of its own.
    pub own: u32,
    /// Whether it judges positions by the network; else always by the handcrafted evaluation.
    pub network: bool,
    /// Plies of a game for which it has the opening book.
    pub book: usize,
}

/// Levels 1 to 9; 10 is full strength.
const LEVELS: [Level; 9] = [
    Level { depth: 1, nodes: 1_000, noise: 190, replies: 800, own: 405, network: false, book: 0 },
    Level { depth: 2, nodes: 2_000, noise: 117, replies: 572, own: 266, network: false, book: 0 },
    Level { depth: 3, nodes: 3_000, noise: 68, replies: 348, own: 127, network: false, book: 2 },
    Level { depth: 4, nodes: 7_800, noise: 42, replies: 196, own: 61, network: false, book: 4 },
    Level { depth: 7, nodes: 13_000, noise: 30, replies: 130, own: 32, network: true, book: 6 },
    Level { depth: 8, nodes: 27_000, noise: 20, replies: 81, own: 18, network: true, book: 8 },
    Level { depth: 11, nodes: 53_000, noise: 12, replies: 46, own: 10, network: true, book: 12 },
    Level { depth: 14, nodes: 100_000, noise: 5, replies: 17, own: 3, network: true, book: 16 },
    Level { depth: 64, nodes: 250_000, noise: 0, replies: 0, own: 0, network: true, book: 24 },
];

/// The level from which a mate in one move is never missed.
const SEES_MATES: u8 = 2;
/// What a level thinks less of a move that only takes its last one back, in hundredths of a soldier.
const TAKING_BACK: Value = 50;

/// What the top level thinks when nothing else limits it.
const TOP_TIME: Duration = Duration::from_millis(2_500);

impl Level {
    /// The level with this number; `None` for the top one and for numbers out of range.
    pub fn numbered(number: u8) -> Option<Level> {
        LEVELS.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// Whether the level ever misjudges or misses something.
    pub const fn errs(&self) -> bool {
        self.noise > 0 || self.replies > 0 || self.own > 0
    }
}

/// The limits of a level, narrowed by what was asked for besides.
pub fn limits(number: u8, asked: Limits) -> Limits {
    let Some(level) = Level::numbered(number) else {
        let is_limited = asked != Limits::default();
        return if is_limited { asked } else { Limits { movetime: Some(TOP_TIME), ..asked } };
    };
    Limits {
        depth: Some(asked.depth.map_or(level.depth, |depth| depth.min(level.depth))),
        nodes: Some(asked.nodes.map_or(level.nodes, |nodes| nodes.min(level.nodes))),
        ..asked
    }
}

/// The plies of a game for which a level has the opening book; without a level it has all of it.
pub fn book_plies(number: Option<u8>) -> usize {
    number.and_then(Level::numbered).map_or(usize::MAX, |level| level.book)
}

/// The mood of a level at a move: what it gets wrong this time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mood {
    level: Level,
    number: u8,
    /// What it does not see.
    pub oversight: Oversight,
}

impl Mood {
    /// The mood that follows from the game and the seed; `None` for levels that do not err.
    pub fn of(number: u8, game: &Game, seed: u64) -> Option<Mood> {
        let level = Level::numbered(number).filter(Level::errs)?;
        let seed = mix(mix(seed) ^ game.board().key() ^ game.plies().len() as u64);
        let oversight = Oversight { replies: level.replies, own: level.own, seed };
        Some(Mood { level, number, oversight })
    }

    /// The moves of the game's position that it thinks of: at least one, every one when in check.
    pub fn seen(&self, game: &Game) -> MoveList {
        let board = game.board();
        let moves = board.legal_moves();
        if board.in_check() {
            return moves;
        }
        let last = game.plies().last().map(|ply| ply.mv);
        let is_seen = |mv: &Move| {
            !self.oversight.misses_own(board, *mv, last) || self.number >= SEES_MATES && mates(game, *mv)
        };
        let seen: MoveList = moves.iter().copied().filter(is_seen).collect();
        if seen.is_empty() { moves } else { seen }
    }

    /// By how much it overrates a move.
    pub fn bias(&self, game: &Game, mv: Move) -> Value {
        let draw = self.oversight.seed ^ u64::from(mv.bits());
        let even =
            |salt: u64| below(draw ^ salt << 32, 2 * self.level.noise as u32 + 1) as Value - self.level.noise;
        // The mean of two: small mistakes are likelier than great ones.
        let noise = (even(1) + even(2)) / 2;
        noise - if takes_back(game, mv) { TAKING_BACK } else { 0 }
    }
}

fn mates(game: &Game, mv: Move) -> bool {
    let mut board = game.board().clone();
    board.make(mv);
    !board.has_legal_move()
}

/// Whether a quiet move takes the mover's last one back.
fn takes_back(game: &Game, mv: Move) -> bool {
    let before = game.plies().len().checked_sub(2).and_then(|index| game.plies().get(index));
    before.is_some_and(|ply| ply.mv.from() == mv.to() && ply.mv.to() == mv.from())
        && game.board().piece_at(mv.to()).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_grow() {
        for pair in LEVELS.windows(2) {
            let (lower, upper) = (pair[0], pair[1]);
            assert!(lower.nodes <= upper.nodes && lower.depth <= upper.depth && lower.book <= upper.book);
            assert!(lower.noise >= upper.noise && lower.replies >= upper.replies && lower.own >= upper.own);
        }
    }

    #[test]
    fn a_mood_follows_from_seed_and_game() {
        let game = Game::default();
        let mood = |seed| Mood::of(1, &game, seed).unwrap();
        assert_eq!(mood(7), mood(7));
        assert_ne!(mood(7).seen(&game), mood(8).seen(&game));
        assert_eq!(Mood::of(9, &game, 7), None);
    }

    #[test]
    fn a_mate_in_one_is_seen_from_the_second_level_on() {
        let game = Game::new("3k5/1R7/9/9/9/9/9/9/R8/4K4 w".parse().unwrap());
        let mate: Move = "a1a9".parse().unwrap();
        let sees = |number, seed| Mood::of(number, &game, seed).unwrap().seen(&game).contains(&mate);
        assert!((0..200).all(|seed| sees(2, seed)));
        assert!((0..200).any(|seed| !sees(1, seed)));
    }

    #[test]
    fn taking_back_is_thought_less_of() {
        let mut game = Game::default();
        for text in ["a0a1", "a9a8"] {
            game.play(text.parse().unwrap()).unwrap();
        }
        assert!(takes_back(&game, "a1a0".parse().unwrap()));
        assert!(!takes_back(&game, "a1a2".parse().unwrap()));
    }
}
