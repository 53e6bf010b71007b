//! Tests of FEN: every dialect that is read, and every refusal with all its reasons.

use chuhe::rules::fen::{self, FenError, FenReason, Position, Setup};
use chuhe::rules::types::{Color, Piece, Role, Square, shown};

/// The placement of the start position.
const PLACEMENT: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

fn read(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn refused(text: &str) -> FenError {
    text.parse::<Position>().expect_err(text)
}

/// Asserts that a text is refused for exactly these reasons, in this order.
fn assert_reasons(text: &str, expected: &[FenReason]) {
    let error = refused(text);
    assert_eq!(error.reasons, expected, "{text}");
    assert_eq!(error.text, text);
    let message = error.to_string();
    assert!(message.contains(&shown(text)), "{message}");
    for reason in expected {
        assert!(message.contains(&reason.to_string()), "{message} lacks {reason}");
    }
}

/// Returns a placement of these pieces on their points.
fn placement(pieces: &[(char, Square)]) -> String {
    let mut rows = [['1'; 9]; 10];
    for (letter, square) in pieces {
        rows[9 - square.rank() as usize][square.file() as usize] = *letter;
    }
    rows.map(String::from_iter).join("/")
}

fn square(text: &str) -> Square {
    text.parse().expect("a point")
}

fn piece(letter: char) -> Piece {
    Piece::from_letter(letter).expect("a piece")
}

#[test]
fn the_start_position_is_written_as_it_is_read() {
    assert_eq!(read(fen::START).to_string(), fen::START);
    assert_eq!(read(fen::START), Position::default());
    assert_eq!(read(fen::START).board, fen::start());
}

#[test]
fn every_spelling_of_the_side_is_read() {
    for (side, color) in [("w", Color::Red), ("r", Color::Red), ("b", Color::Black)] {
        let position = read(&format!("{PLACEMENT} {side} - - 0 1"));
        assert_eq!(position.board.turn(), color, "{side}");
        let letter = if color == Color::Red { "w" } else { "b" };
        assert_eq!(position.to_string(), format!("{PLACEMENT} {letter} - - 0 1"));
    }
}

#[test]
fn fields_from_two_to_six() {
    for (fields, counters) in [
        ("w", "0 1"),
        ("w -", "0 1"),
        ("w - -", "0 1"),
        ("w 0 1", "0 1"),
        ("w 12 34", "12 34"),
        ("w - - 12", "12 1"),
        ("w - - 0 1", "0 1"),
        ("r - - 119 9999", "119 9999"),
        ("w - - 007 010", "7 10"),
    ] {
        let text = format!("{PLACEMENT} {fields}");
        assert_eq!(read(&text).to_string(), format!("{PLACEMENT} w - - {counters}"), "{text}");
    }
}

#[test]
fn letters_of_other_programs() {
    for letters in ["rheakaehr", "rnmgkgmnr", "rhmakabnr", "rnbgkaehr"] {
        let text = PLACEMENT.replace("rnbakabnr", letters).replace("RNBAKABNR", &letters.to_uppercase());
        assert_eq!(read(&format!("{text} w")), Position::default(), "{text}");
    }
}

#[test]
fn xiexie_writes_no_counters() {
    let position = read("rheakae1r/9/1c4hc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RHEAKAEHR b");
    let expected = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1";
    assert_eq!(position.to_string(), expected);
}

#[test]
fn an_empty_pocket_is_ignored() {
    for text in [format!("{PLACEMENT}[] w - - 0 1"), format!("{PLACEMENT}[]_w_-_-_0_1")] {
        assert_eq!(read(&text), Position::default(), "{text}");
    }
}

#[test]
fn spaces_may_be_written_as_in_links() {
    let spaces = ["_", "+", "%20", "  ", "\t", " \r\n"];
    for space in spaces {
        assert_eq!(read(&fen::START.replace(' ', space)), Position::default(), "{space:?}");
    }
    for slash in ["%2F", "%2f"] {
        assert_eq!(read(&fen::START.replace('/', slash).replace(' ', "%20")), Position::default());
    }
    assert_eq!(read(&format!("  {}\n", fen::START)), Position::default());
}

#[test]
fn a_missing_side_is_refused() {
    assert_reasons(PLACEMENT, &[FenReason::MissingSide]);
    assert_reasons(
        &format!("{PLACEMENT}r"),
        &[FenReason::RankLength { rank: 0, found: 10 }, FenReason::MissingSide],
    );
}

#[test]
fn empty_text_is_refused() {
    for text in ["", "   ", "\n\t", "_", "%20", "+_+"] {
        assert_reasons(text, &[FenReason::Empty]);
    }
}

#[test]
fn too_long_text_is_refused() {
    for length in [401, 5000] {
        assert_reasons(&"9".repeat(length), &[FenReason::TooLong(length)]);
    }
    assert!(!matches!(refused(&"9".repeat(400)).reasons[0], FenReason::TooLong(_)));
}

#[test]
fn wrong_number_of_ranks() {
    assert_reasons("9/9/4k4/9/9/9/9/9/3K5 w", &[FenReason::RankCount(9)]);
    assert_reasons("9/9/9/4k4/9/9/9/9/9/9/3K5 w", &[FenReason::RankCount(11)]);
    assert_reasons("9 w", &[FenReason::RankCount(1)]);
    assert_reasons(
        "w - - 0 1",
        &[
            FenReason::RankCount(1),
            FenReason::UnknownPiece { rank: 9, file: 0, letter: 'w' },
            FenReason::RankLength { rank: 9, found: 1 },
            FenReason::UnknownSide("-".to_owned()),
        ],
    );
}

#[test]
fn wrong_length_of_a_rank() {
    let text = fen::START.replace("1c5c1", "1c4c1").replace("1C5C1", "1C6C1").replace("RNBAKABNR", "");
    assert_reasons(
        &text,
        &[
            FenReason::RankLength { rank: 7, found: 8 },
            FenReason::RankLength { rank: 2, found: 10 },
            FenReason::RankLength { rank: 0, found: 0 },
        ],
    );
    assert_reasons(
        &fen::START.replacen("/9/", "/99999999999/", 1),
        &[FenReason::RankLength { rank: 8, found: 99 }],
    );
}

#[test]
fn unknown_letters_name_their_point() {
    let text = fen::START.replace("1c5c1", "1q5车1").replace("P1P1P1P1P", "P1P1P10P1P");
    assert_reasons(
        &text,
        &[
            FenReason::UnknownPiece { rank: 7, file: 1, letter: 'q' },
            FenReason::UnknownPiece { rank: 7, file: 7, letter: '车' },
            FenReason::UnknownPiece { rank: 3, file: 6, letter: '0' },
            FenReason::RankLength { rank: 3, found: 10 },
        ],
    );
    let reason = &refused(&text).reasons[0];
    assert_eq!((reason.code(), reason.rank(), reason.file()), ("unknownPiece", Some(7), Some('b')));
    assert_eq!(reason.value().as_deref(), Some("q"));
    assert!(reason.to_string().contains("b7"), "{reason}");
    let beyond = FenReason::UnknownPiece { rank: 8, file: 9, letter: '!' };
    let length = FenReason::RankLength { rank: 8, found: 10 };
    assert_eq!((beyond.rank(), beyond.file()), (Some(8), None));
    assert_reasons(&fen::START.replacen("/9/", "/9!/", 1), &[beyond, length]);
}

#[test]
fn a_pocket_with_pieces() {
    let pocket = |held: &str| FenReason::Pocket(held.to_owned());
    assert_reasons(&format!("{PLACEMENT}[Pp] w - - 0 1"), &[pocket("Pp")]);
    assert_reasons(&format!("{PLACEMENT}[-] w"), &[pocket("-")]);
    assert_reasons(&format!("{PLACEMENT}[ w"), &[pocket("")]);
    assert_reasons(
        &format!("{}[R] x", PLACEMENT.replace("/1C5C1/", "/1C6C1/")),
        &[FenReason::RankLength { rank: 2, found: 10 }, pocket("R"), FenReason::UnknownSide("x".to_owned())],
    );
}

#[test]
fn unknown_sides() {
    for side in ["W", "R", "B", "red", "white", "-", "0", "红"] {
        assert_reasons(&format!("{PLACEMENT} {side}"), &[FenReason::UnknownSide(side.to_owned())]);
    }
}

#[test]
fn bad_counters_and_surplus_fields() {
    let bad = |field: usize, value: &str| FenReason::BadField { field, value: value.to_owned() };
    for (fields, expected) in [
        ("w - - x 1", vec![bad(5, "x")]),
        ("w - - -1 1", vec![bad(5, "-1")]),
        ("w - - 0 1.5", vec![bad(6, "1.5")]),
        ("w - - 10000 1", vec![bad(5, "10000")]),
        ("w - - 99999999999999999999 1", vec![bad(5, "99999999999999999999")]),
        ("w - - 0 1 2", vec![bad(7, "2")]),
        ("w 0 1 2", vec![bad(5, "2")]),
        ("w KQkq - 0 1", vec![bad(3, "KQkq"), bad(4, "-")]),
        ("w - - ０ １", vec![bad(5, "０"), bad(6, "１")]),
        ("w - - a b c", vec![bad(5, "a"), bad(6, "b"), bad(7, "c")]),
    ] {
        let error = refused(&format!("{PLACEMENT} {fields}"));
        assert_eq!(error.reasons[..expected.len()], expected, "{fields}");
        assert!(error.reasons.iter().all(|reason| matches!(reason, FenReason::BadField { .. })), "{error}");
    }
}

#[test]
fn numbers_of_generals() {
    let count = |color, found| FenReason::GeneralCount { color, found };
    assert_reasons("9/9/9/9/9/9/9/9/9/9 w", &[count(Color::Red, 0), count(Color::Black, 0)]);
    assert_reasons("3k5/9/9/9/9/9/9/9/9/3KK4 w", &[count(Color::Red, 2)]);
    assert_reasons("3k5/4k4/9/9/9/9/9/9/9/9 w", &[count(Color::Red, 0), count(Color::Black, 2)]);
}

#[test]
fn too_many_of_each_role() {
    let too_many = |color, role, found| FenReason::TooMany { color, role, found };
    let text = "3k5/4a4/3a1a3/9/2r1r1r2/PPPPPP3/9/B3B3B/9/2B1K1B2 w";
    assert_reasons(text, &[too_many(Color::Black, Role::Rook, 3)]);
    // With only two chariots the position is accepted, though odd.
    let position = read(&text.replace("2r1r1r2", "2r1r4"));
    assert_eq!(
        position.oddities(),
        [
            too_many(Color::Red, Role::Elephant, 5),
            too_many(Color::Red, Role::Soldier, 6),
            too_many(Color::Black, Role::Advisor, 3),
            FenReason::Misplaced { piece: piece('P'), square: square("b4") },
            FenReason::Misplaced { piece: piece('P'), square: square("d4") },
            FenReason::Misplaced { piece: piece('P'), square: square("f4") },
        ]
    );
    let crowd = "3k5/9/9/9/9/PPPPPPPP1/PPPPPPPP1/9/9/4K4 w";
    assert_reasons(crowd, &[FenReason::Crowded { color: Color::Red, found: 17 }]);
    for (letters, role) in [("NNN", Role::Horse), ("CCC", Role::Cannon), ("RRR", Role::Rook)] {
        let text = format!("3k5/9/9/9/9/9/9/9/9/4K{letters}1 w");
        assert_reasons(&text, &[too_many(Color::Red, role, 3)]);
    }
}

/// Returns true if a red piece may stand on the point by the rules; Black's points are mirrored.
fn may_stand(letter: char, square: Square) -> bool {
    let (file, rank) = (square.file(), square.rank());
    match letter {
        'K' => square.in_palace(Color::Red),
        'A' => ["d0", "f0", "e1", "d2", "f2"].contains(&square.to_string().as_str()),
        'B' => ["c0", "g0", "a2", "e2", "i2", "c4", "g4"].contains(&square.to_string().as_str()),
        'P' => rank >= 5 || (rank >= 3 && file % 2 == 0),
        _ => true,
    }
}

#[test]
fn every_piece_on_every_point() {
    let taken = [square("e0"), square("d9")];
    for letter in "ABNRCPabnrcp".chars() {
        for at in Square::all().filter(|square| !taken.contains(square)) {
            let own = if letter.is_ascii_uppercase() { at } else { at.flip_ranks() };
            let is_allowed = may_stand(letter.to_ascii_uppercase(), own);
            let text = format!("{} w", placement(&[('K', taken[0]), ('k', taken[1]), (letter, at)]));
            let setup: Setup = text.parse().expect("a set-up");
            let reasons = setup.validate_for_play();
            let misplaced = FenReason::Misplaced { piece: piece(letter), square: at };
            assert_eq!(reasons.contains(&misplaced), !is_allowed, "{text}");
            if let Ok(position) = text.parse::<Position>() {
                assert_eq!(position.oddities().contains(&misplaced), !is_allowed, "{text}");
            }
            let others = reasons.iter().filter(|reason| **reason != misplaced);
            assert!(others.clone().all(|reason| reason.code() == "opponentInCheck"), "{text}: {reasons:?}");
        }
    }
}

#[test]
fn generals_outside_their_palace() {
    let text = "9/9/9/9/k8/9/9/9/9/6K2 w";
    let misplaced = |letter, at| FenReason::Misplaced { piece: piece(letter), square: square(at) };
    assert_reasons(text, &[misplaced('K', "g0"), misplaced('k', "a5")]);
    let reason = &refused(text).reasons[1];
    assert_eq!((reason.code(), reason.rank(), reason.file()), ("misplaced", Some(5), Some('a')));
    assert_eq!((reason.color(), reason.role()), (Some(Color::Black), Some(Role::General)));
    assert!(reason.to_string().contains("a5"), "{reason}");
}

#[test]
fn facing_generals_are_refused() {
    for file in 3..6u8 {
        let on_rank = |rank| Square::at(file as i8, rank).expect("a point");
        let text = placement(&[('K', on_rank(0)), ('k', on_rank(9))]);
        for side in ["w", "b"] {
            let reason = FenReason::GeneralsFace { file };
            assert_eq!(reason.file(), ('a'..='i').nth(file.into()));
            assert_reasons(&format!("{text} {side}"), &[reason]);
        }
    }
    read("4k4/9/9/9/4p4/9/9/9/9/4K4 w");
    // Here the rook also gives check.
    let in_check = FenReason::OpponentInCheck { color: Color::Black };
    assert_reasons("4k3R/9/9/9/9/9/9/9/9/4K4 w", &[FenReason::GeneralsFace { file: 4 }, in_check]);
    assert_reasons("4k3R/9/9/9/9/9/9/9/9/4K4 b", &[FenReason::GeneralsFace { file: 4 }]);
}

#[test]
fn the_side_not_to_move_in_check() {
    for (placement, checking, color) in [
        ("3k5/9/9/9/9/9/9/9/9/3RK4", "w", Color::Black),
        ("3k5/3n5/9/9/9/9/9/9/3C5/4K4", "w", Color::Black),
        ("3k5/9/4N4/9/9/9/9/9/9/4K4", "w", Color::Black),
        ("3k5/3P5/9/9/9/9/9/9/9/4K4", "w", Color::Black),
        ("3k5/9/9/9/9/9/9/9/3p5/3K5", "b", Color::Red),
        ("4k4/9/9/9/9/9/9/9/9/3K1r3", "b", Color::Red),
    ] {
        assert_reasons(&format!("{placement} {checking}"), &[FenReason::OpponentInCheck { color }]);
        read(&format!("{placement} {}", if checking == "w" { "b" } else { "w" }));
    }
}

#[test]
fn a_blocked_piece_gives_no_check() {
    for placement in [
        "3k5/4n4/4N4/9/9/9/9/9/9/4K4",
        "3k5/3n5/9/9/9/9/9/9/3R5/4K4",
        "3k5/3n5/9/3n5/9/9/9/9/3C5/4K4",
        "3k5/9/9/9/9/9/9/9/3C5/4K4",
        "3k5/2P6/9/9/9/9/9/9/9/4K4",
    ] {
        read(&format!("{placement} w"));
    }
}

#[test]
fn all_reasons_are_reported_at_once() {
    let text = "3k4/9/9/9/9/9/9/x8/9/4K4[P] W - - y 1 z";
    assert_reasons(
        text,
        &[
            FenReason::RankLength { rank: 9, found: 8 },
            FenReason::UnknownPiece { rank: 2, file: 0, letter: 'x' },
            FenReason::Pocket("P".to_owned()),
            FenReason::UnknownSide("W".to_owned()),
            FenReason::BadField { field: 5, value: "y".to_owned() },
            FenReason::BadField { field: 7, value: "z".to_owned() },
        ],
    );
    let text = "3k5/9/9/9/9/8R/RR7/P8/9/3K5 w";
    assert_reasons(
        text,
        &[
            FenReason::TooMany { color: Color::Red, role: Role::Rook, found: 3 },
            FenReason::GeneralsFace { file: 3 },
        ],
    );
}

#[test]
fn rules_are_checked_where_the_text_can_be_read() {
    let misplaced = |letter, at| FenReason::Misplaced { piece: piece(letter), square: square(at) };
    assert_reasons(
        "3k5/9/x8/9/9/9/8A/RRR5/9/K8 y",
        &[
            FenReason::UnknownPiece { rank: 7, file: 0, letter: 'x' },
            FenReason::RankLength { rank: 2, found: 8 },
            FenReason::UnknownSide("y".to_owned()),
            misplaced('K', "a0"),
        ],
    );
    assert_reasons(
        "3k5/4k4/9/9/9/9/9/9/9/8 w",
        &[
            FenReason::RankLength { rank: 0, found: 8 },
            FenReason::GeneralCount { color: Color::Black, found: 2 },
        ],
    );
}

/// Returns the faults of a set-up for play, each with its points.
fn faults_to_play(text: &str) -> Vec<(FenReason, Vec<String>)> {
    let setup: Setup = text.parse().expect("a set-up");
    let squares = |reason: &FenReason| reason.squares(&setup).map(|square| square.to_string()).collect();
    setup.validate_for_play().into_iter().map(|reason| (reason.clone(), squares(&reason))).collect()
}

#[test]
fn two_soldiers_on_a_file_before_the_river_are_read_but_not_for_play() {
    let doubled = |color, file| FenReason::DoubledSoldiers { color, file };
    for (text, reason, squares) in [
        ("4k4/9/9/9/9/P8/P8/9/9/3K5 w", doubled(Color::Red, 0), ["a3", "a4"]),
        ("4k4/9/9/8p/8p/9/9/9/9/3K5 w", doubled(Color::Black, 8), ["i5", "i6"]),
    ] {
        assert!(text.parse::<Position>().is_ok(), "{text}");
        assert_eq!(faults_to_play(text), [(reason, squares.map(str::to_owned).to_vec())]);
    }
    assert_eq!(faults_to_play("4k4/9/9/p8/P8/p8/P8/9/9/3K5 w"), []);
}

#[test]
fn a_set_up_names_the_points_at_fault() {
    for (text, code, squares) in [
        ("4k4/9/9/9/9/9/9/9/9/9 w", "generalCount", ""),
        ("4k4/9/9/9/9/9/9/9/3K5/3K5 w", "generalCount", "d0 d1"),
        ("4k4/9/9/9/9/9/9/R8/R8/R2K5 w", "tooMany", "a0 a1 a2"),
        ("4k4/9/9/9/9/9/9/9/3A5/3K5 w", "misplaced", "d1"),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", "generalsFace", "e0 e9"),
        ("4k4/9/9/9/9/9/4R4/9/9/3K5 w", "opponentInCheck", "e3 e9"),
    ] {
        let [(reason, found)] = &faults_to_play(text)[..] else { panic!("one fault: {text}") };
        let mut found = found.clone();
        found.sort();
        assert_eq!((reason.code(), found.join(" ")), (code, squares.to_owned()), "{text}");
    }
}

#[test]
fn an_unreadable_set_up_has_the_reasons_of_an_unreadable_position() {
    for text in ["", "9/9 w", "4k4/9/9/9/9/9/9/9/9/3K5", "3k4/9/9/9/9/9/9/x8/9/4K4[P] W - - y 1 z"] {
        assert_eq!(text.parse::<Setup>().expect_err("no set-up"), refused(text), "{text}");
    }
}
