//! The command `chuhe lab`: compares the laboratory's search methods on a position, depth by depth, and with the
//! counts of report D's program.

use crate::codes::{judge, method};
use crate::error::CliError;
use crate::questions;
use chuhe::lab::measure::{Row, measure, saved};
use chuhe::lab::tree::{DepthRule, Judge, MAX_DEPTH, Method};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory};
use std::io::{Write, stdout};

/// Default of the greatest depth, in plies.
const DEPTH: u32 = 4;

/// Compare ways to search a game tree on a position, from minimax to the engine's own, depth by depth
#[derive(Args)]
pub struct Lab {
    /// The position as FEN
    #[arg(default_value = "startpos")]
    fen: String,
    /// The moves from there, in any notation
    moves: Vec<String>,
    #[arg(
        long,
        help = format!("The greatest depth in plies; not with the rule phase, which sets it [default: {DEPTH}]"),
        value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)),
    )]
    depth: Option<u32>,
    /// Rule for the depth: fixed, phase (5 plies, 6 from ply 10 on, 7 from ply 50 on; report D), or pieces
    /// (one more at 28, 12 and 6 pieces; report E)
    #[arg(long, value_parser = DepthRule::CODES, default_value = "fixed")]
    rule: String,
    /// Methods, separated by commas: minimax, alphabeta, ordered, pvs, pvs-reversed, pvs-table, chuhe
    #[arg(long, value_parser = method, value_delimiter = ',', default_value = "minimax,alphabeta,ordered,pvs,pvs-reversed,pvs-table,chuhe")]
    methods: Vec<Method>,
    /// The evaluation: a or b (material of those reports), c or e (material and placement), or chuhe;
    /// the method chuhe always uses the evaluation chuhe
    #[arg(long, value_parser = judge, default_value = "c")]
    judge: Judge,
    /// Write a table in Markdown
    #[arg(long, conflicts_with = "csv")]
    markdown: bool,
    /// Write fields separated by commas
    #[arg(long)]
    csv: bool,
}

impl Lab {
    /// Compares the methods and writes a row for each at each depth.
    pub fn run(self) -> Result<(), CliError> {
        let layout = match (self.markdown, self.csv) {
            (true, _) => Layout::Markdown,
            (_, true) => Layout::Csv,
            _ => Layout::Text,
        };
        if let ("phase", Some(depth)) = (&*self.rule, self.depth) {
            let conflict =
                format!("'--depth {depth}' cannot be used with '--rule phase', which sets the depth");
            let mut command = crate::Arguments::command();
            command.build();
            command
                .find_subcommand_mut("lab")
                .expect("it is one")
                .error(ErrorKind::ArgumentConflict, conflict)
                .exit();
        }
        let base = self.depth.unwrap_or(DEPTH);
        let rule = DepthRule::from_code(&self.rule, base).unwrap_or(DepthRule::Fixed(base));
        let (methods, judge, moves) = (self.methods, self.judge, self.moves.join(" "));
        let setup = Setup { fen: self.fen, moves, methods, judge, rule, layout };
        run(&setup, &mut stdout())
    }
}

/// Format of the rows.
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

/// The parameters of a comparison.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The position, as FEN or `startpos`.
    pub fen: String,
    /// The moves played from there, separated by spaces.
    pub moves: String,
    /// The methods, in the order of the output.
    pub methods: Vec<Method>,
    /// Evaluation of the leaves.
    pub judge: Judge,
    /// Rule for the greatest depth.
    pub rule: DepthRule,
    /// Format of the output.
    pub layout: Layout,
}

/// Compares the methods and writes a row for each at each depth as soon as it is measured.
///
/// # Errors
/// [`CliError`] for an invalid position or move, or when writing to `out` fails.
pub fn run(setup: &Setup, out: &mut impl Write) -> Result<(), CliError> {
    let game = questions::game(&setup.fen, &setup.moves, None)?;
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

/// Titles and widths of the columns, widths in characters.
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

/// Writes the shares of minimax's leaves and time that each other method saves.
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
