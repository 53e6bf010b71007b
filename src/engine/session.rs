//! The facade of the engine: takes a game and limits, searches at once or in slices, and reports.
//!
//! A session owns all that a search needs and remembers from one move to the next. A worker without shared
//! memory can cut the search into slices and return to its event loop in between. [`Session::step`] pauses the
//! search at the end of a slice and resumes it at the same point.

mod ending;
mod handicap;
#[cfg_attr(all(target_arch = "wasm32", not(target_feature = "atomics")), path = "session/alone.rs")]
mod helpers;
mod options;
#[cfg(any(not(target_arch = "wasm32"), target_feature = "atomics"))]
mod pool;
mod report;
mod solved;

use super::book::Book;
use super::etiquette::{self, Memory, Outlook};
use super::eval::nnue::Network;
use super::level::{self, Level, Mood};
use super::limits::{Abort, Limits, Stop};
use super::pace::Pace;
use super::params as p;
use super::score::{INFINITE, Score, Value, is_decided};
use super::search::Search;
pub use super::search::Tally;
use super::search::root::{Cursor, Pass, RootMove, RootMoves, sort_by_value};
use super::tt::{Bound, NoMemory, Table, TtEntry};
use chuhe_endings::TableSet;
use chuhe_rules::game::Declaration;
use chuhe_rules::game::Game;
use chuhe_rules::types::Move;
use helpers::Helpers;
pub use options::{DEFAULT_HASH, DEFAULT_TIME, HELPER, MAX_DEPTH, MAX_LINES, MAX_THREADS, MAX_TIME, Options};
#[cfg(any(not(target_arch = "wasm32"), target_feature = "atomics"))]
pub use pool::ThreadPool;
pub use report::{Info, Report, ReportLine};
use std::sync::Arc;
use std::time::Duration;

/// The event that ended a step of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A root move is done.
    Move,
    /// A pass over the root moves begins again: its best value lay outside its window, or a value by rule was
    /// only assumed.
    Missed,
    /// All lines of an iteration are done.
    Iteration,
    /// The slice is over.
    Slice,
    /// The search is over.
    Done,
}

/// A player: the state of its search and the current job.
pub struct Session {
    search: Search,
    /// The network for the next job.
    network: Option<Arc<Network>>,
    game: Game,
    memory: Memory,
    /// The score of the root position before the search.
    standing: Score,
    pace: Pace,
    options: Options,
    /// The mood of the requested strength at this move; `None` at full strength.
    mood: Option<Mood>,
    limits: Limits,
    book: Option<Arc<Book>>,
    /// The solved endings for the jobs that know any.
    endings: Option<Arc<TableSet>>,
    /// The knowledge of the root position, from solved endings.
    knowledge: solved::Knowledge,
    /// Whether the move comes from the book.
    is_book: bool,
    /// The unused hash table. Full strength has one table, and the levels below share another.
    spare: Table,
    /// Whether the search uses the table of the levels.
    is_level: bool,
    is_done: bool,
    helpers: Helpers,
}

impl Session {
    /// Creates a session with a hash table of `megabytes` MiB, 1 to 1024, and the handcrafted evaluation.
    ///
    /// # Panics
    /// Panics if there is not enough memory. [`Session::try_new`] returns an error instead.
    pub fn new(megabytes: usize) -> Session {
        Session::with_tables(Table::new(megabytes), Table::new(level::HASH))
    }

    /// Creates a session with a hash table of `megabytes` MiB, 1 to 1024, and the handcrafted evaluation.
    ///
    /// # Errors
    /// [`NoMemory`] if there is not enough memory.
    pub fn try_new(megabytes: usize) -> Result<Session, NoMemory> {
        let spare = Table::try_new(level::HASH)?;
        Table::try_new(megabytes).map(|table| Session::with_tables(table, spare))
    }

    fn with_tables(table: Table, spare: Table) -> Session {
        Session {
            search: Search::new(table),
            network: None,
            game: Game::default(),
            memory: Memory::default(),
            standing: Score::Centipawns(0),
            pace: Pace::default(),
            options: Options::default(),
            mood: None,
            limits: Limits::default(),
            book: None,
            endings: None,
            knowledge: solved::Knowledge::Unknown,
            is_book: false,
            spare,
            is_level: false,
            is_done: true,
            helpers: Helpers::default(),
        }
    }

    /// Replaces the hash table by an empty one of `megabytes` MiB, 1 to 1024.
    ///
    /// # Errors
    /// [`NoMemory`] if there is not enough memory. The session then keeps its table.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), NoMemory> {
        let table = if self.is_level { &mut self.spare } else { &mut self.search.table };
        *table = Table::try_new(megabytes)?;
        self.helpers.let_go();
        Ok(())
    }

    /// Clears everything learned, so that the next search runs like the first.
    pub fn new_game(&mut self) {
        self.helpers.gather();
        self.helpers.forget();
        self.search.forget();
        self.memory.clear();
    }

    /// Returns the hash table entry of the current position of a game.
    pub fn probe(&self, game: &Game) -> Option<TtEntry> {
        self.search.table.probe(game.board().key())
    }

    /// Selects a network, or with `None` the handcrafted evaluation, from the next job on. If the evaluation
    /// changes, that job begins by clearing everything learned with the old one.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.network = network;
    }

    /// Sets the opening book for the jobs that request it.
    pub fn set_book(&mut self, book: Option<Arc<Book>>) {
        self.book = book;
    }

    /// Starts a job: the search for a move in the current position of `game`.
    pub fn begin(&mut self, game: &Game, options: Options) {
        self.recall();
        self.helpers.let_go();
        self.mood = options.level.and_then(|strength| Mood::of(strength, game, options.seed));
        self.limits = match (&self.mood, options.level) {
            (Some(mood), _) => mood.level.limits(options.limits),
            (None, Some(strength)) => level::limits(strength, options.limits),
            (None, None) => options.limits,
        };
        self.options = options;
        self.change_rules(game);
        self.change_table();
        self.change_judge();
        self.search.begin(game, &self.limits);
        self.search.root = RootMoves::start(self.root_moves(game));
        self.look_up_root();
        self.standing =
            if self.roots().is_empty() { Score::Mate(0) } else { Score::from(self.search.evaluate()) };
        self.search.tally = Tally { solved: self.looked_up(), ..Tally::default() };
        self.helpers.begin();
        self.game = game.clone();
        self.pace = Pace::default();
        self.is_done = self.roots().is_empty();
        self.open_book(game);
    }

    /// Restricts the root moves to those that `keep` accepts. Call it right after [`Session::begin`].
    pub fn keep_roots(&mut self, keep: impl Fn(Move) -> bool) {
        self.search.root.moves.retain(|root| keep(root.mv));
        if self.roots().is_empty() {
            // None of the remaining moves is a book move or was selected by the level.
            let left = self.game.board().legal_moves().into_iter().filter(|mv| keep(*mv));
            self.search.root.moves = left.map(|mv| RootMove::new(mv, 0)).collect();
            self.is_book = false;
            self.knowledge = solved::Knowledge::Unknown;
        }
        self.is_done = self.is_book || self.roots().is_empty();
    }

    /// Returns a handle with which another thread can end [`Session::run`]. The handle stays valid for the
    /// whole life of the session. [`Session::begin`] withdraws an earlier request.
    pub fn stop(&self) -> Stop {
        self.search.watch.stop()
    }

    /// Searches for about `budget` and calls `on_progress` after each root move. Returns whether the job is
    /// done.
    ///
    /// The slices do not change the result: a job limited by depth or nodes ends with the same moves and node
    /// count as in [`Session::run`].
    pub fn step(&mut self, budget: Duration, on_progress: &mut dyn FnMut(&Session)) -> bool {
        self.step_watched(budget, &mut |session, _| on_progress(session))
    }

    /// Searches for about `budget` like [`Session::step`] and reports each event but the end of the slice.
    pub fn step_watched(&mut self, budget: Duration, on_event: &mut dyn FnMut(&Session, Event)) -> bool {
        self.lend();
        self.search.begin_slice(Some(budget));
        while !self.is_done {
            let event = self.advance();
            if event == Event::Slice {
                break;
            }
            on_event(self, event);
            if self.search.watch.look() == Some(Abort::Slice) {
                break;
            }
        }
        self.is_done
    }

    /// Searches until the job is done and reports each line of each iteration.
    pub fn run(&mut self, on_info: &mut dyn FnMut(&Info)) {
        self.run_watched(&mut |session, event| {
            if event == Event::Iteration {
                session.infos().iter().for_each(&mut *on_info);
            }
        });
    }

    /// Searches until the job is done and reports each event.
    pub fn run_watched(&mut self, on_event: &mut dyn FnMut(&Session, Event)) {
        self.search.begin_slice(None);
        self.work_together(on_event);
    }

    /// Searches on this thread until the job is done.
    fn work(&mut self, on_event: &mut dyn FnMut(&Session, Event)) {
        while !self.is_done {
            let event = self.advance();
            on_event(self, event);
        }
    }

    /// Calls [`Session::begin`], [`Session::run`] and [`Session::finish`] in turn.
    ///
    /// ```
    /// use chuhe_engine::{limits::Limits, session::{Options, Session}};
    /// use chuhe_rules::game::Game;
    /// let options = Options { limits: Limits { depth: Some(4), ..Limits::default() }, ..Options::default() };
    /// let report = Session::new(4).go(&Game::default(), options, &mut |_| {});
    /// assert!(report.best.is_some());
    /// ```
    pub fn go(&mut self, game: &Game, options: Options, on_info: &mut dyn FnMut(&Info)) -> Report {
        self.begin(game, options);
        self.run(on_info);
        self.finish()
    }

    /// Ends the job and reports the best move so far. Before the end of the first iteration this is the best
    /// root move searched so far, or the first legal one.
    pub fn finish(&mut self) -> Report {
        self.recall();
        self.is_done = true;
        self.search.root.settle();
        let conduct = self.conduct();
        let lines: Vec<_> = self.reached().iter().map(|root| self.line(root)).collect();
        Report {
            best: self.roots().first().map(|root| root.mv),
            ponder: lines.first().and_then(|line| line.pv.get(1).copied()),
            is_book: self.is_book,
            lines,
            resigns: matches!(conduct, Some(Declaration::Resignation(_))),
            offers_draw: conduct == Some(Declaration::Agreement),
            info: self.info(0),
        }
    }

    /// Returns the declaration of the side to move.
    fn conduct(&mut self) -> Option<Declaration> {
        let root = self.roots().first().filter(|root| root.is_searched())?;
        let score = self.line(root).score;
        etiquette::conduct(&self.memory.note(&self.game, root.mv, score, self.options.level))
    }

    /// Returns whether the side of the last report accepts a draw offered by the opponent.
    pub fn accepts_draw(&self) -> bool {
        self.memory.last().is_some_and(etiquette::accepts)
    }

    /// Returns the outlook of the side of the last report; `None` if it was not searched.
    pub fn outlook(&self) -> Option<&Outlook> {
        self.memory.last()
    }

    /// Returns a snapshot of the best line and the counters.
    pub fn snapshot(&self) -> Info {
        self.info(0)
    }

    /// Returns the counters of the job so far, helpers included.
    pub fn tally(&self) -> Tally {
        self.search.tally + self.helpers.counted().0
    }

    /// Returns snapshots of the requested lines that were searched, and always of the first line.
    pub fn infos(&self) -> Vec<Info> {
        (0..self.reached().len().max(1)).map(|index| self.info(index)).collect()
    }

    /// Returns the root moves of the requested lines that were searched, and always the first one.
    fn reached(&self) -> &[RootMove] {
        let asked = self.roots().iter().take(self.options.multipv);
        let count = asked.take_while(|root| root.is_searched()).count();
        &self.roots()[..count.max(1).min(self.roots().len())]
    }

    /// Returns whether the job is done.
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    fn info(&self, index: usize) -> Info {
        let nothing = ReportLine { score: self.standing, bound: Bound::None, depth: 0, pv: Vec::new() };
        let (others, seldepth) = self.helpers.counted();
        let Tally { nodes, leaves, solved, .. } = self.search.tally + others;
        let spent = self.search.watch.spent().unwrap_or_default();
        let (roots, Cursor { index: root_done, depth, .. }) = (self.roots(), self.search.root.cursor);
        let of_iteration = root_done as f64 / roots.len().max(1) as f64;
        Info {
            multipv: index + 1,
            line: roots.get(index).map_or(nothing, |root| self.line(root)),
            seldepth: self.search.seldepth.max(seldepth),
            nodes,
            leaves,
            solved,
            time: self.search.watch.elapsed(),
            hashfull: self.search.table.fullness(),
            iteration: depth,
            root_moves: roots.len(),
            root_done,
            root_move: roots.get(root_done).map(|root| root.mv),
            progress: self.limits.used(spent, nodes).unwrap_or(of_iteration),
        }
    }

    /// Returns the root moves. Between two passes the best comes first.
    fn roots(&self) -> &[RootMove] {
        &self.search.root.moves
    }

    /// Returns the number of lines to search.
    fn slots(&self) -> usize {
        self.options.multipv.max(1).min(self.roots().len())
    }

    fn level(&self) -> Option<Level> {
        self.mood.map(|mood| mood.level)
    }

    /// Searches the next root move, or continues with the current one.
    fn advance(&mut self) -> Event {
        match self.search.search_root() {
            Pass::Running => Event::Move,
            Pass::Restarted => Event::Missed,
            Pass::Over(best) => self.close_window(best),
            Pass::Aborted(Abort::Slice) => Event::Slice,
            Pass::Aborted(Abort::Limit) => {
                self.is_done = true;
                Event::Done
            }
        }
    }

    /// Ends the pass over the root moves. Repeats it if the value lay outside the window, else continues with
    /// the next line or the next iteration.
    fn close_window(&mut self, best: Value) -> Event {
        let (slots, root) = (self.slots(), &mut self.search.root);
        root.settle();
        let cursor = root.cursor;
        if best <= cursor.low || best >= cursor.high {
            root.cursor = cursor.widened(best);
            root.reset_values();
            self.search.tally.researches += 1;
            return Event::Missed;
        }
        if cursor.slot + 1 < slots {
            self.open_slot(cursor.depth, cursor.slot + 1);
            return Event::Move;
        }
        sort_by_value(&mut root.moves[..slots]);
        self.next_iteration()
    }

    fn next_iteration(&mut self) -> Event {
        let depth = self.search.root.cursor.depth + 1;
        if let Some(best) = self.search.root.moves.first() {
            let share = best.nodes as f64 / self.search.tally.nodes.max(1) as f64;
            self.pace.note(best.mv, best.value, share);
        }
        if self.is_enough(depth) {
            self.is_done = true;
            return Event::Iteration;
        }
        self.open_slot(depth, 0);
        Event::Iteration
    }

    fn open_slot(&mut self, depth: i32, slot: usize) {
        let root = &mut self.search.root;
        root.cursor = Cursor::at(depth, slot);
        root.reset_values();
        let previous = root.moves.get(slot).map_or(-INFINITE, |root| root.previous.0);
        let is_narrow = depth >= p::ASPIRATION_DEPTH && !self.search.line.is_strict();
        if is_narrow && previous > -INFINITE && !is_decided(previous) {
            root.cursor.low = previous - root.cursor.delta;
            root.cursor.high = previous + root.cursor.delta;
        }
    }
}
