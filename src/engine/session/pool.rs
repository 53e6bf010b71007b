//! A pool of threads that the program starts itself, such as a browser's workers, and that help with a search.
//!
//! A [`ThreadPool`] has one slot for each thread. The session puts a helper into the slot when a job begins.
//! The thread takes the helper, searches with it until it is stopped, and puts it back. The session never waits
//! long for a thread, since a browser may have ended it.

use super::{MAX_THREADS, Session};
use std::mem;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Longest wait for a thread that was asked to stop; it usually takes less than a millisecond.
pub(crate) const PATIENCE: Duration = Duration::from_millis(10);
/// Longest wait for a thread that was late, once per thread; a busy machine can delay a thread.
pub(crate) const LONG_PATIENCE: Duration = Duration::from_millis(250);

/// The content of a thread's slot.
#[derive(Default)]
enum Slot {
    #[default]
    Empty,
    /// A helper to search with.
    Given(Box<Session>),
    /// The thread has the helper.
    Taken,
    /// The helper after its search.
    Back(Box<Session>),
}

#[derive(Default)]
struct Shared {
    slots: Mutex<Vec<Slot>>,
    /// Signals that a helper was put into a slot.
    changed: Condvar,
}

/// The meeting point of a session and the threads that help with its searches. A number identifies each thread
/// and its helper.
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
    /// Helps with one search as the thread with this number, from 0. Waits for the search and returns when it
    /// is over.
    pub fn help(&self, number: usize) {
        let mut helper = self.take(number);
        helper.help();
        self.lay(number, Slot::Back(helper));
    }

    /// Waits for the helper of a thread and takes it.
    fn take(&self, number: usize) -> Box<Session> {
        let mut slots = self.slots();
        loop {
            if let Some(slot @ Slot::Given(_)) = slots.get_mut(number)
                && let Slot::Given(helper) = mem::replace(slot, Slot::Taken)
            {
                return helper;
            }
            slots = self.0.changed.wait(slots).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Sets the number of slots.
    pub(crate) fn set_count(&self, count: usize) {
        self.slots().resize_with(count.min(MAX_THREADS), Slot::default);
    }

    /// Puts down a helper for a thread to search with.
    pub(crate) fn give(&self, number: usize, helper: Box<Session>) {
        self.lay(number, Slot::Given(helper));
    }

    /// Takes the helper from a slot, if a thread has put it back or has not taken it.
    pub(crate) fn take_back(&self, number: usize) -> Option<Box<Session>> {
        let mut slots = self.slots();
        let slot = slots.get_mut(number).filter(|slot| !matches!(slot, Slot::Taken))?;
        match mem::take(slot) {
            Slot::Given(helper) | Slot::Back(helper) => Some(helper),
            Slot::Empty | Slot::Taken => None,
        }
    }

    /// Waits until the given threads have put their helpers back, at most `patience` for each.
    pub(crate) fn wait_for(&self, numbers: &[usize], patience: Duration) {
        let mut slots = self.slots();
        for _ in numbers {
            if !numbers.iter().any(|number| matches!(slots[*number], Slot::Taken)) {
                return;
            }
            let woken = self.0.changed.wait_timeout(slots, patience).unwrap_or_else(PoisonError::into_inner);
            if woken.1.timed_out() {
                return;
            }
            slots = woken.0;
        }
    }

    fn lay(&self, number: usize, laid: Slot) {
        if let Some(slot) = self.slots().get_mut(number) {
            *slot = laid;
        }
        self.0.changed.notify_all();
    }

    fn slots(&self) -> MutexGuard<'_, Vec<Slot>> {
        self.0.slots.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// Starts a thread that helps with the given number of searches.
    fn thread(pool: &ThreadPool, number: usize, searches: usize) -> JoinHandle<()> {
        let pool = pool.clone();
        spawn(move || (0..searches).for_each(|_| pool.help(number)))
    }

    /// Searches in slices until every helper in `named` has counted something.
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
        // A late helper may continue counting after the report.
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
    fn jobs_limited_by_depth_or_nodes_get_no_help() {
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
    fn search_continues_if_threads_never_come() {
        let mut session = session(&ThreadPool::default(), 3);
        search(&mut session, &[]);
        search(&mut session, &[]);
        assert_eq!(session.helper_nodes(), [0, 0, 0]);
    }

    #[test]
    fn search_continues_if_a_thread_breaks_down() {
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
        // The helper was only late and helps again.
        session.new_game();
        assert!(session.helpers.has_lost(0), "it was waited for, and is not again");
        pool.lay(0, Slot::Back(lost));
        let late = thread(&pool, 0, 1);
        search(&mut session, &[0]);
        late.join().expect("it has helped once");
    }

    #[test]
    fn new_game_waits_for_late_helpers_before_clearing_the_table() {
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
                pool.lay(0, Slot::Back(late));
            }
        });
        session.new_game();
        thread.join().expect("it has come");
        assert!(!session.helpers.has_lost(0));
        assert!(pool.take_back(0).is_none(), "the session has it");
    }

    #[test]
    fn a_job_that_replaces_another_recalls_the_helpers() {
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
