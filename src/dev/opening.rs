//! Openings of random moves, the same for the same seed and number.

use chuhe::engine::limits::Limits;
use chuhe::engine::score::Score;
use chuhe::engine::session::{Options, Session};
use chuhe::rules::game::Game;

/// The limits of an opening's advantage.
#[derive(Clone, Copy, Debug)]
pub struct Balance {
    /// The greatest advantage of a side in centipawns; openings beyond it are rejected.
    pub reach: i32,
    /// Nodes of the search that evaluates the opening.
    pub nodes: u64,
}

/// The limits of a match.
pub const EVEN: Balance = Balance { reach: 150, nodes: 4_000 };

/// Pseudorandom numbers: SplitMix64, after Steele, Lea and Flood (2014).
pub struct Random(u64);

impl Random {
    /// Starts the sequence of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Returns the next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Returns a number below `end`. The bias is negligible, as `end` is small.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

/// Returns opening number `index` of the series `seed`: a game of `plies` random legal moves that is not over and
/// within the limits of `balance`. The result is reproducible if `judge` does not remember earlier games.
pub fn opening(seed: u64, index: u64, plies: usize, balance: Balance, judge: &mut Session) -> Game {
    opening_after(|_| Game::default(), seed, index, plies, balance, judge)
}

/// Returns such an opening whose random moves follow the game that `start` draws anew for each try.
pub fn opening_after(
    start: impl Fn(&mut Random) -> Game,
    seed: u64,
    index: u64,
    plies: usize,
    balance: Balance,
    judge: &mut Session,
) -> Game {
    let mut random = Random::new(seed ^ index.wrapping_mul(0xd1b5_4a32_d192_ed03));
    loop {
        let first = start(&mut random);
        let game = go_on_randomly(first, &mut random, plies);
        if !game.verdict().is_over() && is_balanced(&game, balance, judge) {
            return game;
        }
    }
}

fn go_on_randomly(mut game: Game, random: &mut Random, plies: usize) -> Game {
    for _ in 0..plies {
        let moves = game.board().legal_moves();
        if moves.is_empty() {
            break;
        }
        if let Err(refused) = game.play(moves[random.below(moves.len())]) {
            unreachable!("a generated move was refused: {refused}");
        }
    }
    game
}

fn is_balanced(game: &Game, balance: Balance, judge: &mut Session) -> bool {
    judge.new_game();
    let limits = Limits { nodes: Some(balance.nodes), ..Limits::default() };
    let report = judge.go(game, Options { limits, ..Options::default() }, &mut |_| {});
    let score = report.lines.first().map(|line| line.score);
    matches!(score, Some(Score::Centipawns(value)) if value.abs() <= balance.reach)
}
