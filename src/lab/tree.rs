//! Searching a game tree, from plain minimax to principal variation search with a transposition table: each
//! method in as few lines as it takes, over the same rules and a choice of evaluations, everything counted.
//!
//! Read [`minimax`](Method::Minimax) first (`tree/minimax.rs`), then `tree/alpha_beta.rs`, `tree/pvs.rs` and
//! `tree/table.rs`. All of them give the value of the whole tree down to a depth, the same value, with ever fewer
//! positions looked at. What is left out, so that it can be seen what each method does by itself: deepening step by
//! step, quiescence, repetition. [`Method::Chuhe`], the engine's own search, has all of that, prunes what it believes
//! to be hopeless and extends what is forced, and so has a value of its own.

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

/// What a position is worth for its side to move, in the units of the [`Judge`].
pub type Value = i32;

/// The worth of winning at once; a ply later it is one less.
pub const WIN: Value = 1_000_000;
/// Above every value.
const INFINITE: Value = WIN + 1;
/// Deeper than this nothing is searched.
pub const MAX_DEPTH: u32 = 32;

/// A way to search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// Everything is looked at.
    Minimax,
    /// What cannot change the result is cut off; moves in the order in which they are found.
    AlphaBeta,
    /// The same, the likeliest moves first.
    Ordered,
    /// Principal variation search: all moves but the first are only asked whether they are better.
    Pvs,
    /// The same with the likeliest moves last, to see what the order is worth.
    PvsReversed,
    /// Principal variation search that remembers positions.
    PvsTable,
    /// The search of the engine.
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
    /// Whether it finds the value of the whole tree down to its depth.
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

/// What a search did.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Positions that were entered, the first one included; again when they were searched again.
    pub nodes: u64,
    /// Positions that were evaluated.
    pub leaves: u64,
    /// Positions whose other moves were not looked at any more.
    pub cutoffs: u64,
    /// Moves that were searched again with an open window.
    pub researches: u64,
    /// Positions whose value the table knew.
    pub known: u64,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// For the side to move.
    pub value: Value,
    /// The best moves of both sides, as far as the search knows them; empty when the game is over.
    pub line: Vec<Move>,
    /// What it took.
    pub counts: Counts,
}

/// The search was told to stop.
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
/// [`Stopped`], when `watch` says so.
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

/// A search at work: what all methods share.
struct Lab<'a, W> {
    board: Board,
    judge: Judge,
    order: Order,
    table: Option<Table>,
    watch: &'a mut W,
    counts: Counts,
    /// `[ply]`: the best line from there, of the position that is looked at.
    lines: Vec<Vec<Move>>,
}

impl<W: Watch> Lab<'_, W> {
    /// Enters a position by a move. Its value, where nothing is to be searched: the game is over, or the depth
    /// is used up and the position is judged as it stands.
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

    /// Leaves a position whose other moves need not be looked at: the opponent will not let it come about.
    fn cut(&mut self, value: Value, left: usize) -> Value {
        self.counts.cutoffs += 1;
        self.leave(value, Kind::Cut { left })
    }

    /// The legal moves in the order of the method, a move known to be good first.
    fn moves(&self, first: Option<Move>) -> MoveList {
        self.order.moves(&self.board, self.judge, first)
    }

    /// A move is the best one so far: the line leads over it.
    fn prefer(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&below[0]);
    }
}
