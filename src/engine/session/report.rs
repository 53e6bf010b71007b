//! The reports of a session about its search.

use crate::score::Score;
use crate::search::root::RootMove;
use crate::tt::Bound;
use chuhe_rules::types::Move;
use std::time::Duration;

/// One line of play with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportLine {
    /// The value for the side to move.
    pub score: Score,
    /// The bound of the score. It is inexact if the search was stopped after it had missed a window, and
    /// [`Bound::None`] if the line was not searched and the score is the static evaluation.
    pub bound: Bound,
    /// The depth of the search of this line in plies.
    pub depth: i32,
    /// The moves, beginning with the root move.
    pub pv: Vec<Move>,
}

impl RootMove {
    /// Returns the line that begins with the move. Its score is `standing` until the move is searched.
    pub(crate) fn line(&self, standing: Score) -> ReportLine {
        let bound = self.latest().1;
        let (score, bound) =
            if self.is_searched() { (Score::from(self.worth()), bound) } else { (standing, Bound::None) };
        let pv = if self.pv.is_empty() { vec![self.mv] } else { self.pv.to_vec() };
        ReportLine { score, bound, depth: self.depth, pv }
    }
}

/// A snapshot of a running search.
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// The number of the line, from 1.
    pub multipv: usize,
    /// The line with its score and moves.
    pub line: ReportLine,
    /// Greatest distance from the root in plies.
    pub seldepth: usize,
    /// Nodes visited.
    pub nodes: u64,
    /// Leaf evaluations made.
    pub leaves: u64,
    /// Nodes whose value was looked up as a solved ending.
    pub solved: u64,
    /// Time since the start.
    pub time: Duration,
    /// Entries of this search in the hash table, in thousandths.
    pub hashfull: u32,
    /// The iteration that is running, in plies.
    pub iteration: i32,
    /// Total number of root moves.
    pub root_moves: usize,
    /// Number of root moves searched in this pass, including those of earlier lines. It falls back when the
    /// pass repeats with a wider window or another line begins.
    pub root_done: usize,
    /// The root move that is being searched.
    pub root_move: Option<Move>,
    /// The fraction of the job that is done, 0 to 1. It is the share of the time or nodes allowed, or of this
    /// iteration's root moves if neither is limited.
    pub progress: f64,
}

impl Info {
    /// Returns the nodes per second so far.
    pub fn nodes_a_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-3)).round() as u64
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The move to play; `None` if there is no legal move.
    pub best: Option<Move>,
    /// The expected answer.
    pub ponder: Option<Move>,
    /// Whether the move comes from the opening book. In that case nothing was searched.
    pub is_book: bool,
    /// The requested lines that were searched, the best first. The first line exists whenever there is a move.
    pub lines: Vec<ReportLine>,
    /// Whether the side to move resigns as a matter of manners. The best move is reported all the same.
    pub resigns: bool,
    /// Whether the side to move offers a draw.
    pub offers_draw: bool,
    /// Counters at the end.
    pub info: Info,
}
