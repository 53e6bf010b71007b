//! A review as plain values, to be serialised.

use super::summary::summary;
use super::verdicts::Label;
use super::{Fact, Finding, Judged, Review};
use chuhe_engine::report::ScoreReport;
use chuhe_rules::types::{Color, Move};
use serde::Serialize;

/// A whole review.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[serde(rename_all = "camelCase")]
pub struct ReviewReport {
    /// How Red has played.
    pub red: SideReport,
    /// How Black has.
    pub black: SideReport,
    /// What each position was worth, the start position first.
    pub positions: Vec<PositionReport>,
    /// How much of its mover's chances each move lost, 0 to 1, six digits of it.
    pub losses: Vec<f64>,
    /// The moves that have a label.
    pub mistakes: Vec<MistakeReport>,
}

/// How a side has played.
#[derive(Clone, Copy, PartialEq, Serialize, Debug)]
#[serde(rename_all = "camelCase")]
pub struct SideReport {
    /// Its moves.
    pub moves: usize,
    /// How much of its chances a move lost on average, 0 to 1, six digits of it.
    pub average: f64,
    /// Moves with this label.
    pub inaccuracies: usize,
    /// Moves with this label.
    pub mistakes: usize,
    /// Moves with this label.
    pub blunders: usize,
    /// The index of the move by which it turned the game, from 0; `None` where no single one did.
    pub turning_point: Option<usize>,
}

/// `{ score, best }`
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct PositionReport {
    /// From the side to move.
    pub score: ScoreReport,
    /// The move that the engine would play; `None` where the game is over.
    pub best: Option<String>,
}

/// A move that has a label.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[serde(rename_all = "camelCase")]
pub struct MistakeReport {
    /// Its index among the moves of the game, from 0.
    pub ply: usize,
    /// `red` or `black`.
    pub side: &'static str,
    /// `inaccuracy`, `mistake` or `blunder`.
    pub label: &'static str,
    /// How much of its mover's chances it lost, 0 to 1, six digits of it.
    pub loss: f64,
    /// The move, such as `h2e2`.
    pub played: String,
    /// The better one.
    pub best: String,
    /// What the mover had after the move.
    pub score_played: ScoreReport,
    /// What it had after the better one.
    pub score_best: ScoreReport,
    /// The line after the move.
    pub punishment: Vec<String>,
    /// The line instead of it, with the better move first.
    pub better: Vec<String>,
    /// What is proved of it, the gravest first.
    pub facts: Vec<FactReport>,
    /// What on the board allows the first move of the punishment.
    pub reason: Option<FactReport>,
}

/// A [`Fact`]; what it has not is left out.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct FactReport {
    /// Such as `lose-piece-now`.
    pub name: String,
    /// The letter of the piece that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<char>,
    /// That of a second one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<char>,
    /// Where to look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square: Option<String>,
    /// Moves, or soldiers' worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
}

/// Six digits: the exponential function may differ in its last one from one system to the next.
fn rounded(share: f64) -> f64 {
    (share * 1e6).round() / 1e6
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

impl SideReport {
    fn new(review: &Review, side: Color) -> SideReport {
        let summary = summary(&review.moves, side);
        let count = |label: Label| summary.labels[label as usize];
        SideReport {
            moves: summary.moves,
            average: rounded(summary.average),
            inaccuracies: count(Label::Inaccuracy),
            mistakes: count(Label::Mistake),
            blunders: count(Label::Blunder),
            turning_point: review.turning_points[side],
        }
    }
}

impl From<&Judged> for PositionReport {
    fn from(judged: &Judged) -> PositionReport {
        PositionReport { score: judged.score.into(), best: judged.best.map(|mv| mv.to_string()) }
    }
}

impl From<&Fact> for FactReport {
    fn from(fact: &Fact) -> FactReport {
        FactReport {
            name: fact.name.clone(),
            piece: fact.piece.map(|piece| piece.letter()),
            other: fact.other.map(|piece| piece.letter()),
            square: fact.square.map(|square| square.to_string()),
            count: fact.count,
        }
    }
}

impl MistakeReport {
    fn new(ply: usize, side: Color, loss: f64, finding: &Finding) -> MistakeReport {
        let Finding { label, played, best, punishment, better, scores, explanation } = finding;
        MistakeReport {
            ply,
            side: side.name(),
            label: label.code(),
            loss: rounded(loss),
            played: played.to_string(),
            best: best.to_string(),
            score_played: scores.played.into(),
            score_best: scores.best.into(),
            punishment: texts(punishment),
            better: texts(better),
            facts: explanation.facts.iter().map(FactReport::from).collect(),
            reason: explanation.reason.as_ref().map(FactReport::from),
        }
    }
}

impl From<&Review> for ReviewReport {
    fn from(review: &Review) -> ReviewReport {
        let mistakes = review.moves.iter().enumerate().filter_map(|(ply, judged)| {
            judged.finding.as_ref().map(|finding| MistakeReport::new(ply, judged.side, judged.loss, finding))
        });
        ReviewReport {
            red: SideReport::new(review, Color::Red),
            black: SideReport::new(review, Color::Black),
            positions: review.positions.iter().map(PositionReport::from).collect(),
            losses: review.moves.iter().map(|judged| rounded(judged.loss)).collect(),
            mistakes: mistakes.collect(),
        }
    }
}
