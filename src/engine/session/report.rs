//! What a session tells of its search.

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
    /// What the score says: a bound when the search was stopped after it had missed a window.
    /// [`Bound::None`] when the line was not searched and the score is the static evaluation.
    pub bound: Bound,
    /// The depth to which it was searched.
    pub depth: i32,
    /// The moves, the first of them the root move.
    pub pv: Vec<Move>,
}

impl RootMove {
    /// The line that begins with the move; before it is searched with the score `standing`.
    pub(crate) fn line(&self, standing: Score) -> ReportLine {
        let bound = self.latest().1;
        let (score, bound) =
            if self.is_searched() { (Score::from(self.worth()), bound) } else { (standing, Bound::None) };
        let pv = if self.pv.is_empty() { vec![self.mv] } else { self.pv.to_vec() };
        ReportLine { score, bound, depth: self.depth, pv }
    }
}

/// What the search has found so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// Which line this is about, from 1.
    pub multipv: usize,
    /// The line.
    pub line: ReportLine,
    /// Greatest distance from the root in plies.
    pub seldepth: usize,
    /// Nodes visited.
    pub nodes: u64,
    /// Leaf evaluations made.
    pub leaves: u64,
    /// Time since the start.
    pub time: Duration,
    /// Entries of this search in the hash table, in thousandths.
    pub hashfull: u32,
    /// The iteration that is running, in plies.
    pub iteration: i32,
    /// Root moves in all.
    pub root_moves: usize,
    /// Root moves that this pass has searched, with those settled before it. It falls back when a
    /// window was missed or another line is begun.
    pub root_done: usize,
    /// The root move that is searched now.
    pub root_move: Option<Move>,
    /// How much of the job is done, 0 to 1: the share of the time or nodes allowed, or, where neither
    /// is limited, of this iteration's root moves.
    pub progress: f64,
}

impl Info {
    /// Nodes a second so far.
    pub fn nodes_a_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-3)).round() as u64
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The move to play; `None` when there is none.
    pub best: Option<Move>,
    /// The expected answer.
    pub ponder: Option<Move>,
    /// Whether the move comes from the opening book; then nothing was searched.
    pub is_book: bool,
    /// The lines asked for, the best first, without those that were not reached; the first one is there
    /// whenever there is a move.
    pub lines: Vec<ReportLine>,
    /// Whether the side to move resigns: a matter of manners, the best move is there all the same.
    pub resigns: bool,
    /// Whether the side to move would agree to a draw.
    pub offers_draw: bool,
    /// Counters at the end.
    pub info: Info,
}
