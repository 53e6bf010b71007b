//! The facade: give it a game and limits, run it in slices or at once, take its report.
//!
//! A session owns all that a search needs and remembers from one move to the next. Its work can be cut
//! into slices, so that a worker without shared memory can return to its event loop in between:
//! [`Session::step`] breaks off where it is and takes the search up again from there.

mod ending;
mod handicap;
#[cfg_attr(all(target_arch = "wasm32", not(target_feature = "atomics")), path = "session/alone.rs")]
mod helpers;
mod options;
#[cfg(any(not(target_arch = "wasm32"), target_feature = "atomics"))]
mod pool;
mod report;

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

/// What a piece of work ended with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A root move is done.
    Move,
    /// A pass over the root moves begins again: its values lay outside its window, or one by rule was only assumed.
    Missed,
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
    game: Game,
    memory: Memory,
    /// The score of the root before anything is searched.
    standing: Score,
    pace: Pace,
    options: Options,
    /// How the strength that is asked for plays at this move; `None` without one and at full strength.
    mood: Option<Mood>,
    limits: Limits,
    book: Option<Arc<Book>>,
    /// Whether the move comes from the book.
    is_book: bool,
    /// The hash table that is not in use: full strength has one, the levels below another.
    spare: Table,
    /// Whether the search has the table of the levels.
    is_level: bool,
    is_done: bool,
    helpers: Helpers,
}

impl Session {
    /// A session with a hash table of `megabytes` MiB, 1 to 1024, that judges positions by the handcrafted
    /// evaluation.
    ///
    /// # Panics
    /// Without the memory for it; [`Session::try_new`] tells instead.
    pub fn new(megabytes: usize) -> Session {
        Session::with_tables(Table::new(megabytes), Table::new(level::HASH))
    }

    /// A session with a hash table of `megabytes` MiB, 1 to 1024.
    ///
    /// # Errors
    /// [`NoMemory`]
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
            is_book: false,
            spare,
            is_level: false,
            is_done: true,
            helpers: Helpers::default(),
        }
    }

    /// Takes an empty hash table of `megabytes` MiB, 1 to 1024, in place of the one that is there.
    ///
    /// # Errors
    /// [`NoMemory`]; the session then keeps the table it has.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), NoMemory> {
        let table = if self.is_level { &mut self.spare } else { &mut self.search.table };
        *table = Table::try_new(megabytes)?;
        self.helpers.let_go();
        Ok(())
    }

    /// Forgets everything: the next search is as if it were the first.
    pub fn new_game(&mut self) {
        self.helpers.gather();
        self.helpers.forget();
        self.search.forget();
        self.memory.clear();
    }

    /// What the hash table knows of the current position of a game.
    pub fn probe(&self, game: &Game) -> Option<TtEntry> {
        self.search.table.probe(game.board().key())
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
        self.standing =
            if self.roots().is_empty() { Score::Mate(0) } else { Score::from(self.search.evaluate()) };
        self.search.tally = Tally::default();
        self.helpers.begin();
        self.game = game.clone();
        self.pace = Pace::default();
        self.is_done = self.roots().is_empty();
        self.open_book(game);
    }

    /// Leaves only the root moves that `keep` accepts, right after [`Session::begin`].
    pub fn keep_roots(&mut self, keep: impl Fn(Move) -> bool) {
        self.search.root.moves.retain(|root| keep(root.mv));
        if self.roots().is_empty() {
            // What is left is neither in the book nor what a level thinks of by itself.
            let left = self.game.board().legal_moves().into_iter().filter(|mv| keep(*mv));
            self.search.root.moves = left.map(|mv| RootMove::new(mv, 0)).collect();
            self.is_book = false;
        }
        self.is_done = self.is_book || self.roots().is_empty();
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
        self.lend();
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
        self.run_watched(&mut |session, event| {
            if event == Event::Iteration {
                session.infos().iter().for_each(&mut *on_info);
            }
        });
    }

    /// Works on the job until it is done, telling of each step.
    pub fn run_watched(&mut self, on_event: &mut dyn FnMut(&Session, Event)) {
        self.search.begin_slice(None);
        self.work_together(on_event);
    }

    /// Works on the job until it is done, on this thread.
    fn work(&mut self, on_event: &mut dyn FnMut(&Session, Event)) {
        while !self.is_done {
            let event = self.advance();
            on_event(self, event);
        }
    }

    /// [`Session::begin`], [`Session::run`] and [`Session::finish`] in one.
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

    /// Ends the job and reports the best move so far. Before the first iteration is through that is
    /// the best of the root moves searched by then, or the first legal one.
    pub fn finish(&mut self) -> Report {
        self.recall();
        self.is_done = true;
        self.search.root.settle();
        let conduct = self.conduct();
        let root = self.roots().first();
        Report {
            best: root.map(|root| root.mv),
            ponder: root.and_then(|root| root.pv.get(1).copied()),
            is_book: self.is_book,
            lines: self.reached().iter().map(|root| root.line(self.standing)).collect(),
            resigns: matches!(conduct, Some(Declaration::Resignation(_))),
            offers_draw: conduct == Some(Declaration::Agreement),
            info: self.info(0),
        }
    }

    /// What the side to move declares with its move.
    fn conduct(&mut self) -> Option<Declaration> {
        let root = self.roots().first().filter(|root| root.is_searched())?;
        let score = Score::from(root.worth());
        etiquette::conduct(&self.memory.note(&self.game, root.mv, score, self.options.level))
    }

    /// Whether the side that the last report is about takes a draw that the other one offers.
    pub fn accepts_draw(&self) -> bool {
        self.memory.last().is_some_and(etiquette::accepts)
    }

    /// How things looked to the side that the last report is about; `None` when nothing was searched for it.
    pub fn outlook(&self) -> Option<&Outlook> {
        self.memory.last()
    }

    /// A snapshot of the best line and the counters.
    pub fn snapshot(&self) -> Info {
        self.info(0)
    }

    /// What the search has done so far.
    pub fn tally(&self) -> Tally {
        self.search.tally + self.helpers.counted().0
    }

    /// Snapshots of all lines asked for that were reached; of the first one in any case.
    pub fn infos(&self) -> Vec<Info> {
        (0..self.reached().len().max(1)).map(|index| self.info(index)).collect()
    }

    /// The root moves of the lines asked for that were reached, and the first one in any case.
    fn reached(&self) -> &[RootMove] {
        let asked = self.roots().iter().take(self.options.multipv);
        let count = asked.take_while(|root| root.is_searched()).count();
        &self.roots()[..count.max(1).min(self.roots().len())]
    }

    /// Whether the job is done.
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    fn info(&self, index: usize) -> Info {
        let nothing = ReportLine { score: self.standing, bound: Bound::None, depth: 0, pv: Vec::new() };
        let (others, seldepth) = self.helpers.counted();
        let Tally { nodes, leaves, .. } = self.search.tally + others;
        let spent = self.search.watch.spent().unwrap_or_default();
        let (roots, Cursor { index: root_done, depth, .. }) = (self.roots(), self.search.root.cursor);
        let of_iteration = root_done as f64 / roots.len().max(1) as f64;
        Info {
            multipv: index + 1,
            line: roots.get(index).map_or(nothing, |root| root.line(self.standing)),
            seldepth: self.search.seldepth.max(seldepth),
            nodes,
            leaves,
            time: self.search.watch.elapsed(),
            hashfull: self.search.table.fullness(),
            iteration: depth,
            root_moves: roots.len(),
            root_done,
            root_move: roots.get(root_done).map(|root| root.mv),
            progress: self.limits.used(spent, nodes).unwrap_or(of_iteration),
        }
    }

    /// The root moves: between two passes the best first.
    fn roots(&self) -> &[RootMove] {
        &self.search.root.moves
    }

    /// How many lines are searched.
    fn slots(&self) -> usize {
        self.options.multipv.max(1).min(self.roots().len())
    }

    fn level(&self) -> Option<Level> {
        self.mood.map(|mood| mood.level)
    }

    /// Searches the next root move, or goes on with the current one.
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

    /// Ends the pass over the root moves: another one when the value lay outside the window, else on
    /// to the next line or the next iteration.
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
