//! Tests of each format with regular texts, read and written.

use super::{chinese_moves, moves, node, open, refused, show};
use chuhe::records::{self, Export, Record};
use chuhe::rules::fen;
use chuhe::rules::game::Outcome;
use chuhe::rules::notation::Notation;
use chuhe::rules::types::Color;

const OPENING: &str = "h2e2 h9g7 h0g2 i9h9";

#[test]
fn one_opening_in_every_notation() {
    let texts = [
        "1. 炮二平五 马８进７ 2. 马二进三 车９平８",
        "炮二平五 馬8進7 傌二進三 車9平8",
        "1.炮二平五马8进7 2.马二进三车9平8",
        "炮二平五，马８进７，马二进三，车９平８",
        "炮二平五、马８进７、马二进三、车９平８",
        "炮二平五\n马8进7\n马二进三\n车9平8\n",
        "炮二平五;马8进7;马二进三;车9平8",
        "1. C2.5 H8+7 2. H2+3 R9.8",
        "1.C2=5 N8+7 2.N2+3 R9=8",
        "1. H2-E2 H9-G7 2. H0-G2 I9-H9",
        "h2e2,h9g7,h0g2,i9h9",
        "h2e2h9g7h0g2i9h9",
        "h3e3 h10g8 h1g3 i10h10",
        "1. Che2 Ng7 2. Nhg2 Rh9",
        "1. Che3 Hg8 2. Hg3 Rh10",
        "position startpos moves h2e2 h9g7 h0g2 i9h9",
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2 h9g7 h0g2 i9h9 banmoves a0a1\ngo depth 8",
        "startpos moves h3e3 h10g8 h1g3 i10h10",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\n炮二平五 马8进7\n2. 马二进三 车9平8",
    ];
    for text in texts {
        assert_eq!(moves(&open(text).record), OPENING, "{text}");
    }
}

#[test]
fn the_format_is_detected() {
    let cases = [
        ("[Event \"x\"]\n1. 炮二平五", "pgn"),
        ("[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]", "dhtmlxq"),
        ("position startpos", "ucci"),
        ("炮二平五", "moves"),
        (fen::START, "fen"),
        ("fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r", "fen"),
    ];
    for (text, format) in cases {
        let opened = open(text);
        assert_eq!((opened.format.code(), opened.encoding.code()), (format, "utf-8"), "{text}");
        assert_eq!(opened.games, 1);
    }
}

#[test]
fn fen_in_every_dialect() {
    let placement = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    for text in [
        format!("{placement} w"),
        format!("{placement} r - - 0 1"),
        format!("{placement} w 0 1"),
        format!("{placement}[] w - - 0 1"),
        format!("{placement}_w_-_-_0_1"),
        format!("{placement}%20w%20-%20-%200%201"),
        format!("{placement}+w+-+-+0+1"),
        format!("https://www.pychess.org/analysis/xiangqi?fen={placement}%20w%20-%20-%200%201&x=1"),
        "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w".to_owned(),
        format!("  {placement} w - - 0 1\r\n\r\n"),
    ] {
        let opened = open(&text);
        assert_eq!(opened.record.start().to_string(), fen::START, "{text}");
        assert_eq!(opened.format.code(), "fen");
    }
    let error = refused("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN w");
    assert_eq!((error.reason.code(), error.format.map(|f| f.code())), ("badPosition", Some("fen")));
}

#[test]
fn ranks_are_counted_by_the_whole_game() {
    // The first three moves are legal with both rank bases and mean different moves.
    let zero = "a3a4 a6a5 b2b3 a9a6 a0a1";
    assert_eq!(moves(&open(zero).record), zero);
    let one = "c4c5 c7c6 b1c3 c10e8";
    assert_eq!(moves(&open(one).record), "c3c4 c6c5 b0c2 c9e7");
    assert_eq!(moves(&open("b2b3").record), "b2b3");
    let error = refused("h2e2 h9g7 h0g2 i9h8");
    assert_eq!((error.token.as_deref(), error.at), (Some("i9h8"), Some((2, Color::Black))));
    let error = refused("h3e3 h10g8 h1g3 h10g8");
    assert_eq!((error.token.as_deref(), error.at), (Some("h10g8"), Some((2, Color::Black))));
}

#[test]
fn the_short_form_tells_pieces_by_file_and_rank() {
    // The chariot stands on e4, from which e5e3 would be legal too.
    let two = "[FEN \"5k3/9/9/9/9/2B1R4/9/9/9/2B1K4 w - - 0 1\"]\n\n1. ";
    for (text, expected) in
        [("B4e2 *", "c4e2"), ("B5e3 *", "c4e2"), ("E5e3", "c4e2"), ("Re3", "e4e3"), ("E4E3", "e4e3")]
    {
        assert_eq!(moves(&open(&format!("{two}{text}")).record), expected, "{text}");
    }
}

#[test]
fn soldiers_of_the_short_form_have_no_letter() {
    let text = "[Event \"x\"]\n\n1. c4 g5 2. e4 e5 3. g4 gxg4 4. exe5 Che7 *";
    assert_eq!(moves(&open(text).record), "c3c4 g6g5 e3e4 e6e5 g3g4 g5g4 e4e5 h7e7");
    let across = "[FEN \"3k5/9/9/9/3P1P3/9/9/9/9/4K4 w - - 0 1\"]\n\n1. ";
    for (text, expected) in [("d6", "d5d6"), ("fxe5", "f5e5"), ("de5", "d5e5")] {
        assert_eq!(moves(&open(&format!("{across}{text} *")).record), expected, "{text}");
    }
    // Without a file the soldier would have to advance straight.
    assert_eq!(refused(&format!("{across}e5 d9d8")).token.as_deref(), Some("e5"));
}

#[test]
fn variations_comments_signs_and_evaluations() {
    let text = "{before} 1. 炮二平五 {[%eval 0.35] 常见} ; 分号\n (1. 兵七进一! 卒７进１ (1. …… 象３进５ {深}) {外} 2. 马二进三) \
                (1. 相三进五) 1. …… 马８进７ $2 2. 马二进三?! {[%eval -12.5,18]} 车９平８ $146 *";
    let expected = "{before} h2e2 <35> {常见\n分号} (c3c4 $1 g6g5 {外} (c9e7 {深}) h0g2) (g0e2) h9g7 $2 \
                    h0g2 $6 <-1250> i9h9 $146";
    assert_eq!(show(&open(text).record), expected);
}

#[test]
fn signs_are_read_however_people_write_them() {
    for (written, sign) in [
        ("!", "$1"),
        ("？", "$2"),
        (" !!", "$3"),
        (" $4", "$4"),
        ("！？", "$5"),
        ("?!", "$6"),
        (" =", "$10"),
        (" ∞", "$13"),
        (" ⩲", "$14"),
        (" =/+", "$15"),
        (" ±", "$16"),
        (" ∓", "$17"),
        (" +-", "$18"),
        (" -+", "$19"),
        ("! ±", "$1 $16"),
        (" $16 $1 $16", "$1 $16"),
    ] {
        for moves in ["1. 炮二平五", "1. C2.5", "1. H2-E2"] {
            let text = format!("{moves}{written} {{x}} *");
            assert_eq!(show(&open(&text).record), format!("h2e2 {sign} {{x}}"), "{text}");
        }
    }
    // An unknown sign stays visible in the text.
    assert_eq!(show(&open("1. C2.5!!! H8+7 $999").record), "h2e2 {!!!} h9g7 {$999}");
    assert_eq!(show(&open("{x} $14 1. C2.5").record), "$14 {x} h2e2");
}

#[test]
fn rings_and_arrows_are_read_from_comments() {
    let text = "{[%csl Ge2] Begin. [%cal Gh2e2,Rb0c2]} 1. C2.5 {[%cal Bh9g7, Yi9i9][%eval 0.3] so} H8+7 \
                {[%cal Gh2e2,Rh2e2] [%csl Gz9] [%cal Gh2e2}";
    let expected =
        "[Ge2 Gh2e2 Rb0c2] {Begin.} h2e2 <30> [Yi9 Bh9g7] {so} h9g7 [Rh2e2] {[%csl Gz9] [%cal Gh2e2}";
    assert_eq!(show(&open(text).record), expected);
    // The rest of a comment is read the same again, also where a nested command broke the outer one.
    let text = "1. C2.5 {a [%csl Ge2] b [%cal[%cal Gh2e2]Rb0c2] [%eval[%csl Re3] 0.3]}";
    let record = open(text).record;
    assert_eq!(show(&record), "h2e2 [Ge2 Re3 Gh2e2] {a b [%cal\nRb0c2] [%eval\n0.3]}");
    assert!(open(&records::write(&record, Export::Pgn(Notation::Iccs))).record == record);
    let ring = |index: usize| format!("G{}{}", (b'a' + (index % 9) as u8) as char, index / 9 % 10);
    let many: Vec<String> =
        (0..8100).map(|index| format!("{}{}", ring(index / 90), &ring(index)[1..])).collect();
    let lists = many.chunks(100).map(|chunk| format!("[%cal {}]", chunk.join(","))).collect::<String>();
    let record = open(&format!("1. C2.5 {{{lists}}}")).record;
    assert_eq!(node(&record, 1).shapes().len(), records::MAX_SHAPES);
}

#[test]
fn parentheses_that_are_no_variation_become_text() {
    let text = "1. 炮二平五 (中炮局，见第一章) 马８进７ (也可马２进３ 或 (炮８平５)) (1. …… 马２进３ 2. 车五进一 错) \
                2. 马二进三（图一）车９平８ () (1. …… 卒５进１)";
    let record = open(text).record;
    assert_eq!(moves(&record), OPENING);
    assert_eq!(node(&record, 1).comment(), "(中炮局，见第一章)");
    assert_eq!(node(&record, 2).comment(), "(也可马２进３ 或 (炮８平５))\n(1. …… 马２进３ 2. 车五进一 错)");
    assert_eq!(node(&record, 3).comment(), "（图一）");
    assert_eq!(show(&record).matches("(e6e5)").count(), 1);
}

#[test]
fn a_variation_that_repeats_the_main_line_joins_it() {
    let text = "1. 炮二平五 马８进７ (1. …… 马８进７ 2. 马八进七) 2. 马二进三 (2. 马八进七 车９平８)";
    assert_eq!(show(&open(text).record), "h2e2 h9g7 h0g2 (b0c2 i9h9)");
}

#[test]
fn black_may_begin() {
    let flipped = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1";
    for text in [
        "1. …… 马８进７ 2. 马二进三",
        "1. .... N8+7 2. N2+3",
        "1... 马8进7 2. 马二进三",
        "h9g7 h0g2",
        &format!("[FEN \"{flipped}\"]\n1. …… 马８进７ 2. 马二进三"),
        "[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR\"]\nh9g7 h0g2",
    ] {
        let record = open(text).record;
        assert_eq!(record.start().to_string(), flipped, "{text}");
        assert_eq!(moves(&record), "h9g7 h0g2", "{text}");
    }
    // A tag for the side that begins is kept: here ranks are counted from Black's side.
    let record = open(&format!("[FEN \"{}\"]\n1. h9g7 h0g2", fen::START)).record;
    assert_eq!((record.start().to_string().as_str(), moves(&record).as_str()), (fen::START, "h0g2 h9g7"));
    let pgn =
        records::write(&open("1. …… 马８进７ 2. 马二进三 车９平８").record, Export::Pgn(Notation::Chinese));
    assert!(pgn.contains("\n1. ... 马８进７\n2. 马二进三 车９平８\n"), "{pgn}");
}

#[test]
fn pgn_is_written_as_the_standard_has_it() {
    let mut record = open("1. 炮二平五 马８进７ (1. …… 炮８平５) 2. 马二进三").record;
    let first = record.main_nodes().next().expect("a move");
    let node = record.node_mut(first);
    node.annotate("a} b\n\n  {c", None);
    node.add_signs(&[16, 5]);
    node.draw(&["Gb0c2", "Rh2", "Bh2e2"].map(|shape| shape.parse().expect("a shape")));
    record.tags.set("Red", "甲 \"乙\" \\");
    record.result = Outcome::Draw;
    let pgn = records::write(&record, Export::Pgn(Notation::Wxf));
    let expected = "[Game \"Chinese Chess\"]\n[Red \"甲 \\\"乙\\\" \\\\\"]\n[Result \"1/2-1/2\"]\n[Format \"WXF\"]\n\n\
        1. C2.5 $5 $16\n; [%csl Rh2] [%cal Gb0c2,Bh2e2] a} b\n; \n;   {c\n1. ... H8+7\n(1. ... C8.5)\n2. H2+3\n1/2-1/2\n";
    assert_eq!(pgn, expected);
}

#[test]
fn comments_are_written_as_they_are() {
    for (comment, written) in [
        ("一\n\n二", "{一\n\n二}"),
        (" 首尾空白\r\n\r\n", "{首尾空白}"),
        ("&#10;a&#38;#125;&#13;&#10;b", "; a}\n; b\n"),
        ("{a", "{{a}"),
        ("a; b (c) $1", "{a; b (c) $1}"),
        ("[%eval 0.30] a", "{[%eval 0.30] a}"),
    ] {
        let mut record = open("1. 炮二平五 马８进７").record;
        let first = record.main_nodes().next().expect("a move");
        record.node_mut(first).annotate(comment, None);
        for export in [Export::Pgn(Notation::Chinese), Export::Pgn(Notation::Iccs), Export::Dhtmlxq] {
            let text = records::write(&record, export);
            assert!(open(&text).record == record, "{text}");
            assert!(export == Export::Dhtmlxq || text.contains(&format!("\n{written}")), "{text}");
        }
    }
}

#[test]
fn lines_behind_semicolons_are_one_comment() {
    let text =
        "[Event \"x\"]\n1. 炮二平五 ; a\n;b\n; \n;  c }\n; [%eval 0.35]\n马８进７ (1. ... 炮８平５ ; d\n) *";
    assert_eq!(show(&open(text).record), "h2e2 <35> {a\nb\n\n c }} h9g7 (h7e7 {d})");
}

#[test]
fn a_forum_game_of_dhtmlxq_is_read() {
    let text = include_str!("../data/records/dpxq.txt");
    let opened = open(text);
    assert_eq!(opened.format.code(), "dhtmlxq");
    let record = &opened.record;
    assert_eq!(record.main_line().len(), 77);
    assert!(
        chinese_moves(record).starts_with("炮二平五 马８进７ 马二进三 车９平８ 马八进七 炮８平９"),
        "{}",
        chinese_moves(record)
    );
    assert_eq!(record.result, Outcome::Win(Color::Red));
    for (name, value) in
        [("Red", "孟辰"), ("Black", "刘柏宏"), ("Date", "2025-09-27"), ("Opening", "中炮对左三步虎")]
    {
        assert_eq!(record.tags.get(name), Some(value));
    }
    let again = open(&records::write(record, Export::Dhtmlxq));
    assert!(again.record == *record);
}

#[test]
fn branches_of_dhtmlxq() {
    let text = "[DhtmlXQ]\n[DhtmlXQ_title]t[/DhtmlXQ_title]\n[DhtmlXQ_result]红胜[/DhtmlXQ_result]\n\
        [DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]\n\
        [DhtmlXQ_move_1_3_2]7967[/DhtmlXQ_move_1_3_2]\n\
        [DhtmlXQ_movelist]77477062796780708979[/DhtmlXQ_movelist]\n\
        [DhtmlXQ_move_0_2_1]10221927[/DhtmlXQ_move_0_2_1]\n\
        [DhtmlXQ_comment0]start||comment[/DhtmlXQ_comment0]\n[DhtmlXQ_comment1]after \\u4e00[/DhtmlXQ_comment1]\n\
        [DhtmlXQ_comment1_2]branch 1, ply 2[/DhtmlXQ_comment1_2]\n[DhtmlXQ_comment2_3]deep[/DhtmlXQ_comment2_3]\n[/DhtmlXQ]";
    let expected =
        "{start\ncomment} h2e2 {after 一} h9g7 (b9c7 {branch 1, ply 2} b0c2 (h0g2 {deep})) h0g2 i9h9 i0h0";
    assert_eq!(show(&open(text).record), expected);
}

#[test]
fn the_first_of_several_dhtmlxq_games_is_read() {
    let game = |title: &str, moves: &str, said: &str| {
        format!(
            "[DhtmlXQ]\n[DhtmlXQ_title]{title}[/DhtmlXQ_title]\n[DhtmlXQ_movelist]{moves}[/DhtmlXQ_movelist]\n\
             [DhtmlXQ_comment1]{said}[/DhtmlXQ_comment1]\n[/DhtmlXQ]\n"
        )
    };
    let opened = open(&(game("one", "77477062", "first") + &game("two", "1022", "second")));
    assert_eq!(opened.games, 2);
    assert_eq!(show(&opened.record), "h2e2 {first} h9g7");
    assert_eq!(opened.record.tags.get("Title"), Some("one"));
}

#[test]
fn lines_of_dhtmlxq_may_stand_in_a_script() {
    let text = "<td>[1_2] [DhtmlXQ_movelist][/DhtmlXQ_movelist][DhtmlXQ_comment1_2]other[/DhtmlXQ_comment1_2]<script>\
        var DhtmlXQ_movelist = '[0_1_0]774770627967[/0_1_0][0_2_1]10227967[/0_2_1]';</script>";
    assert_eq!(show(&open(text).record), "h2e2 h9g7 (b9c7 {other} h0g2) h0g2");
    let error = refused("[DhtmlXQ_movelist][/DhtmlXQ_movelist]'[0_1_0]7747[/0_1_0][4_2_1]1022[/4_2_1]'");
    assert_eq!((error.reason.code(), error.token.as_deref()), ("badField", Some("4_2_1")));
}

#[test]
fn dhtmlxq_keeps_signs_and_shapes_in_fields_of_its_own() {
    let text = "1. C2.5 $5 $16 {[%csl Rh2] [%cal Gb0c2]} H8+7 (1. ... C8.5 $4)";
    let written = records::write(&open(text).record, Export::Dhtmlxq);
    for field in ["nag1]5 16[", "draw1]Rh2,Gb0c2[", "nag1_2]4["] {
        assert!(written.contains(field), "{field}\n{written}");
    }
    assert_eq!(show(&open(&written).record), "h2e2 $5 $16 [Rh2 Gb0c2] h9g7 (h7e7 $4)");
    for field in ["[DhtmlXQ_nag1]5 x[/DhtmlXQ_nag1]", "[DhtmlXQ_draw1]Gh2e2,[/DhtmlXQ_draw1]"] {
        let error = refused(&format!("[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]{field}"));
        assert_eq!(error.reason.code(), "badField", "{field}");
    }
}

#[test]
fn dhtmlxq_tells_the_side_by_the_first_move_or_the_fen() {
    let start =
        "[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]";
    let black = open(&format!("{start}[DhtmlXQ_movelist]7062[/DhtmlXQ_movelist]")).record;
    assert_eq!((moves(&black).as_str(), black.start().board.turn()), ("h9g7", Color::Black));
    assert_eq!(open(start).record.start().to_string(), fen::START);
    let fen = "[DhtmlXQ_fen]4k4/9/9/9/9/9/9/9/4A4/3K5 b - - 5 30[/DhtmlXQ_fen]";
    let both = open(&format!("{start}{fen}")).record;
    assert_eq!(both.start().to_string(), "4k4/9/9/9/9/9/9/9/4A4/3K5 b - - 5 30");
}

#[test]
fn errors_of_dhtmlxq_name_the_place() {
    let cut = open("[DhtmlXQ]\n[DhtmlXQ_movelist]77477063[/DhtmlXQ_movelist]");
    let error = cut.left_out.expect("an illegal move");
    assert_eq!((error.reason.code(), error.token.as_deref()), ("illegalMove", Some("7063")));
    assert_eq!((error.at, error.line), (Some((1, Color::Black)), Some(2)));
    for (text, reason, token) in [
        ("[DhtmlXQ_movelist]774[/DhtmlXQ_movelist]", "unknownText", "774"),
        ("[DhtmlXQ_movelist]ab[/DhtmlXQ_movelist]", "unknownText", "a"),
        ("[DhtmlXQ_binit]8979[/DhtmlXQ_binit]", "badField", "8979"),
        ("[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][DhtmlXQ_move_7_2_8]1022[/x]", "badField", "move_7_2_8"),
        ("[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][DhtmlXQ_move_0_9_1]1022[/x]", "badField", "move_0_9_1"),
        ("[DhtmlXQ_movelist]9947[/DhtmlXQ_movelist]", "illegalMove", "9947"),
    ] {
        let error = refused(text);
        assert_eq!((error.reason.code(), error.token.as_deref()), (reason, Some(token)), "{text}");
    }
}

#[test]
fn remaining_formats_are_exported() {
    let record = open("1. 炮二平五 马８进７ (1. …… 炮８平５)").record;
    assert_eq!(records::write(&record, Export::Ucci), "position startpos moves h2e2 h9g7\n");
    assert_eq!(records::write(&record, Export::Iccs), "H2-E2 H9-G7\n");
    let end = "rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2\n";
    assert_eq!(records::write(&record, Export::Fen), end.replace("rnbakabr1", "rnbakab1r"));
    assert_eq!(records::write(&open(fen::START).record, Export::Fen), format!("{}\n", fen::START));
    let ending = Record::new("4k4/9/9/9/9/9/9/9/4A4/3K5 b - - 5 30".parse().expect("a position"));
    assert_eq!(records::write(&ending, Export::Ucci), "position fen 4k4/9/9/9/9/9/9/9/4A4/3K5 b - - 5 30\n");
    for export in Export::ALL {
        assert_eq!(Export::from_code(export.code()), Some(export));
        assert!(open(&records::write(&ending, export)).record == ending);
    }
    assert_eq!(Export::from_code("pgn"), Some(Export::Pgn(Notation::Chinese)));
    assert_eq!(Export::from_code("xqf"), None);
}
