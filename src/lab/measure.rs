//! What a search of the laboratory takes: leaves, time, and how the tree branches.
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

/// A method at a depth.
#[derive(Clone, Debug)]
pub struct Row {
    /// The method.
    pub method: Method,
    /// Plies.
    pub depth: u32,
    /// What it found, and what that took.
    pub found: Found,
    /// How long it took.
    pub time: Duration,
    /// The effective branching factor: with so many moves at each ply there would be as many leaves.
    pub branching: f64,
    /// What the program of report D counted, at the first move.
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

/// How much less, in hundredths; negative when it is more.
pub fn saved(all: f64, part: f64) -> f64 {
    100.0 * (1.0 - part / all.max(f64::MIN_POSITIVE))
}
