//! Provides the openings of a match: random ones, or those of a file.

use crate::opening::{EVEN, Random, opening};
use chuhe::engine::session::Session;
use chuhe::records::{MAX_BYTES, read_native};
use chuhe::rules::game::Game;
use std::fs;
use std::path::Path;

/// Hash table in MiB of the session that evaluates random openings.
const JUDGE_HASH: usize = 1;

/// The beginning of a game.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The name in the PGN.
    pub name: String,
    /// The position and the moves played from it.
    pub game: Game,
}

/// Numbered openings.
pub enum Openings {
    /// Random moves, the same for the same seed.
    Random {
        /// The seed of the random moves.
        seed: u64,
        /// The number of random plies.
        plies: usize,
    },
    /// A shuffled list, repeated from its beginning after its end.
    List(Vec<Opening>),
}

impl Openings {
    /// Reads the openings of a file, one a line, in any form in which records are read: a FEN, a list of moves, or
    /// `position` with both. The text after `#` is the name. Lines with nothing else are skipped.
    ///
    /// # Errors
    /// A message that names the file and the line.
    pub fn read(path: &Path, seed: u64) -> Result<Openings, String> {
        let failed = |cause: String| format!("openings file {}: {cause}", path.display());
        let size = fs::metadata(path).map_err(|error| failed(error.to_string()))?.len();
        if size > MAX_BYTES as u64 {
            return Err(failed(format!("{size} bytes are too many")));
        }
        let text = fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
        let mut list = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let number = index + 1;
            list.extend(read_line(line, number).map_err(|cause| failed(format!("line {number}: {cause}")))?);
        }
        if list.is_empty() {
            return Err(failed("no opening in it".to_owned()));
        }
        shuffle(&mut list, seed);
        Ok(Openings::List(list))
    }

    /// Returns opening number `index`.
    pub fn get(&self, index: u64, judge: &mut Judge) -> Opening {
        match self {
            Openings::Random { seed, plies } => {
                let game = opening(*seed, index, *plies, EVEN, &mut judge.0);
                Opening { name: format!("random {plies} plies, seed {seed}, number {}", index + 1), game }
            }
            Openings::List(list) => list[(index % list.len() as u64) as usize].clone(),
        }
    }

    /// Returns the number of openings; `None` for random ones, which do not end.
    pub fn count(&self) -> Option<usize> {
        match self {
            Openings::Random { .. } => None,
            Openings::List(list) => Some(list.len()),
        }
    }
}

/// A session that decides which random openings are balanced.
pub struct Judge(Session);

impl Judge {
    /// Creates a judge with an empty hash table.
    pub fn new() -> Judge {
        Judge(Session::new(JUDGE_HASH))
    }
}

fn read_line(line: &str, number: usize) -> Result<Option<Opening>, String> {
    let (text, name) = line.split_once('#').unwrap_or((line, ""));
    if text.trim().is_empty() {
        return Ok(None);
    }
    let opened = read_native(text.as_bytes()).map_err(|error| error.to_string())?;
    if let Some(error) = opened.left_out {
        return Err(error.to_string());
    }
    let record = opened.record;
    let mut game = Game::new(record.start().clone());
    for mv in record.main_line() {
        game.play(mv).map_err(|error| error.to_string())?;
    }
    if game.verdict().is_over() {
        return Err("the game is over".to_owned());
    }
    let name = name.trim();
    let name = if name.is_empty() { format!("line {number}") } else { name.to_owned() };
    Ok(Some(Opening { name, game }))
}

/// Shuffles a list by Fisher and Yates' method.
fn shuffle(list: &mut [Opening], seed: u64) {
    let mut random = Random::new(seed);
    for end in (1..list.len()).rev() {
        list.swap(end, random.below(end + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_position_or_moves_with_a_name() {
        let read = |line| read_line(line, 3).map(|found| found.map(|it| (it.name, it.game.plies().len())));
        assert_eq!(read("# only a remark"), Ok(None));
        assert_eq!(read(" "), Ok(None));
        assert_eq!(read("h2e2 h9g7 # 中炮 "), Ok(Some(("中炮".to_owned(), 2))));
        assert_eq!(read("炮二平五 马8进7"), Ok(Some(("line 3".to_owned(), 2))));
        assert_eq!(read("4k4/9/9/4P4/9/9/9/9/9/3RK4 b - - 0 1"), Ok(Some(("line 3".to_owned(), 0))));
        assert_eq!(read("position startpos moves h2e2"), Ok(Some(("line 3".to_owned(), 1))));
        assert!(read("h2e2 h2e3").is_err_and(|error| error.contains("h2e3")));
    }

    #[test]
    fn every_opening_comes_once_and_the_seed_orders_them() {
        let line = |number: usize| Opening { name: number.to_string(), game: Game::default() };
        let order = |seed| {
            let mut list: Vec<Opening> = (0..20).map(line).collect();
            shuffle(&mut list, seed);
            list.into_iter().map(|it| it.name).collect::<Vec<_>>()
        };
        assert_ne!(order(1), order(2));
        assert_eq!(order(1), order(1));
        let mut sorted = order(1);
        sorted.sort_by_key(|name| name.parse::<usize>().expect("a number"));
        assert_eq!(sorted, (0..20).map(|number| number.to_string()).collect::<Vec<_>>());
    }

    #[test]
    fn an_unreadable_file_is_named() {
        let error = Openings::read(Path::new("no/such/file"), 1).err().expect("an error");
        assert!(error.contains("no/such/file"), "{error}");
    }
}
