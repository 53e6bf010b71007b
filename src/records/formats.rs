//! The table of formats: how each is detected and read, and what it can hold.
//!
//! Detection, reading, the TypeScript types, the table of `docs/FORMATS.md`, the fuzz target and the tests with random
//! bytes all use this table. [`exports`] has the table of the formats for writing.

mod cbf;
pub(crate) mod cbl;
mod cbr;
mod ccm;
mod che;
mod chn;
mod dhj;
pub(crate) mod dhtmlxq;
mod exports;
mod json;
mod mxq;
pub(crate) mod pack;
mod pfc;
pub(crate) mod pgn;
mod raw;
mod start;
mod ucci;
mod wxf;
mod xml;
pub(crate) mod xqf;

use crate::games::cut::{Cutter, dhtmlxq_games};
use crate::{Decode, ReadError, ReadReason, Record};
use FormatTest::{Bytes, Text};
use Support::{As, No, Yes};
pub use exports::{Export, write};
pub use pack::{PackFull, PackWriter};
use std::ops::Range;

/// Whether a format can hold a part of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Support {
    /// The format cannot hold the part, or the reader ignores the part.
    No,
    /// The format can hold the part.
    Yes,
    /// The format holds the part in this form, such as `in comments`.
    As(&'static str),
}

/// The parts of a record, besides a main line of moves, that a format can hold and its reader reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Holds {
    /// Variations.
    pub variations: Support,
    /// Comments.
    pub comments: Support,
    /// Signs such as `!`, evaluations, rings and arrows.
    pub marks: Support,
    /// The time on the clock after a move.
    pub clocks: Support,
    /// Names of players, of the event and other tags.
    pub tags: Support,
    /// The result of the game.
    pub result: Support,
    /// Start positions other than the usual one.
    pub start: Support,
    /// Several games in one file.
    pub games: Support,
}

/// Moves from the usual start position, and nothing else.
const MOVES: Holds =
    Holds { variations: No, comments: No, marks: No, clocks: No, tags: No, result: No, start: No, games: No };

/// A tree with comments, tags, result and start position.
const TREE: Holds = Holds {
    variations: Yes,
    comments: Yes,
    marks: As("in comments"),
    tags: Yes,
    result: Yes,
    start: Yes,
    ..MOVES
};

/// Defines [`Format`] and the readers from the table below.
macro_rules! formats {
    ($($(#[$doc:meta])+ $name:ident = $code:literal, $title:literal {
        begins: $head:expr,
        test: $test:expr,
        read: $read:expr,
        rare: $is_rare:literal,
        holds: $holds:expr,
    })+) => {
        /// The format that a record was read from.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Format {
            $($(#[$doc])+ $name,)+
        }

        impl Format {
            /// Every format, in the order of detection.
            pub const ALL: &[Format] = &[$(Format::$name),+];

            /// The codes of all formats as a type of TypeScript.
            #[doc(hidden)]
            pub const TYPE_SCRIPT: &str = concat!("export type RecordFormat =", $(" | \"", $code, "\"",)+ ";\n");

            /// Returns a stable name for programs, such as `dhtmlxq`.
            pub const fn code(self) -> &'static str {
                match self { $(Format::$name => $code,)+ }
            }

            /// Returns the name of the format for people, in English.
            pub const fn title(self) -> &'static str {
                match self { $(Format::$name => $title,)+ }
            }

            /// Returns the parts of a record that the format can hold.
            pub const fn holds(self) -> Holds {
                match self { $(Format::$name => $holds,)+ }
            }

            /// Returns true if [`read_usual`](crate::read_usual) does not read the format.
            pub const fn is_rare(self) -> bool {
                match self { $(Format::$name => $is_rare,)+ }
            }

            /// Returns bytes that a file of the format may begin with, for tests with random bytes.
            #[doc(hidden)]
            pub const fn head(self) -> &'static [u8] {
                match self { $(Format::$name => $head,)+ }
            }
        }

        /// The readers of all formats. Programs contain only [`USUAL`] and [`RARE`].
        const READERS: &[Reader] = &[
            $(Reader { format: Format::$name, test: $test, read: $read, is_rare: $is_rare },)+
        ];
    };
}

// The order matters: the first format whose test succeeds reads the file. The binary formats are tested first, then the
// rare texts, then the usual texts.
formats! {
    /// XQF, the file format of 象棋演播室 (XQStudio).
    Xqf = "xqf", "XQF 1.0 to 1.8" {
        begins: b"XQ",
        test: Bytes(xqf::is_format),
        read: |source| xqf::read(source.bytes, source.decode),
        rare: false,
        holds: Holds { clocks: As("in comments"), ..TREE },
    }
    /// CBR, the file format of 象棋桥 (CCBridge).
    Cbr = "cbr", "CBR 1 and 2 of CCBridge" {
        begins: b"CCBridge Record\0",
        test: Bytes(|bytes| bytes.starts_with(b"CCBridge Record\0")),
        read: |source| cbr::read(source.bytes),
        rare: true,
        holds: TREE,
    }
    /// CBL, the library format of 象棋桥 (CCBridge), with many records in one file.
    Cbl = "cbl", "CBL, the library of CCBridge" {
        begins: b"CCBridgeLibrary\0",
        test: Bytes(|bytes| bytes.starts_with(b"CCBridgeLibrary\0")),
        read: |source| cbl::read(source.bytes),
        rare: true,
        holds: Holds { games: Yes, ..TREE },
    }
    /// A pack: thousands of games in few bytes, see `docs/FORMATS.md`.
    Pack = "pack", "pack of games" {
        begins: pack::MAGIC,
        test: Bytes(pack::is_format),
        read: |source| pack::read(source.bytes),
        rare: true,
        holds: Holds { marks: Yes, clocks: As("in comments"), games: Yes, ..TREE },
    }
    /// CHN, the file format of 联众 (ourgame.com).
    Chn = "chn", "CHN of ourgame.com" {
        begins: b"GL\xd0\x07\xd4\x07",
        test: Bytes(chn::is_format),
        read: |source| chn::read(source.bytes, source.decode),
        rare: true,
        holds: Holds { tags: As("players, date"), start: Yes, ..MOVES },
    }
    /// CCM, the file format of 中国游戏中心 (17pk).
    Ccm = "ccm", "CCM of 17pk" {
        begins: b"\x01\0\x12\0",
        test: Bytes(ccm::is_format),
        read: |source| ccm::read(source.bytes),
        rare: true,
        holds: MOVES,
    }
    /// MXQ, the file format of 弈天 (movesky.net).
    Mxq = "mxq", "MXQ of movesky.net" {
        begins: b"\x01x\x05Moves\x057C-4C",
        test: Bytes(mxq::is_format),
        read: |source| mxq::read(source.bytes, source.decode),
        rare: true,
        holds: Holds { tags: As("players, event, date"), result: Yes, ..MOVES },
    }
    /// `FORMAT WXF`, the text format of PlayOK and other programs.
    Wxf = "wxf", "`FORMAT WXF` of PlayOK" {
        begins: b"FORMAT WXF\nRED a;1;;\nSTART{",
        test: Text(wxf::is_format),
        read: |source| wxf::read(source.text),
        rare: true,
        holds: Holds { comments: Yes, marks: As("signs"), tags: Yes, result: Yes, ..MOVES },
    }
    /// CHE, the text format of 新中国象棋 by QQ.
    Che = "che", "CHE of QQ" {
        begins: b"1 3 21 32 1 0 1 2 2 0 1 0 10 ",
        test: Text(che::is_format),
        read: |source| che::read(source.text),
        rare: true,
        holds: MOVES,
    }
    /// DHJHtmlXQ, the text format of 打虎将 and 01xq.com.
    Dhj = "dhj", "DHJHtmlXQ of 打虎将 and 01xq.com" {
        begins: b"[DHJHtmlXQ_34]",
        test: Text(dhj::is_format),
        read: |source| dhj::read(source.text),
        rare: true,
        holds: Holds { comments: Yes, tags: Yes, result: Yes, start: Yes, ..MOVES },
    }
    /// A list of moves as JSON.
    Json = "json", "list of moves as JSON" {
        begins: b"[\"",
        test: Text(json::is_format),
        read: |source| json::read(source.text),
        rare: true,
        holds: Holds { tags: Yes, result: Yes, start: Yes, ..MOVES },
    }
    /// CBF, the XML format of 象棋桥 (CCBridge).
    Cbf = "cbf", "CBF, the XML of CCBridge" {
        begins: b"<ChineseChessRecord Version=\"1.0\"><MoveList>",
        test: Text(|text| xml::format(text) == Some(Format::Cbf)),
        read: |source| cbf::read(source.text),
        rare: true,
        holds: Holds { variations: No, ..TREE },
    }
    /// PFC, the XML format of 鹏飞象棋.
    Pfc = "pfc", "PFC of 鹏飞象棋" {
        begins: b"<n version=\"2\" m=\"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\">",
        test: Text(|text| xml::format(text) == Some(Format::Pfc)),
        read: |source| pfc::read(source.text),
        rare: true,
        holds: Holds { tags: No, ..TREE },
    }
    /// The command `position` of UCCI and UCI.
    Ucci = "ucci", "UCCI and UCI `position`" {
        begins: b"position ",
        test: Text(ucci::is_format),
        read: |source| ucci::read(source.text),
        rare: false,
        holds: Holds { start: Yes, ..MOVES },
    }
    /// A position as FEN, or a link with a FEN.
    Fen = "fen", "FEN, links with one" {
        begins: b"fen ",
        test: Text(ucci::begins_with_fen),
        read: |source| ucci::read_fen(source.text),
        rare: false,
        holds: Holds { start: Yes, ..MOVES },
    }
    /// The plain text that dpxq.com exports.
    Dpxq = "dpxq", "text of dpxq.com" {
        begins: "标题: x\n红方: y\n".as_bytes(),
        test: Text(crate::tags::begins_dpxq),
        read: |source| read_pgn(source.text, Format::Dpxq),
        rare: false,
        holds: Holds { tags: Yes, result: Yes, ..MOVES },
    }
    /// DhtmlXQ, the text format of 东萍象棋 (dpxq.com).
    Dhtmlxq = "dhtmlxq", "DhtmlXQ, pages of dpxq.com, bare digits" {
        begins: b"[DhtmlXQ]\n",
        test: Text(|text| dhtmlxq::is_digits(text) || first_mark(text) == Some(Format::Dhtmlxq)),
        read: |source| read_dhtmlxq(source.text),
        rare: false,
        holds: Holds { marks: As("in fields of our own"), clocks: As("in comments"), games: Yes, ..TREE },
    }
    /// Portable game notation, in any notation of moves.
    Pgn = "pgn", "PGN in Chinese, WXF, Vietnamese (`P2-5`), ICCS and of engines (`h2e2`, `Che2`, `E5e3`)" {
        begins: b"[Game \"Chinese Chess\"]\n",
        test: Text(|text| first_mark(text) == Some(Format::Pgn)),
        read: |source| read_pgn(source.text, Format::Pgn),
        rare: false,
        holds: Holds { marks: Yes, clocks: As("in comments"), games: Yes, ..TREE },
    }
    /// A list of moves without PGN tags, in any notation.
    Moves = "moves", "list of moves" {
        begins: b"1. ",
        test: Text(|_| true),
        read: |source| read_pgn(source.text, Format::Moves),
        rare: false,
        holds: Holds { marks: Yes, tags: As("lines such as `红方：甲`"), games: Yes, ..TREE },
    }
}

/// The bytes of a file, and its decoded text. The text of a binary file is empty.
pub(crate) struct Source<'a> {
    pub bytes: &'a [u8],
    pub text: &'a str,
    pub decode: Decode<'a>,
}

/// The result of reading a file.
pub(crate) struct Found {
    pub record: Record,
    /// The number of games in the file, at least 1.
    pub games: usize,
    pub left_out: Option<ReadError>,
}

/// The test and the reader of one format.
#[derive(Clone, Copy)]
pub(crate) struct Reader {
    pub format: Format,
    pub test: FormatTest,
    pub read: fn(&Source<'_>) -> Result<Found, ReadError>,
    is_rare: bool,
}

/// The test that detects a format.
#[derive(Clone, Copy)]
pub(crate) enum FormatTest {
    /// Tests the bytes of a binary file.
    Bytes(fn(&[u8]) -> bool),
    /// Tests a text without its leading white space.
    Text(fn(&str) -> bool),
}

impl Reader {
    pub fn fits_bytes(&self, bytes: &[u8]) -> bool {
        matches!(self.test, Bytes(is_format) if is_format(bytes))
    }

    pub fn fits_text(&self, text: &str) -> bool {
        matches!(self.test, Text(is_format) if is_format(text.trim_start()))
    }
}

/// The readers of the formats that most files have.
pub(crate) static USUAL: [Reader; count(false)] = readers(false);

/// The readers of the rare formats. The WebAssembly of the page does not contain them.
pub(crate) static RARE: [Reader; count(true)] = readers(true);

const fn count(is_rare: bool) -> usize {
    let (mut count, mut index) = (0, 0);
    while index < READERS.len() {
        count += (READERS[index].is_rare == is_rare) as usize;
        index += 1;
    }
    count
}

const fn readers<const N: usize>(is_rare: bool) -> [Reader; N] {
    let (mut readers, mut count, mut index) = ([READERS[0]; N], 0, 0);
    while index < READERS.len() {
        if READERS[index].is_rare == is_rare {
            readers[count] = READERS[index];
            count += 1;
        }
        index += 1;
    }
    readers
}

/// Returns the first usual reader whose format fits a text.
///
/// # Errors
/// [`ReadReason::NoRecord`] for XML of a rare format, because its content may look like a list of moves.
pub(crate) fn usual_reader(text: &str) -> Result<&'static Reader, ReadError> {
    let none = || ReadError::new(ReadReason::NoRecord);
    match xml::format(text) {
        Some(format) => Err(none().in_format(format)),
        None => USUAL.iter().find(|reader| reader.fits_text(text)).ok_or_else(none),
    }
}

/// Returns the format that the first PGN tag or DhtmlXQ field of a text belongs to. Later ones may be part of a
/// comment.
fn first_mark(text: &str) -> Option<Format> {
    text.lines().find_map(|line| {
        let is_pgn = pgn::tag(line.trim_start()).is_some();
        is_pgn.then_some(Format::Pgn).or_else(|| dhtmlxq::has_mark(line).then_some(Format::Dhtmlxq))
    })
}

fn read_pgn(text: &str, format: Format) -> Result<Found, ReadError> {
    let games = Cutter::of_text().games(text.as_bytes());
    read_first(text, &games, |text| pgn::read(text, format))
}

fn read_dhtmlxq(text: &str) -> Result<Found, ReadError> {
    let games = Vec::from(dhtmlxq_games(text.as_bytes(), Cutter::of_text()));
    read_first(text, &games, dhtmlxq::read)
}

/// Reads the first game of a text, and adds the number of games to the result.
fn read_first(
    text: &str,
    games: &[Range<usize>],
    read: impl FnOnce(&str) -> Result<Found, ReadError>,
) -> Result<Found, ReadError> {
    let text = games.first().map_or(text, |first| &text[..first.end]);
    Ok(Found { games: games.len().max(1), ..read(text)? })
}
