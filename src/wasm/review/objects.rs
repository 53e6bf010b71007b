//! Converts between the plain JavaScript objects of a review and their values in Rust.

use crate::error;
use chuhe::report::ScoreReport;
use chuhe::review::{
    Explanation, FactReport, Finding, Judged, Label, MoveJudged, Request, SearchLimit, WayBack,
};
use chuhe::rules::types::Move;
use js_sys::Error;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub(crate) struct NodesObject {
    pub(crate) first: Option<u64>,
    pub(crate) position: u64,
    pub(crate) comparison: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LimitObject {
    Nodes(u64),
    Depth(i32),
}

#[derive(Serialize, Deserialize)]
pub(crate) struct RequestObject {
    pub(crate) moves: Vec<String>,
    pub(crate) limits: LimitObject,
}

#[derive(Deserialize)]
pub(crate) struct AnswerObject {
    #[serde(rename = "move")]
    pub(crate) best: Option<String>,
    pub(crate) score: ScoreReport,
    pub(crate) pv: Vec<String>,
    pub(crate) depth: i32,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct PositionObject {
    pub(crate) score: ScoreReport,
    pub(crate) best: Option<String>,
    #[serde(default)]
    pub(crate) over: bool,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct ScoresObject {
    pub(crate) played: ScoreReport,
    pub(crate) best: ScoreReport,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct FindingObject {
    pub(crate) played: String,
    pub(crate) best: String,
    pub(crate) punishment: Vec<String>,
    pub(crate) better: Vec<String>,
    pub(crate) scores: ScoresObject,
}

#[derive(Serialize)]
pub(crate) struct AgainObject {
    pub(crate) before: PositionObject,
    pub(crate) after: PositionObject,
}

#[derive(Serialize)]
pub(crate) struct MoveObject {
    pub(crate) ply: usize,
    pub(crate) side: &'static str,
    pub(crate) loss: f64,
    pub(crate) label: Option<&'static str>,
    pub(crate) again: Option<AgainObject>,
    pub(crate) finding: Option<FindingObject>,
}

#[derive(Deserialize)]
pub(crate) struct LossObject {
    pub(crate) side: String,
    pub(crate) loss: f64,
    pub(crate) label: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WayBackObject {
    pub(crate) ply: usize,
    pub(crate) finding: Option<FindingObject>,
    pub(crate) is_open: bool,
}

#[derive(Serialize)]
pub(crate) struct ExplanationObject {
    pub(crate) facts: Vec<FactReport>,
    pub(crate) reason: Option<FactReport>,
}

#[derive(Serialize)]
pub(crate) struct SummaryObject {
    pub(crate) moves: usize,
    pub(crate) average: f64,
    pub(crate) inaccuracy: usize,
    pub(crate) mistake: usize,
    pub(crate) blunder: usize,
}

#[derive(Serialize)]
pub(crate) struct Step<T> {
    pub(crate) request: Option<RequestObject>,
    pub(crate) result: Option<T>,
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

pub(crate) fn read_move(field: &str, text: &str) -> Result<Move, Error> {
    text.parse().map_err(|cause| error::bad_move(field, &cause))
}

/// Reads a line up to the first text that is not a move.
pub(crate) fn read_line(moves: &[String]) -> Vec<Move> {
    moves.iter().map_while(|text| text.parse().ok()).collect()
}

impl From<Request> for RequestObject {
    fn from(Request { moves, limit }: Request) -> RequestObject {
        let limits = match limit {
            SearchLimit::Nodes(nodes) => LimitObject::Nodes(nodes),
            SearchLimit::Depth(depth) => LimitObject::Depth(depth),
        };
        RequestObject { moves: texts(&moves), limits }
    }
}

impl RequestObject {
    pub(crate) fn read(self) -> Result<Request, Error> {
        let moves = self.moves.iter().map(|text| read_move("moves", text)).collect::<Result<_, _>>()?;
        let limit = match self.limits {
            LimitObject::Nodes(nodes) => SearchLimit::Nodes(nodes),
            LimitObject::Depth(depth) => SearchLimit::Depth(depth),
        };
        Ok(Request { moves, limit })
    }
}

impl From<Judged> for PositionObject {
    fn from(Judged { score, best, is_over }: Judged) -> PositionObject {
        PositionObject { score: score.into(), best: best.map(|mv| mv.to_string()), over: is_over }
    }
}

impl PositionObject {
    pub(crate) fn read(self) -> Result<Judged, Error> {
        let best = self.best.map(|text| read_move("best", &text)).transpose()?;
        Ok(Judged { score: self.score.into(), best, is_over: self.over })
    }
}

impl From<Finding> for FindingObject {
    fn from(Finding { played, best, punishment, better, scores, .. }: Finding) -> FindingObject {
        FindingObject {
            played: played.to_string(),
            best: best.to_string(),
            punishment: texts(&punishment),
            better: texts(&better),
            scores: ScoresObject { played: scores.played.into(), best: scores.best.into() },
        }
    }
}

impl MoveObject {
    pub(crate) fn new(ply: usize, judged: MoveJudged) -> MoveObject {
        let label = judged.label().map(Label::code);
        let finding = judged.finding.map(FindingObject::from);
        let again =
            judged.again.map(|(before, after)| AgainObject { before: before.into(), after: after.into() });
        MoveObject { ply, side: judged.side.name(), loss: judged.loss, label, again, finding }
    }
}

impl From<WayBack> for WayBackObject {
    fn from(WayBack { ply, finding, is_open }: WayBack) -> WayBackObject {
        WayBackObject { ply, finding: finding.map(FindingObject::from), is_open }
    }
}

impl From<&Explanation> for ExplanationObject {
    fn from(Explanation { facts, reason }: &Explanation) -> ExplanationObject {
        ExplanationObject {
            facts: facts.iter().map(FactReport::from).collect(),
            reason: reason.as_ref().map(FactReport::from),
        }
    }
}
