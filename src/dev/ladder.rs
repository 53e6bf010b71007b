//! Plays the levels against each other and against simple players, and tabulates their strength.

use super::matches::score::{Half, Score};
use super::players::{Contestant, Seat, Series, play};
use chuhe::engine::level::{self, Level};
use chuhe::rules::types::{ByColor, Color};
use clap::Args;
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Marks around the table in the document.
const MARKS: [&str; 2] = ["<!-- ladder -->", "<!-- /ladder -->"];

/// The yardsticks nearest to each level. Every level also plays the one below it.
const NEAREST: [(u8, &[&str]); level::MAX as usize] = [
    (1, &["random", "half-greedy", "greedy", "beginner", "material-2"]),
    (2, &["greedy", "beginner", "material-2"]),
    (3, &["greedy", "beginner", "material-2"]),
    (4, &["greedy", "beginner", "material-2"]),
    (5, &["material-2", "material-3"]),
    (6, &["material-2", "material-3"]),
    (7, &["material-2", "material-3"]),
    (8, &["material-3", "report-a"]),
    (9, &["report-a", "report-c", "fairy-depth-2", "fairy-skill-0"]),
    (10, &["report-c", "report-d", "fairy-depth-3"]),
    (11, &["report-c", "fairy-depth-5"]),
    (12, &["fairy-depth-7"]),
    (13, &["fairy-depth-11"]),
    (14, &["fairy-depth-12"]),
    (15, &["fairy-depth-13"]),
];

/// Let the levels play each other and simple players, and write down how they did.
#[derive(Args)]
pub struct Ladder {
    /// Games of each pairing; two from each opening, so an odd number is made even
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    /// Pairings, such as 5:4, 5.5:5 or 1:greedy; by default all pairings of the document
    #[arg(long, num_args = 1..)]
    pairings: Vec<Pairing>,
    /// Node limit of the top level, in place of its time
    #[arg(long, default_value_t = 300_000)]
    top_nodes: u64,
    #[command(flatten)]
    series: Series,
    /// The file of finished games, which are not played again
    #[arg(long)]
    state: PathBuf,
    /// The documents whose tables are updated
    #[arg(long, num_args = 1..)]
    document: Vec<PathBuf>,
}

/// A level and its opponent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Pairing {
    level: Contestant,
    other: Contestant,
}

impl FromStr for Pairing {
    type Err = String;

    fn from_str(text: &str) -> Result<Pairing, String> {
        let (level, other) =
            text.split_once(':').ok_or_else(|| format!("'{text}' is no pairing such as 5:4"))?;
        Ok(Pairing { level: level.parse()?, other: other.parse()? })
    }
}

impl fmt::Display for Pairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.level, self.other)
    }
}

/// A pairing and the number of its opening; each opening gives two games.
type Pair = (Pairing, u32);

/// The results of both games of a pair, from the level's side.
#[derive(Clone, Copy, Debug)]
struct Played {
    halves: [Half; 2],
    plies: usize,
    /// Nodes and moves of the level.
    effort: [u64; 2],
}

impl Ladder {
    /// Plays the matches.
    ///
    /// # Errors
    /// A message when a player cannot be started, or a file cannot be read or written.
    pub fn run(&self) -> Result<bool, String> {
        let pairings = self.pairings()?;
        let mut known = self.read_state()?;
        let all = (0..self.games.div_ceil(2)).flat_map(|index| pairings.iter().map(move |it| (*it, index)));
        let open: Vec<Pair> = all.filter(|pair| !known.contains_key(pair)).collect();
        let failed = |error: std::io::Error| format!("{}: {error}", self.state.display());
        let mut state = OpenOptions::new().create(true).append(true).open(&self.state).map_err(failed)?;
        self.series.each(
            &open,
            |pair| self.play_pair(pair),
            |pair, played| {
                writeln!(state, "{}", self.line(pair, &played)).map_err(failed)?;
                known.insert(pair, played);
                println!("{}: {}", pair.0, score_of(&known, pair.0));
                Ok(())
            },
        )?;
        let table = table(&pairings, &known);
        println!("{table}");
        self.document.iter().try_for_each(|path| replace_between(path, MARKS, &table))?;
        Ok(true)
    }

    fn pairings(&self) -> Result<Vec<Pairing>, String> {
        if !self.pairings.is_empty() {
            return Ok(self.pairings.clone());
        }
        let below = |number: u8| (number > level::MIN).then(|| (number - 1).to_string());
        let of_level = |(number, nearest): &(u8, &[&str])| {
            let others = below(*number).into_iter().chain(nearest.iter().map(|name| (*name).to_owned()));
            others.map(|other| format!("{number}:{other}").parse()).collect::<Vec<_>>()
        };
        NEAREST.iter().flat_map(of_level).collect()
    }

    /// Returns a hash of all parameters of a pairing's games. Stored games with another hash are not reused.
    fn fingerprint(&self, pairing: Pairing) -> String {
        let of = |contestant| match contestant {
            Contestant::Level(strength) if strength.is_full() => format!("top {}", self.top_nodes),
            Contestant::Level(strength) => {
                let draws = [0, 99].map(|draw| format!("{:?}", Level::of(strength, draw)));
                format!("{} {strength} {}", level::REVISION, draws.join(" "))
            }
            Contestant::Yardstick(yardstick) => yardstick.to_string(),
        };
        let text = format!(
            "{} {} {} {}",
            of(pairing.level),
            of(pairing.other),
            self.series.seed,
            self.series.openings
        );
        format!("{:08x}", chuhe::engine::book::fnv1a(text.bytes()) as u32)
    }

    fn line(&self, (pairing, index): Pair, played: &Played) -> String {
        let Played { halves, plies, effort } = played;
        let [first, second] = halves.map(|half| half as u8);
        let print = self.fingerprint(pairing);
        format!("{print} {pairing} {index} {first} {second} {plies} {} {}", effort[0], effort[1])
    }

    fn read_state(&self) -> Result<BTreeMap<Pair, Played>, String> {
        if !self.state.exists() {
            return Ok(BTreeMap::new());
        }
        let text =
            fs::read_to_string(&self.state).map_err(|error| format!("{}: {error}", self.state.display()))?;
        Ok(text.lines().filter_map(|line| self.read_line(line)).collect())
    }

    /// Reads a pair from the state file; `None` if it was played with other parameters.
    fn read_line(&self, line: &str) -> Option<(Pair, Played)> {
        let mut words = line.split(' ');
        let (print, pairing) = (words.next()?, words.next()?.parse().ok()?);
        let numbers: Vec<u64> = words.map_while(|word| word.parse().ok()).collect();
        let [index, first, second, plies, nodes, moves] = numbers[..] else { return None };
        let half = |points| [Half::Loss, Half::Draw, Half::Win].get(points as usize).copied();
        let halves = [half(first)?, half(second)?];
        let played = Played { halves, plies: plies as usize, effort: [nodes, moves] };
        (print == self.fingerprint(pairing)).then_some(((pairing, index as u32), played))
    }

    fn play_pair(&self, (pairing, index): Pair) -> Result<Played, String> {
        let game = self.series.opening(index.into());
        let mut level = Seat::take(pairing.level, self.top_nodes)?;
        let mut other = Seat::take(pairing.other, self.top_nodes)?;
        let mut played = Played { halves: [Half::Draw; 2], plies: 0, effort: [0; 2] };
        for (round, color) in [Color::Red, Color::Black].into_iter().enumerate() {
            let whim = self.series.seed ^ u64::from(index) << 20 ^ (round as u64) << 50;
            level.begin(whim ^ 1 << 56);
            other.begin(whim);
            let mut seats = match color {
                Color::Red => ByColor([&mut level, &mut other]),
                Color::Black => ByColor([&mut other, &mut level]),
            };
            let (winner, plies) = play(game.clone(), &mut seats);
            played.plies += plies;
            played.halves[round] = match winner {
                Some(winner) if winner == color => Half::Win,
                Some(_) => Half::Loss,
                None => Half::Draw,
            };
        }
        played.effort = level.effort;
        Ok(played)
    }
}

fn table(pairings: &[Pairing], known: &BTreeMap<Pair, Played>) -> String {
    let mut table =
        "| level | against | games | won | drawn | lost | points | Elo (95 %) | plies | nodes a move |\n\
                     | ---: | --- | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: |\n"
            .to_owned();
    for pairing in pairings {
        let score = score_of(known, *pairing);
        if score.games() == 0 {
            continue;
        }
        let games = || known.iter().filter(|((it, _), _)| it == pairing).map(|(_, played)| played);
        let [nodes, moves] =
            games().fold([0, 1], |sum, played| [sum[0] + played.effort[0], sum[1] + played.effort[1]]);
        let plies: usize = games().map(|played| played.plies).sum();
        let [wins, draws, losses] = score.counts();
        let (share, elo) = (100.0 * score.share().value, score.elo());
        // Writing to a String cannot fail.
        let _ = writeln!(
            table,
            "| {} | {} | {} | {wins} | {draws} | {losses} | {share:.1} % | {:+.0} ({:+.0} to {:+.0}) | {} | {} |",
            pairing.level,
            pairing.other,
            score.games(),
            elo.value,
            elo.low,
            elo.high,
            plies / score.games() as usize,
            nodes / moves
        );
    }
    table
}

fn score_of(known: &BTreeMap<Pair, Played>, pairing: Pairing) -> Score {
    let mut score = Score::default();
    known.iter().filter(|((it, _), _)| *it == pairing).for_each(|(_, played)| score.add(played.halves));
    score
}

/// Replaces the text between two marks in a document.
pub(crate) fn replace_between(path: &Path, marks: [&str; 2], text: &str) -> Result<(), String> {
    let failed = |cause: String| format!("{}: {cause}", path.display());
    let old = fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
    let [start, end] = marks.map(|mark| old.find(mark));
    let (Some(start), Some(end)) = (start, end) else {
        return Err(failed(format!("no {} in it", marks.join(" and "))));
    };
    let new = format!("{}{}\n\n{text}\n{}", &old[..start], marks[0], &old[end..]);
    fs::write(path, new).map_err(|error| failed(error.to_string()))
}
