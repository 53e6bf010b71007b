//! The values of the tables: each follows from the moves, and a plain search finds the same.

use crate::{board, is_long, material, one_attacker, sample, solved, table};
use chuhe_endings::{Distance, Layer, Side, Solving, Table, Tables, Value, mirror_sides};
use chuhe_rules::game::attackers_left;
use chuhe_rules::{Board, Position};

/// Tables that take a moment: each attacker, guards of both sides, two attackers.
const SMALL: [&str; 7] = ["R vs AE", "N vs AA", "C vs EE", "P vs AE", "CA vs A", "PP vs K", "NP vs K"];

fn chosen() -> Vec<String> {
    let all = if is_long() { one_attacker() } else { Vec::new() };
    SMALL.into_iter().map(str::to_owned).chain(all).collect()
}

fn solve_chosen() -> (Vec<String>, Tables) {
    let texts = chosen();
    let tables = solved(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    (texts, tables)
}

#[test]
fn each_value_follows_from_the_moves() {
    let (texts, tables) = solve_chosen();
    for text in texts {
        assert_eq!(tables.verify(&table(&tables, &text), 2), Ok(Vec::new()), "{text}");
    }
}

/// Returns the best of the values of a board's moves, by the rules' moves and the tables.
fn by_the_rules(tables: &Tables, board: &Board) -> Value {
    let moves = tables.probe_moves(board).expect("the tables of all captures");
    moves.first().map_or(Value::Loss(0), |(_, value)| *value)
}

#[test]
fn values_follow_from_the_moves_of_the_rules() {
    let (texts, tables) = solve_chosen();
    let count = if is_long() { 30_000 } else { 3_000 };
    for text in texts {
        let table = table(&tables, &text);
        for (index, side) in sample(table.index().len(), count) {
            let Some(value) = table.value(index, side) else { continue };
            let board = table.index().board(index, side).expect("a position has a board");
            assert_eq!(by_the_rules(&tables, &board), value, "{text}\n{board:?}");
        }
    }
}

/// Returns the plies in which the side to move is mated, if that can be forced in at most `plies`. It knows no table.
fn lost_in(board: &mut Board, plies: u16) -> Option<u16> {
    let mut longest = 0;
    for mv in board.legal_moves() {
        let captured = board.make(mv);
        let won = plies.checked_sub(1).and_then(|plies| won_in(board, plies));
        board.unmake(mv, captured);
        longest = longest.max(won? + 1);
    }
    Some(longest)
}

/// Returns the plies in which the side to move mates, if it can force that in at most `plies`.
fn won_in(board: &mut Board, plies: u16) -> Option<u16> {
    if attackers_left(board) == 0 {
        return None;
    }
    let mut best = None;
    for mv in board.legal_moves() {
        let limit = best.map_or(plies, |best: u16| best.saturating_sub(2)).checked_sub(1);
        let Some(limit) = limit else { break };
        let captured = board.make(mv);
        let lost = lost_in(board, limit);
        board.unmake(mv, captured);
        best = lost.map_or(best, |lost| Some(lost + 1));
    }
    best
}

/// Compares values with a search of `plies`: it finds exactly the wins and losses of at most so many plies.
fn check_by_search(table: &Table, count: usize, plies: u16) {
    for (index, side) in sample(table.index().len(), count) {
        let Some(value) = table.value(index, side) else { continue };
        let mut board = table.index().board(index, side).expect("a position has a board");
        let found = match lost_in(&mut board, plies) {
            Some(plies) => Some(Value::Loss(plies)),
            None => won_in(&mut board, plies).map(Value::Win),
        };
        let expected = Some(value).filter(|value| value.plies().is_some_and(|distance| distance <= plies));
        assert_eq!(found, expected, "{}\n{board:?}", table.material());
    }
}

#[test]
fn a_plain_search_finds_the_same_mates() {
    let (texts, tables) = solve_chosen();
    let (wide, deep) = if is_long() { (30_000, 300) } else { (1_000, 20) };
    for text in texts {
        check_by_search(&table(&tables, &text), wide, 2);
        check_by_search(&table(&tables, &text), deep, 4);
    }
}

#[test]
fn best_play_ends_with_mate_at_the_distance() {
    let tables = solved(&["R vs AE"]);
    for fen in ["9/4k4/5a3/9/6b2/9/9/9/9/R2K5 w", "9/9/4ka3/9/6b2/9/9/9/9/R2K5 b"] {
        let mut board = board(fen);
        let plies = tables.probe(&board).and_then(Value::plies).expect("it is decided");
        let line = tables.best_line(&board, 100);
        line.iter().for_each(|mv| {
            assert!(
                board.is_legal(*mv) && {
                    board.make(*mv);
                    true
                }
            )
        });
        assert_eq!(line.len(), usize::from(plies), "{fen}");
        assert!(!board.has_legal_move());
    }
}

#[test]
fn exchanged_colours_have_the_same_value() {
    let tables = solved(&["P vs A"]);
    let table = table(&tables, "P vs A");
    for (index, side) in sample(table.index().len(), 500) {
        let Some(value) = table.value(index, side) else { continue };
        let board = table.index().board(index, side).and_then(|board| mirror_sides(&board)).expect("a board");
        assert_eq!(tables.probe(&board), Some(value));
    }
}

#[test]
fn one_thread_and_several_make_the_same_table() {
    let (mut one, mut three) = (Tables::default(), Tables::default());
    one.solve(material("N vs A"), 1).expect("solved");
    three.solve(material("N vs A"), 3).expect("solved");
    let bytes = |tables| table(tables, "N vs A").to_bytes().expect("not too deep");
    assert_eq!(bytes(&one), bytes(&three));
}

#[test]
fn layers_decide_each_position_once_at_its_distance() {
    let mut solving = Solving::new(material("R vs K"), |_| None, 1).expect("needs no other table");
    assert_eq!((solving.plies(), solving.distance(0, Side::Weak)), (None, None));
    let mut layers = Vec::new();
    while let Some(Layer { plies, decided }) = solving.step() {
        assert_eq!(solving.plies(), Some(plies));
        assert_eq!(Side::ALL.map(|side| solving.last_layer(side).count() as u64), decided);
        layers.push(decided);
    }
    let lost = layers.iter().map(|layer| layer[1]).sum::<u64>();
    let table = solving.finish();
    assert_eq!(lost, table.share(Side::Weak).lost);
    assert_eq!(table.share(Side::Weak).longest.map(|(plies, _)| usize::from(plies)), Some(layers.len() - 1));
}

#[test]
fn the_next_capture_is_at_most_as_far_as_mate_and_wins_are_the_same() {
    let tables = solved(&["N vs AA"]);
    let mate = table(&tables, "N vs AA");
    let find = |material| tables.get(material);
    let mut solving = Solving::counting(mate.material(), find, Distance::Capture, 2).expect("smaller tables");
    while solving.step().is_some() {}
    let capture = solving.finish();
    let mut is_nearer = false;
    for (index, side) in sample(mate.index().len(), usize::MAX) {
        match (mate.value(index, side), capture.value(index, side)) {
            (Some(Value::Win(mate)), Some(Value::Win(capture)))
            | (Some(Value::Loss(mate)), Some(Value::Loss(capture))) => {
                assert!(capture <= mate);
                is_nearer |= capture < mate;
            }
            (mate, capture) => assert_eq!(mate, capture),
        }
    }
    assert!(is_nearer);
}

#[test]
fn a_missing_smaller_table_is_named() {
    let missing = Solving::new(material("R vs A"), |_| None, 1).err().expect("R vs K is needed");
    assert_eq!(missing.to_string(), "the table of R vs K has to be there first");
    let order: Vec<String> =
        Tables::default().missing(material("RN vs A")).iter().map(ToString::to_string).collect();
    assert_eq!(order, ["N vs K", "N vs A", "R vs K", "R vs A", "RN vs K", "RN vs A"]);
}

#[test]
fn generals_with_guards_alone_are_drawn_and_unknown_material_is_not() {
    let tables = Tables::default();
    assert_eq!(tables.probe(&board("3ak4/9/9/9/9/9/9/9/9/3K5 w")), Some(Value::Draw));
    assert_eq!(tables.probe(&Position::default().board), None);
}
