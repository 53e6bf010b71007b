//! Measures a search of the laboratory: its leaves, its time and its branching factor.
//!
//! ```
//! use chuhe_lab::measure::{measure, saved};
//! use chuhe_lab::tree::{Judge, Method};
//! let board = chuhe_rules::Position::default().board;
//! let leaves = |method| measure(&board, method, Judge::ReportC, 2).found.counts.leaves as f64;
//! assert!(saved(leaves(Method::Minimax), leaves(Method::AlphaBeta)) > 50.0);
//! ```

use super::figures::report_d;
use super::tree::{Found, Judge, Method, search};
use chuhe_rules::board::Board;
use chuhe_rules::fen;
use std::time::Duration;
use web_time::Instant;

/// The measurement of a method at a depth.
#[derive(Clone, Debug)]
pub struct Row {
    /// The method.
    pub method: Method,
    /// The depth in plies.
    pub depth: u32,
    /// The result of the search, with its counts.
    pub found: Found,
    /// The time of the search.
    pub time: Duration,
    /// The effective branching factor: a tree with this number of moves at each ply has the same
    /// number of leaves.
    pub branching: f64,
    /// The leaf evaluations that report D lists for this method and depth; `None` if it lists none,
    /// or from another position than the start.
    pub listed: Option<u64>,
}

/// Searches a position by a method to a depth.
pub fn measure(board: &Board, method: Method, judge: Judge, depth: u32) -> Row {
    let started = Instant::now();
    let found = match search(board, method, judge, depth, &mut ()) {
        Ok(found) => found,
        Err(_) => unreachable!("nobody stops it"),
    };
    let time = started.elapsed();
    let branching = (found.counts.leaves as f64).powf(1.0 / f64::from(depth));
    let listed = report_d(method, depth).filter(|_| *board == fen::start());
    Row { method, depth, found, time, branching, listed }
}

/// Returns the percentage by which `part` is less than `all`; negative if it is more.
pub fn saved(all: f64, part: f64) -> f64 {
    100.0 * (1.0 - part / all.max(f64::MIN_POSITIVE))
}
