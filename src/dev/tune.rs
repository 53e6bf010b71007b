//! Tunes the parameters of the search by games of a build with the feature `tune` against itself.

mod spsa;

use crate::matches::OpeningArguments;
use crate::matches::dialect::Protocol;
use crate::matches::engine::{Setup, Trouble};
use crate::matches::journal::write;
use crate::matches::limit::Limit;
use crate::matches::openings::{Judge, Openings};
use crate::matches::played::Played;
use crate::matches::score::Half;
use crate::matches::table::{Rules, Table};
use crate::matches::{NAMES, option};
use chuhe::engine::params::{self, Param};
use chuhe::rules::notation::coordinate::RankBase;
use clap::Args;
use spsa::{State, Trial, Tuned};
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Tune parameters of the search by self-play (SPSA).
#[derive(Args)]
pub struct Tune {
    /// Command of the engine, built with the feature `tune`
    #[arg(long, value_name = "COMMAND")]
    engine: String,
    /// Option of the engine, such as Hash=16
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    option: Vec<(String, String)>,
    /// The file of values and progress; an existing one is continued
    #[arg(long, value_name = "FILE")]
    state: PathBuf,
    /// Parameters to tune; by default all
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    params: Vec<String>,
    /// Total number of iterations, of two games each
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// Share of a step by which a won game moves a parameter in the end
    #[arg(long, value_name = "SHARE", default_value_t = 0.002)]
    rate: f64,
    /// Iterations between two prints of the values
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..))]
    report: u64,
    /// Iterations at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    concurrency: u8,
    /// Nodes for a move
    #[arg(long, value_name = "N", required_unless_present = "movetime")]
    nodes: Option<u64>,
    /// Milliseconds for a move
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    #[command(flatten)]
    openings: OpeningArguments,
    #[command(flatten)]
    rules: Rules,
}

/// The state that the workers share.
struct Shared<'a> {
    tune: &'a Tune,
    setups: [Setup; 2],
    limit: Limit,
    openings: Openings,
    state: Mutex<State>,
    next: AtomicU64,
    halt: AtomicBool,
}

impl Tune {
    /// Tunes the parameters. Returns true when all iterations are done.
    ///
    /// # Errors
    /// A message when the engine does not play, or the state cannot be read or written.
    pub fn run(&self) -> Result<bool, String> {
        let state = self.load()?;
        let setup = Setup {
            command: self.engine.clone(),
            protocol: Protocol::Uci,
            options: self.option.clone(),
            base: RankBase::Zero,
        };
        let limit = Limit {
            nodes: self.nodes,
            movetime: self.movetime.map(Duration::from_millis),
            ..Limit::default()
        };
        let next = AtomicU64::new(state.done);
        let shared = Shared {
            tune: self,
            setups: [setup.clone(), setup],
            limit,
            openings: self.openings.read()?,
            state: Mutex::new(state),
            next,
            halt: AtomicBool::new(false),
        };
        shared.check_engine()?;
        let ends: Result<(), String> = thread::scope(|scope| {
            let workers: Vec<_> = (0..self.concurrency).map(|_| scope.spawn(|| shared.work())).collect();
            let mut ends = workers.into_iter().map(|worker| worker.join());
            ends.try_for_each(|end| end.unwrap_or_else(|_| Err("a worker has panicked".to_owned())))
        });
        ends?;
        print!("{}", shared.lock().table());
        Ok(true)
    }

    /// Reads the state from its file, or creates a new one.
    fn load(&self) -> Result<State, String> {
        let chosen = self.chosen()?;
        let failed = |cause: String| format!("{}: {cause}", self.state.display());
        if !self.state.exists() {
            let params = chosen.into_iter().map(Tuned::from).collect();
            let Tune { iterations, rate, .. } = *self;
            return Ok(State { iterations, done: 0, rate, seed: self.openings.seed, games: [0; 3], params });
        }
        let text = fs::read_to_string(&self.state).map_err(|error| failed(error.to_string()))?;
        let mut state: State = serde_json::from_str(&text).map_err(|error| failed(error.to_string()))?;
        let is_same = state.params.iter().map(|param| &*param.name).eq(chosen.iter().map(|param| param.name));
        if !is_same {
            return Err(failed("it is of other parameters".to_owned()));
        }
        state.iterations = self.iterations;
        Ok(state)
    }

    fn chosen(&self) -> Result<Vec<&'static Param>, String> {
        if self.params.is_empty() {
            return Ok(params::ALL.iter().collect());
        }
        let find = |name: &String| {
            let param = params::ALL.iter().find(|param| param.name == name);
            param.ok_or_else(|| format!("there is no parameter '{name}'"))
        };
        self.params.iter().map(find).collect()
    }
}

impl Shared<'_> {
    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn table(&self) -> Table<'_> {
        Table::new(&self.setups, [self.limit; 2], &self.tune.rules)
    }

    /// Checks that the engine starts and offers all parameters.
    fn check_engine(&self) -> Result<(), String> {
        let mut table = self.table();
        let [engine, _] = table.engines().map_err(|(_, trouble)| format!("the engine: {trouble}"))?;
        match self.lock().params.iter().find(|param| !engine.offers(&param.name)) {
            Some(param) => {
                Err(format!("the engine has no option {}: build it with --features tune", param.name))
            }
            None => Ok(()),
        }
    }

    /// Runs iterations until all are done.
    fn work(&self) -> Result<(), String> {
        let mut table = self.table();
        let mut judge = Judge::new();
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if index >= self.tune.iterations || self.halt.load(Ordering::Relaxed) {
                return Ok(());
            }
            let end = self.iterate(index, &mut table, &mut judge);
            if end.is_err() {
                self.halt.store(true, Ordering::Relaxed);
                return end;
            }
        }
    }

    fn iterate(&self, index: u64, table: &mut Table<'_>, judge: &mut Judge) -> Result<(), String> {
        let trial = self.lock().trial(index);
        let opening = self.openings.get(index, judge);
        let mut halves = Vec::new();
        for color in 0..2 {
            self.set(table, &trial)
                .map_err(|(engine, trouble)| format!("engine {}: {trouble}", NAMES[engine]))?;
            let Some(game) = table.play(2 * index + color, &opening, &self.halt) else { return Ok(()) };
            check(&game)?;
            halves.push(game.half);
        }
        self.learn(&trial, &halves)
    }

    /// Sets the engines to the values of a trial.
    fn set(&self, table: &mut Table<'_>, trial: &Trial) -> Result<(), (usize, Trouble)> {
        let names: Vec<String> = self.lock().params.iter().map(|param| param.name.clone()).collect();
        for (number, engine) in table.engines()?.iter_mut().enumerate() {
            for (name, value) in names.iter().zip(&trial.values[number]) {
                engine.set_option(name, &value.to_string()).map_err(|trouble| (number, trouble))?;
            }
        }
        Ok(())
    }

    /// Learns from a pair of games, writes the state and prints the progress.
    fn learn(&self, trial: &Trial, halves: &[Half]) -> Result<(), String> {
        let mut state = self.lock();
        for half in halves {
            state.games[2 - *half as usize] += 1;
        }
        state.learn(trial, halves.iter().map(|half| *half as i32 - 1).sum());
        let text = serde_json::to_string_pretty(&*state).map_err(|error| error.to_string())?;
        write(&self.tune.state, &(text + "\n"))?;
        if state.done % self.tune.report == 0 {
            let [wins, draws, losses] = state.games;
            println!("{} of {} iterations, +{wins} ={draws} -{losses}", state.done, state.iterations);
            print!("{}", state.table());
        }
        Ok(())
    }
}

/// Rejects a game that was lost by a fault, as it says nothing about the parameters.
fn check(game: &Played) -> Result<(), String> {
    match &game.fault {
        Some(fault) => Err(format!("{fault}; the moves were {}", game.moves.join(" "))),
        None => Ok(()),
    }
}
