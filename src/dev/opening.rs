//! Openings of random moves, the same for the same seed and number.

use chuhe::engine::limits::Limits;
use chuhe::engine::score::Score;
use chuhe::engine::session::{Options, Session};
use chuhe::rules::game::Game;

/// How even an opening has to be.
#[derive(Clone, Copy, Debug)]
pub struct Balance {
    /// Openings that give one side more than this, in hundredths of a soldier, are not played.
    pub reach: i32,
    /// Nodes spent on telling so.
    pub nodes: u64,
}

/// As a match needs it.
pub const EVEN: Balance = Balance { reach: 150, nodes: 4_000 };

/// Numbers that look random: SplitMix64, after Steele, Lea and Flood (2014).
pub struct Random(u64);

impl Random {
    /// The sequence that belongs to a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `end`, which is small: the bias is not worth a second look.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

/// Opening number `index` of the series `seed`: a game of `plies` random legal moves that is not over
/// and as even as `balance` asks for. A `judge` that does not remember earlier games makes it the same every time.
pub fn opening(seed: u64, index: u64, plies: usize, balance: Balance, judge: &mut Session) -> Game {
    opening_after(|_| Game::default(), seed, index, plies, balance, judge)
}

/// The same where the random moves come after the game that `start` draws anew for each try.
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
