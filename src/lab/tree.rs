//! Searches a game tree by several methods, from plain minimax to principal variation search with a transposition
//! table. Each method is as short as possible, uses the same rules and a choice of evaluations, and counts its work.
//!
//! Read [`minimax`](Method::Minimax) first (`tree/minimax.rs`), then `tree/alpha_beta.rs`, `tree/pvs.rs` and
//! `tree/table.rs`. All of them give the same value, that of the whole tree down to a depth, and each searches fewer
//! positions than the one before. They omit iterative deepening, quiescence search and repetition, so that the effect
//! of each method is clear. [`Method::Chuhe`], the engine's own search, has all of these. It also prunes moves that
//! seem hopeless and extends forced ones, so that its value can differ.

mod alpha_beta;
mod chuhe;
mod depth;
mod judge;
mod minimax;
mod order;
mod pvs;
mod table;
mod watch;

pub use depth::DepthRule;
pub use judge::{Judge, Part};
pub use watch::{Event, Kind, Trace, Watch};

use chuhe_rules::board::Board;
use chuhe_rules::movegen::MoveList;
use chuhe_rules::types::Move;
use order::Order;
use std::fmt;
use table::Table;

/// The value of a position for the side to move, in the units of the [`Judge`].
pub type Value = i32;

/// The value of an immediate win. A win is worth one less for each ply later.
pub const WIN: Value = 1_000_000;
/// A bound above every value.
const INFINITE: Value = WIN + 1;
/// Greatest depth of a search, in plies.
pub const MAX_DEPTH: u32 = 32;

/// A method of searching.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// Minimax, which searches every position.
    Minimax,
    /// Alpha-beta, which cuts off moves that cannot change the result, in the order of the move generator.
    AlphaBeta,
    /// Alpha-beta with the likeliest moves first.
    Ordered,
    /// Principal variation search, which only tests whether a move after the first is better.
    Pvs,
    /// Principal variation search with the likeliest moves last, to show the effect of the order.
    PvsReversed,
    /// Principal variation search with a transposition table.
    PvsTable,
    /// The engine's own search.
    Chuhe,
}

chuhe_rules::codes! {
    Method:
    Minimax = "minimax",
    AlphaBeta = "alphabeta",
    Ordered = "ordered",
    Pvs = "pvs",
    PvsReversed = "pvs-reversed",
    PvsTable = "pvs-table",
    Chuhe = "chuhe",
}

impl Method {
    /// Returns whether the method finds the value of the whole tree down to its depth.
    pub fn is_exact(self) -> bool {
        self != Method::Chuhe
    }

    fn order(self) -> Order {
        match self {
            Method::Minimax | Method::AlphaBeta | Method::Chuhe => Order::AsFound,
            Method::Ordered | Method::Pvs | Method::PvsTable => Order::LikeliestFirst,
            Method::PvsReversed => Order::LikeliestLast,
        }
    }
}

/// The counters of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Visited positions, including the first. A position counts each time it is searched.
    pub nodes: u64,
    /// Evaluated positions.
    pub leaves: u64,
    /// Positions whose remaining moves were cut off.
    pub cutoffs: u64,
    /// Moves that were searched again with an open window.
    pub researches: u64,
    /// Positions whose value was a table entry.
    pub known: u64,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The value for the side to move.
    pub value: Value,
    /// The best moves of both sides, as far as the search found them; empty if the game is over.
    pub line: Vec<Move>,
    /// The counters of the search.
    pub counts: Counts,
}

/// The error of a search that was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the search was told to stop")
    }
}

impl std::error::Error for Stopped {}

/// Searches a position to a depth in plies, 1 to [`MAX_DEPTH`].
///
/// ```
/// use chuhe_rules::fen;
/// use chuhe_lab::tree::{Judge, Method, search};
/// let [all, few] = [Method::Minimax, Method::Ordered]
///     .map(|method| search(&fen::start(), method, Judge::ReportA, 2, &mut ()).expect("nothing stops it"));
/// assert_eq!(all.counts.leaves, 1920);
/// assert!(few.counts.leaves < 200);
/// assert_eq!(all.value, few.value);
/// ```
///
/// # Errors
/// [`Stopped`] if `watch` stops the search.
///
/// # Panics
/// If the depth is out of range.
pub fn search<W: Watch>(
    board: &Board,
    method: Method,
    judge: Judge,
    depth: u32,
    watch: &mut W,
) -> Result<Found, Stopped> {
    assert!((1..=MAX_DEPTH).contains(&depth), "a depth from 1 to {MAX_DEPTH}, not {depth}");
    if method == Method::Chuhe {
        return chuhe::search(board, depth, watch);
    }
    let mut lab = Lab {
        board: board.clone(),
        judge,
        order: method.order(),
        table: (method == Method::PvsTable).then(Table::new),
        watch,
        counts: Counts::default(),
        lines: vec![Vec::new(); depth as usize + 1],
    };
    let window = (-INFINITE, INFINITE);
    let value = match method {
        Method::Minimax => lab.minimax(depth, 0, None),
        Method::AlphaBeta | Method::Ordered => lab.alpha_beta(window, depth, 0, None),
        _ => lab.pvs(window, depth, 0, None),
    }?;
    Ok(Found { value, line: lab.lines.swap_remove(0), counts: lab.counts })
}

/// The state of a running search, shared by all methods.
struct Lab<'a, W> {
    board: Board,
    judge: Judge,
    order: Order,
    table: Option<Table>,
    watch: &'a mut W,
    counts: Counts,
    /// `[ply]`: the best line from the current position at that ply.
    lines: Vec<Vec<Move>>,
}

impl<W: Watch> Lab<'_, W> {
    /// Enters a position by a move. Returns its value if there is nothing to search, because the game is over or the
    /// remaining depth is 0 and the position was evaluated.
    fn enter(
        &mut self,
        window: (Value, Value),
        depth: u32,
        ply: usize,
        mv: Option<Move>,
    ) -> Result<Option<Value>, Stopped> {
        self.counts.nodes += 1;
        self.lines[ply].clear();
        self.watch.note(Event::Enter { mv, depth, window });
        if !self.watch.goes_on(&self.counts) {
            return Err(Stopped);
        }
        if depth == 0 {
            self.counts.leaves += 1;
            let value = self.judge.evaluate(&self.board);
            return Ok(Some(self.leave(value, Kind::Leaf)));
        }
        if !self.board.has_legal_move() {
            return Ok(Some(self.leave(ply as Value - WIN, Kind::Over)));
        }
        Ok(None)
    }

    fn leave(&mut self, value: Value, kind: Kind) -> Value {
        self.watch.note(Event::Leave { value, kind });
        value
    }

    /// Leaves a position without its remaining moves, because the opponent will avoid it.
    fn cut(&mut self, value: Value, left: usize) -> Value {
        self.counts.cutoffs += 1;
        self.leave(value, Kind::Cut { left })
    }

    /// Returns the legal moves in the order of the method, with `first` before all others.
    fn moves(&self, first: Option<Move>) -> MoveList {
        self.order.moves(&self.board, self.judge, first)
    }

    /// Makes a move the best one so far, and the beginning of the best line.
    fn prefer(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&below[0]);
    }
}
