//! Chinese notation, piece by piece and for pieces of one kind on one file.
//!
//! The tandem cases are those on which ElephantEye and vschess agree with the xqbase notation
//! specification, 《着法表示》.
#![cfg(not(target_arch = "wasm32"))]

use chuhe::game::board::Board;
use chuhe::game::fen::{self, Position};
use chuhe::game::notation::chinese;
use chuhe::game::types::{Color, Move, POINTS, Piece, Role, Square};

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

fn assert_written(board: &Board, cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        let written = chinese::write(board, mv(text));
        assert_eq!(written.as_deref(), Some(*expected), "{text} on\n{board}");
    }
}

/// A board with the generals at home and pieces of one kind on these points.
fn board(color: Color, role: Role, points: &str) -> Board {
    let mut squares = [None; POINTS];
    let mut put = |square: Square, color, role| squares[square.index()] = Some(Piece::new(color, role));
    put(Square::from_index(4), Color::Red, Role::General);
    put(Square::from_index(4).flip_ranks(), Color::Black, Role::General);
    for point in points.split(' ') {
        put(point.parse().expect("a point"), color, role);
    }
    Board::from_pieces(&squares, color).expect("both generals")
}

#[test]
fn every_role_of_both_sides() {
    assert_written(
        &fen::start(),
        &[
            ("h2e2", "炮二平五"),
            ("h0g2", "马二进三"),
            ("a0a1", "车九进一"),
            ("g0e2", "相三进五"),
            ("d0e1", "仕六进五"),
            ("e0e1", "帅五进一"),
            ("i3i4", "兵一进一"),
            ("h2h9", "炮二进七"),
        ],
    );
    let black: Position = START_FOR_BLACK.parse().expect("a position");
    assert_written(
        &black.board,
        &[
            ("h7e7", "炮８平５"),
            ("h9g7", "马８进７"),
            ("a9a8", "车１进１"),
            ("g9e7", "象７进５"),
            ("d9e8", "士４进５"),
            ("e9e8", "将５进１"),
            ("i6i5", "卒９进１"),
        ],
    );
    assert_eq!(chinese::write(&fen::start(), mv("e5e6")), None);
}

const START_FOR_BLACK: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b";

#[test]
fn two_on_a_file_are_front_and_rear() {
    let red = [("e6e8", "前炮进二"), ("e6e5", "前炮退一"), ("e3a3", "后炮平九"), ("e3e4", "后炮进一")];
    assert_written(&board(Color::Red, Role::Cannon, "e6 e3"), &red);
    let black = [("e3e1", "前车进２"), ("e6a6", "后车平１"), ("e3e4", "前车退１")];
    assert_written(&board(Color::Black, Role::Rook, "e6 e3"), &black);
    assert_written(&board(Color::Red, Role::Horse, "c4 c2"), &[("c4e5", "前马进五"), ("c2a1", "后马退九")]);
    assert_written(&board(Color::Red, Role::Soldier, "e7 e5"), &[("e7d7", "前兵平六"), ("e5d5", "后兵平六")]);
}

#[test]
fn advisors_and_elephants_are_told_by_their_direction() {
    assert_written(
        &board(Color::Red, Role::Elephant, "c0 c4"),
        &[("c4a2", "相七退九"), ("c0a2", "相七进九")],
    );
    assert_written(
        &board(Color::Black, Role::Advisor, "d9 d7"),
        &[("d9e8", "士４进５"), ("d7e8", "士４退５")],
    );
}

#[test]
fn soldiers_on_a_file() {
    let three = [("e7d7", "前兵平六"), ("e6d6", "中兵平六"), ("e5d5", "后兵平六")];
    assert_written(&board(Color::Red, Role::Soldier, "e7 e6 e5"), &three);
    // One on another file changes nothing, and is itself told by its file.
    let aside = [("e6d6", "中兵平六"), ("a5a6", "兵九进一")];
    assert_written(&board(Color::Red, Role::Soldier, "e7 e6 e5 a5"), &aside);
    let four = [("e8d8", "一兵平六"), ("e7d7", "二兵平六"), ("e6d6", "三兵平六"), ("e5d5", "四兵平六")];
    assert_written(&board(Color::Red, Role::Soldier, "e8 e7 e6 e5"), &four);
    let five = [("e8d8", "一兵平六"), ("e7d7", "二兵平六"), ("e4d4", "五兵平六")];
    assert_written(&board(Color::Red, Role::Soldier, "e8 e7 e6 e5 e4"), &five);
}

#[test]
fn soldiers_on_two_files_are_numbered_from_the_right() {
    let red = [("f7e7", "一兵平五"), ("f5e5", "二兵平五"), ("d7e7", "三兵平五"), ("d5e5", "四兵平五")];
    assert_written(&board(Color::Red, Role::Soldier, "f7 f5 d7 d5"), &red);
    let five = [("f7e7", "一兵平五"), ("f5e5", "二兵平五"), ("d7e7", "三兵平五"), ("d6e6", "四兵平五")];
    assert_written(&board(Color::Red, Role::Soldier, "f7 f5 d7 d6 d5"), &five);
    assert_written(&board(Color::Red, Role::Soldier, "f7 f5 d7 d6 d5"), &[("d5e5", "五兵平五")]);
    let black = [("d1e1", "一卒平５"), ("d3e3", "二卒平５"), ("f1e1", "三卒平５"), ("f3e3", "四卒平５")];
    assert_written(&board(Color::Black, Role::Soldier, "d1 d3 f1 f3"), &black);
}
