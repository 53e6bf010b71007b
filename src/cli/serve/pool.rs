//! Threads that search, and the requests that wait for one of them.

use chuhe::engine::book::Book;
use chuhe::engine::etiquette::Outlook;
use chuhe::engine::eval::nnue::Network;
use chuhe::engine::level;
use chuhe::engine::session::{Options, Report, Session};
use chuhe::rules::game::Game;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::timeout;

/// Hash table of each search in MiB.
const HASH: usize = 16;
/// Time between two looks at whether the answer is still wanted.
const LOOK: Duration = Duration::from_millis(20);

/// How long a request may wait for its turn where a search may take `cap`: on a busy machine even a free thread takes
/// its time to begin.
pub(crate) fn patience(cap: Duration) -> Duration {
    cap.max(Duration::from_secs(2))
}

/// A question to the engine.
struct Job {
    game: Game,
    options: Options,
    /// Told when its turn has come.
    begun: oneshot::Sender<()>,
    answer: oneshot::Sender<Found>,
}

/// What a search found, and how things look to the side to move, where it was searched at all.
pub(crate) struct Found {
    pub(crate) report: Report,
    pub(crate) outlook: Option<Outlook>,
}

/// Why a question is not answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refused {
    /// Too many wait already, or it has waited too long.
    Busy,
    /// The thread that searched is gone.
    Failed,
}

/// Threads that search. They end when the pool is dropped.
pub(crate) struct Pool {
    jobs: SyncSender<Job>,
    cap: Duration,
}

impl Pool {
    /// Starts the threads. `queue` more requests may wait.
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

    /// Asks for a move in the position of a game, within the longest time that is allowed.
    pub(crate) async fn ask(&self, game: Game, mut options: Options) -> Result<Found, Refused> {
        // Full strength has a time of its own where nothing else limits it; the session narrows the other levels.
        if let Some(strength) = options.level.filter(|strength| strength.is_full()) {
            options.limits = level::limits(strength, options.limits);
        }
        let time = &mut options.limits.movetime;
        *time = Some(time.map_or(self.cap, |time| time.min(self.cap)));
        let (begun, turn) = oneshot::channel();
        let (answer, found) = oneshot::channel();
        match self.jobs.try_send(Job { game, options, begun, answer }) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => return Err(Refused::Busy),
            Err(TrySendError::Disconnected(_)) => return Err(Refused::Failed),
        }
        timeout(patience(self.cap), turn).await.map_err(|_| Refused::Busy)?.map_err(|_| Refused::Failed)?;
        found.await.map_err(|_| Refused::Failed)
    }
}

/// What every search knows.
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
        session
    }
}

/// Answers questions until there will be no more.
fn work(player: &Player, inbox: &Mutex<Receiver<Job>>) {
    let mut session = player.session();
    loop {
        let job = inbox.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { game, options, begun, answer }) = job else { return };
        if begun.send(()).is_err() {
            continue;
        }
        let found = catch_unwind(AssertUnwindSafe(|| search(&mut session, &game, options, &answer)));
        match found {
            Ok(found) => drop(answer.send(found)),
            // Whoever asked is told by the channel's end. Nobody else is to suffer from it.
            Err(_) => session = player.session(),
        }
    }
}

/// Searches as long as somebody waits for the answer.
fn search(session: &mut Session, game: &Game, options: Options, answer: &oneshot::Sender<Found>) -> Found {
    // The same question has the same answer, whatever was asked before.
    session.new_game();
    session.begin(game, options);
    while !session.step(LOOK, &mut |_| {}) && !answer.is_closed() {}
    let report = session.finish();
    Found { report, outlook: session.outlook().cloned() }
}
