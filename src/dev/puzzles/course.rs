//! Orders the puzzles: a course in stages of rising difficulty. Within a stage, kinds and lengths alternate, so that
//! no fifty puzzles of one kind follow each other.

use super::Puzzle;
use super::candidates::name;
use serde_json::Value;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Number of stages.
pub const STAGES: usize = 32;
/// The version of the file format.
const VERSION: u32 = 3;

/// True for a mate, and the number of the solver's moves.
type Kind = (bool, usize);

fn kind(puzzle: &Puzzle) -> Kind {
    (puzzle.is_mate, puzzle.length())
}

/// Divides the puzzles into stages by their difficulty, with unmeasured ones last. All stages have about the same
/// length. At most half of a stage is of one kind while other kinds remain.
fn course(puzzles: &[Puzzle]) -> Vec<Vec<&Puzzle>> {
    let mut left: Vec<&Puzzle> = puzzles.iter().collect();
    left.sort_by_cached_key(|puzzle| {
        (puzzle.difficulty.unwrap_or(u32::MAX), puzzle.length(), name(puzzle.game.board()))
    });
    let take = |stage| {
        let wanted = left.len() / (STAGES - stage);
        let mut counts: HashMap<Kind, usize> = HashMap::new();
        let (mut taken, mut others) = (Vec::new(), Vec::new());
        for puzzle in left.drain(..) {
            let count = counts.entry(kind(puzzle)).or_default();
            if taken.len() < wanted && *count < wanted.div_ceil(2) {
                *count += 1;
                taken.push(puzzle);
            } else {
                others.push(puzzle);
            }
        }
        taken.extend(others.drain(..wanted - taken.len()));
        left = others;
        in_turns(&taken)
    };
    (0..STAGES).map(take).collect()
}

/// Orders a stage so that each kind and length is spread evenly over it. The order within a kind stays.
fn in_turns<'a>(stage: &[&'a Puzzle]) -> Vec<&'a Puzzle> {
    let mut counts: HashMap<Kind, usize> = HashMap::new();
    stage.iter().for_each(|puzzle| *counts.entry(kind(puzzle)).or_default() += 1);
    let mut seen: HashMap<Kind, usize> = HashMap::new();
    let mut turns: Vec<(usize, Kind, &Puzzle)> = Vec::new();
    for puzzle in stage {
        let kind = kind(puzzle);
        let before = seen.entry(kind).or_default();
        turns.push(((2 * *before + 1) * stage.len() / counts[&kind], kind, puzzle));
        *before += 1;
    }
    turns.sort_by_key(|(turn, kind, _)| (*turn, *kind));
    turns.into_iter().map(|(.., puzzle)| puzzle).collect()
}

/// Writes the files for the page: one with the lengths of the stages, and one with the puzzles of each stage. After
/// the first stage, every other puzzle belongs to the second player.
///
/// # Errors
/// The error of the system.
pub fn write(folder: &Path, puzzles: &[Puzzle]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let stages = course(puzzles);
    let side = |stage: usize, place: usize| if stage > 0 && place % 2 == 1 { "b" } else { "w" };
    for (at, stage) in stages.iter().enumerate() {
        let rows: Vec<String> =
            stage.iter().enumerate().map(|(place, puzzle)| puzzle.row(side(at, place))).collect();
        fs::write(file_of(folder, at), format!("[\n{}\n]\n", rows.join(",\n")))?;
    }
    let sizes: Vec<String> = stages.iter().map(|stage| stage.len().to_string()).collect();
    let head = format!("{{\"version\":{VERSION},\"stages\":[{}]}}\n", sizes.join(","));
    fs::write(folder.join("course.json"), head)
}

/// Reads the files that `write` creates. Returns the puzzles in the order of the course.
///
/// # Errors
/// The error of the system, or a message that names an invalid row.
pub fn read(folder: &Path) -> io::Result<Vec<Puzzle>> {
    let head: Value = serde_json::from_str(&text_of(&folder.join("course.json"))?)?;
    if head["version"] != VERSION {
        return Err(io::Error::other(format!(
            "{}: version {}, not {VERSION}",
            folder.display(),
            head["version"]
        )));
    }
    let mut puzzles = Vec::new();
    for at in 0..head["stages"].as_array().map_or(0, Vec::len) {
        let text = text_of(&file_of(folder, at))?;
        for row in text.lines().filter(|line| line.starts_with("[\"")) {
            let puzzle = Puzzle::from_row(row);
            puzzles
                .push(puzzle.ok_or_else(|| io::Error::other(format!("stage {}: no puzzle: {row}", at + 1)))?);
        }
    }
    Ok(puzzles)
}

fn text_of(path: &Path) -> io::Result<String> {
    fs::read_to_string(path)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

/// Returns the path of a stage, which is counted from 0 here and from 1 in its name.
fn file_of(folder: &Path, stage: usize) -> PathBuf {
    folder.join(format!("{}.json", stage + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(tenths: u32, moves: &str) -> Puzzle {
        let row = format!("[\"3k5/9/9/9/9/9/9/9/1R7/R3K4\",\"{moves}\",\"m\",1,\"\",\"w\",{tenths}]");
        Puzzle::from_row(&row).expect("a puzzle")
    }

    #[test]
    fn stages_rise_and_their_kinds_take_turns() {
        let (short, long) = ("b1b9", "b1b9d9d8a0a8");
        let puzzles: Vec<Puzzle> = (0..4 * STAGES as u32)
            .rev()
            .map(|at| puzzle(at, if at % 4 < 2 { short } else { long }))
            .collect();
        let stages = course(&puzzles);
        let told: Vec<Vec<u32>> =
            stages.iter().map(|stage| stage.iter().filter_map(|it| it.difficulty).collect()).collect();
        assert_eq!(told.len(), STAGES);
        assert_eq!([&told[0][..], &told[1]], [[0, 2, 1, 3], [4, 6, 5, 7]]);
    }
}
