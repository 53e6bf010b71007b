//! Builds the opening book. It searches the positions of the traditional lines and those that the engine itself would
//! reach from them, and stores the moves that are nearly the best.
//!
//! Searches are limited by nodes, so the same arguments give the same book. Results are appended to a file at once
//! and not searched again.

use chuhe::engine::book::{Book, MAX_BYTES, MAX_MOVES, Sight, Weighted};
use chuhe::engine::eval::nnue::Network;
use chuhe::engine::limits::Limits;
use chuhe::engine::score::Score;
use chuhe::engine::session::{Options, Session};
use chuhe::records::openings::{NamedLine, lines};
use chuhe::rules::board::Board;
use chuhe::rules::game::Game;
use chuhe::rules::types::Move;
use clap::Args;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Hash table of a search in MiB, empty before each.
const HASH: usize = 8;

/// Build the opening book: search around the lines of the tradition.
#[derive(Args)]
pub struct BookBuilder {
    /// Nodes for a position
    #[arg(long, default_value_t = 100_000)]
    nodes: u64,
    /// Moves compared in each position, besides those of the lines
    #[arg(long, default_value_t = 4)]
    multipv: usize,
    /// Greatest loss of a move against the best one, in centipawns
    #[arg(long, default_value_t = 20)]
    margin: i32,
    /// Greatest loss of a move of the lines against the best one, in centipawns
    #[arg(long, default_value_t = 35)]
    line_margin: i32,
    /// The loss in centipawns that makes a move a third as frequent
    #[arg(long, default_value_t = 12)]
    third: i32,
    /// Plies from the start up to which positions are searched
    #[arg(long, default_value_t = 20)]
    plies: usize,
    /// Least probability that play from the book reaches a position to be searched, in thousandths
    #[arg(long, default_value_t = 4.0)]
    reach: f64,
    /// Positions searched at the same time
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=64))]
    concurrency: u8,
    /// The file of earlier results
    #[arg(long)]
    state: PathBuf,
    /// The book to write
    #[arg(long)]
    output: PathBuf,
}

/// Moves as stored in the book with their scores in centipawns, the best first.
type Findings = Vec<(Move, i32)>;

/// A position to search.
struct Task {
    game: Game,
    /// The probability from 0 to 1 that a game from the book reaches the position.
    reach: f64,
}

/// Moves of the traditional lines as stored in the book, by key of the position.
type Tradition = HashMap<u64, BTreeSet<u16>>;

fn tradition(lines: &[NamedLine]) -> Tradition {
    let mut tradition = Tradition::new();
    for line in lines {
        let mut game = Game::default();
        for mv in &line.moves {
            let sight = Sight::of(game.board());
            tradition.entry(sight.key).or_default().insert(sight.stored(*mv).bits());
            if let Err(refused) = game.play(*mv) {
                unreachable!("a line that was read is refused: {refused}");
            }
        }
    }
    tradition
}

impl BookBuilder {
    /// Builds the book and returns true if that succeeded.
    pub fn run(&self) -> bool {
        self.build().inspect_err(|error| eprintln!("error: {error}")).is_ok()
    }

    fn build(&self) -> io::Result<()> {
        let lines = lines().map_err(io::Error::other)?;
        let tradition = tradition(&lines);
        let mut known = self.read_state()?;
        let state = Mutex::new(OpenOptions::new().create(true).append(true).open(&self.state)?);
        let mut entries: BTreeMap<u64, (Board, Vec<Weighted>)> = BTreeMap::new();
        let mut round = BTreeMap::from([(
            Sight::of(Game::default().board()).key,
            Task { game: Game::default(), reach: 1.0 },
        )]);
        for ply in 0..self.plies {
            self.search_round(&round, &tradition, &mut known, &state)?;
            let mut next: BTreeMap<u64, Task> = BTreeMap::new();
            for (key, task) in &round {
                let kept = self.kept(&known[key], tradition.get(key));
                self.spread(task, &kept, tradition.get(key), &entries, &mut next);
                entries.insert(*key, (task.game.board().clone(), kept));
            }
            println!("ply {ply}: {} positions, {} in all", round.len(), entries.len());
            next.retain(|key, task| !entries.contains_key(key) && !task.game.verdict().is_over());
            round = next;
        }
        self.write(entries)
    }

    fn write(&self, entries: BTreeMap<u64, (Board, Vec<Weighted>)>) -> io::Result<()> {
        // Stored moves may be mirrored; `Book::new` takes moves as they are on the board.
        let seen = entries.values().map(|(board, moves)| {
            let sight = Sight::of(board);
            (board, moves.iter().map(|known| Weighted { mv: sight.seen(known.mv), ..*known }).collect())
        });
        let book = Book::new(seen);
        let bytes = book.to_bytes();
        println!("{} positions, {} bytes", book.len(), bytes.len());
        if bytes.len() > MAX_BYTES {
            return Err(io::Error::other(format!(
                "more than {MAX_BYTES} bytes: raise --reach or lower --plies"
            )));
        }
        fs::write(&self.output, bytes)
    }

    /// Adds the positions that follow a position to the next round.
    fn spread(
        &self,
        task: &Task,
        kept: &[Weighted],
        of_lines: Option<&BTreeSet<u16>>,
        done: &BTreeMap<u64, (Board, Vec<Weighted>)>,
        next: &mut BTreeMap<u64, Task>,
    ) {
        let sight = Sight::of(task.game.board());
        let total: f64 = kept.iter().map(|known| f64::from(known.weight)).sum();
        let share = |mv: Move| {
            kept.iter().find(|known| known.mv == mv).map_or(0.0, |it| f64::from(it.weight) / total)
        };
        let of_lines = || of_lines.into_iter().flatten().filter_map(|bits| Move::from_bits(*bits));
        let moves: BTreeSet<u16> =
            kept.iter().map(|known| known.mv).chain(of_lines()).map(Move::bits).collect();
        for mv in moves.into_iter().filter_map(Move::from_bits) {
            let reach = task.reach * share(mv);
            let is_line = of_lines().any(|other| other == mv);
            let mut game = task.game.clone();
            if (!is_line && reach * 1000.0 < self.reach) || game.play(sight.seen(mv)).is_err() {
                continue;
            }
            let key = Sight::of(game.board()).key;
            if !done.contains_key(&key) {
                next.entry(key).or_insert(Task { game, reach: 0.0 }).reach += reach;
            }
        }
    }

    /// Selects the moves of a position that are worth playing, with their weights.
    fn kept(&self, findings: &Findings, of_lines: Option<&BTreeSet<u16>>) -> Vec<Weighted> {
        let best = findings.iter().map(|(_, score)| *score).max().unwrap_or_default();
        let is_line = |mv: Move| of_lines.is_some_and(|moves| moves.contains(&mv.bits()));
        let margin = |mv: Move| if is_line(mv) { self.line_margin } else { self.margin };
        let weight =
            |score: i32| 100.0 * (-f64::from(best - score) / f64::from(self.third) * 3f64.ln()).exp();
        let good = findings.iter().filter(|(mv, score)| best - score <= margin(*mv));
        let mut kept: Vec<Weighted> = good
            .map(|(mv, score)| Weighted { mv: *mv, weight: weight(*score).round().max(1.0) as u8 })
            .collect();
        kept.sort_by_key(|known| (std::cmp::Reverse(known.weight), known.mv.bits()));
        kept.truncate(MAX_MOVES);
        kept
    }

    /// Searches the positions of a round that the state file does not have.
    fn search_round(
        &self,
        round: &BTreeMap<u64, Task>,
        tradition: &Tradition,
        known: &mut HashMap<u64, Findings>,
        state: &Mutex<File>,
    ) -> io::Result<()> {
        let open: Vec<(&u64, &Task)> = round.iter().filter(|(key, _)| !known.contains_key(*key)).collect();
        let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        thread::scope(|scope| {
            let work = || -> io::Result<()> {
                let mut session = Session::new(HASH);
                session.set_network(Network::embedded());
                while let Some((key, task)) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let findings = self.search(&mut session, &task.game, tradition.get(*key));
                    let line = self.line(**key, &findings);
                    writeln!(state.lock().map_err(poisoned)?, "{line}")?;
                    found.lock().map_err(poisoned)?.push((**key, findings));
                }
                Ok(())
            };
            let workers: Vec<_> = (0..self.concurrency).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .try_for_each(|worker| worker.join().map_err(|_| io::Error::other("a search broke"))?)
        })?;
        known.extend(found.into_inner().map_err(poisoned)?);
        Ok(())
    }

    /// Searches a position. Returns the best moves and those of the lines, as stored, with their scores.
    fn search(&self, session: &mut Session, game: &Game, of_lines: Option<&BTreeSet<u16>>) -> Findings {
        let sight = Sight::of(game.board());
        // Of two moves that mirror each other, only the stored one is searched.
        let mut findings =
            self.look(session, game, self.nodes, |mv| !sight.is_symmetric || sight.stored(mv) == mv);
        let missing = |mv: Move| {
            let stored = sight.stored(mv);
            let is_first = !sight.is_symmetric || stored == mv;
            let is_known = findings.iter().any(|(known, _)| *known == stored);
            is_first && !is_known && of_lines.is_some_and(|moves| moves.contains(&stored.bits()))
        };
        if game.board().legal_moves().into_iter().any(missing) {
            let others = self.look(session, game, self.nodes / 2, missing);
            findings.extend(others);
        }
        findings.sort_by_key(|(mv, score)| (std::cmp::Reverse(*score), mv.bits()));
        findings
    }

    fn look(&self, session: &mut Session, game: &Game, nodes: u64, keep: impl Fn(Move) -> bool) -> Findings {
        let sight = Sight::of(game.board());
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        session.new_game();
        session.begin(game, Options { limits, multipv: self.multipv, ..Options::default() });
        session.keep_roots(keep);
        session.run(&mut |_| {});
        let lines = session.finish().lines.into_iter();
        let found = lines.filter_map(|line| Some((sight.stored(*line.pv.first()?), centipawns(line.score))));
        found.collect()
    }

    /// Formats a line of the state file: nodes, number of moves compared, key, then moves with their scores.
    fn line(&self, key: u64, findings: &Findings) -> String {
        let moves: Vec<String> = findings.iter().map(|(mv, score)| format!("{mv}:{score}")).collect();
        format!("{} {} {key:016x} {}", self.nodes, self.multipv, moves.join(" "))
    }

    fn read_state(&self) -> io::Result<HashMap<u64, Findings>> {
        if !self.state.exists() {
            return Ok(HashMap::new());
        }
        let text = fs::read_to_string(&self.state)?;
        Ok(text.lines().filter_map(|line| self.read_line(line)).collect())
    }

    /// Reads a line of the state file; `None` if other arguments produced it.
    fn read_line(&self, line: &str) -> Option<(u64, Findings)> {
        let mut words = line.split(' ');
        let is_mine = words.next()?.parse() == Ok(self.nodes) && words.next()?.parse() == Ok(self.multipv);
        let key = u64::from_str_radix(words.next()?, 16).ok()?;
        let finding = |word: &str| {
            let (mv, score) = word.split_once(':')?;
            Some((mv.parse().ok()?, score.parse().ok()?))
        };
        let findings: Option<Findings> = words.filter(|word| !word.is_empty()).map(finding).collect();
        is_mine.then_some((key, findings?))
    }
}

fn poisoned<T>(_: T) -> io::Error {
    io::Error::other("a search broke")
}

fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value,
        Score::Mate(plies) => 20_000 * plies.signum(),
    }
}
