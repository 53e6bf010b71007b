//! The tree: principal variation search with a transposition table.
//!
//! [`root`] searches the moves of the root, by the loop of all nodes. Below it [`search_node`] walks a [`node`] through
//! its stages: probe, [`prune`], null move, [`probcut`], [`singular`], [`moves`] with their [`reductions`], store.
//! [`quiesce`] settles captures at the leaves, [`correction`] learns what the evaluation is wrong by. The methods are
//! the common ones of the field, described on the Chess Programming Wiki.

mod correction;
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
use node::Paused;
use root::RootMoves;
use std::ops::Add;
use std::sync::Arc;
use std::time::Duration;

/// A line of moves from some node on.
pub type Variation = ArrayVec<Move, MAX_PLY>;

/// What a search has done, in numbers of events.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Nodes visited, quiescence included.
    pub nodes: u64,
    /// Leaf evaluations made.
    pub leaves: u64,
    /// Nodes whose other moves were left out, since one had reached beta.
    pub cutoffs: u64,
    /// Moves that were searched again, deeper or with a wider window; of the root moves, those of a pass
    /// that is begun again since its window was missed count as one.
    pub researches: u64,
    /// Nodes that ended with the value in the table.
    pub tt_cutoffs: u64,
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
        }
    }
}

/// What a search has done so far, for other threads to see: brought up to date every few hundred nodes.
#[cfg(any(not(target_arch = "wasm32"), target_feature = "atomics"))]
#[derive(Default)]
pub(crate) struct SharedTally(std::sync::Mutex<(Tally, usize)>);

#[cfg(any(not(target_arch = "wasm32"), target_feature = "atomics"))]
impl SharedTally {
    /// The counters and the greatest distance from the root.
    pub(crate) fn get(&self) -> (Tally, usize) {
        *self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    pub(crate) fn set(&self, counted: (Tally, usize)) {
        *self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = counted;
    }
}

/// A search in progress: the line it is on, what it remembers and what it has counted.
pub struct Search {
    /// The board with the path to it.
    pub(crate) line: Line,
    /// Judges positions by a network; without one the handcrafted evaluation does.
    evaluator: Option<Evaluator>,
    /// The transposition table.
    pub(crate) table: Table,
    /// Move ordering.
    pub(crate) histories: Histories,
    /// What the evaluation is usually wrong by.
    corrections: Corrections,
    /// `[ply]`: the best line found from there.
    pub(crate) variations: Vec<Variation>,
    /// `[ply]`: static evaluations on the path; `None` in check.
    evals: Vec<Option<Value>>,
    /// `[ply]`: cut-offs at the nodes beside the path's.
    cutoffs: Vec<u32>,
    /// What was done so far.
    pub(crate) tally: Tally,
    /// Greatest distance from the root reached so far.
    pub(crate) seldepth: usize,
    /// The root's moves, and the pass over them that is running.
    pub(crate) root: RootMoves,
    pub(crate) watch: Watch,
    /// Set once the search must unwind.
    pub(crate) aborted: Option<Abort>,
    /// Set once the slice is over: the search unwinds before the next node.
    is_slice_over: bool,
    /// The nodes on the path where the last slice ended, the deepest first.
    paused: Vec<Paused>,
    /// Where the counters are reported for another thread.
    #[cfg(any(not(target_arch = "wasm32"), target_feature = "atomics"))]
    pub(crate) shared_tally: Option<Arc<SharedTally>>,
}

impl Search {
    /// A search with an empty table.
    pub fn new(table: Table) -> Search {
        Search {
            line: Line::new(&Game::default()),
            evaluator: None,
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

    /// Forgets all that earlier searches found.
    pub fn forget(&mut self) {
        self.table.clear();
        self.forget_own();
    }

    /// Forgets what earlier searches found, except for the table, which others may use too.
    pub fn forget_own(&mut self) {
        self.histories = Histories::default();
        self.corrections = Corrections::default();
    }

    /// Whether it is as if nothing had been searched, except for the table.
    #[cfg(test)]
    pub fn knows_nothing(&self) -> bool {
        self.histories.is_empty() && self.corrections.is_empty()
    }

    /// The network that judges positions.
    pub fn network(&self) -> Option<&Arc<Network>> {
        self.evaluator.as_ref().map(Evaluator::network)
    }

    /// Has positions judged by a network from the next [`Search::begin`] on, or by hand. What was found by
    /// another judge is forgotten, except for the table.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.evaluator = network.map(|network| Evaluator::new(network, self.line.board()));
        self.forget_own();
    }

    /// Sets up for a new search from the current position of `game`.
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

    /// Begins a slice of at most `budget`; without one the search runs to its limits.
    pub fn begin_slice(&mut self, budget: Option<Duration>) {
        self.is_slice_over = false;
        self.watch.begin_slice(budget);
    }

    /// Plays a move; meanwhile what the table knows of the position behind it is fetched.
    #[inline]
    fn play(&mut self, mv: Move) {
        self.table.fetch(self.line.board().key_after(mv));
        self.line.make(mv);
    }

    /// Counts a node; `true` when the search must unwind.
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

    /// Looks at the limits; whether the search must unwind at once.
    #[cold]
    fn is_over(&mut self) -> bool {
        #[cfg(any(not(target_arch = "wasm32"), target_feature = "atomics"))]
        self.share_tally();
        match self.watch.check(self.tally.nodes) {
            None => false,
            // Quiescence is not interrupted, and this node not before its first move.
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

    /// The static evaluation of the board for the side to move.
    #[inline]
    pub(crate) fn evaluate(&mut self) -> Value {
        self.tally.leaves += 1;
        match &mut self.evaluator {
            Some(evaluator) => evaluator.evaluate(self.line.board(), &self.line),
            None => hand::evaluate(self.line.board(), &self.line.state().sums),
        }
    }

    /// Makes `mv` and the line found behind it the best line from `ply`.
    fn record_variation(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.variations.split_at_mut(ply + 1);
        let (Some(line), Some(rest)) = (head.last_mut(), tail.first()) else { return };
        line.clear();
        line.push(mv);
        line.extend(rest.iter().copied().take(MAX_PLY - 1));
    }
}
