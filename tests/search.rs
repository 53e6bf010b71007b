//! Tests of the search: mates, the rules of repetition, exact limits, and reproducible results.

use chuhe::engine::level::Strength;
use chuhe::engine::limits::Limits;
use chuhe::engine::score::{Score, ruled_in};
use chuhe::engine::session::{Event, Options, Report, ReportLine, Session};
use chuhe::lab::bench::POSITIONS;
use chuhe::rules::board::Board;
use chuhe::rules::fen::{Position, Setup};
use chuhe::rules::game::{Game, Outcome, Reason};
use chuhe::rules::types::{Color, Move, POINTS, Piece, Role, Square};
use std::time::Duration;

/// The number of moves to the mate, and a position from Chuhe's own games. Fairy-Stockfish 11.1 finds the same mates.
const MATES: [(i32, &str); 18] = [
    (1, "2b6/3ka4/4b4/9/2p1p4/9/4c4/4r4/c6p1/5K3 b"),
    (1, "3k4C/4R4/6N2/9/9/9/8P/9/p3A4/3AK4 w"),
    (1, "5k3/C5R2/3a1aN2/r8/9/4P1B2/P7P/4B4/9/3AKA3 w"),
    (1, "9/5R3/4ka1R1/9/p3C1b2/4P1P1p/P1p6/6N2/9/2BAKAB2 w"),
    (1, "1C2k1bR1/4a4/4b4/p3C1p2/2p6/9/P1PcP1r1P/N5N2/4A4/2BAK1B2 w"),
    (1, "2b2a3/3ka4/n8/C1p5P/6p2/P4N2C/2Pr2P2/B3p4/6c2/3AKA3 b"),
    (2, "2b6/3ka4/4b4/9/2p1p4/9/4c4/7r1/c6p1/4K4 b"),
    (2, "3k1C3/4R4/6N2/9/9/9/8P/p8/4A4/3AK4 w"),
    (2, "5k2C/3P5/b3bN3/9/9/9/9/4B4/4A4/2p1KAB2 w"),
    (2, "9/4aR1R1/4k4/9/p3C1b2/4P1P1p/P1p6/6N2/9/2BAKAB2 w"),
    (2, "3aC4/1R1R5/2n1kr3/2C3p2/p4r2p/9/P1P3P1P/4B4/4A4/2B1KA3 w"),
    (3, "2b6/3ka4/4b4/4c4/2p1p4/9/4C4/7r1/c3K2p1/9 b"),
    (3, "3k1C1N1/4R4/9/9/9/9/p7P/9/4A4/3AK4 w"),
    (3, "4k3C/3P3N1/b3ba3/9/9/9/9/4B4/4A4/2p1KAB2 w"),
    (3, "3a5/5R1R1/4k4/9/p3C1b2/4P1P1p/P1p6/6N2/4A4/2BrKAB2 w"),
    // Quiet moves mate a side that is lost anyway, so no evaluation shows their effect.
    (2, "1Cbaka3/2r1n4/4R4/pR4p1p/2p6/9/P1P3P2/4C4/9/2BAKABc1 w"),
    (3, "5ab2/5k3/3Pb4/1N2R4/p7p/7N1/P3P1P2/6n2/9/1cBAKAB2 w"),
    (3, "2bak4/4a4/4b4/C7p/P1pn5/8P/1RP6/9/4A1r2/2BAKC1rc b"),
];

/// A depth at which all of [`MATES`] are found. Selective search finds a mate at a depth greater than its length.
const MATE_DEPTH: i32 = 14;

fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(fen.parse::<Position>().expect("a valid FEN"));
    for text in moves.split_whitespace() {
        game.play(text.parse().expect("a move")).expect("a legal move");
    }
    game
}

fn depth(depth: i32) -> Options {
    Options { limits: Limits { depth: Some(depth), ..Limits::default() }, ..Options::default() }
}

fn nodes(nodes: u64) -> Options {
    Options { limits: Limits { nodes: Some(nodes), ..Limits::default() }, ..Options::default() }
}

fn search(game: &Game, options: Options) -> Report {
    Session::new(4).go(game, options, &mut |_| {})
}

/// Returns the parts of a report that must be the same when a search is repeated.
fn essence(report: &Report) -> (Option<Move>, Option<Move>, Vec<ReportLine>, [u64; 2]) {
    (report.best, report.ponder, report.lines.clone(), [report.info.nodes, report.info.leaves])
}

#[test]
fn mates_are_found_with_their_distance() {
    for (moves, fen) in MATES {
        let game = game(fen, "");
        let report = search(&game, depth(MATE_DEPTH));
        let line = &report.lines[0];
        assert_eq!(line.score, Score::Mate(2 * moves - 1), "{fen}");
        assert_eq!(report.best, line.pv.first().copied());
        let mut end = game.clone();
        for mv in &line.pv {
            end.play(*mv).unwrap_or_else(|error| panic!("{error} in the line of {fen}"));
        }
        if moves == 1 {
            assert_eq!(end.verdict().outcome, Outcome::Win(game.board().turn()), "{fen}");
        }
    }
}

#[test]
fn a_mate_threat_is_found_despite_the_evaluation() {
    // From a master's game. Red's horse takes the cannon, then the rook moves without check or capture and threatens
    // mate.
    let fen = "1nbakab2/4nR3/r2Rc4/p1p1p3r/9/2P3C2/P3P4/B1N1C1c2/4A4/3AK1B2 w";
    let moves = "d7d9 e9d9 f8f9 d9d8 g4d4 e7e3";
    for (answers, mate, limit) in [(moves, 3, 8), ("d7d9 e9d9 f8f9 d9d8 g4d4 e7e3 c2e3 e8f6", 2, 5)] {
        let report = search(&game(fen, answers), depth(limit));
        assert_eq!(report.lines[0].score, Score::Mate(2 * mate - 1), "{answers}");
    }
}

#[test]
fn the_losing_side_reports_the_mate_in_advance() {
    for (moves, fen) in MATES.into_iter().filter(|(moves, _)| *moves > 1) {
        let mut game = game(fen, "");
        let first = search(&game, depth(MATE_DEPTH)).best.expect("there is a move");
        game.play(first).expect("it is legal");
        let report = search(&game, depth(MATE_DEPTH));
        assert_eq!(report.lines[0].score, Score::Mate(2 - 2 * moves), "{fen}");
    }
}

#[test]
fn stalemate_is_a_win() {
    // Either move of the soldier that stays beside the general takes its last points away.
    let game = game("3k5/9/2P6/9/9/9/9/9/9/4K4 w", "");
    let report = search(&game, depth(4));
    assert_eq!(report.lines[0].score, Score::Mate(1));
    let mut end = game.clone();
    end.play(report.best.expect("a move")).expect("a legal move");
    let verdict = end.verdict();
    assert_eq!((verdict.outcome, verdict.reason), (Outcome::Win(Color::Red), Some(Reason::Stalemate)));
    let lost = search(&end, depth(4));
    assert_eq!((lost.best, lost.lines.len(), lost.info.nodes), (None, 0, 0));
}

/// Red's rook can check for ever from a8 and a9 while Black's general moves back and forth. Otherwise the game is
/// even.
const CHECKS: &str = "3k5/R8/9/9/3r5/9/9/9/4A4/2BAK1B2 w";
const CYCLE: &str = "a8a9 d9d8 a9a8 d8d9";

#[test]
fn the_side_in_check_takes_the_win_by_perpetual_check() {
    let game = game(CHECKS, &format!("{CYCLE} a8a9 d9d8 a9a8"));
    let report = search(&game, depth(6));
    assert_eq!(report.best.map(|mv| mv.to_string()).as_deref(), Some("d8d9"));
    assert_eq!(report.lines[0].score, Score::Centipawns(ruled_in(1)), "a win by rule is no mate");
    let mut end = game.clone();
    end.play(report.best.expect("a move")).expect("a legal move");
    assert_eq!(end.verdict().outcome, Outcome::Win(Color::Black));
    assert_eq!(end.verdict().reason, Some(Reason::PerpetualCheck));
}

#[test]
fn the_checking_side_leaves_the_cycle() {
    let game = game(CHECKS, &format!("{CYCLE} a8a9 d9d8"));
    let report = search(&game, depth(8));
    assert_ne!(report.best.map(|mv| mv.to_string()).as_deref(), Some("a9a8"));
    assert!(matches!(report.lines[0].score, Score::Centipawns(_)), "{:?}", report.lines[0]);
}

#[test]
fn a_lost_side_cannot_save_itself_by_perpetual_check() {
    // Black is about to mate, and Red has only checks.
    let lost = game("3k5/R8/9/9/9/9/9/5r3/2r6/4K4 w", "");
    let report = search(&lost, depth(10));
    let score = report.lines[0].score;
    assert!(matches!(score, Score::Mate(..0) | Score::Centipawns(..-300)), "{score:?}");
}

#[test]
fn a_repetition_without_checks_is_a_draw() {
    // The move back is the third occurrence of the position; not every ply of Red gave check.
    let game = game(CHECKS, "a8a7 d9d8 a7a8 d8d9 a8a7 d9d8 a7a8");
    let mut session = Session::new(4);
    session.begin(&game, depth(3));
    session.keep_roots(|mv| mv.to_string() == "d8d9");
    session.run(&mut |_| {});
    assert_eq!(session.finish().lines[0].score, Score::Centipawns(0));
}

#[test]
fn the_node_limit_is_exact() {
    for fen in &POSITIONS[..6] {
        for limit in [1, 2, 100, 1_024, 1_025, 7_777] {
            let report = search(&game(fen, ""), nodes(limit));
            assert_eq!(report.info.nodes, limit, "{fen}");
            assert!(report.best.is_some());
        }
    }
}

#[test]
fn the_depth_limit_is_exact() {
    for fen in &POSITIONS[..6] {
        for limit in 1..=6 {
            let report = search(&game(fen, ""), depth(limit));
            assert_eq!((report.lines[0].depth, report.info.iteration), (limit, limit), "{fen}");
        }
    }
}

#[test]
fn a_search_is_the_same_every_time() {
    let mut used = Session::new(4);
    for (index, fen) in POSITIONS.iter().enumerate().take(12) {
        let game = game(fen, "");
        let multipv = 1 + index % 3;
        let level = Strength::of(8.5).filter(|_| index % 4 == 3);
        for options in [depth(6), nodes(9_000)].map(|it| Options { multipv, level, seed: 7, ..it }) {
            let first = essence(&search(&game, options));
            assert_eq!(first, essence(&search(&game, options)), "{fen}");
            used.new_game();
            assert_eq!(first, essence(&used.go(&game, options, &mut |_| {})), "{fen}, session used before");
        }
    }
}

#[test]
fn a_search_in_slices_gives_the_result_of_an_uncut_one() {
    let mut session = Session::new(4);
    for (index, fen) in POSITIONS.iter().enumerate() {
        let game = game(fen, "");
        let (multipv, level) = (1 + index % 3, Strength::level(11).filter(|_| index % 8 == 7));
        let limits = [depth(8), nodes(20_000)][index % 2];
        let options = Options { multipv, level, ..limits };
        // A budget of zero ends a slice at every check of the clock.
        for budget in [0, 300] {
            session.new_game();
            session.begin(&game, options);
            let mut slices = 1;
            while !session.step(Duration::from_micros(budget), &mut |_| {}) {
                slices += 1;
                assert!(slices < 100_000, "the search does not get on");
            }
            let report = session.finish();
            assert!(budget > 0 || slices as u64 > report.info.nodes / 4_000, "{slices} slices, {fen}");
            let tally = session.tally();
            let mut whole = Session::new(4);
            assert_eq!(essence(&report), essence(&whole.go(&game, options, &mut |_| {})), "{fen}");
            assert_eq!(tally, whole.tally(), "{fen}");
            assert!(
                tally.cutoffs + tally.tt_cutoffs < tally.nodes && tally.leaves < tally.nodes,
                "{tally:?}"
            );
            assert!(tally.cutoffs > 0 && tally.researches > 0 && tally.tt_cutoffs > 0, "{fen}: {tally:?}");
        }
    }
}

#[test]
fn a_search_in_slices_reports_the_events_of_an_uncut_one() {
    let (game, options) = (Game::default(), Options { multipv: 2, ..depth(6) });
    let mut session = Session::new(4);
    session.begin(&game, options);
    let mut sliced = Vec::new();
    while !session.step_watched(Duration::ZERO, &mut |session, event| sliced.push((event, session.tally()))) {
    }
    session.new_game();
    session.begin(&game, options);
    let mut whole = Vec::new();
    session.run_watched(&mut |session, event| whole.push((event, session.tally())));
    assert_eq!(sliced, whole);
    assert_eq!(whole.iter().filter(|(event, _)| *event == Event::Iteration).count(), 6);
}

#[test]
fn a_search_broken_off_at_any_point_has_a_legal_move() {
    let mut session = Session::new(4);
    for (index, fen) in POSITIONS.iter().enumerate() {
        let game = game(fen, "");
        session.begin(&game, Options::default());
        for _ in 0..index % 4 {
            session.step(Duration::from_micros(200), &mut |_| {});
        }
        let report = session.finish();
        assert!(report.best.is_some_and(|mv| game.board().is_legal(mv)), "{fen}");
        let mut line = game.clone();
        assert!(report.lines[0].pv.iter().all(|mv| line.play(*mv).is_ok()), "{fen}");
    }
}

#[test]
fn another_thread_can_stop_a_search() {
    let mut session = Session::new(4);
    let game = Game::default();
    session.begin(&game, Options::default());
    let stop = session.stop();
    let helper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(20));
        stop.request();
    });
    session.run(&mut |_| {});
    helper.join().expect("the helper ends");
    assert!(session.finish().best.is_some());
    // The stop must not affect the next search.
    assert_eq!(session.go(&game, depth(5), &mut |_| {}).lines[0].depth, 5);
}

#[test]
fn root_moves_can_be_left_out() {
    let game = Game::default();
    let mut session = Session::new(4);
    session.begin(&game, depth(4));
    session.keep_roots(|mv| mv.to_string() == "a0a1");
    session.run(&mut |_| {});
    assert_eq!(session.finish().best.map(|mv| mv.to_string()).as_deref(), Some("a0a1"));
    session.begin(&game, depth(4));
    session.keep_roots(|_| false);
    assert!(session.is_done() && session.finish().best.is_none());
}

/// Sixteen pieces a side on any points where no general is attacked: the most that a position may hold.
#[test]
fn positions_that_no_game_reaches_are_searched() {
    let mut state = 14_u64;
    let mut below = |end: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % end
    };
    let mut searched = 0;
    while searched < 40 {
        let mut squares: [Option<Piece>; POINTS] = [None; POINTS];
        for color in Color::ALL {
            let general = Square::at(3 + below(3) as i8, below(3) as i8).expect("a point");
            let general = if color == Color::Red { general } else { general.flip_ranks() };
            squares[general.index()] = Some(Piece::new(color, Role::General));
            let light = [Role::Advisor, Role::Elephant, Role::Soldier][below(3)];
            let heavy = [Role::Rook, Role::Rook, Role::Horse, Role::Horse, Role::Cannon, Role::Cannon];
            for role in heavy.into_iter().chain([light; 9]) {
                let free: Vec<usize> = (0..POINTS).filter(|point| squares[*point].is_none()).collect();
                squares[free[below(free.len())]] = Some(Piece::new(color, role));
            }
        }
        let setup = Setup { squares, turn: Color::Red, no_capture: 0, fullmove: 1 };
        if !setup.validate().is_empty() {
            continue;
        }
        let board = Board::from_pieces(&squares, Color::Red).expect("both generals are there");
        let fen = Position { board, no_capture: 0, fullmove: 1 }.to_string();
        let position: Position = fen.parse().expect("a position");
        assert!(!position.oddities().is_empty(), "{fen}");
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let report =
            Session::new(1).go(&Game::new(position), Options { limits, ..Options::default() }, &mut |_| {});
        assert!(report.best.is_some() || report.lines.is_empty(), "{fen}");
        searched += 1;
    }
}
