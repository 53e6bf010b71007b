//! Plays games of the engine against itself and writes them down for training.
//!
//! The same arguments give the same file, for any number of threads and any number of interruptions.

use super::games::{self, MAGIC, Played, UNSCORED};
use super::matches::openings::{Opening, Openings};
use super::opening::{Balance, Random, opening_after};
use super::parallel;
use chuhe::engine::eval::nnue::Network;
use chuhe::engine::limits::Limits;
use chuhe::engine::score::Score;
use chuhe::engine::session::{Options, Session};
use chuhe::records::openings::lines;
use chuhe::rules::fen::Position;
use chuhe::rules::game::Game;
use chuhe::rules::types::Move;
use clap::Args;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Instant;

/// Number of games of a resumed file that are replayed to check that the same arguments began it.
const COMPARED: usize = 16;
/// Hash table of the engine in MiB, small enough for the cache of a core.
const HASH: usize = 1;
/// When games for training end.
const TRAINING: End = End { plies: 300, lead: 2_000 };
/// When games for people end: endings that are won are of no interest to those who study openings.
const VARIED: End = End { plies: 200, lead: 800 };
/// Number of plies for which a side has to lead.
const LEAD_PLIES: usize = 6;
/// Number of plies, counted from the start of the game, in which moves are chosen at random with `--vary`.
const VARIED_PLIES: usize = 24;
/// Number of moves of which `--vary` chooses one.
const VARIED_MOVES: usize = 4;
/// Least and greatest number of random plies at the start of a game.
const PLIES_RANDOM: [usize; 2] = [5, 12];
/// Limits of the openings. Uneven ones are allowed, as the network has to learn such positions too.
const BALANCE: Balance = Balance { reach: 300, nodes: 1_000 };

/// Let the engine play itself and write the games down for training.
#[derive(Args)]
pub struct Datagen {
    /// Number of games in the finished file
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Continue an existing file that the same arguments began
    #[arg(long)]
    resume: bool,
    /// Nodes for a move
    #[arg(long, default_value_t = 600)]
    nodes: u64,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Least and greatest number of random plies at the start of a game
    #[arg(long, num_args = 2, default_values_t = PLIES_RANDOM)]
    plies_random: Vec<usize>,
    /// Percentage of games that begin with a part of a named opening and half as many random plies
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=100))]
    named: u8,
    /// File of the first moves of games, such as those of masters, one game a line in any form in which records are read;
    /// half of the games of `--named` begin with a part of such a line instead of a named opening
    #[arg(long, value_name = "FILE", conflicts_with = "vary")]
    lines: Option<PathBuf>,
    /// Begin every game with a whole named opening, each in its turn, and let the engine choose its first moves at random
    /// among those that lose at most so many centipawns against the best
    #[arg(long, conflicts_with_all = ["plies_random", "named"])]
    vary: Option<u16>,
    /// Games played at the same time
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=64))]
    concurrency: u8,
    /// File of the network that evaluates; by default the handcrafted evaluation
    #[arg(long)]
    network: Option<PathBuf>,
    /// The file to write
    #[arg(long)]
    output: PathBuf,
}

/// When games end that are not over by the rules.
struct End {
    /// Number of plies after which a game is drawn.
    plies: usize,
    /// Centipawns by which a side must lead for [`LEAD_PLIES`] plies to win.
    lead: i32,
}

/// The lines with which games begin.
struct Lines {
    named: Vec<Vec<Move>>,
    /// The lines of `--lines`.
    further: Vec<Vec<Move>>,
}

impl Lines {
    fn read(further: Option<&Path>) -> io::Result<Lines> {
        let named = lines().map_err(io::Error::other)?.into_iter().map(|line| line.moves).collect();
        let further = further.map_or(Ok(Vec::new()), further_lines)?;
        Ok(Lines { named, further })
    }

    /// Draws a line.
    fn draw(&self, random: &mut Random) -> &[Move] {
        let list = if self.further.is_empty() || random.below(2) == 0 { &self.named } else { &self.further };
        &list[random.below(list.len())]
    }
}

/// Reads the lines of `--lines`.
fn further_lines(path: &Path) -> io::Result<Vec<Vec<Move>>> {
    let Openings::List(list) = Openings::read(path, 0).map_err(io::Error::other)? else {
        unreachable!("a file holds a list")
    };
    list.iter()
        .map(|line| moves_from_start(line).map_err(|cause| failed(path, format!("{}: {cause}", line.name))))
        .collect()
}

fn moves_from_start(line: &Opening) -> Result<Vec<Move>, &'static str> {
    if *line.game.start() != Position::default() {
        return Err("it does not begin with the start position");
    }
    let moves: Vec<Move> = line.game.plies().iter().map(|ply| ply.mv).collect();
    if moves.is_empty() { Err("it has no moves") } else { Ok(moves) }
}

/// Returns an error that names the file.
fn failed(path: &Path, cause: impl Display) -> io::Error {
    io::Error::other(format!("{}: {cause}", path.display()))
}

/// A session that selects openings, and one that plays the games.
struct Players {
    judge: Session,
    session: Session,
}

impl Datagen {
    /// Plays the games and returns true if all could be written.
    pub fn run(&self) -> bool {
        self.write_all().inspect_err(|error| eprintln!("error: {error}")).is_ok()
    }

    fn write_all(&self) -> io::Result<()> {
        if self.lines.is_some() && self.named == 0 {
            return Err(io::Error::other("--lines: no game begins with a line while --named is 0"));
        }
        let network = self.read_network()?;
        let lines = Lines::read(self.lines.as_deref())?;
        self.write_games(network.as_ref(), &lines).map_err(|error| failed(&self.output, error))
    }

    fn write_games(&self, network: Option<&Arc<Network>>, lines: &Lines) -> io::Result<()> {
        let (mut file, first) = self.open_file(network, lines)?;
        let next = AtomicU64::new(first);
        let started = Instant::now();
        thread::scope(|scope| {
            let (sender, results) = channel();
            for _ in 0..u64::from(self.concurrency).min(self.games.saturating_sub(first)) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.work(next, network, lines, &sender));
            }
            drop(sender);
            // Games are written in the order of their numbers.
            let (mut waiting, mut written, mut plies) = (BTreeMap::new(), first, 0);
            for (index, game) in results {
                waiting.insert(index, game);
                while let Some(game) = waiting.remove(&written) {
                    file.write_all(&game.to_bytes())?;
                    written += 1;
                    plies += game.plies.len();
                    if written % 1000 == 0 {
                        let seconds = started.elapsed().as_secs_f64();
                        let left = (self.games - written) as f64 * seconds / (written - first) as f64;
                        let speed = plies as f64 / seconds;
                        let of = self.games;
                        println!("{written} of {of} games, {speed:.0} plies/s, {:.0} min left", left / 60.0);
                    }
                }
            }
            Ok(())
        })
    }

    /// Opens the file for the next game and returns the number of games that it has.
    fn open_file(&self, network: Option<&Arc<Network>>, lines: &Lines) -> io::Result<(File, u64)> {
        let is_begun = fs::metadata(&self.output).is_ok_and(|about| about.len() >= MAGIC.len() as u64);
        if !self.resume || !is_begun {
            let mut file = File::create(&self.output)?;
            file.write_all(&MAGIC)?;
            return Ok((file, 0));
        }
        let games = games::read(&self.output).map_err(|trouble| io::Error::other(trouble.to_string()))?;
        let mut players = self.players(network);
        let mut compared = (0..).zip(games.iter().take(COMPARED));
        if !compared.all(|(index, game)| *game == self.game(index, lines, &mut players)) {
            return Err(io::Error::other("--resume: other arguments began this file"));
        }
        let length = MAGIC.len() + games.iter().map(Played::size).sum::<usize>();
        let mut file = OpenOptions::new().write(true).open(&self.output)?;
        file.set_len(length as u64)?;
        file.seek(SeekFrom::End(0))?;
        println!("{} of {} games are there", games.len(), self.games);
        Ok((file, games.len() as u64))
    }

    fn read_network(&self) -> io::Result<Option<Arc<Network>>> {
        let Some(path) = &self.network else { return Ok(None) };
        let bytes = fs::read(path).map_err(|error| failed(path, error))?;
        let network = Network::read(&bytes).map_err(|error| failed(path, error))?;
        Ok(Some(Arc::new(network)))
    }

    /// Plays games until all are played.
    fn work(
        &self,
        next: &AtomicU64,
        network: Option<&Arc<Network>>,
        lines: &Lines,
        results: &Sender<(u64, Played)>,
    ) {
        let mut players = self.players(network);
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= self.games {
                return;
            }
            if results.send((index, self.game(index, lines, &mut players))).is_err() {
                return;
            }
        }
    }

    fn players(&self, network: Option<&Arc<Network>>) -> Players {
        let (mut judge, mut session) = (Session::new(1), Session::new(HASH));
        judge.set_network(network.cloned());
        session.set_network(network.cloned());
        Players { judge, session }
    }

    /// Plays game number `index`.
    fn game(&self, index: u64, lines: &Lines, players: &mut Players) -> Played {
        let mut random = Random::new(self.seed ^ index.wrapping_mul(0x9fb2_1c65_1e98_df25));
        let game = match self.vary {
            Some(_) => begin(&lines.named[index as usize % lines.named.len()]),
            None => self.open(index, lines, &mut players.judge),
        };
        players.session.new_game();
        self.play(game, &mut random, &mut players.session)
    }

    /// Returns the opening of game number `index`.
    fn open(&self, index: u64, lines: &Lines, judge: &mut Session) -> Game {
        let mut random = Random::new(self.seed ^ index.wrapping_mul(0xa24b_aed4_963e_e407));
        let (least, most) = (self.plies_random[0], self.plies_random[1].max(self.plies_random[0]));
        let plies = least + random.below(most - least + 1);
        if random.below(100) < usize::from(self.named) {
            let start = |random: &mut Random| part_of(lines.draw(random), random);
            opening_after(start, self.seed, index, plies / 2, BALANCE, judge)
        } else {
            opening_after(|_| Game::default(), self.seed, index, plies, BALANCE, judge)
        }
    }

    /// Plays a game to its end.
    fn play(&self, mut game: Game, random: &mut Random, session: &mut Session) -> Played {
        let mut plies: Vec<_> = game.plies().iter().map(|ply| (ply.mv, UNSCORED)).collect();
        let end = if self.vary.is_some() { VARIED } else { TRAINING };
        let mut led = 0;
        let result = loop {
            if let Some(result) = games::half_points(game.verdict().outcome) {
                break result;
            }
            if plies.len() >= end.plies {
                break 1;
            }
            let Some((mv, score)) = self.choose(&game, random, session) else { break 1 };
            plies.push((mv, score as i16));
            led = if score.abs() >= end.lead { led + 1 } else { 0 };
            if led >= LEAD_PLIES {
                let is_red_ahead = (score > 0) == (game.board().turn() == chuhe::rules::types::Color::Red);
                break if is_red_ahead { 2 } else { 0 };
            }
            if let Err(refused) = game.play(mv) {
                unreachable!("the engine's move was refused: {refused}");
            }
        };
        Played { result, plies }
    }

    /// Searches for a move and its score in centipawns.
    fn choose(&self, game: &Game, random: &mut Random, session: &mut Session) -> Option<(Move, i32)> {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let lost = self.vary.filter(|_| game.plies().len() < VARIED_PLIES).map(i32::from);
        let multipv = if lost.is_some() { VARIED_MOVES } else { 1 };
        let report = session.go(game, Options { limits, multipv, ..Options::default() }, &mut |_| {});
        let mut moves: Vec<_> = report
            .lines
            .iter()
            .filter_map(|line| Some((*line.pv.first()?, centipawns(line.score))))
            .collect();
        let best = moves.first()?.1;
        moves.retain(|(_, score)| best - score <= lost.unwrap_or(0));
        // Without `--vary` the move of the report counts, as that of the line may be of an earlier depth.
        if lost.is_none() { Some((report.best?, best)) } else { Some(moves[random.below(moves.len())]) }
    }
}

/// Plays the games that `datagen --named 40` writes with the same network, number of nodes and seed, for tools that need
/// no file of them.
///
/// # Errors
/// The reason why the named openings cannot be read.
pub fn play(network: &Arc<Network>, games: u64, nodes: u64, seed: u64) -> io::Result<Vec<Played>> {
    let lines = Lines::read(None)?;
    let datagen = Datagen {
        games,
        resume: false,
        nodes,
        seed,
        plies_random: PLIES_RANDOM.to_vec(),
        named: 40,
        lines: None,
        vary: None,
        concurrency: 1,
        network: None,
        output: PathBuf::new(),
    };
    let indexes: Vec<u64> = (0..games).collect();
    let players = || datagen.players(Some(network));
    Ok(parallel::map(&indexes, players, |players, index| datagen.game(*index, &lines, players)))
}

/// Plays the moves of a line.
fn begin(moves: &[Move]) -> Game {
    let mut game = Game::default();
    for mv in moves {
        if let Err(refused) = game.play(*mv) {
            unreachable!("a move of an opening was refused: {refused}");
        }
    }
    game
}

/// Plays a random number of the first moves of a line, at least two where the line has two.
fn part_of(moves: &[Move], random: &mut Random) -> Game {
    begin(&moves[..moves.len().min(2 + random.below(moves.len()))])
}

/// Converts a score to the stored form, in which mates exceed all other scores.
fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value.clamp(-30_000, 30_000),
        Score::Mate(plies) if plies > 0 => 31_000,
        Score::Mate(_) => -31_000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_arguments_finish_an_interrupted_file() {
        let output = std::env::temp_dir().join(format!("chuhe-datagen-{}.bin", std::process::id()));
        let datagen = |games, nodes| Datagen {
            games,
            resume: true,
            nodes,
            seed: 7,
            plies_random: vec![5, 8],
            named: 50,
            lines: None,
            vary: None,
            concurrency: 2,
            network: None,
            output: output.clone(),
        };
        let _ = fs::remove_file(&output);
        datagen(3, 30).write_all().expect("a file");
        let whole = fs::read(&output).expect("a file");
        fs::write(&output, &whole[..whole.len() - 9]).expect("a file");
        datagen(3, 30).write_all().expect("the rest of it");
        assert!(fs::read(&output).expect("a file") == whole);
        assert!(datagen(4, 60).write_all().is_err());
        assert!(fs::read(&output).expect("a file") == whole);
        datagen(2, 30).write_all().expect("nothing to do");
        assert!(fs::read(&output).expect("a file") == whole);
        fs::remove_file(&output).expect("it is there");
    }

    #[test]
    fn games_begin_with_lines_of_a_file_which_begin_with_the_start_position() {
        let path = std::env::temp_dir().join(format!("chuhe-datagen-lines-{}.txt", std::process::id()));
        let read = |text: &str| {
            fs::write(&path, text).expect("written");
            Lines::read(Some(&path))
        };
        let lines = read("position startpos moves a0a1 a9a8\n# nothing else\n").expect("lines");
        let moves = ["a0a1", "a9a8"].map(|mv| mv.parse::<Move>().expect("a move"));
        assert_eq!(lines.further, [moves]);
        let mut random = Random::new(3);
        let drawn = (0..100).filter(|_| lines.draw(&mut random) == moves).count();
        assert!((30..70).contains(&drawn), "{drawn}");
        let file = path.display();
        for (text, cause) in [
            ("", "no opening in it"),
            ("position startpos # nothing", "nothing: it has no moves"),
            ("3k5/9/9/9/9/9/9/9/9/4K3R w", "line 1: it does not begin with the start position"),
        ] {
            let error = read(text).err().expect("refused").to_string();
            assert!(error.contains(cause) && error.contains(&file.to_string()), "{error}");
        }
        fs::remove_file(&path).expect("it is there");
    }

    #[test]
    fn games_without_a_file_are_those_of_the_file() {
        let output = std::env::temp_dir().join(format!("chuhe-datagen-play-{}.bin", std::process::id()));
        let network = Network::embedded().expect("the crate brings one");
        let datagen = Datagen {
            games: 2,
            resume: false,
            nodes: 30,
            seed: 7,
            plies_random: PLIES_RANDOM.to_vec(),
            named: 40,
            lines: None,
            vary: None,
            concurrency: 2,
            network: Some("../../www/assets/chuhe.nnue".into()),
            output: output.clone(),
        };
        datagen.write_all().expect("a file");
        let games = play(&network, 2, 30, 7).expect("named openings");
        assert_eq!(games, games::read(&output).expect("a file"));
        fs::remove_file(&output).expect("it is there");
    }
}
