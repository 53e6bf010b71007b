//! The native command line of Chuhe. Each command has a module, which reads its arguments and runs it.

mod bench;
mod book;
mod codes;
mod convert;
mod error;
mod games;
mod lab;
mod pack;
mod perft;
mod play;
mod probe;
mod questions;
mod review;
mod route;
mod serve;
mod solve;
mod sources;
mod tables;
mod uci;

use bench::Bench;
use book::MakeBook;
use chuhe::engine::session::HELPER;
use chuhe::rules::fen::{FenReason, Position};
use chuhe::rules::game::Ruleset;
use chuhe::rules::notation::Notation;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use codes::{notation, ruleset};
use convert::Convert;
use error::CliError;
use games::FindGames;
use lab::Lab;
use perft::Perft;
use play::Play;
use probe::Probe;
use questions::{Asked, Declared, Question};
use review::ReviewGames;
use route::FindRoute;
use serde::Serialize;
use serve::Serve;
use solve::Solve;
use std::io::{self, BufReader, IsTerminal, Write, stdin, stdout};
use std::panic;
use std::process::{self, ExitCode};
use std::thread;

/// Chuhe 楚河: a Xiangqi engine.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Play a game in the terminal
    Play(Box<Play>),
    /// Serve the page, and the engine and the rules over HTTP
    #[command(long_about = serve::HELP)]
    Serve(Serve),
    /// Talk UCI or UCCI over standard input and output
    Uci,
    /// Search fixed positions: the total of nodes is a checksum of the search
    Bench(Bench),
    /// Count the move sequences of a given number of plies
    Perft(Box<Perft>),
    /// List the legal moves of a position
    Moves(Asked),
    /// Judge a game: who has won or drawn, why, and what the plies of a repetition were
    Verdict {
        #[command(flatten)]
        asked: Asked,
        #[command(flatten)]
        declared: Declared,
        /// The rules of repetition: asian, chinese or plain
        #[arg(long, default_value = "asian", value_parser = ruleset)]
        rules: &'static Ruleset,
    },
    /// Write moves in another notation
    Notate {
        #[command(flatten)]
        asked: Asked,
        /// chinese, wxf, iccs, ucci (ranks 0 to 9) or uci (ranks 1 to 10)
        #[arg(long, value_parser = notation)]
        to: Notation,
    },
    /// Turn a game record into another format
    Convert(Convert),
    /// List, count or write games from many files: by players, dates, results, positions
    Games(Box<FindGames>),
    /// Make an opening book from the moves of many games
    Book(MakeBook),
    /// Annotate the games of many files: chances, mistakes and the reasons, better lines, turning points
    Review(ReviewGames),
    /// Compare ways to search a game tree on a position, from minimax to the engine's own, depth by depth
    Lab(Lab),
    /// Find the shortest route over a grid for a traveller with limited stamina
    Route(FindRoute),
    /// Solve an ending, and all endings that it can become: who wins, in how many plies
    Solve(Solve),
    /// Tell whether an ending is won, drawn or lost, and what each move leads to
    Probe(Probe),
}

/// Writes an answer to standard output.
fn say(answer: String) -> Result<(), CliError> {
    Ok(stdout().write_all(answer.as_bytes())?)
}

/// Serialises an answer as a line of JSON.
fn json(value: &impl Serialize) -> String {
    // Serialising fails only for maps whose keys are not strings; no answer contains one.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// Greatest length of a message, in characters.
const LONGEST: usize = 2_000;

/// Replaces the control characters in a message and cuts it to [`LONGEST`] characters.
fn told(message: &str) -> String {
    let shown = |letter: char| if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter };
    message.chars().take(LONGEST).map(shown).collect()
}

/// Returns the reasons why no game can lead to a position, in words; `None` if one can.
fn oddities(position: &Position) -> Option<String> {
    let oddities: Vec<String> = position.oddities().iter().map(FenReason::to_string).collect();
    let words = || format!("no game leads to this position: {}", oddities.join("; "));
    (!oddities.is_empty()).then(words)
}

/// Exit status of a command that cannot answer.
const REFUSED: u8 = 2;

fn main() -> ExitCode {
    let command = Arguments::parse().command.unwrap_or_else(Command::unasked);
    // A request that panics must not end the server.
    if !matches!(command, Command::Serve(_)) {
        abort_on_panic();
    }
    let is_json = command.is_json();
    let result = match command {
        Command::Play(play) => play.run().map_err(CliError::from),
        Command::Serve(serve) => serve.run().map_err(CliError::from),
        Command::Uci => uci::run(BufReader::new(stdin()), stdout()).map_err(CliError::from),
        Command::Bench(bench) => bench.run().map_err(CliError::from),
        Command::Perft(perft) => perft.run().map_err(CliError::from),
        Command::Moves(asked) => asked.answer(Question::Moves),
        Command::Verdict { asked, declared, rules } => {
            asked.answer(Question::Verdict(declared.declaration(), rules))
        }
        Command::Notate { asked, to } => asked.answer(Question::Notate(to)),
        Command::Convert(convert) => convert.run(),
        Command::Games(games) => games.run(),
        Command::Book(book) => book.run(),
        Command::Review(review) => review.run(),
        Command::Lab(lab) => lab.run(),
        Command::Route(route) => route.run(),
        Command::Solve(solve) => solve.run(),
        Command::Probe(probe) => probe.run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // A closed pipe is not an error: the reader has seen enough, as with `| head`.
        Err(CliError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}", told(&error.to_string()));
            if is_json && !error.is_reported() {
                // The reader may have gone; there is nobody else to tell.
                let _ = say(error.report().line());
            }
            ExitCode::from(REFUSED)
        }
    }
}

/// Makes a panic in any thread end the whole program, so that nobody waits for an answer that never comes. Panics
/// of a search's helper threads are ignored. (The build profile cannot do this, since `cargo bench` cannot mix
/// programs that abort with benchmarks.)
fn abort_on_panic() {
    let tell = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        tell(info);
        if thread::current().name() != Some(HELPER) {
            process::abort();
        }
    }));
}

impl Command {
    /// Returns whether the command answers in JSON.
    fn is_json(&self) -> bool {
        match self {
            Command::Moves(asked) | Command::Verdict { asked, .. } | Command::Notate { asked, .. } => {
                asked.json
            }
            Command::Convert(convert) => convert.json,
            Command::Games(games) => games.json,
            Command::Book(book) => book.json,
            Command::Review(review) => review.json,
            Command::Route(route) => route.json,
            Command::Solve(solve) => solve.json,
            Command::Probe(probe) => probe.json,
            _ => false,
        }
    }

    /// Returns the command for a call without arguments: UCI for a program that starts the engine through a pipe.
    /// People in a terminal get help.
    fn unasked() -> Command {
        if !stdin().is_terminal() {
            return Command::Uci;
        }
        let mut arguments = Arguments::command();
        arguments.error(ErrorKind::MissingSubcommand, "a command is missing").exit()
    }
}
