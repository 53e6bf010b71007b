//! Threads that help with a search: lazy SMP.
//!
//! Helpers search the same position at the same time as the session, half of them a ply deeper. They share the hash
//! table, where each finds what the others have found, and nothing else: histories and counters are each one's own,
//! and nobody waits for anybody. When the session's own search is over they are stopped, and all vote for the move.
//! Their threads are started here, or by the program, which has them serve in a [`ThreadPool`].
//!
//! The method is described on the Chess Programming Wiki ("Lazy SMP"). To vote by depth and value is how Stockfish does
//! it (S. Cardanobile and S. Geschwentner after M. Stembera, pull request 1721, 2018).

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

/// Stack of a helper's thread in bytes: some hundred nested nodes with their move lists.
const STACK: usize = 8 << 20;
/// What a vote weighs at least for each ply of its depth, in hundredths of a soldier: the more, the less do values count.
const LEAST_WEIGHT: Value = 20;
/// So many plies a helper may be behind the session to have a vote.
const LAG: i32 = 1;

/// The helpers of a session.
pub(crate) struct Helpers {
    /// `None` while one searches, and where one is lost.
    sessions: Vec<Option<Box<Session>>>,
    /// What each of them has counted.
    shared_tallies: Vec<Arc<SharedTally>>,
    stack: usize,
    /// The program's own threads.
    pool: Option<ThreadPool>,
    /// The numbers of those who are at work for the pool, and what ends their searches.
    lent: Vec<(usize, Stop)>,
    /// The numbers of those who did not come back however long they were waited for.
    lost: Vec<usize>,
    /// How often they were told to forget.
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
    /// Has `count` of them, who know nothing yet if they are new.
    pub(crate) fn set_count(&mut self, count: usize) {
        self.shared_tallies.resize_with(count, Arc::default);
        self.sessions.resize_with(count, || Some(helper()));
    }

    /// Has them work for the threads of a pool.
    pub(crate) fn set_pool(&mut self, pool: &ThreadPool) {
        pool.set_count(self.sessions.len());
        self.pool = Some(pool.clone());
    }

    /// Waits for those who were late for the end of the last job: they could still write into the table. Who does not
    /// come is lost, and is not waited for again before it is back.
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

    /// Has them let go of the table until the next job: it can then be cleared at once, or given back.
    pub(crate) fn let_go(&mut self) {
        self.sessions.iter_mut().flatten().for_each(|session| session.search.table = Table::placeholder());
    }

    /// Has them forget all that they found. Who is away does it before the next job.
    pub(crate) fn forget(&mut self) {
        self.let_go();
        self.forgotten += 1;
        let forgotten = self.forgotten;
        self.sessions.iter_mut().flatten().for_each(|session| session.forget_since(forgotten));
    }

    /// Begins to count anew. Who is still at the job before tells nobody any more.
    pub(crate) fn begin(&mut self) {
        self.shared_tallies.fill_with(Arc::default);
    }

    /// What they have counted together, and the greatest distance from the root of them all.
    pub(crate) fn counted(&self) -> (Tally, usize) {
        let all = self.shared_tallies.iter().map(|tally| tally.get());
        all.fold((Tally::default(), 0), |sum, one| (sum.0 + one.0, sum.1.max(one.1)))
    }
}

/// One that knows nothing, and gets a table with its first job.
fn helper() -> Box<Session> {
    Box::new(Session::with_tables(Table::placeholder(), Table::placeholder()))
}

/// Ends searches when it is dropped, also by a panic.
struct Ends(Vec<Stop>);

impl Drop for Ends {
    fn drop(&mut self) {
        self.0.iter().for_each(Stop::request);
    }
}

impl Session {
    /// Searches with so many threads from the next job on, 1 to [`MAX_THREADS`]: with one unless it is told otherwise.
    ///
    /// More of them find better moves in the same time. Which they find is then left to chance, so jobs that are limited
    /// by depth or nodes, all levels below the top among them, stay on one thread; so does [`Session::step`]. Their
    /// names are [`HELPER`]. One that cannot be started or that panics is done without.
    pub fn set_threads(&mut self, threads: usize) {
        self.recall();
        self.helpers.pool = None;
        self.helpers.set_count(threads.clamp(1, MAX_THREADS) - 1);
    }

    /// Has so many threads besides its own help with [`Session::step`], 0 to [`MAX_THREADS`] less one, which the program
    /// has in this pool. What is said of [`Session::set_threads`] holds for them too.
    pub fn set_pool(&mut self, pool: &ThreadPool, count: usize) {
        self.recall();
        self.helpers.set_count(count.min(MAX_THREADS - 1));
        self.helpers.set_pool(pool);
    }

    /// The nodes that each helper has visited in the last job.
    pub fn helper_nodes(&self) -> Vec<u64> {
        self.helpers.shared_tallies.iter().map(|tally| tally.get().0.nodes).collect()
    }

    /// Whether helpers may take part: what is limited by depth or nodes, as all levels below the top are, is the same
    /// on every machine.
    fn takes_help(&self) -> bool {
        let limits = self.limits;
        !self.is_done && limits.depth.is_none() && limits.nodes.is_none() && self.mood.is_none()
    }

    /// Works on the job until it is done, with the helpers if there are any.
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

    /// Lays the job out for the threads of the pool that have not got it: each finds a helper to search with.
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

    /// Ends the searches of those who are at work for the pool and has them back; all vote for the move. Who is not
    /// back soon has broken down or has no core to run on: it does not vote, and helps again once it is back.
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

    /// Searches as a helper until it is stopped.
    pub(crate) fn help(&mut self) {
        self.work(&mut |_, _| {});
        self.search.share_tally();
    }

    /// Forgets what it found, unless it has done so since its session was told to.
    fn forget_since(&mut self, forgotten: u32) {
        if mem::replace(&mut self.helpers.forgotten, forgotten) != forgotten {
            self.search.forget_own();
        }
    }

    /// Begins the job of another session, as its helper.
    fn begin_beside(&mut self, main: &Session, number: usize) {
        let network = main.search.network();
        if network.map(Arc::as_ptr) != self.search.network().map(Arc::as_ptr) {
            self.search.set_network(network.cloned());
        }
        self.forget_since(main.helpers.forgotten);
        self.search.shared_tally = Some(Arc::clone(&main.helpers.shared_tallies[number]));
        self.search.begin(&main.game, &Limits::default());
        self.search.table = main.search.table.share();
        self.options = main.options;
        let moves = main.roots().iter().map(|root| RootMove::new(root.mv, root.bias)).collect();
        let depth = if number % 2 == 0 { 2 } else { 1 };
        self.search.root = RootMoves { moves, cursor: Cursor::at(depth, 0) };
        self.is_done = false;
    }

    /// Works on the job until it is done, while the helpers search; which of them broke down. A thread that cannot be
    /// started is missed by nobody.
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

    /// Takes the root moves of whoever's move is elected, if one line is asked for.
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

/// Has a helper search on a thread of its own.
fn start<'scope>(
    scope: &'scope Scope<'scope, '_>,
    stack: usize,
    helper: &'scope mut Session,
) -> Option<ScopedJoinHandle<'scope, ()>> {
    let search = move || helper.help();
    Builder::new().name(HELPER.to_owned()).stack_size(stack).spawn_scoped(scope, search).ok()
}

/// What a thread votes for.
#[derive(Clone, Copy)]
struct Ballot {
    mv: Move,
    value: Value,
    depth: i32,
    /// Whether the move is known to win.
    is_win: bool,
}

/// Whose move is played, the session's own ballot being the first. The nearest win that is known goes before all; else
/// a ballot weighs the more, the deeper it has searched and the better it likes its move, and of those for the move
/// that gets most, the weightiest is taken. Among equals it is the first. Who is left behind, as a thread without a core
/// of its own is, has not seen what the others have, and does not count.
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

    /// Searches until all the helpers named have counted something.
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
    fn what_all_threads_have_counted_is_added_up() {
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
    fn a_helper_that_panics_is_done_without_and_replaced() {
        let mut session = helped(3);
        session.helpers.sessions[0].as_mut().expect("at home").search.variations.clear();
        search(&mut session, &[1]);
        assert!(!first(&session).search.variations.is_empty());
        search(&mut session, &[0, 1]);
    }

    #[test]
    fn threads_that_cannot_be_started_are_done_without() {
        let mut session = helped(4);
        session.helpers.stack = 1 << 60;
        let report = search(&mut session, &[]);
        assert_eq!(report.info.nodes, session.search.tally.nodes);
        session.helpers.stack = STACK;
        search(&mut session, &[0, 1, 2]);
    }

    #[test]
    fn helpers_judge_as_the_session_does_and_use_its_table() {
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
    fn helpers_remember_until_a_new_game_begins() {
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
    fn depth_value_and_number_of_votes_count() {
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
    fn the_nearest_win_goes_before_all() {
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
