//! The serialised reports of a search, during it and at its end.

use crate::score::Score;
use crate::session::{Info, Report, ReportLine};
use chuhe_rules::types::Move;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A score: `{ cp }` or `{ mate }`, from the view of the side to move. A mate is in plies, negative if the side
/// to move is mated.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum ScoreReport {
    /// Centipawns.
    Cp(i32),
    /// Plies to the mate.
    Mate(i32),
}

/// A line of play: `{ multipv, score, bound, depth, pv }`.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct LineReport {
    /// The rank of the line, from 1.
    pub multipv: usize,
    /// The value for the side to move.
    pub score: ScoreReport,
    /// `exact`, `lower`, `upper`, or `static` for an evaluation without a search.
    pub bound: &'static str,
    /// The depth of the search of the line in plies.
    pub depth: i32,
    /// The moves of the line.
    pub pv: Vec<String>,
}

/// The progress of a search.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[serde(rename_all = "camelCase")]
pub struct InfoReport {
    /// The number of the line, from 1.
    pub multipv: usize,
    /// The depth of the search of the line in plies.
    pub depth: i32,
    /// Greatest distance from the root in plies.
    pub seldepth: usize,
    /// The value of the line for the side to move.
    pub score: ScoreReport,
    /// The bound of the score, as in [`LineReport::bound`].
    pub bound: &'static str,
    /// The moves of the line.
    pub pv: Vec<String>,
    /// Nodes visited.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// Milliseconds since the start.
    pub time_ms: f64,
    /// Entries of this search in the hash table, in thousandths.
    pub hashfull: u32,
    /// The iteration that is running, in plies.
    pub iteration: i32,
    /// Total number of root moves.
    pub root_moves: usize,
    /// Number of root moves searched in this pass.
    pub root_done: usize,
    /// The root move that is being searched.
    pub root_move: Option<String>,
    /// The fraction of the job that is done, 0 to 1.
    pub progress: f64,
}

/// The result of a search.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[serde(rename_all = "camelCase")]
pub struct SearchReport {
    /// The move to play; `None` if there is no legal move.
    #[serde(rename = "move")]
    pub best: Option<String>,
    /// The expected answer.
    pub ponder: Option<String>,
    /// The value of the best line for the side to move.
    pub score: ScoreReport,
    /// The bound of the score, as in [`LineReport::bound`].
    pub bound: &'static str,
    /// The depth of the search of the best line in plies.
    pub depth: i32,
    /// Greatest distance from the root in plies.
    pub seldepth: usize,
    /// Nodes visited.
    pub nodes: u64,
    /// Leaf evaluations made.
    pub leaves: u64,
    /// Duration of the search in milliseconds.
    pub time_ms: f64,
    /// The moves of the best line.
    pub pv: Vec<String>,
    /// The requested lines, the best first.
    pub lines: Vec<LineReport>,
    /// Whether the move comes from the opening book. In that case nothing was searched.
    pub book: bool,
    /// Whether the side to move resigns.
    pub resigns: bool,
    /// Whether the side to move offers a draw.
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
