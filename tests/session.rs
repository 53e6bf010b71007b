//! Tests of a session: bounds, lines, clocks, pondering, resigning and draws.

use chuhe::engine::level::Strength;
use chuhe::engine::limits::{GameClock, Limits};
use chuhe::engine::score::Score;
use chuhe::engine::session::{Event, Options, ReportLine, Session};
use chuhe::engine::tt::Bound;
use chuhe::lab::bench::POSITIONS;
use chuhe::rules::fen::Position;
use chuhe::rules::game::Game;
use std::thread;
use std::time::Duration;

/// Black is to move and has two advisors against two rooks.
const LOST: &str = "3aka3/9/9/9/R8/8R/9/9/4A4/3AK4 b - - 0 40";

fn game(fen: &str) -> Game {
    Game::new(fen.parse::<Position>().expect("a valid FEN"))
}

fn limited(limits: Limits) -> Options {
    Options { limits, ..Options::default() }
}

fn nodes(nodes: u64) -> Options {
    limited(Limits { nodes: Some(nodes), ..Limits::default() })
}

fn clock(remaining: Duration) -> Limits {
    let clock = GameClock { remaining, increment: Duration::ZERO, moves_to_go: None };
    Limits { clock: Some(clock), ..Limits::default() }
}

/// Returns the first line and the number of nodes right after a search failed low.
fn failed_low(game: &Game, options: Options) -> Option<(ReportLine, u64)> {
    let mut session = Session::new(1);
    let mut found = None;
    session.begin(game, options);
    session.run_watched(&mut |session, event| {
        let info = session.snapshot();
        if event == Event::Missed && info.line.bound == Bound::Upper && found.is_none() {
            found = Some((info.line, info.nodes));
        }
    });
    found
}

#[test]
fn a_search_stopped_after_it_failed_low_says_so() {
    let options = limited(Limits { depth: Some(11), ..Limits::default() });
    let mut tried = 0;
    for fen in &POSITIONS[..12] {
        let game = game(fen);
        let Some((line, count)) = failed_low(&game, options) else { continue };
        tried += 1;
        let report = Session::new(1).go(&game, nodes(count + 1), &mut |_| {});
        assert_eq!(report.info.nodes, count + 1);
        let stopped = &report.lines[0];
        assert_eq!((stopped.bound, stopped.score, stopped.depth), (Bound::Upper, line.score, line.depth));
    }
    assert!(tried > 2, "the positions show what is tested");
}

#[test]
fn a_finished_iteration_is_exact() {
    for fen in &POSITIONS[..6] {
        let mut session = Session::new(1);
        let options = Options { multipv: 3, ..limited(Limits { depth: Some(6), ..Limits::default() }) };
        let report = session.go(&game(fen), options, &mut |info| assert_eq!(info.line.bound, Bound::Exact));
        assert!(report.lines.len() == 3 && report.lines.iter().all(|line| line.bound == Bound::Exact));
    }
}

#[test]
fn lines_that_were_not_reached_are_not_reported() {
    for count in 1..200 {
        let options = Options { multipv: 44, ..nodes(count) };
        let report = Session::new(1).go(&Game::default(), options, &mut |_| {});
        assert!(report.lines[1..].iter().all(|line| line.depth > 0), "{count}");
        assert!(report.lines.len() < 44 && report.best.is_some());
    }
}

#[test]
fn a_mate_does_not_end_the_search_for_other_lines() {
    let mate_in_one = game("3k5/4R4/9/9/9/9/9/9/9/4K3R w");
    let limits = Limits { movetime: Some(Duration::from_millis(400)), ..Limits::default() };
    let mut session = Session::new(1);
    let alone = session.go(&mate_in_one, limited(limits), &mut |_| {});
    assert_eq!(
        (alone.lines[0].score, alone.lines[0].depth < 4),
        (Score::Mate(1), true),
        "nothing is left to find"
    );
    let report = session.go(&mate_in_one, Options { multipv: 3, ..limited(limits) }, &mut |_| {});
    assert_eq!(report.lines[0].score, Score::Mate(1));
    let is_known = |line: &ReportLine| matches!(line.score, Score::Mate(_)) || line.depth > 4;
    assert!(report.lines.iter().all(is_known), "{:?}", report.lines);
}

#[test]
fn before_a_search_the_score_is_the_static_one() {
    let ahead = game("4k4/9/9/9/9/9/9/9/R8/3K5 w");
    let mut session = Session::new(1);
    session.begin(&ahead, Options::default());
    let report = session.finish();
    let line = &report.lines[0];
    assert_eq!((line.depth, line.bound, report.info.nodes), (0, Bound::None, 0));
    assert!(matches!(line.score, Score::Centipawns(value) if value > 300), "{line:?}");
    session.begin(&ahead, Options::default());
    session.keep_roots(|_| false);
    assert_eq!(session.finish().info.line.score, line.score, "no move is allowed, but nobody is mated");
}

#[test]
fn the_only_move_is_played_at_once_on_a_clock_only() {
    let forced = game("3k5/9/9/9/9/9/9/9/9/3R1K3 b");
    assert_eq!(forced.board().legal_moves().len(), 1);
    let mut session = Session::new(1);
    let report = session.go(&forced, limited(clock(Duration::from_secs(600))), &mut |_| {});
    assert_eq!(report.info.line.depth, 1, "one iteration, for the score");
    let movetime = Duration::from_millis(120);
    let asked = Limits { movetime: Some(movetime), ..Limits::default() };
    let open = game(POSITIONS[1]);
    let report = session.go(&open, limited(asked), &mut |_| {});
    assert!(report.info.time >= movetime * 9 / 10, "all of it is used: {:?}", report.info.time);
}

#[test]
fn a_mate_of_the_length_asked_for_ends_the_search() {
    let mate_in_two = game("3k1C3/4R4/6N2/9/9/9/8P/p8/4A4/3AK4 w");
    let asked = Limits { mate: Some(2), depth: Some(60), ..Limits::default() };
    let report = Session::new(4).go(&mate_in_two, limited(asked), &mut |_| {});
    assert_eq!(report.info.line.score, Score::Mate(3));
    assert!(report.info.line.depth < 60);
}

#[test]
fn a_clock_runs_only_from_the_ponder_hit_on() {
    let mut session = Session::new(4);
    let pondering = Limits { ponder: true, ..clock(Duration::from_millis(900)) };
    session.begin(&Game::default(), limited(pondering));
    let stop = session.stop();
    let searcher = thread::spawn(move || {
        session.run(&mut |_| {});
        session.finish()
    });
    // Nearly the whole clock: if it ran while pondering, the search would be over.
    thread::sleep(Duration::from_millis(700));
    assert!(!searcher.is_finished());
    stop.ponder_hit();
    let report = searcher.join().expect("the search ends");
    assert!(report.best.is_some());
}

#[test]
fn a_table_is_changed_between_searches() {
    let mut session = Session::new(2);
    let mut after = Game::default();
    let report = session.go(&after, nodes(3000), &mut |_| {});
    after.play(report.best.expect("a move")).expect("a legal move");
    assert!(session.probe(&after).is_some());
    session.set_hash(1).expect("there is memory");
    assert!(session.probe(&after).is_none());
    assert!(session.go(&Game::default(), nodes(3000), &mut |_| {}).best.is_some());
}

/// Plays on from a lost position. Returns after how many of its moves the side resigns.
fn resigns_after(level: Option<Strength>) -> Option<usize> {
    let (mut session, mut game) = (Session::new(1), game(LOST));
    for ply in 0..40 {
        let is_lost_side = ply % 2 == 0;
        let options = Options { level: level.filter(|_| is_lost_side), ..nodes(3000) };
        let report = session.go(&game, options, &mut |_| {});
        assert!(!report.resigns || is_lost_side, "the winner resigned");
        if report.resigns {
            return Some(ply / 2 + 1);
        }
        let Some(best) = report.best else { break };
        game.play(best).expect("a legal move");
        if game.verdict().is_over() {
            break;
        }
    }
    None
}

#[test]
fn a_lost_side_resigns_in_time_except_at_the_lowest_levels() {
    let after = resigns_after(None).expect("it gives up");
    assert!((2..=10).contains(&after), "{after}");
    for number in 1..=6 {
        assert_eq!(resigns_after(Strength::level(number)), None, "level {number}");
    }
}

#[test]
fn a_draw_is_accepted_for_the_side_of_the_last_report() {
    let mut session = Session::new(1);
    assert!(!session.accepts_draw(), "nothing is known yet");
    session.go(&game(LOST), nodes(2000), &mut |_| {});
    assert!(session.accepts_draw());
    let mut winner = game(LOST);
    winner.play("e9e8".parse().expect("a move")).expect("a legal move");
    session.go(&winner, nodes(2000), &mut |_| {});
    assert!(!session.accepts_draw());
    session.new_game();
    assert!(!session.accepts_draw());
}
