//! Reviews a game for the page, whose engine is in a worker. Each step returns its result, or the search that it
//! needs first.

mod objects;

use crate::engine::bad_option;
use crate::game::{self, JsColor, read_game};
use crate::given::{self, JsFen, JsMove, JsMoves, JsNumber, JsRuleset};
use crate::to_object;
use chuhe::Score;
use chuhe::engine::wdl::expectation;
use chuhe::report::ScoreReport;
use chuhe::review::facts::Question;
use chuhe::review::judge::replayed;
use chuhe::review::verdicts::{Comparison, centipawns, opposite};
use chuhe::review::{Answer, Answers, Judged, Label, Nodes, Request, Summary, Walk, explain::explain};
use chuhe::rules::game::Game;
use chuhe::rules::types::Color;
use js_sys::Error;
use objects::{
    AnswerObject, ExplanationObject, FindingObject, LossObject, MoveObject, NodesObject, PositionObject,
    RequestObject, Step, SummaryObject, WayBackObject, read_line, read_move,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/**
 * The limits of the searches, in nodes: of each position at first (as `position` if missing), of the positions around a
 * move that seems to lose chances, and of each of the two moves in a comparison.
 */
export type ReviewNodes = { first?: number; position: number; comparison: number };
/** A search that a review needs: of the position after these moves, with an empty transposition table. */
export type SearchRequest = { moves: string[]; limits: { nodes: number } | { depth: number } };
/** The part of a `Report` that a review uses. */
export type SearchAnswer = { move: string | null; score: Score; pv: string[]; depth: number };
/** A step of a review: the search that it needs before it can be repeated, or its result. */
export type ReviewStep<Result> =
  | { request: SearchRequest; result: null }
  | { request: null; result: Result };
export type JudgedPosition = {
  /** From the point of view of the side to move. */
  score: Score;
  best: string | null;
  /** The game is over by the rules; such a position is not searched. */
  over: boolean;
};
export type MoveLabel = "inaccuracy" | "mistake" | "blunder";
export type JudgedMove = {
  /** The index of the move in the game. */
  ply: number;
  side: Color;
  /** The loss of chances of the side that moved, 0 to 1. */
  loss: number;
  label: MoveLabel | null;
  /** The positions before and after the move, if they were searched again because the move seemed to lose chances. */
  again: { before: JudgedPosition; after: JudgedPosition } | null;
  /** The lines and scores that explain the label; null without a label. */
  finding: ReviewFinding | null;
};
export type ReviewFinding = {
  played: string;
  best: string;
  /** The line after the played move. */
  punishment: string[];
  /** The line that begins with the better move. */
  better: string[];
  /** The scores after the played move and after the better one, from the point of view of the side that moved. */
  scores: { played: Score; best: Score };
};
export type ReviewFact = {
  /** Such as `lose-piece-now`. */
  name: string;
  /** The piece that the fact is about, as a letter of the placement. */
  piece?: string;
  /** A second piece, such as the one captured in exchange. */
  other?: string;
  square?: string;
  /** A number of moves; for `lose-material` and `missed-material`, a value in soldiers. */
  count?: number;
};
export type ReviewExplanation = {
  /** The most serious fact first. */
  facts: ReviewFact[];
  /** The feature of the position that makes the first move of the punishment possible; null if none is proved. */
  reason: ReviewFact | null;
};
export type WayBack = {
  ply: number;
  /** The finding about the move at `ply`; null if the move is not a turning point. */
  finding: ReviewFinding | null;
  /** The game was not yet lost before the move. */
  isOpen: boolean;
};
export type SideSummary = { [label in MoveLabel]: number } & {
  /** The number of the side's moves. */
  moves: number;
  /** The mean loss of chances of a move, 0 to 1. */
  average: number;
};
"#;

#[wasm_bindgen]
extern "C" {
    /// A score from the point of view of one side.
    #[wasm_bindgen(typescript_type = "Score")]
    pub type JsScore;
    /// `{ first, position, comparison }`
    #[wasm_bindgen(typescript_type = "ReviewNodes")]
    pub type JsReviewNodes;
    /// `{ moves, limits }`
    #[wasm_bindgen(typescript_type = "SearchRequest")]
    pub type JsRequest;
    /// A report of the engine.
    #[wasm_bindgen(typescript_type = "SearchAnswer")]
    pub type JsAnswer;
    /// `{ score, best, over }`
    #[wasm_bindgen(typescript_type = "JudgedPosition")]
    pub type JsPosition;
    /// Evaluated positions by ply; null for positions that are not evaluated.
    #[wasm_bindgen(typescript_type = "(JudgedPosition | null)[]")]
    pub type JsPositions;
    /// The evaluated moves.
    #[wasm_bindgen(typescript_type = "Pick<JudgedMove, \"side\" | \"loss\" | \"label\">[]")]
    pub type JsJudgedMoves;
    /// `{ played, best, punishment, better, scores }`
    #[wasm_bindgen(typescript_type = "ReviewFinding")]
    pub type JsFinding;
    /// `{ facts, reason }`
    #[wasm_bindgen(typescript_type = "ReviewExplanation")]
    pub type JsExplanation;
    /// `{ moves, average, inaccuracy, mistake, blunder }`
    #[wasm_bindgen(typescript_type = "SideSummary")]
    pub type JsSummary;
    /// An evaluated position, or the search that the step needs.
    #[wasm_bindgen(typescript_type = "ReviewStep<JudgedPosition>")]
    pub type JsPositionStep;
    /// An evaluated move, or the search that the step needs.
    #[wasm_bindgen(typescript_type = "ReviewStep<JudgedMove>")]
    pub type JsMoveStep;
    /// A way back, or the search that the step needs.
    #[wasm_bindgen(typescript_type = "ReviewStep<WayBack | null>")]
    pub type JsWayBackStep;
    /// Whether a move is as good as a better one (see `isAsGood`), or the search that the step needs.
    #[wasm_bindgen(typescript_type = "ReviewStep<boolean>")]
    pub type JsFlagStep;
}

/// Reads an object. Throws `badOption` with the name of the field if the object has the wrong form.
fn read<T: DeserializeOwned>(field: &str, value: impl Into<JsValue>) -> Result<T, Error> {
    let value = value.into();
    serde_wasm_bindgen::from_value(value.clone())
        .map_err(|cause| bad_option(field, &value, &format!("what was expected: {cause}")))
}

fn read_side(side: &JsColor) -> Result<Color, Error> {
    let color = side.as_string().and_then(|name| Color::from_name(&name));
    color.ok_or_else(|| bad_option("side", side, "'red' or 'black'"))
}

fn read_score(score: JsScore) -> Result<Score, Error> {
    Ok(read::<ScoreReport>("score", score)?.into())
}

/// Converts a step to an object: the result, or the search that it needs.
fn to_step<T, R, J: JsCast>(
    step: Result<T, Request>,
    report: impl FnOnce(T) -> Option<R>,
) -> Result<J, JsValue>
where
    R: Serialize,
{
    to_object(&match step {
        Ok(result) => Step { request: None, result: report(result) },
        Err(request) => Step { request: Some(request.into()), result: None },
    })
}

/// The review of one game. Each step returns a result, or a search that it needs: the caller searches, passes the
/// answer to `answer()`, and repeats the step. Steps may overlap, as with several engines.
#[wasm_bindgen]
pub struct GameReview {
    game: Game,
    nodes: Nodes,
    answers: Answers,
}

impl GameReview {
    fn walk(&mut self) -> Walk<'_, Answers> {
        Walk { game: &self.game, engine: &mut self.answers, nodes: self.nodes }
    }

    /// Reads the index of a move, or with `extra` 1 that of a position.
    fn read_ply(&self, ply: &JsValue, extra: u32) -> Result<usize, Error> {
        let count = self.game.plies().len() as u32 + extra;
        let Some(last) = count.checked_sub(1) else {
            return Err(bad_option("ply", ply, "a ply of the game"));
        };
        given::whole("ply", ply, 0, last).map(|ply| ply as usize)
    }
}

#[wasm_bindgen]
impl GameReview {
    /// Creates the review of a game from a FEN (null for the start position) and moves such as `h2e2`, under a
    /// rule set. Without `nodes` each search has as many nodes as in `chuhe review`.
    ///
    /// Throws `badFen`, `badMove`, `illegalMove` or `badOption`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        fen: Option<JsFen>,
        moves: &JsMoves,
        rules: Option<JsRuleset>,
        nodes: Option<JsReviewNodes>,
    ) -> Result<GameReview, Error> {
        let ruleset = given::ruleset(rules.map(JsValue::from))?;
        let game = read_game(given::fen(fen)?.as_deref(), &given::moves(moves)?)?.under(ruleset);
        let nodes = match nodes {
            None => Nodes::USUAL,
            Some(nodes) => {
                let NodesObject { first, position, comparison } = read("nodes", nodes)?;
                Nodes { first: first.unwrap_or(position), position, comparison }
            }
        };
        Ok(GameReview { game, nodes, answers: Answers::default() })
    }

    /// Returns the FEN of the start position of the game.
    #[wasm_bindgen(js_name = startFen)]
    pub fn start_fen(&self) -> String {
        self.game.start().to_string()
    }

    /// Returns the indexes of a side's moves, in order. Throws `badOption`.
    #[wasm_bindgen(js_name = pliesOf)]
    pub fn plies_of(&self, side: &JsColor) -> Result<Vec<u32>, Error> {
        let side = read_side(side)?;
        let plies = 0..self.game.plies().len();
        Ok(plies.filter(|ply| self.game.mover(*ply) == side).map(|ply| ply as u32).collect())
    }

    /// Adds the answer to a search that a step requested. Throws `badOption` or `badMove`.
    pub fn answer(&mut self, request: JsRequest, answer: JsAnswer) -> Result<(), Error> {
        let request = read::<RequestObject>("request", request)?.read()?;
        let AnswerObject { best, score, pv, depth } = read("answer", answer)?;
        let best = best.map(|text| read_move("move", &text)).transpose()?;
        self.answers.add(request, Answer { best, score: score.into(), pv: read_line(&pv), depth });
        Ok(())
    }

    /// Evaluates the position after `ply` moves. Throws `badOption`.
    #[wasm_bindgen(js_name = judgePosition)]
    pub fn judge_position(&mut self, ply: &JsNumber) -> Result<JsPositionStep, JsValue> {
        let ply = self.read_ply(ply, 1)?;
        to_step(self.walk().judge_position(ply), |judged| Some(PositionObject::from(judged)))
    }

    /// Evaluates the move at `ply` from the evaluations of the positions before and after it, and of that after the
    /// reply, if there is one. Throws `badOption` or `badMove`.
    #[wasm_bindgen(js_name = judgeMove)]
    pub fn judge_move(
        &mut self,
        ply: &JsNumber,
        before: JsPosition,
        after: JsPosition,
        reply: Option<JsPosition>,
    ) -> Result<JsMoveStep, JsValue> {
        let ply = self.read_ply(ply, 0)?;
        let before = read::<PositionObject>("before", before)?.read()?;
        let mut after = vec![read::<PositionObject>("after", after)?.read()?];
        if let Some(reply) = reply {
            after.push(read::<PositionObject>("reply", reply)?.read()?);
        }
        to_step(self.walk().judge_move(ply, &before, &after), |judged| Some(MoveObject::new(ply, judged)))
    }

    /// Compares the move at `ply` with a better one: true if it is as good. With `mustMate` it also has to lead to
    /// a mate, as after a missed mate. Throws `badOption` or `badMove`.
    #[wasm_bindgen(js_name = isAsGood)]
    pub fn is_as_good(
        &mut self,
        ply: &JsNumber,
        best: &JsMove,
        #[wasm_bindgen(js_name = mustMate)] must_mate: bool,
    ) -> Result<JsFlagStep, JsValue> {
        let (ply, best) = (self.read_ply(ply, 0)?, game::read_move(best)?);
        to_step(self.walk().is_as_good(ply, best, must_mate), Some)
    }

    /// Finds the side's move from which a lost game is worth another try: the turning point. Without one, returns
    /// the last move before which the game was not lost, or else the earliest evaluated move. Returns null if none
    /// of the side's moves is evaluated. Throws `badOption` or `badMove`.
    #[wasm_bindgen(js_name = wayBack)]
    pub fn way_back(&mut self, side: &JsColor, positions: JsPositions) -> Result<JsWayBackStep, JsValue> {
        let side = read_side(side)?;
        let positions: Vec<Option<PositionObject>> = read("positions", positions)?;
        let positions = positions.into_iter().map(|it| it.map(PositionObject::read).transpose());
        let positions: Vec<Option<Judged>> = positions.collect::<Result<_, _>>()?;
        to_step(self.walk().way_back(side, &positions), |back| back.map(WayBackObject::from))
    }

    /// Returns the facts that the lines of a finding prove about the move at `ply`. Throws `badOption` or `badMove`.
    pub fn explain(&self, ply: &JsNumber, finding: JsFinding) -> Result<JsExplanation, JsValue> {
        let ply = self.read_ply(ply, 1)?;
        let FindingObject { played, punishment, better, scores, .. } = read("finding", finding)?;
        let question = Question {
            game: replayed(&self.game, ply, &[]),
            played: read_move("played", &played)?,
            punishment: &read_line(&punishment),
            better: &read_line(&better),
            scores: Comparison { played: scores.played.into(), best: scores.best.into() },
        };
        to_object(&ExplanationObject::from(&explain(&question)))
    }
}

/// Returns the expected points of the side from whose view `score` is given, 0 to 1: 1 for a win and 0.5 for a
/// draw. Throws `badOption`.
#[wasm_bindgen(js_name = chanceOf)]
pub fn chance_of(score: JsScore) -> Result<f64, Error> {
    read_score(score).map(expectation)
}

/// Returns the score from the other side's point of view. Throws `badOption`.
#[wasm_bindgen(js_name = oppositeScore)]
pub fn opposite_score(score: JsScore) -> Result<JsScore, JsValue> {
    to_object(&ScoreReport::from(opposite(read_score(score)?)))
}

/// Converts a score to centipawns; a nearer mate has the greater absolute value. Throws `badOption`.
#[wasm_bindgen(js_name = toCentipawns)]
pub fn to_centipawns(score: JsScore) -> Result<i32, Error> {
    read_score(score).map(centipawns)
}

/// Returns the mean loss and the label counts of a side's moves among these. Throws `badOption`.
#[wasm_bindgen(js_name = reviewSummary)]
pub fn review_summary(moves: JsJudgedMoves, side: &JsColor) -> Result<JsSummary, JsValue> {
    let side = read_side(side)?;
    let moves: Vec<LossObject> = read("moves", moves)?;
    let own = moves.iter().filter(|judged| judged.side == side.name());
    let label = |code: &str| Label::ALL.into_iter().find(|label| label.code() == code);
    let summary = Summary::of(own.map(|judged| (judged.loss, judged.label.as_deref().and_then(label))));
    let count = |label: Label| summary.labels[label as usize];
    to_object(&SummaryObject {
        moves: summary.moves,
        average: summary.average,
        inaccuracy: count(Label::Inaccuracy),
        mistake: count(Label::Mistake),
        blunder: count(Label::Blunder),
    })
}
