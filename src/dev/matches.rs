//! Plays a match between two engines. Chuhe's rules decide the games.

pub mod adjudicate;
pub mod dialect;
pub mod engine;
pub mod journal;
pub mod limit;
pub mod openings;
pub mod played;
pub mod score;
pub mod sprt;
pub mod table;
pub mod tally;

use chuhe::rules::notation::coordinate::RankBase;
use clap::Args;
use dialect::Protocol;
use engine::Setup;
use journal::{Journal, Start};
use limit::{Limit, LimitArguments};
use openings::{Judge, Openings};
use played::Played;
use serde_json::json;
use sprt::{Decision, Sprt};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Instant;
use table::{Rules, Table};
use tally::Tally;

/// The names of the engines in output.
pub const NAMES: [&str; 2] = ["A", "B"];

/// Let two engines play a match.
#[derive(Args)]
pub struct Match {
    /// Games to play at most; two from each opening, so an odd number is made even
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    concurrency: u8,
    /// Play until A is known to be stronger by ELO0 rather than by ELO1, or the other way round
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// File for the games; a journal is written beside it
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Continue the match of these files, or begin it
    #[arg(long, requires = "pgn")]
    resume: bool,
    #[command(flatten)]
    engines: EngineArguments,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    openings: OpeningArguments,
    #[command(flatten)]
    rules: Rules,
}

/// The options that select the openings.
#[derive(Args, Debug)]
#[command(next_help_heading = "Openings")]
pub struct OpeningArguments {
    /// Number of random plies at the start of a game
    #[arg(long, value_name = "PLIES", default_value_t = 6)]
    openings: usize,
    /// File of openings to use instead of random ones: on each line a FEN or a list of moves, then `#` and a name
    #[arg(long, value_name = "FILE", conflicts_with = "openings")]
    openings_file: Option<PathBuf>,
    /// Seed of the random openings and of the order of openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

impl OpeningArguments {
    /// Reads the openings from the file, or prepares random ones.
    ///
    /// # Errors
    /// A message when the file cannot be read.
    pub fn read(&self) -> Result<Openings, String> {
        match &self.openings_file {
            Some(path) => Openings::read(path, self.seed),
            None => Ok(Openings::Random { seed: self.seed, plies: self.openings }),
        }
    }
}

/// The options that select the engines.
#[derive(Args, Debug)]
#[command(next_help_heading = "Engines")]
struct EngineArguments {
    /// Command of engine A, such as "target/release/chuhe uci"; blanks separate its words
    #[arg(long, value_name = "COMMAND")]
    engine_a: String,
    /// Command of engine B
    #[arg(long, value_name = "COMMAND")]
    engine_b: String,
    /// Protocol of engine A
    #[arg(long, default_value = "uci")]
    protocol_a: Protocol,
    /// Protocol of engine B
    #[arg(long, default_value = "uci")]
    protocol_b: Protocol,
    /// Option of engine A, such as Hash=16; may be given more than once
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    option_a: Vec<(String, String)>,
    /// Option of engine B, such as UCI_Variant=xiangqi
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    option_b: Vec<(String, String)>,
    /// Number of Red's back rank in the protocol of engine A, 0 or 1
    #[arg(long, value_name = "RANK", default_value = "0", value_parser = rank_base)]
    rank_base_a: RankBase,
    /// Number of Red's back rank in the protocol of engine B, 0 or 1
    #[arg(long, value_name = "RANK", default_value = "0", value_parser = rank_base)]
    rank_base_b: RankBase,
}

/// Reads `NAME=VALUE`.
pub fn option(text: &str) -> Result<(String, String), String> {
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

impl EngineArguments {
    fn setups(&self) -> [Setup; 2] {
        let setup = |command: &String, protocol, options: &Vec<_>, base| Setup {
            command: command.clone(),
            protocol,
            options: options.clone(),
            base,
        };
        [
            setup(&self.engine_a, self.protocol_a, &self.option_a, self.rank_base_a),
            setup(&self.engine_b, self.protocol_b, &self.option_b, self.rank_base_b),
        ]
    }
}

/// The settings of all games of a match, and the numbers of the games to play.
struct Plan<'a> {
    setups: [Setup; 2],
    limits: [Limit; 2],
    openings: Openings,
    rules: &'a Rules,
    /// Numbers of the games to play.
    missing: Vec<u64>,
    next: AtomicUsize,
    /// Set at the end of the match, to stop games in progress.
    halt: AtomicBool,
}

impl Match {
    /// Plays the match. Returns true if no engine committed a fault.
    ///
    /// # Errors
    /// A message when the match cannot be played, or a file cannot be written.
    pub fn run(&self) -> Result<bool, String> {
        let limits = self.limits.limits()?;
        let setups = self.engines.setups();
        let openings = self.openings.read()?;
        let mut tally = Tally::default();
        let mut done = BTreeSet::new();
        let mut journal = None;
        if let Some(pgn) = &self.pgn {
            let start = if self.resume { Start::Resume } else { Start::New };
            let (opened, played) = Journal::open(pgn, &self.terms(&limits), limits, start)?;
            for game in &played {
                tally.add(game);
                done.insert(game.index);
            }
            journal = Some(opened);
        }
        Table::new(&setups, limits, &self.rules)
            .engines()
            .map_err(|(engine, trouble)| format!("engine {}: {trouble}", NAMES[engine]))?;
        let missing = (0..self.games.div_ceil(2) * 2).filter(|index| !done.contains(index)).collect();
        let (next, halt) = (AtomicUsize::new(0), AtomicBool::new(self.is_decided(&tally)));
        let plan = Plan { setups, limits, openings, rules: &self.rules, missing, next, halt };
        self.announce(&plan, done.len());
        self.play(&plan, &mut tally, journal)?;
        self.conclude(&tally);
        Ok(tally.faults() == 0)
    }

    /// Returns every setting that the games depend on, as a line of JSON.
    fn terms(&self, limits: &[Limit; 2]) -> String {
        let EngineArguments { engine_a, engine_b, option_a, option_b, .. } = &self.engines;
        let OpeningArguments { openings, openings_file, seed } = &self.openings;
        json!({
            "engines": [engine_a, engine_b],
            "options": [option_a, option_b],
            "limits": limits.map(|limit| limit.to_string()),
            "openings": openings_file.as_ref().map_or(json!(openings), |path| json!(path)),
            "seed": seed,
            "rules": format!("{:?}", self.rules),
        })
        .to_string()
    }

    fn is_decided(&self, tally: &Tally) -> bool {
        self.sprt.is_some_and(|sprt| sprt.decision(tally.score().pairs()) != Decision::Open)
    }

    fn announce(&self, plan: &Plan<'_>, done: usize) {
        for ((name, setup), limit) in NAMES.iter().zip(&plan.setups).zip(&plan.limits) {
            println!("engine {name}: {}; {limit}", setup.command);
        }
        if let Some(count) = plan.openings.count() {
            println!("{count} openings");
        }
        if done > 0 {
            println!("{done} games were played before");
        }
    }

    /// Plays the missing games.
    fn play(&self, plan: &Plan<'_>, tally: &mut Tally, mut journal: Option<Journal>) -> Result<(), String> {
        let (started, before) = (Instant::now(), tally.games());
        thread::scope(|scope| {
            let (sender, results) = channel();
            for _ in 0..usize::from(self.concurrency).min(plan.missing.len()) {
                let sender = sender.clone();
                scope.spawn(move || plan.work(&sender));
            }
            drop(sender);
            for game in results {
                let written = journal.as_mut().map_or(Ok(()), |journal| journal.add(&game));
                if written.is_err() {
                    plan.halt.store(true, Ordering::Relaxed);
                    return written;
                }
                tally.add(&game);
                if let Some(fault) = &game.fault {
                    eprintln!("game {}: fault: {fault}", game.index + 1);
                }
                let speed = f64::from(tally.games() - before) / started.elapsed().as_secs_f64().max(1e-3);
                println!("{}", self.progress(tally, speed));
                if self.is_decided(tally) {
                    plan.halt.store(true, Ordering::Relaxed);
                }
            }
            Ok(())
        })
    }

    /// Formats the progress of the match. `speed` is in games a second.
    fn progress(&self, tally: &Tally, speed: f64) -> String {
        let total = self.games.div_ceil(2) * 2;
        let left = total.saturating_sub(tally.games().into());
        let mut text = format!("{}/{total}: {}", tally.games(), tally.score());
        if let Some(sprt) = &self.sprt {
            text += &format!(", {}", sprt.line(tally.score().pairs()));
        }
        text + &format!(", {:.1} games/min, {:.0} min left", speed * 60.0, left as f64 / speed / 60.0)
    }

    fn conclude(&self, tally: &Tally) {
        tally.print();
        if let Some(sprt) = &self.sprt {
            println!("{}", sprt.line(tally.score().pairs()));
        }
    }
}

impl Plan<'_> {
    /// Plays games until all are played.
    fn work(&self, results: &Sender<Played>) {
        let mut table = Table::new(&self.setups, self.limits, self.rules);
        let mut judge = Judge::new();
        while let Some(index) = self.missing.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            if self.halt.load(Ordering::Relaxed) {
                return;
            }
            let opening = self.openings.get(index / 2, &mut judge);
            let Some(game) = table.play(*index, &opening, &self.halt) else { return };
            if results.send(game).is_err() {
                return;
            }
        }
    }
}
