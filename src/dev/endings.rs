//! Chooses the practical endings of the page from solved tables, and checks them.

mod choose;
mod course;
mod difficulty;
mod nature;

use crate::opening::Random;
use choose::Chosen;
use chuhe::endings::{Material, Table, Tables, Value};
use chuhe::rules::fen::Position;
use chuhe::rules::types::Color;
use clap::Args;
use course::{CHAPTERS, Goal, Part};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The version of the file.
const VERSION: u32 = 1;

/// Choose the practical endings of the page from tables of `chuhe solve`
#[derive(Args)]
pub struct Endings {
    /// The folder of the tables
    #[arg(long, value_name = "DIR")]
    tables: PathBuf,
    /// The file that is written
    #[arg(long, value_name = "FILE", required_unless_present = "check")]
    output: Option<PathBuf>,
    /// Compare the endings of this file with the tables instead
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    check: Option<PathBuf>,
    /// Seed of the choice
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The file of the page.
#[derive(Serialize, Deserialize)]
struct EndingsFile {
    version: u32,
    chapters: Vec<ChapterRow>,
}

#[derive(Serialize, Deserialize)]
struct ChapterRow {
    id: String,
    endings: Vec<EndingRow>,
}

/// An ending of the file, with Red to move.
#[derive(Serialize, Deserialize)]
struct EndingRow {
    /// The name in addresses and in stored progress. It is bound to the position.
    id: String,
    fen: String,
    /// The side of the person.
    side: String,
    goal: String,
    /// Plies of the win with the best play of both sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
    /// The material, if one side has one or two attackers and the other none.
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<String>,
    /// True for an ending with a name and advice of its own in the page's texts.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    classic: bool,
    /// The single move that reaches the goal, in a puzzle of that kind.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    only: Option<String>,
}

/// An ending with what its place in the chapter depends on.
struct Placed {
    row: EndingRow,
    /// The key of the board.
    key: u64,
    difficulty: f64,
}

impl Endings {
    /// Writes or checks the file. Succeeds if each ending of the file agrees with the tables.
    pub fn run(self) -> Result<bool, String> {
        match (&self.check, &self.output) {
            (Some(file), _) => check(&self.tables, file),
            (None, Some(file)) => {
                let chapters = self.chapters()?;
                let text = written(&chapters)?;
                fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))?;
                Ok(true)
            }
            (None, None) => Err("--output or --check is missing".to_owned()),
        }
    }

    fn chapters(&self) -> Result<Vec<ChapterRow>, String> {
        let mut chapters = Vec::new();
        let mut used = HashSet::new();
        for (id, goal, parts) in CHAPTERS {
            let mut endings: Vec<Placed> = Vec::new();
            for part in *parts {
                endings.extend(self.part(*goal, *part, &used)?);
            }
            // The parts of the other chapters are in the order of the manuals.
            if parts.iter().all(|part| matches!(part, Part::OnlyMoves(..))) {
                endings.sort_by(|a, b| a.difficulty.total_cmp(&b.difficulty));
            }
            used.extend(endings.iter().map(|ending| ending.key));
            let endings: Vec<EndingRow> = endings.into_iter().map(|ending| ending.row).collect();
            eprintln!("{id}: {} endings", endings.len());
            chapters.push(ChapterRow { id: (*id).to_owned(), endings });
        }
        Ok(chapters)
    }

    /// Returns the endings of a part; `used` has the keys of the positions of earlier chapters.
    fn part(&self, goal: Goal, part: Part, used: &HashSet<u64>) -> Result<Vec<Placed>, String> {
        match part {
            Part::Classic(id, placement) => classic(&self.tables, goal, id, placement).map(|row| vec![row]),
            Part::Chosen(text, count) => {
                let (material, tables) = load(&self.tables, text)?;
                let chosen = choose::endings(&tables, material, goal, count, &mut self.random(text))?;
                Ok(chosen.iter().map(|chosen| row(material, goal, chosen)).collect())
            }
            Part::OnlyMoves(text, count) => {
                let (material, tables) = load(&self.tables, text)?;
                let chosen =
                    choose::only_moves(&tables, material, goal, count, used, &mut self.random(text))?;
                Ok(chosen.iter().map(|chosen| row(material, goal, chosen)).collect())
            }
        }
    }

    /// Returns the random numbers of a material, so that a change of one part leaves the others as they are.
    fn random(&self, text: &str) -> Random {
        Random::new(self.seed ^ hash(text))
    }
}

/// Reads the tables of a material and of all that it can become.
fn load(folder: &Path, text: &str) -> Result<(Material, Tables), String> {
    let material: Material = text.parse().map_err(|error| format!("{error}"))?;
    let mut tables = Tables::default();
    for needed in tables.missing(material) {
        let path = folder.join(format!("{}.end", needed.file_stem()));
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        tables.insert(Table::from_bytes(&bytes).map_err(|error| format!("{}: {error}", path.display()))?);
    }
    Ok((material, tables))
}

/// Returns the row of a classic ending, with the plies if there is a table of it.
fn classic(folder: &Path, goal: Goal, id: &str, placement: &str) -> Result<Placed, String> {
    let position: Position = format!("{placement} w").parse().map_err(|error| format!("{id}: {error}"))?;
    let material = Material::of_board(&position.board);
    let file = material.map(|material| folder.join(format!("{}.end", material.file_stem())));
    let mut plies = None;
    if let Some(material) = material.filter(|_| file.is_some_and(|file| file.exists())) {
        let (_, tables) = load(folder, &material.to_string())?;
        let value = tables.probe(&position.board).ok_or_else(|| format!("{id}: not in its table"))?;
        if !agrees(value, goal) {
            return Err(format!("{id}: the table says {value:?}"));
        }
        plies = value.plies();
    }
    let row = EndingRow {
        id: id.to_owned(),
        fen: position.to_string(),
        side: if goal == Goal::Win { Color::Red } else { Color::Black }.name().to_owned(),
        goal: goal.code().to_owned(),
        plies,
        group: material.map(|material| material.to_string()),
        classic: true,
        only: None,
    };
    Ok(Placed { row, key: position.board.key(), difficulty: 0.0 })
}

fn agrees(value: Value, goal: Goal) -> bool {
    matches!((value, goal), (Value::Win(_), Goal::Win) | (Value::Draw, Goal::Draw))
}

fn row(material: Material, goal: Goal, chosen: &Chosen) -> Placed {
    let fen = Position { board: chosen.board.clone(), no_capture: 0, fullmove: 1 }.to_string();
    let kind = if chosen.only.is_some() { "only-" } else { "" };
    let row = EndingRow {
        id: format!("{kind}{}-{}", material.file_stem().to_lowercase(), short_name(&fen)),
        fen,
        side: chosen.side.name().to_owned(),
        goal: goal.code().to_owned(),
        plies: chosen.plies,
        group: Some(material.to_string()),
        classic: false,
        only: chosen.only.map(|mv| mv.to_string()),
    };
    Placed { row, key: chosen.board.key(), difficulty: chosen.difficulty }
}

/// Returns the FNV-1a hash of a text (Fowler, Noll, Vo).
fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Returns four letters or digits that name a position.
fn short_name(fen: &str) -> String {
    let mut rest = hash(fen);
    let mut letter = || {
        let letter = char::from_digit((rest % 36) as u32, 36).unwrap_or('0');
        rest /= 36;
        letter
    };
    (0..4).map(|_| letter()).collect()
}

/// Returns the text of the file, an ending on a line.
fn written(chapters: &[ChapterRow]) -> Result<String, String> {
    let json = |row: &EndingRow| serde_json::to_string(row).map_err(|error| error.to_string());
    let mut text = format!("{{\"version\":{VERSION},\"chapters\":[\n");
    for (number, chapter) in chapters.iter().enumerate() {
        let rows = chapter.endings.iter().map(json).collect::<Result<Vec<_>, _>>()?.join(",\n");
        let end = if number + 1 == chapters.len() { "" } else { "," };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{{\"id\":\"{}\",\"endings\":[\n{rows}\n]}}{end}", chapter.id);
    }
    text += "]}\n";
    Ok(text)
}

/// Compares a file with the tables, and prints what differs.
fn check(folder: &Path, file: &Path) -> Result<bool, String> {
    let failed = |error: String| format!("{}: {error}", file.display());
    let text = fs::read_to_string(file).map_err(|error| failed(error.to_string()))?;
    let read: EndingsFile = serde_json::from_str(&text).map_err(|error| failed(error.to_string()))?;
    let (mut checked, mut faults, mut without) = (0, 0, 0);
    for row in read.chapters.iter().flat_map(|chapter| &chapter.endings) {
        let stem = row.group.as_deref().map(|group| group.replace(" vs ", "-"));
        let Some(group) = row
            .group
            .as_deref()
            .filter(|_| stem.is_some_and(|stem| folder.join(format!("{stem}.end")).exists()))
        else {
            without += 1;
            continue;
        };
        let (_, tables) = load(folder, group)?;
        checked += 1;
        if let Err(fault) = compare(&tables, row) {
            faults += 1;
            println!("{}: {fault}", row.id);
        }
    }
    println!("{checked} endings compared, {faults} faults, {without} without a table");
    Ok(faults == 0)
}

fn compare(tables: &Tables, row: &EndingRow) -> Result<(), String> {
    let position: Position = row.fen.parse().map_err(|error| format!("{error}"))?;
    let value = tables.probe(&position.board).ok_or("not in its table")?;
    let goal = if row.goal == Goal::Win.code() { Goal::Win } else { Goal::Draw };
    if !agrees(value, goal) || value.plies() != row.plies {
        return Err(format!("the table says {value:?}"));
    }
    let Some(only) = &row.only else { return Ok(()) };
    let moves = tables.probe_moves(&position.board).ok_or("a move is not in a table")?;
    let good: Vec<String> =
        moves.iter().filter(|(_, value)| agrees(*value, goal)).map(|(mv, _)| mv.to_string()).collect();
    if good == [only.as_str()] { Ok(()) } else { Err(format!("good moves are {good:?}")) }
}
