//! Totals of the games of a match.

use super::NAMES;
use super::played::Played;
use super::score::{Half, Score};
use std::collections::BTreeMap;

/// The statistics of an engine's moves.
#[derive(Clone, Copy, Default)]
struct Effort {
    moves: u32,
    depths: u64,
    ms: f64,
    longest: f64,
    late: u32,
    faults: u32,
}

impl Effort {
    fn summary(&self) -> String {
        let moves = f64::from(self.moves.max(1));
        format!(
            "{} moves, mean depth {:.1}, mean time {:.1} ms, longest {:.1} ms, late {}, faults {}",
            self.moves,
            self.depths as f64 / moves,
            self.ms / moves,
            self.longest,
            self.late,
            self.faults
        )
    }
}

/// Results and statistics of both engines.
#[derive(Default)]
pub struct Tally {
    score: Score,
    /// The first game of each incomplete pair, by the number of the pair.
    single: BTreeMap<u64, Half>,
    reasons: BTreeMap<String, u32>,
    games: u32,
    plies: usize,
    names: [String; 2],
    efforts: [Effort; 2],
}

impl Tally {
    /// Adds a game. Only complete pairs count in the score.
    pub fn add(&mut self, game: &Played) {
        self.games += 1;
        self.plies += game.moves.len();
        *self.reasons.entry(game.reason.clone()).or_default() += 1;
        for (engine, name) in game.names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            self.names[engine].clone_from(name);
        }
        for (engine, note) in game.efforts() {
            let effort = &mut self.efforts[engine];
            effort.moves += 1;
            effort.depths += u64::from(note.depth);
            effort.ms += note.ms;
            effort.longest = effort.longest.max(note.ms);
            effort.late += u32::from(note.late);
        }
        if game.fault.is_some() {
            self.efforts[usize::from(game.half == Half::Win)].faults += 1;
        }
        let pair = game.index / 2;
        match self.single.remove(&pair) {
            Some(other) => self.score.add([other, game.half]),
            None => drop(self.single.insert(pair, game.half)),
        }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Returns the number of games that an engine lost by a fault.
    pub fn faults(&self) -> u32 {
        self.efforts.iter().map(|effort| effort.faults).sum()
    }

    /// Returns the score of the complete pairs.
    pub fn score(&self) -> &Score {
        &self.score
    }

    /// Prints all totals.
    pub fn print(&self) {
        for (engine, effort) in self.efforts.iter().enumerate() {
            println!("engine {} ({}): {}", NAMES[engine], self.names[engine], effort.summary());
        }
        let reasons: Vec<String> =
            self.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        println!("mean length {} plies; {}", self.plies / self.games.max(1) as usize, reasons.join(", "));
        if !self.single.is_empty() {
            println!("left out: {} games whose pair is not whole", self.single.len());
        }
        println!("result for A: {}", self.score);
    }
}
