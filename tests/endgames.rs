//! Solved endings in the search.

use chuhe::endings::{TableSet, Value};
use chuhe::engine::eval::nnue::Network;
use chuhe::engine::level::Strength;
use chuhe::engine::limits::Limits;
use chuhe::engine::score::Score;
use chuhe::engine::session::{Options, Report, Session};
use chuhe::rules::fen::Position;
use chuhe::rules::game::{Game, Outcome};
use chuhe::rules::types::{Color, Move};
use std::sync::Arc;

/// Rook against the full defence, won in 64 plies, the longest of this ending; Black is to move.
const LONGEST: &str = "9/4a4/b2a1k3/9/R1b6/9/9/9/9/3K5 b - - 0 1";
/// Rook against the full defence in formation, a draw; Red is to move.
const FORTRESS: &str = "2bak4/4a4/4b4/9/9/9/9/9/6R2/3K5 w - - 0 1";

/// A rook against the full defence whose elephants stand apart: two of seven moves hold the draw. Black is to move.
const OPEN: &str = "2bakab2/9/9/9/9/9/9/9/6R2/3K5 b - - 0 1";

fn set() -> Arc<TableSet> {
    TableSet::embedded().expect("it is embedded")
}

fn knowing() -> Session {
    let mut session = Session::new(4);
    session.set_network(Network::embedded());
    session.set_endings(Some(set()));
    session
}

fn depth(depth: i32) -> Options {
    Options { limits: Limits { depth: Some(depth), ..Limits::default() }, ..Options::default() }
}

fn game(fen: &str) -> Game {
    Game::new(fen.parse::<Position>().expect("a valid FEN"))
}

fn go(session: &mut Session, game: &Game, options: Options) -> Report {
    session.go(game, options, &mut |_| {})
}

/// Plays a game in which the engine has one side and the other plays by the tables.
fn played(fen: &str, engine: Color, options: Options) -> Game {
    let (mut session, mut game, set) = (knowing(), game(fen), set());
    while game.verdict().outcome == Outcome::Ongoing {
        let mv = if game.board().turn() == engine {
            go(&mut session, &game, options).best.expect("a move")
        } else {
            set.probe_moves(game.board()).expect("solved")[0].0
        };
        game.play(mv).expect("legal");
    }
    game
}

#[test]
fn won_endings_are_won_on_the_shortest_way() {
    let won = [
        (LONGEST, Color::Red),
        ("9/4a4/4k4/9/9/9/9/9/9/N2K5 b - - 0 1", Color::Red),
        ("9/9/4k4/9/9/9/9/3K5/9/N1N6 b - - 0 1", Color::Red),
        ("4k4/4a4/9/9/9/9/4N4/9/9/3K5 w - - 0 1", Color::Red),
        ("3k5/9/9/9/9/r1B6/9/9/4A4/4K4 w - - 0 1", Color::Black),
    ];
    for (fen, strong) in won {
        let value = set().probe(game(fen).board()).expect("solved");
        let plies = value.plies().unwrap_or_else(|| panic!("{fen} is drawn"));
        let game = played(fen, strong, depth(1));
        assert_eq!(game.plies().len(), usize::from(plies), "{fen}");
        assert_eq!(game.verdict().outcome, Outcome::Win(strong), "{fen}");
    }
}

#[test]
fn drawn_endings_are_held() {
    for (fen, side) in [
        (FORTRESS, Color::Black),
        ("3ak4/4a4/9/9/9/4N4/9/9/9/3K5 w - - 0 1", Color::Black),
        ("4k4/9/4b4/9/2b6/4N4/9/9/9/3K5 w - - 0 1", Color::Black),
        ("5k3/9/9/9/9/9/9/4C4/9/4K4 w - - 0 1", Color::Black),
    ] {
        let game = played(fen, side, depth(2));
        assert_eq!(game.verdict().outcome, Outcome::Draw, "{fen}");
    }
}

#[test]
fn a_drawn_root_has_the_value_of_a_draw_and_only_moves_that_hold() {
    let report = go(&mut knowing(), &game(FORTRESS), depth(6));
    assert_eq!(report.lines[0].score, Score::Centipawns(0));
    assert!(report.info.nodes > 100, "the moves are compared by a search");
    let mut session = knowing();
    let start = game(OPEN);
    let valued = set().probe_moves(start.board()).expect("solved");
    let holding: Vec<Move> =
        valued.iter().filter(|(_, value)| *value == Value::Draw).map(|(mv, _)| *mv).collect();
    assert!(!holding.is_empty() && holding.len() < valued.len(), "{valued:?}");
    for level in 14..=15 {
        let options = Options { level: Strength::level(level), ..depth(1) };
        let best = go(&mut session, &start, options).best.expect("a move");
        assert!(holding.contains(&best), "level {level}: {best}");
    }
}

#[test]
fn several_lines_have_the_values_of_the_tables() {
    let start = game(LONGEST);
    let valued = set().probe_moves(start.board()).expect("solved");
    let report = go(&mut knowing(), &start, Options { multipv: 120, ..depth(1) });
    assert_eq!(report.lines.len(), valued.len());
    for line in &report.lines {
        let value = valued.iter().find(|(mv, _)| *mv == line.pv[0]).expect("a legal move").1;
        let expected = match value {
            Value::Win(plies) => Score::Mate(plies.into()),
            Value::Loss(plies) => Score::Mate(-i32::from(plies)),
            Value::Draw => Score::Centipawns(0),
        };
        assert_eq!(line.score, expected, "{}", line.pv[0]);
    }
    assert_eq!(report.lines[0].pv.len(), 40, "the line goes on as the tables play");
    assert_eq!(report.ponder, report.lines[0].pv.get(1).copied());
}

#[test]
fn a_win_that_the_natural_limit_cuts_off_is_not_certain() {
    // 64 plies to the mate; the limit is at 120 plies without a capture.
    let (near, far) = (LONGEST.replace("- 0 1", "- 56 1"), LONGEST.replace("- 0 1", "- 57 1"));
    assert_eq!(go(&mut knowing(), &game(&near), depth(1)).lines[0].score, Score::Mate(-64));
    assert!(matches!(go(&mut knowing(), &game(&far), depth(1)).lines[0].score, Score::Centipawns(_)));
}

#[test]
fn levels_know_endings_as_far_as_their_strength() {
    // Red mates in 7 plies, and in 64.
    let near = game("3k5/9/9/9/9/R8/9/9/9/4K4 w - - 0 1");
    let plies = set().probe(near.board()).and_then(Value::plies).expect("won");
    assert!(plies <= 7);
    let far = game(LONGEST);
    let nodes = |game: &Game, level: u8, endings| {
        let mut session = knowing();
        session.set_endings(endings);
        go(&mut session, game, Options { level: Strength::level(level), ..depth(3) }).info.solved
    };
    for level in 1..=10 {
        assert_eq!(nodes(&near, level, Some(set())), 0, "level {level}");
    }
    for level in 11..=15 {
        assert!(nodes(&near, level, Some(set())) > 0, "level {level}");
        assert_eq!(nodes(&near, level, None), 0);
    }
    let knows_far = |level| go(&mut knowing(), &far, Options { level: Strength::level(level), ..depth(1) });
    assert_eq!(knows_far(15).lines[0].score, Score::Mate(-64));
    assert!(matches!(knows_far(14).lines[0].score, Score::Centipawns(_)));
}

#[test]
fn searches_that_never_reach_a_solved_ending_are_the_same() {
    for fen in [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        "2bakab2/9/4c4/p3p3p/2p3p2/6P2/P1P1P3P/4C4/9/2BAKAB2 w - - 0 1",
    ] {
        let counted = |endings| {
            let mut session = knowing();
            session.set_endings(endings);
            let report = go(&mut session, &game(fen), depth(8));
            (report.info.nodes, report.lines)
        };
        assert_eq!(counted(Some(set())), counted(None));
    }
}

#[test]
fn a_capture_into_a_won_ending_is_found() {
    // The rook takes the last horse, and mates the general with its three guards in 20 plies more.
    let report = go(&mut knowing(), &game("2bak4/4a4/9/9/9/9/9/2n6/9/2RK5 w - - 0 1"), depth(2));
    assert_eq!(report.best, "c0c2".parse().ok());
    assert!(report.lines[0].score == Score::Mate(21), "{:?}", report.lines[0]);
}

#[test]
fn moves_that_are_asked_for_are_searched_even_if_they_lose_the_draw() {
    let mut session = knowing();
    let start = game(OPEN);
    let valued = set().probe_moves(start.board()).expect("solved");
    let losing = valued.iter().find(|(_, value)| matches!(value, Value::Loss(_))).expect("some lose").0;
    session.begin(&start, depth(3));
    session.keep_roots(|mv| mv == losing);
    session.run(&mut |_| {});
    assert_eq!(session.finish().best, Some(losing));
}
