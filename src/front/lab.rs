//! The command `chuhe lab`: the methods of the laboratory side by side on a position, depth by depth, beside what the
//! program of report D counted.

use super::cli::{self, CliError};
use crate::game::board::Board;
use crate::game::fen;
use crate::lab::figures::report_d;
use crate::lab::tree::{DepthRule, Found, Judge, MAX_DEPTH, Method, search};
use std::io::Write;
use std::time::{Duration, Instant};

/// How the rows are written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Layout {
    /// In columns, for a terminal.
    #[default]
    Text,
    /// As a table in Markdown.
    Markdown,
    /// Separated by commas.
    Csv,
}

/// What to compare.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The position, as FEN or `startpos`.
    pub fen: String,
    /// The moves since, separated by spaces.
    pub moves: String,
    /// The methods, in the order of the answer.
    pub methods: Vec<Method>,
    /// What leaves are judged by.
    pub judge: Judge,
    /// The greatest depth.
    pub rule: DepthRule,
    /// How to write.
    pub layout: Layout,
}

/// A method at a depth.
#[derive(Clone, Debug)]
pub struct Row {
    /// The method.
    pub method: Method,
    /// Plies.
    pub depth: u32,
    /// What it found, and what that took.
    pub found: Found,
    /// How long it took.
    pub time: Duration,
    /// The effective branching factor: with so many moves at each ply there would be as many leaves.
    pub branching: f64,
    /// What the program of report D counted, at the first move.
    pub listed: Option<u64>,
}

/// Searches a position by a method to a depth.
pub fn measure(board: &Board, method: Method, judge: Judge, depth: u32) -> Row {
    let started = Instant::now();
    let found = match search(board, method, judge, depth, &mut ()) {
        Ok(found) => found,
        Err(_) => unreachable!("nobody stops it"),
    };
    let time = started.elapsed();
    let branching = (found.counts.leaves as f64).powf(1.0 / f64::from(depth));
    let listed = report_d(method, depth).filter(|_| *board == fen::start());
    Row { method, depth, found, time, branching, listed }
}

/// Compares the methods and writes a row for each at each depth as soon as it is known.
///
/// # Errors
/// [`CliError`] for a position that is none, or when `out` cannot be written to.
pub fn run(setup: &Setup, out: &mut impl Write) -> Result<(), CliError> {
    let game = cli::game(&setup.fen, &setup.moves)?;
    let depth = setup.rule.depth(&game).clamp(1, MAX_DEPTH);
    if setup.layout != Layout::Csv {
        let (position, judge) = (game.position(), setup.judge.code());
        writeln!(out, "{position}, depth {depth}, judged by '{judge}'\n")?;
    }
    write_head(out, setup.layout)?;
    let mut deepest = Vec::with_capacity(setup.methods.len());
    for method in &setup.methods {
        for depth_now in 1..=depth {
            let row = measure(game.board(), *method, setup.judge, depth_now);
            write_row(out, setup.layout, &row)?;
            out.flush()?;
            if depth_now == depth {
                deepest.push(row);
            }
        }
    }
    if setup.layout == Layout::Text { write_savings(out, &deepest) } else { Ok(()) }
}

/// Titles and widths of the columns.
const COLUMNS: [(&str, usize); 12] = [
    ("method", 12),
    ("depth", 5),
    ("value", 8),
    ("move", 4),
    ("leaves", 11),
    ("report D", 10),
    ("branching", 9),
    ("nodes", 11),
    ("cutoffs", 9),
    ("again", 8),
    ("known", 8),
    ("ms", 9),
];

fn write_head(out: &mut impl Write, layout: Layout) -> Result<(), CliError> {
    write_cells(out, layout, &COLUMNS.map(|(title, _)| title.to_owned()))?;
    if layout == Layout::Markdown {
        let rule = COLUMNS.map(|(title, _)| if is_text(title) { "---" } else { "---:" });
        writeln!(out, "| {} |", rule.join(" | "))?;
    }
    Ok(())
}

fn is_text(title: &str) -> bool {
    matches!(title, "method" | "move")
}

fn write_row(out: &mut impl Write, layout: Layout, row: &Row) -> Result<(), CliError> {
    let counts = row.found.counts;
    let number = |value: u64| value.to_string();
    let cells = [
        row.method.code().to_owned(),
        row.depth.to_string(),
        row.found.value.to_string(),
        row.found.line.first().map(|mv| mv.to_string()).unwrap_or_default(),
        number(counts.leaves),
        row.listed.map(number).unwrap_or_default(),
        format!("{:.2}", row.branching),
        number(counts.nodes),
        number(counts.cutoffs),
        number(counts.researches),
        number(counts.known),
        format!("{:.2}", row.time.as_secs_f64() * 1000.0),
    ];
    write_cells(out, layout, &cells)
}

fn write_cells(out: &mut impl Write, layout: Layout, cells: &[String; 12]) -> Result<(), CliError> {
    let line = match layout {
        Layout::Csv => cells.join(","),
        Layout::Markdown => format!("| {} |", cells.join(" | ")),
        Layout::Text => {
            let pad = |(cell, (title, width)): (&String, (&str, usize))| match is_text(title) {
                true => format!("{cell:<width$}"),
                false => format!("{cell:>width$}"),
            };
            cells.iter().zip(COLUMNS).map(pad).collect::<Vec<_>>().join(" ").trim_end().to_owned()
        }
    };
    Ok(writeln!(out, "{line}")?)
}

/// What each method saves of what minimax takes.
fn write_savings(out: &mut impl Write, last: &[Row]) -> Result<(), CliError> {
    let Some(all) = last.iter().find(|row| row.method == Method::Minimax) else { return Ok(()) };
    writeln!(out)?;
    for row in last.iter().filter(|row| row.method != Method::Minimax) {
        let leaves = saved(all.found.counts.leaves as f64, row.found.counts.leaves as f64);
        let time = saved(all.time.as_secs_f64(), row.time.as_secs_f64());
        let (name, depth) = (row.method.code(), row.depth);
        writeln!(
            out,
            "{name} saves {leaves:.1} % of minimax's leaves at depth {depth}, {time:.1} % of its time"
        )?;
    }
    Ok(())
}

/// How much less, in hundredths; negative when it is more.
pub fn saved(all: f64, part: f64) -> f64 {
    100.0 * (1.0 - part / all.max(f64::MIN_POSITIVE))
}
