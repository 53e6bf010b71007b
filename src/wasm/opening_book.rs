//! Shows the moves of the engine's opening book in a position.

use super::error;
use super::library::board;
use super::plain::{object, text};
use super::view::opening_after;
use chuhe::engine::book::Book;
use js_sys::{Array, Error};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A move of the opening book. */
export type BookMove = {
  move: string;
  /** The probability with which the engine plays the move, 0 to 1. */
  share: number;
  /** The name of the position after the move. */
  opening: Opening | null;
};
"#;

#[wasm_bindgen]
extern "C" {
    /// Moves of the opening book.
    #[wasm_bindgen(typescript_type = "BookMove[]")]
    pub type JsBookMoves;
}

/// The engine's opening book.
#[wasm_bindgen]
pub struct OpeningBook(Book);

#[wasm_bindgen]
impl OpeningBook {
    /// Reads a book from the bytes of a file. Throws `badBook`.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8]) -> Result<OpeningBook, Error> {
        Book::read(bytes).map(OpeningBook).map_err(error::bad_book)
    }

    /// Returns the book's moves in a position, the most played first. Throws `badFen`.
    pub fn moves(&self, fen: &str) -> Result<JsBookMoves, Error> {
        let board = board(fen)?;
        let mut known = self.0.moves(&board);
        known.sort_by_key(|known| u8::MAX - known.weight);
        let total: u32 = known.iter().map(|known| u32::from(known.weight)).sum();
        let moves: Array = known
            .into_iter()
            .map(|known| {
                let mv = board.canonical(known.mv);
                object(&[
                    ("move", text(mv)),
                    ("share", (f64::from(known.weight) / f64::from(total)).into()),
                    ("opening", opening_after(&board, mv)),
                ])
            })
            .collect();
        Ok(JsValue::from(moves).unchecked_into())
    }
}
