//! Tests whether "as strong as you" fits. Simple players in place of people play a number of games against the
//! opponent that their rating selects, and the rating is updated after each game.

use super::ladder::replace_between;
use super::players::{Contestant, Seat, Series, play};
use super::yardsticks::Yardstick;
use chuhe::engine::rating::{Experience, Played, Rating};
use chuhe::rules::types::{ByColor, Color};
use clap::Args;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Marks around the table in the document.
const MARKS: [&str; 2] = ["<!-- persons -->", "<!-- /persons -->"];
/// Number of games at the end of a career whose points are reported separately.
const LAST: usize = 15;

/// Let simple players play against "as strong as you" and write down how they did.
#[derive(Args)]
pub struct Persons {
    /// The simple players
    #[arg(long, num_args = 1.., default_values = [
        "random", "half-greedy", "greedy", "beginner", "material-2", "material-3", "report-a",
    ])]
    persons: Vec<Yardstick>,
    /// Games of each player
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(15..=1000))]
    games: u32,
    /// Number of times that each player starts again
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    times: u32,
    /// The experience that the players state before the first game
    #[arg(long, default_values = ["none", "rules", "practice"], num_args = 1.., value_parser = experience)]
    experience: Vec<Experience>,
    #[command(flatten)]
    series: Series,
    /// The document whose table is updated
    #[arg(long)]
    document: Option<PathBuf>,
}

fn experience(code: &str) -> Result<Experience, String> {
    Experience::from_code(code)
        .ok_or_else(|| format!("'{code}' is not none, unknown, rules, practice or strong"))
}

/// A simple player with its answer about experience.
#[derive(Clone, Copy)]
struct Person {
    yardstick: Yardstick,
    experience: Experience,
}

/// The points of each game, and the rating after it.
type Career = Vec<(f64, f64)>;

impl Persons {
    /// Plays the games and prints the table.
    ///
    /// # Errors
    /// A message when a player cannot be started or the document cannot be written.
    pub fn run(&self) -> Result<bool, String> {
        let with = |yardstick: &Yardstick| {
            let yardstick = *yardstick;
            self.experience.iter().map(move |experience| Person { yardstick, experience: *experience })
        };
        let persons: Vec<Person> = self.persons.iter().flat_map(with).collect();
        let all: Vec<(usize, u32)> =
            (0..persons.len()).flat_map(|person| (0..self.times).map(move |time| (person, time))).collect();
        let mut careers: Vec<Vec<Career>> = vec![Vec::new(); persons.len()];
        self.series.each(
            &all,
            |(person, time)| self.career(persons[person], time),
            |(person, _), career| {
                careers[person].push(career);
                Ok(())
            },
        )?;
        let table = table(&persons, &careers);
        println!("{table}");
        self.document.as_ref().map_or(Ok(()), |path| replace_between(path, MARKS, &table))?;
        Ok(true)
    }

    fn career(&self, person: Person, time: u32) -> Result<Career, String> {
        let mut rating = Rating::beginning(person.experience);
        let mut player = Seat::take(Contestant::Yardstick(person.yardstick), 0)?;
        let mut engine = Seat::take(Contestant::Level(rating.opponent()), 300_000)?;
        let mut career = Career::new();
        for round in 0..self.games {
            let index = u64::from(time) << 16 | u64::from(round);
            let opponent = rating.opponent();
            engine.change(opponent);
            engine.begin(self.series.seed ^ index << 16 ^ 1 << 56);
            player.begin(self.series.seed ^ index << 16);
            let color = if round % 2 == 0 { Color::Red } else { Color::Black };
            let mut seats = match color {
                Color::Red => ByColor([&mut player, &mut engine]),
                Color::Black => ByColor([&mut engine, &mut player]),
            };
            let points = match play(self.series.opening(index), &mut seats).0 {
                Some(winner) => f64::from(u8::from(winner == color)),
                None => 0.5,
            };
            rating = rating.after(&Played { opponent, points, weight: 1.0 });
            career.push((points, rating.level));
        }
        Ok(career)
    }
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}

fn table(persons: &[Person], careers: &[Vec<Career>]) -> String {
    let mut table =
        "| person | answer | times | games 1 to 10 | games 11 to 20 | last 15 | level in the end |\n\
                     | --- | --- | ---: | ---: | ---: | ---: | --- |\n"
            .to_owned();
    for (person, careers) in persons.iter().zip(careers) {
        let share = |from: usize, to: usize| {
            100.0
                * mean(careers.iter().flat_map(|career| career.iter().take(to).skip(from)).map(|game| game.0))
        };
        let games = careers.first().map_or(0, Vec::len);
        let ends = || careers.iter().filter_map(|career| career.last()).map(|game| game.1);
        let (low, high) = (ends().fold(f64::MAX, f64::min), ends().fold(0.0, f64::max));
        // Writing to a String cannot fail.
        let _ = writeln!(
            table,
            "| {} | {} | {} | {:.0} % | {:.0} % | {:.0} % | {:.1} ({low:.1} to {high:.1}) |",
            person.yardstick,
            person.experience.code(),
            careers.len(),
            share(0, 10),
            share(10, 20),
            share(games.saturating_sub(LAST), games),
            mean(ends()),
        );
    }
    table
}
