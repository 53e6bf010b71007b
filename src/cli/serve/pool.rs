//! Runs searches and conversions on a fixed number of threads, with a queue of requests.

use super::fault::{Fault, failed};
use super::fields::busy;
use chuhe::endings::TableSet;
use chuhe::engine::book::Book;
use chuhe::engine::etiquette::Outlook;
use chuhe::engine::eval::nnue::Network;
use chuhe::engine::level;
use chuhe::engine::session::{Event, Options, Report, Session};
use chuhe::rules::game::Game;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::timeout;

/// Size of each search's hash table in MiB.
const HASH: usize = 16;
/// Time between two checks whether the client still waits.
pub(crate) const LOOK: Duration = Duration::from_millis(20);

/// Returns the longest time that a request may wait for its turn if a search may take `cap`. The two seconds at
/// least allow for a busy machine, on which even a free thread begins late.
pub(crate) fn patience(cap: Duration) -> Duration {
    cap.max(Duration::from_secs(2))
}

/// Work for a thread of the pool.
struct Job {
    /// Signals that the work begins.
    begun: oneshot::Sender<()>,
    work: Box<dyn FnOnce(&mut Session) + Send>,
}

/// The result of a search; `outlook` is the side to move's expectation, `None` for a move without search.
pub(crate) struct Found {
    pub(crate) report: Report,
    pub(crate) outlook: Option<Outlook>,
}

/// The reason why a request gets no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refused {
    /// Too many requests wait, or this one has waited too long.
    Busy,
    /// The work has failed.
    Failed,
}

impl From<Refused> for Fault {
    fn from(refused: Refused) -> Fault {
        match refused {
            Refused::Busy => busy(),
            Refused::Failed => failed(),
        }
    }
}

/// A set of search threads, which end when the pool is dropped.
pub(crate) struct Pool {
    jobs: SyncSender<Job>,
    cap: Duration,
}

impl Pool {
    /// Starts the threads; `queue` further requests may wait.
    pub(crate) fn start(searches: usize, queue: usize, cap: Duration) -> io::Result<Pool> {
        let (jobs, inbox) = sync_channel(queue);
        let inbox = Arc::new(Mutex::new(inbox));
        let player = Player { network: Network::embedded(), book: Book::embedded() };
        for number in 0..searches.max(1) {
            let (player, inbox) = (player.clone(), Arc::clone(&inbox));
            thread::Builder::new().name(format!("search {number}")).spawn(move || work(&player, &inbox))?;
        }
        Ok(Pool { jobs, cap })
    }

    /// Runs some work in a thread; returns as soon as the work begins. The second argument of `work` returns whether the
    /// client still waits for the answer.
    pub(crate) async fn begin<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Session, &dyn Fn() -> bool) -> T + Send + 'static,
    ) -> Result<oneshot::Receiver<T>, Refused> {
        let (begun, turn) = oneshot::channel();
        let (answer, found) = oneshot::channel();
        let work = Box::new(move |session: &mut Session| {
            let done = work(session, &|| !answer.is_closed());
            drop(answer.send(done));
        });
        match self.jobs.try_send(Job { begun, work }) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => return Err(Refused::Busy),
            Err(TrySendError::Disconnected(_)) => return Err(Refused::Failed),
        }
        timeout(patience(self.cap), turn).await.map_err(|_| Refused::Busy)?.map_err(|_| Refused::Failed)?;
        Ok(found)
    }

    /// Runs some work in a thread and waits for its answer.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Session, &dyn Fn() -> bool) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        self.begin(work).await?.await.map_err(|_| Refused::Failed)
    }

    /// Searches the current position of a game, within the longest time allowed.
    pub(crate) async fn ask(&self, game: Game, options: Options) -> Result<Found, Refused> {
        let options = self.capped(options);
        self.run(move |session, is_wanted| search(session, &game, options, is_wanted, &mut |_, _| ())).await
    }

    /// Limits a search to the longest time allowed.
    pub(crate) fn capped(&self, mut options: Options) -> Options {
        // Full strength has a default time if no limit is given. The session limits the other levels.
        if let Some(strength) = options.level.filter(|strength| strength.is_full()) {
            options.limits = level::limits(strength, options.limits);
        }
        let time = &mut options.limits.movetime;
        *time = Some(time.map_or(self.cap, |time| time.min(self.cap)));
        options
    }
}

/// The network and book that all searches share.
#[derive(Clone)]
struct Player {
    network: Option<Arc<Network>>,
    book: Option<Arc<Book>>,
}

impl Player {
    fn session(&self) -> Session {
        let mut session = Session::new(HASH);
        session.set_network(self.network.clone());
        session.set_book(self.book.clone());
        session.set_endings(TableSet::embedded());
        session
    }
}

/// Runs jobs until the pool is dropped.
fn work(player: &Player, inbox: &Mutex<Receiver<Job>>) {
    let mut session = player.session();
    loop {
        let job = inbox.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { begun, work }) = job else { return };
        if begun.send(()).is_err() {
            continue;
        }
        // The client learns of a failure by the closed channel. A new session keeps it from affecting others.
        if catch_unwind(AssertUnwindSafe(|| work(&mut session))).is_err() {
            session = player.session();
        }
    }
}

/// Searches until the search is done or `is_wanted` returns `false`.
pub(crate) fn search(
    session: &mut Session,
    game: &Game,
    options: Options,
    is_wanted: &dyn Fn() -> bool,
    on_event: &mut dyn FnMut(&Session, Event),
) -> Found {
    // Clear the session, so that the same request always has the same answer.
    session.new_game();
    session.begin(game, options);
    while !session.step_watched(LOOK, on_event) && is_wanted() {}
    let report = session.finish();
    Found { report, outlook: session.outlook().cloned() }
}
