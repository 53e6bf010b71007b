//! The plain objects of a review, and their values in Rust.

use crate::error;
use chuhe::game::types::Move;
use chuhe::report::ScoreReport;
use chuhe::review::{
    Explanation, FactReport, Finding, Judged, Label, MoveJudged, Request, SearchLimit, WayBack,
};
use js_sys::Error;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub(super) struct NodesObject {
    pub(super) position: u64,
    pub(super) comparison: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum LimitObject {
    Nodes(u64),
    Depth(i32),
}

#[derive(Serialize, Deserialize)]
pub(super) struct RequestObject {
    pub(super) moves: Vec<String>,
    pub(super) limits: LimitObject,
}

#[derive(Deserialize)]
pub(super) struct AnswerObject {
    #[serde(rename = "move")]
    pub(super) best: Option<String>,
    pub(super) score: ScoreReport,
    pub(super) pv: Vec<String>,
    pub(super) depth: i32,
}

#[derive(Serialize, Deserialize)]
pub(super) struct PositionObject {
    pub(super) score: ScoreReport,
    pub(super) best: Option<String>,
    #[serde(default)]
    pub(super) over: bool,
}

#[derive(Serialize, Deserialize)]
pub(super) struct ScoresObject {
    pub(super) played: ScoreReport,
    pub(super) best: ScoreReport,
}

#[derive(Serialize, Deserialize)]
pub(super) struct FindingObject {
    pub(super) played: String,
    pub(super) best: String,
    pub(super) punishment: Vec<String>,
    pub(super) better: Vec<String>,
    pub(super) scores: ScoresObject,
}

#[derive(Serialize)]
pub(super) struct MoveObject {
    pub(super) ply: usize,
    pub(super) side: &'static str,
    pub(super) loss: f64,
    pub(super) label: Option<&'static str>,
    pub(super) finding: Option<FindingObject>,
}

#[derive(Deserialize)]
pub(super) struct LossObject {
    pub(super) side: String,
    pub(super) loss: f64,
    pub(super) label: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WayBackObject {
    pub(super) ply: usize,
    pub(super) finding: Option<FindingObject>,
    pub(super) is_open: bool,
}

#[derive(Serialize)]
pub(super) struct ExplanationObject {
    pub(super) facts: Vec<FactReport>,
    pub(super) reason: Option<FactReport>,
}

#[derive(Serialize)]
pub(super) struct SummaryObject {
    pub(super) moves: usize,
    pub(super) average: f64,
    pub(super) inaccuracy: usize,
    pub(super) mistake: usize,
    pub(super) blunder: usize,
}

#[derive(Serialize)]
pub(super) struct Step<T> {
    pub(super) request: Option<RequestObject>,
    pub(super) result: Option<T>,
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

pub(super) fn read_move(field: &str, text: &str) -> Result<Move, Error> {
    text.parse().map_err(|cause| error::bad_move(field, &cause))
}

/// Reads a line up to the first text that is no move.
pub(super) fn read_line(moves: &[String]) -> Vec<Move> {
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
    pub(super) fn read(self) -> Result<Request, Error> {
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
    pub(super) fn read(self) -> Result<Judged, Error> {
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
    pub(super) fn new(ply: usize, judged: MoveJudged) -> MoveObject {
        let label = judged.label().map(Label::code);
        let finding = judged.finding.map(FindingObject::from);
        MoveObject { ply, side: judged.side.name(), loss: judged.loss, label, finding }
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
