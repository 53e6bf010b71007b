//! Looks positions up in solved endings.

use super::error;
use super::given::{self, JsBytes, JsFen};
use super::library::board;
use super::plain::{nullable, object, text};
use super::set;
use chuhe::endings::{Index, Material, TableSet, Tables, Value};
use chuhe::rules::Board;
use js_sys::{Array, Error};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
export type SolvedValue = {
  /** The outcome for the side that moves. */
  value: "win" | "draw" | "loss";
  /** The number of plies to the end with the best play of both sides; null for a draw. */
  plies: number | null;
};
/** A solved position. */
export type SolvedEnding = SolvedValue & {
  /** The pieces, such as `R vs AE`; null without a piece that can cross the river. */
  ending: string | null;
  /** The legal moves, the best first, with the outcome for the side that plays them. */
  moves: (SolvedValue & { move: string })[];
};
"#;

#[wasm_bindgen]
extern "C" {
    /// A solved position, or null.
    #[wasm_bindgen(typescript_type = "SolvedEnding | null")]
    pub type JsSolvedEnding;
}

/// Greatest number of indices of all tables that are solved here. A million takes about a second, and 4 MB.
const MOST_INDICES: usize = 10_000_000;

/// Solved endings.
#[wasm_bindgen]
pub struct EndingTables {
    set: TableSet,
    /// The tables that were solved here.
    solved: Tables,
}

#[wasm_bindgen]
impl EndingTables {
    /// Reads the bytes of a file. Throws `badEndings`.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: JsBytes) -> Result<EndingTables, Error> {
        let bytes = given::bytes(bytes, "endings", "badEndings")?;
        let set = TableSet::read(bytes).map_err(|cause| error::bad_endings(&cause))?;
        Ok(EndingTables { set, solved: Tables::default() })
    }

    /// Solves the ending of a position, unless a table has it already. Returns false if it cannot be solved or is too large.
    /// It takes up to ten seconds, for two attackers against two guards. Throws `badFen`.
    pub fn solve(&mut self, fen: &JsFen) -> Result<bool, Error> {
        let board = board(&given::text(fen, "badFen", "fen")?)?;
        if self.value(&board).is_some() {
            return Ok(true);
        }
        let Some(material) = Material::of_board(&board) else { return Ok(false) };
        let size = |tables: &Tables| -> usize {
            tables.missing(material).into_iter().map(|it| Index::new(it).len()).sum()
        };
        let stored: usize = self.solved.iter().map(|table| table.index().len()).sum();
        if stored + size(&self.solved) > MOST_INDICES {
            self.solved = Tables::default();
        }
        Ok(size(&self.solved) <= MOST_INDICES && self.solved.solve(material, 1).is_ok())
    }

    /// Looks a position up; null if its ending is not solved. Throws `badFen`.
    pub fn probe(&self, fen: &JsFen) -> Result<JsSolvedEnding, Error> {
        let board = board(&given::text(fen, "badFen", "fen")?)?;
        let moves = || self.set.probe_moves(&board).or_else(|| self.solved.probe_moves(&board));
        let found = self.value(&board).and_then(|value| Some((value, moves()?)));
        let solved = found.map_or(JsValue::NULL, |(value, moves)| {
            let ending = Material::of_board(&board).map(text);
            let moves: Array =
                moves.into_iter().map(|(mv, value)| valued(value, [("move", text(mv))])).collect();
            valued(value, [("ending", nullable(ending)), ("moves", moves.into())])
        });
        Ok(solved.unchecked_into())
    }
}

impl EndingTables {
    fn value(&self, board: &Board) -> Option<Value> {
        self.set.probe(board).or_else(|| self.solved.probe(board))
    }
}

/// Returns a value as an object with further fields.
fn valued<const N: usize>(value: Value, fields: [(&str, JsValue); N]) -> JsValue {
    let plies = nullable(value.plies().map(JsValue::from));
    let valued = object(&[("value", value.name().into()), ("plies", plies)]);
    for (name, field) in fields {
        set(&valued, name, &field);
    }
    valued.into()
}
