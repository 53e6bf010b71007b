//! Game records: the tree of a game, and the files that people keep games in.
//!
//! [`read`] detects the encoding and the [`Format`] of a file and reads it. [`write()`] writes each text of
//! [`Export`], and [`write_xqf`] the only binary file. [`Format::holds`] says what a format can hold;
//! `docs/FORMATS.md` shows all of it in one table.
//!
//! Readers are linear in their input, never recurse, and refuse what is beyond [`MAX_BYTES`],
//! [`MAX_PLIES`] or [`MAX_MOVES`]. A [`ReadError`] names the first bad token with its place. What comes before it
//! is kept where it is enough to be a game: [`Opened::left_out`] says why the rest is not.

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
pub use formats::{Export, Format, Holds, Support, write};
pub use games::Games;
pub use marks::{BadShape, Brush, MAX_SHAPES, Shape};
pub use tags::{Tags, read_result, result_text, result_word};
pub use tree::{AddError, MAX_MOVES, MAX_PLIES, Node, NodeId, Record};

use formats::{Found, RARE, Reader, Source, USUAL, dhtmlxq, pgn, usual_reader, xqf};

use chuhe_rules::fen::Position;

/// The largest input, in bytes.
pub const MAX_BYTES: usize = 8 << 20;

/// A record with facts about its file.
#[derive(Clone, PartialEq, Debug)]
pub struct Opened {
    /// The record; the first of several games.
    pub record: Record,
    /// The format of the file.
    pub format: Format,
    /// The encoding of the file.
    pub encoding: Encoding,
    /// The number of games in the file, as [`Games`] cuts it. It is counted for texts, DhtmlXQ and CBL, and is 1 for
    /// other formats.
    pub games: usize,
    /// The reason why the rest after the main line was left out: the first part of it that cannot be read.
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
/// [`ReadError`] with the first unreadable token, if too little comes before it to be a game.
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

/// Reads moves from a position, in any notation, with the usual separators, and with ranks from 0. It accepts no other
/// text and leaves nothing out.
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

/// Reads a file of a binary or rare format, whose errors get the name of the format.
fn read_as(reader: &Reader, source: &Source<'_>, encoding: Encoding) -> Result<Opened, ReadError> {
    let found = (reader.read)(source).map_err(|error| error.in_format(reader.format))?;
    Ok(opened(found, reader.format, encoding))
}

fn opened(found: Found, format: Format, encoding: Encoding) -> Opened {
    let Found { record, games, left_out } = found;
    Opened { record, format, encoding, games, left_out }
}

/// Writes a record as an XQF file of version 1.0: start position, main line, variations, comments with evaluations,
/// signs and shapes in them, result, and the tags that fit (names of players have 15 bytes).
pub fn write_xqf(record: &Record, encode: Encode<'_>) -> Vec<u8> {
    xqf::write(record, encode)
}
