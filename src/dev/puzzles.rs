//! Finds puzzles in games of the engine against itself: mates and wins of material with one solution. Verifies them
//! and writes them for the page.
//!
//! Stored scores select the few positions to search. Mates in up to three moves are proved by trying everything
//! ([`mates`]); longer ones are proved as far as a budget allows. Beyond it, only checks are tried, and searches
//! limited by nodes decide, as for wins of material. The result for each game is appended to a state file at once,
//! and a later run continues from it: the same file and the same arguments give the same puzzles.

mod candidates;
mod course;
mod difficulty;
mod facts;
mod lines;
mod mates;
mod motifs;
mod tactics;

pub use course::read as read_course;

use super::games::{self, Played};
use super::parallel;
use candidates::{candidate, mate_plies, name, shuffled, text, win_plies};
use chuhe::rules::fen::{Position, placement};
use chuhe::rules::game::Game;
use chuhe::rules::types::Move;
use clap::Args;
use lines::{Solution, Verifier};
use std::collections::{HashMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;

/// Length of the longest mate, in moves.
const LONGEST: usize = 9;
/// The greatest number of positions of a game that are searched for a win of material.
const WIN_CANDIDATES: usize = 6;
/// The least number of legal moves in a puzzle; with fewer it is too easy.
const LEAST_MOVES: usize = 4;
/// Number of games that are searched before any of their puzzles is accepted. Within a batch the numbers of missing
/// puzzles do not change, so the results do not depend on the number of processors.
const BATCH: usize = 64;
/// Number of batches after which the puzzles are written.
const WRITE_EVERY: usize = 8;

/// Find puzzles in files of games.
#[derive(Args)]
pub struct Puzzles {
    /// Files of games
    #[arg(required_unless_present = "again")]
    games: Vec<PathBuf>,
    /// Do not look for puzzles; rewrite the motifs, sides and course of the puzzles in the output, and measure the
    /// difficulty of those that have none
    #[arg(long)]
    again: bool,
    /// With --again: measure the difficulty of all puzzles
    #[arg(long, requires = "again")]
    measure: bool,
    /// Keep the puzzles in the output, whatever their number, and look for more
    #[arg(long, conflicts_with = "again")]
    more: bool,
    /// Number of mates in 1, 2, … 9 moves to look for
    #[arg(long, num_args = LONGEST, default_values_t = [50, 70, 70, 65, 60, 40, 30, 25, 20])]
    mates: Vec<usize>,
    /// Number of wins of material to look for
    #[arg(long, default_value_t = 100)]
    wins: usize,
    /// Greatest number of puzzles that end with the same mated palace
    #[arg(long, default_value_t = 6)]
    alike: usize,
    /// Nodes of a search
    #[arg(long, default_value_t = 80_000)]
    nodes: u64,
    /// Moves made in a proof before it is given up
    #[arg(long, default_value_t = 3_000_000)]
    budget: u64,
    /// Greatest number of games to search for mates: long mates are rare
    #[arg(long, default_value_t = usize::MAX)]
    most: usize,
    /// Number of moves before a visible mate from which to look for a longer mate: more for long mates
    #[arg(long, default_value_t = 3)]
    before: usize,
    /// Seed of the order of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file of earlier results. Puzzles found with other arguments stay in it and count
    #[arg(long, default_value = "puzzles.txt")]
    state: PathBuf,
    /// The folder for the files of the puzzles
    #[arg(long)]
    output: PathBuf,
}

/// A puzzle, with Red to move.
pub struct Puzzle {
    /// The start position without earlier moves.
    pub game: Game,
    /// The solution: the moves of Red and the replies in turn.
    pub moves: Vec<Move>,
    /// True for a mate, false for a win of material.
    pub is_mate: bool,
    is_proved: bool,
    /// The difficulty in tenths of a level, see [`difficulty`]; `None` until measured.
    difficulty: Option<u32>,
}

impl Puzzle {
    /// Returns the number of the solver's moves.
    pub fn length(&self) -> usize {
        self.moves.len().div_ceil(2)
    }

    /// Returns the names of the positions in which the solver is to move; see [`name`].
    fn names(&self) -> Vec<u64> {
        let mut board = self.game.board().clone();
        let mut names = vec![name(&board)];
        for pair in self.moves.chunks_exact(2) {
            pair.iter().for_each(|mv| _ = board.make(*mv));
            names.push(name(&board));
        }
        names
    }

    /// Formats a line of the state file.
    fn to_line(&self) -> String {
        let kind = if self.is_mate { "mate" } else { "win" };
        let proof = if self.is_proved { "proved" } else { "searched" };
        format!("{kind}\t{proof}\t{}\t{}", placement(self.game.board()), text(&self.moves))
    }

    /// Reads a line of the state file; `None` if it has no puzzle.
    fn from_line(line: &str) -> Option<Puzzle> {
        let words: Vec<&str> = line.split('\t').collect();
        let [kind, proof, fen, moves] = words[..] else { return None };
        let start: Position = format!("{fen} w").parse().ok()?;
        let moves: Option<Vec<Move>> = moves.split(' ').map(|mv| mv.parse().ok()).collect();
        let (is_mate, is_proved) = (kind == "mate", proof == "proved");
        Some(Puzzle { game: Game::new(start), moves: moves?, is_mate, is_proved, difficulty: None })
    }

    /// Reads a row of the file for the page, without its motifs, grade and side; `None` for a line that is not a row.
    fn from_row(row: &str) -> Option<Puzzle> {
        let words: Vec<&str> = row.split('"').collect();
        let [_, fen, _, line, _, kind, ..] = words[..] else { return None };
        let difficulty = words.last()?.trim_matches([',', ']', ' ']).parse().ok();
        let start: Position = format!("{fen} w").parse().ok()?;
        let moves: Option<Vec<Move>> =
            (0..line.len()).step_by(4).map(|at| line.get(at..at + 4)?.parse().ok()).collect();
        let (is_mate, is_proved) = (kind == "m", false);
        Some(Puzzle { game: Game::new(start), moves: moves?, is_mate, is_proved, difficulty })
    }

    /// Formats a row of the file for the page: position, moves without blanks, kind, grade, motifs, side, and the
    /// difficulty if measured.
    fn row(&self, side: &str) -> String {
        let themes = if self.is_mate { motifs::motifs } else { tactics::tactics }(&self.game, &self.moves);
        let moves: String = self.moves.iter().map(Move::to_string).collect();
        let kind = if self.is_mate { "m" } else { "w" };
        let grade = facts::grade(&self.game, &self.moves);
        let fen = placement(self.game.board());
        let difficulty = self.difficulty.map_or(String::new(), |tenths| format!(",{tenths}"));
        format!("[\"{fen}\",\"{moves}\",\"{kind}\",{grade},\"{}\",\"{side}\"{difficulty}]", themes.join(" "))
    }
}

/// The puzzles accepted so far, with their counts.
#[derive(Default)]
struct Found {
    puzzles: Vec<Puzzle>,
    /// The names of all positions in which a solver is to move, and of struck ones.
    names: HashSet<u64>,
    patterns: HashMap<String, usize>,
    mates: [usize; LONGEST],
    wins: usize,
}

impl Found {
    /// Accepts a puzzle unless a similar one exists or there are enough of its kind.
    fn take(&mut self, puzzle: Puzzle, tool: &Puzzles) {
        let is_full = if puzzle.is_mate {
            let place = puzzle.length() - 1;
            let alike = self.patterns.get(&pattern(&puzzle)).copied().unwrap_or_default();
            self.mates[place] >= tool.mates[place] || alike >= tool.alike
        } else {
            self.wins >= tool.wins
        };
        if !is_full {
            self.keep(puzzle);
        }
    }

    /// Accepts a puzzle unless one of its positions exists or was struck, or the choice of moves is too small.
    fn keep(&mut self, puzzle: Puzzle) {
        let names = puzzle.names();
        if !has_choice(&puzzle.game) || names.iter().any(|name| self.names.contains(name)) {
            return;
        }
        if puzzle.is_mate {
            *self.patterns.entry(pattern(&puzzle)).or_default() += 1;
            self.mates[puzzle.length() - 1] += 1;
        } else {
            self.wins += 1;
        }
        self.names.extend(names);
        self.puzzles.push(puzzle);
    }
}

fn has_choice(game: &Game) -> bool {
    game.board().legal_moves().len() >= LEAST_MOVES
}

/// Describes the palace of a mate; see [`facts::pattern`].
fn pattern(mate: &Puzzle) -> String {
    facts::pattern(facts::finish(&mate.game, &mate.moves).board())
}

/// The contents of the state file.
#[derive(Default)]
struct State {
    /// Results with the current arguments, by the number of the game and whether mates were looked for.
    known: HashMap<(usize, bool), String>,
    /// Puzzles that were found with other arguments.
    kept: Vec<Puzzle>,
    /// Names of positions that another program refuted. Their lines say `struck` before the puzzle.
    struck: Vec<u64>,
}

impl Puzzles {
    /// Finds puzzles. Returns true if they could be written.
    pub fn run(&self) -> bool {
        let done = if self.again { self.tell_again() } else { self.find() };
        done.inspect_err(|error| eprintln!("error: {error}")).is_ok()
    }

    fn tell_again(&self) -> io::Result<()> {
        let mut puzzles = course::read(&self.output)?;
        let is_due = |puzzle: &Puzzle| self.measure || puzzle.difficulty.is_none();
        let due: Vec<usize> = (0..puzzles.len()).filter(|at| is_due(&puzzles[*at])).collect();
        let measured = difficulty::difficulties(&due.iter().map(|at| &puzzles[*at]).collect::<Vec<_>>());
        for (at, level) in due.into_iter().zip(measured) {
            puzzles[at].difficulty = Some((level * 10.0).round() as u32);
        }
        course::write(&self.output, &puzzles)
    }

    fn find(&self) -> io::Result<()> {
        let mut all = Vec::new();
        for path in &self.games {
            all.extend(games::read(path).map_err(|trouble| io::Error::other(trouble.to_string()))?);
        }
        let State { mut known, kept, struck } = self.read_state()?;
        let mut state = OpenOptions::new().create(true).append(true).open(&self.state)?;
        let mut found = Found::default();
        found.names.extend(struck);
        if self.more {
            course::read(&self.output)?.into_iter().for_each(|puzzle| found.keep(puzzle));
        }
        kept.into_iter().for_each(|puzzle| found.take(puzzle, self));
        let order = shuffled(all.len(), self.seed);
        for is_mate in [false, true] {
            let most = if is_mate { self.most } else { usize::MAX };
            for (count, batch) in order[..most.min(order.len())].chunks(BATCH).enumerate() {
                if count % WRITE_EVERY == 0 {
                    self.write(&found, count * BATCH)?;
                }
                if self.is_full(&found, is_mate) {
                    break;
                }
                let unknown: Vec<usize> =
                    batch.iter().copied().filter(|index| !known.contains_key(&(*index, is_mate))).collect();
                let verifier = || Verifier::new(self.nodes, self.budget);
                let look = |verifier: &mut Verifier, index: &usize| {
                    self.look(&all[*index], is_mate, &found, verifier)
                };
                let puzzles = parallel::map(&unknown, verifier, look);
                for (index, puzzle) in unknown.into_iter().zip(puzzles) {
                    let line = puzzle.as_ref().map_or("none".to_owned(), Puzzle::to_line);
                    writeln!(state, "{} {index} {is_mate}\t{line}", self.mark())?;
                    known.insert((index, is_mate), line);
                }
                let lines = batch.iter().filter_map(|index| known.get(&(*index, is_mate)));
                lines.filter_map(|line| Puzzle::from_line(line)).for_each(|puzzle| found.take(puzzle, self));
            }
        }
        self.write(&found, all.len())
    }

    fn is_full(&self, found: &Found, is_mate: bool) -> bool {
        if is_mate {
            found.mates.iter().zip(&self.mates).all(|(have, want)| have >= want)
        } else {
            found.wins >= self.wins
        }
    }

    /// Finds the puzzle of a game, if it has one of a kind that is still needed.
    fn look(&self, game: &Played, is_mate: bool, found: &Found, verifier: &mut Verifier) -> Option<Puzzle> {
        let plies = if is_mate { mate_plies(game, self.before) } else { win_plies(game) };
        let most = if is_mate { usize::MAX } else { WIN_CANDIDATES };
        plies.into_iter().take(most).find_map(|ply| {
            let candidate = candidate(game, ply)?;
            if !has_choice(&candidate.game) {
                return None;
            }
            let solution = if is_mate {
                let place = |moves: u8| usize::from(moves) - 1;
                let is_wanted = |moves: u8| found.mates[place(moves)] < self.mates[place(moves)];
                let moves = verifier.mate_length(&candidate.game, is_wanted)?;
                verifier.mate(&candidate.game, moves, candidate.taken_on)
            } else {
                verifier.win(&candidate.game, candidate.taken_on)
            };
            let Solution { moves, is_proved } = solution?;
            Some(Puzzle { game: candidate.game, moves, is_mate, is_proved, difficulty: None })
        })
    }

    /// Returns the beginning of the lines in the state file that belong to these arguments.
    fn mark(&self) -> String {
        let mates: Vec<String> = self.mates.iter().map(usize::to_string).collect();
        let (mates, wins) = (mates.join(","), self.wins);
        let (nodes, budget, seed, alike, before) =
            (self.nodes, self.budget, self.seed, self.alike, self.before);
        format!("{nodes} {budget} {seed} {mates} {wins} {alike} checks {before}")
    }

    fn read_state(&self) -> io::Result<State> {
        let mut state = State::default();
        if !self.state.exists() {
            return Ok(state);
        }
        let (text, mark) = (fs::read_to_string(&self.state)?, self.mark());
        for (head, found) in text.lines().filter_map(|line| line.split_once('\t')) {
            if let Some(puzzle) = found.strip_prefix("struck\t").and_then(Puzzle::from_line) {
                state.struck.push(name(puzzle.game.board()));
                continue;
            }
            let place = head.strip_prefix(&mark).and_then(|place| place.trim_start().split_once(' '));
            match place.and_then(|(index, is_mate)| Some((index.parse().ok()?, is_mate.parse().ok()?))) {
                Some(place) => _ = state.known.insert(place, found.to_owned()),
                None => state.kept.extend(Puzzle::from_line(found)),
            }
        }
        Ok(state)
    }

    /// Writes the puzzles as a course and prints their numbers.
    fn write(&self, found: &Found, count: usize) -> io::Result<()> {
        course::write(&self.output, &found.puzzles)?;
        let proved = found.puzzles.iter().filter(|puzzle| puzzle.is_proved).count();
        let (mates, wins) = (&found.mates, found.wins);
        println!("{count} games: mates {mates:?}, {proved} of those found now proved, wins {wins}");
        Ok(())
    }
}
