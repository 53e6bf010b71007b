//! Tests of solving in steps, and of the values of a piece's other points.

use crate::{board, material, solved};
use chuhe_endings::{Material, Progress, Side, Solver, Value};
use chuhe_rules::{Board, Piece, Square};

/// Takes all steps and returns the solved materials in order.
fn solve_all(solver: &mut Solver) -> Vec<String> {
    let mut solved = Vec::new();
    while let Some(progress) = solver.step().expect("smaller tables are solved first") {
        if let Progress::Solved(material) = progress {
            solved.push(material.to_string());
        }
    }
    solved
}

#[test]
fn steps_solve_what_captures_need_first() {
    let mut solver = Solver::default();
    solver.begin(material("N vs AE"));
    assert_eq!(solve_all(&mut solver), ["N vs K", "N vs E", "N vs A", "N vs AE"]);
    solver.begin(material("N vs AE"));
    assert_eq!(solver.step(), Ok(None));
}

#[test]
fn layers_have_all_decided_positions() {
    let mut solver = Solver::default();
    let ending = material("N vs A");
    solver.begin(ending);
    solve_all(&mut solver);
    let table = solver.tables().get(ending).expect("the table is solved");
    let layers = solver.layers(ending);
    assert_eq!(layers.last().map(|layer| layer.plies), Some(38));
    for side in Side::ALL {
        let share = table.share(side);
        let decided: u64 = layers.iter().map(|layer| layer.decided[side as usize]).sum();
        assert_eq!(decided, share.won + share.lost);
    }
    for (plies, layer) in layers.iter().enumerate() {
        assert_eq!(usize::from(layer.plies), plies);
    }
}

#[test]
fn shares_by_point_add_up_to_the_table() {
    let tables = solved(&["N vs A"]);
    let table = tables.get(material("N vs A")).expect("the table is solved");
    let shares = table.shares_by_point();
    let [strong, weak] = Side::ALL.map(|side| table.share(side));
    let left = || Square::all().filter(|square| square.file() <= 4).map(|square| &shares[square.index()]);
    assert_eq!(left().map(|share| share.positions).sum::<u64>(), strong.positions() + weak.positions());
    assert_eq!(left().flat_map(|share| &share.won).sum::<u64>(), strong.won + weak.lost);
    let longest = shares.iter().map(|share| share.won.len()).max();
    assert_eq!(longest, Some(38 + 1));
}

#[test]
fn another_ending_drops_an_unfinished_table_and_keeps_finished_ones() {
    let mut solver = Solver::default();
    solver.begin(material("R vs A"));
    while solver.step() != Ok(Some(Progress::Begun(material("R vs A")))) {}
    solver.begin(material("R vs AE"));
    let missing: Vec<String> = solver.missing().map(|material: Material| material.to_string()).collect();
    assert_eq!(missing, ["R vs E", "R vs A", "R vs AE"].map(String::from));
    solve_all(&mut solver);
    assert_eq!(solver.layers(material("R vs A")).last().map(|layer| layer.plies), Some(10));
}

/// Returns the board with the piece of a point on another one.
fn moved(board: &Board, from: Square, to: Square) -> Option<Board> {
    let mut squares: [Option<Piece>; 90] = std::array::from_fn(|_| None);
    for (square, piece) in board.pieces() {
        squares[if square == from { to } else { square }.index()] = Some(piece);
    }
    Board::from_pieces(&squares, board.turn())
}

#[test]
fn placements_are_the_values_of_the_boards() {
    let tables = solved(&["N vs AA"]);
    for fen in ["9/4a4/3ak4/N8/9/9/9/9/9/5K3 w", "5k3/9/9/9/9/9/9/n8/4A4/3AK4 b"] {
        let board = board(fen);
        for (from, _) in board.pieces() {
            let values = tables.placements(&board, from);
            assert_eq!(values[from.index()], tables.probe(&board));
            for to in Square::all().filter(|to| *to != from) {
                let expected = match board.piece_at(to) {
                    Some(_) => None,
                    None => moved(&board, from, to).and_then(|board| tables.probe(&board)),
                };
                assert_eq!(values[to.index()], expected, "{fen}: {from} to {to}");
            }
        }
    }
}

#[test]
fn an_empty_point_has_no_placements() {
    let tables = solved(&["N vs K"]);
    let empty: Square = "a0".parse().expect("a point");
    let values = tables.placements(&board("4k4/9/9/9/N8/9/9/9/9/3K5 w"), empty);
    assert!(values.iter().all(Option::<Value>::is_none));
}

#[test]
fn the_material_of_a_board_is_that_of_either_colour() {
    let name = |fen| Material::of_board(&board(fen)).map(|material| material.to_string());
    assert_eq!(name("9/4a4/3ak4/N8/9/9/9/9/9/5K3 w").as_deref(), Some("N vs AA"));
    assert_eq!(name("5k3/9/9/9/9/9/9/n8/4A4/3AK4 b").as_deref(), Some("N vs AA"));
    assert_eq!(name("4k4/9/9/9/9/9/9/9/4A4/3AK4 b"), None);
}
