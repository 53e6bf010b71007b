//! Tests of XQF and CBR, with files created here from the descriptions of the formats.

use super::{chinese_moves, moves, node, show};
use chuhe::records::{self, NodeId, Opened, Record};
use chuhe::rules::fen;
use chuhe::rules::game::Outcome;
use chuhe::rules::types::{Color, Piece, Square};

/// Returns the example file from the author's description of XQF.
pub fn xqstudio_sample() -> Vec<u8> {
    let mut bytes = vec![0; 0x488];
    for line in include_str!("../data/records/xqstudio-1.0.hex").lines() {
        let (at, values) = line.split_once(": ").expect("an address");
        let at = usize::from_str_radix(at, 16).expect("hex");
        for (index, value) in values.split(' ').enumerate() {
            bytes[at + index] = u8::from_str_radix(value, 16).expect("hex");
        }
    }
    bytes
}

const PIECES: &str = "RNBAKABNRCCPPPPPrnbakabnrccppppp";

/// Bytes 3 and 8 to 15 of an XQF head, which hold the keys.
type Keys = [u8; 9];

/// The scrambling of an XQF file, which depends on its version and keys.
struct Scrambling {
    version: u8,
    keys: Keys,
    xy: u8,
    from: u8,
    to: u8,
    size: u32,
}

impl Scrambling {
    /// Computes the scrambling of a version; version 10 has no keys.
    fn new(version: u8, keys: Keys) -> Scrambling {
        if version <= 10 {
            return Scrambling { version, keys, xy: 0, from: 0, to: 0, size: 0 };
        }
        let [_, _, _, _, _, sum, kxy, kf, kt] = keys;
        let f = |key: u8| (54 * u32::from(key) * u32::from(key) + 221) as u8;
        let xy = f(kxy).wrapping_mul(kxy);
        let from = f(kf).wrapping_mul(xy);
        let to = f(kt).wrapping_mul(from);
        let size = (u32::from(sum) * 256 + u32::from(kxy)) % 32000 + 767;
        Scrambling { version, keys, xy, from, to, size }
    }

    fn is_plain(&self) -> bool {
        self.version <= 10
    }

    /// Scrambles the 32 points of the pieces as in the head; `0xff` stands for a missing piece.
    fn points(&self, points: [u8; 32]) -> [u8; 32] {
        std::array::from_fn(|index| {
            let turn = if self.version >= 12 { usize::from(self.xy) + 1 } else { 0 };
            let point = points[(turn + index) % 32];
            if point == 0xff { 200 } else { point }.wrapping_add(self.xy)
        })
    }

    /// Scrambles the bytes after the head.
    fn body(&self, mut body: Vec<u8>) -> Vec<u8> {
        if self.is_plain() {
            return body;
        }
        let [mask, ora, orb, orc, ord, sum, kxy, kf, kt] = self.keys;
        let parts = [sum & mask | ora, kxy & mask | orb, kf & mask | orc, kt & mask | ord];
        for (index, byte) in body.iter_mut().enumerate() {
            let key = b"[(C) Copyright Mr. Dong Shiwei.]"[index % 32] & parts[index % 4];
            *byte = byte.wrapping_add(key);
        }
        body
    }
}

/// Writes a tree as XQF. Version 10 ignores the keys.
fn xqf(record: &Record, version: u8, keys: Keys) -> Vec<u8> {
    let scrambling = Scrambling::new(version, keys);
    let mut body = Vec::new();
    preorder(record, NodeId::ROOT, false, &mut |id, has_sibling| {
        body.extend(xqf_node(record, id, has_sibling, &scrambling));
    });
    [xqf_head(record, &scrambling), scrambling.body(body)].concat()
}

fn xqf_head(record: &Record, scrambling: &Scrambling) -> Vec<u8> {
    let mut head = vec![0u8; 0x400];
    head[..3].copy_from_slice(&[b'X', b'Q', scrambling.version]);
    if !scrambling.is_plain() {
        head[3] = scrambling.keys[0];
        head[8..16].copy_from_slice(&scrambling.keys[1..]);
    }
    let mut points = [0xffu8; 32];
    for (square, piece) in record.start().board.pieces() {
        let mut free = PIECES.chars().enumerate().filter(|(_, letter)| *letter == piece.letter());
        let (index, _) = free.find(|(index, _)| points[*index] == 0xff).expect("a place for the piece");
        points[index] = xqf_point(square);
    }
    head[16..48].copy_from_slice(&scrambling.points(points));
    head[50] = u8::from(record.start().board.turn() == Color::Black);
    head[51] = match record.result {
        Outcome::Ongoing => 0,
        Outcome::Win(Color::Red) => 1,
        Outcome::Win(Color::Black) => 2,
        Outcome::Draw => 3,
    };
    for (at, name) in [(0x50, "Title"), (0xd0, "Event"), (0x130, "Red"), (0x140, "Black")] {
        let (text, _, _) = encoding_rs::GBK.encode(record.tags.get(name).unwrap_or_default());
        head[at] = text.len() as u8;
        head[at + 1..at + 1 + text.len()].copy_from_slice(&text);
    }
    head
}

fn xqf_node(record: &Record, id: NodeId, has_sibling: bool, scrambling: &Scrambling) -> Vec<u8> {
    let node = record.node(id);
    let (from, to) = node.mv().map_or((0, 0), |mv| (xqf_point(mv.from()), xqf_point(mv.to())));
    let has_next = !node.children().is_empty();
    let (comment, _, _) = encoding_rs::GBK.encode(node.comment());
    let flags = if scrambling.is_plain() {
        (if has_next { 0xf0 } else { 0 }) | (if has_sibling { 0x0f } else { 0 })
    } else {
        u8::from(has_next) << 7 | u8::from(has_sibling) << 6 | u8::from(!comment.is_empty()) << 5
    };
    let from = from.wrapping_add(24).wrapping_add(scrambling.from);
    let to = to.wrapping_add(32).wrapping_add(scrambling.to);
    let mut bytes = vec![from, to, flags, 0];
    if scrambling.is_plain() || !comment.is_empty() {
        bytes.extend((comment.len() as u32 + scrambling.size).to_le_bytes());
        bytes.extend_from_slice(&comment);
    }
    bytes
}

fn xqf_point(square: Square) -> u8 {
    square.file() * 10 + square.rank()
}

/// Calls a function for each node before its children, with true if a sibling comes later.
fn preorder(record: &Record, id: NodeId, has_sibling: bool, visit: &mut dyn FnMut(NodeId, bool)) {
    visit(id, has_sibling);
    let children = record.node(id).children();
    for (index, child) in children.iter().enumerate() {
        preorder(record, *child, index + 1 < children.len(), visit);
    }
}

/// Writes a tree as CBR.
pub fn cbr(record: &Record, version: u8) -> Vec<u8> {
    let (result, side, board, moves) =
        if version == 1 { (1820, 1856, 1864, 1958) } else { (2076, 2112, 2120, 2214) };
    let texts = if version == 1 {
        [(52, "Title"), (564, "Event"), (948, "Red"), (1172, "Black")]
    } else {
        [(180, "Title"), (692, "Event"), (1076, "Red"), (1300, "Black")]
    };
    let mut bytes = vec![0u8; moves];
    bytes[..16].copy_from_slice(b"CCBridge Record\0");
    bytes[19] = version;
    bytes[result] = match record.result {
        Outcome::Ongoing => 0,
        Outcome::Win(Color::Red) => 1,
        Outcome::Win(Color::Black) => 2,
        Outcome::Draw => 3,
    };
    bytes[side] = 1 + record.start().board.turn().index() as u8;
    bytes[side + 4..side + 6].copy_from_slice(&(record.start().fullmove as u16).to_le_bytes());
    for (square, piece) in record.start().board.pieces() {
        let at = usize::from((9 - square.rank()) * 9 + square.file());
        bytes[board + at] = code(piece);
    }
    for (at, name) in texts {
        let text: Vec<u8> =
            record.tags.get(name).unwrap_or_default().encode_utf16().flat_map(u16::to_le_bytes).collect();
        bytes[at..at + text.len()].copy_from_slice(&text);
    }
    preorder(record, NodeId::ROOT, false, &mut |id, has_sibling| {
        let node = record.node(id);
        let point = |square: Square| match version {
            1 => square.file() << 4 | (9 - square.rank()),
            _ => (9 - square.rank()) * 9 + square.file(),
        };
        let (from, to) = node.mv().map_or((0, 0), |mv| (point(mv.from()), point(mv.to())));
        let comment: Vec<u8> = node.comment().encode_utf16().flat_map(u16::to_le_bytes).collect();
        let flags = u8::from(node.children().is_empty())
            | u8::from(has_sibling) << 1
            | u8::from(!comment.is_empty()) << 2;
        bytes.extend([flags, 0, from, to]);
        if !comment.is_empty() {
            bytes.extend((comment.len() as u32).to_le_bytes());
            bytes.extend(comment);
        }
    });
    bytes
}

fn code(piece: Piece) -> u8 {
    let role = "RNBAKCP".find(piece.role().letter()).expect("a role") as u8 + 1;
    role | if piece.color() == Color::Red { 0x10 } else { 0x20 }
}

/// Returns a tree with everything that binary files can hold.
fn sample() -> Record {
    let text = "[Title \"屏风马\"]\n[Event \"杯\"]\n[Red \"甲\"]\n[Black \"乙\"]\n[Result \"0-1\"]\n{开始\n第二行}\n\
        1. 炮二平五 {好} 马８进７ ( 1. …… 马２进３ {反宫马} 2. 马二进三 (2. 马八进七) ) (1. …… 炮８平５)\n\
        2. 马二进三 车９平８ 3. 车一平二 {完} *";
    super::open(text).record
}

/// Returns a record with a special start position and Black to move.
fn endgame() -> Record {
    let text = "[FEN \"3ak4/4a4/4b4/9/9/9/4R4/9/4p4/3K5 b - - 0 1\"]\n1. …… 卒５平４ 2. 帅六平五";
    super::open(text).record
}

/// Returns files of every version.
pub fn samples() -> Vec<Vec<u8>> {
    let keys = [0x5a, 1, 2, 3, 4, 200, 17, 99, 250];
    let records = [sample(), endgame()];
    let files =
        |record: &Record| [xqf(record, 10, keys), xqf(record, 18, keys), cbr(record, 1), cbr(record, 2)];
    records.iter().flat_map(files).collect()
}

fn read(bytes: &[u8]) -> Opened {
    records::read_native(bytes).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_worked_example_of_xqf_is_read() {
    let opened = read(&xqstudio_sample());
    assert_eq!((opened.format.code(), opened.encoding.code()), ("xqf", "binary"));
    let record = opened.record;
    assert_eq!(record.start().to_string(), fen::START);
    assert_eq!(
        chinese_moves(&record),
        "兵七进一 马８进７ 兵三进一 炮２平３ 相七进五 马２进１ 马八进七 车１平２ 车九平八 车２进４ \
         炮八平九 车２平８ 炮二进五 炮３平８ 马二进三 车９平８"
    );
    let tags: Vec<(&str, &str)> = record.tags.iter().collect();
    let expected = [
        ("Title", "仙人指路对起马局"),
        ("Event", "\"中立杯\"象棋电视快棋赛"),
        ("Date", "1997年11月16日"),
        ("Site", "北京"),
        ("Red", "柳大华"),
        ("Black", "吕  钦"),
        ("Annotator", "刘殿中"),
        ("Author", "过河象"),
    ];
    assert_eq!(tags, expected);
    assert_eq!(record.result, Outcome::Win(Color::Black));
}

#[test]
fn xqf_of_every_version_and_key_holds_the_tree() {
    for record in [sample(), endgame()] {
        for seed in 0..64u32 {
            let keys = std::array::from_fn(|i| {
                (seed.wrapping_mul(2_654_435_761) >> i) as u8 ^ (i as u8).wrapping_mul(37)
            });
            for version in [10, 11, 12, 16, 18] {
                let opened = read(&xqf(&record, version, keys));
                assert!(
                    opened.record == record,
                    "{version} {keys:?}\n{}\n{}",
                    show(&record),
                    show(&opened.record)
                );
            }
        }
    }
}

#[test]
fn cbr_of_both_versions_holds_the_tree() {
    for record in [sample(), endgame()] {
        for version in [1, 2] {
            let opened = read(&cbr(&record, version));
            assert_eq!((opened.format.code(), opened.encoding.code()), ("cbr", "binary"));
            assert!(opened.record == record, "{}\n{}", show(&record), show(&opened.record));
            let mut filled = cbr(&record, version);
            filled.resize(filled.len().next_multiple_of(4096), 0);
            assert!(read(&filled).record == record);
        }
    }
}

#[test]
fn comments_of_binary_files_hold_signs_and_shapes() {
    let mut plain = super::open("1. C2.5 H8+7 2. H2+3").record;
    let places: Vec<NodeId> = plain.main_nodes().collect();
    for (id, comment) in places.into_iter().zip(["!  strong [#cal Gh2e2]", "？", "no! sign"]) {
        plain.node_mut(id).annotate(comment, None);
    }
    for mut bytes in [xqf(&plain, 10, [0; 9]), cbr(&plain, 1), cbr(&plain, 2)] {
        // If the sign were in a comment, no record would hold it afterwards.
        let place = (2..bytes.len()).find(|at| bytes[*at] == b'#' && bytes[at - 2..*at].contains(&b'['));
        bytes[place.expect("a comment")] = b'%';
        assert_eq!(show(&read(&bytes).record), "h2e2 $1 [Gh2e2] {strong} h9g7 $2 h0g2 {no! sign}");
    }
}

#[test]
fn the_first_move_tells_the_side() {
    let mut bytes = xqf(&endgame(), 18, [0; 9]);
    bytes[50] = 0;
    assert!(read(&bytes).record == endgame());
    let mut bytes = cbr(&endgame(), 2);
    bytes[2112] = 1;
    assert!(read(&bytes).record == endgame());
}

#[test]
fn an_xqf_legal_only_with_black_to_move_has_black_to_move() {
    // Red's rook gives check, so Black is to move despite the head. There is no move that would show it.
    for (side, turns) in [("b", Color::Black), ("w", Color::Red)] {
        let pieces = if side == "b" { "3k5/9/9/9/9/9/9/9/9/3RK4" } else { "3kr4/9/9/9/9/9/9/9/9/4K4" };
        let record = super::open(&format!("[FEN \"{pieces} {side} - - 0 1\"]\n*")).record;
        for (version, head) in [(10, 0), (10, 1), (18, 0), (18, 1)] {
            let mut bytes = xqf(&record, version, [0; 9]);
            bytes[50] = head;
            let opened = read(&bytes);
            assert_eq!(opened.record.start().board.turn(), turns, "{version} {head}");
            assert!(opened.record == record && opened.left_out.is_none());
        }
    }
}

#[test]
fn an_illegal_move_is_named_or_becomes_a_comment() {
    // The first move of the main line, then the first of the variation, is replaced by a move from an empty point.
    let mut bytes = xqf(&sample(), 10, [0; 9]);
    let step = |bytes: &[u8], nth: usize| {
        let mut at = 0x400;
        for _ in 0..nth {
            let len = u32::from_le_bytes(bytes[at + 4..at + 8].try_into().expect("four bytes"));
            at += 8 + len as usize;
        }
        at
    };
    let at = step(&bytes, 1);
    bytes[at] = 24 + 41;
    let error = records::read_native(&bytes).expect_err("illegal");
    assert_eq!(error.reason.code(), "illegalMove");
    assert_eq!(error.token.as_deref(), Some("e1e2"));
    assert_eq!(error.at, Some((1, Color::Red)));
    assert!(
        error.to_string().contains("as xqf: move 1 of red, 'e1e2': the move is illegal (noPiece)"),
        "{error}"
    );

    let mut bytes = xqf(&sample(), 10, [0; 9]);
    let at = step(&bytes, 6);
    bytes[at] = 24 + 44;
    let record = read(&bytes).record;
    assert_eq!(node(&record, 1).comment(), "好\n(e4c7 反宫马 h0g2 (b0c2))");
    assert_eq!(moves(&record), moves(&sample()));
}

#[test]
fn a_file_is_kept_up_to_where_it_is_cut() {
    for bytes in samples() {
        for len in [3, 30, 0x3ff] {
            let error = records::read_native(&bytes[..len]).expect_err("cut");
            assert!(
                ["truncated", "encoding", "unknownText", "noRecord"].contains(&error.reason.code()),
                "{error}"
            );
        }
        let (whole, cut) = (read(&bytes).record, read(&bytes[..bytes.len() - 1]));
        assert_eq!(cut.left_out.map(|error| error.reason.code()), Some("truncated"));
        assert_eq!(cut.record.nodes().len() + 1, whole.nodes().len());
    }
    let mut bytes = xqstudio_sample();
    bytes[2] = 19;
    assert_eq!(records::read_native(&bytes).expect_err("version").reason.code(), "unknownVersion");
}

#[test]
fn xqf_is_written_with_every_field_it_has() {
    let text = "[Title \"残局\"]\n[Red \"一个名字很长的人\"]\n[Black \"乙\"]\n[Opening \"没有地方\"]\n[Result \"0-1\"]\n\
                [FEN \"3k5/9/9/9/9/9/4p4/9/9/4K4 b - - 0 9\"]\n\n\
                {开始\n两行 é} 9... e3e2 $1 $14 {[%eval -1.50] [%csl Ge2] 好} (9... d9d8 10. e0d0 (10. e0e1)) 10. e0d0 0-1";
    let bytes = records::write_xqf(&super::open(text).record, &records::encode);
    let read = read(&bytes).record;
    assert_eq!(show(&read).trim(), show(&super::open(text).record).trim());
    assert_eq!(read.node(NodeId::ROOT).comment(), "开始\n两行 é");
    let tag = |name| read.tags.get(name);
    // Fifteen bytes of GBK hold seven characters.
    assert_eq!((tag("Title"), tag("Red"), tag("Black")), (Some("残局"), Some("一个名字很长的"), Some("乙")));
    assert_eq!((tag("Opening"), read.result), (None, Outcome::Win(Color::Black)));
}

#[test]
fn evaluations_and_clocks_are_removed_and_everything_else_comes_back() {
    let text = "{[%eval 0.10]} 1. 炮二平五 {[%clk 0:09:59.5] [%eval 0.35] 好 [%csl Ge2]} 马８进７ {[%eval -0.20]} \
        (1... 炮８平５ {[%clk 0:09:50]}) 2. 马二进三 {见 [%clk 1]} *";
    let whole = super::open(text).record;
    let mut bare = whole.clone();
    bare.remove_evaluations();
    let clocks = whole.nodes().iter().filter(|node| node.comment().contains("%clk 0:")).count();
    assert!(bare.nodes().iter().all(|node| node.evaluation().is_none()));
    assert_eq!((clocks, bare.nodes()[1].comment()), (2, "[%clk 0:09:59.5] 好"));
    bare.remove_clocks();
    let comments: Vec<&str> = bare.nodes().iter().map(|node| node.comment()).collect();
    assert_eq!(comments.iter().filter(|comment| !comment.is_empty()).count(), 2, "{comments:?}");
    // A clock is at the beginning of a comment; elsewhere it is a text like any other.
    assert!(comments.contains(&"见 [%clk 1]"), "{comments:?}");
    for record in [&whole, &bare] {
        let bytes = records::write_xqf(record, &records::encode);
        let back = records::read_native(&bytes).expect("an XQF").record;
        assert!(back.same_tree(record), "{}", show(&back));
        let text = records::write(record, records::Export::Dhtmlxq);
        assert!(super::open(&text).record.same_tree(record), "{text}");
    }
}
