//! Threads that the program has started itself, as a browser's workers are, and that help with a search.
//!
//! A [`ThreadPool`] has a place for each of them. There the session lays a helper when a job begins; the thread takes it,
//! searches with it until it is stopped, and lays it back. Nobody waits long for a thread: a browser may have ended it.

use super::{MAX_THREADS, Session};
use std::mem;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a thread is waited for that was asked to stop, which takes it less than one.
pub(crate) const PATIENCE: Duration = Duration::from_millis(10);
/// How long one is waited for, once, that was late: a machine that is busy enough lets it wait.
pub(crate) const LONG_PATIENCE: Duration = Duration::from_millis(250);

/// What is at a thread's place.
#[derive(Default)]
enum Place {
    #[default]
    Empty,
    /// A helper to search with.
    Given(Box<Session>),
    /// The thread has it.
    Taken,
    /// The helper after its search.
    Back(Box<Session>),
}

#[derive(Default)]
struct Shared {
    places: Mutex<Vec<Place>>,
    /// A helper was laid down.
    changed: Condvar,
}

/// Where a session and the threads meet that help with its searches: they find each other by their number.
///
/// ```
/// use chuhe_engine::session::{ThreadPool, Options, Session};
/// use std::time::Duration;
/// let (mut session, pool) = (Session::new(1), ThreadPool::default());
/// session.set_pool(&pool, 2);
/// let thread = std::thread::spawn({ let pool = pool.clone(); move || pool.help(0) });
/// session.begin(&chuhe_rules::Game::default(), Options::default());
/// while session.helper_nodes()[0] == 0 {
///     session.step(Duration::from_millis(1), &mut |_| {});
/// }
/// assert!(session.finish().best.is_some());
/// thread.join().unwrap();
/// ```
#[derive(Clone, Default)]
pub struct ThreadPool(Arc<Shared>);

impl ThreadPool {
    /// Helps with one search, as the thread of this number, from 0: waits for it, and returns when it is over.
    pub fn help(&self, number: usize) {
        let mut helper = self.take(number);
        helper.help();
        self.lay(number, Place::Back(helper));
    }

    /// The helper for a thread, once there is one.
    fn take(&self, number: usize) -> Box<Session> {
        let mut places = self.places();
        loop {
            if let Some(place @ Place::Given(_)) = places.get_mut(number)
                && let Place::Given(helper) = mem::replace(place, Place::Taken)
            {
                return helper;
            }
            places = self.0.changed.wait(places).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Has places for so many threads.
    pub(crate) fn set_count(&self, count: usize) {
        self.places().resize_with(count.min(MAX_THREADS), Place::default);
    }

    /// Lays down a helper to search with.
    pub(crate) fn give(&self, number: usize, helper: Box<Session>) {
        self.lay(number, Place::Given(helper));
    }

    /// The helper at a place, if a thread has laid it back or has not taken it.
    pub(crate) fn take_back(&self, number: usize) -> Option<Box<Session>> {
        let mut places = self.places();
        let place = places.get_mut(number).filter(|place| !matches!(place, Place::Taken))?;
        match mem::take(place) {
            Place::Given(helper) | Place::Back(helper) => Some(helper),
            Place::Empty | Place::Taken => None,
        }
    }

    /// Waits until the threads of these numbers have laid back what they took, for so long each.
    pub(crate) fn wait_for(&self, numbers: &[usize], patience: Duration) {
        let mut places = self.places();
        for _ in numbers {
            if !numbers.iter().any(|number| matches!(places[*number], Place::Taken)) {
                return;
            }
            let woken = self.0.changed.wait_timeout(places, patience).unwrap_or_else(PoisonError::into_inner);
            if woken.1.timed_out() {
                return;
            }
            places = woken.0;
        }
    }

    fn lay(&self, number: usize, laid: Place) {
        if let Some(place) = self.places().get_mut(number) {
            *place = laid;
        }
        self.0.changed.notify_all();
    }

    fn places(&self) -> MutexGuard<'_, Vec<Place>> {
        self.0.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::session::Options;
    use chuhe_rules::game::Game;
    use std::thread::{JoinHandle, spawn};

    fn session(pool: &ThreadPool, count: usize) -> Session {
        let mut session = Session::new(1);
        session.set_pool(pool, count);
        session
    }

    /// A thread that helps with so many searches.
    fn thread(pool: &ThreadPool, number: usize, searches: usize) -> JoinHandle<()> {
        let pool = pool.clone();
        spawn(move || (0..searches).for_each(|_| pool.help(number)))
    }

    /// Searches in slices until the helpers named have counted something.
    fn search(session: &mut Session, named: &[usize]) {
        let game = Game::default();
        session.begin(&game, Options::default());
        loop {
            session.step(Duration::from_millis(1), &mut |_| {});
            let nodes = session.helper_nodes();
            if named.iter().all(|number| nodes[*number] > 0) {
                break;
            }
        }
        // A helper that is late may go on counting behind the report.
        let counted = session.search.tally.nodes + session.helper_nodes().iter().sum::<u64>();
        let report = session.finish();
        assert!(report.best.is_some_and(|mv| game.board().is_legal(mv)));
        assert!(report.info.nodes >= counted);
    }

    #[test]
    fn threads_of_the_program_help_with_slices() {
        let pool = ThreadPool::default();
        let mut session = session(&pool, 2);
        let threads = [thread(&pool, 0, 3), thread(&pool, 1, 3)];
        for _ in 0..2 {
            search(&mut session, &[0, 1]);
        }
        session.new_game();
        search(&mut session, &[0, 1]);
        threads.into_iter().for_each(|thread| thread.join().expect("it has helped three times"));
    }

    #[test]
    fn what_is_limited_by_depth_or_nodes_is_searched_alone() {
        let pool = ThreadPool::default();
        let mut helped = session(&pool, 1);
        let thread = thread(&pool, 0, 1);
        let (depth, nodes) = (Some(6), Some(20_000));
        for limits in [Limits { depth, ..Limits::default() }, Limits { nodes, ..Limits::default() }] {
            let options = Options { limits, ..Options::default() };
            let mut alone = Session::new(1);
            let nodes = [&mut helped, &mut alone].map(|session| {
                session.new_game();
                session.begin(&Game::default(), options);
                while !session.step(Duration::from_millis(1), &mut |_| {}) {}
                session.finish().info.nodes
            });
            assert_eq!((nodes[0], helped.helper_nodes()), (nodes[1], vec![0]));
        }
        search(&mut helped, &[0]);
        thread.join().expect("it has helped once");
    }

    #[test]
    fn threads_that_never_come_are_done_without() {
        let mut session = session(&ThreadPool::default(), 3);
        search(&mut session, &[]);
        search(&mut session, &[]);
        assert_eq!(session.helper_nodes(), [0, 0, 0]);
    }

    #[test]
    fn a_thread_that_breaks_down_is_done_without() {
        let pool = ThreadPool::default();
        let mut session = session(&pool, 2);
        session.begin(&Game::default(), Options::default());
        session.lend();
        let lost = pool.take(0);
        assert!(session.finish().best.is_some());
        let other = thread(&pool, 1, 1);
        search(&mut session, &[1]);
        assert_eq!(session.helper_nodes()[0], 0);
        other.join().expect("it has helped once");
        // It was only late: it helps again.
        session.new_game();
        assert!(session.helpers.has_lost(0), "it was waited for, and is not again");
        pool.lay(0, Place::Back(lost));
        let late = thread(&pool, 0, 1);
        search(&mut session, &[0]);
        late.join().expect("it has helped once");
    }

    #[test]
    fn a_new_game_waits_for_who_is_late_before_the_table_is_cleared() {
        let pool = ThreadPool::default();
        let mut session = session(&pool, 1);
        session.begin(&Game::default(), Options::default());
        session.lend();
        let late = pool.take(0);
        assert!(session.finish().best.is_some());
        let thread = spawn({
            let pool = pool.clone();
            move || {
                std::thread::sleep(5 * crate::session::pool::PATIENCE);
                pool.lay(0, Place::Back(late));
            }
        });
        session.new_game();
        thread.join().expect("it has come");
        assert!(!session.helpers.has_lost(0));
        assert!(pool.take_back(0).is_none(), "the session has it");
    }

    #[test]
    fn a_job_that_replaces_another_one_has_the_helpers_back() {
        let pool = ThreadPool::default();
        let mut session = session(&pool, 1);
        let thread = thread(&pool, 0, 2);
        session.begin(&Game::default(), Options::default());
        while session.helper_nodes() == [0] {
            session.step(Duration::from_millis(1), &mut |_| {});
        }
        search(&mut session, &[0]);
        thread.join().expect("it has helped twice");
    }
}
