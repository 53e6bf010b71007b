//! Converts a review to plain values for serialisation.

use super::summary::summary;
use super::verdicts::Label;
use super::{Fact, Finding, Judged, Review};
use chuhe_engine::report::ScoreReport;
use chuhe_rules::types::{Color, Move};
use serde::Serialize;

/// A complete review.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[serde(rename_all = "camelCase")]
pub struct ReviewReport {
    /// Statistics of Red's moves.
    pub red: SideReport,
    /// Statistics of Black's moves.
    pub black: SideReport,
    /// Evaluations of the positions, the start position first.
    pub positions: Vec<PositionReport>,
    /// Loss of the mover's chances by each move, 0 to 1, rounded to six digits.
    pub losses: Vec<f64>,
    /// The moves that have a label.
    pub mistakes: Vec<MistakeReport>,
}

/// The statistics of a side's moves.
#[derive(Clone, Copy, PartialEq, Serialize, Debug)]
#[serde(rename_all = "camelCase")]
pub struct SideReport {
    /// Number of moves.
    pub moves: usize,
    /// Mean loss of chances per move, 0 to 1, rounded to six digits.
    pub average: f64,
    /// Number of inaccuracies.
    pub inaccuracies: usize,
    /// Number of mistakes.
    pub mistakes: usize,
    /// Number of blunders.
    pub blunders: usize,
    /// Index of the side's move that turned the game, from 0; `None` if no single move did.
    pub turning_point: Option<usize>,
}

/// `{ score, best }`
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct PositionReport {
    /// Score for the side to move.
    pub score: ScoreReport,
    /// The best move; `None` if the game is over.
    pub best: Option<String>,
}

/// A move that has a label.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[serde(rename_all = "camelCase")]
pub struct MistakeReport {
    /// Index of the move in the game, from 0.
    pub ply: usize,
    /// `red` or `black`.
    pub side: &'static str,
    /// `inaccuracy`, `mistake` or `blunder`.
    pub label: &'static str,
    /// Loss of the mover's chances, 0 to 1, rounded to six digits.
    pub loss: f64,
    /// The played move, such as `h2e2`.
    pub played: String,
    /// The better move.
    pub best: String,
    /// The mover's score after the played move.
    pub score_played: ScoreReport,
    /// The mover's score after the better move.
    pub score_best: ScoreReport,
    /// The line after the played move.
    pub punishment: Vec<String>,
    /// The line instead of the played move, beginning with the better move.
    pub better: Vec<String>,
    /// The proved facts about the move, the gravest first.
    pub facts: Vec<FactReport>,
    /// The change on the board that allows the first move of the punishment.
    pub reason: Option<FactReport>,
}

/// A [`Fact`] without its empty fields.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct FactReport {
    /// Stable name of the fact, such as `lose-piece-now`.
    pub name: String,
    /// Letter of the fact's piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<char>,
    /// Letter of the second piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<char>,
    /// The square to mark on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square: Option<String>,
    /// Number of moves, or value in soldiers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
}

/// Rounds to six digits, because the exponential function may differ in its last digit between systems.
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
