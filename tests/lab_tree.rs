//! Tests of the methods of the laboratory: exact methods find the value of plain minimax, and their counters are
//! correct.

use chuhe::lab::tree::{Counts, DepthRule, Event, Judge, Kind, MAX_DEPTH, Method, Trace, WIN, Watch, search};
use chuhe::rules::board::Board;
use chuhe::rules::fen::{self, Position};
use chuhe::rules::game::Game;
use chuhe::rules::movegen::perft;

fn exact() -> impl Iterator<Item = Method> {
    Method::ALL.into_iter().filter(|method| method.is_exact())
}

/// Returns positions after random moves, with fewer and fewer pieces.
fn positions(count: usize, seed: u64) -> Vec<Board> {
    let mut state = seed;
    let mut random = move |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    let mut found = Vec::with_capacity(count);
    while found.len() < count {
        let mut board = fen::start();
        for _ in 0..random(160) {
            let moves = board.legal_moves();
            let captures = board.legal_captures();
            // Some moves prefer captures, so that boards become emptier.
            let list = if !captures.is_empty() && random(3) == 0 { captures } else { moves };
            if list.is_empty() {
                break;
            }
            board.make(list[random(list.len())]);
        }
        found.push(board);
    }
    found
}

fn compare(board: &Board, judge: Judge, depth: u32) {
    let found = exact().map(|method| (method, search(board, method, judge, depth, &mut ()).expect("no end")));
    let all: Vec<_> = found.collect();
    let (_, minimax) = &all[0];
    for (method, found) in &all {
        let position = Position { board: board.clone(), ..Position::default() };
        let place = || format!("{} {} depth {depth} {position}", method.code(), judge.code());
        assert_eq!(found.value, minimax.value, "{}", place());
        assert!(
            found.counts.nodes <= minimax.counts.nodes + found.counts.researches * minimax.counts.nodes,
            "{}",
            place()
        );
        let end = value_of_line(board, &found.line, judge, depth);
        let is_cut_short = *method == Method::PvsTable && end.is_none();
        assert!(is_cut_short || end == Some(found.value), "{} {end:?}", place());
    }
}

/// Returns the value of the end of a line for the side to move at its beginning; `None` if a table entry cut the line
/// short.
fn value_of_line(board: &Board, line: &[chuhe::rules::types::Move], judge: Judge, depth: u32) -> Option<i32> {
    let mut board = board.clone();
    for mv in line {
        assert!(board.is_legal(*mv), "{mv}");
        board.make(*mv);
    }
    let sign = if line.len() % 2 == 0 { 1 } else { -1 };
    match line.len() as u32 {
        plies if plies == depth => Some(sign * judge.evaluate(&board)),
        plies if !board.has_legal_move() => Some(sign * (plies as i32 - WIN)),
        _ => None,
    }
}

#[test]
fn exact_methods_find_the_value_of_minimax() {
    for (index, board) in positions(2_400, 11).iter().enumerate() {
        compare(board, Judge::ALL[index % Judge::ALL.len()], 1 + index as u32 % 2);
    }
    let small: Vec<Board> =
        positions(4_000, 12).into_iter().filter(|board| board.occupied().count() <= 14).collect();
    assert!(small.len() >= 240, "{}", small.len());
    for (index, board) in small.iter().take(240).enumerate() {
        compare(board, Judge::ALL[index % Judge::ALL.len()], 3);
    }
}

#[test]
fn mates_are_found_and_counted_in_plies() {
    let mate: Position = "4k4/R8/9/9/9/9/9/9/9/1R1K5 w".parse().expect("a position");
    for method in exact() {
        for depth in 2..=3 {
            let found = search(&mate.board, method, Judge::ReportB, depth, &mut ()).expect("no end");
            assert_eq!(found.value, WIN - 1, "{} {depth}", method.code());
            assert_eq!(found.line.len(), 1);
        }
    }
}

#[test]
fn a_mated_side_has_the_value_of_a_loss() {
    let mated: Position = "1R2k4/R8/9/9/9/9/9/9/9/5K3 b".parse().expect("a position");
    for method in Method::ALL {
        let found = search(&mated.board, method, Judge::ReportB, 2, &mut ()).expect("no end");
        assert_eq!((found.value, found.line.len()), (-WIN, 0), "{}", method.code());
    }
}

#[test]
fn minimax_visits_every_node_and_other_methods_fewer() {
    let board = fen::start();
    for depth in 1..=3 {
        let minimax = search(&board, Method::Minimax, Judge::ReportC, depth, &mut ()).expect("no end").counts;
        assert_eq!(minimax.leaves, perft(&mut board.clone(), depth));
        assert_eq!((minimax.cutoffs, minimax.researches, minimax.known), (0, 0, 0));
    }
    let leaves = |method| search(&board, method, Judge::ReportC, 4, &mut ()).expect("no end").counts.leaves;
    let [plain, ordered, reversed, table] =
        [Method::AlphaBeta, Method::Ordered, Method::PvsReversed, Method::PvsTable].map(leaves);
    assert!(
        ordered * 2 < plain && plain < reversed && table < ordered,
        "{plain} {ordered} {reversed} {table}"
    );
}

#[test]
fn the_engine_reports_its_counts() {
    let found = search(&fen::start(), Method::Chuhe, Judge::Chuhe, 6, &mut ()).expect("no end");
    assert!(found.counts.nodes > 0 && found.counts.leaves > 0 && !found.line.is_empty());
}

/// A stop after this number of positions.
struct Patience(u64);

impl Watch for Patience {
    fn goes_on(&mut self, counts: &Counts) -> bool {
        counts.nodes < self.0
    }
}

#[test]
fn a_search_can_be_stopped() {
    for method in Method::ALL {
        let stopped = search(&fen::start(), method, Judge::ReportA, MAX_DEPTH, &mut Patience(5_000));
        assert!(stopped.is_err(), "{}", method.code());
    }
}

#[test]
fn the_steps_of_a_search_add_up_to_its_counts() {
    for method in exact() {
        let mut trace = Trace::new(1_000_000);
        let board = fen::start();
        let found = search(&board, method, Judge::ReportC, 3, &mut trace).expect("not too many");
        let count =
            |wanted: fn(&Event) -> bool| trace.events.iter().filter(|event| wanted(event)).count() as u64;
        assert_eq!(count(|event| matches!(event, Event::Enter { .. })), found.counts.nodes);
        assert_eq!(count(|event| matches!(event, Event::Leave { .. })), found.counts.nodes);
        assert_eq!(
            count(|event| matches!(event, Event::Leave { kind: Kind::Leaf, .. })),
            found.counts.leaves
        );
        assert_eq!(
            count(|event| matches!(event, Event::Leave { kind: Kind::Cut { .. }, .. })),
            found.counts.cutoffs
        );
        assert_eq!(
            count(|event| matches!(event, Event::Leave { kind: Kind::Known, .. })),
            found.counts.known
        );
        assert_eq!(count(|event| matches!(event, Event::Again { .. })), found.counts.researches);
        let Some(Event::Leave { value, .. }) = trace.events.last() else { panic!("it ends by leaving") };
        assert_eq!(*value, found.value);
        assert!(search(&board, method, Judge::ReportC, 3, &mut Trace::new(100)).is_err(), "too many");
    }
}

#[test]
fn depth_follows_the_phase_or_the_pieces() {
    let mut game = Game::default();
    let mut depths = Vec::new();
    for ply in 0..60 {
        if [0, 9, 10, 49, 50].contains(&ply) {
            depths.push(DepthRule::ByPhase.depth(&game));
        }
        let mv = ["a0a1", "a9a8", "a1a0", "a8a9"][ply % 4].parse().expect("a move");
        game.play(mv).expect("legal");
    }
    assert_eq!(depths, [5, 5, 6, 6, 7]);
    let numbered = |end: &str| {
        let placement = fen::START.split(' ').next().expect("pieces");
        DepthRule::ByPhase.depth(&Game::new(format!("{placement} {end}").parse().expect("a position")))
    };
    assert_eq!(["b - - 0 5", "w - - 0 6", "b - - 0 25", "w - - 0 26"].map(numbered), [5, 6, 6, 7]);
    let by_pieces = |text: &str| {
        let position: Position = text.parse().expect("a position");
        DepthRule::ByPieces(4).depth(&Game::new(position))
    };
    assert_eq!(by_pieces(fen::START), 4);
    assert_eq!(by_pieces("rnbakab1r/9/1c5c1/p3p3p/9/9/P3P3P/1C5C1/9/RNBAKABNR w"), 5, "27 pieces");
    assert_eq!(by_pieces("2bakab2/9/9/9/9/4P4/9/9/9/R1BAKAB2 w"), 6, "12 pieces");
    assert_eq!(by_pieces("3ak4/9/9/9/9/9/9/9/9/R2K5 w"), 7, "4 pieces");
    assert_eq!(DepthRule::Fixed(3).depth(&game), 3);
    assert_eq!([9, 10, 50].map(|plies| DepthRule::ByPhase.depth_at(plies, 32)), [5, 6, 7]);
    assert_eq!([32, 28, 12, 6].map(|pieces| DepthRule::ByPieces(4).depth_at(0, pieces)), [4, 5, 6, 7]);
}
