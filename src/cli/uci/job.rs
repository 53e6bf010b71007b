//! Runs searches and perft, each on its own thread. They report their progress to the loop and return the session
//! at the end.

use super::Event;
use chuhe::engine::limits::Stop;
use chuhe::engine::session::{self, Session};
use chuhe::rules::board::Board;
use chuhe::rules::movegen::perft;
use chuhe::rules::notation::coordinate::RankBase;
use std::io;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

/// Stack of a thread in bytes: room for a few hundred nested nodes with their move lists.
const STACK: usize = 8 << 20;
/// Duration of a search after which single root moves and searches outside the aspiration window are reported.
const LONG: Duration = Duration::from_secs(1);
/// Deepest perft, in plies, that runs without checking for a stop; it takes a few milliseconds.
const SHORT_PERFT: u32 = 3;

// Sending an event fails only when the loop has ended because its output is broken. Events may be lost then.

/// Runs a prepared search and sends its results to the loop.
///
/// # Errors
/// When no thread can be started; the session is lost then.
pub(crate) fn search(session: Box<Session>, events: Sender<Event>) -> io::Result<()> {
    spawn("search", move || run(session, &events))
}

fn run(mut session: Box<Session>, events: &Sender<Event>) {
    let mut reported = None;
    session.run_watched(&mut |session, event| match event {
        session::Event::Iteration => reported = Some(send_infos(session, events)),
        session::Event::Missed if is_long(session) => reported = Some(send_infos(session, events)),
        session::Event::Move if is_long(session) => send_current_move(session, events),
        _ => {}
    });
    let report = Box::new(session.finish());
    if reported != Some(report.info.nodes) {
        send_infos(&session, events);
    }
    let _ = events.send(Event::Done(session, report));
}

fn is_long(session: &Session) -> bool {
    session.snapshot().time >= LONG
}

/// Sends the results of all lines and returns their number of nodes.
fn send_infos(session: &Session, events: &Sender<Event>) -> u64 {
    let infos = session.infos();
    let nodes = infos.last().map_or(0, |info| info.nodes);
    let _ = events.send(Event::Infos(infos));
    nodes
}

fn send_current_move(session: &Session, events: &Sender<Event>) {
    let info = session.snapshot();
    if let Some(mv) = info.root_move {
        let _ = events.send(Event::CurrentMove { depth: info.iteration, mv, number: info.root_done + 1 });
    }
}

/// The parameters of a perft.
pub(crate) struct Count {
    pub(crate) board: Board,
    /// Depth in plies, at least 1.
    pub(crate) depth: u32,
    pub(crate) base: RankBase,
    pub(crate) stop: Stop,
}

/// Counts the leaves of a board's tree, for each move and in total, until it is stopped.
///
/// # Errors
/// When no thread can be started; the session is lost then.
pub(crate) fn count(session: Box<Session>, count: Count, events: Sender<Event>) -> io::Result<()> {
    spawn("perft", move || {
        let total = count.run(&mut |line| drop(events.send(Event::Said(line))));
        let end = total.map_or("perft was stopped".to_owned(), |total| format!("\nNodes searched: {total}"));
        let _ = events.send(Event::Said(end));
        let _ = events.send(Event::Counted(session));
    })
}

impl Count {
    /// Returns the total number of leaves, `None` when stopped. Reports each move's share by `say`.
    fn run(mut self, say: &mut dyn FnMut(String)) -> Option<u64> {
        let mut total = 0;
        for mv in self.board.legal_moves() {
            let captured = self.board.make(mv);
            let share = leaves(&mut self.board, self.depth - 1, &self.stop);
            self.board.unmake(mv, captured);
            say(format!("{}: {}", self.base.write(mv), share?));
            total += share?;
        }
        Some(total)
    }
}

/// Counts the leaves below a board; returns `None` when stopped.
fn leaves(board: &mut Board, depth: u32, stop: &Stop) -> Option<u64> {
    if stop.is_requested() {
        return None;
    }
    if depth <= SHORT_PERFT {
        return Some(perft(board, depth));
    }
    let mut total = 0;
    for mv in board.legal_moves() {
        let captured = board.make(mv);
        let inner = leaves(board, depth - 1, stop);
        board.unmake(mv, captured);
        total += inner?;
    }
    Some(total)
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).stack_size(STACK).spawn(work).map(drop)
}
