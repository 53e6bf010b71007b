//! A match between two engines. Chuhe's rules judge the games.

use super::opening::{EVEN, opening};
use super::player::{Limit, Player, Setup, Thought, Trouble};
use super::score::{Half, Score};
use chuhe::engine::session::Session;
use chuhe::game::notation::coordinate::RankBase;
use chuhe::game::rules::{Game, Outcome};
use chuhe::game::types::{ByColor, Color};
use clap::Args;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

/// A game of so many plies is drawn.
const MAX_PLIES: usize = 600;
/// What the engines are called.
const NAMES: [&str; 2] = ["A", "B"];
/// Hash table of the judge of openings, in MiB.
const JUDGE_HASH: usize = 1;

/// Let two UCI engines play a match.
#[derive(Args)]
pub struct Duel {
    /// Games to play; two from each opening, so an odd number is made even
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    #[command(flatten)]
    limit: LimitArguments,
    /// Command of engine A, such as "target/release/chuhe uci"
    #[arg(long)]
    engine_a: String,
    /// Command of engine B
    #[arg(long)]
    engine_b: String,
    /// Option of engine A, such as Hash=16
    #[arg(long, value_parser = option)]
    option_a: Vec<(String, String)>,
    /// Option of engine B, such as UCI_Variant=xiangqi
    #[arg(long, value_parser = option)]
    option_b: Vec<(String, String)>,
    /// What engine A calls Red's back rank, 0 or 1
    #[arg(long, default_value = "0", value_parser = rank_base)]
    rank_base_a: RankBase,
    /// What engine B calls Red's back rank, 0 or 1
    #[arg(long, default_value = "0", value_parser = rank_base)]
    rank_base_b: RankBase,
    /// Random plies that open a game
    #[arg(long, default_value_t = 6)]
    openings: usize,
    /// What the openings depend on
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    concurrency: u8,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
struct LimitArguments {
    /// Nodes for a move
    #[arg(long)]
    nodes: Option<u64>,
    /// Milliseconds for a move
    #[arg(long)]
    movetime: Option<u64>,
}

fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| format!("'{text}' is not NAME=VALUE"))?;
    Ok((name.to_owned(), value.to_owned()))
}

fn rank_base(text: &str) -> Result<RankBase, String> {
    match text {
        "0" => Ok(RankBase::Zero),
        "1" => Ok(RankBase::One),
        _ => Err(format!("'{text}' is not 0 or 1")),
    }
}

/// How the engines of a game did.
#[derive(Clone, Copy, Default)]
struct Effort {
    moves: u32,
    depths: u64,
    time: Duration,
    longest: Duration,
}

impl Effort {
    fn note(&mut self, thought: &Thought) {
        self.moves += 1;
        self.depths += u64::from(thought.depth);
        self.time += thought.time;
        self.longest = self.longest.max(thought.time);
    }

    fn add(&mut self, other: &Effort) {
        self.moves += other.moves;
        self.depths += other.depths;
        self.time += other.time;
        self.longest = self.longest.max(other.longest);
    }

    fn summary(&self) -> String {
        let moves = f64::from(self.moves.max(1));
        let (depth, millis) = (self.depths as f64 / moves, self.time.as_secs_f64() * 1000.0 / moves);
        let longest = self.longest.as_secs_f64() * 1000.0;
        format!(
            "{} moves, mean depth {depth:.1}, mean time {millis:.1} ms, longest {longest:.1} ms",
            self.moves
        )
    }
}

/// How a game ended. Engines are numbered 0 (A) and 1 (B).
struct Ending {
    half: Half,
    reason: &'static str,
    plies: usize,
    effort: [Effort; 2],
    fault: Option<String>,
}

/// What is known after some games.
#[derive(Default)]
struct Tally {
    score: Score,
    reasons: BTreeMap<&'static str, u32>,
    plies: usize,
    effort: [Effort; 2],
    faults: u32,
}

impl Duel {
    /// Plays the match; whether it was without a fault.
    pub fn run(&self) -> bool {
        if let Err((engine, trouble)) = Table::new(self).players() {
            eprintln!("error: engine {}: {trouble}", NAMES[engine]);
            return false;
        }
        let pairs = self.games.div_ceil(2);
        let next = AtomicU64::new(0);
        let mut tally = Tally::default();
        thread::scope(|scope| {
            let (sender, results) = channel();
            for _ in 0..u64::from(self.concurrency).min(pairs) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.work(next, pairs, &sender));
            }
            drop(sender);
            for endings in results {
                tally.add(endings);
                println!("{}", tally.score);
            }
        });
        tally.print();
        tally.faults == 0
    }

    /// Plays pairs of games until none is left.
    fn work(&self, next: &AtomicU64, pairs: u64, results: &Sender<[Ending; 2]>) {
        let mut table = Table::new(self);
        let mut judge = Session::new(JUDGE_HASH);
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= pairs {
                return;
            }
            let game = opening(self.seed, index, self.openings, EVEN, &mut judge);
            let endings = [Color::Red, Color::Black].map(|a| table.play(game.clone(), a));
            if results.send(endings).is_err() {
                return;
            }
        }
    }

    fn limit(&self) -> Limit {
        match (self.limit.nodes, self.limit.movetime) {
            (Some(nodes), _) => Limit::Nodes(nodes),
            (None, millis) => Limit::Time(Duration::from_millis(millis.unwrap_or_default())),
        }
    }
}

/// Two engines at a board.
struct Table {
    setups: [Setup; 2],
    limit: Limit,
    /// Running engines; none when one of them has failed.
    players: Option<[Player; 2]>,
}

impl Table {
    fn new(duel: &Duel) -> Table {
        let setup = |command: &String, options: &Vec<(String, String)>, base| Setup {
            command: command.clone(),
            options: options.clone(),
            base,
        };
        Table {
            setups: [
                setup(&duel.engine_a, &duel.option_a, duel.rank_base_a),
                setup(&duel.engine_b, &duel.option_b, duel.rank_base_b),
            ],
            limit: duel.limit(),
            players: None,
        }
    }

    /// The engines, ready for a new game; else which of them failed and why.
    fn players(&mut self) -> Result<&mut [Player; 2], (usize, Trouble)> {
        let players = match self.players.take() {
            Some(mut players) => {
                for (engine, player) in players.iter_mut().enumerate() {
                    player.new_game().map_err(|trouble| (engine, trouble))?;
                }
                players
            }
            None => {
                let start =
                    |engine: usize| Player::start(&self.setups[engine]).map_err(|trouble| (engine, trouble));
                [start(0)?, start(1)?]
            }
        };
        Ok(self.players.insert(players))
    }

    /// Plays a game to its end, engine A having the colour `a`.
    fn play(&mut self, mut game: Game, a: Color) -> Ending {
        let engines = ByColor(if a == Color::Red { [0, 1] } else { [1, 0] });
        let mut effort = [Effort::default(); 2];
        let limit = self.limit;
        let (half, reason, fault) = match self.players() {
            Err((engine, trouble)) => forfeit(engine, &trouble.to_string()),
            Ok(players) => loop {
                let verdict = game.verdict();
                match verdict.outcome {
                    Outcome::Ongoing if game.plies().len() >= MAX_PLIES => {
                        break (Half::Draw, "tooLong", None);
                    }
                    Outcome::Ongoing => {}
                    Outcome::Draw => {
                        break (Half::Draw, verdict.reason.map_or("", |reason| reason.code()), None);
                    }
                    Outcome::Win(color) => {
                        let half = if color == a { Half::Win } else { Half::Loss };
                        break (half, verdict.reason.map_or("", |reason| reason.code()), None);
                    }
                }
                let engine = engines[game.board().turn()];
                match turn(&mut players[engine], &mut game, limit) {
                    Ok(thought) => effort[engine].note(&thought),
                    Err(cause) => break forfeit(engine, &cause),
                }
            },
        };
        if fault.is_some() {
            self.players = None;
        }
        Ending { half, reason, plies: game.plies().len(), effort, fault }
    }
}

/// Lets an engine make its move.
fn turn(player: &mut Player, game: &mut Game, limit: Limit) -> Result<Thought, String> {
    let thought = player.think(game, limit).map_err(|trouble| trouble.to_string())?;
    game.play(thought.mv).map_err(|error| format!("{error} in {}", game.position()))?;
    Ok(thought)
}

/// The end of a game in which an engine failed.
fn forfeit(engine: usize, cause: &str) -> (Half, &'static str, Option<String>) {
    let half = if engine == 0 { Half::Loss } else { Half::Win };
    (half, "fault", Some(format!("engine {}: {cause}", NAMES[engine])))
}

impl Tally {
    fn add(&mut self, endings: [Ending; 2]) {
        self.score.add([endings[0].half, endings[1].half]);
        for ending in endings {
            *self.reasons.entry(ending.reason).or_default() += 1;
            self.plies += ending.plies;
            for engine in 0..2 {
                self.effort[engine].add(&ending.effort[engine]);
            }
            if let Some(fault) = ending.fault {
                self.faults += 1;
                eprintln!("fault: {fault}");
            }
        }
    }

    fn print(&self) {
        for (name, effort) in NAMES.iter().zip(&self.effort) {
            println!("engine {name}: {}", effort.summary());
        }
        let reasons: Vec<String> =
            self.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        let games = self.score.games().max(1);
        println!("mean length {} plies; {}", self.plies / games as usize, reasons.join(", "));
        println!("faults: {}", self.faults);
        println!("result for A: {}", self.score);
    }
}
