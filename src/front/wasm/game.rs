//! The rules for the page.

use super::{error, to_object};
use crate::game::fen::{self, Position};
use crate::game::notation::chinese;
use crate::game::rules::{self, Outcome, Verdict};
use crate::game::types::{Color, Move, Square};
use js_sys::{Array, Map};
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
export type Color = "red" | "black";
export type Verdict = {
  result: Color | "draw" | "ongoing";
  reason: null | "checkmate" | "stalemate" | "perpetualCheck" | "repetition" | "naturalLimit" | "noAttackers";
  offender: null | Color;
};
export type Refusal = "noPiece" | "notYours" | "cannotReach" | "ownPiece" | "leavesCheck" | "stillInCheck"
  | "generalsFace" | "gameOver" | "badSquare";
"#;

#[wasm_bindgen]
extern "C" {
    /// A map from each point to the points that its piece may go to.
    #[wasm_bindgen(typescript_type = "Map<string, string[]>")]
    pub type Dests;
    /// `{ result, reason, offender }`
    #[wasm_bindgen(typescript_type = "Verdict")]
    pub type JsVerdict;
    /// A code that says why a move is refused.
    #[wasm_bindgen(typescript_type = "Refusal | undefined")]
    pub type JsRefusal;
}

/// A verdict as JavaScript sees it.
#[derive(Serialize)]
struct VerdictReport {
    result: &'static str,
    reason: Option<&'static str>,
    offender: Option<&'static str>,
}

impl From<Verdict> for VerdictReport {
    fn from(verdict: Verdict) -> VerdictReport {
        VerdictReport {
            result: match verdict.outcome {
                Outcome::Ongoing => "ongoing",
                Outcome::Draw => "draw",
                Outcome::Win(color) => color.name(),
            },
            reason: verdict.reason.map(|reason| reason.code()),
            offender: verdict.offender.map(Color::name),
        }
    }
}

/// Reads a FEN and the moves since, as the page and the engine are given them.
pub fn read_game(fen: Option<&str>, moves: &[String]) -> Result<rules::Game, js_sys::Error> {
    let start = match fen {
        Some(fen) => fen.parse::<Position>().map_err(|cause| error::bad_fen(&cause))?,
        None => Position::default(),
    };
    let mut game = rules::Game::new(start);
    for text in moves {
        let mv = text.parse().map_err(|cause| error::bad_move("moves", &cause))?;
        game.play(mv).map_err(|cause| error::illegal_move("moves", cause))?;
    }
    Ok(game)
}

/// A game of Xiangqi: a start position, the moves since and the verdict.
#[wasm_bindgen]
pub struct Game(rules::Game);

#[wasm_bindgen]
impl Game {
    /// A game from a FEN (the start position when left out) and moves such as `h2e2`.
    ///
    /// Throws `badFen`, `badMove` or `illegalMove`.
    #[wasm_bindgen(constructor)]
    pub fn new(fen: Option<String>, moves: Option<Vec<String>>) -> Result<Game, js_sys::Error> {
        read_game(fen.as_deref(), &moves.unwrap_or_default()).map(Game)
    }

    /// The FEN of the position now.
    pub fn fen(&self) -> String {
        self.0.position().to_string()
    }

    /// The FEN of the position that the game started from.
    #[wasm_bindgen(js_name = startFen)]
    pub fn start_fen(&self) -> String {
        self.0.start().to_string()
    }

    /// The moves played, such as `h2e2`.
    pub fn moves(&self) -> Vec<String> {
        self.0.plies().iter().map(|ply| ply.mv.to_string()).collect()
    }

    /// The side to move: `w` for Red, `b` for Black.
    pub fn turn(&self) -> String {
        if self.0.board().turn() == Color::Red { "w" } else { "b" }.to_owned()
    }

    /// 90 letters, index `rank * 9 + file`, `.` for an empty point.
    pub fn placement(&self) -> String {
        Square::all()
            .map(|square| self.0.board().piece_at(square).map_or('.', |piece| piece.letter()))
            .collect()
    }

    /// The legal moves by the point they leave; empty when the game is over.
    pub fn dests(&self) -> Dests {
        let map = Map::new();
        if !self.0.verdict().is_over() {
            let moves = self.0.board().legal_moves();
            for from in Square::all() {
                let of_piece = moves.iter().filter(|mv| mv.from() == from);
                let targets: Array = of_piece.map(|mv| JsValue::from(mv.to().to_string())).collect();
                if targets.length() > 0 {
                    map.set(&from.to_string().into(), &targets);
                }
            }
        }
        JsValue::from(map).unchecked_into()
    }

    /// Plays a legal move. Throws `badMove`, `illegalMove` (with `reason`) or `gameOver`.
    pub fn play(&mut self, mv: &str) -> Result<(), js_sys::Error> {
        let parsed = mv.parse().map_err(|cause| error::bad_move("move", &cause))?;
        if self.0.verdict().is_over() {
            return Err(error::error("the game is over", "gameOver", "move", &mv.into()));
        }
        self.0.play(parsed).map_err(|cause| error::illegal_move("move", cause))
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<String> {
        self.0.undo().map(|mv| mv.to_string())
    }

    /// The point of the general in check.
    pub fn check(&self) -> Option<String> {
        rules::checked_general(self.0.board()).map(|square| square.to_string())
    }

    /// The points of the pieces that give check.
    pub fn checkers(&self) -> Vec<String> {
        self.0.board().checkers().into_iter().map(|square| square.to_string()).collect()
    }

    /// How the game stands and why.
    pub fn verdict(&self) -> Result<JsVerdict, JsValue> {
        to_object(&VerdictReport::from(self.0.verdict()))
    }

    /// The moves played in Chinese notation.
    pub fn chinese(&self) -> Vec<String> {
        let mut board = self.0.start().board.clone();
        let mut texts = Vec::with_capacity(self.0.plies().len());
        for ply in self.0.plies() {
            texts.push(chinese::write(&board, ply.mv).unwrap_or_default());
            board.make(ply.mv);
        }
        texts
    }

    /// A line of moves from the position now in Chinese notation, up to its first illegal move.
    #[wasm_bindgen(js_name = chineseLine)]
    pub fn chinese_line(&self, moves: Vec<String>) -> Vec<String> {
        let mut board = self.0.board().clone();
        let mut texts = Vec::with_capacity(moves.len());
        for mv in moves.iter().map_while(|text| text.parse::<Move>().ok()) {
            if !board.is_legal(mv) {
                break;
            }
            texts.extend(chinese::write(&board, mv));
            board.make(mv);
        }
        texts
    }

    /// Why a move would be refused; undefined when it is legal.
    pub fn refusal(&self, mv: &str) -> JsRefusal {
        let code = match mv.parse::<Move>() {
            Err(_) => Some("badSquare"),
            Ok(_) if self.0.verdict().is_over() => Some("gameOver"),
            Ok(mv) => rules::refusal(self.0.board(), mv).map(|refusal| refusal.code()),
        };
        code.map_or(JsValue::UNDEFINED, JsValue::from).unchecked_into()
    }
}

/// The FEN of the start position.
#[wasm_bindgen(js_name = startPosition)]
pub fn start_position() -> String {
    fen::START.to_owned()
}
