//! Plays one game between two engines, from its opening to its end.

use super::NAMES;
use super::adjudicate::{Draw, Resign};
use super::dialect::Allowance;
use super::engine::{Engine, Setup, Trouble};
use super::limit::Limit;
use super::openings::Opening;
use super::played::{Note, Played, color_of_a};
use super::score::Half;
use chuhe::rules::game::{Game, Outcome};
use chuhe::rules::types::{ByColor, Color};
use clap::Args;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The rules that end a game, besides those of Xiangqi.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "How games end")]
pub struct Rules {
    /// Number of plies after which a game is drawn
    #[arg(long, value_name = "N", default_value_t = 600)]
    pub max_plies: usize,
    /// Milliseconds beyond a limit from which a move is reported as late; with a clock it loses
    #[arg(long, value_name = "MS", default_value = "50", value_parser = millis)]
    pub tolerance: Duration,
    /// Milliseconds beyond a limit of time from which a move loses
    #[arg(long, value_name = "MS", default_value = "1000", value_parser = millis)]
    pub forfeit: Duration,
    /// Milliseconds after which a move without a limit of time loses
    #[arg(long, value_name = "MS", default_value = "120000", value_parser = millis)]
    pub patience: Duration,
    /// Ends games that both engines score as won by SCORE centipawns in their last MOVES moves
    #[arg(long, value_name = "SCORE,MOVES")]
    pub resign: Option<Resign>,
    /// Draws games that both engines score within SCORE in their last MOVES moves, from ply PLY on
    #[arg(long, value_name = "SCORE,MOVES,PLY")]
    pub draw: Option<Draw>,
}

fn millis(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|number| *number <= 86_400_000);
    number.map(Duration::from_millis).ok_or_else(|| format!("'{text}' is not a number of milliseconds"))
}

/// Two engines that play games one after the other.
pub struct Table<'a> {
    setups: &'a [Setup; 2],
    limits: [Limit; 2],
    rules: &'a Rules,
    /// The running engines; `None` after one of them has failed.
    engines: Option<[Engine; 2]>,
}

/// A game in progress.
struct Board<'a> {
    rules: &'a Rules,
    game: Game,
    /// The colour of engine A.
    a: Color,
    /// The side that makes the first move after the opening.
    first: Color,
    left: ByColor<Duration>,
    notes: Vec<Note>,
}

/// The result of a game.
struct Ending {
    half: Half,
    reason: &'static str,
    fault: Option<String>,
}

/// The number of an engine and its error.
pub type Failure = (usize, Trouble);

impl<'a> Table<'a> {
    /// Creates a table without running engines.
    pub fn new(setups: &'a [Setup; 2], limits: [Limit; 2], rules: &'a Rules) -> Table<'a> {
        Table { setups, limits, rules, engines: None }
    }

    /// Starts the engines where needed and prepares them for a new game.
    ///
    /// # Errors
    /// [`Failure`] when one of them does not become ready.
    pub fn engines(&mut self) -> Result<&mut [Engine; 2], Failure> {
        let engines = match self.engines.take() {
            Some(mut engines) => {
                for (number, engine) in engines.iter_mut().enumerate() {
                    engine.new_game().map_err(|trouble| (number, trouble))?;
                }
                engines
            }
            None => {
                let start =
                    |number: usize| Engine::start(&self.setups[number]).map_err(|trouble| (number, trouble));
                [start(0)?, start(1)?]
            }
        };
        Ok(self.engines.insert(engines))
    }

    /// Plays game number `index`; `None` if it was halted.
    pub fn play(&mut self, index: u64, opening: &Opening, halt: &AtomicBool) -> Option<Played> {
        let a = color_of_a(index);
        let mut board = Board::new(opening.game.clone(), a, &self.limits, self.rules);
        let limits = self.limits;
        let (ending, names) = match self.engines() {
            Err((number, trouble)) => (forfeit(number, &trouble.to_string()), [String::new(), String::new()]),
            Ok(engines) => {
                let names = [engines[0].name.clone(), engines[1].name.clone()];
                (board.play(engines, &limits, halt)?, names)
            }
        };
        if ending.fault.is_some() {
            self.engines = None;
        }
        Some(Played {
            index,
            names,
            half: ending.half,
            reason: ending.reason.to_owned(),
            fault: ending.fault,
            opening: opening.name.clone(),
            start: board.game.start().to_string(),
            moves: board.game.plies().iter().map(|ply| ply.mv.to_string()).collect(),
            notes: board.notes,
        })
    }
}

impl<'a> Board<'a> {
    fn new(game: Game, a: Color, limits: &[Limit; 2], rules: &'a Rules) -> Board<'a> {
        let base = |engine: usize| limits[engine].clock.map(|clock| clock.base);
        // An engine without a clock gets the other's time, because commands contain both times.
        let time = |engine: usize| base(engine).or(base(1 - engine)).unwrap_or_default();
        let left = ByColor(if a == Color::Red { [time(0), time(1)] } else { [time(1), time(0)] });
        let first = game.board().turn();
        Board { rules, game, a, first, left, notes: Vec::new() }
    }

    /// Plays to the end; `None` if halted before.
    fn play(&mut self, engines: &mut [Engine; 2], limits: &[Limit; 2], halt: &AtomicBool) -> Option<Ending> {
        loop {
            if let Some(ending) = self.ending() {
                return Some(ending);
            }
            if halt.load(Ordering::Relaxed) {
                return None;
            }
            let number = usize::from(self.game.board().turn() != self.a);
            if let Err(cause) = self.turn(&mut engines[number], limits[number]) {
                return Some(forfeit(number, &cause));
            }
        }
    }

    fn half(&self, outcome: Outcome) -> Half {
        match outcome {
            Outcome::Win(winner) if winner == self.a => Half::Win,
            Outcome::Win(_) => Half::Loss,
            Outcome::Draw | Outcome::Ongoing => Half::Draw,
        }
    }

    /// Returns the result if the game has ended.
    fn ending(&self) -> Option<Ending> {
        let verdict = self.game.verdict();
        let ending = |outcome, reason| Some(Ending { half: self.half(outcome), reason, fault: None });
        if let Some(reason) = verdict.reason {
            return ending(verdict.outcome, reason.code());
        }
        let plies = self.game.plies().len();
        if plies >= self.rules.max_plies {
            return ending(Outcome::Draw, "tooLong");
        }
        if self.rules.resign.is_none() && self.rules.draw.is_none() {
            return None;
        }
        let scores: Vec<_> = self.notes.iter().map(|note| note.score).collect();
        if let Some(winner) = self.rules.resign.and_then(|rule| rule.winner(&scores, self.first)) {
            return ending(Outcome::Win(winner), "resignRule");
        }
        let is_drawn = self.rules.draw.is_some_and(|rule| rule.is_due(&scores, self.first, plies));
        if is_drawn { ending(Outcome::Draw, "drawRule") } else { None }
    }

    /// Asks an engine for its move and plays it.
    ///
    /// # Errors
    /// A message that describes the engine's error.
    fn turn(&mut self, engine: &mut Engine, limit: Limit) -> Result<(), String> {
        let turn = self.game.board().turn();
        let allowance = Allowance { limit, left: self.left, turn };
        let allowed = allowance.time();
        let margin = if limit.clock.is_some() { self.rules.tolerance } else { self.rules.forfeit };
        let patience = allowed.map_or(self.rules.patience, |time| time + margin);
        let thought =
            engine.think(&self.game, &allowance, patience).map_err(|trouble| trouble.to_string())?;
        self.game.play(thought.mv).map_err(|error| format!("{error} in {}", self.game.position()))?;
        let late = allowed.is_some_and(|time| thought.time > time + self.rules.tolerance);
        let ms = (thought.time.as_secs_f64() * 1e4).round() / 10.0;
        self.notes.push(Note { depth: thought.depth, score: thought.score, ms, late });
        if let Some(clock) = limit.clock {
            self.left[turn] = self.left[turn].saturating_sub(thought.time) + clock.increment;
        }
        Ok(())
    }
}

/// Returns the result of a game in which an engine failed.
fn forfeit(number: usize, cause: &str) -> Ending {
    let half = if number == 0 { Half::Loss } else { Half::Win };
    Ending { half, reason: "fault", fault: Some(format!("engine {}: {cause}", NAMES[number])) }
}
