//! Tests of searches with several threads: which results are fixed, and which differ from one thread.

use chuhe::engine::level::Strength;
use chuhe::engine::limits::{GameClock, Limits, Stop};
use chuhe::engine::session::{Options, Report, ReportLine, Session};
use chuhe::lab::bench::POSITIONS;
use chuhe::rules::fen::Position;
use chuhe::rules::game::Game;
use chuhe::rules::types::Move;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// The longest time to wait before a test fails.
const PATIENCE: Duration = Duration::from_secs(120);

fn game(fen: &str) -> Game {
    Game::new(fen.parse::<Position>().expect("a valid FEN"))
}

fn limited(limits: Limits) -> Options {
    Options { limits, ..Options::default() }
}

fn helped(threads: usize) -> Session {
    let mut session = Session::new(4);
    session.set_threads(threads);
    session
}

/// Returns the parts of a report that must be the same when a search is repeated.
fn essence(report: &Report) -> (Option<Move>, Option<Move>, Vec<ReportLine>, [u64; 3]) {
    let info = &report.info;
    (report.best, report.ponder, report.lines.clone(), [info.nodes, info.leaves, info.seldepth as u64])
}

/// Returns searches with a reproducible result.
fn exact() -> [Options; 5] {
    let depth = Limits { depth: Some(8), ..Limits::default() };
    let nodes = Limits { nodes: Some(10_000), ..Limits::default() };
    let both = Limits { movetime: Some(PATIENCE), ..nodes };
    let level = Options { level: Strength::level(11), ..Options::default() };
    [limited(depth), limited(nodes), limited(both), level, Options { multipv: 3, ..limited(depth) }]
}

#[test]
fn limits_by_depth_and_nodes_and_levels_have_one_result() {
    for fen in &POSITIONS[..6] {
        let game = game(fen);
        for options in exact() {
            let [alone, helped] = [1, 4].map(|threads| helped(threads).go(&game, options, &mut |_| {}));
            assert_eq!(essence(&alone), essence(&helped), "{fen} {options:?}");
        }
    }
}

#[test]
fn a_new_game_and_slices_do_not_change_the_result() {
    let game = game(POSITIONS[1]);
    let options = exact()[0];
    let alone = helped(1).go(&game, options, &mut |_| {});
    let mut session = helped(3);
    let movetime = Some(Duration::from_millis(50));
    session.go(&game, limited(Limits { movetime, ..Limits::default() }), &mut |_| {});
    session.new_game();
    assert_eq!(essence(&session.go(&game, options, &mut |_| {})), essence(&alone));
    session.new_game();
    session.begin(&game, options);
    while !session.step(Duration::from_millis(1), &mut |_| {}) {}
    assert_eq!(essence(&session.finish()), essence(&alone));
}

/// Searches on a thread. Returns channels for the depths and the report, and the stop handle.
fn search(mut session: Session, game: &Game, limits: Limits) -> (Receiver<i32>, Stop, Receiver<Report>) {
    let (depths, reached) = channel();
    let (reports, report) = channel();
    session.begin(game, limited(limits));
    let stop = session.stop();
    thread::spawn(move || {
        session.run(&mut |info| {
            let _ = depths.send(info.line.depth);
        });
        let _ = reports.send(session.finish());
    });
    (reached, stop, report)
}

fn reaches(depths: &Receiver<i32>, depth: i32) {
    while depths.recv_timeout(PATIENCE).expect("it goes on") < depth {}
}

#[test]
fn a_stop_ends_all_threads() {
    let game = game(POSITIONS[2]);
    let (depths, stop, report) = search(helped(4), &game, Limits::default());
    reaches(&depths, 6);
    stop.request();
    let report = report.recv_timeout(PATIENCE).expect("it ends");
    assert!(report.best.is_some_and(|mv| game.board().is_legal(mv)));
    assert!(report.lines[0].depth >= 5, "{:?}", report.lines[0]);
}

#[test]
fn pondering_ends_after_the_hit() {
    let (remaining, increment) = (Duration::from_millis(300), Duration::ZERO);
    let clock = Some(GameClock { remaining, increment, moves_to_go: None });
    let (depths, stop, report) =
        search(helped(3), &game(POSITIONS[3]), Limits { ponder: true, clock, ..Limits::default() });
    reaches(&depths, 7);
    assert!(report.try_recv().is_err(), "no time has counted");
    stop.ponder_hit();
    assert!(report.recv_timeout(PATIENCE).expect("it ends").best.is_some());
}

#[test]
fn games_are_played_without_a_fault() {
    for (index, fen) in POSITIONS.iter().enumerate().step_by(4) {
        let mut game = game(fen);
        // The tables are so small that the threads overwrite each other's entries all the time.
        let mut sessions = [1, 1].map(Session::new);
        sessions.iter_mut().for_each(|session| session.set_threads(2));
        let movetime = Some(Duration::from_millis(4));
        for ply in 0..60 {
            let multipv = 1 + index % 2;
            let options = Options { multipv, ..limited(Limits { movetime, ..Limits::default() }) };
            let report = sessions[ply % 2].go(&game, options, &mut |_| {});
            assert_eq!(report.best, report.lines[0].pv.first().copied(), "{fen} after {ply} plies");
            for line in &report.lines {
                let mut end = game.clone();
                for mv in &line.pv {
                    end.play(*mv)
                        .unwrap_or_else(|error| panic!("{error} in {:?}, {fen} after {ply} plies", line.pv));
                }
            }
            game.play(report.best.expect("a move")).expect("a legal move");
            if game.verdict().is_over() {
                break;
            }
        }
    }
}
