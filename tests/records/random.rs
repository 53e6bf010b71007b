//! Random trees are read back from every format that holds them, and no input makes a reader panic.
//!
//! The seed is fixed; `PROPTEST_CASES` and `PROPTEST_RNG_SEED` change the number of cases and the seed.

use chuhe::records::{self, Brush, Export, Format, Node, NodeId, Record, Shape};
use chuhe::rules::fen::{self, Position};
use chuhe::rules::game::Outcome;
use chuhe::rules::types::{Color, POINTS, Square};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngSeed};

const STARTS: [&str; 4] = [
    fen::START,
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 3 17",
    "3akab2/5r3/4b1c2/p3p3p/2p6/6P2/P1c1P3P/1C2B4/3R5/2BAKA3 w - - 0 1",
    "4k4/4P4/3P1P3/9/9/9/4p4/3p1p3/9/3K5 b - - 12 40",
];

pub fn config(factor: u32) -> Config {
    let defaults = Config::default();
    let rng_seed = if defaults.rng_seed == RngSeed::Random { RngSeed::Fixed(7) } else { defaults.rng_seed };
    Config { failure_persistence: None, rng_seed, cases: defaults.cases * factor, ..defaults }
}

/// Generates comments with everything that has a meaning in some format.
fn comment() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "}",
        "{",
        "\"",
        "\\",
        "\n",
        "\r",
        "\r\n",
        "||",
        "|",
        "\\u4e00",
        "\\n",
        "&#125;",
        "&#10;",
        "&#38;",
        "#125;",
        "[%eval 0.30,",
        "18]",
        "&",
        "#",
        "[%eval 0.30]",
        "[%eval #3]",
        "[%clk 0:01]",
        "[%csl Ge2]",
        "[%cal Gh2e2,Ra0]",
        "[%cal Gh2",
        "[DhtmlXQ_title]",
        "[/DhtmlXQ_comment1]",
        "[/dhtmlxq",
        "[Event \"x\"]",
        "(",
        ")",
        "$1",
        ";",
        "%",
        " ",
        "  ",
        "\t",
        "\u{3000}",
        "炮二平五",
        "好棋！",
        "红优",
        "1-0",
        "*",
        "1.",
        "……",
        "a good move",
        "H2-E2",
        "\0",
        "\u{feff}",
        "\u{fffd}",
        "😀",
        "é",
        "，",
        "（",
        "）",
        "｝",
    ]);
    let odd = prop::collection::vec(pieces, 0..6).prop_map(|pieces| pieces.concat());
    prop_oneof![3 => Just(String::new()), 3 => odd, 1 => any::<String>()]
}

fn evaluation() -> impl Strategy<Value = Option<i32>> {
    prop_oneof![3 => Just(None), 1 => (-3000..3000).prop_map(Some), 1 => any::<i32>().prop_map(Some)]
}

/// Signs and shapes of a node.
type Marks = (Vec<u8>, Vec<Shape>);

fn marks() -> impl Strategy<Value = Marks> {
    let square = (0..POINTS).prop_map(Square::from_index);
    let brush = prop::sample::select(Brush::ALL.to_vec());
    let shape = (brush, square.clone(), square, prop::bool::ANY)
        .prop_map(|(brush, from, to, is_ring)| Shape { brush, from, to: if is_ring { from } else { to } });
    let some = (prop::collection::vec(any::<u8>(), 0..4), prop::collection::vec(shape, 0..6));
    prop_oneof![2 => Just(Marks::default()), 1 => some]
}

fn mark(node: &mut Node, (signs, shapes): &Marks) {
    node.add_signs(signs);
    node.draw(shapes);
}

type Step = (Index, bool, Index, String, Option<i32>, Marks);

fn steps(count: usize) -> impl Strategy<Value = Vec<Step>> {
    let step = (any::<Index>(), prop::bool::weighted(0.7), any::<Index>(), comment(), evaluation(), marks());
    prop::collection::vec(step, 0..count)
}

/// Generates a tree: each step continues from the last node or from any other.
fn tree() -> impl Strategy<Value = Record> {
    let results = [Outcome::Ongoing, Outcome::Draw, Outcome::Win(Color::Red), Outcome::Win(Color::Black)];
    let tags = prop::collection::vec(("[A-Za-z_0-9]{0,8}", comment()), 0..4);
    let result = prop::sample::select(results.to_vec());
    let about = (comment(), evaluation(), marks());
    (prop::sample::select(STARTS.to_vec()), steps(60), tags, result, about).prop_map(
        |(start, steps, tags, result, (comment, evaluation, about))| {
            let mut record = Record::new(start.parse::<Position>().expect("a position"));
            record.result = result;
            tags.iter().for_each(|(name, value)| record.tags.set(name, value));
            let root = record.node_mut(NodeId::ROOT);
            root.annotate(&comment, evaluation);
            mark(root, &about);
            let (mut ids, mut last) = (vec![NodeId::ROOT], NodeId::ROOT);
            for (place, goes_on, mv, comment, evaluation, about) in steps {
                let parent = if goes_on { last } else { ids[place.index(ids.len())] };
                let moves = record.board_at(parent).legal_moves();
                if moves.is_empty() {
                    continue;
                }
                last = record.add(parent, moves[mv.index(moves.len())]).expect("a legal move");
                ids.push(last);
                let node = record.node_mut(last);
                node.annotate(&comment, evaluation);
                mark(node, &about);
            }
            record
        },
    )
}

/// Returns true if a comment of the text contains a character reference such as `&#10;`. Values of tags are
/// unchanged.
fn has_reference(text: &str) -> bool {
    let said = text.lines().filter(|line| !line.starts_with("[") && !line.contains("tag_"));
    said.flat_map(|line| line.split("&#").skip(1)).any(|rest| {
        rest.split_once(';')
            .is_some_and(|(digits, _)| digits.parse::<u32>().is_ok_and(|code| char::from_u32(code).is_some()))
    })
}

fn lossless() -> impl Iterator<Item = Export> {
    Export::ALL.into_iter().filter(|export| export.is_lossless())
}

proptest! {
    #![proptest_config(config(2))]

    #[test]
    fn written_trees_are_read_back(record in tree()) {
        for export in lossless() {
            let text = records::write(&record, export);
            prop_assert!(!has_reference(&text), "{}", text);
            let opened = records::read_native(text.as_bytes());
            let read = opened.map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?.record;
            prop_assert!(read == record, "{}\n{}\n{}", text, super::show(&record), super::show(&read));
        }
        for export in [Export::Iccs, Export::Ucci] {
            let text = records::write(&record, export);
            let read = records::read_native(text.as_bytes()).map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
            prop_assert_eq!(read.record.start(), record.start());
            prop_assert_eq!(read.record.main_line(), record.main_line(), "{}", text);
        }
        let fen = records::write(&record, Export::Fen);
        let last = record.main_nodes().last().unwrap_or(NodeId::ROOT);
        prop_assert_eq!(fen.parse::<Position>().map(|end| end.board), Ok(record.board_at(last)));
    }

    #[test]
    fn trees_in_packs_are_read_back(trees in prop::collection::vec(tree(), 0..6)) {
        let mut games = records::Games::default();
        games.push(&super::pack::pack_of(&trees));
        games.finish();
        let read: Result<Vec<_>, _> = std::iter::from_fn(|| games.next(&records::decode)).collect();
        let read = read.map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(read.into_iter().map(|game| game.record).collect::<Vec<_>>(), trees);
    }

    #[test]
    fn trees_written_as_xqf_are_read_back(record in tree()) {
        let bytes = records::write_xqf(&record, &records::encode);
        let read = records::read_native(&bytes).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!((read.format, read.left_out), (Format::Xqf, None));
        // XQF has no field for the number of the first move, and a comment may begin like a sign.
        prop_assert_eq!(&read.record.start().board, &record.start().board);
        prop_assert_eq!(read.record.result, record.result);
        let tree = |record: &Record| {
            let nodes = record.nodes().iter();
            nodes.map(|node| (node.mv(), node.depth(), node.evaluation(), node.shapes().to_vec(), node.children().len())).collect::<Vec<_>>()
        };
        let (mut wanted, mut found) = (tree(&record), tree(&read.record));
        wanted.sort_by_key(|node| format!("{node:?}"));
        found.sort_by_key(|node| format!("{node:?}"));
        prop_assert_eq!(found, wanted);
        prop_assert_eq!(read.record.main_line(), record.main_line());
    }

    #[test]
    fn trees_in_gb18030_and_utf_16_are_read_back(record in tree()) {
        for export in lossless() {
            let text = records::write(&record, export);
            let (bytes, _, unmappable) = encoding_rs::GB18030.encode(&text);
            // The replacement character is read as unreadable.
            if !unmappable && !text.contains('\u{fffd}') && std::str::from_utf8(&bytes).is_err() {
                let read = records::read_native(&bytes).map_err(|e| TestCaseError::fail(e.to_string()))?;
                prop_assert_eq!(read.encoding.code(), "gb18030");
                prop_assert!(read.record == record);
            }
            let utf_16: Vec<u8> =
                std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
            let read = records::read_native(&utf_16).map_err(|e| TestCaseError::fail(e.to_string()))?;
            prop_assert!(read.record == record);
        }
    }
}

/// Returns the files from which mutations start.
fn seeds() -> Vec<Vec<u8>> {
    let texts = [
        include_str!("../data/records/dpxq.txt"),
        include_str!("../data/records/nine-pieces.pgn"),
        include_str!("../data/records/ccgc.pgn"),
        include_str!("../data/records/endgame.pgn"),
        "position startpos moves h2e2 h9g7 h0g2 banmoves a0a1",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2",
        "1. C2.5 H8+7 2. H2+3 (2. C8.5 {x} (2. P7+1 $1) H2+3) R9.8 ; end\n1-0",
        "[Variant \"xiangqi\"]\n1. Che3 Hg8 2. h1g3 i10h10 (2... b10c8) *",
        "炮二平五,马8进7,马二进三",
        "1. C2.5!? {[%csl Ge2] [%cal Gh2e2,Rb0c2] x} H8+7 ± $2\n1-0",
    ];
    let mut files: Vec<Vec<u8>> = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    files.push(super::binary::xqstudio_sample());
    files.extend(super::binary::samples());
    files.extend(super::rare::samples());
    files
}

fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let edit = (any::<Index>(), 0..5, any::<u8>(), any::<Index>());
    (prop::sample::select(seeds()), prop::collection::vec(edit, 1..8)).prop_map(|(mut file, edits)| {
        for (at, kind, byte, other) in edits {
            if file.is_empty() {
                break;
            }
            let (at, other) = (at.index(file.len()), other.index(file.len()));
            match kind {
                0 => file[at] = byte,
                1 => file.insert(at, byte),
                2 => drop(file.remove(at)),
                3 => file.truncate(at.max(1)),
                _ => {
                    let piece = file[other..file.len().min(other + 40)].to_vec();
                    file.splice(at..at, piece);
                }
            }
        }
        file
    })
}

fn check(bytes: &[u8]) -> Result<(), TestCaseError> {
    match records::read_native(bytes) {
        Ok(opened) => {
            for export in lossless() {
                let text = records::write(&opened.record, export);
                let again = records::read_native(text.as_bytes());
                let again = again.map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
                prop_assert!(again.record == opened.record, "{}", text);
            }
        }
        Err(error) => {
            prop_assert!(!error.reason.code().is_empty() && error.to_string().len() < 2_000);
            prop_assert!(error.token.is_none_or(|token| token.chars().count() <= 40));
        }
    }
    Ok(())
}

/// Returns the heads of all formats, and longer beginnings of files.
fn heads() -> Vec<&'static [u8]> {
    let longer: [&[u8]; 6] = [
        b"XQ\n",
        b"XQ\x12",
        b"CCBridge Record\0\0\0\0\x02",
        b"[DhtmlXQ]\n[DhtmlXQ_move_0_1_1]",
        b"FORMAT WXF\nSTART{",
        b"ChuhePack\0\x01",
    ];
    Format::ALL.iter().map(|format| format.head()).chain(longer).collect()
}

proptest! {
    #![proptest_config(config(8))]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check(&bytes)?;
    }

    #[test]
    fn any_text_is_read_or_refused(text in comment()) {
        check(text.as_bytes())?;
    }

    #[test]
    fn edited_files_are_read_or_refused(bytes in mutated()) {
        check(&bytes)?;
    }

    #[test]
    fn anything_behind_a_head_is_read_or_refused(
        head in prop::sample::select(heads()),
        bytes in prop::collection::vec(any::<u8>(), 0..3000),
    ) {
        check(&[head, &bytes].concat())?;
    }
}
