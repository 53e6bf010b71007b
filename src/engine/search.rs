//! Principal variation search with a transposition table.
//!
//! [`root`] searches the root moves with the move loop of every other node. [`search_node`] takes each [`node`]
//! below the root through its stages: probe, [`prune`], null move, [`probcut`], [`singular`], [`moves`] with
//! their [`reductions`], store. [`quiesce`] resolves captures at the leaves, and [`correction`] learns the
//! usual error of the evaluation. The methods are the common ones of the field, described on the Chess
//! Programming Wiki.

mod correction;
pub(crate) mod endings;
mod moves;
mod node;
mod node_type;
mod probcut;
mod prune;
mod quiesce;
mod reductions;
pub(crate) mod root;
mod search_node;
mod singular;
mod strict;

use super::eval::hand;
use super::eval::nnue::{Evaluator, Network};
use super::history::Histories;
use super::limits::{Abort, Limits, Watch};
use super::line::Line;
use super::score::{MAX_PLY, Value};
use super::tt::Table;
use arrayvec::ArrayVec;
use chuhe_rules::game::Game;
use chuhe_rules::types::Move;
use correction::Corrections;
use endings::Endings;
use node::Paused;
use root::RootMoves;
use std::ops::Add;
use std::sync::Arc;
use std::time::Duration;

/// A line of moves that starts at some node.
pub type Variation = ArrayVec<Move, MAX_PLY>;

/// The counters of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Nodes visited, quiescence included.
    pub nodes: u64,
    /// Leaf evaluations made.
    pub leaves: u64,
    /// Nodes whose remaining moves were skipped because one move reached beta.
    pub cutoffs: u64,
    /// Moves searched again, deeper or with a wider window. A pass over the root moves that begins again after
    /// it missed its window counts once.
    pub researches: u64,
    /// Nodes cut off by the value of a table entry.
    pub tt_cutoffs: u64,
    /// Nodes whose value was looked up as a solved ending.
    pub solved: u64,
}

impl Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally {
            nodes: self.nodes + other.nodes,
            leaves: self.leaves + other.leaves,
            cutoffs: self.cutoffs + other.cutoffs,
            researches: self.researches + other.researches,
            tt_cutoffs: self.tt_cutoffs + other.tt_cutoffs,
            solved: self.solved + other.solved,
        }
    }
}

/// The counters of a running search, shared with other threads and updated every few hundred nodes.
#[cfg(any(not(target_arch = "wasm32"), target_feature = "atomics"))]
#[derive(Default)]
pub(crate) struct SharedTally(std::sync::Mutex<(Tally, usize)>);

#[cfg(any(not(target_arch = "wasm32"), target_feature = "atomics"))]
impl SharedTally {
    /// Returns the counters and the greatest distance from the root in plies.
    pub(crate) fn get(&self) -> (Tally, usize) {
        *self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    pub(crate) fn set(&self, counted: (Tally, usize)) {
        *self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = counted;
    }
}

/// A search in progress: its current line, its counters and what it has learned.
pub struct Search {
    /// The board and the moves that led to it.
    pub(crate) line: Line,
    /// Evaluates positions with a network. `None` selects the handcrafted evaluation.
    evaluator: Option<Evaluator>,
    /// The solved endings; `None` if the search looks none up.
    pub(crate) endings: Option<Endings>,
    /// The transposition table.
    pub(crate) table: Table,
    /// Statistics for move ordering.
    pub(crate) histories: Histories,
    /// Mean errors of the static evaluation.
    corrections: Corrections,
    /// `[ply]`: the best line from that ply on.
    pub(crate) variations: Vec<Variation>,
    /// `[ply]`: static evaluations on the path; `None` in check.
    evals: Vec<Option<Value>>,
    /// `[ply]`: cut-offs at that ply since the node two plies above was opened.
    cutoffs: Vec<u32>,
    /// Counters since [`Search::begin`].
    pub(crate) tally: Tally,
    /// Greatest distance from the root reached so far, in plies.
    pub(crate) seldepth: usize,
    /// The root moves and the current pass over them.
    pub(crate) root: RootMoves,
    pub(crate) watch: Watch,
    /// The reason why the search must unwind; `None` while it runs.
    pub(crate) aborted: Option<Abort>,
    /// Whether the slice is over. The search then unwinds before the next node.
    is_slice_over: bool,
    /// The nodes to resume, the deepest first: those on the path where the last slice ended, or the root alone between
    /// two of its moves.
    paused: Vec<Paused>,
    /// Receives the counters, for another thread to read.
    #[cfg(any(not(target_arch = "wasm32"), target_feature = "atomics"))]
    pub(crate) shared_tally: Option<Arc<SharedTally>>,
}

impl Search {
    /// Creates a search that uses `table` and has learned nothing.
    pub fn new(table: Table) -> Search {
        Search {
            line: Line::new(&Game::default()),
            evaluator: None,
            endings: None,
            table,
            histories: Histories::default(),
            corrections: Corrections::default(),
            variations: vec![Variation::new(); MAX_PLY + 2],
            evals: vec![None; MAX_PLY + 2],
            cutoffs: vec![0; MAX_PLY + 3],
            tally: Tally::default(),
            seldepth: 0,
            root: RootMoves::default(),
            watch: Watch::start(&Limits::default()),
            aborted: None,
            is_slice_over: false,
            paused: Vec::new(),
            #[cfg(any(not(target_arch = "wasm32"), target_feature = "atomics"))]
            shared_tally: None,
        }
    }

    /// Clears the table and everything that earlier searches learned.
    pub fn forget(&mut self) {
        self.table.clear();
        self.forget_own();
    }

    /// Clears what earlier searches learned, except for the table, which other searches may share.
    pub fn forget_own(&mut self) {
        self.histories = Histories::default();
        self.corrections = Corrections::default();
    }

    /// Returns whether the search has learned nothing. The table does not count.
    #[cfg(test)]
    pub fn knows_nothing(&self) -> bool {
        self.histories.is_empty() && self.corrections.is_empty()
    }

    /// Returns the network that evaluates positions; `None` for the handcrafted evaluation.
    pub fn network(&self) -> Option<&Arc<Network>> {
        self.evaluator.as_ref().map(Evaluator::network)
    }

    /// Selects a network, or with `None` the handcrafted evaluation, from the next [`Search::begin`] on. Clears
    /// what was learned with the old evaluation, except for the table.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.evaluator = network.map(|network| Evaluator::new(network, self.line.board()));
        self.forget_own();
    }

    /// Prepares a search of the current position of `game`.
    pub fn begin(&mut self, game: &Game, limits: &Limits) {
        self.line = Line::new(game);
        if let Some(evaluator) = &mut self.evaluator {
            evaluator.start(self.line.board());
        }
        self.table.age();
        self.histories.start_search();
        self.tally = Tally::default();
        self.seldepth = 0;
        self.aborted = None;
        self.paused.clear();
        self.cutoffs.fill(0);
        self.watch.restart(limits);
    }

    /// Begins a slice of at most `budget`. Without a budget the search runs to its limits.
    pub fn begin_slice(&mut self, budget: Option<Duration>) {
        self.is_slice_over = false;
        self.watch.begin_slice(budget);
    }

    /// Plays a move and prefetches the table entry of the position after it.
    #[inline]
    fn play(&mut self, mv: Move) {
        self.table.fetch(self.line.board().key_after(mv));
        self.line.make(mv);
    }

    /// Counts a node. Returns whether the search must unwind.
    #[inline]
    fn enter(&mut self, ply: usize) -> bool {
        if self.watch.is_due(self.tally.nodes) && self.is_over() {
            return true;
        }
        self.tally.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        self.variations[ply].clear();
        false
    }

    /// Checks the limits. Returns whether the search must unwind at once.
    #[cold]
    fn is_over(&mut self) -> bool {
        #[cfg(any(not(target_arch = "wasm32"), target_feature = "atomics"))]
        self.share_tally();
        match self.watch.check(self.tally.nodes) {
            None => false,
            // Neither quiescence nor a node before its first move can be interrupted.
            Some(Abort::Slice) => {
                self.is_slice_over = true;
                false
            }
            Some(Abort::Limit) => {
                self.aborted = Some(Abort::Limit);
                true
            }
        }
    }

    /// Reports the counters to other threads.
    #[cfg(any(not(target_arch = "wasm32"), target_feature = "atomics"))]
    pub(crate) fn share_tally(&self) {
        if let Some(shared_tally) = &self.shared_tally {
            shared_tally.set((self.tally, self.seldepth));
        }
    }

    /// Returns the static evaluation for the side to move.
    #[inline]
    pub(crate) fn evaluate(&mut self) -> Value {
        self.tally.leaves += 1;
        match &mut self.evaluator {
            Some(evaluator) => evaluator.evaluate(self.line.board(), &self.line),
            None => hand::evaluate(self.line.board(), &self.line.state().sums),
        }
    }

    /// Stores `mv`, followed by the best line from the next ply, as the best line from `ply`.
    fn record_variation(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.variations.split_at_mut(ply + 1);
        let (Some(line), Some(rest)) = (head.last_mut(), tail.first()) else { return };
        line.clear();
        line.push(mv);
        line.extend(rest.iter().copied().take(MAX_PLY - 1));
    }
}
