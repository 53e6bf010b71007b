#![doc = include_str!("README.md")]
//!
//! # Modules
//!
//! [`read`] detects the encoding and the [`Format`] of a file and reads it. [`write()`] writes a record as one of the
//! texts of [`Export`], [`write_xqf`] writes an XQF file, and [`PackWriter`] a pack of many games. [`Format::holds`] returns the parts of a
//! record that a format can hold, and `docs/FORMATS.md` lists them in a table.
//!
//! Readers take linear time, never recurse, and reject input beyond [`MAX_BYTES`], [`MAX_PLIES`] or [`MAX_MOVES`]. A
//! [`ReadError`] names the first bad token and its position. If the moves before the bad token are enough for a game,
//! the reader returns that game, and [`Opened::left_out`] gives the reason why the rest is missing.

mod encoding;
mod error;
mod formats;
mod games;
pub mod library;
mod marks;
pub mod openings;
mod tags;
mod text;
mod tree;

pub use encoding::{Decode, Encode, Encoding};
#[cfg(feature = "gb18030")]
pub use encoding::{decode, encode};
pub use error::{ReadError, ReadReason};
pub use formats::{Export, Format, Holds, PackFull, PackWriter, Support, write};
pub use games::Games;
pub use marks::{BadShape, Brush, MAX_SHAPES, Shape};
pub use tags::{Tags, read_result, result_text, result_word};
pub use tree::{AddError, MAX_MOVES, MAX_PLIES, Node, NodeId, Record};

use formats::{Found, RARE, Reader, Source, USUAL, dhtmlxq, pgn, usual_reader, xqf};

use chuhe_rules::fen::Position;

/// The largest input, in bytes.
pub const MAX_BYTES: usize = 8 << 20;

/// A record and what was learned about its file: format, encoding, number of games.
#[derive(Clone, PartialEq, Debug)]
pub struct Opened {
    /// The record of the first game in the file.
    pub record: Record,
    /// The format of the file.
    pub format: Format,
    /// The encoding of the file.
    pub encoding: Encoding,
    /// The number of games into which [`Games`] splits the file. Games are counted in texts, DhtmlXQ, CBL and packs. Other
    /// formats have one game.
    pub games: usize,
    /// The error that ended the reading early; `None` if the whole game was read. The rest of the game is not in the
    /// record.
    pub left_out: Option<ReadError>,
}

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
/// [`ReadError`] at the first unreadable token, unless the moves before it are enough for a game.
pub fn read(bytes: &[u8], decode: Decode<'_>) -> Result<Opened, ReadError> {
    open(bytes, decode, &RARE)
}

/// Reads a record of any format and encoding, see [`read`].
///
/// # Errors
/// As [`read`].
#[cfg(feature = "gb18030")]
pub fn read_native(bytes: &[u8]) -> Result<Opened, ReadError> {
    read(bytes, &decode)
}

/// Reads the usual formats: PGN, lists of moves, DhtmlXQ, XQF, positions. A file of another format is rejected as
/// unknown, or as a text whose first move cannot be read. The WebAssembly of the page has only these readers, which
/// keeps it small. The page fetches the others when it needs them.
///
/// # Errors
/// As [`read`].
pub fn read_usual(bytes: &[u8], decode: Decode<'_>) -> Result<Opened, ReadError> {
    open(bytes, decode, &[])
}

/// Reads a list of moves from a position: in any notation, with the usual separators, and with ranks counted from 0.
/// Any other text is an error, and so is an unreadable move.
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
/// [`ReadError`] with the first unreadable token.
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

fn open(bytes: &[u8], decode: Decode<'_>, rare: &[Reader]) -> Result<Opened, ReadError> {
    if bytes.len() > MAX_BYTES {
        return Err(ReadError::new(ReadReason::TooLarge(bytes.len())));
    }
    if let Some(reader) = USUAL.iter().chain(rare).find(|reader| reader.fits_bytes(bytes)) {
        return read_as(reader, &Source { bytes, text: "", decode }, Encoding::Binary);
    }
    let read = |text: &str, encoding| read_text(&Source { bytes, text, decode }, encoding, rare);
    let (text, encoding) = encoding::text(bytes, decode)?;
    read(&text, encoding).or_else(|error| {
        // A few characters of another encoding can happen to be valid UTF-8.
        let other = encoding::older(bytes, decode)
            .filter(|(other, _)| encoding == Encoding::Utf8 && encoding::is_likelier(other, &text));
        other.and_then(|(text, encoding)| read(&text, encoding).ok()).ok_or(error)
    })
}

fn read_text(source: &Source<'_>, encoding: Encoding, rare: &[Reader]) -> Result<Opened, ReadError> {
    let text = source.text;
    if text.trim().is_empty() {
        return Err(ReadError::new(ReadReason::Empty));
    }
    if let Some(reader) = rare.iter().find(|reader| reader.fits_text(text)) {
        return read_as(reader, source, encoding);
    }
    let reader = usual_reader(text)?;
    let found = (reader.read)(source)?;
    let has_moves = found.record.nodes().len() > 1;
    let is_list = reader.format == Format::Fen && has_moves;
    Ok(opened(found, if is_list { Format::Moves } else { reader.format }, encoding))
}

/// Reads a file of a binary or rare format, and adds the format to its errors.
fn read_as(reader: &Reader, source: &Source<'_>, encoding: Encoding) -> Result<Opened, ReadError> {
    let found = (reader.read)(source).map_err(|error| error.in_format(reader.format))?;
    Ok(opened(found, reader.format, encoding))
}

fn opened(found: Found, format: Format, encoding: Encoding) -> Opened {
    let Found { record, games, left_out } = found;
    Opened { record, format, encoding, games, left_out }
}

/// Writes a record as an XQF file of version 1.0: start position, main line, variations, comments, result, and the tags
/// that fit (names of players have 15 bytes). The comments also hold the evaluations, signs and shapes.
pub fn write_xqf(record: &Record, encode: Encode<'_>) -> Vec<u8> {
    xqf::write(record, encode)
}
