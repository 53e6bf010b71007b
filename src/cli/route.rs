//! The command `chuhe route`: finds the shortest route over a grid in a file.

use crate::codes::heuristic;
use crate::error::CliError;
use crate::{json, say};
use chuhe::lab::route::{Grid, Heuristic, Route, solve};
use clap::Args;
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read};

/// Largest accepted file in bytes; a full grid takes 2 MB.
const MAX_BYTES: u64 = 16 << 20;

/// Find the shortest route over a grid for a traveller with limited stamina
#[derive(Args)]
pub struct FindRoute {
    /// The file: a line of rows, columns and stamina, then the rows: 0 road, 1 obstacle, 2 supply
    /// station, 3 start, 4 end; `-` for standard input
    file: String,
    /// Heuristic: manhattan, or zero for uniform-cost search
    #[arg(long, value_parser = heuristic, default_value = "manhattan")]
    heuristic: Heuristic,
    /// Answer in JSON, with the number of expanded states
    #[arg(long)]
    pub json: bool,
}

impl FindRoute {
    /// Solves the problem and writes the answer.
    pub fn run(self) -> Result<(), CliError> {
        say(answer(&self.file, self.heuristic, self.json)?)
    }
}

#[derive(Serialize)]
struct RouteReport {
    /// Fewest steps; -1 if the end cannot be reached.
    steps: i64,
    /// Steps as `U`, `D`, `L` and `R`; empty if the end cannot be reached.
    route: String,
    heuristic: &'static str,
    expanded: usize,
}

/// Solves the problem in a file, `-` for standard input. The answer is the number of steps and, on the next line,
/// the route, or -1; in JSON also the number of expanded states.
///
/// # Errors
/// [`CliError::File`] or [`CliError::Grid`], which names line and column.
fn answer(file: &str, heuristic: Heuristic, is_json: bool) -> Result<String, CliError> {
    let text = read(file).map_err(|cause| CliError::File { file: file.to_owned(), cause })?;
    let refused = |cause| CliError::Grid { file: file.to_owned(), cause };
    let grid: Grid = text.parse().map_err(refused)?;
    let answer = solve(&grid, heuristic);
    let route = answer.route.as_ref().map(Route::to_string).unwrap_or_default();
    let steps = answer.route.map_or(-1, |route| route.steps().len() as i64);
    if !is_json {
        return Ok(if steps < 0 { "-1\n".to_owned() } else { format!("{steps}\n{route}\n") });
    }
    let report = RouteReport { steps, route, heuristic: heuristic.code(), expanded: answer.expanded };
    Ok(json(&report))
}

fn read(file: &str) -> io::Result<String> {
    let mut bytes = Vec::new();
    match file {
        "-" => io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes)?,
        _ => File::open(file)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?,
    };
    if bytes.len() as u64 > MAX_BYTES {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "the file is larger than 16 MiB"));
    }
    // Invalid UTF-8 becomes characters that the parser refuses with their position.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
