//! Work that takes time, each piece on a thread of its own: searches and perft. They tell the loop of
//! their progress, and give the session back at the end.

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

/// Stack of a thread in bytes: some hundred nested nodes with their move lists.
const STACK: usize = 8 << 20;
/// From when on single root moves and missed windows are told of.
const LONG: Duration = Duration::from_secs(1);
/// Perft of so many plies takes a few milliseconds; it is not broken off.
const SHORT_PERFT: u32 = 3;

// In all that follows nobody is left to hear the news only when the loop has ended because its output has
// broken; then they may be lost.

/// Runs a job that was begun, sending its news.
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

/// Sends all lines; the nodes they tell of.
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

/// A perft to run.
pub(crate) struct Count {
    pub(crate) board: Board,
    /// Plies, at least 1.
    pub(crate) depth: u32,
    pub(crate) base: RankBase,
    pub(crate) stop: Stop,
}

/// Counts the leaves of a board's tree, for each move and in all, until it is stopped.
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
    /// The sum, `None` when it was stopped. Each move's share is said.
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

/// Perft that can be stopped; `None` when it was.
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
