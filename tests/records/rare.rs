//! Tests of rare formats, with small files created here and with available real files.

use super::binary::cbr;
use super::{chinese_moves, moves, node, open, refused, show};
use chuhe::records::{self, Encoding, Opened};
use chuhe::rules::game::Outcome;
use chuhe::rules::types::Color;
use std::fs;
use std::path::PathBuf;

fn read(bytes: &[u8]) -> Opened {
    records::read_native(bytes).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the message about the omitted part of a game.
fn left_out(opened: &Opened) -> String {
    opened.left_out.as_ref().map(|error| error.detail().to_string()).unwrap_or_default()
}

const DPXQ: &str = "标题: 甲 负 乙\n赛事: 杯赛\n轮次: 第07轮\n红方: 甲\n黑方: 乙\n结果: 黑方胜\n日期: 2026.08.31\n\
    来源网站: http://www.dpxq.com/\n \n  1.炮二平五      士６进５  \n  2.马二进三      炮８平４  \n \n\
    棋谱由 http://www.dpxq.com/ 生成\n";

const WXF: &str = "FORMAT  \tWXF\nGAME    \nRED     \tA ; 1137 ;;\nBLACK   \tB;;;\nDATE    \t2026-09-03\n\
    RESULT  0-1\n/*Time control*/\n\nSTART{\n 1. C8.5 c2.5    2. H8+7  h2+3\n 3. R9.8! r1+1    !!4. P5+1\n}END\n";

const CBF: &str = "\u{feff}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ChineseChessRecord Version=\"1.0\">\n <Head>\n\
    <Name>局</Name>\n<URL />\n<Contest>杯 &amp; 赛</Contest><Red>甲</Red><RecordResult>2</RecordResult>\n\
    <FEN>4k4/9/9/9/9/9/9/9/4A4/3K5 w - - 0 1</FEN>\n</Head>\n<MoveList>\n\
    <Move value=\"00-00\"><![CDATA[开始 <1>]]></Move>\n<Move value=\"39-38\" />\n\
    <Move value=\"40-50\" end=\"1\"><![CDATA[完]]></Move>\n</MoveList></ChineseChessRecord>\n";

const PFC: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?><n version=\"2\" win=\"1-0\" \
    m=\"4k4/9/9/9/9/9/9/9/4A4/3K5 w - - 0 1\" c=\"&lt;始&gt;\"><n m=\"d0d1\" c=\"二\" /><n default=\"true\" \
    m=\"e1f2\" s=\"30\"><n m=\"e9e8\" c='a>b' /></n></n>";

const CHE: &str = "1 3 21 32 1 0 1 2 2 0 1 0 10 32 0 7 7 7 4 0 2 0 26 32 1 2 7 2 5 0 3 0";

/// Writes a game as a file of 弈天.
fn mxq(moves: &[&str], players: &str) -> Vec<u8> {
    let texts = ["聚义堂", "2016年12月27日", players, "1500"];
    let words =
        texts.into_iter().chain(["Moves"]).chain(moves.iter().copied()).chain(["Ends", "CommentsEnd"]);
    let mut bytes = Vec::new();
    for word in words {
        let (text, _, _) = encoding_rs::GBK.encode(word);
        bytes.push(text.len() as u8);
        bytes.extend_from_slice(&text);
    }
    bytes
}

/// Writes moves of file and rank as a file of 中国游戏中心, counted from Black's left corner in Red's view.
fn ccm(moves: &[[u8; 4]]) -> Vec<u8> {
    let mut bytes = vec![1, 0, 18, 0, 0, 0, 0, 0, moves.len() as u8, 0, 0, 0];
    for (ply, [from_file, from_rank, to_file, to_rank]) in moves.iter().enumerate() {
        bytes.extend([0, 1 + (ply % 2) as u8, 6, *from_file, *from_rank, *to_file, *to_rank, 0, 0]);
    }
    bytes
}

/// Writes points of rank and file, a digit each, as a file of 联众.
fn chn(moves: &[[u8; 2]]) -> Vec<u8> {
    let mut bytes = vec![0; 522 + 36 * moves.len()];
    bytes[..8].copy_from_slice(&[b'G', b'L', 0xd0, 7, 0xd4, 7, 1, 0]);
    bytes[8..23].copy_from_slice(b"Tue Dec 27 2016");
    let (red, _, _) = encoding_rs::GBK.encode("木易");
    bytes[120..124].copy_from_slice(&red);
    for (file, role) in [1, 2, 6, 5, 4, 5, 6, 2, 1].into_iter().enumerate() {
        bytes[180 + 10 * file] = 0x18 | role;
        bytes[180 + 10 * file + 9] = 0x10 | role;
        if file % 2 == 0 {
            bytes[180 + 10 * file + 3] = 0x1f;
            bytes[180 + 10 * file + 6] = 0x17;
        }
    }
    for file in [1, 7] {
        bytes[180 + 10 * file + 2] = 0x1b;
        bytes[180 + 10 * file + 7] = 0x13;
    }
    bytes[364] = moves.len() as u8;
    for (ply, points) in moves.iter().enumerate() {
        bytes[522 + 36 * ply..][..2].copy_from_slice(points);
    }
    bytes
}

/// Writes a text as a file of 象棋桥.
pub fn cbr_of(text: &str) -> Vec<u8> {
    cbr(&open(text).record, 2)
}

/// Writes a library of 象棋桥 with room for `places` records.
pub fn cbl(places: usize, records: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = vec![0; 66_624 + 276 * places];
    bytes[..16].copy_from_slice(b"CCBridgeLibrary\0");
    bytes[60] = places as u8;
    for record in records {
        bytes.extend_from_slice(record);
        let len = (bytes.len() - 66_624 - 276 * places).next_multiple_of(4_096);
        bytes.resize(66_624 + 276 * places + len, 0);
    }
    bytes
}

/// Returns a file of each format.
pub fn samples() -> Vec<Vec<u8>> {
    let record = cbr(&open("1. 炮二平五 马８进７").record, 2);
    let texts = [DPXQ, WXF, CBF, PFC, CHE].map(|text| text.as_bytes().to_vec());
    let files = [
        mxq(&["7C-4C", "7J-6H"], "甲-负-乙"),
        ccm(&[[7, 7, 4, 7], [1, 0, 2, 2]]),
        chn(&[[0x77, 0x74], [0x01, 0x22]]),
        cbl(1, &[record]),
        super::pack::pack_of(&[open("[Red \"甲\"]\n\n1. 炮二平五 马８进７ *").record]),
    ];
    texts.into_iter().chain(files).collect()
}

#[test]
fn the_text_of_dpxq() {
    let opened = open(DPXQ);
    assert_eq!((opened.format.code(), opened.games), ("dpxq", 1));
    assert_eq!(moves(&opened.record), "h2e2 f9e8 h0g2 h7d7");
    assert_eq!(opened.record.result, Outcome::Win(Color::Black));
    let tags: Vec<(&str, &str)> = opened.record.tags.iter().collect();
    let expected = [
        ("Title", "甲 负 乙"),
        ("Event", "杯赛"),
        ("Round", "第07轮"),
        ("Red", "甲"),
        ("Black", "乙"),
        ("Date", "2026.08.31"),
    ];
    assert_eq!(tags, expected);
    assert_eq!(node(&opened.record, 4).comment(), "");
    assert_eq!(refused(&DPXQ.replace("1.炮二平五", "1.炮二贫五")).reason.code(), "unknownText");
}

#[test]
fn files_of_playok() {
    let opened = open(WXF);
    assert_eq!(opened.format.code(), "wxf");
    assert_eq!(show(&opened.record), "b2e2 b7e7 b0c2 b9c7 a0b0 $1 a9a8 $3 e3e4");
    assert_eq!(opened.record.result, Outcome::Win(Color::Black));
    let tags: Vec<(&str, &str)> = opened.record.tags.iter().collect();
    assert_eq!(tags, [("Red", "A"), ("RedElo", "1137"), ("Black", "B"), ("Date", "2026-09-03")]);
    assert_eq!(left_out(&opened), "");
    let cut = open(&WXF[..WXF.find("!!4").expect("a move")]);
    assert_eq!(
        (moves(&cut.record).split(' ').count(), left_out(&cut).as_str()),
        (6, "the file ends too early")
    );
    assert_eq!(refused("FORMAT WXF\nRED a\n").reason.code(), "truncated");
}

#[test]
fn cbf_and_pfc_hold_comments_and_positions() {
    let opened = open(CBF);
    assert_eq!((opened.format.code(), left_out(&opened)), ("cbf", String::new()));
    assert_eq!(show(&opened.record), "{开始 <1>} d0d1 e9f9 {完}");
    assert_eq!(opened.record.tags.get("Event"), Some("杯 & 赛"));
    assert_eq!(opened.record.result, Outcome::Win(Color::Black));
    let more = CBF.replace("</MoveList>", "<Move value=\"38-39\" /></MoveList>");
    assert_eq!(left_out(&open(&more)), "'38-39': the field Move cannot have this value");
    let cut = open(&CBF[..CBF.find("<Move value=\"40-50").expect("a move")]);
    assert_eq!((moves(&cut.record).as_str(), left_out(&cut).as_str()), ("d0d1", "the file ends too early"));

    let opened = open(PFC);
    assert_eq!((opened.format.code(), left_out(&opened)), ("pfc", String::new()));
    assert_eq!(show(&opened.record), "{<始>} e1f2 (d0d1 {二}) e9e8 {a>b}");
    assert_eq!(opened.record.result, Outcome::Win(Color::Red));
    let cut = open(PFC.trim_end_matches("</n></n>"));
    assert_eq!(
        (moves(&cut.record).as_str(), left_out(&cut).as_str()),
        ("e1f2 e9e8", "the file ends too early")
    );
    let error = refused(&PFC.replace("m=\"d0d1\"", "m=\"d0\u{1b}[2J\""));
    assert_eq!(error.token.as_deref(), Some("d0\u{fffd}[2J"));
}

#[test]
fn lines_of_four_programs() {
    let opened = open(CHE);
    assert_eq!((opened.format.code(), moves(&opened.record).as_str()), ("che", "h0g2 b7e7 b2d2"));
    let cut = open(CHE.trim_end_matches(" 32 1 2 7 2 5 0 3 0"));
    assert_eq!(
        (moves(&cut.record).as_str(), left_out(&cut).as_str()),
        ("h0g2 b7e7", "the file ends too early")
    );

    let opened = read(&mxq(&["7C-4C", "7J-6H"], "甲(5r)-负-乙(3r)"));
    assert_eq!((opened.format.code(), moves(&opened.record).as_str()), ("mxq", "h2e2 h9g7"));
    assert_eq!(opened.record.result, Outcome::Win(Color::Black));
    let tags: Vec<(&str, &str)> = opened.record.tags.iter().collect();
    let expected = [("Event", "聚义堂"), ("Date", "2016年12月27日"), ("Red", "甲(5r)"), ("Black", "乙(3r)")];
    assert_eq!(tags, expected);
    let opened = read(&mxq(&["7C-4C", "7J-6Z"], "x"));
    assert_eq!(left_out(&opened), "move 1 of black, '?': the move is illegal");

    let opened = read(&ccm(&[[7, 7, 4, 7], [1, 0, 2, 2]]));
    assert_eq!((opened.format.code(), moves(&opened.record).as_str()), ("ccm", "h2e2 b9c7"));
    let bytes = ccm(&[[7, 7, 4, 7], [1, 0, 2, 2]]);
    let cut = read(&bytes[..bytes.len() - 1]);
    assert_eq!((moves(&cut.record).as_str(), left_out(&cut).as_str()), ("h2e2", "the file ends too early"));

    let opened = read(&chn(&[[0x77, 0x74], [0x01, 0x22]]));
    assert_eq!((opened.format.code(), moves(&opened.record).as_str()), ("chn", "h2e2 b9c7"));
    assert_eq!(opened.record.start().to_string(), chuhe::rules::fen::START);
    assert_eq!(
        (opened.record.tags.get("Red"), opened.record.tags.get("Date")),
        (Some("木易"), Some("Tue Dec 27 2016"))
    );
    assert_eq!(opened.encoding, Encoding::Binary);
}

#[test]
fn a_library_counts_its_games_and_opens_the_first() {
    let first = cbr(&open("[Title \"一\"]\n1. 炮二平五 马８进７").record, 2);
    let second = cbr(&open("[Title \"二\"]\n1. 兵七进一").record, 2);
    for places in [1, 128] {
        let opened = read(&cbl(places, &[first.clone(), second.clone()]));
        assert_eq!((opened.format.code(), opened.games), ("cbl", 2));
        assert_eq!(
            (moves(&opened.record).as_str(), opened.record.tags.get("Title")),
            ("h2e2 h9g7", Some("一"))
        );
    }
    let mut broken = first.clone();
    broken[19] = 9;
    assert_eq!(moves(&read(&cbl(2, &[broken.clone(), second])).record), "c3c4");
    assert_eq!(records::read_native(&cbl(2, &[broken])).expect_err("broken").reason.code(), "unknownVersion");
    assert_eq!(records::read_native(&cbl(2, &[])).expect_err("empty").reason.code(), "truncated");
}

#[test]
fn big5_is_told_from_gbk() {
    let text = "[Red \"揚州周德裕\"]\n[Result \"1-0\"]\n\n1. 炮二平五 馬８進７\n2. 馬二進三 馬２進３\n1-0\n";
    let (big5, _, unmappable) = encoding_rs::BIG5.encode(text);
    assert!(!unmappable);
    let opened = read(&big5);
    assert_eq!((opened.encoding.code(), moves(&opened.record).as_str()), ("big5", "h2e2 h9g7 h0g2 b9c7"));
    assert_eq!(opened.record.tags.get("Red"), Some("揚州周德裕"));
    let (gbk, _, _) = encoding_rs::GBK.encode(text);
    assert_eq!(read(&gbk).encoding.code(), "gb18030");
}

#[test]
fn a_game_with_an_illegal_late_move_is_kept_up_to_it() {
    let late = "[Event \"x\"]\n[Result \"1-0\"]\n1. 炮二平五 马８进７ 2. 马二进三 车９平８\n3. 马三进一 卒７进１ 1-0\n\n[Event \"y\"]\n1. 兵七进一 *";
    let opened = open(late);
    assert_eq!(moves(&opened.record), "h2e2 h9g7 h0g2 i9h9");
    assert_eq!((opened.record.result, opened.games), (Outcome::Win(Color::Red), 2));
    assert_eq!(left_out(&opened), "line 4, move 3 of red, '马三进一': the move is illegal (ownPiece)");
    // A text too short to be certainly a game is refused.
    assert_eq!(refused(&late.replace("马二进三", "马二进四")).reason.code(), "illegalMove");
    // With a FEN tag the same length is enough.
    let problem = "[FEN \"4k4/9/9/9/9/9/9/9/4A4/3K5 w\"]\n1. 帅六进一 将５进２";
    assert_eq!(
        left_out(&open(problem)),
        "line 2, move 1 of black, '将５进２': the move is illegal (cannotReach)"
    );
    let unclosed = open("1. 炮二平五 马８进７ 2. 马二进三 车９平８ {the file is cut he");
    assert_eq!((unclosed.record.main_line().len(), left_out(&unclosed).contains("does not end")), (4, true));
    let digits = open("[DhtmlXQ_movelist]774770627[/DhtmlXQ_movelist]");
    assert_eq!((moves(&digits.record).as_str(), left_out(&digits).contains("'7'")), ("h2e2 h9g7", true));
}

#[test]
fn moves_alone_in_digits_or_the_short_form_of_engines() {
    let start = chuhe::Position::default();
    for text in ["77477062", "7747 7062\n", "Che2 Hg7", "h2e2 h9g7", "1.炮二平五马8进7", "C2.5 h8+7"] {
        let record =
            records::read_moves(start.clone(), text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(moves(&record), "h2e2 h9g7", "{text}");
        assert_eq!(moves(&open(text).record), "h2e2 h9g7", "{text}");
    }
    for (text, reason) in
        [("h2e2 hello", "unknownText"), ("7747706", "unknownText"), ("77477063", "illegalMove")]
    {
        let error = records::read_moves(start.clone(), text).expect_err(text);
        assert_eq!(error.reason.code(), reason, "{text}");
    }
}

#[test]
fn results_in_letters_are_those_of_fields_alone() {
    for (letter, result) in
        [("W", Outcome::Win(Color::Red)), ("L", Outcome::Win(Color::Black)), ("D", Outcome::Draw)]
    {
        let dhtmlxq =
            format!("[DhtmlXQ_result]{letter}[/DhtmlXQ_result][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]");
        let pgn = format!("[Result \"{letter}\"]\n1. 炮二平五 马８进７");
        assert_eq!((open(&dhtmlxq).record.result, open(&pgn).record.result), (result, result));
        let listed = open(&format!("1. 炮二平五 马８进７ {letter}")).record;
        assert_eq!(listed.result, Outcome::Ongoing);
    }
}

#[test]
fn references_at_the_end_of_comments_are_removed() {
    for end in ["&#10;", "&#13;&#10;", " &#32;&#10;&#13;", "&#0;", "&#xA;", "&#x0d;&#x0A;"] {
        let record = open(&format!("1. 炮二平五 {{好棋{end}}} 马８进７")).record;
        assert_eq!(node(&record, 1).comment(), "好棋", "{end}");
        let text = records::write(&record, records::Export::from_code("pgn").expect("PGN"));
        assert!(text.contains("{好棋}"), "{text}");
    }
}

#[test]
fn positions_that_no_game_reaches_are_opened() {
    for fen in [
        "3k1p3/9/9/9/9/9/9/9/9/4K3R w - - 0 1",
        "3k5/9/9/9/9/9/9/1P7/9/A3K3B w - - 0 1",
        "3k5/9/9/9/9/9/9/9/9/3AKAAB1 w - - 0 1",
    ] {
        let opened = open(&format!("[FEN \"{fen}\"]\n*"));
        assert_eq!(opened.record.start().to_string(), fen);
        assert!(!opened.record.start().oddities().is_empty(), "{fen}");
        for export in records::Export::ALL {
            let text = records::write(&opened.record, export);
            assert!(open(&text).record == opened.record, "{text}");
        }
    }
    for (fen, reason) in [
        ("3k5/9/9/9/9/9/9/9/9/9 w", "generalCount"),
        ("4k4/9/9/9/9/9/9/9/9/4K3R w", "generalsFace"),
        ("3k4R/9/9/9/9/9/9/9/9/4K4 w", "opponentInCheck"),
        ("3k5/9/9/9/9/PPPPPPPPP/PPPPPPPPP/9/9/4K4 w", "crowded"),
    ] {
        let error = refused(&format!("[FEN \"{fen}\"]\n*"));
        assert!(
            matches!(&error.reason, records::ReadReason::BadPosition(cause) if cause.reasons[0].code() == reason),
            "{error}"
        );
    }
}

#[test]
fn an_unknown_binary_file_is_reported_as_such() {
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0".to_vec();
    png.extend((0..4000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8));
    assert_eq!(records::read_native(&png).expect_err("a picture").reason.code(), "noRecord");
    assert_eq!(records::read_native(&[0; 500]).expect_err("zeros").reason.code(), "noRecord");
}

#[test]
fn messages_quote_little_and_contain_no_control_characters() {
    let long = "x".repeat(200_000);
    for text in [
        format!("[FEN \"{long}\"]\n*"),
        format!("1. 炮二平五 {long}\u{1b}[2J 2. 马二进三"),
        format!("position fen {long}"),
        "fen 3k5/9/9/9/9/9/9/9/9/4K4 \u{1b}[2J".to_owned(),
        "fen 3k5/9/9/9/9/9/9/9/9/4K\u{7}3 w".to_owned(),
    ] {
        let message = refused(&text).to_string();
        assert!(message.len() < 1_000, "{}", message.len());
        assert!(!message.chars().any(char::is_control), "{message:?}");
    }
}

#[test]
fn the_small_wasm_refuses_formats_of_the_other_wasm_at_once() {
    for bytes in samples().into_iter().filter(|bytes| bytes != DPXQ.as_bytes()) {
        let error = records::read_usual(&bytes, &records::decode).expect_err("a rare format");
        // For these codes, www/js/rules/records.ts loads the other wasm.
        assert!(["noRecord", "encoding", "unknownText", "empty"].contains(&error.reason.code()), "{error}");
        assert!(error.at.is_none_or(|(number, _)| number == 1), "{error}");
    }
    let read = |text: &str| records::read_usual(text.as_bytes(), &records::decode).map(|opened| opened.games);
    assert_eq!((read("炮二平五"), read("[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]")), (Ok(1), Ok(1)));
}

/// Returns real files, which are not part of the project, from the folder in `CHUHE_RECORDS`.
fn real_files() -> Vec<PathBuf> {
    let Some(folder) = std::env::var_os("CHUHE_RECORDS") else { return Vec::new() };
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}

/// Real files that are not XQF: a part of the name, the format, the number of plies, the reason of the omitted part.
const REAL: [(&str, &str, usize, &str); 27] = [
    ("1956年", "cbl", 82, ""),
    ("1989年", "cbl", 60, ""),
    ("Cyclone", "pgn", 131, ""),
    ("big5-00000001", "pgn", 107, ""),
    ("big5-00000002", "pgn", 47, ""),
    ("big5-00000003", "pgn", 40, ""),
    ("big5-00000004", "pgn", 75, ""),
    ("compact", "moves", 60, ""),
    ("davide2022", "pgn", 80, ""),
    ("dpxq_page_nested", "dhtmlxq", 32, ""),
    ("dpxq_page_segmented", "dhtmlxq", 32, ""),
    ("dpxq_text", "dpxq", 20, ""),
    ("game2", "wxf", 101, ""),
    ("game4", "wxf", 99, ""),
    ("game5", "wxf", 85, "more than one piece fits"),
    ("issue_545", "pgn", 112, ""),
    ("p06 ", "pfc", 6, ""),
    ("playok", "wxf", 55, ""),
    ("result_w", "dhtmlxq", 2, ""),
    ("movesky", "mxq", 68, ""),
    ("17pk", "ccm", 100, ""),
    ("ourgame", "chn", 45, ""),
    ("QQchess", "che", 60, "leavesCheck"),
    ("sample_31_pengfei", "pfc", 3, ""),
    ("test.cbf", "cbf", 50, ""),
    ("test2.cbf", "cbf", 75, ""),
    ("test.cbr", "cbr", 28, ""),
];

#[test]
fn every_real_file_is_opened_or_refused_by_name() {
    let files = real_files();
    if files.is_empty() {
        println!("skipped: there is no folder of real records");
        return;
    }
    for file in &files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = fs::read(file).expect("readable");
        let opened = match records::read_native(&bytes) {
            Err(error) if name == "README.md" => {
                assert_eq!(error.to_string().split(": ").next(), Some("the record cannot be read as moves"));
                continue;
            }
            opened => opened.unwrap_or_else(|error| panic!("{name}: {error}")),
        };
        let plies = opened.record.main_line().len();
        match REAL.iter().find(|(part, ..)| name.contains(part)) {
            Some((_, format, expected, why)) => {
                assert_eq!((opened.format.code(), plies), (*format, *expected), "{name}");
                assert_eq!(left_out(&opened).is_empty(), why.is_empty(), "{name}: {}", left_out(&opened));
                assert!(left_out(&opened).contains(why), "{name}: {}", left_out(&opened));
            }
            None => assert!(matches!(opened.format.code(), "xqf" | "cbr") && plies > 0, "{name}"),
        }
        assert!(!chinese_moves(&opened.record).is_empty(), "{name}");
    }
    println!("{} files", files.len());
}
