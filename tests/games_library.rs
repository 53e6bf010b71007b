//! Tests of the library of games: storing games and finding them by words and by positions.

use chuhe::records::library::{
    Added, BLOCK, BadBlock, Column, Library, LineChoice, Pattern, Query, asked_date, date_of, last_day_of,
};
use chuhe::records::{self, Record};
use chuhe::{Board, Color, Move, Outcome, Position};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn record(text: &str) -> Record {
    records::read_native(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}")).record
}

fn library(texts: &[&str]) -> Library {
    let mut library = Library::default();
    for text in texts {
        assert!(matches!(library.add(&record(text)), Added::New(_)), "{text}");
    }
    library
}

fn board(moves: &str) -> Board {
    let record = record(moves);
    record.board_at(record.main_nodes().last().unwrap_or(records::NodeId::ROOT))
}

const GAMES: [&str; 4] = [
    "[Event \"全国赛\"]\n[Date \"1996.04.17\"]\n[Red \"胡荣华\"]\n[Black \"杨官璘\"]\n[Result \"1-0\"]\n[ECCO \"C55\"]\n\n\
     1. 炮二平五 马８进７ 2. 马二进三 卒３进１ 1-0",
    "[Event \"Cup\"]\n[Date \"4/17/2001\"]\n[Red \"Yang\"]\n[Black \"HU\"]\n[Result \"1/2-1/2\"]\n[Labels \"to learn, endings\"]\n\n\
     1. b0c2 h9g7 {a horse is better} (1... b9c7) 2. h2e2 1/2-1/2",
    "[Red \"胡荣华\"]\n\n1. h2e2 c6c5 2. h0g2 h9g7 3. i0h0 *",
    "[FEN \"3k5/9/9/9/9/9/4P4/9/9/4K4 w - - 0 1\"]\n[Result \"0-1\"]\n\n1. e3e4 d9d8 0-1",
];

#[test]
fn a_stored_game_is_read_back_unchanged() {
    let library = library(&GAMES);
    for (id, text) in (0..).zip(GAMES) {
        let game = library.game(id).expect("a game");
        assert_eq!(game.record().expect("a record"), record(text), "{text}");
        assert_eq!(game.plies(), record(text).main_line().len());
        assert_eq!(game.text().is_some(), id == 1, "{text}");
    }
    assert_eq!(library.len(), 4);
}

#[test]
fn a_game_is_added_once() {
    let mut library = library(&GAMES);
    assert_eq!(library.add(&record(GAMES[0])), Added::Known(0));
    // Other players may have played the same moves, and the same two on another day.
    assert_eq!(library.add(&record(&GAMES[0].replace("杨官璘", "李义庭"))), Added::New(4));
    assert_eq!(library.add(&record(&GAMES[0].replace("1996", "1997"))), Added::New(5));
    library.set_removed(0, true);
    assert_eq!((library.len(), library.game(0).is_none()), (5, true));
    assert_eq!(library.add(&record(GAMES[0])), Added::New(6));
    library.set_removed(2, true);
    library.set_removed(2, false);
    assert_eq!(library.add(&record(GAMES[2])), Added::Known(2));
}

/// Returns the first of [`GAMES`] with an annotation.
fn annotated(with: &str) -> Record {
    record(&GAMES[0].replace("马８进７", &format!("马８进７ {with}")))
}

/// Returns the library after storing and loading all its blocks.
fn reloaded(library: &Library) -> Library {
    let mut again = Library::default();
    again.load(&library.block(0)).expect("a block");
    again
}

#[test]
fn an_annotated_game_takes_the_place_of_a_bare_one() {
    for with in ["{a horse}", "$1", "{[%csl Ga1]}", "{[%eval 0.3]}", "(1... 炮８平５)"] {
        let mut library = library(&GAMES);
        let bare = record(GAMES[0]);
        let rich = annotated(with);
        assert_eq!(library.add(&rich), Added::Updated(0), "{with}");
        let whole = |library: &Library| library.game(0).and_then(|game| game.record());
        assert_eq!((library.len(), whole(&library)), (4, Some(rich.clone())), "{with}");
        for mut library in [reloaded(&library), library] {
            assert_eq!([&bare, &rich].map(|record| library.add(record)), [Added::Known(0); 2], "{with}");
            assert_eq!(whole(&library), Some(rich.clone()), "{with}");
        }
    }
}

#[test]
fn games_that_are_annotated_differently_are_both_kept() {
    let texts = ["{a horse}", "{the other horse is better}", "{a horse} (1... 炮８平５)"];
    let copies = texts.map(annotated);
    let mut library = library(&GAMES);
    let added = copies.each_ref().map(|copy| library.add(copy));
    assert_eq!(added, [Added::Updated(0), Added::New(4), Added::New(5)]);
    for mut library in [reloaded(&library), library] {
        let again = copies.each_ref().map(|copy| library.add(copy));
        assert_eq!(again, [Added::Known(0), Added::Known(4), Added::Known(5)]);
        // Either of them is equal to a bare game with the same moves.
        for (id, known) in [(0, 4), (4, 5)] {
            library.set_removed(id, true);
            assert_eq!(library.add(&record(GAMES[0])), Added::Known(known));
        }
        library.set_removed(5, true);
        assert_eq!(library.add(&record(GAMES[0])), Added::New(6));
        library.set_removed(4, false);
        let again = copies.each_ref().map(|copy| library.add(copy));
        assert_eq!(again, [Added::Updated(6), Added::Known(4), Added::New(7)]);
    }
}

#[test]
fn labels_tags_and_the_result_of_a_bare_game_stay() {
    let mut library = library(&GAMES);
    library.set_labels(0, ["mine", "club"]);
    let mut rich = annotated("{a horse}");
    rich.tags.set("ECCO", "");
    rich.tags.set("Event", "?");
    rich.tags.set("Annotator", "Hu");
    rich.tags.set("Labels", "club, to learn");
    rich.result = Outcome::Ongoing;
    for mut library in [reloaded(&library), library] {
        assert_eq!(library.add(&rich), Added::Updated(0));
        let game = library.game(0).expect("a game");
        let tags = ["ECCO", "Event", "Annotator", "Labels"].map(|name| game.tag(name));
        assert_eq!(tags, ["C55", "全国赛", "Hu", "mine, club, to learn"]);
        assert_eq!(
            (game.outcome(), game.record()),
            (Outcome::Win(Color::Red), reloaded(&library).game(0).and_then(|game| game.record()))
        );
        // Different tags or another result are not annotations.
        assert_eq!(library.add(&rich), Added::Known(0));
        library.set_labels(0, []);
        assert_eq!(library.add(&annotated("{a horse}")), Added::Known(0));
    }
}

#[test]
fn a_game_can_be_replaced() {
    let mut library = library(&GAMES);
    let mut changed = record(GAMES[1]);
    changed.tags.set("Labels", "done");
    library.replace(1, &changed);
    assert_eq!(library.game(1).and_then(|game| game.record()), Some(changed.clone()));
    assert_eq!((library.len(), library.add(&changed)), (4, Added::Known(1)));
}

#[test]
fn labels_are_given_counted_and_taken_away() {
    let mut library = library(&GAMES);
    let before = library.game(2).and_then(|game| game.record()).expect("a game");
    library.set_labels(1, ["to learn", "club"]);
    library.set_labels(2, ["club"]);
    library.set_labels(77, ["nobody"]);
    assert_eq!(library.labels().into_iter().collect::<Vec<_>>(), [("club", 2), ("to learn", 1)]);
    assert_eq!(select(&library, Query { label: "club".into(), ..Query::default() }), [1, 2]);
    library.set_removed(1, true);
    assert_eq!(library.labels().into_iter().collect::<Vec<_>>(), [("club", 1)], "of games that are there");
    library.set_removed(1, false);
    let mut elsewhere = before.clone();
    elsewhere.tags.set("Labels", "mine, club");
    assert_eq!(library.add(&elsewhere), Added::Known(2));
    assert_eq!(library.game(2).map(|game| game.tag("Labels")), Some("club, mine"));
    library.set_labels(2, []);
    assert_eq!(library.game(2).and_then(|game| game.record()), Some(before));
}

fn select(library: &Library, query: Query) -> Vec<u32> {
    library.select(&query)
}

#[test]
fn games_are_found_by_their_tags_and_labels() {
    let library = library(&GAMES);
    let none = Query::default;
    let text = |value: &str| value.to_owned();
    assert_eq!(select(&library, none()), [0, 1, 2, 3]);
    assert_eq!(select(&library, Query { player: text("胡荣华"), ..none() }), [0, 2]);
    assert_eq!(select(&library, Query { player: text("胡榮華"), ..none() }), [0, 2]);
    assert_eq!(select(&library, Query { player: text(" hu "), ..none() }), [1]);
    assert_eq!(select(&library, Query { red: text("hu"), ..none() }), [0; 0]);
    assert_eq!(select(&library, Query { black: text("杨"), ..none() }), [0]);
    assert_eq!(select(&library, Query { event: text("CUP"), ..none() }), [1]);
    assert_eq!(select(&library, Query { opening: text("c5"), ..none() }), [0]);
    assert_eq!(select(&library, Query { label: text("endings"), ..none() }), [1]);
    assert_eq!(select(&library, Query { label: text("end"), ..none() }), [0; 0]);
    assert_eq!(select(&library, Query { words: text("horse IS"), ..none() }), [1]);
    assert_eq!(select(&library, Query { result: Some(Outcome::Win(Color::Black)), ..none() }), [3]);
    assert_eq!(select(&library, Query { dates: (19_960_101, 19_961_231), ..none() }), [0]);
    assert_eq!(select(&library, Query { dates: (19_970_000, 0), ..none() }), [1]);
    assert_eq!(select(&library, Query { dates: (0, 20_000_000), ..none() }), [0]);
    assert_eq!(select(&library, Query { plies: (4, 4), ..none() }), [0]);
    assert_eq!(select(&library, Query { plies: (0, 3), ..none() }), [1, 3]);
    let sorted = |column| select(&library, Query { column, ..none() });
    assert_eq!(sorted(Column::Plies), [3, 1, 0, 2]);
    assert_eq!(sorted(Column::Date), [2, 3, 0, 1]);
    assert_eq!(sorted(Column::Black), [2, 3, 1, 0]);
    assert_eq!(
        select(&library, Query { column: Column::Plies, is_descending: true, ..none() }),
        [2, 0, 1, 3]
    );
}

#[test]
fn a_title_stands_for_an_event_where_there_is_none() {
    let library = library(&[
        "[Event \"B\"]\n[Title \"Z\"]\n\n1. h2e2 *",
        "[Title \"C\"]\n\n1. b2e2 *",
        "[Event \"A\"]\n\n1. h2d2 *",
        "[Red \"X\"]\n\n1. b2d2 *",
    ]);
    assert_eq!(select(&library, Query { column: Column::Event, ..Query::default() }), [3, 2, 0, 1]);
}

#[test]
fn impossible_dates_are_not_searched_for() {
    for (text, date) in [
        ("1996", Some(19_960_000)),
        ("1996-06", Some(19_960_600)),
        (" 4/17/1996 ", Some(19_960_417)),
        ("19960417", Some(19_960_417)),
        ("19960000", Some(19_960_000)),
        ("1996.00.00", Some(19_960_000)),
        ("1996-04-17 14:30", Some(19_960_417)),
        ("1996-0", Some(19_960_000)),
        ("1996-13", None),
        ("1996-13-45", None),
        ("19961345", None),
        ("1996-06-32", None),
        ("96-04-17", Some(19_960_417)),
        ("96", None),
        ("", None),
    ] {
        assert_eq!(asked_date(text), date, "{text}");
    }
}

#[test]
fn positions_are_found_however_they_were_reached_and_in_the_mirror() {
    let library = library(&GAMES);
    let after = board("h2e2 h9g7 h0g2 c6c5");
    assert_eq!(library.find(&Pattern::position(&after), 0..4), [(0, 4), (2, 4)]);
    // The second game is the mirror image up to its third ply, in which Black moves another horse.
    let mirrored = board("h0g2 b9c7 b2e2");
    assert_eq!(library.find(&Pattern::position(&mirrored), 0..4), [(1, 3)]);
    let mut seen = Pattern::position(&mirrored);
    seen.is_mirrored = false;
    assert_eq!(library.find(&seen, 0..4), []);
    // The side to move matters.
    let mut waits = Pattern::position(&mirrored);
    waits.turn = Some(Color::Red);
    assert_eq!(library.find(&waits, 0..4), []);
    let start = Position::default().board;
    assert_eq!(library.find(&Pattern::position(&start), 1..3), [(1, 0), (2, 0)]);
}

#[test]
fn soldiers_material_and_painted_patterns_are_found() {
    let library = library(&GAMES);
    let few = "4k4/9/9/9/9/4P4/9/9/9/4K4 b".parse::<Position>().expect("a position").board;
    assert_eq!(library.find(&Pattern::material(&few), 0..4), [(3, 0)]);
    assert_eq!(library.find(&Pattern::soldiers(&few), 0..4), [(3, 1)]);
    let rest = "/?????????".repeat(6);
    let red_on_the_line = format!("?????????/?????????/?????????{rest}/???X?????");
    let pattern: Pattern = red_on_the_line.parse().expect("a pattern");
    assert_eq!(library.find(&pattern, 0..4).len(), 3);
    let empty_horses: Pattern =
        format!("?1?????1?/?????????/?????????{rest}/?????????").parse().expect("a pattern");
    assert_eq!(library.find(&empty_horses, 0..4), [(3, 0)]);
    for bad in [
        "",
        "9/9",
        "9/9/9/9/9/9/9/9/9/8",
        "9/9/9/9/9/9/9/9/9/9 z",
        "9/9/9/9/9/9/9/9/9/z8",
        "9/9/9/9/9/9/9/9/9/99",
    ] {
        assert!(bad.parse::<Pattern>().is_err(), "{bad}");
    }
}

/// Returns the main lines of some games from the start position, each with its number of games.
fn main_lines(library: &Library, choice: LineChoice) -> Vec<(String, u32)> {
    let lines = library.main_lines(&Position::default().board, 0..library.end(), &choice);
    let text = |moves: &[Move]| moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    lines.into_iter().map(|line| (text(&line.moves), line.games)).collect()
}

#[test]
fn main_lines_have_the_usual_replies_and_one_answer_each() {
    let texts: Vec<String> = [
        (3, "1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 *"),
        (2, "1. b2e2 h9g7 2. h0g2 *"),
        (1, "1. h2e2 c6c5 2. b0c2 *"),
        (1, "1. c3c4 h9g7 2. h2e2 *"),
    ]
    .into_iter()
    .flat_map(|(count, moves)| (0..count).map(move |at| format!("[Red \"{at}\"]\n\n{moves}")))
    .collect();
    let library = library(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    let red = LineChoice { side: Color::Red, share: 0.25, games: 1, plies: 20, lines: 20 };
    // b2e2 is h2e2 in the mirror, and h9g7 then is b9c7.
    let two = [("h2e2 h9g7 h0g2 i9h9 i0h0".into(), 3), ("h2e2 b9c7 b0c2".into(), 2)];
    assert_eq!(main_lines(&library, red), two);
    assert_eq!(main_lines(&library, LineChoice { lines: 1, ..red }), two[..1]);
    assert_eq!(main_lines(&library, LineChoice { share: 0.0, ..red }).len(), 3, "also the rare reply");
    let short = main_lines(&library, LineChoice { plies: 2, ..red });
    assert_eq!(short, [("h2e2".into(), 6)], "a line ends with a move of the side that learns it");
    let black = LineChoice { side: Color::Black, ..red };
    assert_eq!(main_lines(&library, black), [("h2e2 h9g7 h0g2 i9h9".into(), 3)]);
    assert!(main_lines(&library, LineChoice { games: 7, ..red }).is_empty());
    assert!(main_lines(&Library::default(), red).is_empty());
}

#[test]
fn replies_are_counted_with_results_years_and_players() {
    let library = library(&GAMES);
    let replies = library.replies(&Position::default().board, 0..4);
    assert_eq!((replies.games, replies.results.red, replies.results.draws), (3, 1, 1));
    let moves: Vec<(String, u32)> =
        replies.moves.iter().map(|reply| (reply.mv.to_string(), reply.games)).collect();
    assert_eq!(moves, [("h2e2".into(), 2), ("h0g2".into(), 1)], "b0c2 is h0g2 there");
    let first = &replies.moves[0];
    assert_eq!((first.years, first.players.as_slice()), (Some((1996, 1996)), &["胡荣华".to_owned()][..]));
    // After b0c2 h9g7 comes h2e2, which is b2e2 in the mirror.
    let mirrored = library.replies(&board("h0g2 b9c7"), 0..4);
    assert_eq!((mirrored.games, mirrored.moves[0].mv), (1, "b2e2".parse::<Move>().expect("a move")));
    // In a position that is its own mirror image, a move and its mirror image count as one.
    let both =
        self::library(&["1. h2e2 *", "1. b2e2 *", "1. e3e4 *"]).replies(&Position::default().board, 0..3);
    let moves: Vec<(String, u32)> =
        both.moves.iter().map(|reply| (reply.mv.to_string(), reply.games)).collect();
    assert_eq!(moves, [("h2e2".into(), 2), ("e3e4".into(), 1)]);
}

#[test]
fn blocks_are_read_back_and_damaged_ones_are_refused() {
    let mut library = library(&GAMES);
    library.set_removed(2, true);
    let block = library.block(0);
    let mut again = Library::default();
    assert_eq!(again.load(&block), Ok(()));
    assert_eq!((again.len(), again.end(), again.game(2).is_none()), (3, 4, true));
    assert_eq!(again.game(1).and_then(|game| game.record()), Some(record(GAMES[1])));
    assert_eq!(again.add(&record(GAMES[0])), Added::Known(0));
    for cut in 0..block.len() {
        let mut other = Library::default();
        let read = other.load(&block[..cut]);
        assert!(read.is_ok() || other.is_empty(), "{cut}");
    }
    assert_eq!(again.load(&[9]), Err(BadBlock));
    assert_eq!(again.load(&[]), Err(BadBlock));
}

#[test]
fn a_library_has_as_many_blocks_as_it_needs() {
    let mut library = Library::default();
    for number in 0..BLOCK + 3 {
        library.add(&record(&format!("[Event \"{number}\"]\n[Red \"{number}\"]\n\n1. h2e2 *")));
    }
    let mut again = Library::default();
    for number in 0..2 {
        again.load(&library.block(number)).expect("a block");
    }
    assert_eq!(again.end(), BLOCK + 3);
    assert_eq!(again.game(BLOCK + 2).map(|game| game.tag("Event")), Some("514"));
    assert_eq!(library.block(2).len(), 1);
}

#[test]
fn dates_of_every_form() {
    let dates = [
        ("1999-1-2", 19_990_102),
        ("25/12/1980", 19_801_225),
        ("12.1980", 19_801_200),
        ("2010年", 20_100_000),
        ("2010.??.??", 20_100_000),
        ("", 0),
        ("第3轮", 0),
        ("0909.01.02", 0),
        ("2010.13.40", 20_100_000),
        ("83-11-23", 19_831_123),
        ("50.1.2", 19_500_102),
        ("49年1月2日", 20_490_102),
        ("96-13-01", 0),
    ];
    for (text, date) in dates {
        assert_eq!(date_of(text), date, "{text}");
    }
    let last = [19_990_000, 19_990_200, 19_990_203, 0].map(last_day_of);
    assert_eq!(last, [19_991_231, 19_990_231, 19_990_203, 0]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, rng_seed: RngSeed::Fixed(7), ..ProptestConfig::default() })]

    /// The library must not panic on foreign bytes.
    #[test]
    fn any_bytes_are_a_block_or_refused(mut bytes in proptest::collection::vec(any::<u8>(), 0..200), at in 0_usize..400, with: u8) {
        let _ = Library::default().load(&bytes);
        bytes = library(&GAMES).block(0);
        let index = at % bytes.len();
        bytes[index] = with;
        let mut library = Library::default();
        if library.load(&bytes).is_ok() {
            library.select(&Query { words: "x".into(), ..Query::default() });
            library.replies(&Position::default().board, 0..library.end());
            let all = library.games(0..library.end()).filter_map(|(_, game)| game.record()).count();
            prop_assert!(all <= 4);
        }
    }
}

#[test]
fn a_rewritten_game_keeps_its_labels_and_is_found_by_its_new_words() {
    let mut library = library(&GAMES);
    let notes = "[Event \"Cup\"]\n[Labels \"mine\"]\n\n1. b0c2 {good} h9g7 2. h2e2 1/2-1/2";
    library.rewrite(1, &record(notes));
    let game = library.game(1).expect("the game");
    assert_eq!((game.tag("Labels"), game.tag("Red")), ("to learn, endings", ""));
    assert!(game.text().is_some_and(|text| text.contains("good") && !text.contains("better")));
    // The old game is no longer stored, so it can be added again.
    assert_eq!(library.add(&record(GAMES[1])), Added::New(4));
    library.rewrite(99, &record(notes));
    assert_eq!(library.len(), 5);
}
