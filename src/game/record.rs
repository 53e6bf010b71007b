//! Game records: the tree of a game, and the files that people keep games in.
//!
//! [`read`] opens whatever it is given, [`write()`] makes each of the texts of [`Export`]. What a file is,
//! and how its characters are encoded, is found out, never asked.
//!
//! | Format | read | written | holds |
//! |---|---|---|---|
//! | PGN in Chinese, WXF, ICCS, and of engines | yes | in the first three | everything |
//! | DhtmlXQ | yes | yes | everything |
//! | XQF 1.0 to 1.8, CBR | yes | no | tree, comments with the signs and shapes in them, tags, result |
//! | UCCI `position` | yes | yes | start and main line |
//! | list of moves | yes | in ICCS | start and main line |
//! | FEN | yes | yes | one position; written is the last |
//!
//! Readers are linear in their input, never recurse, and refuse what is beyond [`MAX_BYTES`],
//! [`MAX_PLIES`] or [`MAX_MOVES`]. A [`ReadError`] names the first bad token with its place.

mod cbr;
mod detect;
mod dhtmlxq;
mod error;
mod limits;
mod marks;
#[cfg(feature = "gb18030")]
mod native;
mod pgn;
mod raw;
mod search;
mod start;
mod tags;
mod text;
mod tree;
mod ucci;
mod xqf;

pub use error::{ReadError, ReadReason};
pub use limits::{MAX_BYTES, MAX_MOVES, MAX_PLIES};
pub use marks::{BadShape, Brush, MAX_SHAPES, Shape};
#[cfg(feature = "gb18030")]
pub use native::{decode_gb18030, read_native};
pub use tags::{Tags, read_result, result_text, result_word};
pub use tree::{AddError, Node, NodeId, Record};

use crate::game::fen::Position;
use crate::game::notation::Notation;
use crate::game::rules::Game;

/// What a record was read from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Portable game notation, in any notation of moves.
    Pgn,
    /// The text of 东萍象棋.
    Dhtmlxq,
    /// The file of 象棋演播室 (XQStudio).
    Xqf,
    /// The file of 象棋桥 (CCBridge).
    Cbr,
    /// The command `position`.
    Ucci,
    /// One position.
    Fen,
    /// Moves and nothing else.
    Moves,
}

impl Format {
    /// A stable name for programs, such as `dhtmlxq`.
    pub const fn code(self) -> &'static str {
        match self {
            Format::Pgn => "pgn",
            Format::Dhtmlxq => "dhtmlxq",
            Format::Xqf => "xqf",
            Format::Cbr => "cbr",
            Format::Ucci => "ucci",
            Format::Fen => "fen",
            Format::Moves => "moves",
        }
    }
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
    /// The file is no text.
    Binary,
}

impl Encoding {
    /// A stable name for programs: `utf-8`, `utf-16`, `gb18030` or `binary`.
    pub const fn code(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16 => "utf-16",
            Encoding::Gb18030 => "gb18030",
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
    /// How many games the file seems to hold. Only PGN files hold more than one.
    pub games: usize,
}

/// Reads a record of any format. `decode` turns GB18030 into text, with U+FFFD for what is no character.
///
/// ```
/// use chuhe::game::record::{self, Format};
/// let opened = record::read("1. 炮二平五 马８进７".as_bytes(), &|_| None)?;
/// assert_eq!(opened.format, Format::Moves);
/// let moves: Vec<String> = opened.record.main_line().iter().map(ToString::to_string).collect();
/// assert_eq!(moves, ["h2e2", "h9g7"]);
///
/// let error = record::read("1. 炮二平五 马８进６".as_bytes(), &|_| None).unwrap_err();
/// assert_eq!(error.reason.code(), "illegalMove");
/// assert_eq!(error.token.as_deref(), Some("马８进６"));
/// # Ok::<(), record::ReadError>(())
/// ```
///
/// # Errors
/// [`ReadError`] with the first thing that cannot be read.
pub fn read(bytes: &[u8], decode: &dyn Fn(&[u8]) -> Option<String>) -> Result<Opened, ReadError> {
    if bytes.len() > MAX_BYTES {
        return Err(ReadError::new(ReadReason::TooLarge(bytes.len())));
    }
    if let Some(format) = detect::binary_format(bytes) {
        let record = match format {
            Format::Cbr => cbr::read(bytes)?,
            _ => xqf::read(bytes, decode)?,
        };
        return Ok(Opened { record, format, encoding: Encoding::Binary, games: 1 });
    }
    let (text, encoding) = detect::text(bytes, decode)?;
    read_text(&text, encoding).or_else(|error| {
        // A few characters of GB18030 can happen to be valid UTF-8.
        let other = decode(bytes).filter(|_| encoding == Encoding::Utf8 && !bytes.is_ascii());
        other.and_then(|text| read_text(&text, Encoding::Gb18030).ok()).ok_or(error)
    })
}

fn read_text(text: &str, encoding: Encoding) -> Result<Opened, ReadError> {
    if text.trim().is_empty() {
        return Err(ReadError::new(ReadReason::Empty));
    }
    let format = detect::text_format(text);
    let (record, games) = match format {
        Format::Dhtmlxq => (dhtmlxq::read(text)?, 1),
        Format::Ucci => (ucci::read(text)?, 1),
        Format::Fen => (ucci::read_fen(text)?, 1),
        _ => pgn::read(text, format)?,
    };
    let format = if format == Format::Fen && record.nodes().len() > 1 { Format::Moves } else { format };
    Ok(Opened { record, format, encoding, games })
}

/// A text that a record can be written as.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Export {
    /// PGN with the moves in Chinese, WXF or ICCS (in another notation they are written in ICCS).
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
    pub const ALL: [Export; 7] = [
        Export::Pgn(Notation::Chinese),
        Export::Pgn(Notation::Wxf),
        Export::Pgn(Notation::Iccs),
        Export::Dhtmlxq,
        Export::Fen,
        Export::Iccs,
        Export::Ucci,
    ];

    /// The stable name: `pgn-chinese`, `pgn-wxf`, `pgn-iccs`, `dhtmlxq`, `fen`, `iccs` or `ucci`.
    pub const fn code(self) -> &'static str {
        match self {
            Export::Pgn(Notation::Chinese) => "pgn-chinese",
            Export::Pgn(Notation::Wxf) => "pgn-wxf",
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
/// use chuhe::game::record::{self, Export, Record};
/// let record = Record::from_moves(Default::default(), &["h2e2".parse()?, "h9g7".parse()?])?;
/// assert_eq!(record::write(&record, Export::Iccs), "H2-E2 H9-G7\n");
/// let pgn = record::write(&record, Export::from_code("pgn-wxf").unwrap());
/// assert_eq!(record::read(pgn.as_bytes(), &|_| None)?.record, record);
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

/// The position at the end of the main line.
fn end_of(record: &Record) -> Position {
    let mut game = Game::new(record.start().clone());
    // The moves of a record are legal; should one not be, the line ends before it.
    let _ = record.main_line().into_iter().try_for_each(|mv| game.play(mv));
    game.position()
}
