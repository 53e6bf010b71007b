//! How a judge of the laboratory comes to its value, for the page's tree of a search.

use super::error;
use super::game::read_game;
use super::to_object;
use chuhe::lab::tree::{Judge, Part};
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What a piece adds to an evaluation, for its own side. */
export type LabPart = { square: string; piece: string; material: number; placement: number };
/** `value` is for the side to move: the parts of its pieces less those of the other side's. */
export type LabExplanation = { value: number; parts: LabPart[] };
"#;

#[wasm_bindgen]
extern "C" {
    /// `{ value, parts }`
    #[wasm_bindgen(typescript_type = "LabExplanation")]
    pub type JsExplanation;
}

#[derive(Serialize)]
struct PartReport {
    square: String,
    piece: char,
    material: i32,
    placement: i32,
}

impl From<Part> for PartReport {
    fn from(Part { square, piece, material, placement }: Part) -> PartReport {
        PartReport { square: square.to_string(), piece: piece.letter(), material, placement }
    }
}

#[derive(Serialize)]
struct Explanation {
    value: i32,
    parts: Vec<PartReport>,
}

/// The value of a position by a judge, and what it is the sum of: a part for each piece. The engine's own evaluation is no
/// sum over pieces, and has no parts. Throws `badFen` or `badOption`.
#[wasm_bindgen(js_name = labExplain)]
pub fn lab_explain(
    fen: &str,
    #[wasm_bindgen(unchecked_param_type = "LabJudge")] judge: &str,
) -> Result<JsExplanation, JsValue> {
    let game = read_game(Some(fen), &[])?;
    let judge = Judge::from_code(judge)
        .ok_or_else(|| error::error("there is no such judge", "badOption", "judge", &judge.into()))?;
    let board = game.board();
    let parts = judge.parts(board).map(PartReport::from).collect();
    to_object(&Explanation { value: judge.evaluate(board), parts })
}
