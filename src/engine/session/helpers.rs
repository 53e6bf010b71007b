//! Helper threads of a search: lazy SMP.
//!
//! Helpers search the same position as the session at the same time, half of them a ply deeper. They share only
//! the hash table, in which each finds the results of the others. Each has its own histories and counters, and
//! none waits for another. When the session's own search ends, it stops the helpers, and all vote for the move.
//! The session starts the threads, or the program starts them and runs them in a [`ThreadPool`].
//!
//! The method is described on the Chess Programming Wiki ("Lazy SMP"). The vote by depth and value follows
//! Stockfish (S. Cardanobile and S. Geschwentner after M. Stembera, pull request 1721, 2018).

use super::pool::{LONG_PATIENCE, PATIENCE, ThreadPool};
use super::{Event, HELPER, MAX_THREADS, Session};
use crate::limits::{Limits, Stop};
use crate::score::{Value, is_decided};
use crate::search::root::{Cursor, RootMove, RootMoves};
use crate::search::{SharedTally, Tally};
use crate::tt::{Bound, Table};
use chuhe_rules::types::Move;
use std::collections::HashMap;
use std::mem;
use std::sync::Arc;
use std::thread::{Builder, Scope, ScopedJoinHandle, scope};

/// Stack of a helper's thread in bytes, enough for a few hundred nested nodes with their move lists.
const STACK: usize = 8 << 20;
/// Least weight of a vote per ply of its depth, in centipawns. A greater weight makes values count less.
const LEAST_WEIGHT: Value = 20;
/// Greatest number of plies that a helper may be behind the session and still vote.
const LAG: i32 = 1;

/// The helpers of a session.
pub(crate) struct Helpers {
    /// The helpers. An entry is `None` while the helper searches in the pool or is lost.
    sessions: Vec<Option<Box<Session>>>,
    /// The counters of each helper.
    shared_tallies: Vec<Arc<SharedTally>>,
    stack: usize,
    /// The program's own threads.
    pool: Option<ThreadPool>,
    /// The numbers of the helpers at work in the pool, with the handles that end their searches.
    lent: Vec<(usize, Stop)>,
    /// The numbers of the helpers that did not return within [`LONG_PATIENCE`].
    lost: Vec<usize>,
    /// Number of times the helpers had to forget what they learned.
    forgotten: u32,
}

impl Default for Helpers {
    fn default() -> Helpers {
        Helpers {
            sessions: Vec::new(),
            shared_tallies: Vec::new(),
            stack: STACK,
            pool: None,
            lent: Vec::new(),
            lost: Vec::new(),
            forgotten: 0,
        }
    }
}

impl Helpers {
    /// Sets the number of helpers. New ones have learned nothing.
    pub(crate) fn set_count(&mut self, count: usize) {
        self.shared_tallies.resize_with(count, Arc::default);
        self.sessions.resize_with(count, || Some(helper()));
    }

    /// Assigns the helpers to the threads of a pool.
    pub(crate) fn set_pool(&mut self, pool: &ThreadPool) {
        pool.set_count(self.sessions.len());
        self.pool = Some(pool.clone());
    }

    /// Waits for the helpers that were late at the end of the last job, because they could still write into the
    /// table. A helper that does not return is lost, and the session does not wait for it again until it is
    /// back.
    pub(crate) fn gather(&mut self) {
        let Some(pool) = &self.pool else { return };
        let is_away = |number: &usize| {
            let is_lent = self.lent.iter().any(|(lent, _)| lent == number);
            self.sessions[*number].is_none() && !is_lent && !self.lost.contains(number)
        };
        let away: Vec<usize> = (0..self.sessions.len()).filter(is_away).collect();
        pool.wait_for(&away, LONG_PATIENCE);
        for number in away {
            self.sessions[number] = pool.take_back(number);
            if self.sessions[number].is_none() {
                self.lost.push(number);
            }
        }
    }

    #[cfg(test)]
    pub(crate) fn has_lost(&self, number: usize) -> bool {
        self.lost.contains(&number)
    }

    /// Detaches the helpers from the table until the next job, so that the table can be cleared or freed at
    /// once.
    pub(crate) fn let_go(&mut self) {
        self.sessions.iter_mut().flatten().for_each(|session| session.search.table = Table::placeholder());
    }

    /// Makes the helpers forget what they learned. A helper that is away does so before the next job.
    pub(crate) fn forget(&mut self) {
        self.let_go();
        self.forgotten += 1;
        let forgotten = self.forgotten;
        self.sessions.iter_mut().flatten().for_each(|session| session.forget_since(forgotten));
    }

    /// Resets the counters. A helper that is still at the previous job no longer adds to them.
    pub(crate) fn begin(&mut self) {
        self.shared_tallies.fill_with(Arc::default);
    }

    /// Returns the sum of the helpers' counters and their greatest distance from the root in plies.
    pub(crate) fn counted(&self) -> (Tally, usize) {
        let all = self.shared_tallies.iter().map(|tally| tally.get());
        all.fold((Tally::default(), 0), |sum, one| (sum.0 + one.0, sum.1.max(one.1)))
    }
}

/// Creates a helper that has learned nothing. It gets a table with its first job.
fn helper() -> Box<Session> {
    Box::new(Session::with_tables(Table::placeholder(), Table::placeholder()))
}

/// Ends searches when it is dropped, also during a panic.
struct Ends(Vec<Stop>);

impl Drop for Ends {
    fn drop(&mut self) {
        self.0.iter().for_each(Stop::request);
    }
}

impl Session {
    /// Sets the number of threads from the next job on, 1 to [`MAX_THREADS`]; the default is 1.
    ///
    /// More threads find better moves in the same time, but their result depends on timing. Therefore jobs
    /// limited by depth or nodes, all levels below the top and [`Session::step`] use only one thread. The
    /// threads are named [`HELPER`]. The search continues without a thread that cannot be started or that
    /// panics.
    pub fn set_threads(&mut self, threads: usize) {
        self.recall();
        self.helpers.pool = None;
        self.helpers.set_count(threads.clamp(1, MAX_THREADS) - 1);
    }

    /// Lets `count` threads of a pool help with [`Session::step`], 0 to [`MAX_THREADS`] less one. The program
    /// runs these threads. The restrictions of [`Session::set_threads`] apply to them too.
    pub fn set_pool(&mut self, pool: &ThreadPool, count: usize) {
        self.recall();
        self.helpers.set_count(count.min(MAX_THREADS - 1));
        self.helpers.set_pool(pool);
    }

    /// Returns the nodes that each helper has visited in the last job.
    pub fn helper_nodes(&self) -> Vec<u64> {
        self.helpers.shared_tallies.iter().map(|tally| tally.get().0.nodes).collect()
    }

    /// Returns whether helpers may take part. They do not in jobs limited by depth or nodes and in the levels
    /// below the top, whose results are the same on every machine.
    fn takes_help(&self) -> bool {
        let limits = self.limits;
        !self.is_done && limits.depth.is_none() && limits.nodes.is_none() && self.mood.is_none()
    }

    /// Searches until the job is done, with the helpers if there are any.
    pub(crate) fn work_together(&mut self, on_event: &mut dyn FnMut(&Session, Event)) {
        if self.helpers.sessions.is_empty() || self.helpers.pool.is_some() || !self.takes_help() {
            return self.work(on_event);
        }
        let mut helpers: Vec<_> = self.helpers.sessions.drain(..).flatten().collect();
        for (number, helper) in helpers.iter_mut().enumerate() {
            helper.begin_beside(self, number);
        }
        let has_fallen = self.search_beside(&mut helpers, on_event);
        for (number, _) in has_fallen.into_iter().enumerate().filter(|(_, has_fallen)| *has_fallen) {
            helpers[number] = helper();
        }
        self.vote(helpers.iter_mut().collect());
        self.helpers.sessions = helpers.into_iter().map(Some).collect();
    }

    /// Offers the job to the threads of the pool that do not have it yet, with a helper for each thread.
    pub(crate) fn lend(&mut self) {
        let Some(pool) = self.helpers.pool.clone() else { return };
        if !self.takes_help() {
            return;
        }
        for number in 0..self.helpers.sessions.len() {
            if self.helpers.lent.iter().any(|(lent, _)| *lent == number) {
                continue;
            }
            let helper = self.helpers.sessions[number].take().or_else(|| pool.take_back(number));
            let Some(mut helper) = helper else { continue };
            self.helpers.lost.retain(|lost| *lost != number);
            helper.begin_beside(self, number);
            self.helpers.lent.push((number, helper.stop()));
            pool.give(number, helper);
        }
    }

    /// Ends the searches of the helpers in the pool and takes them back. All of them vote for the move. A
    /// helper that does not return soon has failed or has no core to run on. It does not vote, and helps again
    /// once it is back.
    pub(crate) fn recall(&mut self) {
        let lent = mem::take(&mut self.helpers.lent);
        let Some(pool) = self.helpers.pool.clone().filter(|_| !lent.is_empty()) else { return };
        lent.iter().for_each(|(_, stop)| stop.request());
        let numbers: Vec<usize> = lent.iter().map(|(number, _)| *number).collect();
        pool.wait_for(&numbers, PATIENCE);
        let mut helpers: Vec<_> = numbers.iter().map(|number| pool.take_back(*number)).collect();
        self.vote(helpers.iter_mut().flatten().collect());
        for (number, helper) in numbers.into_iter().zip(helpers) {
            self.helpers.sessions[number] = helper;
        }
    }

    /// Searches as a helper until the session stops it.
    pub(crate) fn help(&mut self) {
        self.work(&mut |_, _| {});
        self.search.share_tally();
    }

    /// Forgets what the helper learned, unless it already did so for this value of `forgotten`.
    fn forget_since(&mut self, forgotten: u32) {
        if mem::replace(&mut self.helpers.forgotten, forgotten) != forgotten {
            self.search.forget_own();
        }
    }

    /// Begins the job of another session as its helper.
    fn begin_beside(&mut self, main: &Session, number: usize) {
        let network = main.search.network();
        if network.map(Arc::as_ptr) != self.search.network().map(Arc::as_ptr) {
            self.search.set_network(network.cloned());
        }
        self.forget_since(main.helpers.forgotten);
        self.search.shared_tally = Some(Arc::clone(&main.helpers.shared_tallies[number]));
        self.search.begin(&main.game, &Limits::default());
        self.search.table = main.search.table.share();
        self.search.endings = main.search.endings.clone();
        self.options = main.options;
        let moves = main.roots().iter().map(|root| RootMove::new(root.mv, root.bias)).collect();
        let depth = if number % 2 == 0 { 2 } else { 1 };
        self.search.root = RootMoves { moves, cursor: Cursor::at(depth, 0) };
        self.is_done = false;
    }

    /// Searches until the job is done while the helpers search. Returns which helpers panicked. The search
    /// continues without a thread that cannot be started.
    fn search_beside(
        &mut self,
        helpers: &mut [Box<Session>],
        on_event: &mut dyn FnMut(&Session, Event),
    ) -> Vec<bool> {
        let ends = Ends(helpers.iter().map(|helper| helper.stop()).collect());
        let stack = self.helpers.stack;
        scope(|scope| {
            let threads: Vec<_> = helpers.iter_mut().map(|helper| start(scope, stack, helper)).collect();
            self.work(on_event);
            drop(ends);
            threads.into_iter().map(|thread| thread.is_some_and(|it| it.join().is_err())).collect()
        })
    }

    /// Takes over the root moves of the elected thread if only one line is requested.
    fn vote(&mut self, mut helpers: Vec<&mut Box<Session>>) {
        if self.slots() != 1 {
            return;
        }
        let own = self.ballot();
        let others = helpers.iter_mut().map(|helper| helper.ballot());
        let ballots: Vec<_> = [own].into_iter().chain(others).collect();
        if let Some(winner) = elected(&ballots).checked_sub(1) {
            mem::swap(&mut self.search.root.moves, &mut helpers[winner].search.root.moves);
            self.search.root.cursor.slot = 0;
        }
    }

    fn ballot(&mut self) -> Option<Ballot> {
        self.search.root.settle();
        let root = self.roots().first().filter(|root| root.is_searched())?;
        let (value, bound) = root.latest();
        Some(Ballot {
            mv: root.mv,
            value,
            depth: root.depth,
            is_win: value > 0 && is_decided(value) && bound != Bound::Upper,
        })
    }
}

/// Starts a helper's search on a new thread.
fn start<'scope>(
    scope: &'scope Scope<'scope, '_>,
    stack: usize,
    helper: &'scope mut Session,
) -> Option<ScopedJoinHandle<'scope, ()>> {
    let search = move || helper.help();
    Builder::new().name(HELPER.to_owned()).stack_size(stack).spawn_scoped(scope, search).ok()
}

/// The vote of a thread.
#[derive(Clone, Copy)]
struct Ballot {
    mv: Move,
    value: Value,
    depth: i32,
    /// Whether the move is a proved win.
    is_win: bool,
}

/// Returns the index of the ballot whose move is played; the first ballot is the session's own. The nearest
/// proved win has priority. Otherwise the weight of a ballot grows with its depth and the value of its move.
/// The move with the greatest total weight wins, and its weightiest ballot is elected; the first one if several
/// are equal. A ballot more than [`LAG`] plies behind the session, as of a thread without its own core, does
/// not count.
fn elected(ballots: &[Option<Ballot>]) -> usize {
    let all = || ballots.iter().enumerate().filter_map(|(index, ballot)| Some((index, (*ballot)?)));
    let wins = all().filter(|(_, ballot)| ballot.is_win);
    if let Some((index, _)) = wins.rev().max_by_key(|(_, ballot)| ballot.value) {
        return index;
    }
    let own_depth = ballots.first().copied().flatten().map_or(0, |own| own.depth);
    let cast = || all().filter(|(_, ballot)| ballot.depth + LAG >= own_depth);
    let least = cast().map(|(_, ballot)| ballot.value).min().unwrap_or(0);
    let weight = |ballot: &Ballot| i64::from(ballot.value - least + LEAST_WEIGHT) * i64::from(ballot.depth);
    let mut sums = HashMap::new();
    for (_, ballot) in cast() {
        *sums.entry(ballot.mv).or_insert(0) += weight(&ballot);
    }
    cast().rev().max_by_key(|(_, ballot)| (sums[&ballot.mv], weight(ballot))).map_or(0, |(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::Network;
    use crate::session::{Options, Report};
    use chuhe_rules::game::Game;

    /// Searches until every helper in `named` has counted something.
    fn search(session: &mut Session, named: &[usize]) -> Report {
        let (game, stop) = (Game::default(), session.stop());
        session.begin(&game, Options::default());
        session.run_watched(&mut |session, _| {
            if named.iter().all(|number| session.helpers.shared_tallies[*number].get().0.nodes > 0) {
                stop.request();
            }
        });
        let report = session.finish();
        assert!(report.best.is_some_and(|mv| game.board().is_legal(mv)));
        report
    }

    fn helped(threads: usize) -> Session {
        let mut session = Session::new(1);
        session.set_threads(threads);
        session
    }

    fn first(session: &Session) -> &Session {
        session.helpers.sessions[0].as_ref().expect("at home")
    }

    #[test]
    fn report_adds_up_the_counters_of_all_threads() {
        let mut session = helped(3);
        let report = search(&mut session, &[0, 1]);
        let helpers = session.helpers.sessions.iter().flatten().map(|helper| &**helper);
        let all = [&session].into_iter().chain(helpers).map(|session| &session.search);
        let nodes: u64 = all.clone().map(|search| search.tally.nodes).sum();
        assert_eq!((report.info.nodes, session.tally().nodes), (nodes, nodes));
        assert_eq!(Some(report.info.seldepth), all.map(|search| search.seldepth).max());
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let alone = session.go(&Game::default(), Options { limits, ..Options::default() }, &mut |_| {});
        assert_eq!(alone.info.nodes, session.search.tally.nodes, "nobody helped");
    }

    #[test]
    fn search_survives_and_replaces_a_panicking_helper() {
        let mut session = helped(3);
        session.helpers.sessions[0].as_mut().expect("at home").search.variations.clear();
        search(&mut session, &[1]);
        assert!(!first(&session).search.variations.is_empty());
        search(&mut session, &[0, 1]);
    }

    #[test]
    fn search_continues_if_threads_cannot_start() {
        let mut session = helped(4);
        session.helpers.stack = 1 << 60;
        let report = search(&mut session, &[]);
        assert_eq!(report.info.nodes, session.search.tally.nodes);
        session.helpers.stack = STACK;
        search(&mut session, &[0, 1, 2]);
    }

    #[test]
    fn helpers_use_the_evaluation_and_table_of_the_session() {
        let mut session = helped(2);
        session.set_network(Network::embedded());
        search(&mut session, &[0]);
        let judge = |session: &Session| session.search.network().map(Arc::as_ptr);
        assert!(judge(&session).is_some());
        assert_eq!(judge(first(&session)), judge(&session));
        session.set_network(None);
        session.set_hash(2).expect("memory");
        search(&mut session, &[0]);
        assert_eq!(judge(first(&session)), None);
        let (key, mv) = (77, "h2e2".parse().ok());
        let entry =
            crate::tt::TtEntry { mv, value: 1, eval: 2, depth: 3, bound: Bound::Exact, was_pv: false };
        first(&session).search.table.store(key, entry);
        assert_eq!(session.search.table.probe(key), Some(entry));
    }

    #[test]
    fn helpers_look_up_the_endings_of_the_session() {
        let mut session = helped(2);
        session.set_endings(chuhe_endings::TableSet::embedded());
        search(&mut session, &[0]);
        assert!(first(&session).search.endings.is_some());
        session.set_endings(None);
        search(&mut session, &[0]);
        assert!(first(&session).search.endings.is_none());
    }

    #[test]
    fn helpers_forget_when_a_new_game_begins() {
        let mut session = helped(2);
        let is_blank = |session: &Session| first(session).search.knows_nothing();
        assert!(is_blank(&session));
        search(&mut session, &[0]);
        session.begin(&Game::default(), Options::default());
        assert!(!is_blank(&session));
        session.new_game();
        assert!(is_blank(&session));
    }

    fn ballot(mv: &str, value: Value, depth: i32) -> Option<Ballot> {
        let mv = mv.parse().expect("a move");
        Some(Ballot { mv, value, depth, is_win: value > 0 && is_decided(value) })
    }

    #[test]
    fn election_weighs_depth_value_and_number_of_votes() {
        let (a, b) = ("h2e2", "b0c2");
        assert_eq!(elected(&[None, None]), 0, "nobody has searched anything");
        assert_eq!(elected(&[None, ballot(a, -50, 1)]), 1);
        assert_eq!(elected(&[ballot(a, 10, 9), ballot(b, 10, 9)]), 0, "among equals the first");
        assert_eq!(elected(&[ballot(a, 10, 9), ballot(b, 10, 10)]), 1, "the deeper one");
        assert_eq!(elected(&[ballot(a, 10, 9), ballot(b, 40, 9)]), 1, "the better one");
        assert_eq!(elected(&[ballot(a, 25, 9), ballot(b, 10, 9), ballot(b, 10, 10)]), 2, "two against one");
        assert_eq!(elected(&[ballot(a, 90, 9), ballot(b, 10, 9), ballot(b, 10, 9)]), 0, "who is much better");
        assert_eq!(elected(&[ballot(a, 10, 9), ballot(b, 90, 8)]), 1, "who is nearly as deep");
        assert_eq!(elected(&[ballot(a, 10, 9), ballot(b, 90, 7), ballot(b, 90, 7)]), 0, "who is left behind");
    }

    #[test]
    fn election_prefers_the_nearest_win() {
        use crate::score::{mate_in, mated_in};
        let (a, b) = ("h2e2", "b0c2");
        let ballots =
            [ballot(a, 500, 30), ballot(a, mate_in(9), 12), ballot(b, mate_in(5), 8), ballot(a, 500, 30)];
        assert_eq!(elected(&ballots), 2);
        let unproven = ballots[2].map(|ballot| Ballot { is_win: false, ..ballot });
        assert_eq!(elected(&[ballots[0], ballots[1], unproven]), 1);
        assert_eq!(
            elected(&[ballot(a, mated_in(4), 20), ballot(b, mated_in(8), 20)]),
            1,
            "the farthest loss"
        );
    }
}
