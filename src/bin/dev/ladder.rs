//! The levels against each other: each must beat the one below, and the lowest a newcomer hardly.

use super::matches::score::{Half, Score};
use super::newcomer::newcomer;
use super::opening::{EVEN, Random, opening};
use chuhe::engine::eval::nnue::Network;
use chuhe::engine::level::{self, Level};
use chuhe::engine::limits::Limits;
use chuhe::engine::score::Score as Value;
use chuhe::engine::session::{Options, Session};
use chuhe::game::rules::{Game, Outcome};
use chuhe::game::types::{Color, Move};
use clap::Args;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// A game of so many plies is drawn.
const MAX_PLIES: usize = 400;
/// Hash table of full strength in MiB.
const TOP_HASH: usize = 32;
/// From this level on a game is ended when both sides agree on it.
const AGREEING: u8 = 7;
/// A side that both see ahead by this much, in hundredths of a soldier, for [`AGREED_PLIES`] has won.
const WON: i32 = 600;
/// Positions that both hold for so even, after [`DRAWN_AFTER`], are drawn.
const EVEN_GAME: i32 = 20;
const AGREED_PLIES: usize = 8;
const DRAWN_PLIES: usize = 20;
const DRAWN_AFTER: usize = 80;
/// Where the table stands in the document.
const MARKS: [&str; 2] = ["<!-- ladder -->", "<!-- /ladder -->"];

/// Let each level play the one below and write down how it did.
#[derive(Args)]
pub struct Ladder {
    /// Games of each pairing; two from each opening, so an odd number is made even
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    /// The upper levels of the pairings: 1 plays a newcomer, 2 plays 1, and so on
    #[arg(long, num_args = 1.., default_values_t = 1..=level::MAX)]
    levels: Vec<u8>,
    /// Nodes that stand for the time of the top level
    #[arg(long, default_value_t = 300_000)]
    top_nodes: u64,
    /// Random plies that open a game
    #[arg(long, default_value_t = 6)]
    openings: usize,
    /// What openings and whims depend on
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at the same time
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=64))]
    concurrency: u8,
    /// The file that remembers finished games: those are not played again
    #[arg(long)]
    state: PathBuf,
    /// The documents whose tables are to be brought up to date
    #[arg(long, num_args = 1..)]
    document: Vec<PathBuf>,
}

/// Two games of one opening.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Pair {
    upper: u8,
    index: u32,
}

/// How both games of a pair went, for the upper level.
#[derive(Clone, Copy, Debug)]
struct Played {
    halves: [Half; 2],
    plies: usize,
    /// Nodes and moves of the upper level.
    effort: [u64; 2],
}

impl Ladder {
    /// Plays the matches; whether all could be written down.
    pub fn run(&self) -> bool {
        self.play_all().inspect_err(|error| eprintln!("error: {error}")).is_ok()
    }

    fn play_all(&self) -> io::Result<()> {
        let mut known = self.read_state()?;
        let pairs = (0..self.games.div_ceil(2))
            .flat_map(|index| self.levels.iter().map(move |upper| (*upper, index)));
        let open: Vec<Pair> = pairs
            .map(|(upper, index)| Pair { upper, index })
            .filter(|pair| !known.contains_key(pair))
            .collect();
        let mut state = OpenOptions::new().create(true).append(true).open(&self.state)?;
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            let (sender, results) = channel();
            for _ in 0..self.concurrency {
                let (sender, next, open) = (sender.clone(), &next, &open);
                scope.spawn(move || {
                    let mut table = Table::new(self);
                    while let Some(pair) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if sender.send((*pair, table.play_pair(*pair))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            for (pair, played) in results {
                writeln!(state, "{}", self.line(pair, &played))?;
                known.insert(pair, played);
                println!("level {}: {}", pair.upper, score_of(&known, pair.upper));
            }
            self.write_document(&known)
        })
    }

    /// What the games of a level depend on, so that those of other constants are not mistaken for them.
    fn fingerprint(&self, upper: u8) -> String {
        let top = |number| if number == level::MAX { self.top_nodes } else { 0 };
        let of = |number: u8| format!("{:?} {}", Level::numbered(number), top(number));
        let text = format!("{} {} {} {}", of(upper), of(upper - 1), self.seed, self.openings);
        format!("{:08x}", chuhe::engine::book::fnv1a(text.bytes()) as u32)
    }

    fn line(&self, pair: Pair, played: &Played) -> String {
        let Played { halves, plies, effort } = played;
        let [first, second] = halves.map(|half| half as u8);
        let print = self.fingerprint(pair.upper);
        format!("{print} {} {} {first} {second} {plies} {} {}", pair.upper, pair.index, effort[0], effort[1])
    }

    fn read_state(&self) -> io::Result<BTreeMap<Pair, Played>> {
        if !self.state.exists() {
            return Ok(BTreeMap::new());
        }
        let text = fs::read_to_string(&self.state)?;
        Ok(text.lines().filter_map(|line| self.read_line(line)).collect())
    }

    /// A pair that was played with these constants.
    fn read_line(&self, line: &str) -> Option<(Pair, Played)> {
        let (print, rest) = line.split_once(' ')?;
        let numbers: Vec<u64> = rest.split(' ').map_while(|word| word.parse().ok()).collect();
        let [upper, index, first, second, plies, nodes, moves] = numbers[..] else { return None };
        let pair = Pair { upper: upper as u8, index: index as u32 };
        let half = |points| [Half::Loss, Half::Draw, Half::Win].get(points as usize).copied();
        let halves = [half(first)?, half(second)?];
        let is_mine =
            (level::MIN..=level::MAX).contains(&pair.upper) && print == self.fingerprint(pair.upper);
        is_mine.then_some((pair, Played { halves, plies: plies as usize, effort: [nodes, moves] }))
    }

    /// Puts the table between its marks in the document.
    fn write_document(&self, known: &BTreeMap<Pair, Played>) -> io::Result<()> {
        let table = self.table(known);
        println!("{table}");
        self.document.iter().try_for_each(|path| replace_between_marks(path, &table))
    }

    fn table(&self, known: &BTreeMap<Pair, Played>) -> String {
        let mut table =
            "| level | against | games | won | drawn | lost | points | Elo (95 %) | nodes a move |\n\
             | ---: | --- | ---: | ---: | ---: | ---: | ---: | --- | ---: |\n"
                .to_owned();
        for upper in level::MIN..=level::MAX {
            let score = score_of(known, upper);
            if score.games() == 0 {
                continue;
            }
            let of_level = || known.iter().filter(|(pair, _)| pair.upper == upper).map(|(_, played)| played);
            let [nodes, moves] =
                of_level().fold([0, 1], |sum, played| [sum[0] + played.effort[0], sum[1] + played.effort[1]]);
            let below = if upper == level::MIN { "newcomer".to_owned() } else { (upper - 1).to_string() };
            let [wins, draws, losses] = score.counts();
            let (share, elo) = (100.0 * score.share().value, score.elo());
            // Writing to a text cannot fail.
            let _ = writeln!(
                table,
                "| {upper} | {below} | {} | {wins} | {draws} | {losses} | {share:.1} % | {:+.0} ({:+.0} to {:+.0}) | {} |",
                score.games(),
                elo.value,
                elo.low,
                elo.high,
                nodes / moves
            );
        }
        table
    }
}

fn score_of(known: &BTreeMap<Pair, Played>, upper: u8) -> Score {
    let mut score = Score::default();
    known.iter().filter(|(pair, _)| pair.upper == upper).for_each(|(_, played)| score.add(played.halves));
    score
}

fn replace_between_marks(path: &Path, table: &str) -> io::Result<()> {
    let text = fs::read_to_string(path)?;
    let [start, end] = MARKS.map(|mark| text.find(mark));
    let (Some(start), Some(end)) = (start, end) else {
        return Err(io::Error::other(format!("{}: no {} in it", path.display(), MARKS.join(" and "))));
    };
    fs::write(path, format!("{}{}\n\n{table}\n{}", &text[..start], MARKS[0], &text[end..]))
}

/// A board with its players.
struct Table<'a> {
    ladder: &'a Ladder,
    judge: Session,
    /// The upper and the lower level.
    sessions: [Session; 2],
}

/// A move with what its player thinks of the position, in hundredths of a soldier from the mover.
struct Thought {
    mv: Option<Move>,
    value: i32,
    nodes: u64,
}

impl Table<'_> {
    fn new(ladder: &Ladder) -> Table<'_> {
        let session = || {
            let mut session = Session::new(TOP_HASH);
            session.set_network(Network::embedded());
            session
        };
        Table { ladder, judge: Session::new(1), sessions: [session(), session()] }
    }

    fn play_pair(&mut self, pair: Pair) -> Played {
        let Ladder { seed, openings, .. } = *self.ladder;
        let game = opening(seed, u64::from(pair.index), openings, EVEN, &mut self.judge);
        let mut played = Played { halves: [Half::Draw; 2], plies: 0, effort: [0, 0] };
        for (index, upper) in [Color::Red, Color::Black].into_iter().enumerate() {
            self.sessions.iter_mut().for_each(Session::new_game);
            let whim =
                seed ^ u64::from(pair.index) << 20 ^ (index as u64) << 50 ^ u64::from(pair.upper) << 56;
            played.halves[index] = self.play(game.clone(), pair.upper, upper, whim, &mut played);
        }
        played
    }

    /// Plays a game; the result for the upper level, which has the colour `color`.
    fn play(&mut self, mut game: Game, upper: u8, color: Color, whim: u64, played: &mut Played) -> Half {
        let mut random = Random::new(whim);
        let mut agreement = Agreement::default();
        let half = |winner| if winner == color { Half::Win } else { Half::Loss };
        loop {
            match game.verdict().outcome {
                Outcome::Win(winner) => return half(winner),
                Outcome::Draw => return Half::Draw,
                Outcome::Ongoing if game.plies().len() >= MAX_PLIES => return Half::Draw,
                Outcome::Ongoing => {}
            }
            let turn = game.board().turn();
            let player = usize::from(turn != color);
            let thought = self.think(player, &game, upper - player as u8, whim, &mut random);
            if player == 0 {
                played.effort[0] += thought.nodes;
                played.effort[1] += 1;
            }
            let of_red = if turn == Color::Red { thought.value } else { -thought.value };
            if upper > AGREEING {
                match agreement.note(of_red, game.plies().len()) {
                    Some(Outcome::Win(winner)) => return half(winner),
                    Some(_) => return Half::Draw,
                    None => {}
                }
            }
            let Some(mv) = thought.mv else { return Half::Draw };
            if let Err(refused) = game.play(mv) {
                unreachable!("a player's move was refused: {refused}");
            }
            played.plies += 1;
        }
    }

    fn think(&mut self, player: usize, game: &Game, number: u8, whim: u64, random: &mut Random) -> Thought {
        if number < level::MIN {
            return Thought { mv: newcomer(game.board(), random), value: 0, nodes: 0 };
        }
        let is_top = number == level::MAX;
        let limits = Limits { nodes: is_top.then_some(self.ladder.top_nodes), ..Limits::default() };
        let options = Options { limits, level: Some(number), seed: whim >> 8, ..Options::default() };
        let report = self.sessions[player].go(game, options, &mut |_| {});
        let value = match report.lines.first().map(|line| line.score) {
            Some(Value::Centipawns(value)) => value,
            Some(Value::Mate(plies)) => 20_000 * plies.signum(),
            None => 0,
        };
        Thought { mv: report.best, value, nodes: report.info.nodes }
    }
}

/// How long both sides have thought the same of the game.
#[derive(Default)]
struct Agreement {
    /// Plies in a row in which Red or Black was winning, and even ones.
    red: usize,
    black: usize,
    even: usize,
}

impl Agreement {
    /// Notes what a side thinks, from Red; how the game ends if all agree.
    fn note(&mut self, value: i32, ply: usize) -> Option<Outcome> {
        let count = |streak: usize, goes_on: bool| if goes_on { streak + 1 } else { 0 };
        self.red = count(self.red, value >= WON);
        self.black = count(self.black, value <= -WON);
        self.even = count(self.even, value.abs() <= EVEN_GAME);
        match () {
            () if self.red >= AGREED_PLIES => Some(Outcome::Win(Color::Red)),
            () if self.black >= AGREED_PLIES => Some(Outcome::Win(Color::Black)),
            () if self.even >= DRAWN_PLIES && ply >= DRAWN_AFTER => Some(Outcome::Draw),
            () => None,
        }
    }
}
