//! The finder of puzzles: it looks through games of the engine against itself for mates and wins of material
//! that have one solution, verifies them and writes them down for the page.
//!
//! Stored scores say where to look, so that only few positions are searched. Mates in up to three moves are
//! proved by trying everything ([`mates`]), longer ones as far as a budget goes; beyond it checks alone are tried, and
//! searches limited by nodes decide, as for wins of material. What was found out about a game is written to a file at
//! once, and the work goes on from there: from the same file the same arguments give the same puzzles.

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

/// Longest mate in moves.
const LONGEST: usize = 9;
/// Positions of a game that are looked at for a win of material.
const WIN_CANDIDATES: usize = 6;
/// Where there are fewer moves to choose from there is nothing to find.
const LEAST_MOVES: usize = 4;
/// Games that are looked at before any of their puzzles is taken. What is still wanted is the same for all of them, so that
/// what is found does not depend on the number of processors.
const BATCH: usize = 64;
/// Batches between two writings of the puzzles.
const WRITE_EVERY: usize = 8;

/// Find puzzles in files of games.
#[derive(Args)]
pub struct Puzzles {
    /// Files of games
    #[arg(required_unless_present = "again")]
    games: Vec<PathBuf>,
    /// Look for nothing, but say anew of the puzzles in the output what is said of them: motifs, sides, the course; and
    /// measure the difficulty of those that have none
    #[arg(long)]
    again: bool,
    /// With --again: measure the difficulty of all
    #[arg(long, requires = "again")]
    measure: bool,
    /// Keep the puzzles that are in the output, whatever there are of their kind, and look for more
    #[arg(long, conflicts_with = "again")]
    more: bool,
    /// How many mates in 1 to 9 moves to look for
    #[arg(long, num_args = LONGEST, default_values_t = [50, 70, 70, 65, 60, 40, 30, 25, 20])]
    mates: Vec<usize>,
    /// How many wins of material to look for
    #[arg(long, default_value_t = 100)]
    wins: usize,
    /// Puzzles that end with the same mated palace
    #[arg(long, default_value_t = 6)]
    alike: usize,
    /// Nodes of a search
    #[arg(long, default_value_t = 80_000)]
    nodes: u64,
    /// Moves made in a proof before it is given up
    #[arg(long, default_value_t = 3_000_000)]
    budget: u64,
    /// Games looked at for mates, at most: the long ones are rare
    #[arg(long, default_value_t = usize::MAX)]
    most: usize,
    /// How many moves before a mate is seen a longer one is looked for: more for long ones
    #[arg(long, default_value_t = 3)]
    before: usize,
    /// The order in which games are looked at
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file that remembers what was found. What was found with other arguments is kept, and counts
    #[arg(long, default_value = "puzzles.txt")]
    state: PathBuf,
    /// The folder for the files of the puzzles
    #[arg(long)]
    output: PathBuf,
}

/// A puzzle: Red is to move.
pub struct Puzzle {
    /// The position, without what was before.
    pub game: Game,
    /// The solution: the moves of Red and the answers in turn.
    pub moves: Vec<Move>,
    /// Whether it ends with a mate; else with a win of material.
    pub is_mate: bool,
    is_proved: bool,
    /// In tenths of a level, see [`difficulty`]; `None` until it is measured.
    difficulty: Option<u32>,
}

impl Puzzle {
    /// Number of the solver's moves.
    pub fn length(&self) -> usize {
        self.moves.len().div_ceil(2)
    }

    /// The names of the positions in which the solver is to move.
    fn names(&self) -> Vec<u64> {
        let mut board = self.game.board().clone();
        let mut names = vec![name(&board)];
        for pair in self.moves.chunks_exact(2) {
            pair.iter().for_each(|mv| _ = board.make(*mv));
            names.push(name(&board));
        }
        names
    }

    /// A line of the state.
    fn to_line(&self) -> String {
        let kind = if self.is_mate { "mate" } else { "win" };
        let proof = if self.is_proved { "proved" } else { "searched" };
        format!("{kind}\t{proof}\t{}\t{}", placement(self.game.board()), text(&self.moves))
    }

    /// The puzzle of such a line; `None` where there is none.
    fn from_line(line: &str) -> Option<Puzzle> {
        let words: Vec<&str> = line.split('\t').collect();
        let [kind, proof, fen, moves] = words[..] else { return None };
        let start: Position = format!("{fen} w").parse().ok()?;
        let moves: Option<Vec<Move>> = moves.split(' ').map(|mv| mv.parse().ok()).collect();
        let (is_mate, is_proved) = (kind == "mate", proof == "proved");
        Some(Puzzle { game: Game::new(start), moves: moves?, is_mate, is_proved, difficulty: None })
    }

    /// The puzzle of a row of the file for the page, whatever is said of it; `None` for a line that is no row.
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

    /// A row of the file for the page: position, moves without blanks, kind, grade, motifs, whose it is there, and its
    /// difficulty where that is known.
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

/// What was found so far.
#[derive(Default)]
struct Found {
    puzzles: Vec<Puzzle>,
    /// Of every position in which a solver is to move, and of those that were struck.
    names: HashSet<u64>,
    patterns: HashMap<String, usize>,
    mates: [usize; LONGEST],
    wins: usize,
}

impl Found {
    /// Takes a puzzle unless one like it is there, or enough of its kind.
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

    /// Takes a puzzle unless a position of it is there or was struck, or there is nothing to find.
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

/// What the palace of a mate looks like.
fn pattern(mate: &Puzzle) -> String {
    facts::pattern(facts::finish(&mate.game, &mate.moves).board())
}

/// What the file of the state holds.
#[derive(Default)]
struct State {
    /// What was found with the arguments of now, by number of the game and whether mates were looked for.
    known: HashMap<(usize, bool), String>,
    /// The puzzles that were found with other arguments.
    kept: Vec<Puzzle>,
    /// The names of positions that another program refuted: lines that say `struck`, then what they said before.
    struck: Vec<u64>,
}

impl Puzzles {
    /// Finds puzzles; whether they could be written.
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

    /// The puzzle of a game, if it has one of the kind that is still looked for.
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

    /// What the lines of the state that belong to these arguments begin with.
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

    /// Writes the puzzles as a course.
    fn write(&self, found: &Found, count: usize) -> io::Result<()> {
        course::write(&self.output, &found.puzzles)?;
        let proved = found.puzzles.iter().filter(|puzzle| puzzle.is_proved).count();
        let (mates, wins) = (&found.mates, found.wins);
        println!("{count} games: mates {mates:?}, {proved} of those found now proved, wins {wins}");
        Ok(())
    }
}
