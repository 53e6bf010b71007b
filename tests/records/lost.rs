//! Every part of a text is read, or is named with its place; nothing is lost silently.

use super::{moves, node, open, refused};
use chuhe::records::{self, Export, Games, Opened, ReadError};
use chuhe::rules::game::Outcome;
use chuhe::rules::types::Color;

const OPENING: &str = "h2e2 h9g7 h0g2 i9h9";

/// Reads all games of a text in chunks of 50 bytes.
fn games(text: &str) -> Vec<Result<Opened, ReadError>> {
    let (mut games, mut read) = (Games::default(), Vec::new());
    for piece in text.as_bytes().chunks(50) {
        games.push(piece);
        read.extend(std::iter::from_fn(|| games.next(&records::decode)));
    }
    games.finish();
    read.extend(std::iter::from_fn(|| games.next(&records::decode)));
    read
}

fn lines(text: &str) -> Vec<String> {
    games(text)
        .iter()
        .map(|game| game.as_ref().map_or_else(ToString::to_string, |game| moves(&game.record)))
        .collect()
}

/// Returns the message about the omitted part of a text.
fn left_out(text: &str) -> String {
    open(text).left_out.map(|error| error.detail().to_string()).unwrap_or_default()
}

#[test]
fn text_before_the_first_tag_does_not_join_the_games() {
    let tagged = "[Event \"1st\"]\n[Red \"A\"]\n\n1.C2=5 H8+7 2.H2+3 R9=8 0-1\n\n[Event \"2nd\"]\n[Red \"C\"]\n\n1.C2=5 C8=5 0-1\n";
    let expected = [OPENING, "h2e2 h7e7"];
    for before in [
        ";; note",
        "% exported by X 1.0",
        "\u{feff}",
        "\u{200b}",
        "\u{3000}",
        "<pre>",
        "```",
        "{all games, 1. C2=5}",
        "[Event x]",
        "A collection of games, 2026",
    ] {
        for tagged in [tagged.to_owned(), tagged.replace("Event", "赛事"), tagged.replace('\n', "\r\n")] {
            let text = format!("{before}\n\n{tagged}");
            assert_eq!(lines(&text), expected, "{text}");
            assert_eq!(open(&text).games, 2, "{text}");
        }
    }
    let many = format!(";; note\n\n{}", tagged.repeat(1500));
    assert_eq!((games(&many).len(), open(&many).games), (3000, 3000));
}

#[test]
fn a_game_before_the_first_tag_is_a_game() {
    let tagged = "[赛事 \"x\"]\n\n1.C2=5 C8=5 0-1\n";
    for first in [
        "1. h2e2 h9g7 2. h0g2 i9h9 1-0",
        "炮二平五 马８进７ 马二进三 车９平８",
        "[DhtmlXQ]\n[DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist]\n[/DhtmlXQ]",
    ] {
        let text = format!("{first}\n\n{tagged}");
        assert_eq!(lines(&text), [OPENING, "h2e2 h7e7"], "{text}");
        assert_eq!(open(&text).games, 2, "{text}");
    }
    let behind =
        format!("{tagged}\n[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n{tagged}");
    assert_eq!(lines(&behind), ["h2e2 h7e7", "h2e2", "h2e2 h7e7"]);
    // Text between the tags of a game is not a game.
    assert_eq!(lines("[Event \"x\"]\nThe best one\n[Red \"A\"]\n\n1. h2e2 *\n"), ["h2e2"]);
}

#[test]
fn moves_after_a_result_are_another_game_or_are_reported() {
    assert_eq!(lines("1. h2e2 h9g7 1-0\n\n1. h2e2 h7e7 0-1"), ["h2e2 h9g7", "h2e2 h7e7"]);
    let early = open("[Event \"x\"]\n[Result \"1-0\"]\n\n1-0 1. h2e2 h9g7");
    assert_eq!((moves(&early.record).as_str(), early.record.result), ("h2e2 h9g7", Outcome::Win(Color::Red)));
    assert_eq!(moves(&open("1. 炮二平五* 马8进7 2. 马二进三 车9平8").record), OPENING);
    for (text, told) in [
        (
            "炮二平五 马8进7 马二进三 车9平8 和棋 车一平二 炮8进4",
            "line 1, move 3 of red, '车一平二': the game has ended before",
        ),
        (
            "1. h2e2 h9g7 2. h0g2 i9h9 1-0\n1. b2e2 b7e7",
            "line 2, move 3 of red, 'b2e2': the game has ended before",
        ),
    ] {
        assert_eq!((moves(&open(text).record).as_str(), left_out(text).as_str()), (OPENING, told));
    }
    // Text and comments after the result are kept.
    for text in ["1. h2e2 h9g7 1-0 Black resigns", "1. h2e2 h9g7 1-0 {Black resigns}"] {
        assert_eq!(node(&open(text).record, 2).comment(), "Black resigns", "{text}");
    }
}

#[test]
fn names_of_tags_are_compared_without_case() {
    let fen = "3k5/9/9/9/9/5Np2/9/9/9/4K4 b - - 0 1";
    for name in ["FEN", "Fen", "fen", "FEn"] {
        let record =
            open(&format!("[{name} \"{fen}\"]\n[RED \"甲\"]\n[black \"乙\"]\n[Result \"1-0\"]\n\n*")).record;
        assert_eq!(record.start().to_string(), fen);
        let tags: Vec<(&str, &str)> = record.tags.iter().collect();
        assert_eq!(tags, [("Red", "甲"), ("Black", "乙")]);
        assert_eq!(record.result, Outcome::Win(Color::Red));
    }
    let chinese = open("[賽事 \"杯\"]\n[紅方 \"甲\"]\n[结果 \"黑胜\"]\n[备注 \"雨\"]\n\n1. 炮二平五").record;
    let tags: Vec<(&str, &str)> = chinese.tags.iter().collect();
    assert_eq!(tags, [("Event", "杯"), ("Red", "甲"), ("备注", "雨")]);
    assert_eq!(chinese.result, Outcome::Win(Color::Black));
    for export in [Export::Dhtmlxq, Export::ALL[0]] {
        assert_eq!(open(&records::write(&chinese, export)).record, chinese);
    }
}

#[test]
fn separators_separate_moves_of_every_notation() {
    let notations = [
        ["炮二平五", "马8进7", "马二进三", "车9平8"],
        ["h2e2", "h9g7", "h0g2", "i9h9"],
        ["H2-E2", "H9-G7", "H0-G2", "I9-H9"],
        ["C2.5", "H8+7", "H2+3", "R9.8"],
        ["C2=5", "N8+7", "N2+3", "R9=8"],
    ];
    for separator in ["-", "/", "|", "_", "+", "->", "=>", "→", "~", " - ", " -> ", " / ", "|\n", ";", "、"]
    {
        for notation in &notations {
            let text = notation.join(separator);
            assert_eq!(
                (moves(&open(&text).record).as_str(), left_out(&text).as_str()),
                (OPENING, ""),
                "{text}"
            );
        }
    }
    for text in ["1. h2e2/h9g7 2. h0g2/i9h9", "1. h2e2!/h9g7? 2. h0g2/i9h9", "Che2/Hg7/Hg2/Rh9"] {
        assert_eq!(moves(&open(text).record), OPENING, "{text}");
    }
}

#[test]
fn words_that_are_not_moves_are_reported_with_their_place() {
    for (text, told) in [
        ("炮二平五马8进7马二进三车9平8车平二", "move 3 of red, '车平二'"),
        ("炮二平五马8进7马二进三车9平8车平二马2进3兵七进一", "move 3 of red, '车平'"),
        ("h2e2/h9g7/h0g2/i9h9/i0h/b9c7", "move 3 of red, 'i0h'"),
        ("炮二平五 马8进7 马二进三 车9平8 车一二平", "move 3 of red, '车一二平'"),
        ("炮二平五 马8进7 马二进三 车9平8 车平二", "move 3 of red, '车平二'"),
    ] {
        assert_eq!(moves(&open(text).record), OPENING, "{text}");
        assert_eq!(left_out(text), format!("line 1, {told}: this is no move"), "{text}");
    }
    for slip in ["馬8進9999", "炮8平55", "h7e77", "C8=55", "h77e7"] {
        let error = refused(&format!("1. h2e2 {slip}"));
        assert_eq!((error.reason.code(), error.token.as_deref()), ("unknownText", Some(slip)), "{error}");
        let error = refused(&format!("1. h2e2 {slip} 2. h0g2"));
        assert_eq!(error.token.as_deref(), Some(slip), "{error}");
    }
}

#[test]
fn a_tag_for_the_side_to_begin_is_not_overruled() {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    // Ranks are counted from Black's side.
    for text in [
        format!("[FEN \"{start}\"]\n[Red \"A\"]\n\n1. h7e7 h0g2 1-0"),
        "[Red \"A\"]\n\n1. h7e7 h0g2 1-0".to_owned(),
    ] {
        let record = open(&text).record;
        assert_eq!((record.start().to_string().as_str(), moves(&record).as_str()), (start, "h2e2 h9g7"));
    }
    // The moves fit neither rank base.
    let error = refused("[FEN \"3k5/9/9/9/9/5Np2/9/9/9/4K4 w - - 0 1\"]\n\n1. g4f4 e0e1 1-0");
    assert!(error.to_string().contains("'g4f4': the move is illegal (notYours)"), "{error}");
}

#[test]
fn a_comment_before_a_variation_belongs_to_its_first_move() {
    let record = open("1. C2=5 H8+7 2. H2+3 R9=8 ({SL} 2... C8=9 {better}) {main}").record;
    assert_eq!((node(&record, 3).comment(), node(&record, 4).comment()), ("", "main"));
    let third = record.main_nodes().nth(2).expect("a move");
    let other = *record.node(third).children().last().expect("a variation");
    assert_eq!(record.node(other).comment(), "SL\nbetter");
}

#[test]
fn results_of_every_kind_are_read() {
    let (red, black, draw) = (Outcome::Win(Color::Red), Outcome::Win(Color::Black), Outcome::Draw);
    for (text, result) in [
        ("1:0", red),
        ("1–0", red),
        ("1：0", red),
        ("黑方负", red),
        ("紅方勝", red),
        ("0:1", black),
        ("0—1", black),
        ("红方负", black),
        ("½–½", draw),
        ("1/2–1/2", draw),
        ("draw", draw),
        ("结果：和棋", draw),
    ] {
        assert_eq!(open(&format!("1. h2e2 h9g7 {text}")).record.result, result, "{text}");
        if !text.contains('结') {
            let tagged = open(&format!("[Event \"x\"]\n[Result \"{text}\"]\n\n1. h2e2 h9g7"));
            assert_eq!(tagged.record.result, result, "{text}");
        }
    }
}

#[test]
fn labels_before_a_list_are_its_tags() {
    for text in [
        "紅方:王五 黑方:李四 結果:紅勝\n1. 炮二平五 马8进7",
        "红方：王五，黑方：李四；结果：红胜 1. 炮二平五 马8进7",
        "Red: 王五\nBlack: 李四\nResult: 1-0\n\n炮二平五 马8进7",
    ] {
        let record = open(text).record;
        let tags: Vec<(&str, &str)> = record.tags.iter().collect();
        assert_eq!(tags, [("Red", "王五"), ("Black", "李四")], "{text}");
        assert_eq!(
            (record.result, moves(&record).as_str()),
            (Outcome::Win(Color::Red), "h2e2 h9g7"),
            "{text}"
        );
    }
}

#[test]
fn a_footer_that_repeats_the_moves_is_ignored() {
    for footer in
        ["ICCS: h2e2 h9g7 h0g2 i9h9", "ICCS:\n1. H2-E2 H9-G7\n2. H0-G2 I9-H9", "C2=5/H8+7/H2+3/R9=8"]
    {
        for result in ["", " 1-0"] {
            let text = format!("1. 炮二平五 马８进７ 2. 马二进三 车９平８{result}\n{footer}\n");
            assert_eq!(
                (moves(&open(&text).record).as_str(), left_out(&text).as_str()),
                (OPENING, ""),
                "{text}"
            );
            assert_eq!(node(&open(&text).record, 4).comment(), "", "{text}");
        }
    }
    assert!(left_out("1. 炮二平五 马８进７ 2. 马二进三 车９平８\nICCS: h2e2 h9g7 b0c2").contains("ICCS"));
}

#[test]
fn a_sideways_soldier_capture_may_omit_its_file() {
    for mv in ["xf4", "gxf4", "Pf4"] {
        let text = format!("[FEN \"3k5/9/9/9/9/5Np2/9/9/9/4K4 b - - 0 1\"]\n\n1... {mv} *");
        assert_eq!(moves(&open(&text).record), "g4f4", "{mv}");
    }
}

#[test]
fn vietnamese_is_read_and_written() {
    let moves_of_game = "h2e2 h9g7 h0g2 i9h9 i0h0 g6g5";
    for text in [
        "1. P2-5 M8.7 2. M2.3 X9-8 3. X1-2 B7.1 1-0",
        "P2-5 M8.7 M2.3 X9-8 X1-2 C7.1",
        "p2-5, m8.7, m2.3, x9-8, x1-2, c7.1",
    ] {
        assert_eq!(
            (moves(&open(text).record).as_str(), left_out(text).as_str()),
            (moves_of_game, ""),
            "{text}"
        );
    }
    let record = open(
        "1. 炮二平五 马8进7 2. 马二进三 车9平8 (2. ... 士4进5 3. 帅五进一) 3. 车一进一 卒7进1 4. 车一退一",
    )
    .record;
    let text = records::write(&record, Export::from_code("pgn-vietnamese").expect("an export"));
    assert!(
        text.contains("2. M2.3 X9-8") && text.contains("S4.5 3. Tg5.1") && text.contains("X1/1"),
        "{text}"
    );
    assert_eq!(open(&text).record, record);
    // An illegal move is reported, and WXF is still read as WXF.
    assert_eq!(left_out("P2-5 M8.7 M2.3 X9-8 X9-9"), "line 1, move 3 of red, 'X9-9': the move is illegal");
    assert_eq!(moves(&open("1. C2.5 H8+7 2. H2+3 R9.8").record), OPENING);
}

#[test]
fn lists_of_many_kinds_are_read() {
    for text in [
        "① 炮二平五 马8进7 ② 马二进三 车9平8",
        "①炮二平五 马8进7\n②马二进三 车9平8",
        "第1回合 炮二平五 马8进7 第2回合 马二进三 车9平8",
        "第一回合：红：炮二平五 黑：马8进7\n第二回合：红：马二进三 黑：车9平8",
        "| # | Red | Black |\n|---|---|---|\n| 1 | 炮二平五 | 马8进7 |\n| 2 | 马二进三 | 车9平8 |",
        "[\"h2e2\", \"h9g7\", \"h0g2\", \"i9h9\"]",
        "{\"moves\": \"炮二平五 马8进7 马二进三 车9平8\"}",
        "{\"moves\": [{\"move\": \"h2e2\"}, {\"from\": \"h9\", \"to\": \"g7\"}, [\"h0g2\", \"i9h9\"]]}",
        "[DHJHtmlXQ]\n[DHJHtmlXQ_34]7242796770628979[/DHJHtmlXQ_34]\n[/DHJHtmlXQ]",
    ] {
        assert_eq!((moves(&open(text).record).as_str(), left_out(text).as_str()), (OPENING, ""), "{text}");
    }
    let json = open(
        "{\"red\": \"甲\", \"Result\": \"1-0\", \"moves\": [\"h2e2\", \"h9g7\", \"h0g2\", \"i9h9\", \"i0i5\"]}",
    );
    assert_eq!((json.format.code(), json.record.tags.get("Red")), ("json", Some("甲")));
    assert_eq!(
        (json.record.result, json.left_out.map(|error| error.token)),
        (Outcome::Win(Color::Red), Some(Some("i0i5".to_owned())))
    );
    let places = format!("000k{}P{}K0000", "0".repeat(47), "0".repeat(33));
    let fields = [("18", "甲"), ("28", "红胜"), ("31", places.as_str()), ("32", "0"), ("34", "6465")];
    let fields =
        fields.map(|(name, value)| format!("[DHJHtmlXQ_{name}]{value}[/DHJHtmlXQ_{name}]\n")).concat();
    let dhj = open(&format!("[DHJHtmlXQ]\n{fields}[game_comment_0_1]好[/comment_0_1]\n[/DHJHtmlXQ]"));
    assert_eq!((dhj.format.code(), moves(&dhj.record).as_str()), ("dhj", "g4g5"));
    assert_eq!((dhj.record.tags.get("Red"), node(&dhj.record, 1).comment()), (Some("甲"), "好"));
    assert_eq!(dhj.record.result, Outcome::Win(Color::Red));
}

#[test]
fn positions_of_many_kinds_are_read() {
    let placement = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    let chinese =
        "車馬象士將士象馬車/9/1砲5砲1/卒1卒1卒1卒1卒/9/9/兵1兵1兵1兵1兵/1炮5炮1/9/俥傌相仕帥仕相傌俥";
    for placement in [placement, chinese] {
        for (side, letter) in [
            ("", 'w'),
            (" W", 'w'),
            (" R - - 0 1", 'w'),
            (" 红", 'w'),
            (" B", 'b'),
            (" 黑", 'b'),
            (" black", 'b'),
        ] {
            let text = format!("{placement}{side}");
            assert!(open(&text).record.start().to_string().contains(&format!("R {letter} ")), "{text}");
            let text = format!("[FEN \"{placement}{side}\"]\n\n*");
            assert!(open(&text).record.start().to_string().contains(&format!("R {letter} ")), "{text}");
        }
        for fields in ["", " w", " w - - 0 1", " w - - 0 1 1."] {
            let text = format!("{placement}{fields} h2e2 h9g7");
            assert_eq!(moves(&open(&text).record), "h2e2 h9g7", "{text}");
        }
    }
    // Without a side, the first move determines it.
    assert!(open(&format!("{placement} h9g7 h0g2")).record.start().to_string().contains(" b "));
    assert_eq!(refused(&format!("{placement} x - - 0 1")).reason.code(), "badPosition");
}

#[test]
fn another_encoding_does_not_hide_an_error() {
    let error = refused("h2e2 馬8進99");
    assert_eq!((error.reason.code(), error.token.as_deref()), ("unknownText", Some("馬8進99")));
}

#[test]
fn vietnamese_names_and_texts_in_xqf_are_read() {
    /// The bytes of the letters beyond ASCII that the test uses, in both encodings.
    const LETTERS: [(char, &[u8], &[u8]); 8] = [
        ('ễ', b"\xd4", b"\xea\xde"),
        ('ă', b"\xa8", b"\xe3"),
        ('ả', b"\xb6", b"a\xd2"),
        ('ô', b"\xab", b"\xf4"),
        ('đ', b"\xae", b"\xf0"),
        ('ị', b"\xde", b"i\xf2"),
        ('ấ', b"\xca", b"\xe2\xec"),
        ('ờ', b"\xea", b"\xf5\xcc"),
    ];
    let mut record = open("1. h2e2 h9g7").record;
    record.tags.set("Event", "Giải vô địch");
    record.tags.set("Red", "Nguyễn Văn");
    let first = record.main_nodes().next().expect("a move");
    record.node_mut(first).annotate("đấu cờ hay", None);
    for encoding in 0..2 {
        let encode = |text: &str| -> Vec<u8> {
            let bytes = |letter: char| match LETTERS.iter().find(|(other, ..)| *other == letter) {
                Some((_, tcvn3, windows)) => if encoding == 0 { tcvn3 } else { windows }.to_vec(),
                None => letter.to_string().into_bytes(),
            };
            text.chars().flat_map(bytes).collect()
        };
        let read = records::read_native(&records::write_xqf(&record, &encode)).expect("an XQF").record;
        assert_eq!(read, record);
    }
    // Chinese next to ASCII is still read as Chinese.
    for name in ["Tom许", "许银川 vs Tom", "GM李来群", "A组冠军赛 Final"] {
        record.tags.set("Event", name);
        let encode = |text: &str| encoding_rs::GBK.encode(text).0.into_owned();
        let read = records::read_native(&records::write_xqf(&record, &encode)).expect("an XQF").record;
        assert_eq!(read.tags.get("Event"), Some(name));
    }
}
