//! Tests with real and damaged files, refusals, and inputs designed to be slow.

use super::{chinese_moves, moves, node, open, refused};
use chuhe::records::{self, MAX_BYTES, MAX_PLIES};
use chuhe::rules::game::Outcome;
use chuhe::rules::types::Color;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

const NINE_PIECES: &str = include_str!("../data/records/nine-pieces.pgn");

#[test]
fn a_game_with_comments_of_the_standard() {
    let opened = open(NINE_PIECES);
    let record = &opened.record;
    assert_eq!((opened.format.code(), opened.games), ("pgn", 1));
    assert_eq!(record.main_line().len(), 75);
    assert_eq!(node(record, 0).comment(), "　　红方让去兵、双士双相。 \n　　红先。");
    assert_eq!(node(record, 5).comment(), "　　再架中炮（也可走马八进七）。");
    assert_eq!(node(record, 75).comment(), "　　黑方认负。");
    assert_eq!(record.result, Outcome::Win(Color::Red));
    let tags: Vec<&str> = record.tags.iter().map(|(name, _)| name).collect();
    assert_eq!(tags, ["Event", "Date", "Site", "Red", "Black"]);
}

#[test]
fn encodings_and_line_ends_make_no_difference() {
    let record = open(NINE_PIECES).record;
    let (gbk, _, unmappable) = encoding_rs::GBK.encode(NINE_PIECES);
    assert!(!unmappable);
    let utf_16 = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        std::iter::once(0xfeff).chain(NINE_PIECES.encode_utf16()).flat_map(bytes).collect()
    };
    let files = [
        (gbk.into_owned(), "gb18030"),
        (format!("\u{feff}{NINE_PIECES}").into_bytes(), "utf-8"),
        (NINE_PIECES.replace('\n', "\r\n").into_bytes(), "utf-8"),
        (NINE_PIECES.replace('\n', "\r").into_bytes(), "utf-8"),
        (utf_16(u16::to_le_bytes), "utf-16"),
        (utf_16(u16::to_be_bytes), "utf-16"),
    ];
    for (bytes, encoding) in files {
        let opened = records::read_native(&bytes).expect("readable");
        assert_eq!(opened.encoding.code(), encoding);
        assert!(opened.record == record, "{encoding}");
    }
}

#[test]
fn a_corrupt_byte_does_not_stop_the_reader() {
    let mut utf_8 = NINE_PIECES.as_bytes().to_vec();
    let at = NINE_PIECES.find("黑方认负").expect("a comment");
    utf_8[at + 1] = 0xff;
    let opened = records::read_native(&utf_8).expect("readable");
    assert_eq!((opened.encoding.code(), opened.record.main_line().len()), ("utf-8", 75));
    let noise = vec![0xff; 4000];
    assert_eq!(records::read_native(&noise).expect_err("noise").reason.code(), "encoding");
}

#[test]
fn an_advertisement_behind_the_result() {
    let record = open(include_str!("../data/records/ccgc.pgn")).record;
    assert_eq!(record.main_line().len(), 61);
    assert_eq!((record.result, node(&record, 61).comment()), (Outcome::Draw, ""));
    let opening = record.tags.get("Opening");
    assert_eq!(opening, Some("中炮过河车互进七兵对屏风马平炮兑车"));
}

#[test]
fn a_position_of_two_fields_and_no_result_tag() {
    let record = open(include_str!("../data/records/endgame.pgn")).record;
    assert_eq!(record.main_line().len(), 25);
    assert_eq!(record.start().to_string(), "3aka3/2c1n4/4bP3/9/4N4/9/9/9/9/4K4 w - - 0 1");
    assert_eq!(record.tags.get("Date"), Some("2024-08-26"));
    assert!(chinese_moves(&record).ends_with("马七退六 炮４进１ 马六进四"));
}

#[test]
fn damaged_texts_of_every_kind_are_read() {
    let texts = [
        // Text before the tags and between tags and moves, a misspelt name, tags on one line.
        "象棋谱 http://example.org/\n[Game \"Chinese Chess\"][Seesion \"第一轮\"]\n[Date \"2006-01-02\"]\n本局精彩\n1. 炮二平五 马８进７",
        // No blank line, full-width numbers and punctuation.
        "[Event \"\"]\n[Red \"甲\"]\n１．炮二平五　马８进７",
        // A value with quotation marks, full-width brackets.
        "［Event “\"中立杯\"赛”］\n[Red \"\"甲\"先生\"]\n1、炮二平五，马８进７。",
        // The number repeated after a comment, with dots of all kinds.
        "[Event \"x\"]\n1. 炮二平五 {好棋} 1. ……… 马８进７",
        "[Event \"x\"]\n1. 炮二平五 {好棋}\n1. ...  马８进７ 1/2",
        // An advertisement in place of the result.
        "[Event \"x\"]\n1. 炮二平五 马８进７\n==================\n欢迎访问象棋网",
        "[Event \"x\"]\n1. 炮二平五 马８进７ 红胜 欢迎访问象棋网 炮二平五",
        // Titles with numbers, and words before the first move.
        "1. 中炮对屏风马\n炮二平五 马８进７",
        "1. 中炮局 1. 炮二平五 马８进７",
        "着法：红先 炮二平五 马８进７",
        // An escaped line, and a second game.
        "[Event \"x\"]\n%abc\n1. 炮二平五 马８进７ *\n\n[Event \"y\"]\n1. 兵七进一 *",
        "[Event \"x\"]\n1. 炮二平五 马８进７\n[Event \"y\"]\n1. 兵七进一 *",
        // Numbers with a parenthesis.
        "1) 炮二平五 马８进７",
        "1）炮二平五　2）马８进７",
        // No separators between moves and numbers.
        "1.炮二平五马8进7",
        "炮二平五马８进７",
    ];
    for text in texts {
        let record = open(text).record;
        assert_eq!(moves(&record), "h2e2 h9g7", "{text}");
        assert!(node(&record, 2).comment().is_empty(), "{text}");
    }
    let quoted = open(texts[2]).record;
    assert_eq!(quoted.tags.get("Event"), Some("\"中立杯\"赛"));
    assert_eq!(quoted.tags.get("Red"), Some("\"甲\"先生"));
    assert_eq!(open(texts[10]).games, 2);
    assert_eq!(open(texts[11]).games, 2);
    assert_eq!(open(texts[6]).record.result, Outcome::Win(Color::Red));
}

#[test]
fn numbers_may_stand_right_behind_moves() {
    let text = "1.兵七进一炮2平32.兵三进一炮8平53.马二进三马8进74.马八进七车9平8 10.车一平二";
    let expected = "c3c4 b7c7 g3g4 h7e7 h0g2 h9g7 b0c2 i9h9 i0h0";
    assert_eq!(moves(&open(text).record), expected);
    let cut = open("1.兵七进一炮2平32.兵三进一炮8平63.马二进四");
    assert_eq!(cut.left_out.and_then(|error| error.token).as_deref(), Some("3.马二进四"));
}

#[test]
fn text_behind_the_last_move_is_kept() {
    let record = open("1. 炮二平五 马８进７ 黑方 超时").record;
    assert_eq!(node(&record, 2).comment(), "黑方 超时");
}

#[test]
fn refusals_name_the_first_bad_token() {
    let cases = [
        ("1. 炮二平五 马８进７\n2. 马二进四 车９平８", "illegalMove", "马二进四", (2, Color::Red), 2),
        ("1. 炮二平五 马８进７ 2. 车五进一", "noSuchPiece", "车五进一", (2, Color::Red), 1),
        ("1. 炮二平五 xyzzy 2. 马二进三", "unknownText", "xyzzy", (1, Color::Black), 1),
        ("[Event \"x\"]\n\n1. 炮二平五 {never closed", "unclosed", "{never closed", (1, Color::Black), 3),
        ("1. 炮二平五 (1. 兵七进一", "unclosed", "(", (1, Color::Black), 1),
        // An error in the first or the last move does not turn the moves into text around the game.
        ("1. 跑二平五 马８进７ 2. 马二进三", "unknownText", "跑二平五", (1, Color::Red), 1),
        ("1.炮二贫五 马８进７", "unknownText", "1.炮二贫五", (1, Color::Red), 1),
        ("炮二贫五 马８进７", "unknownText", "炮二贫五", (1, Color::Red), 1),
        // Soldier moves in the short form, up to the knight of another game.
        ("www.example.org\n1. e4 e5 2. Nf3", "noSuchPiece", "Nf3", (2, Color::Red), 2),
        ("1. 炮二平五 马８近７", "unknownText", "马８近７", (1, Color::Black), 1),
        ("h2e2 h9j7", "unknownText", "h9j7", (1, Color::Black), 1),
        // Numbers alone are not a game.
        ("12345", "unknownText", "12345", (1, Color::Red), 1),
        ("\n1-0", "unknownText", "1-0", (1, Color::Red), 2),
        ("hello world", "unknownText", "hello", (1, Color::Red), 1),
        ("1. h2e2 h9g7 2. h2h3", "illegalMove", "h2h3", (2, Color::Red), 1),
    ];
    for (text, reason, token, at, line) in cases {
        let error = refused(text);
        assert_eq!((error.reason.code(), error.token.as_deref()), (reason, Some(token)), "{text}: {error}");
        assert_eq!((error.at, error.line), (Some(at), Some(line)), "{text}: {error}");
    }
    let error = refused("1. 炮二平五 马８进７\n2. 帅五平五");
    assert!(error.to_string().contains("line 2, move 2 of red, '帅五平五'"), "{error}");
    let start = chuhe::rules::fen::START;
    for (text, line) in [
        (format!("\n{start}\n\n炮二平五\n马８进６"), 5),
        (format!("position fen {start}\nmoves h2e2 h9g7\nh9g8\ngo"), 3),
    ] {
        assert_eq!(open(&text).left_out.and_then(|error| error.line), Some(line), "{text}");
    }
    let error = refused("h2e2 h9g7 e2e7");
    assert!(error.to_string().contains("cannotReach"), "{error}");
    for nothing in [
        "  \n ",
        "position",
        "[Event \"x\"]\n[Red \"y\"]\n",
        "[DhtmlXQ]\n[DhtmlXQ_title]x[/DhtmlXQ_title]\n[DhtmlXQ_movelist][/DhtmlXQ_movelist]\n[/DhtmlXQ]",
    ] {
        assert_eq!(refused(nothing).reason.code(), "empty", "{nothing}");
    }
    for unplayed in ["position startpos", "[Event \"x\"]\n\n*", "[FEN \"4k4/9/9/9/9/9/9/9/4A4/3K5 w\"]"] {
        assert_eq!(open(unplayed).record.nodes().len(), 1, "{unplayed}");
    }
    let error = refused("[FEN \"9/9 w\"]\n1. 炮二平五");
    assert_eq!((error.reason.code(), error.line), ("badPosition", Some(1)));
}

#[test]
fn too_large_input_is_refused() {
    let large = vec![b' '; MAX_BYTES + 1];
    assert_eq!(records::read_native(&large).expect_err("large").reason.code(), "tooLarge");
    let round = "a0a1 a9a8 a1a0 a8a9 ";
    let error = refused(&round.repeat(MAX_PLIES / 4 + 1));
    assert_eq!((error.reason.code(), error.at), ("tooManyPlies", Some((5001, Color::Red))));
    let longest = open(&round.repeat(MAX_PLIES / 4)).record;
    assert_eq!(longest.main_line().len(), MAX_PLIES);
    for export in records::Export::ALL {
        let text = records::write(&longest, export);
        let read = open(&text).record;
        assert!(export == records::Export::Fen || read == longest, "{}", export.code());
    }
}

/// One tree forks at every ply of a long line; the other has deeply nested variations.
#[test]
fn deep_and_broad_trees_are_read_back() {
    let mut deep = String::from("1. a0a1");
    let round = ["a9a8", "a1a0", "a8a9", "a0a1"];
    let other = ["i9i8", "i0i1", "i8i9", "i1i0"];
    for ply in 0..4000 {
        deep.push_str(&format!(
            " {} ({})",
            round[ply % 4],
            if ply < 1 { other[0] } else { "c6c5" }
                .replace("c6c5", if ply % 2 == 0 { "c6c5" } else { "c3c4" })
        ));
    }
    let record = open(&deep).record;
    assert_eq!(record.nodes().len(), 1 + 1 + 8000);
    let mut nested = String::from("a0a1 a9a8");
    for ply in 0..4000 {
        nested.push_str(if ply % 2 == 0 { " (i9i8 i0i1 i8i9 i1i0 a9a8" } else { " (g6g5" });
    }
    nested.push_str(&")".repeat(4000));
    let nested = open(&nested).record;
    for record in [record, nested] {
        for export in records::Export::ALL.into_iter().take(4) {
            assert!(open(&records::write(&record, export)).record == record, "{}", export.code());
        }
    }
}

/// Inputs that make a careless reader quadratic or recursive. A quarter of the allowed size is enough: two million
/// steps of two million bytes each take minutes.
#[test]
fn readers_are_linear() {
    let fill = |start: &str, piece: &str, end: &str| {
        let count = (MAX_BYTES / 4 - start.len() - end.len()) / piece.len();
        [start, &piece.repeat(count), end].concat()
    };
    let inputs = [
        fill("", "(", ""),
        fill("1. h2e2 ", "(", ""),
        fill("1. h2e2 ", "(a0a1 ", ""),
        fill("1. h2e2 ", "(a0a1 (", "x"),
        fill("1. h2e2 ", "(x) ", ""),
        fill("1. h2e2 ", "() ", ""),
        fill("1. h2e2 ", "{", ""),
        fill("1. h2e2 ", "{}", ""),
        fill("1. h2e2 ", "{a}", ""),
        fill("1. h2e2 {", "[%eval ", "}"),
        fill("1. h2e2 {", "[%cal Ga0,", "}"),
        fill("1. h2e2 {", "[%cal[%csl Ga0]", "}"),
        fill("1. h2e2 {", "&#", "}"),
        fill("1. h2e2 ", "a ", "h9g7"),
        fill("", "a ", ""),
        fill("", "炮二平五", ""),
        fill("", "[", ""),
        fill("[Event \"", "x\" ", "\"]\n1. h2e2"),
        fill("", "[A \"b\"]\n", "1. h2e2"),
        fill("1. h2e2 *\n", "[A \"b\"]\n\n", ""),
        fill("[DhtmlXQ]", "[DhtmlXQ_", ""),
        fill("[DhtmlXQ]", "[DhtmlXQ_a]x[/DhtmlXQ_a]", ""),
        fill("[DhtmlXQ][DhtmlXQ_comment0]", "[", ""),
        fill("[DhtmlXQ][DhtmlXQ_comment0]", "\\u", ""),
        fill("[DhtmlXQ][DhtmlXQ_movelist]", "0908", "[/DhtmlXQ_movelist]"),
        fill("[DhtmlXQ]", "[DhtmlXQ_comment1_1]x[/DhtmlXQ_comment1_1]", ""),
        fill("position startpos moves ", "h2e2 ", ""),
        fill("fen ", "/", " moves"),
        fill("position ", "moves", ""),
        fill("", "1.", ""),
        fill("", "1", ""),
        fill("", ";", ""),
        fill("", ";{\n", ""),
        fill("text\n", "\n", "text\n[A \"b\"]\n1. h2e2"),
        fill("%", "%\n", ""),
        fill("", "\n", "1. h2e2"),
        fill("标题: x\n", "红方: y\n", "1. 炮二平五"),
        fill("FORMAT WXF\n", "RED x;\n", "START{ 1. C2.5 }END"),
        fill("FORMAT WXF\nSTART{", "!1 ", ""),
        fill("<ChineseChessRecord>", "<Red>x", ""),
        fill("<ChineseChessRecord>", "<Move value=\"77-47\"/>", ""),
        fill("<ChineseChessRecord>", "<![CDATA[", ""),
        fill("<ChineseChessRecord>", "<Red a=\"", ""),
        fill("<n version=\"2\" m=\"FEN\">", "<n m=\"h2e2\">", ""),
        fill("<n version=\"2\" m=\"FEN\">", "<n m=\"h2e2\" default=\"\"/>", ""),
        fill("<n version=\"2\" c=\"", "&amp;", "\"/>"),
        fill("<n version=\"2\" ", "a='' ", "/>"),
        fill("1 9 9 32 1 0 1 2 2 0 1 0 10 ", "32 0 7 7 7 4 0 2 0 26 ", ""),
        fill("", "7747", ""),
        fill("\u{9}聚义堂", "\u{0}", "\u{5}Moves\u{5}7C-4C"),
        fill("\u{9}聚义堂\u{5}Moves", "\u{5}7C-4C", ""),
    ];
    for text in inputs {
        let started = worked();
        let result = records::read_native(text.as_bytes()).map(|opened| opened.record.nodes().len());
        let took = worked() - started;
        let name: String = text.chars().take(40).collect();
        assert!(took < Duration::from_secs(8), "{name:?} took {took:?}: {result:?}");
        if took > Duration::from_millis(800) {
            println!("{name:?} took {took:?}: {result:?}");
        }
    }
}

/// Returns the processor time of this thread, so that other programs do not disturb the test. Returns the elapsed
/// time where the system does not report it.
fn worked() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let passed = START.elapsed();
    let said = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = said.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or(passed, Duration::from_nanos)
}

#[test]
fn gbk_that_happens_to_be_utf_8_is_read_as_gbk() {
    let bytes = b"\xcb\xa75\xc6\xbd4";
    assert_eq!(std::str::from_utf8(bytes), Ok("\u{2e7}5\u{1bd}4"));
    let opened = records::read_native(&[b"[FEN \"3k5/9/9/9/9/9/9/9/9/4K4 w\"]\n", &bytes[..]].concat())
        .expect("a record");
    assert_eq!(opened.encoding.code(), "gb18030");
    assert_eq!(opened.record.main_line().iter().map(ToString::to_string).collect::<Vec<_>>(), ["e0f0"]);
}
