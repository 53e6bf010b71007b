//! Solves endings for the Lab's page, one layer a call, and looks positions up.

use super::error;
use super::game::read_game;
use super::to_object;
use chuhe::rules::{Board, Position, Square};
use chuhe_endings::{Layer, Material, PointShare, Progress, Share, Side, Solver, Table, Tables, Value};
use js_sys::Error;
use serde::Serialize;
use std::sync::Arc;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A table to be solved: its ending, such as "R vs AE", and the number of its indices. */
export type EndingTask = { ending: string; size: number };
/** The number of positions that a layer decides, by the side to move. */
export type EndingLayer = { plies: number; strong: number; weak: number };
/** A step of the solver; only "decided" has a layer. */
export type EndingStep = { ending: string; state: "begun" | "decided" | "solved"; layer: EndingLayer | null };
/** The numbers of positions by their value for the side to move. */
export type EndingShare = { won: number; drawn: number; lost: number };
/** The positions with the attacker on a point, either side to move: their number, and by plies how many Red wins. */
export type EndingPointShare = { positions: number; won: number[] };
/** A solved ending. `points` has the index rank * 9 + file. `sample` is a position of the longest win, or any if nothing is won; `longest` is its plies. */
export type EndingReport = {
  ending: string; layers: EndingLayer[]; strong: EndingShare; weak: EndingShare;
  longest: number | null; sample: string; points: EndingPointShare[];
};
/** A value for the side to move: -2 for no position, -1 for a draw, or the plies to the end, which are odd if that side
 * wins and even if it loses. */
export type EndingValue = number;
/** A position. `moves` has the value of each legal move for the side that moves, the best first. `line` has the best
 * moves of both sides, and is empty in a drawn position. `maps` has for each piece the values of the positions in
 * which it stands on another point, by the index rank * 9 + file. */
export type EndingPosition = {
  ending: string | null; value: EndingValue; moves: { move: string; value: EndingValue }[]; line: string[];
  maps: { square: string; values: EndingValue[] }[];
};
"#;

#[wasm_bindgen]
extern "C" {
    /// List of `{ ending, size }`.
    #[wasm_bindgen(typescript_type = "EndingTask[]")]
    pub type JsTasks;
    /// `{ ending, state, layer }` or null
    #[wasm_bindgen(typescript_type = "EndingStep | null")]
    pub type JsStep;
    /// `{ ending, layers, strong, weak, longest, sample, points }`
    #[wasm_bindgen(typescript_type = "EndingReport")]
    pub type JsReport;
    /// `{ ending, value, moves, line, maps }`
    #[wasm_bindgen(typescript_type = "EndingPosition")]
    pub type JsPosition;
}

/// Greatest number of plies of a best line; the longest win of one attacker with a bare general takes 64.
const MAX_LINE: usize = 200;

#[derive(Serialize)]
struct TaskReport {
    ending: String,
    size: usize,
}

#[derive(Serialize)]
struct LayerReport {
    plies: u16,
    strong: u32,
    weak: u32,
}

impl From<&Layer> for LayerReport {
    fn from(layer: &Layer) -> LayerReport {
        let [strong, weak] = layer.decided.map(|count| count as u32);
        LayerReport { plies: layer.plies, strong, weak }
    }
}

#[derive(Serialize)]
struct StepReport {
    ending: String,
    state: &'static str,
    layer: Option<LayerReport>,
}

impl From<Progress> for StepReport {
    fn from(progress: Progress) -> StepReport {
        let (material, state, layer) = match progress {
            Progress::Begun(material) => (material, "begun", None),
            Progress::Decided(material, layer) => (material, "decided", Some(LayerReport::from(&layer))),
            Progress::Solved(material) => (material, "solved", None),
        };
        StepReport { ending: material.to_string(), state, layer }
    }
}

#[derive(Serialize)]
struct ShareReport {
    won: u32,
    drawn: u32,
    lost: u32,
}

impl From<&Share> for ShareReport {
    fn from(share: &Share) -> ShareReport {
        ShareReport { won: share.won as u32, drawn: share.drawn as u32, lost: share.lost as u32 }
    }
}

#[derive(Serialize)]
struct PointReport {
    positions: u32,
    won: Vec<u32>,
}

impl From<PointShare> for PointReport {
    fn from(share: PointShare) -> PointReport {
        let won = share.won.into_iter().map(|count| count as u32).collect();
        PointReport { positions: share.positions as u32, won }
    }
}

#[derive(Serialize)]
struct EndingReport {
    ending: String,
    layers: Vec<LayerReport>,
    strong: ShareReport,
    weak: ShareReport,
    longest: Option<u16>,
    sample: String,
    points: Vec<PointReport>,
}

impl EndingReport {
    fn new(table: &Table, layers: &[Layer]) -> EndingReport {
        let [strong, weak] = Side::ALL.map(|side| table.share(side));
        let longest = [(strong.longest, Side::Strong), (weak.longest, Side::Weak)]
            .into_iter()
            .filter_map(|(longest, side)| longest.map(|(plies, index)| (plies, index, side)))
            .max_by_key(|(plies, ..)| *plies);
        let (index, side) =
            longest.map_or_else(|| (sample(table), Side::Strong), |(_, index, side)| (index, side));
        EndingReport {
            ending: table.material().to_string(),
            layers: layers.iter().map(LayerReport::from).collect(),
            strong: ShareReport::from(&strong),
            weak: ShareReport::from(&weak),
            longest: longest.map(|(plies, ..)| plies),
            sample: table.index().board(index, side).map_or_else(String::new, fen),
            points: table.shares_by_point().into_iter().map(PointReport::from).collect(),
        }
    }
}

/// Returns an index in the middle of a table that is a position with the attackers to move.
fn sample(table: &Table) -> usize {
    let length = table.index().len();
    (length / 2..length).find(|index| table.value(*index, Side::Strong).is_some()).unwrap_or(0)
}

fn fen(board: Board) -> String {
    Position { board, no_capture: 0, fullmove: 1 }.to_string()
}

#[derive(Serialize)]
struct MoveReport {
    r#move: String,
    value: i32,
}

#[derive(Serialize)]
struct MapReport {
    square: String,
    values: Vec<i32>,
}

#[derive(Serialize)]
struct PositionReport {
    ending: Option<String>,
    value: i32,
    moves: Vec<MoveReport>,
    line: Vec<String>,
    maps: Vec<MapReport>,
}

impl PositionReport {
    /// Looks a board up; `None` if the tables lack it or a position after one of its moves.
    fn new(tables: &Tables, board: &Board) -> Option<PositionReport> {
        let value = tables.probe(board)?;
        let ending = Material::of_board(board);
        let moves = tables.probe_moves(board)?.into_iter();
        let plies = if value == Value::Draw { 0 } else { MAX_LINE };
        let map = |square: Square| MapReport {
            square: square.to_string(),
            values: tables.placements(board, square).into_iter().map(number).collect(),
        };
        let pieces = board.pieces().filter(|_| ending.is_some());
        Some(PositionReport {
            ending: ending.map(|ending| ending.to_string()),
            value: number(Some(value)),
            moves: moves
                .map(|(mv, value)| MoveReport { r#move: mv.to_string(), value: number(Some(value)) })
                .collect(),
            line: tables.best_line(board, plies).iter().map(ToString::to_string).collect(),
            maps: pieces.map(|(square, _)| map(square)).collect(),
        })
    }
}

/// Returns a value as a number of JavaScript, which `EndingValue` describes.
fn number(value: Option<Value>) -> i32 {
    match value {
        None => -2,
        Some(Value::Draw) => -1,
        Some(Value::Win(plies) | Value::Loss(plies)) => plies.into(),
    }
}

fn read_ending(text: &str) -> Result<Material, Error> {
    text.parse().map_err(|_| error::error("there is no such ending", "badOption", "ending", &text.into()))
}

/// Solves endings one layer a call, and keeps their tables.
#[wasm_bindgen]
#[derive(Default)]
pub struct EndingSolver(Solver);

#[wasm_bindgen]
impl EndingSolver {
    /// Creates a solver without tables.
    #[wasm_bindgen(constructor)]
    pub fn new() -> EndingSolver {
        EndingSolver::default()
    }

    /// Begins with an ending such as "R vs AE". Returns the tables to be solved, those after captures first; none if all
    /// are there. An unfinished table is dropped. Throws `badOption`.
    pub fn begin(&mut self, ending: &str) -> Result<JsTasks, JsValue> {
        self.0.begin(read_ending(ending)?);
        let task = |material: Material| TaskReport {
            ending: material.to_string(),
            size: chuhe_endings::Index::new(material).len(),
        };
        to_object(&self.0.missing().map(task).collect::<Vec<_>>())
    }

    /// Takes the next step; returns null when all tables are there.
    pub fn step(&mut self) -> Result<JsStep, JsValue> {
        let progress = self.0.step().map_err(|missing| Error::new(&missing.to_string()))?;
        to_object(&progress.map(StepReport::from))
    }

    /// Returns the counts of a solved ending. Throws `badOption` if it is not solved.
    pub fn report(&self, ending: &str) -> Result<JsReport, JsValue> {
        let material = read_ending(ending)?;
        let table: Arc<Table> =
            self.0.tables().get(material).ok_or_else(|| {
                error::error("the ending is not solved", "badOption", "ending", &ending.into())
            })?;
        to_object(&EndingReport::new(&table, self.0.layers(material)))
    }

    /// Looks a position up. Throws `badFen`, or `badOption` if no table has the position.
    pub fn look(&self, fen: &str) -> Result<JsPosition, JsValue> {
        let game = read_game(Some(fen), &[])?;
        let report = PositionReport::new(self.0.tables(), game.board())
            .ok_or_else(|| error::error("no table has this position", "badOption", "fen", &fen.into()))?;
        to_object(&report)
    }
}
