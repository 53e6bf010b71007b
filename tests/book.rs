//! Tests of the opening book: its lines, its names and its file.

use chuhe::engine::book::{Book, BookError, MAGIC, MAX_BYTES, Sight, Weighted, fnv1a};
use chuhe::engine::level::{self, Strength};
use chuhe::engine::session::{Options, Session};
use chuhe::records;
use chuhe::records::library::kept::Kept;
use chuhe::records::library::{Column, Library, Query};
use chuhe::records::openings::{Name, Names, lines};
use chuhe::rules::board::Board;
use chuhe::rules::fen;
use chuhe::rules::game::Game;
use chuhe::rules::types::{Piece, Square};
use std::collections::{BTreeSet, HashMap, HashSet};

fn game(moves: &str) -> Game {
    let mut game = Game::default();
    for text in moves.split_whitespace() {
        game.play(text.parse().expect("a move")).expect("a legal move");
    }
    game
}

fn mirrored(board: &Board) -> Board {
    let pieces: [Option<Piece>; 90] =
        std::array::from_fn(|index| board.piece_at(Square::from_index(index).mirror_files()));
    Board::from_pieces(&pieces, board.turn()).expect("a board")
}

/// A book of two moves at the start and one after each of them.
fn small() -> Book {
    let start = fen::start();
    let after = game("h2e2");
    let weighted = |text: &str, weight| Weighted { mv: text.parse().expect("a move"), weight };
    Book::new([
        (&start, vec![weighted("h2e2", 30), weighted("g0e2", 10)]),
        (after.board(), vec![weighted("h9g7", 5)]),
    ])
}

#[test]
fn every_line_is_legal_and_every_name_is_given_once() {
    let lines = lines().unwrap_or_else(|error| panic!("{error}"));
    let names: Vec<_> = lines.iter().filter_map(|line| line.name).collect();
    assert!(names.len() >= 60, "{} names", names.len());
    for field in [|name: &Name| name.zh, |name: &Name| name.en, |name: &Name| name.vi] {
        let different: HashSet<_> = names.iter().map(field).collect();
        assert_eq!(different.len(), names.len());
    }
    let mut keys = HashMap::new();
    for line in lines.iter().filter(|line| line.name.is_some()) {
        let mut board = fen::start();
        for mv in &line.moves {
            board.make(*mv);
        }
        let before = keys.insert(Sight::of(&board).key, line.name);
        assert_eq!(before, None, "two names for one position: {:?}", line.name);
        assert!(line.moves.len() <= 24, "{:?} comes too late to be told", line.name);
    }
}

#[test]
fn positions_give_the_names_of_openings() {
    let names = Names::default();
    let named = |moves: &str| names.of(&game(moves)).map(|name| name.zh);
    assert_eq!(named(""), None);
    assert_eq!(named("h2e2"), Some("中炮"));
    assert_eq!(named("b2e2"), Some("中炮"), "its mirror image");
    assert_eq!(named("h2e2 h7e7"), Some("顺炮"));
    assert_eq!(named("b2e2 h7e7"), Some("列炮"));
    let screen = "中炮对屏风马";
    assert_eq!(named("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"), Some(screen));
    assert_eq!(named("h2e2 b9c7 h0g2 h9g7 i0h0 i9h9"), Some(screen), "other order of moves");
    assert_eq!(named("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 e0e1 e9e8"), Some(screen), "it stays what it was");
    assert_eq!(named("c3c4 g6g5"), Some("对兵局"));
    let elsewhere = Game::new("3k5/9/9/9/9/9/9/9/9/4KR3 w".parse().expect("a position"));
    assert_eq!(names.of(&elsewhere), None);
}

#[test]
fn search_words_find_openings_by_name() {
    let names = Names::default();
    let namer = |game: Kept<'_>| names.of_kept(game).map(|name| vec![name.en, name.zh]).unwrap_or_default();
    let mut library = Library::default();
    for text in [
        "1. h2e2 h7e7 *",
        "1. b2e2 b7e7 2. b0c2 a9a8 *",
        "[Opening \"Elephants\"]\n\n1. c3c4 *",
        "[Opening \"?\"]\n\n1. g3g4 *",
        "[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1\"]\n\n1... h7e7 *",
    ] {
        library.add(&records::read_native(text.as_bytes()).expect("a game").record);
    }
    let found =
        |opening: &str| library.select_named(&Query { opening: opening.into(), ..Query::default() }, &namer);
    assert_eq!(found("顺炮"), [0, 1], "in the mirror too");
    assert_eq!(found("順炮"), [0, 1]);
    assert_eq!(found("same-direction"), [0, 1]);
    assert_eq!(found("仙人指路"), [2, 3]);
    assert_eq!(found("elephants"), [2]);
    assert_eq!(found("").len(), 5);
    let sort = Query { column: Column::Opening, ..Query::default() };
    assert_eq!(library.select_named(&sort, &namer), [4, 2, 3, 0, 1], "what a game says itself comes first");
    assert_eq!(library.select(&sort), [0, 1, 3, 4, 2]);
}

#[test]
fn keys_depend_only_on_the_board() {
    // A change of this key would make every existing book useless.
    assert_eq!(Sight::of(&fen::start()).key, fnv1a(START_TEXT.bytes()));
    assert!(Sight::of(&fen::start()).is_symmetric);
    let position = game("h2e2 h9g7");
    let (sight, turned) = (Sight::of(position.board()), Sight::of(&mirrored(position.board())));
    assert_eq!(sight.key, turned.key);
    assert_ne!(sight.is_mirrored, turned.is_mirrored);
    assert!(!sight.is_symmetric);
    assert_ne!(sight.key, Sight::of(game("h2e2 h9g7 a0a1 a9a8").board()).key);
}

const START_TEXT: &str =
    "RNBAKABNR..........C.....C.P.P.P.P.P..................p.p.p.p.p.c.....c..........rnbakabnrw";

#[test]
fn a_book_written_and_read_is_unchanged() {
    let book = small();
    assert_eq!(Book::read(&book.to_bytes()), Ok(book));
    assert_eq!(Book::read(&Book::default().to_bytes()), Ok(Book::default()));
}

/// Returns the bytes with a correct checksum.
fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = fnv1a(bytes[16..].iter().copied());
    bytes[8..16].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn a_bad_book_file_is_refused_with_a_code() {
    let good = small().to_bytes();
    assert_eq!(Book::read(&[]), Err(BookError::Magic));
    assert_eq!(Book::read(b"CHUHENN1"), Err(BookError::Magic));
    assert_eq!(Book::read(&MAGIC), Err(BookError::Length(8)));
    for at in 8..good.len() {
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        assert_eq!(Book::read(&bytes).map_err(BookError::code), Err("badChecksum"), "byte {at}");
    }
    let code = |bytes: Vec<u8>| Book::read(&signed(bytes)).map_err(BookError::code);
    assert_eq!(code(good[..good.len() - 1].to_vec()), Err("badLength"));
    assert_eq!(code([&good[..], &[0]].concat()), Err("badLength"));
    let changed = |at: usize, value: u8| {
        let mut bytes = good.clone();
        bytes[at] = value;
        code(bytes)
    };
    assert_eq!(changed(16, 200), Err("badLength"), "more entries than there are");
    assert_eq!(changed(28, 0), Err("badMoves"), "an entry without moves");
    assert_eq!(changed(31, 0), Err("badMoves"), "a weight of nothing");
    assert_eq!(changed(30, 0xff), Err("badMoves"), "no such point");
    assert_eq!(changed(27, 0xff), Err("badOrder"));
}

#[test]
fn moves_are_drawn_by_weight_from_the_seed() {
    let book = small();
    let start = Game::default();
    let mut counts: HashMap<String, u32> = HashMap::new();
    for seed in 0..4_000 {
        let chosen = book.choose(&start, seed).expect("the start is in the book");
        assert_eq!(book.choose(&start, seed), Some(chosen), "the same again");
        *counts.entry(chosen.to_string()).or_default() += 1;
    }
    let kinds: BTreeSet<&str> = counts.keys().map(String::as_str).collect();
    assert_eq!(kinds, BTreeSet::from(["b2e2", "c0e2", "g0e2", "h2e2"]), "left and right");
    assert!((1_350..1_650).contains(&counts["h2e2"]) && (400..600).contains(&counts["g0e2"]), "{counts:?}");
}

#[test]
fn a_mirrored_position_finds_the_mirrored_move() {
    let book = small();
    assert_eq!(book.choose(&game("h2e2"), 3), "h9g7".parse().ok());
    assert_eq!(book.choose(&game("b2e2"), 3), "b9c7".parse().ok());
    assert_eq!(book.choose(&game("g0e2"), 3), None);
}

#[test]
fn the_book_is_closed_once_a_position_has_recurred() {
    let book = small();
    let back = game("a0a1 a9a8 a1a0 a8a9");
    assert!(!book.moves(back.board()).is_empty());
    assert_eq!(book.choose(&back, 1), None);
    assert_eq!(book.choose(&game("a0a1 a9a8 a1a0 a8a9 h2e2"), 1), None);
}

#[test]
fn illegal_book_moves_are_not_played() {
    let start = fen::start();
    let impossible = Weighted { mv: "a0a9".parse().expect("a move"), weight: 9 };
    assert_eq!(Book::new([(&start, vec![impossible])]).choose(&Game::default(), 1), None);
}

/// Returns the book that is built into the program.
fn real() -> std::sync::Arc<Book> {
    Book::embedded().expect("the book can be read")
}

#[test]
fn the_book_is_small_enough_and_every_move_of_it_is_legal() {
    let book = real();
    assert!(include_bytes!("../www/assets/book.bin").len() <= MAX_BYTES);
    let lines = lines().unwrap_or_else(|error| panic!("{error}"));
    let mut open: Vec<Board> = vec![fen::start()];
    for line in &lines {
        let mut board = fen::start();
        open.extend(line.moves.iter().map(|mv| {
            board.make(*mv);
            board.clone()
        }));
    }
    // The lines or moves of the book reach every entry.
    let mut seen = HashSet::new();
    while let Some(board) = open.pop() {
        let stored = book.entry(&board).unwrap_or_default();
        if stored.is_empty() || !seen.insert(Sight::of(&board).key) {
            continue;
        }
        let moves = book.moves(&board);
        assert_eq!(moves.len(), stored.len(), "an illegal move in {board:?}");
        open.extend(moves.iter().map(|known| {
            let mut next = board.clone();
            next.make(known.mv);
            next
        }));
    }
    assert_eq!(seen.len(), book.len());
    assert!(book.len() >= 300, "{} positions", book.len());
}

#[test]
fn the_book_opens_in_many_ways() {
    let (book, names) = (real(), Names::default());
    let (mut found, mut plies) = (HashSet::new(), Vec::new());
    for seed in 0..400 {
        let mut game = Game::default();
        while let Some(mv) = book.choose(&game, seed).filter(|_| game.plies().len() < 12) {
            game.play(mv).expect("a legal move");
        }
        found.insert(names.of(&game));
        plies.push(game.plies().len());
    }
    plies.sort_unstable();
    assert!(plies[0] >= 2 && plies[plies.len() / 2] >= 8, "the book is left early: {plies:?}");
    assert!(found.len() >= 12, "{} openings", found.len());
}

#[test]
fn a_session_plays_from_the_book_only_at_levels_that_have_it() {
    let mut session = Session::new(1);
    session.set_book(Some(real()));
    let game = Game::default();
    let mut go = |level, book| session.go(&game, Options { level, book, seed: 3, ..shallow() }, &mut |_| {});
    for number in level::MIN..=level::MAX {
        let strength = Strength::level(number);
        let has_book = level::book_plies(strength) > 0;
        let report = go(strength, true);
        assert_eq!(report.is_book, has_book, "level {number}");
        assert_eq!(report.is_book, report.info.nodes == 0);
        assert!(report.best.is_some_and(|mv| game.board().is_legal(mv)));
        assert!(!go(strength, false).is_book, "it is asked for");
    }
    assert!(go(None, true).is_book && !go(None, false).is_book);
    session.set_book(None);
    let report = session.go(&game, Options { book: true, ..shallow() }, &mut |_| {});
    assert!(!report.is_book && report.best.is_some());
}

fn shallow() -> Options {
    let limits = chuhe::engine::limits::Limits { depth: Some(2), ..Default::default() };
    Options { limits, ..Options::default() }
}
