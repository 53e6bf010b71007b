//! Tests of opening books as text.

use chuhe::engine::book::Weighted;
use chuhe::engine::book::text::{Counter, TextReason, read};
use chuhe::rules::board::Board;
use chuhe::rules::fen;
use chuhe::rules::game::Game;
use chuhe::rules::types::{Color, Move};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

fn moves_of(text: &str, board: &Board) -> Vec<(String, u8)> {
    let moves = read(text).expect("a book").moves(board);
    moves.into_iter().map(|Weighted { mv, weight }| (mv.to_string(), weight)).collect()
}

fn line(moves: &str) -> Vec<Move> {
    moves.split(' ').map(|mv| mv.parse().expect("a move")).collect()
}

fn after(moves: &str) -> Board {
    let mut game = Game::default();
    line(moves).into_iter().for_each(|mv| game.play(mv).expect("a legal move"));
    game.board().clone()
}

#[test]
fn a_text_is_read_with_comments_and_for_mirror_images_too() {
    let text = format!(
        "\u{feff}chuhe-book 1\r\n# mine\r\n\r\n{START} h2e2=10 g0e2=3\r\n\
         rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b h9g7=255\n"
    );
    assert_eq!(moves_of(&text, &fen::start()).iter().map(|(_, weight)| *weight).collect::<Vec<_>>(), [10, 3]);
    assert_eq!(moves_of(&text, &after("h2e2")), [("h9g7".to_owned(), 255)]);
    assert_eq!(moves_of(&text, &after("b2e2")), [("b9c7".to_owned(), 255)]);
    assert_eq!(moves_of(&text, &after("a3a4")), []);
}

#[test]
fn a_wrong_line_is_named_with_its_reason() {
    let wrong = |line: &str| {
        let error = read(&format!("chuhe-book 1\n{START} h2e2=1\n{line}\n")).expect_err(line);
        assert_eq!(error.line, 3, "{line}: {error}");
        error.reason
    };
    let word = |word: &str| TextReason::Move(word.to_owned());
    let other = "4k4/9/9/9/9/9/9/9/9/R2K5 w";
    assert_eq!(wrong(&format!("{other} a0b2=3")), word("a0b2=3"));
    assert_eq!(wrong(&format!("{other} a0a9=0")), word("a0a9=0"));
    assert_eq!(wrong(&format!("{other} a0a9=256")), word("a0a9=256"));
    assert_eq!(wrong(&format!("{other} a0a9")), word("a0a9"));
    assert_eq!(wrong(&format!("{START} h2e2=4")), word("h2e2")); // a move of line 2
    assert_eq!(wrong(other), TextReason::NoMoves);
    let nine = "a0a1=1 a0a2=1 a0a3=1 a0a4=1 a0a5=1 a0a6=1 a0a7=1 a0a8=1 a0a9=1";
    assert_eq!(wrong(&format!("{other} {nine}")), TextReason::TooManyMoves);
    assert!(matches!(wrong("9/9 w a0a1=1"), TextReason::Position(_)));
    for text in ["", "chuhe-book 2\n", "[Event \"x\"]"] {
        assert_eq!(read(text).map_err(|error| (error.line, error.reason)), Err((1, TextReason::Head)));
    }
}

#[test]
fn the_moves_of_games_are_counted_with_their_mirror_images() {
    let mut counter = Counter::default();
    for moves in ["h2e2 h9g7 h0g2", "b2e2 b9c7 a3a4", "h2e2 b9c7", "c3c4 h9g7"] {
        counter.add_game(fen::start(), line(moves), 3, None);
    }
    let text = counter.write(1, 100);
    assert_eq!(moves_of(&text, &fen::start()), [("h2e2".to_owned(), 3), ("g3g4".to_owned(), 1)]);
    assert_eq!(moves_of(&text, &after("h2e2")), [("h9g7".to_owned(), 2), ("b9c7".to_owned(), 1)]);
    assert_eq!(moves_of(&counter.write(2, 100), &fen::start()), [("h2e2".to_owned(), 3)]);
    assert_eq!(counter.write(1, 1).lines().count(), 2); // the head and the position that occurs most

    let mut of_black = Counter::default();
    of_black.add_game(fen::start(), line("h2e2 h9g7 h0g2 b9c7"), 4, Some(Color::Black));
    assert_eq!(read(&of_black.write(1, 100)).expect("a book").len(), 2);
    assert_eq!(moves_of(&of_black.write(1, 100), &fen::start()), []);
}

#[test]
fn large_counts_become_weights_in_their_proportion() {
    let mut counter = Counter::default();
    let board = fen::start();
    for (mv, count) in [("h2e2", 1_000), ("c3c4", 500), ("g0e2", 1)] {
        (0..count).for_each(|_| counter.add(&board, mv.parse().expect("a move")));
    }
    let weights: Vec<u8> = moves_of(&counter.write(1, 10), &board).into_iter().map(|(_, it)| it).collect();
    assert_eq!(weights, [255, 128, 1]);
}

#[test]
fn a_move_stands_for_itself_where_the_position_is_its_own_mirror_image() {
    let book = read(&format!("chuhe-book 1\n{START} c3c4=1\n")).unwrap();
    let played: Vec<_> = (0..20).filter_map(|seed| book.choose(&Game::default(), seed)).collect();
    assert_eq!(played, line("c3c4").repeat(20));
    let both = format!("chuhe-book 1\n{START} c3c4=2 g3g4=1\n");
    assert_eq!(moves_of(&both, &fen::start()), [("c3c4".to_owned(), 2), ("g3g4".to_owned(), 1)]);
}
