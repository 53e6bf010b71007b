//! Compares the levels with people: how often a level plays the master's move, how much its moves lose compared with
//! the master's, and how deep a mate it finds.

use super::ladder::replace_between;
use super::opening::Random;
use super::puzzles::{Puzzle, read_course};
use chuhe::engine::eval::nnue::Network;
use chuhe::engine::level::{self, Strength};
use chuhe::engine::limits::Limits;
use chuhe::engine::score::Score;
use chuhe::engine::session::{Options, Session};
use chuhe::records;
use chuhe::rules::game::Game;
use chuhe::rules::types::Move;
use clap::Args;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

/// Marks around the tables in the document.
const MARKS: [&str; 2] = ["<!-- masters -->", "<!-- /masters -->"];
/// Plies of a game from which positions are chosen.
const PLIES: std::ops::Range<usize> = 14..80;
/// The greatest value in centipawns of a position that is used; beyond it games are decided.
const OPEN: i32 = 400;
/// The greatest loss in centipawns that is counted for a move.
const MOST_LOSS: i32 = 1_000;
/// Lengths of the mates, in moves of the mating side.
const MATES: std::ops::RangeInclusive<usize> = 1..=5;

/// Compare the levels with masters' moves, and see how deep they find mates.
#[derive(Args)]
pub struct Masters {
    /// PGN file of games of masters
    #[arg(long)]
    games: PathBuf,
    /// The puzzles of the page
    #[arg(long, default_value = "www/assets/puzzles")]
    puzzles: PathBuf,
    /// Positions to choose, one from each game
    #[arg(long, default_value_t = 300)]
    positions: usize,
    /// Greatest number of mates of each depth
    #[arg(long, default_value_t = 100)]
    mates: usize,
    /// The lowest level whose moves are compared with those of masters
    #[arg(long, default_value_t = 6)]
    from: u8,
    /// Nodes of an evaluation
    #[arg(long, default_value_t = 60_000)]
    nodes: u64,
    /// Seed of the choice of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The document whose tables are updated
    #[arg(long)]
    document: Option<PathBuf>,
}

/// The losses of a level's or of the masters' moves.
#[derive(Default)]
struct Losses {
    same: usize,
    losses: Vec<i32>,
}

impl Masters {
    /// Measures and writes the tables.
    ///
    /// # Errors
    /// A message when a file cannot be read or written.
    pub fn run(&self) -> Result<bool, String> {
        let people = self.beside_people()?;
        let mates = self.mates()?;
        let text = format!("{people}\n{mates}");
        println!("{text}");
        self.document.as_ref().map_or(Ok(()), |path| replace_between(path, MARKS, &text))?;
        Ok(true)
    }

    /// Chooses positions from the games, each with the move played.
    fn positions(&self) -> Result<Vec<(Game, Move)>, String> {
        let text = read(&self.games)?;
        let games = split(&text);
        let mut random = Random::new(self.seed);
        let mut positions = Vec::new();
        for _ in 0..games.len() {
            if positions.len() == self.positions {
                break;
            }
            let Some(moves) = moves_of(games[random.below(games.len())]) else { continue };
            let ply = PLIES.start + random.below(PLIES.len());
            let Some(played) = moves.get(ply) else { continue };
            let mut position = Game::default();
            if moves[..ply].iter().all(|mv| position.play(*mv).is_ok()) && position.board().is_legal(*played)
            {
                positions.push((position, *played));
            }
        }
        Ok(positions)
    }

    fn beside_people(&self) -> Result<String, String> {
        let mut judge = Judge::new(self.nodes);
        let mut player = session();
        let levels: Vec<u8> = (self.from..=level::MAX).collect();
        let mut found: BTreeMap<Option<u8>, Losses> = BTreeMap::new();
        let mut count = 0;
        for (index, (game, played)) in self.positions()?.into_iter().enumerate() {
            let (best, value) = judge.best(&game);
            if value.abs() > OPEN {
                continue;
            }
            count += 1;
            let mut known = BTreeMap::from([(best.map(Move::bits), 0)]);
            let mut loss = |mv: Move| {
                let worth = known.entry(Some(mv.bits()));
                *worth.or_insert_with(|| (value - judge.value_of(&game, mv)).clamp(0, MOST_LOSS))
            };
            let mut note = |who, mv: Move| {
                let losses = found.entry(who).or_default();
                losses.same += usize::from(mv == played);
                losses.losses.push(loss(mv));
            };
            note(None, played);
            for number in &levels {
                let mv = chosen(&mut player, &game, *number, index as u64);
                mv.into_iter().for_each(|mv| note(Some(*number), mv));
            }
        }
        Ok(table_of_losses(count, found))
    }

    /// Tabulates in what percentage of positions with a mate each level begins it.
    fn mates(&self) -> Result<String, String> {
        let all = read_course(&self.puzzles).map_err(|error| error.to_string())?;
        let mut table = "| level |".to_owned();
        let mut rule = "| ---: |".to_owned();
        let mut shares: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
        let mut player = session();
        for moves in MATES {
            let is_of_depth = |puzzle: &&Puzzle| puzzle.is_mate && puzzle.length() == moves;
            let of_depth: Vec<&Puzzle> = all.iter().filter(is_of_depth).collect();
            // Spread over the whole course, whose difficulty rises.
            let every = of_depth.len().div_ceil(self.mates.max(1)).max(1);
            let puzzles: Vec<&Puzzle> = of_depth.into_iter().step_by(every).take(self.mates).collect();
            // Writing to a String cannot fail.
            let _ = write!(table, " mate in {moves} ({}) |", puzzles.len());
            rule.push_str(" ---: |");
            for number in level::MIN..=level::MAX {
                let begun = puzzles.iter().enumerate().filter(|(index, puzzle)| {
                    let begun = chosen(&mut player, &puzzle.game, number, *index as u64);
                    begun.as_ref() == puzzle.moves.first()
                });
                let share = 100 * begun.count() / puzzles.len().max(1);
                shares.entry(number).or_default().push(share);
            }
        }
        let _ = write!(table, "\n{rule}\n");
        for (number, shares) in shares {
            let cells: Vec<String> = shares.iter().map(|share| format!("{share} %")).collect();
            let _ = writeln!(table, "| {number} | {} |", cells.join(" | "));
        }
        Ok(table)
    }
}

/// Cuts a PGN file into games, without the beginning of their first tag.
pub(crate) fn split(text: &str) -> Vec<&str> {
    text.split("\n[Event ").collect()
}

/// Returns the moves of a game from [`split`]; `None` if it cannot be read.
pub(crate) fn moves_of(game: &str) -> Option<Vec<Move>> {
    let game = format!("[Event {}", game.trim_start_matches("[Event "));
    records::read_native(game.as_bytes()).ok().map(|opened| opened.record.main_line())
}

pub(crate) fn read(path: &PathBuf) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn session() -> Session {
    let mut session = Session::new(32);
    session.set_network(Network::embedded());
    session
}

/// Returns the move that a level chooses.
fn chosen(player: &mut Session, game: &Game, number: u8, seed: u64) -> Option<Move> {
    let level = Strength::level(number);
    let limits = Limits { nodes: (number == level::MAX).then_some(300_000), ..Limits::default() };
    player.new_game();
    player.go(game, Options { limits, level, seed, ..Options::default() }, &mut |_| {}).best
}

/// A session at full strength that evaluates moves.
struct Judge {
    session: Session,
    options: Options,
}

impl Judge {
    fn new(nodes: u64) -> Judge {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        Judge { session: session(), options: Options { limits, ..Options::default() } }
    }

    fn best(&mut self, game: &Game) -> (Option<Move>, i32) {
        let report = self.session.go(game, self.options, &mut |_| {});
        (report.best, report.lines.first().map_or(0, |line| worth(line.score)))
    }

    fn value_of(&mut self, game: &Game, mv: Move) -> i32 {
        let mut next = game.clone();
        match next.play(mv) {
            Ok(_) if !next.board().has_legal_move() => MOST_LOSS * 2,
            Ok(_) => -self.best(&next).1,
            Err(_) => -MOST_LOSS * 2,
        }
    }
}

fn worth(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value.clamp(-MOST_LOSS * 2, MOST_LOSS * 2),
        Score::Mate(plies) => {
            if plies > 0 {
                MOST_LOSS * 2
            } else {
                -MOST_LOSS * 2
            }
        }
    }
}

fn table_of_losses(count: usize, found: BTreeMap<Option<u8>, Losses>) -> String {
    let mut table = format!(
        "| {count} positions | the master's move | mean loss | half lose at most | nine of ten lose at most | lose 100 or more | lose 300 or more |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
    );
    for (who, Losses { same, mut losses }) in found {
        losses.sort_unstable();
        let all = losses.len().max(1);
        let at = |share: usize| losses.get((all * share / 100).min(all - 1)).copied().unwrap_or_default();
        let beyond =
            |least: i32| 100.0 * losses.iter().filter(|loss| **loss >= least).count() as f64 / all as f64;
        let name = who.map_or("masters".to_owned(), |number| format!("level {number}"));
        // Writing to a String cannot fail.
        let _ = writeln!(
            table,
            "| {name} | {:.0} % | {:.0} | {} | {} | {:.1} % | {:.1} % |",
            100.0 * same as f64 / all as f64,
            f64::from(losses.iter().sum::<i32>()) / all as f64,
            at(50),
            at(90),
            beyond(100),
            beyond(300),
        );
    }
    table
}
