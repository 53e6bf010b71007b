//! What a search has found, in the end and on its way.

use crate::score::Score;
use crate::session::{Info, Report, ReportLine};
use chuhe_rules::types::Move;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// `{ cp }` or `{ mate }`, from the side to move; a mate in plies, negative when the side to move is mated.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum ScoreReport {
    /// Hundredths of a soldier.
    Cp(i32),
    /// Plies to the mate.
    Mate(i32),
}

/// `{ multipv, score, bound, depth, pv }`
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct LineReport {
    /// Its rank, from 1.
    pub multipv: usize,
    /// What it is worth.
    pub score: ScoreReport,
    /// `exact`, `lower`, `upper`, or `static` for an evaluation without a search.
    pub bound: &'static str,
    /// The depth to which it was searched.
    pub depth: i32,
    /// Its moves.
    pub pv: Vec<String>,
}

/// How a search goes.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[serde(rename_all = "camelCase")]
pub struct InfoReport {
    /// Which line this is about, from 1.
    pub multipv: usize,
    /// The depth to which it was searched.
    pub depth: i32,
    /// Greatest distance from the root in plies.
    pub seldepth: usize,
    /// What the line is worth.
    pub score: ScoreReport,
    /// As in [`LineReport::bound`].
    pub bound: &'static str,
    /// The moves of the line.
    pub pv: Vec<String>,
    /// Nodes visited.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// Milliseconds since the start.
    pub time_ms: f64,
    /// Entries of this search in the hash table, in thousandths.
    pub hashfull: u32,
    /// The iteration that is running, in plies.
    pub iteration: i32,
    /// Root moves in all.
    pub root_moves: usize,
    /// Root moves that this pass has searched.
    pub root_done: usize,
    /// The root move that is searched now.
    pub root_move: Option<String>,
    /// How much of the job is done, 0 to 1.
    pub progress: f64,
}

/// The result of a search.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[serde(rename_all = "camelCase")]
pub struct SearchReport {
    /// The move to play; `None` when there is none.
    #[serde(rename = "move")]
    pub best: Option<String>,
    /// The expected answer.
    pub ponder: Option<String>,
    /// What the best line is worth.
    pub score: ScoreReport,
    /// As in [`LineReport::bound`].
    pub bound: &'static str,
    /// The depth to which it was searched.
    pub depth: i32,
    /// Greatest distance from the root in plies.
    pub seldepth: usize,
    /// Nodes visited.
    pub nodes: u64,
    /// Leaf evaluations made.
    pub leaves: u64,
    /// Milliseconds that it took.
    pub time_ms: f64,
    /// The moves of the best line.
    pub pv: Vec<String>,
    /// The lines asked for, the best first.
    pub lines: Vec<LineReport>,
    /// Whether the move comes from the opening book: then nothing was searched.
    pub book: bool,
    /// Whether the side to move resigns.
    pub resigns: bool,
    /// Whether the side to move would agree to a draw.
    pub offers_draw: bool,
}

impl From<Score> for ScoreReport {
    fn from(score: Score) -> ScoreReport {
        match score {
            Score::Centipawns(value) => ScoreReport::Cp(value),
            Score::Mate(plies) => ScoreReport::Mate(plies),
        }
    }
}

impl From<ScoreReport> for Score {
    fn from(score: ScoreReport) -> Score {
        match score {
            ScoreReport::Cp(value) => Score::Centipawns(value),
            ScoreReport::Mate(plies) => Score::Mate(plies),
        }
    }
}

impl LineReport {
    fn new(index: usize, line: &ReportLine) -> LineReport {
        LineReport {
            multipv: index + 1,
            score: line.score.into(),
            bound: line.bound.code(),
            depth: line.depth,
            pv: texts(&line.pv),
        }
    }
}

impl From<&Info> for InfoReport {
    fn from(info: &Info) -> InfoReport {
        InfoReport {
            multipv: info.multipv,
            depth: info.line.depth,
            seldepth: info.seldepth,
            score: info.line.score.into(),
            bound: info.line.bound.code(),
            pv: texts(&info.line.pv),
            nodes: info.nodes,
            nps: info.nodes_a_second(),
            time_ms: millis(info.time),
            hashfull: info.hashfull,
            iteration: info.iteration,
            root_moves: info.root_moves,
            root_done: info.root_done,
            root_move: info.root_move.map(|mv| mv.to_string()),
            progress: info.progress,
        }
    }
}

impl From<&Report> for SearchReport {
    fn from(report: &Report) -> SearchReport {
        let info = &report.info;
        let lines = report.lines.iter().enumerate();
        SearchReport {
            best: report.best.map(|mv| mv.to_string()),
            ponder: report.ponder.map(|mv| mv.to_string()),
            score: info.line.score.into(),
            bound: info.line.bound.code(),
            depth: info.line.depth,
            seldepth: info.seldepth,
            nodes: info.nodes,
            leaves: info.leaves,
            time_ms: millis(info.time),
            pv: texts(&info.line.pv),
            lines: lines.map(|(index, line)| LineReport::new(index, line)).collect(),
            book: report.is_book,
            resigns: report.resigns,
            offers_draw: report.offers_draw,
        }
    }
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
