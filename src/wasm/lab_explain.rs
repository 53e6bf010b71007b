//! Explains the value of a laboratory evaluation, for the page's tree of a search.

use super::error;
use super::game::read_game;
use super::to_object;
use chuhe::lab::tree::{Judge, Part};
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** The part of a piece in an evaluation, from its own side's view. */
export type LabPart = { square: string; piece: string; material: number; placement: number };
/** `value` is for the side to move: the sum of its pieces' parts minus the sum of the other side's. */
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

/// Returns the value of a position by an evaluation, and the part of each piece in it. The engine's own evaluation
/// is not a sum over pieces and has no parts. Throws `badFen` or `badOption`.
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
