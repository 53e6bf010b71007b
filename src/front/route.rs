//! The command `chuhe route`: the shortest route over a grid in a file.

use super::cli::CliError;
use crate::lab::route::{Grid, Heuristic, Route, solve};
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read};

/// The largest file that is read, in bytes: a full grid takes 2 MB.
const MAX_BYTES: u64 = 16 << 20;

#[derive(Serialize)]
struct RouteReport {
    /// The fewest steps; -1 when the end cannot be reached.
    steps: i64,
    /// `U`, `D`, `L` and `R`; empty when the end cannot be reached.
    route: String,
    heuristic: &'static str,
    expanded: usize,
}

/// Solves the problem in a file, `-` for standard input. The answer is the number of steps and, on a line of
/// its own, the route, or -1; in JSON also how many states were expanded.
///
/// # Errors
/// [`CliError::File`] or [`CliError::Grid`], which names line and column.
pub fn answer(file: &str, heuristic: Heuristic, is_json: bool) -> Result<String, CliError> {
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
    Ok(format!("{}\n", serde_json::to_string(&report).map_err(io::Error::from)?))
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
    // What is no text is no number either, and is refused at its place.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
