//! The facade: give it a game and limits, run it in slices or at once, take its report.
//!
//! A session owns all that a search needs and remembers from one move to the next. Its work can be cut
//! into slices, so that a worker without shared memory can return to its event loop in between:
//! [`Session::step`] breaks off where it is and takes the search up again from there.

use super::book::Book;
use super::eval::nnue::Network;
use super::level::{self, Level, Mood};
use super::limits::{Abort, Limits, Stop};
use super::params as p;
use super::score::{INFINITE, MATE, MAX_PLY, Score, Value, is_decided, is_mate};
use super::search::reductions::{Trial, late_move};
use super::search::{Search, Variation};
use super::tt::Table;
use crate::game::rules::Game;
use crate::game::types::Move;
use std::sync::Arc;
use std::time::Duration;

/// Hash table size in MiB when none is asked for.
pub const DEFAULT_HASH: usize = 32;
/// Greatest depth of an iteration.
pub const MAX_DEPTH: i32 = 100;

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// When to stop.
    pub limits: Limits,
    /// How many lines to report, the best first; at least 1.
    pub multipv: usize,
    /// Strength from 1 to 10; `None` is full strength without a limit of its own.
    pub level: Option<u8>,
    /// What varies the play of the lower levels and the choice among the moves of the book.
    pub seed: u64,
    /// Whether to play from the opening book, as far as the level has it.
    pub book: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { limits: Limits::default(), multipv: 1, level: None, seed: 0, book: false }
    }
}

/// One line of play with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportLine {
    /// The value for the side to move.
    pub score: Score,
    /// The depth to which it was searched.
    pub depth: i32,
    /// The moves, the first of them the root move.
    pub pv: Vec<Move>,
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

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The move to play; `None` when there is none.
    pub best: Option<Move>,
    /// The expected answer.
    pub ponder: Option<Move>,
    /// Whether the move comes from the opening book; then nothing was searched.
    pub is_book: bool,
    /// The lines asked for, the best first.
    pub lines: Vec<ReportLine>,
    /// Counters at the end.
    pub info: Info,
}

/// A move of the root position.
#[derive(Clone, Debug)]
struct RootMove {
    mv: Move,
    /// By how much a level overrates it. It is in the values that follow, unless they are decided.
    bias: Value,
    /// From the last time it was searched and was the best of its line, else `-INFINITE`.
    value: Value,
    /// From the last pass that noted one: exact, or a bound when the window was missed.
    previous: Value,
    depth: i32,
    pv: Variation,
}

/// Where the iteration stands.
#[derive(Clone, Copy, Debug)]
struct Cursor {
    depth: i32,
    /// The line that is searched: root moves before it are settled in this iteration.
    slot: usize,
    /// The root move that is searched next.
    index: usize,
    /// The window of this pass over the root moves.
    low: Value,
    high: Value,
    /// How far the window is moved when a value lies outside.
    delta: Value,
    /// The greatest value of this pass.
    best: Value,
}

impl Cursor {
    /// The start of an iteration's slot with an open window.
    fn at(depth: i32, slot: usize) -> Cursor {
        let (low, high) = (-INFINITE, INFINITE);
        Cursor { depth, slot, index: slot, low, high, delta: p::plain(p::ASPIRATION_DELTA), best: -INFINITE }
    }

    /// The start of another pass with a window that reaches further.
    fn widened(self) -> Cursor {
        let (low, high) = match self.best <= self.low {
            true => (self.best - self.delta, (self.low + self.high) / 2),
            false => (self.low, self.best + self.delta),
        };
        let (low, high) = (low.max(-INFINITE), high.min(INFINITE));
        let is_wild = self.delta > 500 || is_decided(self.best);
        let (low, high) = if is_wild { (-INFINITE, INFINITE) } else { (low, high) };
        Cursor { index: self.slot, low, high, delta: self.delta * 2, best: -INFINITE, ..self }
    }
}

/// What a piece of work ended with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Event {
    /// A root move is done.
    Move,
    /// All lines of an iteration are done.
    Iteration,
    /// The slice is over.
    Slice,
    /// The search is over.
    Done,
}

/// A player: search state, and the job at hand.
pub struct Session {
    search: Search,
    /// The network for the next job.
    network: Option<Arc<Network>>,
    roots: Vec<RootMove>,
    cursor: Cursor,
    /// The root move at the cursor, when the last slice ended in its midst.
    trial: Option<Trial>,
    options: Options,
    limits: Limits,
    book: Option<Arc<Book>>,
    is_book: bool,
    /// The hash table that is not in use: full strength has one, the levels below another.
    spare: Table,
    /// Whether the search has the table of the levels.
    is_level: bool,
    is_done: bool,
}

impl Session {
    /// A session with a hash table of `megabytes` MiB, 1 to 1024, that judges positions by the handcrafted
    /// evaluation.
    pub fn new(megabytes: usize) -> Session {
        Session {
            search: Search::new(megabytes),
            network: None,
            roots: Vec::new(),
            cursor: Cursor::at(1, 0),
            trial: None,
            options: Options::default(),
            limits: Limits::default(),
            book: None,
            is_book: false,
            spare: Table::new(level::HASH),
            is_level: false,
            is_done: true,
        }
    }

    /// Forgets everything: the next search is as if it were the first.
    pub fn new_game(&mut self) {
        self.search.forget();
    }

    /// Has positions judged by a network from the next job on, or without one by the handcrafted
    /// evaluation. When that is another judge than before, what the old one found is forgotten then.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.network = network;
    }

    /// Has the opening book for the jobs that ask for it.
    pub fn set_book(&mut self, book: Option<Arc<Book>>) {
        self.book = book;
    }

    /// Starts a job: to find a move in the current position of `game`.
    pub fn begin(&mut self, game: &Game, options: Options) {
        self.limits = match options.level {
            Some(number) => level::limits(number, options.limits),
            None => options.limits,
        };
        self.options = options;
        self.change_table();
        self.change_judge();
        self.search.begin(game, &self.limits);
        self.roots = self.root_moves(game);
        self.cursor = Cursor::at(1, 0);
        self.trial = None;
        self.search.root_depth = 1;
        self.is_done = self.roots.is_empty();
        self.open_book(game);
    }

    /// Has the hash table that belongs to the level. Those below the top find theirs empty: what was in it
    /// would change their moves.
    fn change_table(&mut self) {
        let is_level = self.level().is_some();
        if is_level != self.is_level {
            std::mem::swap(&mut self.search.table, &mut self.spare);
            self.is_level = is_level;
        }
        if is_level {
            self.search.forget();
        }
    }

    /// Has positions judged as the level judges them.
    fn change_judge(&mut self) {
        let network = self.network.as_ref().filter(|_| self.level().is_none_or(|level| level.network));
        if network.map(Arc::as_ptr) != self.search.network().map(Arc::as_ptr) {
            self.search.set_network(network.cloned());
        }
    }

    /// The moves to search: all, or those that a level which errs thinks of.
    fn root_moves(&mut self, game: &Game) -> Vec<RootMove> {
        let Options { level, seed, .. } = self.options;
        let mood = level.and_then(|number| Mood::of(number, game, seed));
        let moves = mood.map_or_else(|| game.board().legal_moves(), |mood| mood.seen(game));
        if let Some(mood) = mood {
            self.search.line.set_oversight(mood.oversight);
        }
        let bias = |mv| mood.map_or(0, |mood| mood.bias(game, mv));
        moves.into_iter().map(|mv| RootMove::new(mv, bias(mv))).collect()
    }

    /// Ends the job with a move of the opening book, if that is wanted and there is one.
    fn open_book(&mut self, game: &Game) {
        let Options { level, seed, book, .. } = self.options;
        let is_open = book && game.plies().len() < level::book_plies(level);
        let chosen = self.book.as_ref().filter(|_| is_open).and_then(|book| book.choose(game, seed));
        self.is_book = chosen.is_some();
        if let Some(mv) = chosen {
            self.roots = vec![RootMove::new(mv, 0)];
            self.is_done = true;
        }
    }

    /// Leaves only the root moves that `keep` accepts, right after [`Session::begin`].
    pub fn keep_roots(&mut self, keep: impl Fn(Move) -> bool) {
        self.roots.retain(|root| keep(root.mv));
        self.is_done |= self.roots.is_empty();
    }

    /// What another thread can end [`Session::run`] with. It is the same for the whole life of the
    /// session; [`Session::begin`] withdraws a request made before.
    pub fn stop(&self) -> Stop {
        self.search.watch.stop()
    }

    /// Works on the job for about `budget`; `true` when the job is done. `on_progress` is called after
    /// each root move.
    ///
    /// How a job is cut makes no difference to it: one that is limited by depth or nodes ends with the
    /// same moves and node count as in [`Session::run`].
    pub fn step(&mut self, budget: Duration, on_progress: &mut dyn FnMut(&Session)) -> bool {
        self.search.begin_slice(Some(budget));
        while !self.is_done {
            if self.advance() == Event::Slice || self.search.watch.look() == Some(Abort::Slice) {
                return self.is_done;
            }
            on_progress(self);
        }
        true
    }

    /// Works on the job until it is done, reporting each line of each iteration.
    pub fn run(&mut self, on_info: &mut dyn FnMut(&Info)) {
        self.search.begin_slice(None);
        while !self.is_done {
            if self.advance() == Event::Iteration {
                self.infos().iter().for_each(&mut *on_info);
            }
        }
    }

    /// [`Session::begin`], [`Session::run`] and [`Session::finish`] in one.
    ///
    /// ```
    /// use chuhe::engine::{limits::Limits, session::{Options, Session}};
    /// use chuhe::game::rules::Game;
    /// let options = Options { limits: Limits { depth: Some(4), ..Limits::default() }, ..Options::default() };
    /// let report = Session::new(4).go(&Game::default(), options, &mut |_| {});
    /// assert!(report.best.is_some());
    /// ```
    pub fn go(&mut self, game: &Game, options: Options, on_info: &mut dyn FnMut(&Info)) -> Report {
        self.begin(game, options);
        self.run(on_info);
        self.finish()
    }

    /// Ends the job and reports the best move so far. Before the first iteration is through that is
    /// the best of the root moves searched by then, or the first legal one.
    pub fn finish(&mut self) -> Report {
        self.is_done = true;
        self.settle();
        let root = self.roots.first();
        Report {
            best: root.map(|root| root.mv),
            ponder: root.and_then(|root| root.pv.get(1).copied()),
            is_book: self.is_book,
            lines: self.roots.iter().take(self.options.multipv.max(1)).map(RootMove::line).collect(),
            info: self.info(0),
        }
    }

    /// A snapshot of the best line and the counters.
    pub fn snapshot(&self) -> Info {
        self.info(0)
    }

    /// Snapshots of all lines asked for.
    pub fn infos(&self) -> Vec<Info> {
        (0..self.options.multipv.clamp(1, self.roots.len().max(1))).map(|index| self.info(index)).collect()
    }

    /// Whether the job is done.
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    fn info(&self, index: usize) -> Info {
        let nothing = ReportLine { score: Score::Mate(0), depth: 0, pv: Vec::new() };
        let (time, nodes) = (self.search.watch.elapsed(), self.search.nodes);
        let of_iteration = self.cursor.index as f64 / self.roots.len().max(1) as f64;
        Info {
            multipv: index + 1,
            line: self.roots.get(index).map_or(nothing, RootMove::line),
            seldepth: self.search.seldepth,
            nodes,
            leaves: self.search.leaves,
            time,
            hashfull: self.search.table.fullness(),
            iteration: self.cursor.depth,
            root_moves: self.roots.len(),
            root_done: self.cursor.index,
            root_move: self.roots.get(self.cursor.index).map(|root| root.mv),
            progress: self.limits.used(time, nodes).unwrap_or(of_iteration),
        }
    }

    /// How many lines are searched.
    fn slots(&self) -> usize {
        self.options.multipv.max(1).min(self.roots.len())
    }

    fn level(&self) -> Option<Level> {
        self.options.level.and_then(Level::numbered)
    }

    /// Searches the next root move, or goes on with the one at hand.
    fn advance(&mut self) -> Event {
        self.search.aborted = None;
        let Cursor { index, low, high, best, .. } = self.cursor;
        self.search.line.make(self.roots[index].mv);
        let mut trial = self.trial.take().unwrap_or_else(|| self.trial());
        let bias = self.roots[index].bias;
        let window = (without(bias, low.max(best)), without(bias, high));
        let value = self.search.look::<true>(&mut trial, window, 1, false);
        self.search.line.unmake();
        match self.search.aborted {
            Some(Abort::Slice) => {
                self.trial = Some(trial);
                return Event::Slice;
            }
            Some(Abort::Limit) => {
                self.is_done = true;
                return Event::Done;
            }
            None => {}
        }
        self.record(without(-bias, value));
        self.cursor.index += 1;
        let is_cut = self.cursor.best >= self.cursor.high;
        if !is_cut && self.cursor.index < self.roots.len() {
            return Event::Move;
        }
        self.close_window()
    }

    /// How the root move that was just made is to be looked at.
    fn trial(&self) -> Trial {
        let Cursor { depth, slot, index, .. } = self.cursor;
        let count = index - slot + 1;
        let is_quiet = !self.search.line.has_captured();
        let reduction = if count > 3 && depth >= 3 && is_quiet && !self.search.line.in_check() {
            (late_move(depth, count) / 1024 - 1).max(0)
        } else {
            0
        };
        let next = depth - 1;
        Trial::new::<true>(next, (next - reduction).max(next.min(1)), count)
    }

    /// Notes the value of the root move at the cursor. The first move is noted whatever it is worth,
    /// the others only when they are better than those before.
    fn record(&mut self, value: Value) {
        let Cursor { depth, slot, index, low, best, .. } = self.cursor;
        let is_better = value > low.max(best);
        self.cursor.best = best.max(value);
        let root = &mut self.roots[index];
        if index == slot || is_better {
            root.value = value;
            root.depth = depth;
        }
        if is_better || root.pv.is_empty() && index == slot {
            root.pv.clear();
            root.pv.push(root.mv);
            root.pv.extend(self.search.variations[1].iter().copied().take(MAX_PLY - 1));
        }
    }

    /// Ends the pass over the root moves: another one when the value lay outside the window, else on
    /// to the next line or the next iteration.
    fn close_window(&mut self) -> Event {
        self.settle();
        let cursor = self.cursor;
        if cursor.best <= cursor.low || cursor.best >= cursor.high {
            self.cursor = cursor.widened();
            self.reset_values();
            return Event::Move;
        }
        if cursor.slot + 1 < self.slots() {
            self.open_slot(cursor.depth, cursor.slot + 1);
            return Event::Move;
        }
        let slots = self.slots();
        self.roots[..slots].sort_by_key(|root| std::cmp::Reverse(root.value));
        self.next_iteration()
    }

    /// Brings the root moves of the slot into order, the best first.
    fn settle(&mut self) {
        let slot = self.cursor.slot.min(self.roots.len());
        self.roots[slot..].sort_by_key(|root| std::cmp::Reverse(root.value));
    }

    /// Marks the root moves of the slot as not yet searched in this pass.
    fn reset_values(&mut self) {
        let slot = self.cursor.slot;
        for root in &mut self.roots[slot..] {
            if root.value > -INFINITE {
                root.previous = root.value;
            }
            root.value = -INFINITE;
        }
    }

    fn next_iteration(&mut self) -> Event {
        let depth = self.cursor.depth + 1;
        if self.is_enough(depth) {
            self.is_done = true;
            return Event::Iteration;
        }
        self.search.root_depth = depth;
        self.open_slot(depth, 0);
        Event::Iteration
    }

    fn is_enough(&self, next_depth: i32) -> bool {
        if next_depth > self.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
            return true;
        }
        if !self.limits.is_timed() {
            return false;
        }
        let elapsed = self.search.watch.elapsed();
        let is_late = self.limits.schedule().soft.is_some_and(|soft| elapsed >= soft);
        let best = self.roots.first().map_or(0, |root| root.value);
        let is_mate_proved = is_mate(best) && MATE - best.abs() < next_depth;
        is_late || self.roots.len() == 1 || is_mate_proved
    }

    fn open_slot(&mut self, depth: i32, slot: usize) {
        self.cursor = Cursor::at(depth, slot);
        self.reset_values();
        let previous = self.roots.get(slot).map_or(-INFINITE, |root| root.previous);
        if depth >= p::ASPIRATION_DEPTH && previous > -INFINITE && !is_decided(previous) {
            self.cursor.low = previous - self.cursor.delta;
            self.cursor.high = previous + self.cursor.delta;
        }
    }
}

/// A value less a bias; what is decided has none.
fn without(bias: Value, value: Value) -> Value {
    if is_decided(value) { value } else { value - bias }
}

impl RootMove {
    fn new(mv: Move, bias: Value) -> RootMove {
        RootMove { mv, bias, value: -INFINITE, previous: -INFINITE, depth: 0, pv: Variation::new() }
    }

    /// The value of this iteration, else of the last one that has any.
    fn known_value(&self) -> Value {
        if self.value > -INFINITE { self.value } else { self.previous }
    }

    fn line(&self) -> ReportLine {
        let value = if self.depth > 0 { without(self.bias, self.known_value()) } else { 0 };
        let pv = if self.pv.is_empty() { vec![self.mv] } else { self.pv.to_vec() };
        ReportLine { score: Score::from(value), depth: self.depth, pv }
    }
}
