//! Game records: the tree of a game, and the files that people keep games in.
//!
//! [`read`] opens whatever it is given, [`write()`] makes each of the texts of [`Export`]. What a file is,
//! and how its characters are encoded, is found out, never asked.
//!
//! | Format | read | written | holds |
//! |---|---|---|---|
//! | PGN in Chinese, WXF, Vietnamese, ICCS, and of engines | yes | in the first four | everything |
//! | DhtmlXQ | yes | yes | everything |
//! | XQF 1.0 to 1.8 | yes | 1.0 | tree, comments with the signs and shapes in them, tags, result |
//! | CBR, CBL, CBF, PFC | yes | no | the same |
//! | text of dpxq.com, WXF files of PlayOK | yes | no | main line, tags, result |
//! | CHE, CHN, CCM, MXQ | yes | no | main line, and what the file says of players and date |
//! | DHJHtmlXQ | yes | no | main line with comments, tags, result |
//! | JSON | yes | no | start, main line, tags, result |
//! | UCCI `position` | yes | yes | start and main line |
//! | list of moves | yes | in ICCS | start and main line |
//! | FEN | yes | yes | one position; written is the last |
//!
//! `docs/FORMATS.md` has a table of what each format holds.
//!
//! Readers are linear in their input, never recurse, and refuse what is beyond [`MAX_BYTES`],
//! [`MAX_PLIES`] or [`MAX_MOVES`]. A [`ReadError`] names the first bad token with its place. What comes before it
//! is kept where it is enough to be a game: [`Opened::left_out`] says why the rest is not.

mod detect;
mod error;
mod formats;
mod games;
mod labels;
pub mod library;
mod limits;
mod marks;
#[cfg(feature = "gb18030")]
mod native;
pub mod openings;
mod search;
mod tags;
mod text;
mod tree;

pub use error::{ReadError, ReadReason};
pub use games::Games;
pub use limits::{MAX_BYTES, MAX_MOVES, MAX_PLIES};
pub use marks::{BadShape, Brush, MAX_SHAPES, Shape};
#[cfg(feature = "gb18030")]
pub use native::{decode, encode, read_native};
pub use tags::{Tags, read_result, result_text, result_word};
pub use tree::{AddError, Node, NodeId, Record};

use formats::{dhtmlxq, pgn, ucci, xqf};
use games::cut;

use chuhe_rules::fen::Position;
use chuhe_rules::game::Game;
use chuhe_rules::notation::Notation;

/// Defines [`Format`] by a list: what the format is, its name, its code, and how its files begin.
macro_rules! formats {
    ($($(#[$doc:meta])+ $name:ident = $code:literal, $head:expr;)+) => {
        /// What a record was read from.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Format {
            $($(#[$doc])+ $name,)+
        }

        impl Format {
            /// Every format.
            pub const ALL: &[Format] = &[$(Format::$name),+];

            /// The codes of all formats as a type of TypeScript.
            #[doc(hidden)]
            pub const TYPE_SCRIPT: &str = concat!("export type RecordFormat =", $(" | \"", $code, "\"",)+ ";\n");

            /// A stable name for programs, such as `dhtmlxq`.
            pub const fn code(self) -> &'static str {
                match self { $(Format::$name => $code,)+ }
            }

            /// Bytes with which a file of the format may begin, for tests with random bytes.
            #[doc(hidden)]
            pub const fn head(self) -> &'static [u8] {
                match self { $(Format::$name => $head,)+ }
            }
        }
    };
}

formats! {
    /// Portable game notation, in any notation of moves.
    Pgn = "pgn", b"[Game \"Chinese Chess\"]\n";
    /// The text of 东萍象棋.
    Dhtmlxq = "dhtmlxq", b"[DhtmlXQ]\n";
    /// The file of 象棋演播室 (XQStudio).
    Xqf = "xqf", b"XQ";
    /// The file of 象棋桥 (CCBridge).
    Cbr = "cbr", b"CCBridge Record\0";
    /// The command `position`.
    Ucci = "ucci", b"position ";
    /// One position.
    Fen = "fen", b"fen ";
    /// Moves and nothing else.
    Moves = "moves", b"1. ";
    /// What dpxq.com gives as text.
    Dpxq = "dpxq", "标题: x\n红方: y\n".as_bytes();
    /// The file of the World Xiangqi Federation's time and of PlayOK, `FORMAT WXF`.
    Wxf = "wxf", b"FORMAT WXF\nRED a;1;;\nSTART{";
    /// The library of 象棋桥 (CCBridge): many records in one file.
    Cbl = "cbl", b"CCBridgeLibrary\0";
    /// The XML of 象棋桥 (CCBridge).
    Cbf = "cbf", b"<ChineseChessRecord Version=\"1.0\"><MoveList>";
    /// The XML of 鹏飞象棋.
    Pfc = "pfc", b"<n version=\"2\" m=\"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\">";
    /// The file of QQ's 新中国象棋.
    Che = "che", b"1 3 21 32 1 0 1 2 2 0 1 0 10 ";
    /// The file of 联众 (ourgame.com).
    Chn = "chn", b"GL\xd0\x07\xd4\x07";
    /// The file of 中国游戏中心 (17pk).
    Ccm = "ccm", b"\x01\0\x12\0";
    /// The file of 弈天 (movesky.net).
    Mxq = "mxq", b"\x01x\x05Moves\x057C-4C";
    /// The text of 打虎将 and 01xq.com, DHJHtmlXQ.
    Dhj = "dhj", b"[DHJHtmlXQ_34]";
    /// A list of moves as JSON.
    Json = "json", b"[\"";
}

/// How the characters of a file were encoded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// UTF-8, with or without its mark.
    Utf8,
    /// UTF-16 with its mark.
    Utf16,
    /// GB18030, GBK and GB2312 with it.
    Gb18030,
    /// Big5, of Taiwan and Hong Kong.
    Big5,
    /// The file is no text.
    Binary,
}

impl Encoding {
    /// A stable name for programs: `utf-8`, `utf-16`, `gb18030`, `big5` or `binary`. Those of texts are also what
    /// browsers call them.
    pub const fn code(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16 => "utf-16",
            Encoding::Gb18030 => "gb18030",
            Encoding::Big5 => "big5",
            Encoding::Binary => "binary",
        }
    }
}

/// A record as it was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Opened {
    /// The record; of a file of several games, the first.
    pub record: Record,
    /// What the file is.
    pub format: Format,
    /// How it was encoded.
    pub encoding: Encoding,
    /// How many games the file holds, as [`Games`] cuts it: of texts, DhtmlXQ and CBL they are counted, of others it is
    /// one.
    pub games: usize,
    /// Why what comes after the end of the main line was left out, where it was: the first thing there that could
    /// not be read.
    pub left_out: Option<ReadError>,
}

/// What a reader found.
struct Found {
    record: Record,
    games: usize,
    left_out: Option<ReadError>,
}

/// Turns bytes of [`Encoding::Gb18030`] or [`Encoding::Big5`] into text, with U+FFFD for what is no character; `None`
/// where it cannot.
pub type Decode<'a> = &'a dyn Fn(&[u8], Encoding) -> Option<String>;

/// Turns a text into bytes of GBK; a character that it has not is written `&#N;`.
pub type Encode<'a> = &'a dyn Fn(&str) -> Vec<u8>;

/// Reads a record of any format.
///
/// ```
/// use chuhe_records::{self as records, Format};
/// let opened = records::read("1. 炮二平五 马８进７".as_bytes(), &|_, _| None)?;
/// assert_eq!(opened.format, Format::Moves);
/// let moves: Vec<String> = opened.record.main_line().iter().map(ToString::to_string).collect();
/// assert_eq!(moves, ["h2e2", "h9g7"]);
///
/// let error = records::read("1. 炮二平五 马８进６".as_bytes(), &|_, _| None).unwrap_err();
/// assert_eq!(error.reason.code(), "illegalMove");
/// assert_eq!(error.token.as_deref(), Some("马８进６"));
/// # Ok::<(), records::ReadError>(())
/// ```
///
/// # Errors
/// [`ReadError`] with the first thing that cannot be read, where too little comes before it to be a game.
pub fn read(bytes: &[u8], decode: Decode<'_>) -> Result<Opened, ReadError> {
    open(bytes, decode, formats::RARE)
}

/// Reads what most files are: PGN, lists of moves, DhtmlXQ, XQF, positions. A file of another format is refused as
/// none at all, or as a text whose first move cannot be read. The wasm of the page reads no more, which keeps it
/// small; it fetches another for the rest.
///
/// # Errors
/// As [`read`].
pub fn read_usual(bytes: &[u8], decode: Decode<'_>) -> Result<Opened, ReadError> {
    open(bytes, decode, &[])
}

/// Reads moves from a position: in any notation, with what may stand between them, ranks from 0. Nothing is left
/// out, and no text may stand around them.
///
/// ```
/// use chuhe_records as records;
/// let start = chuhe_rules::Position::default();
/// for text in ["Che2 Hg7", "1. 炮二平五 马８进７", "77477062"] {
///     assert_eq!(records::read_moves(start.clone(), text)?.main_line().len(), 2);
/// }
/// # Ok::<(), records::ReadError>(())
/// ```
///
/// # Errors
/// [`ReadError`] with the first thing that cannot be read.
pub fn read_moves(start: Position, text: &str) -> Result<Record, ReadError> {
    let found = match dhtmlxq::is_digits(text) {
        true => dhtmlxq::read_digits(start, text)?,
        false => pgn::read_list(start, text, 0, Format::Moves)?,
    };
    let is_line =
        found.record.nodes().iter().all(|node| node.comment().is_empty() && node.children().len() < 2);
    match found.left_out {
        Some(error) => Err(error),
        None if is_line => Ok(found.record),
        None => Err(ReadError::new(ReadReason::UnknownText).at_token(text)),
    }
}

/// What is read: a file, and its text if it is one.
struct Source<'a> {
    bytes: &'a [u8],
    text: &'a str,
    decode: Decode<'a>,
}

/// A format that few files have.
struct RareFormat {
    format: Format,
    test: FormatTest,
    read: fn(&Source<'_>) -> Result<Found, ReadError>,
}

/// Tests whether a file is of a format.
enum FormatTest {
    /// Gets the bytes of the file.
    Bytes(fn(&[u8]) -> bool),
    /// Gets the text of the file without white space at its start.
    Text(fn(&str) -> bool),
}

impl RareFormat {
    fn read(&self, source: &Source<'_>, encoding: Encoding) -> Result<Opened, ReadError> {
        let found = (self.read)(source).map_err(|error| error.in_format(self.format))?;
        Ok(opened(found, self.format, encoding))
    }
}

fn open(bytes: &[u8], decode: Decode<'_>, rare: &[RareFormat]) -> Result<Opened, ReadError> {
    if bytes.len() > MAX_BYTES {
        return Err(ReadError::new(ReadReason::TooLarge(bytes.len())));
    }
    if detect::is_xqf(bytes) {
        return Ok(opened(xqf::read(bytes, decode)?, Format::Xqf, Encoding::Binary));
    }
    let is_binary =
        |rare: &&RareFormat| matches!(rare.test, FormatTest::Bytes(is_format) if is_format(bytes));
    if let Some(format) = rare.iter().find(is_binary) {
        return format.read(&Source { bytes, text: "", decode }, Encoding::Binary);
    }
    let read = |text: &str, encoding| read_text(&Source { bytes, text, decode }, encoding, rare);
    let (text, encoding) = detect::text(bytes, decode)?;
    read(&text, encoding).or_else(|error| {
        // A few characters of another encoding can happen to be valid UTF-8.
        let other = detect::older(bytes, decode)
            .filter(|(other, _)| encoding == Encoding::Utf8 && detect::is_likelier(other, &text));
        other.and_then(|(text, encoding)| read(&text, encoding).ok()).ok_or(error)
    })
}

fn read_text(source: &Source<'_>, encoding: Encoding, rare: &[RareFormat]) -> Result<Opened, ReadError> {
    let text = source.text;
    if text.trim().is_empty() {
        return Err(ReadError::new(ReadReason::Empty));
    }
    let is_text =
        |rare: &&RareFormat| matches!(rare.test, FormatTest::Text(is_format) if is_format(text.trim_start()));
    if let Some(format) = rare.iter().find(is_text) {
        return format.read(source, encoding);
    }
    let format = detect::text_format(text)?;
    let cutter = cut::Cutter::of_text();
    let games = match format {
        Format::Dhtmlxq => cut::dhtmlxq_games(text.as_bytes(), cutter).into(),
        Format::Ucci | Format::Fen => Vec::new(),
        _ => cutter.games(text.as_bytes()),
    };
    let text = games.first().map_or(text, |first| &text[..first.end]);
    let mut found = match format {
        Format::Dhtmlxq => dhtmlxq::read(text)?,
        Format::Ucci => ucci::read(text)?,
        Format::Fen => ucci::read_fen(text)?,
        _ => pgn::read(text, format)?,
    };
    found.games = games.len().max(1);
    let has_moves = found.record.nodes().len() > 1;
    let format = if format == Format::Fen && has_moves { Format::Moves } else { format };
    Ok(opened(found, format, encoding))
}

fn opened(found: Found, format: Format, encoding: Encoding) -> Opened {
    let Found { record, games, left_out } = found;
    Opened { record, format, encoding, games, left_out }
}

/// A text that a record can be written as.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Export {
    /// PGN with the moves in Chinese, WXF, Vietnamese or ICCS (in another notation they are written in ICCS).
    Pgn(Notation),
    /// DhtmlXQ.
    Dhtmlxq,
    /// The FEN of the position at the end of the main line.
    Fen,
    /// The main line in ICCS, behind the FEN of the start where it is not the usual one.
    Iccs,
    /// The command `position` with the main line.
    Ucci,
}

impl Export {
    /// All of them.
    pub const ALL: [Export; 8] = [
        Export::Pgn(Notation::Chinese),
        Export::Pgn(Notation::Wxf),
        Export::Pgn(Notation::Vietnamese),
        Export::Pgn(Notation::Iccs),
        Export::Dhtmlxq,
        Export::Fen,
        Export::Iccs,
        Export::Ucci,
    ];

    /// The stable name: `pgn-chinese`, `pgn-wxf`, `pgn-vietnamese`, `pgn-iccs`, `dhtmlxq`, `fen`, `iccs` or `ucci`.
    pub const fn code(self) -> &'static str {
        match self {
            Export::Pgn(Notation::Chinese) => "pgn-chinese",
            Export::Pgn(Notation::Wxf) => "pgn-wxf",
            Export::Pgn(Notation::Vietnamese) => "pgn-vietnamese",
            Export::Pgn(_) => "pgn-iccs",
            Export::Dhtmlxq => "dhtmlxq",
            Export::Fen => "fen",
            Export::Iccs => "iccs",
            Export::Ucci => "ucci",
        }
    }

    /// The export of this [code](Export::code); `pgn` is PGN in Chinese.
    pub fn from_code(code: &str) -> Option<Export> {
        match code {
            "pgn" => Some(Export::Pgn(Notation::Chinese)),
            _ => Export::ALL.into_iter().find(|export| export.code() == code),
        }
    }
}

/// Writes a record. PGN and DhtmlXQ hold all of it: [`read`] makes an equal record of them.
///
/// ```
/// use chuhe_records::{self as records, Export, Record};
/// let record = Record::from_moves(Default::default(), &["h2e2".parse()?, "h9g7".parse()?])?;
/// assert_eq!(records::write(&record, Export::Iccs), "H2-E2 H9-G7\n");
/// let pgn = records::write(&record, Export::from_code("pgn-wxf").unwrap());
/// assert_eq!(records::read(pgn.as_bytes(), &|_, _| None)?.record, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(record: &Record, export: Export) -> String {
    match export {
        Export::Pgn(notation) => pgn::write(record, notation),
        Export::Dhtmlxq => dhtmlxq::write(record),
        Export::Fen => format!("{}\n", end_of(record)),
        Export::Iccs => pgn::write_list(record),
        Export::Ucci => ucci::write(record),
    }
}

/// Writes a record as an XQF file of version 1.0: start, main line, variations, comments with evaluations, signs and
/// shapes in them, result, and as much of the tags as the file has places for (names of players have 15 bytes).
pub fn write_xqf(record: &Record, encode: Encode<'_>) -> Vec<u8> {
    xqf::write(record, encode)
}

/// The position at the end of the main line.
fn end_of(record: &Record) -> Position {
    let mut game = Game::new(record.start().clone());
    // The moves of a record are legal; should one not be, the line ends before it.
    let _ = record.main_line().into_iter().try_for_each(|mv| game.play(mv));
    game.position()
}
