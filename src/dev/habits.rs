//! Counts what a player sees and overlooks: recaptures, free pieces, mates, forks, and pieces left hanging.
//!
//! Levels, yardsticks and masters' games are counted in the same way, so that a level can be compared with people. A
//! chance is a position in which the player could have done something; it is taken if the played move does it.

mod count;

use super::ladder::replace_between;
use super::masters::{moves_of, read, split};
use super::players::{Contestant, Seat, Series, play_out};
use chuhe::rules::game::Game;
use chuhe::rules::types::{ByColor, Color};
use clap::Args;
use count::{HABITS, Tally, count};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Marks around the table in the document.
const MARKS: [&str; 2] = ["<!-- habits -->", "<!-- /habits -->"];
/// Number of masters' games to count.
const MASTERS: usize = 300;
/// Nodes for a move of the top level.
const TOP_NODES: u64 = 300_000;

/// Count what levels, simple players and masters see and overlook.
#[derive(Args)]
pub struct Habits {
    /// Players whose habits are counted: levels such as 1 or 2.5, and simple players
    #[arg(long, num_args = 1.., default_values = [
        "0", "1", "2", "3", "4", "5", "6", "7", "8", "greedy", "beginner", "material-2", "material-3",
    ])]
    players: Vec<Contestant>,
    /// The opponent
    #[arg(long, default_value = "material-2")]
    against: Contestant,
    /// Games of each player; two from each opening, so an odd number is made even
    #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    /// PGN file of games of masters, which are counted too
    #[arg(long)]
    masters: Option<PathBuf>,
    #[command(flatten)]
    series: Series,
    /// The document whose table is updated
    #[arg(long)]
    document: Option<PathBuf>,
}

/// The games of a player and what was counted in them.
#[derive(Clone, Default)]
struct Played {
    tally: Tally,
    won: u32,
    drawn: u32,
    games: u32,
    plies: usize,
}

impl Played {
    fn add(&mut self, other: &Played) {
        self.tally.add(&other.tally);
        self.won += other.won;
        self.drawn += other.drawn;
        self.games += other.games;
        self.plies += other.plies;
    }
}

impl Habits {
    /// Plays the games and prints the table.
    ///
    /// # Errors
    /// A message when a player cannot be started, or a file cannot be read or written.
    pub fn run(&self) -> Result<bool, String> {
        let all: Vec<(usize, u32)> = (0..self.games.div_ceil(2))
            .flat_map(|opening| (0..self.players.len()).map(move |player| (player, opening)))
            .collect();
        let mut rows: BTreeMap<usize, Played> = BTreeMap::new();
        self.series.each(
            &all,
            |(player, opening)| self.play_pair(self.players[player], opening),
            |(player, _), played| {
                rows.entry(player).or_default().add(&played);
                Ok(())
            },
        )?;
        let name = |index: &usize| match self.players[*index] {
            Contestant::Level(strength) => format!("level {strength}"),
            Contestant::Yardstick(yardstick) => yardstick.to_string(),
        };
        let mut named: Vec<(String, Played)> =
            rows.iter().map(|(index, played)| (name(index), played.clone())).collect();
        if let Some(path) = &self.masters {
            named.push(("masters".to_owned(), masters(path)?));
        }
        let table = table(&named);
        println!("{table}");
        self.document.as_ref().map_or(Ok(()), |path| replace_between(path, MARKS, &table))?;
        Ok(true)
    }

    /// Plays both games of an opening.
    fn play_pair(&self, player: Contestant, opening: u32) -> Result<Played, String> {
        let start = self.series.opening(opening.into());
        let mut seat = Seat::take(player, TOP_NODES)?;
        let mut other = Seat::take(self.against, TOP_NODES)?;
        let mut played = Played::default();
        for color in [Color::Red, Color::Black] {
            let whim = self.series.seed ^ u64::from(opening) << 20 ^ (color as u64) << 50;
            seat.begin(whim ^ 1 << 56);
            other.begin(whim);
            let mut seats = match color {
                Color::Red => ByColor([&mut seat, &mut other]),
                Color::Black => ByColor([&mut other, &mut seat]),
            };
            let (winner, game) = play_out(start.clone(), &mut seats);
            played.tally.add(&count(&game, color, start.plies().len()));
            played.won += u32::from(winner == Some(color));
            played.drawn += u32::from(winner.is_none());
            played.games += 1;
            played.plies += game.plies().len();
        }
        Ok(played)
    }
}

/// Counts the habits of both sides in games that are spread evenly over a file.
fn masters(path: &PathBuf) -> Result<Played, String> {
    let text = read(path)?;
    let games = split(&text);
    let mut played = Played::default();
    for moves in games.iter().step_by(games.len().div_ceil(MASTERS)).filter_map(|game| moves_of(game)) {
        let mut game = Game::default();
        if moves.into_iter().all(|mv| game.play(mv).is_ok()) {
            played.tally.add(&count(&game, Color::Red, 0));
            played.tally.add(&count(&game, Color::Black, 0));
            played.games += 1;
            played.plies += game.plies().len();
        }
    }
    Ok(played)
}

fn table(rows: &[(String, Played)]) -> String {
    let mut table = "| player | points | drawn | moves of each |".to_owned();
    HABITS.iter().for_each(|habit| {
        let _ = write!(table, " {} |", habit.name());
    });
    table.push_str("\n| --- | ---: | ---: | ---: |");
    table.push_str(&" ---: |".repeat(HABITS.len()));
    for (name, played) in rows {
        let points = match name.as_str() {
            "masters" => "".to_owned(),
            _ => format!("{} of {}", f64::from(played.won) + f64::from(played.drawn) / 2.0, played.games),
        };
        let moves = played.plies / (2 * played.games.max(1)) as usize;
        // Writing to a String cannot fail.
        let _ = write!(table, "\n| {name} | {points} | {} | {moves} |", played.drawn);
        for habit in HABITS {
            let _ = write!(table, " {} |", played.tally.cell(habit));
        }
    }
    table.push('\n');
    table
}

#[cfg(test)]
mod tests {
    use super::count::Habit;
    use super::*;

    /// Counts the habits of a player in games against `material-2`.
    fn habits_of(player: &str, games: u32) -> Played {
        let text = |text: &str| text.parse().expect("a contestant");
        let habits = Habits {
            players: vec![text(player)],
            against: text("material-2"),
            games,
            masters: None,
            series: Series::default(),
            document: None,
        };
        let mut played = Played::default();
        let pairs: Vec<u32> = (0..games / 2).collect();
        habits
            .series
            .each(
                &pairs,
                |opening| habits.play_pair(habits.players[0], opening),
                |_, pair| {
                    played.add(&pair);
                    Ok(())
                },
            )
            .expect("players that need no program");
        played
    }

    fn percent(played: &Played, habit: Habit) -> u32 {
        let (taken, chances) = played.tally.of(habit);
        assert!(chances >= 10, "{habit:?}: only {chances} chances");
        100 * taken / chances
    }

    #[test]
    fn level_1_takes_back_nine_times_in_ten_and_takes_free_pieces_beside_it() {
        let played = habits_of("1", 60);
        assert!(percent(&played, Habit::GoodRecaptures) >= 88);
        // Players that search everything three plies deep take seven of ten; in the other three they have a
        // better move.
        assert!(percent(&played, Habit::NearPiece) >= 65);
        // Level 1 overlooks distant attackers, so it leaves pieces hanging.
        assert!(percent(&played, Habit::KeepsPieces) <= 92);
    }

    #[test]
    fn the_lower_end_takes_back_six_times_in_ten() {
        assert!((55..=80).contains(&percent(&habits_of("0", 40), Habit::GoodRecaptures)));
    }
}
