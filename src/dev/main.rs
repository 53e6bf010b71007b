//! Developer tools of Chuhe: matches, tuning, training data, puzzles and measurements of the levels.

mod algorithms;
mod book;
mod chances;
mod datagen;
mod endings;
mod explain;
mod games;
mod habits;
mod ladder;
mod masters;
mod matches;
mod opening;
mod parallel;
mod persons;
mod pgn;
mod players;
mod puzzles;
mod relay_load;
mod selfplay;
mod texel;
mod train;
mod tune;
mod yardsticks;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Developer tools of Chuhe.
#[derive(Parser)]
#[command(name = "chuhe-dev", version)]
struct Arguments {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Subcommand)]
enum Tool {
    /// Write docs/ALGORITHMS.md and docs/ALGORITHMS.zh.md, every number measured
    Algorithms(algorithms::Algorithms),
    /// Build the opening book
    Book(book::BookBuilder),
    /// Fit the curve from scores to chances to files of games
    Chances(chances::Chances),
    /// Let the engine play itself and write the games down for training
    Datagen(datagen::Datagen),
    /// Choose the practical endings of the page from tables of `chuhe solve`
    Endings(endings::Endings),
    /// Draw what a network has learned, for docs/TRAINING.md
    Explain(explain::Explain),
    /// Count what levels, simple players and masters see and overlook
    Habits(habits::Habits),
    /// Let the levels play each other and simple players
    Ladder(ladder::Ladder),
    /// Compare the levels with masters' moves, and see how deep they find mates
    Masters(masters::Masters),
    /// Let two engines play a match
    Match(Box<matches::Match>),
    /// Write games of `datagen` as PGN
    Pgn(pgn::Pgn),
    /// Let simple players play against "as strong as you"
    Persons(persons::Persons),
    /// Find puzzles in files of games
    Puzzles(puzzles::Puzzles),
    /// Measure a relay for live games
    RelayLoad(relay_load::RelayLoad),
    /// Let the engine play itself and look for faults
    Selfplay(selfplay::Selfplay),
    /// Tune the handcrafted evaluation on files of games
    Texel(texel::Texel),
    /// Train a network on files of games
    Train(train::Train),
    /// Tune parameters of the search by self-play
    Tune(Box<tune::Tune>),
}

/// The exit status of a tool that could not do its work.
const FAILED: u8 = 2;

/// Runs the requested tool. Succeeds if it found no fault.
fn main() -> ExitCode {
    let is_faultless = match Arguments::parse().tool {
        Tool::Algorithms(algorithms) => algorithms.run().map_err(|cause| cause.to_string()),
        Tool::Book(book) => Ok(book.run()),
        Tool::Chances(chances) => Ok(chances.run()),
        Tool::Endings(endings) => endings.run(),
        Tool::Explain(explain) => explain.run(),
        Tool::Habits(habits) => habits.run(),
        Tool::Ladder(ladder) => ladder.run(),
        Tool::Datagen(datagen) => Ok(datagen.run()),
        Tool::Masters(masters) => masters.run(),
        Tool::Match(it) => it.run(),
        Tool::Persons(persons) => persons.run(),
        Tool::Pgn(pgn) => pgn.run(),
        Tool::Puzzles(puzzles) => Ok(puzzles.run()),
        Tool::RelayLoad(relay_load) => relay_load.run(),
        Tool::Selfplay(selfplay) => Ok(selfplay.run()),
        Tool::Texel(texel) => Ok(texel.run()),
        Tool::Train(train) => Ok(train.run()),
        Tool::Tune(tune) => tune.run(),
    };
    match is_faultless {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(cause) => {
            eprintln!("error: {cause}");
            ExitCode::from(FAILED)
        }
    }
}
