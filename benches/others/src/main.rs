//! Measures Chuhe's rules and those of the crate `chessai` on the same positions, and prints what both answer.
//!
//! `compare.py` runs this program and adds pyffish. The program has two commands:
//!
//! - `measure LIBRARY TASK MILLISECONDS` prints the nanoseconds that one operation of a [`Task`] takes, or nothing if
//!   the library cannot do the task.
//! - `answers LIBRARY QUESTION` prints one line for each position, game or count of a [`Question`].

mod data;
mod with_chessai;
mod with_chuhe;

use std::env;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Something that is measured. The comment of each says what one operation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// A list of the legal moves of a position that was read before.
    LegalMoves,
    /// The same, but with the reading of the FEN.
    LegalMovesOfFen,
    /// One leaf of perft 2. The last ply is counted without being played.
    Perft2,
    /// One leaf of perft 3, counted like that.
    Perft3,
    /// A FEN read.
    FenRead,
    /// A FEN written.
    FenWritten,
    /// A FEN read and written.
    FenBoth,
    /// A legal move, such as `h2e2`, read.
    CoordinatesRead,
    /// A legal move written in coordinates.
    CoordinatesWritten,
    /// A legal move written in WXF, such as `C2.5`.
    WxfWritten,
    /// A legal move read in WXF.
    WxfRead,
    /// A ply of a game, checked, played and taken back.
    Played,
    /// A game played from its FEN, and the last FEN written.
    GameToFen,
    /// A game played from its FEN, and its verdict: a repetition.
    Repetition,
    /// The result of a FEN in which the side to move has no legal move.
    Mate,
}

impl Task {
    const ALL: [(&'static str, Task); 15] = [
        ("legal-moves", Task::LegalMoves),
        ("legal-moves-of-fen", Task::LegalMovesOfFen),
        ("perft-2", Task::Perft2),
        ("perft-3", Task::Perft3),
        ("fen-read", Task::FenRead),
        ("fen-written", Task::FenWritten),
        ("fen-both", Task::FenBoth),
        ("coordinates-read", Task::CoordinatesRead),
        ("coordinates-written", Task::CoordinatesWritten),
        ("wxf-written", Task::WxfWritten),
        ("wxf-read", Task::WxfRead),
        ("played", Task::Played),
        ("game-to-fen", Task::GameToFen),
        ("repetition", Task::Repetition),
        ("mate", Task::Mate),
    ];
}

/// A question whose answers can be compared between libraries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// The sorted legal moves of each position.
    Moves,
    /// The leaves of perft 1, 2 and 3 of each position.
    Perft,
    /// Placement and side of each position, read and written again.
    Fens,
    /// The legal moves of each timed position in WXF, sorted by their coordinates.
    Wxf,
    /// Placement and side at the end of each game.
    Ends,
    /// The result of each game: `red`, `black`, `draw` or `ongoing`.
    Results,
    /// The result of each position without a legal move.
    Mates,
}

impl Question {
    const ALL: [(&'static str, Question); 7] = [
        ("moves", Question::Moves),
        ("perft", Question::Perft),
        ("fens", Question::Fens),
        ("wxf", Question::Wxf),
        ("ends", Question::Ends),
        ("results", Question::Results),
        ("mates", Question::Mates),
    ];
}

/// Runs a task once over all its positions; returns the number of operations.
pub type Pass = Box<dyn FnMut() -> usize>;

/// Returns a pass that runs `operation` on each item; `operation` returns the number of operations that it was.
pub fn over<T: 'static>(mut items: Vec<T>, operation: impl Fn(&mut T) -> usize + 'static) -> Pass {
    Box::new(move || items.iter_mut().map(|item| operation(black_box(item))).sum())
}

/// Returns a pass that runs `operation` on each item, as one operation each.
pub fn each<T: 'static, R>(items: Vec<T>, operation: impl Fn(&mut T) -> R + 'static) -> Pass {
    over(items, move |item| {
        black_box(operation(item));
        1
    })
}

/// The functions that make a library's passes and answers. `None`: it cannot do that.
struct Library {
    name: &'static str,
    pass: fn(Task) -> Option<Pass>,
    answers: fn(Question) -> Option<Vec<String>>,
}

const LIBRARIES: [Library; 2] = [
    Library { name: "chuhe", pass: with_chuhe::pass, answers: with_chuhe::answers },
    Library { name: "chessai", pass: with_chessai::pass, answers: with_chessai::answers },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Some(()) => ExitCode::SUCCESS,
        None => {
            eprintln!("chuhe-others: wrong arguments: {arguments:?}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a command; returns `None` if it is unknown.
fn run(arguments: &[&str]) -> Option<()> {
    match arguments {
        ["measure", library, task, milliseconds] => {
            let least = Duration::from_millis(milliseconds.parse().ok()?);
            if let Some(pass) = (library_named(library)?.pass)(named(&Task::ALL, task)?) {
                println!("{:.3}", measure(pass, least));
            }
        }
        ["answers", library, question] => {
            let answers = (library_named(library)?.answers)(named(&Question::ALL, question)?);
            answers.unwrap_or_default().iter().for_each(|line| println!("{line}"));
        }
        _ => return None,
    }
    Some(())
}

fn library_named(name: &str) -> Option<&'static Library> {
    LIBRARIES.iter().find(|library| library.name == name)
}

fn named<T: Copy>(all: &[(&str, T)], name: &str) -> Option<T> {
    all.iter().find(|(other, _)| *other == name).map(|(_, item)| *item)
}

/// Repeats a pass for at least some time, after one that is not measured. Returns nanoseconds an operation.
fn measure(mut pass: Pass, least: Duration) -> f64 {
    pass();
    let (started, mut operations) = (Instant::now(), 0);
    loop {
        operations += pass();
        let elapsed = started.elapsed();
        if elapsed >= least {
            return elapsed.as_nanos() as f64 / operations as f64;
        }
    }
}
