//! Games of the engine against itself, written down for training.
//!
//! The same arguments give the same file, whatever the number of threads.

use super::games::{self, MAGIC, Played, UNSCORED};
use super::opening::{Balance, Random, opening_after};
use chuhe::engine::book::names::{NamedLine, lines};
use chuhe::engine::eval::nnue::Network;
use chuhe::engine::limits::Limits;
use chuhe::engine::score::Score;
use chuhe::engine::session::{Options, Session};
use chuhe::game::rules::Game;
use clap::Args;
use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Instant;

/// Hash table of the engine in MiB: as much as a core's cache holds.
const HASH: usize = 1;
/// A game that has not ended after so many plies is drawn.
const MAX_PLIES: usize = 300;
/// A side that is ahead by this much for [`DECIDED_PLIES`] plies has won.
const DECIDED: i32 = 2_000;
const DECIDED_PLIES: usize = 6;
/// Openings may be as uneven as this: the network is to know such positions too.
const BALANCE: Balance = Balance { reach: 300, nodes: 1_000 };

/// Let the engine play itself and write the games down for training.
#[derive(Args)]
pub struct Datagen {
    /// Games to play
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Number of the first game, to add to a file that has the ones before it
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Nodes for a move
    #[arg(long, default_value_t = 600)]
    nodes: u64,
    /// What the games depend on
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Fewest and most random plies that open a game
    #[arg(long, num_args = 2, default_values_t = [5, 12])]
    plies_random: Vec<usize>,
    /// Of a hundred games, how many begin with a part of a named opening and half as many random plies
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=100))]
    named: u8,
    /// Games played at the same time
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=64))]
    concurrency: u8,
    /// File of the network that judges; without one the handcrafted evaluation does
    #[arg(long)]
    network: Option<PathBuf>,
    /// The file to write, or to add to when --first is not 0
    #[arg(long)]
    output: PathBuf,
}

impl Datagen {
    /// Plays the games; whether all could be written.
    pub fn run(&self) -> bool {
        self.write_all().inspect_err(|error| eprintln!("error: {}: {error}", self.output.display())).is_ok()
    }

    fn write_all(&self) -> io::Result<()> {
        let network = self.read_network()?;
        let named = lines().map_err(io::Error::other)?;
        let mut options = OpenOptions::new();
        let mut file = if self.first == 0 {
            options.write(true).create(true).truncate(true).open(&self.output)?
        } else {
            options.append(true).open(&self.output)?
        };
        if self.first == 0 {
            file.write_all(&MAGIC)?;
        }
        let next = AtomicU64::new(self.first);
        let started = Instant::now();
        thread::scope(|scope| {
            let (sender, results) = channel();
            for _ in 0..u64::from(self.concurrency).min(self.games) {
                let (sender, next, network, named) = (sender.clone(), &next, network.clone(), &named);
                scope.spawn(move || self.work(next, network, named, &sender));
            }
            drop(sender);
            // Games are written in the order of their numbers.
            let (mut waiting, mut written, mut plies) = (BTreeMap::new(), self.first, 0);
            for (index, game) in results {
                waiting.insert(index, game);
                while let Some(game) = waiting.remove(&written) {
                    file.write_all(&game.to_bytes())?;
                    written += 1;
                    plies += game.plies.len();
                    if written % 1000 == 0 {
                        let seconds = started.elapsed().as_secs_f64();
                        println!("{written} games, {plies} plies, {:.0} plies/s", plies as f64 / seconds);
                    }
                }
            }
            Ok(())
        })
    }

    fn read_network(&self) -> io::Result<Option<Arc<Network>>> {
        let Some(path) = &self.network else { return Ok(None) };
        let network = Network::read(&fs::read(path)?);
        network.map(|network| Some(Arc::new(network))).map_err(io::Error::other)
    }

    /// Plays games until none is left.
    fn work(
        &self,
        next: &AtomicU64,
        network: Option<Arc<Network>>,
        named: &[NamedLine],
        results: &Sender<(u64, Played)>,
    ) {
        let mut judge = Session::new(1);
        let mut session = Session::new(HASH);
        judge.set_network(network.clone());
        session.set_network(network);
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= self.first + self.games {
                return;
            }
            let game = self.open(index, named, &mut judge);
            session.new_game();
            if results.send((index, self.play(game, &mut session))).is_err() {
                return;
            }
        }
    }

    /// How game number `index` begins.
    fn open(&self, index: u64, named: &[NamedLine], judge: &mut Session) -> Game {
        let mut random = Random::new(self.seed ^ index.wrapping_mul(0xa24b_aed4_963e_e407));
        let (least, most) = (self.plies_random[0], self.plies_random[1].max(self.plies_random[0]));
        let plies = least + random.below(most - least + 1);
        if random.below(100) < usize::from(self.named) {
            let start = |random: &mut Random| part_of(named, random);
            opening_after(start, self.seed, index, plies / 2, BALANCE, judge)
        } else {
            opening_after(|_| Game::default(), self.seed, index, plies, BALANCE, judge)
        }
    }

    /// Plays a game to its end.
    fn play(&self, mut game: Game, session: &mut Session) -> Played {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let mut plies: Vec<_> = game.plies().iter().map(|ply| (ply.mv, UNSCORED)).collect();
        let mut decided = 0;
        let result = loop {
            if let Some(result) = games::half_points(game.verdict().outcome) {
                break result;
            }
            if plies.len() >= MAX_PLIES {
                break 1;
            }
            let report = session.go(&game, Options { limits, ..Options::default() }, &mut |_| {});
            let (Some(mv), Some(line)) = (report.best, report.lines.first()) else { break 1 };
            let score = centipawns(line.score);
            plies.push((mv, score as i16));
            decided = if score.abs() >= DECIDED { decided + 1 } else { 0 };
            if decided >= DECIDED_PLIES {
                let is_red_ahead = (score > 0) == (game.board().turn() == chuhe::game::types::Color::Red);
                break if is_red_ahead { 2 } else { 0 };
            }
            if let Err(refused) = game.play(mv) {
                unreachable!("the engine's move was refused: {refused}");
            }
        };
        Played { result, plies }
    }
}

/// The first moves of one of the named lines, two at least where it has them.
fn part_of(named: &[NamedLine], random: &mut Random) -> Game {
    let moves = &named[random.below(named.len())].moves;
    let mut game = Game::default();
    for mv in &moves[..moves.len().min(2 + random.below(moves.len()))] {
        if let Err(refused) = game.play(*mv) {
            unreachable!("a move of a named opening was refused: {refused}");
        }
    }
    game
}

/// A score as it is stored: mates beyond all others.
fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value.clamp(-30_000, 30_000),
        Score::Mate(plies) if plies > 0 => 31_000,
        Score::Mate(_) => -31_000,
    }
}
