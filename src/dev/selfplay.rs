//! Plays whole games of the engine against itself and checks that it always moves, legally and in time.
//!
//! A panic is not caught. It ends the program with a failure.

use super::opening::{EVEN, Random, opening};
use chuhe::engine::eval::nnue::Network;
use chuhe::engine::limits::Limits;
use chuhe::engine::session::{Options, Session};
use chuhe::rules::game::Game;
use clap::Args;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Number of plies after which a game counts as stalled.
const MAX_PLIES: usize = 1_000;
/// Hash table of each engine in MiB.
const HASH: usize = 16;

/// Let the engine play itself; fails on an illegal move, a panic, a stall or a move that takes too long.
#[derive(Args)]
pub struct Selfplay {
    /// Games to play
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Milliseconds for a move
    #[arg(long, required_unless_present = "nodes")]
    movetime: Option<u64>,
    /// Nodes for a move
    #[arg(long)]
    nodes: Option<u64>,
    /// Milliseconds by which a move may exceed its limit
    #[arg(long, default_value_t = 50)]
    tolerance: u64,
    /// Seed of the random openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of random plies at the start of a game
    #[arg(long, default_value_t = 8)]
    plies_random: usize,
    /// Games played at the same time
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=64))]
    concurrency: u8,
}

/// An error of the engine.
enum Fault {
    /// The engine gave an illegal move, or none where there is one.
    Illegal(String),
    /// The game reached [`MAX_PLIES`].
    Stall,
    /// A move took this time.
    Overlong(Duration),
}

impl Fault {
    const fn name(&self) -> &'static str {
        match self {
            Fault::Illegal(_) => "illegal",
            Fault::Stall => "stall",
            Fault::Overlong(_) => "overlong",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Illegal(text) => write!(f, "illegal: {text}"),
            Fault::Stall => write!(f, "stall: no end after {MAX_PLIES} plies"),
            Fault::Overlong(time) => write!(f, "overlong: a move took {} ms", time.as_millis()),
        }
    }
}

/// Times a move, by the processor time of the thread where available. A busy machine keeps threads waiting, which is
/// not the engine's fault.
struct Watch {
    started: Instant,
    processor: Option<Duration>,
}

impl Watch {
    fn start() -> Watch {
        Watch { started: Instant::now(), processor: processor_time() }
    }

    fn worked(&self) -> Duration {
        let processor = self.processor.zip(processor_time());
        processor.map_or_else(|| self.started.elapsed(), |(before, now)| now.saturating_sub(before))
    }
}

/// Returns the processor time of this thread, as Linux reports it.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().filter(|nanos| *nanos > 0).map(Duration::from_nanos)
}

/// The result of a game.
struct Record {
    index: u64,
    /// The reason of its end; `None` after a fault.
    reason: Option<&'static str>,
    game: Game,
    longest: Duration,
    longest_wait: Duration,
    fault: Option<Fault>,
}

/// Totals of the games.
#[derive(Default)]
struct Tally {
    games: u64,
    plies: usize,
    reasons: BTreeMap<&'static str, u64>,
    faults: BTreeMap<&'static str, u64>,
    longest: Duration,
    longest_wait: Duration,
}

impl Selfplay {
    /// Plays the games and returns true if there was no fault.
    pub fn run(&self) -> bool {
        let next = AtomicU64::new(0);
        let mut tally = Tally::default();
        let started = Instant::now();
        thread::scope(|scope| {
            let (sender, records) = channel();
            for _ in 0..u64::from(self.concurrency).min(self.games) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.work(next, &sender));
            }
            drop(sender);
            for record in records {
                tally.add(&record);
                if tally.games % 10 == 0 {
                    println!("{} of {} games, {} s", tally.games, self.games, started.elapsed().as_secs());
                }
            }
        });
        self.print(&tally);
        tally.faults.is_empty()
    }

    fn limits(&self) -> Limits {
        Limits { nodes: self.nodes, movetime: self.movetime.map(Duration::from_millis), ..Limits::default() }
    }

    /// Plays games until all are played.
    fn work(&self, next: &AtomicU64, records: &Sender<Record>) {
        let mut session = Session::new(HASH);
        session.set_network(Network::embedded());
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= self.games {
                return;
            }
            let mut record = self.open(index, &mut session);
            session.new_game();
            self.play(&mut record, &mut session);
            if records.send(record).is_err() {
                return;
            }
        }
    }

    fn open(&self, index: u64, judge: &mut Session) -> Record {
        let game = opening(self.seed, index, self.plies_random, EVEN, judge);
        Record {
            index,
            reason: None,
            game,
            longest: Duration::ZERO,
            longest_wait: Duration::ZERO,
            fault: None,
        }
    }

    /// Plays a game to its end or to a fault.
    fn play(&self, record: &mut Record, session: &mut Session) {
        let limits = self.limits();
        let seed = Random::new(self.seed ^ record.index).next();
        loop {
            let verdict = record.game.verdict();
            if let Some(reason) = verdict.reason {
                record.reason = Some(reason.code());
                return;
            }
            if record.game.plies().len() >= MAX_PLIES {
                record.fault = Some(Fault::Stall);
                return;
            }
            let watch = Watch::start();
            let report =
                session.go(&record.game, Options { limits, seed, ..Options::default() }, &mut |_| {});
            let (time, waited) = (watch.worked(), watch.started.elapsed());
            record.longest = record.longest.max(time);
            record.longest_wait = record.longest_wait.max(waited);
            let played = match report.best {
                Some(mv) => record.game.play(mv).map_err(|error| error.to_string()),
                None => Err("no move".to_owned()),
            };
            if let Err(cause) = played {
                record.fault = Some(Fault::Illegal(format!("{cause} in {}", record.game.position())));
                return;
            }
            let tolerance = Duration::from_millis(self.tolerance);
            if limits.movetime.is_some_and(|limit| time > limit + tolerance) {
                record.fault.get_or_insert(Fault::Overlong(time));
            }
        }
    }

    fn print(&self, tally: &Tally) {
        let list = |counts: &BTreeMap<&'static str, u64>| {
            let texts: Vec<String> = counts.iter().map(|(name, count)| format!("{name} {count}")).collect();
            if texts.is_empty() { "none".to_owned() } else { texts.join(", ") }
        };
        println!("games: {}, plies: {}", tally.games, tally.plies);
        println!("results: {}", list(&tally.reasons));
        let limit = self.movetime.map_or("none".to_owned(), |millis| format!("{millis} ms"));
        let millis = |time: Duration| time.as_secs_f64() * 1000.0;
        let (worked, waited) = (millis(tally.longest), millis(tally.longest_wait));
        println!("longest move: {worked:.1} ms of work, {waited:.1} ms by the clock, limit: {limit}");
        println!("faults: {}", list(&tally.faults));
    }
}

impl Tally {
    fn add(&mut self, record: &Record) {
        self.games += 1;
        self.plies += record.game.plies().len();
        self.longest = self.longest.max(record.longest);
        self.longest_wait = self.longest_wait.max(record.longest_wait);
        if let Some(reason) = record.reason {
            *self.reasons.entry(reason).or_default() += 1;
        }
        if let Some(fault) = &record.fault {
            *self.faults.entry(fault.name()).or_default() += 1;
            let moves: Vec<String> = record.game.plies().iter().map(|ply| ply.mv.to_string()).collect();
            eprintln!("game {}: {fault}\n  moves {}", record.index, moves.join(" "));
        }
    }
}
