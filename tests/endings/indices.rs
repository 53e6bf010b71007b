//! The numbering of positions, and the moves of the tables.

use crate::{is_long, material, one_attacker, random, sample};
use chuhe_endings::{Guards, Index, Material, Side};
use chuhe_rules::types::POINTS;
use chuhe_rules::{Board, Color, Move, Role, Square};
use std::collections::HashSet;

/// Materials of each kind of symmetry: one attacker, two different ones, two of one role, guards on both sides.
const KINDS: [&str; 9] =
    ["R vs E", "N vs AE", "C vs A", "P vs EE", "PA vs E", "RN vs K", "PP vs K", "NNA vs K", "CPE vs K"];

/// Returns all indices below `length`, or `most` random ones of them.
fn first_or_random(length: usize, most: usize) -> Vec<usize> {
    if length <= most { (0..length).collect() } else { random(most, length).collect() }
}

fn mirrored(board: &Board) -> Board {
    let mut squares = [None; POINTS];
    for (square, piece) in board.pieces() {
        squares[square.mirror_files().index()] = Some(piece);
    }
    Board::from_pieces(&squares, board.turn()).expect("the same pieces")
}

/// Checks an index and its mirror image; returns whether it is a placement of pieces.
fn check_round_trip(index: &Index, at: usize) -> bool {
    let Some(board) = index.board(at, Side::Strong) else { return false };
    assert_eq!(index.of_board(&board), Some(at), "{board}");
    let image = mirrored(&board);
    let back = index.of_board(&image).expect("a mirror image has an index");
    let shown = index.board(back, Side::Strong).expect("it is a placement");
    assert!(shown == board && back == at || shown == image, "{board}\n{shown}");
    true
}

#[test]
fn each_index_is_the_index_of_its_board() {
    let all = if is_long() { one_attacker() } else { Vec::new() };
    for text in KINDS.into_iter().map(str::to_owned).chain(all) {
        let index = Index::new(material(&text));
        let indices =
            if is_long() { (0..index.len()).collect() } else { first_or_random(index.len(), 60_000) };
        let boards = indices.iter().filter(|at| check_round_trip(&index, **at)).count();
        assert!(boards > indices.len() / 2, "{text}: {boards} of {}", indices.len());
    }
}

/// The other direction: each placement of the pieces, mirror images together, has exactly one index.
#[test]
fn each_placement_of_a_horse_and_a_soldier_has_one_index() {
    let index = Index::new(material("NP vs K"));
    let mut found = HashSet::new();
    let mut placements = 0;
    for at in 0..index.len() {
        if let Some(board) = index.board(at, Side::Weak) {
            placements += 1;
            found.insert(board.key().min(mirrored(&board).key()));
        }
    }
    // Placements with both attackers on file e, except for mirror images among them, are numbered twice.
    let twice = (0..index.len()).filter(|at| {
        index
            .board(*at, Side::Weak)
            .is_some_and(|board| index.of_board(&mirrored(&board)).is_some_and(|image| image != *at))
    });
    assert_eq!(found.len(), placements - twice.count() / 2);
}

#[test]
fn sizes_are_those_of_the_issue() {
    let total = |role| {
        let sizes = Guards::ALL.map(|defence| Material::new(&[role], Guards::default(), defence));
        sizes.into_iter().flatten().map(|material| Index::new(material).len()).sum::<usize>()
    };
    assert_eq!([Role::Rook, Role::Horse, Role::Cannon].map(total), [1_502_550; 3]);
    assert_eq!(total(Role::Soldier), 931_581);
}

#[test]
fn boards_with_other_pieces_have_no_index() {
    let index = Index::new(material("R vs A"));
    for fen in
        ["4k4/4a4/9/9/9/9/9/9/9/R3K4 b", "3ak4/4a4/9/9/9/9/9/9/9/R3K4 b", "3ak4/9/9/9/9/9/9/9/9/N4K3 b"]
    {
        assert_eq!(index.of_board(&crate::board(fen)).is_some(), fen.starts_with("4k4"), "{fen}");
    }
}

/// Returns the moves in the order of their bits.
fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort_by_key(|mv| mv.bits());
    moves
}

/// Compares the moves of a table's position with those of the rules.
fn check_moves(index: &Index, at: usize, side: Side) {
    let moves = index.legal_moves(at, side);
    match index.board(at, side) {
        None => assert_eq!(moves, None),
        Some(board) if board.attacks_general(board.turn()) => assert_eq!(moves, None, "{board}"),
        Some(board) => assert_eq!(moves.map(sorted), Some(sorted(board.legal_moves())), "{board:?}"),
    }
}

#[test]
fn legal_moves_are_those_of_the_rules() {
    let count = if is_long() { 1_000_000 } else { 15_000 };
    let large = ["R vs AAEE", "CAAEE vs AAEE", "RN vs AAEE", "NCA vs AE", "PP vs AE", "RCE vs AA"];
    for text in KINDS.into_iter().chain(large) {
        let index = Index::new(material(text));
        sample(index.len(), count).into_iter().for_each(|(at, side)| check_moves(&index, at, side));
    }
}

#[test]
fn soldiers_have_only_the_points_that_they_can_reach() {
    let index = Index::new(material("P vs K"));
    for at in random(2_000, index.len()) {
        let Some(board) = index.board(at, Side::Strong) else { continue };
        let soldier: Square = board.of(Color::Red, Role::Soldier).first().expect("a soldier");
        assert!(soldier.across_river(Color::Red) || soldier.rank() >= 3 && soldier.file() % 2 == 0);
    }
}
