//! The rules for the page.

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
  /** For a repetition: the plies that the verdict is about. */
  cycle: CyclePly[];
};
export type Reason = "checkmate" | "stalemate" | "perpetualCheck" | "perpetualChase" | "perpetualAttack" | "repetition"
  | "naturalLimit" | "noAttackers" | "resignation" | "time" | "agreement";
export type CyclePly = {
  /** Index in `moves()`. */
  ply: number;
  move: string;
  side: Color;
  /** A check may chase as well: then it has targets. A "kill" threatens mate, by the Chinese rules only. */
  kind: "check" | "kill" | "chase" | "idle";
  /** The chased pieces where they stand after the ply. */
  targets: { square: string; piece: string }[];
};
/** A ply of a repetition as several rule sets see it. */
export type Finding = {
  /** What it was under the Asian rules. */
  ply: CyclePly;
  /** What the Chinese rules call it: a threat of mate is a "kill". */
  chinese: "check" | "kill" | "chase" | "idle";
  /** The captures that it threatens, of the general too, such as `h2h9`. */
  lines: string[];
  /** The first move of the mate that it threatens. */
  kill: string | null;
};
export type Offence = "none" | "chase" | "check" | "attack";
/** The rules of repetition that a game is judged by. */
export type RulesetCode = "asian" | "chinese" | "plain";
export type Ruling = {
  ruleset: RulesetCode;
  /** The gravest thing that Red did with every ply, by this rule set. */
  red: Offence;
  black: Offence;
  /** Null is a draw. */
  loser: Color | null;
};
export type Referee = {
  /** How often the position has occurred; with 2 the rulings say what a third time would bring. */
  occurrences: 2 | 3;
  plies: Finding[];
  /** Of all rule sets, `asian` first. */
  rulings: Ruling[];
};
/** What an opening is called. */
export type Opening = { zh: string; en: string; vi: string };
/** The same with the moves from the start position that lead there. */
export type OpeningLine = Opening & { moves: string[] };
export type NotationKind = "chinese" | "wxf" | "vietnamese" | "iccs" | "ucci" | "uci";
"#;

#[wasm_bindgen]
extern "C" {
    /// A map from each point to the points that its piece may go to.
    #[wasm_bindgen(typescript_type = "Map<string, string[]>")]
    pub type Dests;
    /// `{ result, reason, offender, cycle }`
    #[wasm_bindgen(typescript_type = "Verdict")]
    pub type JsVerdict;
    /// `{ occurrences, plies, rulings }`, or undefined.
    #[wasm_bindgen(typescript_type = "Referee | undefined")]
    pub type JsReferee;
    /// `{ zh, en, vi, moves }` of each.
    #[wasm_bindgen(typescript_type = "OpeningLine[]")]
    pub type JsOpeningLines;
    /// The name of a notation.
    #[wasm_bindgen(typescript_type = "NotationKind")]
    pub type JsNotation;
    /// What players can declare.
    #[wasm_bindgen(typescript_type = "\"resignation\" | \"time\" | \"agreement\"")]
    pub type JsDeclaration;
    /// `red` or `black`.
    #[wasm_bindgen(typescript_type = "Color")]
    pub type JsColor;
    /// A code that says why a move is refused.
    #[wasm_bindgen(typescript_type = "Refusal | undefined")]
    pub type JsRefusal;
    /// All that is to be shown of a position.
    #[wasm_bindgen(typescript_type = "PositionView")]
    pub type JsPositionView;
    /// A position as it was set up.
    #[wasm_bindgen(typescript_type = "SetupView")]
    pub type JsSetup;
    /// What there is to know of a move before it is played.
    #[wasm_bindgen(typescript_type = "MoveDescription")]
    pub type JsMoveDescription;
}

/// Reads a FEN and the moves since, as the page and the engine are given them.
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

/// The move that a caller gave.
pub(crate) fn read_move(mv: &JsValue) -> Result<Move, js_sys::Error> {
    let text = given::text(mv, "badMove", "move")?;
    text.parse().map_err(|cause| error::bad_move("move", &cause))
}

fn read_notation(kind: &JsValue) -> Result<Notation, js_sys::Error> {
    let notation = kind.as_string().and_then(|code| Notation::from_code(&code));
    notation.ok_or_else(|| error::error("no such notation", "badOption", "notation", kind))
}

/// A game of Xiangqi: a start position, the moves since and the verdict.
#[wasm_bindgen]
pub struct Game {
    game: game::Game,
    /// How the game stands, once somebody has asked since the last move.
    verdict: OnceCell<Verdict>,
}

impl Game {
    /// How the game stands, judged once in each position.
    fn judged(&self) -> &Verdict {
        self.verdict.get_or_init(|| self.game.verdict())
    }

    /// Why a move cannot be played, as a code, and what keeps its piece from there.
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
    /// A game from a FEN (the start position when left out) and moves such as `h2e2`, by a rule set (`asian` when
    /// left out).
    ///
    /// Throws `badFen`, `badMove` or `illegalMove`, and `badOption` where the moves are no list of texts or there is
    /// no such rule set.
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

    /// The FEN of the position now.
    pub fn fen(&self) -> String {
        self.game.position().to_string()
    }

    /// The FEN of the position that the game started from.
    #[wasm_bindgen(js_name = startFen)]
    pub fn start_fen(&self) -> String {
        self.game.start().to_string()
    }

    /// The moves played, such as `h2e2`.
    pub fn moves(&self) -> Vec<String> {
        self.game.plies().iter().map(|ply| ply.mv.to_string()).collect()
    }

    /// 90 letters, index `rank * 9 + file`, `.` for an empty point.
    pub fn placement(&self) -> String {
        view::letters(|square| self.game.board().piece_at(square))
    }

    /// The legal moves by the point they leave; empty when the game is over.
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

    /// How the game stands and why.
    pub fn verdict(&self) -> Result<JsVerdict, JsValue> {
        to_object(&VerdictReport::from(self.judged()))
    }

    /// The points to which the piece on a point may go, but would lose by repetition. Throws `badOption`.
    pub fn losing(&self, square: &JsText) -> Result<Vec<String>, js_sys::Error> {
        let from: Option<Square> = square.as_string().and_then(|text| text.parse().ok());
        let from = from.ok_or_else(|| bad_option("square", square, "a point such as h2"))?;
        let moves = self.game.board().legal_moves().into_iter();
        let moves = moves.filter(|mv| mv.from() == from && !self.judged().is_over());
        let losing = moves.filter(|mv| self.game.loss_by_repetition(*mv).is_some());
        Ok(losing.map(|mv| mv.to().to_string()).collect())
    }

    /// The repetition that led to the position on the board, ply by ply, and what several rule sets say
    /// of it. Undefined when the position has not occurred before.
    pub fn referee(&self) -> Result<JsReferee, JsValue> {
        match self.game.referee() {
            Some(referee) => to_object(&RefereeReport::from(&referee)),
            None => Ok(JsValue::UNDEFINED.unchecked_into()),
        }
    }

    /// Ends the game by what the players say; `side` resigned or ran out of time. Taking a move back
    /// takes it back too. Throws `badOption`.
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

    /// The moves played in a notation. Throws `badOption`.
    pub fn notation(&self, kind: &JsNotation) -> Result<Vec<String>, js_sys::Error> {
        let notation = read_notation(kind)?;
        let moves = self.game.plies().iter().map(|ply| ply.mv);
        Ok(notation.write_line(&self.game.start().board, moves))
    }

    /// The openings that have names, in the order of the tradition.
    pub fn openings() -> JsOpeningLines {
        let report = |NamedLine { moves, name }: NamedLine| {
            let line = view::named(name?);
            set(&line, "moves", &texts(moves.iter().map(Move::to_string)));
            Some(line)
        };
        let lines = openings::lines().unwrap_or_default().into_iter();
        JsValue::from(lines.filter_map(report).collect::<Array>()).unchecked_into()
    }

    /// The move that a text in any notation names in the position now. Throws `badNotation`, with
    /// `reason` and, where the text fits several moves, `candidates`.
    #[wasm_bindgen(js_name = readMove)]
    pub fn read_move(&self, text: &JsText) -> Result<String, js_sys::Error> {
        let text = given::text(text, "badNotation", "move")?;
        let mv = notation::read_any(self.game.board(), &text, RankBase::Zero);
        mv.map(|mv| mv.to_string()).map_err(|cause| error::bad_notation(&cause))
    }

    /// A line of moves from the position now in a notation, up to its first illegal move. Throws
    /// `badOption`.
    pub fn line(&self, moves: &JsMoves, kind: &JsNotation) -> Result<Vec<String>, js_sys::Error> {
        let moves = given::moves(moves)?;
        let notation = read_notation(kind)?;
        let moves = moves.iter().map_while(|text| text.parse().ok());
        Ok(notation.write_line(self.game.board(), moves))
    }

    /// What the other side could take after a move, and had better not be given: the move of the capture, such as
    /// `a5i5`. Undefined when there is nothing, or when no other move would save it. Throws `badMove`.
    pub fn blunder(&self, mv: &JsMove) -> Result<Option<String>, js_sys::Error> {
        Ok(see::blunder(self.game.board(), read_move(mv)?).map(|capture| capture.to_string()))
    }

    /// Why a move would be refused; undefined when it is legal.
    pub fn refusal(&self, mv: &JsMove) -> JsRefusal {
        let refused = self.refused(read_move(mv).ok());
        refused.map_or(JsValue::UNDEFINED, |(code, _)| code.into()).unchecked_into()
    }

    /// All that is to be shown of the position now. Without a notation nothing is put into words: `notation` is
    /// empty and `opening` null. Throws `badOption`.
    pub fn view(&self, kind: Option<JsNotation>) -> Result<JsPositionView, JsValue> {
        let notation = kind.map(|kind| read_notation(&kind)).transpose()?;
        let view = view::position(&self.game, self.verdict()?.into(), notation);
        set(&view, "dests", &self.dests());
        Ok(view.unchecked_into())
    }

    /// What there is to know of a move before it is played: why it would be refused; what it is and how it is
    /// written; whether it loses by repetition.
    pub fn describe(&self, mv: &JsMove) -> Result<JsMoveDescription, JsValue> {
        let mv = read_move(mv).ok();
        let loss = mv.and_then(|mv| self.game.loss_by_repetition(mv));
        let loss = loss.map_or(Ok(JsValue::NULL), |verdict| to_object(&VerdictReport::from(&verdict)))?;
        Ok(view::describe(self.game.board(), mv, self.refused(mv), loss).unchecked_into())
    }

    /// What a FEN says, also where that cannot be played, with all that is wrong with it. Throws `badFen` where the
    /// text does not say where each piece stands and who moves.
    #[wasm_bindgen(js_name = readSetup)]
    pub fn read_setup(fen: &JsFen) -> Result<JsSetup, js_sys::Error> {
        let text = given::text(fen, "badFen", "fen")?;
        let setup = text.parse().map_err(|cause| error::bad_fen(&cause))?;
        Ok(view::setup(&setup).unchecked_into())
    }
}

/// The FEN of the start position.
#[wasm_bindgen(js_name = startPosition)]
pub fn start_position() -> String {
    fen::START.to_owned()
}
