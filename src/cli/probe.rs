//! The command `chuhe probe`: looks a position up in solved endings.

use crate::error::CliError;
use crate::tables::{Size, read, threads};
use crate::{json, oddities, questions, say};
use chuhe::endings::{Material, Tables, Value};
use chuhe::rules::board::Board;
use chuhe::rules::types::{Color, Move};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

/// Greatest memory in bytes that tables are solved in without being asked for: some seconds of work.
const MOST_BYTES: usize = 256 << 20;

/// Tell whether an ending is won, drawn or lost, and what each move leads to
#[derive(Args)]
pub struct Probe {
    /// The position as FEN: one or two attackers, and advisors and elephants on both sides
    fen: String,
    /// The moves from there, in any notation
    moves: Vec<String>,
    /// Read the tables of `chuhe solve` in this folder; what it lacks is solved if it is small
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Show the best play of both sides, at most this many plies
    #[arg(long, value_name = "PLIES")]
    line: Option<usize>,
    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

/// The answer as programs read it.
#[derive(Serialize)]
struct ProbeReport {
    fen: String,
    /// The material, such as `R vs AAEE`; null if neither side has an attacker.
    ending: Option<String>,
    #[serde(flatten)]
    value: ValueReport,
    /// The legal moves, the best first.
    moves: Vec<MoveReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
}

#[derive(Serialize)]
struct ValueReport {
    /// `win`, `draw` or `loss` for the side to move.
    value: &'static str,
    /// Plies to the end with the best play of both sides; null for a draw.
    plies: Option<u16>,
}

#[derive(Serialize)]
struct MoveReport {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    value: ValueReport,
}

impl From<Value> for ValueReport {
    fn from(value: Value) -> ValueReport {
        ValueReport { value: value.name(), plies: value.plies() }
    }
}

impl Probe {
    /// Writes the value of the position and of each move.
    ///
    /// # Errors
    /// [`CliError`] names the field and the value.
    pub fn run(self) -> Result<(), CliError> {
        let game = questions::game(&self.fen, &self.moves.join(" "), None)?;
        oddities(game.start()).into_iter().for_each(|words| eprintln!("notice: {words}"));
        let fen = game.position().to_string();
        let mut lookup = Lookup { folder: self.tables, fen: fen.clone(), tables: Tables::default() };
        let (value, moves) = lookup.look_up(game.board())?;
        let line = self.line.map(|plies| lookup.best_line(game.board(), plies)).transpose()?;
        let line = line.map(|line| line.iter().map(Move::to_string).collect::<Vec<_>>());
        say(match self.json {
            true => {
                let move_report = |(mv, value): &(Move, Value)| MoveReport {
                    mv: mv.to_string(),
                    value: ValueReport::from(*value),
                };
                let ending = Material::of_board(game.board()).map(|material| material.to_string());
                let moves = moves.iter().map(move_report).collect();
                json(&ProbeReport { fen, ending, value: value.into(), moves, line })
            }
            false => format!("{}{}", heading(game.board()), written(value, &moves, line.as_deref())),
        })
    }
}

/// Returns the ending and the side to move, which the value is for.
fn heading(board: &Board) -> String {
    let side = if board.turn() == Color::Red { "Red" } else { "Black" };
    let ending = Material::of_board(board).map_or(String::new(), |material| format!("{material}, "));
    format!("{ending}{side} to move: ")
}

/// Returns the answer in words, a move on a line.
fn written(value: Value, moves: &[(Move, Value)], line: Option<&[String]>) -> String {
    let mut text = format!("{}\n", in_words(value));
    for (mv, value) in moves {
        text += &format!("  {mv} {}\n", in_words(*value));
    }
    if let Some(line) = line {
        text += &format!("{}\n", line.join(" "));
    }
    text
}

fn in_words(value: Value) -> String {
    match value {
        Value::Win(plies) => format!("won in {plies} plies"),
        Value::Draw => "drawn".to_owned(),
        Value::Loss(plies) => format!("lost in {plies} plies"),
    }
}

/// Tables that are read or solved when a board needs them.
struct Lookup {
    folder: Option<PathBuf>,
    /// The position that was asked for, as errors name it.
    fen: String,
    tables: Tables,
}

impl Lookup {
    /// Returns the value of a board and those of its legal moves, the best first.
    fn look_up(&mut self, board: &Board) -> Result<(Value, Vec<(Move, Value)>), CliError> {
        if chuhe::rules::game::attackers_left(board) > 0 {
            let material = Material::of_board(board).ok_or_else(|| self.refused())?;
            self.load(material)?;
            material.after_captures().try_for_each(|smaller| self.load(smaller))?;
        }
        let found = self.tables.probe(board).zip(self.tables.probe_moves(board));
        found.ok_or_else(|| self.refused())
    }

    fn refused(&self) -> CliError {
        CliError::NoEnding(self.fen.clone())
    }

    /// Reads or solves the table of a material.
    fn load(&mut self, material: Material) -> Result<(), CliError> {
        if self.tables.get(material).is_some() || self.read(material)? {
            return Ok(());
        }
        for material in self.tables.missing(material) {
            self.read(material)?;
        }
        let size = Size::of(&self.tables, material);
        if size.bytes > MOST_BYTES {
            return Err(CliError::LargeEnding { fen: self.fen.clone(), material, size });
        }
        // It solves first what it needs.
        let _ = self.tables.solve(material, threads(None));
        Ok(())
    }

    /// Reads the table of a material; false if no folder has it.
    fn read(&mut self, material: Material) -> Result<bool, CliError> {
        let folder = self.folder.as_deref();
        let table = folder.map_or(Ok(None), |folder| read(folder, material))?;
        Ok(table.map(|table| self.tables.insert(table)).is_some())
    }

    /// Returns the best moves of both sides, at most this many.
    fn best_line(&mut self, board: &Board, plies: usize) -> Result<Vec<Move>, CliError> {
        let mut board = board.clone();
        let mut line = Vec::new();
        while line.len() < plies {
            let (_, moves) = self.look_up(&board)?;
            let Some((mv, _)) = moves.first() else { break };
            board.make(*mv);
            line.push(*mv);
        }
        Ok(line)
    }
}
