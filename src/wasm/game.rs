//! The rules of Xiangqi for JavaScript: [`Game`].

use super::engine::bad_option;
use super::given::{self, JsFen, JsMove, JsMoves, JsRuleset, JsText};
use super::plain::{point, texts};
use super::view::{self, Refused};
use super::{error, set, to_object};
use chuhe::engine::see;
use chuhe::records::openings::{self, NamedLine};
use chuhe::report::{RefereeReport, VerdictReport};
use chuhe::rules::fen::{self, Position};
use chuhe::rules::game::{self, Declaration, Refusal, Verdict};
use chuhe::rules::notation::coordinate::RankBase;
use chuhe::rules::notation::{self, Notation};
use chuhe::rules::types::{Color, Move, Square};
use js_sys::{Array, Map};
use std::cell::OnceCell;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
export type Color = "red" | "black";
export type Verdict = {
  result: Color | "draw" | "ongoing";
  reason: null | Reason;
  offender: null | Color;
  /** The plies of the repetition that decided the game. */
  cycle: CyclePly[];
};
export type Reason = "checkmate" | "stalemate" | "perpetualCheck" | "perpetualChase" | "perpetualAttack" | "repetition"
  | "naturalLimit" | "noAttackers" | "resignation" | "time" | "agreement";
export type CyclePly = {
  /** The index in `moves()`. */
  ply: number;
  move: string;
  side: Color;
  /** A check that also chases has targets. A "kill" threatens mate, under the Chinese rules only. */
  kind: "check" | "kill" | "chase" | "idle";
  /** The chased pieces with their squares after the ply. */
  targets: { square: string; piece: string }[];
};
/** A ply of a repetition under several rule sets. */
export type Finding = {
  /** The ply under the Asian rules. */
  ply: CyclePly;
  /** The kind of the ply under the Chinese rules, where a threat of mate is a "kill". */
  chinese: "check" | "kill" | "chase" | "idle";
  /** The threatened captures, also of the general, such as `h2h9`. */
  lines: string[];
  /** The first move of a threatened mate. */
  kill: string | null;
};
export type Offence = "none" | "chase" | "check" | "attack";
/** The rules of repetition of a game. */
export type RulesetCode = "asian" | "chinese" | "plain";
export type Ruling = {
  ruleset: RulesetCode;
  /** The gravest offence that every ply of Red's commits under this rule set. */
  red: Offence;
  black: Offence;
  /** Null for a draw. */
  loser: Color | null;
};
export type Referee = {
  /** The number of times that the position has occurred; with 2 the rulings predict the result of a third time. */
  occurrences: 2 | 3;
  plies: Finding[];
  /** The rulings of all rule sets, `asian` first. */
  rulings: Ruling[];
};
/** The name of an opening. */
export type Opening = { zh: string; en: string; vi: string };
/** The name of an opening with its moves from the start position. */
export type OpeningLine = Opening & { moves: string[] };
export type NotationKind = "chinese" | "wxf" | "vietnamese" | "iccs" | "ucci" | "uci";
"#;

#[wasm_bindgen]
extern "C" {
    /// Map from each square with a movable piece to the squares that the piece may go to.
    #[wasm_bindgen(typescript_type = "Map<string, string[]>")]
    pub type Dests;
    /// `{ result, reason, offender, cycle }`
    #[wasm_bindgen(typescript_type = "Verdict")]
    pub type JsVerdict;
    /// `{ occurrences, plies, rulings }`, or undefined.
    #[wasm_bindgen(typescript_type = "Referee | undefined")]
    pub type JsReferee;
    /// List of `{ zh, en, vi, moves }`.
    #[wasm_bindgen(typescript_type = "OpeningLine[]")]
    pub type JsOpeningLines;
    /// Name of a notation.
    #[wasm_bindgen(typescript_type = "NotationKind")]
    pub type JsNotation;
    /// Reason of a declared end of the game.
    #[wasm_bindgen(typescript_type = "\"resignation\" | \"time\" | \"agreement\"")]
    pub type JsDeclaration;
    /// `red` or `black`.
    #[wasm_bindgen(typescript_type = "Color")]
    pub type JsColor;
    /// Code of the reason why a move is refused.
    #[wasm_bindgen(typescript_type = "Refusal | undefined")]
    pub type JsRefusal;
    /// Everything that a page shows of a position.
    #[wasm_bindgen(typescript_type = "PositionView")]
    pub type JsPositionView;
    /// Contents of a FEN, playable or not.
    #[wasm_bindgen(typescript_type = "SetupView")]
    pub type JsSetup;
    /// Description of a move before it is played.
    #[wasm_bindgen(typescript_type = "MoveDescription")]
    pub type JsMoveDescription;
}

/// Reads a FEN, `None` for the start position, and plays the moves.
pub fn read_game(fen: Option<&str>, moves: &[String]) -> Result<game::Game, js_sys::Error> {
    let start = match fen {
        Some(fen) => fen.parse::<Position>().map_err(|cause| error::bad_fen(&cause))?,
        None => Position::default(),
    };
    let mut game = game::Game::new(start);
    for text in moves {
        let mv = text.parse().map_err(|cause| error::bad_move("moves", &cause))?;
        game.play(mv).map_err(|cause| error::illegal_move("moves", cause))?;
    }
    Ok(game)
}

/// Reads a move from a JavaScript value.
pub(crate) fn read_move(mv: &JsValue) -> Result<Move, js_sys::Error> {
    let text = given::text(mv, "badMove", "move")?;
    text.parse().map_err(|cause| error::bad_move("move", &cause))
}

fn read_notation(kind: &JsValue) -> Result<Notation, js_sys::Error> {
    let notation = kind.as_string().and_then(|code| Notation::from_code(&code));
    notation.ok_or_else(|| error::error("no such notation", "badOption", "notation", kind))
}

/// A game of Xiangqi: a start position, the moves played from it and the verdict.
#[wasm_bindgen]
pub struct Game {
    game: game::Game,
    /// The verdict, cached until the game changes.
    verdict: OnceCell<Verdict>,
}

impl Game {
    /// Returns the verdict; computes it once for each position.
    fn judged(&self) -> &Verdict {
        self.verdict.get_or_init(|| self.game.verdict())
    }

    /// Returns why a move cannot be played, as a code with the obstacle of its piece; `None` if it can.
    fn refused(&self, mv: Option<Move>) -> Option<Refused> {
        let Some(mv) = mv else { return Some(("badSquare", None)) };
        if self.judged().is_over() {
            return Some(("gameOver", None));
        }
        game::refusal(self.game.board(), mv).map(|refusal| match refusal {
            Refusal::CannotReach(obstacle) => (refusal.code(), Some(obstacle)),
            _ => (refusal.code(), None),
        })
    }
}

#[wasm_bindgen]
impl Game {
    /// Creates a game from a FEN (by default the start position), moves such as `h2e2`, and a rule set (by default
    /// `asian`).
    ///
    /// Throws `badFen`, `badMove` or `illegalMove`, and `badOption` if the moves are not an array of strings or
    /// the rule set does not exist.
    #[wasm_bindgen(constructor)]
    pub fn new(
        fen: Option<JsFen>,
        moves: Option<JsMoves>,
        rules: Option<JsRuleset>,
    ) -> Result<Game, js_sys::Error> {
        let moves = moves.map_or_else(|| Ok(Vec::new()), |moves| given::moves(&moves))?;
        let ruleset = given::ruleset(rules.map(JsValue::from))?;
        let game = read_game(given::fen(fen)?.as_deref(), &moves)?.under(ruleset);
        Ok(Game { game, verdict: OnceCell::new() })
    }

    /// Returns the FEN of the current position.
    pub fn fen(&self) -> String {
        self.game.position().to_string()
    }

    /// Returns the FEN of the start position of this game.
    #[wasm_bindgen(js_name = startFen)]
    pub fn start_fen(&self) -> String {
        self.game.start().to_string()
    }

    /// Returns the moves played, such as `h2e2`.
    pub fn moves(&self) -> Vec<String> {
        self.game.plies().iter().map(|ply| ply.mv.to_string()).collect()
    }

    /// Returns the pieces as 90 letters with the index `rank * 9 + file`; `.` is an empty square.
    pub fn placement(&self) -> String {
        view::letters(|square| self.game.board().piece_at(square))
    }

    /// Returns the legal targets of each movable piece, by its square; empty if the game is over.
    pub fn dests(&self) -> Dests {
        let map = Map::new();
        if !self.judged().is_over() {
            let moves = self.game.board().legal_moves();
            for from in Square::all() {
                let of_piece = moves.iter().filter(|mv| mv.from() == from);
                let targets: Array = of_piece.map(|mv| point(mv.to())).collect();
                if targets.length() > 0 {
                    map.set(&point(from), &targets);
                }
            }
        }
        JsValue::from(map).unchecked_into()
    }

    /// Plays a legal move. Throws `badMove`, `illegalMove` (with `reason`) or `gameOver`.
    pub fn play(&mut self, mv: &JsMove) -> Result<(), js_sys::Error> {
        let parsed = read_move(mv)?;
        if self.judged().is_over() {
            return Err(error::error("the game is over", "gameOver", "move", mv));
        }
        self.verdict.take();
        self.game.play(parsed).map_err(|cause| error::illegal_move("move", cause))
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<String> {
        self.verdict.take();
        self.game.undo().map(|mv| mv.to_string())
    }

    /// Returns the state of the game and the reason.
    pub fn verdict(&self) -> Result<JsVerdict, JsValue> {
        to_object(&VerdictReport::from(self.judged()))
    }

    /// Returns the legal targets of the piece on a square whose moves would lose by repetition. Throws `badOption`.
    pub fn losing(&self, square: &JsText) -> Result<Vec<String>, js_sys::Error> {
        let from: Option<Square> = square.as_string().and_then(|text| text.parse().ok());
        let from = from.ok_or_else(|| bad_option("square", square, "a point such as h2"))?;
        let moves = self.game.board().legal_moves().into_iter();
        let moves = moves.filter(|mv| mv.from() == from && !self.judged().is_over());
        let losing = moves.filter(|mv| self.game.loss_by_repetition(*mv).is_some());
        Ok(losing.map(|mv| mv.to().to_string()).collect())
    }

    /// Returns the repetition that led to the current position, ply by ply, with the rulings of all rule sets.
    /// Returns undefined if the position has not occurred before.
    pub fn referee(&self) -> Result<JsReferee, JsValue> {
        match self.game.referee() {
            Some(referee) => to_object(&RefereeReport::from(&referee)),
            None => Ok(JsValue::UNDEFINED.unchecked_into()),
        }
    }

    /// Ends the game by a declaration: `side` resigned or ran out of time, or both agreed to a draw. Undoing a
    /// move undoes the declaration too. Throws `badOption`.
    pub fn declare(&mut self, reason: &JsDeclaration, side: Option<JsColor>) -> Result<(), js_sys::Error> {
        let side = JsValue::from(side);
        let loser = side.as_string().and_then(|name| Color::from_name(&name));
        let loser =
            loser.ok_or_else(|| error::error("the side is 'red' or 'black'", "badOption", "side", &side));
        self.verdict.take();
        self.game.declare(match reason.as_string().as_deref() {
            Some("agreement") => Declaration::Agreement,
            Some("resignation") => Declaration::Resignation(loser?),
            Some("time") => Declaration::Time(loser?),
            _ => return Err(error::error("no such declaration", "badOption", "reason", reason)),
        });
        Ok(())
    }

    /// Returns the moves played, written in a notation. Throws `badOption`.
    pub fn notation(&self, kind: &JsNotation) -> Result<Vec<String>, js_sys::Error> {
        let notation = read_notation(kind)?;
        let moves = self.game.plies().iter().map(|ply| ply.mv);
        Ok(notation.write_line(&self.game.start().board, moves))
    }

    /// Returns the named openings, in their traditional order.
    pub fn openings() -> JsOpeningLines {
        let report = |NamedLine { moves, name }: NamedLine| {
            let line = view::named(name?);
            set(&line, "moves", &texts(moves.iter().map(Move::to_string)));
            Some(line)
        };
        let lines = openings::lines().unwrap_or_default().into_iter();
        JsValue::from(lines.filter_map(report).collect::<Array>()).unchecked_into()
    }

    /// Returns the move in the current position that a text in any notation names. Throws `badNotation` with
    /// `reason` and, if the text is ambiguous, `candidates`.
    #[wasm_bindgen(js_name = readMove)]
    pub fn read_move(&self, text: &JsText) -> Result<String, js_sys::Error> {
        let text = given::text(text, "badNotation", "move")?;
        let mv = notation::read_any(self.game.board(), &text, RankBase::Zero);
        mv.map(|mv| mv.to_string()).map_err(|cause| error::bad_notation(&cause))
    }

    /// Writes a line of moves from the current position in a notation, up to the first illegal move. Throws
    /// `badOption`.
    pub fn line(&self, moves: &JsMoves, kind: &JsNotation) -> Result<Vec<String>, js_sys::Error> {
        let moves = given::moves(moves)?;
        let notation = read_notation(kind)?;
        let moves = moves.iter().map_while(|text| text.parse().ok());
        Ok(notation.write_line(self.game.board(), moves))
    }

    /// Returns the capture, such as `a5i5`, by which the opponent would win material after a move. Returns
    /// undefined if there is none, or if no other move would prevent it. Throws `badMove`.
    pub fn blunder(&self, mv: &JsMove) -> Result<Option<String>, js_sys::Error> {
        Ok(see::blunder(self.game.board(), read_move(mv)?).map(|capture| capture.to_string()))
    }

    /// Returns why a move would be refused; undefined if it is legal.
    pub fn refusal(&self, mv: &JsMove) -> JsRefusal {
        let refused = self.refused(read_move(mv).ok());
        refused.map_or(JsValue::UNDEFINED, |(code, _)| code.into()).unchecked_into()
    }

    /// Returns everything that a page shows of the current position. Without `kind`, `notation` is empty and
    /// `opening` is null. Throws `badOption`.
    pub fn view(&self, kind: Option<JsNotation>) -> Result<JsPositionView, JsValue> {
        let notation = kind.map(|kind| read_notation(&kind)).transpose()?;
        let view = view::position(&self.game, self.verdict()?.into(), notation);
        set(&view, "dests", &self.dests());
        Ok(view.unchecked_into())
    }

    /// Describes a move before it is played: why it would be refused, its piece and notations, and whether it
    /// loses by repetition.
    pub fn describe(&self, mv: &JsMove) -> Result<JsMoveDescription, JsValue> {
        let mv = read_move(mv).ok();
        let loss = mv.and_then(|mv| self.game.loss_by_repetition(mv));
        let loss = loss.map_or(Ok(JsValue::NULL), |verdict| to_object(&VerdictReport::from(&verdict)))?;
        Ok(view::describe(self.game.board(), mv, self.refused(mv), loss).unchecked_into())
    }

    /// Reads a FEN without requiring that it can be played; the result lists its faults. Throws `badFen` if the
    /// text does not give the square of each piece and the side to move.
    #[wasm_bindgen(js_name = readSetup)]
    pub fn read_setup(fen: &JsFen) -> Result<JsSetup, js_sys::Error> {
        let text = given::text(fen, "badFen", "fen")?;
        let setup = text.parse().map_err(|cause| error::bad_fen(&cause))?;
        Ok(view::setup(&setup).unchecked_into())
    }
}

/// Returns the FEN of the standard start position.
#[wasm_bindgen(js_name = startPosition)]
pub fn start_position() -> String {
    fen::START.to_owned()
}
