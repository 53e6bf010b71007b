//! The players in the tables of the levels: levels and yardsticks.

use super::opening::{EVEN, Random, opening};
use super::yardsticks::{self, Yardstick};
use chuhe::endings::TableSet;
use chuhe::engine::eval::nnue::Network;
use chuhe::engine::level::Strength;
use chuhe::engine::limits::Limits;
use chuhe::engine::score::Score;
use chuhe::engine::session::{Options, Session};
use chuhe::rules::game::{Game, Outcome};
use chuhe::rules::types::{ByColor, Color, Move};
use clap::Args;
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// Number of plies after which a game is drawn.
const MAX_PLIES: usize = 400;
/// Hash table of the top level in MiB.
const TOP_HASH: usize = 32;
/// The level from which two players end a game early if they agree on its value.
const AGREEING: f64 = 12.0;
/// Centipawns by which both players must see a side ahead for [`AGREED_PLIES`] plies for it to win.
const WON: i32 = 600;
/// The greatest value in centipawns of a position that counts as even, after [`DRAWN_AFTER`] plies.
const EVEN_GAME: i32 = 20;
const AGREED_PLIES: usize = 8;
const DRAWN_PLIES: usize = 20;
const DRAWN_AFTER: usize = 80;

/// The settings of a series of games: openings, seed and concurrency.
#[derive(Args, Debug)]
pub struct Series {
    /// Random plies that open a game
    #[arg(long, default_value_t = 6)]
    pub openings: usize,
    /// The seed of openings and of random moves
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Games played at the same time
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=64))]
    concurrency: u8,
}

impl Default for Series {
    fn default() -> Series {
        Series { openings: 6, seed: 1, concurrency: 2 }
    }
}

impl Series {
    /// Returns opening number `index`, the same every time.
    pub fn opening(&self, index: u64) -> Game {
        opening(self.seed, index, self.openings, EVEN, &mut Session::new(1))
    }

    /// Runs `work` on all items, several at a time, and passes each result to `take` as it comes.
    ///
    /// # Errors
    /// The first error of `work` or of `take`. Items in progress are then finished, and no more are begun.
    pub fn each<T: Copy + Send + Sync, R: Send>(
        &self,
        items: &[T],
        work: impl Fn(T) -> Result<R, String> + Sync,
        mut take: impl FnMut(T, R) -> Result<(), String>,
    ) -> Result<(), String> {
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            let (sender, results) = channel();
            for _ in 0..self.concurrency {
                let (sender, next, work) = (sender.clone(), &next, &work);
                scope.spawn(move || {
                    while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if sender.send((*item, work(*item))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            results.into_iter().try_for_each(|(item, result)| take(item, result?))
        })
    }
}

/// A player of a series.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Contestant {
    /// A level, or a strength between two levels.
    Level(Strength),
    /// A simple player.
    Yardstick(Yardstick),
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Level(strength) => write!(f, "{strength}"),
            Contestant::Yardstick(yardstick) => write!(f, "{yardstick}"),
        }
    }
}

impl FromStr for Contestant {
    type Err = String;

    fn from_str(text: &str) -> Result<Contestant, String> {
        match text.parse().ok().and_then(Strength::of) {
            Some(strength) => Ok(Contestant::Level(strength)),
            None => text.parse().map(Contestant::Yardstick),
        }
    }
}

/// A contestant ready to play.
pub struct Seat {
    mind: Mind,
    random: Random,
    whim: u64,
    /// Nodes of its searches and number of its moves, over all games.
    pub effort: [u64; 2],
}

enum Mind {
    Level { strength: Strength, session: Box<Session>, top_nodes: u64 },
    Simple(Box<dyn yardsticks::Player>),
}

/// A move, and the player's value of the position in centipawns if it reports one.
struct Thought {
    mv: Option<Move>,
    value: Option<i32>,
}

impl Seat {
    /// Prepares a contestant. At full strength it searches `top_nodes` nodes.
    ///
    /// # Errors
    /// A message when a required program cannot be started.
    pub fn take(contestant: Contestant, top_nodes: u64) -> Result<Seat, String> {
        let mind = match contestant {
            Contestant::Level(strength) => {
                let mut session = Box::new(Session::new(TOP_HASH));
                session.set_network(Network::embedded());
                session.set_endings(TableSet::embedded());
                Mind::Level { strength, session, top_nodes }
            }
            Contestant::Yardstick(yardstick) => Mind::Simple(yardstick.player()?),
        };
        Ok(Seat { mind, random: Random::new(0), whim: 0, effort: [0; 2] })
    }

    /// Begins a new game. `whim` is the seed of its random choices.
    pub fn begin(&mut self, whim: u64) {
        self.random = Random::new(whim);
        self.whim = whim;
        if let Mind::Level { session, .. } = &mut self.mind {
            session.new_game();
        }
    }

    /// Changes the strength of a level; has no effect on yardsticks.
    pub fn change(&mut self, to: Strength) {
        if let Mind::Level { strength, .. } = &mut self.mind {
            *strength = to;
        }
    }

    fn strength(&self) -> Option<Strength> {
        match &self.mind {
            Mind::Level { strength, .. } => Some(*strength),
            Mind::Simple(_) => None,
        }
    }

    fn think(&mut self, game: &Game) -> Thought {
        match &mut self.mind {
            Mind::Simple(player) => Thought { mv: player.choose(game, &mut self.random), value: None },
            Mind::Level { strength, session, top_nodes } => {
                let limits = Limits { nodes: strength.is_full().then_some(*top_nodes), ..Limits::default() };
                let level = Some(*strength);
                let options = Options { limits, level, seed: self.whim >> 8, ..Options::default() };
                let report = session.go(game, options, &mut |_| {});
                self.effort[0] += report.info.nodes;
                self.effort[1] += 1;
                let value = report.lines.first().map(|line| match line.score {
                    Score::Centipawns(value) => value,
                    Score::Mate(plies) => 20_000 * plies.signum(),
                });
                Thought { mv: report.best, value }
            }
        }
    }
}

/// Plays a game to its end. Returns the winner (`None` is a draw) and the number of plies.
///
/// # Panics
/// When a player makes a move that is not legal.
pub fn play(game: Game, seats: &mut ByColor<&mut Seat>) -> (Option<Color>, usize) {
    let (winner, game) = play_out(game, seats);
    (winner, game.plies().len())
}

/// Plays a game to its end. Returns the winner (`None` is a draw) and the game with all its moves.
///
/// # Panics
/// When a player makes a move that is not legal.
pub fn play_out(mut game: Game, seats: &mut ByColor<&mut Seat>) -> (Option<Color>, Game) {
    let agrees = |seat: &Seat| seat.strength().is_some_and(|strength| strength.levels() >= AGREEING);
    let is_agreed = agrees(seats[Color::Red]) && agrees(seats[Color::Black]);
    let mut agreement = Agreement::default();
    loop {
        let plies = game.plies().len();
        match game.verdict().outcome {
            Outcome::Win(winner) => return (Some(winner), game),
            Outcome::Draw => return (None, game),
            Outcome::Ongoing if plies >= MAX_PLIES => return (None, game),
            Outcome::Ongoing => {}
        }
        let turn = game.board().turn();
        let Thought { mv, value } = seats[turn].think(&game);
        let of_red = value.map(|value| if turn == Color::Red { value } else { -value });
        if let Some(outcome) = of_red.filter(|_| is_agreed).and_then(|value| agreement.note(value, plies)) {
            return (outcome, game);
        }
        let Some(mv) = mv else { return (Some(!turn), game) };
        if let Err(refused) = game.play(mv) {
            panic!("a player's move was refused: {refused}");
        }
    }
}

/// The number of plies for which both sides have agreed on the value of the game.
#[derive(Default)]
struct Agreement {
    /// Numbers of consecutive plies in which Red was winning, Black was winning, or the game was even.
    red: usize,
    black: usize,
    even: usize,
}

impl Agreement {
    /// Notes a side's value from Red's view. Returns the result if all agree: the winner, or `None` for a draw.
    fn note(&mut self, value: i32, ply: usize) -> Option<Option<Color>> {
        let count = |streak: usize, goes_on: bool| if goes_on { streak + 1 } else { 0 };
        self.red = count(self.red, value >= WON);
        self.black = count(self.black, value <= -WON);
        self.even = count(self.even, value.abs() <= EVEN_GAME);
        if self.red >= AGREED_PLIES {
            Some(Some(Color::Red))
        } else if self.black >= AGREED_PLIES {
            Some(Some(Color::Black))
        } else if self.even >= DRAWN_PLIES && ply >= DRAWN_AFTER {
            Some(None)
        } else {
            None
        }
    }
}
