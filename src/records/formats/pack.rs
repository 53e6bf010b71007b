//! Packs: collections of thousands of games that compress well.
//!
//! | bytes | what |
//! |---|---|
//! | 10 | [`MAGIC`] |
//! | 1 | [`VERSION`] |
//! | 4 | length of the head in bytes |
//! | 4 | [`checksum`] of the head |
//! | | the head |
//! | | groups of [`GROUP`] games, the last one smaller: 4 bytes length, 4 bytes checksum, then the games |
//!
//! The head has the columns of all games, since the values of one column resemble each other:
//!
//! | part | what |
//! |---|---|
//! | number | the number of games |
//! | 1 byte a game | the result (0 none, 1 Red, 2 Black, 3 draw), plus [`HAS_TEXT`] for a game that is stored as PGN |
//! | number a game | the number of its moves; for PGN, the number of its bytes |
//! | number | the number of columns of texts |
//! | a column | the name of a tag, or `FEN`, as a text; its values: their number, then the texts; its [codes](Codes) |
//! | number | the number of shapes; a shape lists the columns that a game has: their number, then their indexes |
//! | codes | the shape of each game |
//!
//! A game in a group is one byte for each move: the index of the move among the legal moves in the order of
//! [`ordered`]. A game with variations, comments or marks is its PGN in ICCS; it has no values in the columns.
//!
//! The numbers of 4 bytes are little endian. Other numbers and texts are written as in [`kept`]. A pack is not
//! compressed itself; it is meant to be put into a ZIP archive.

mod write;

pub use write::{PackFull, PackWriter};

use crate::error::{ReadError, ReadReason};
use crate::library::kept::{read_bytes, read_number, read_text};
use crate::{Found, MAX_BYTES, MAX_PLIES, Record};
use chuhe_rules::board::Board;
use chuhe_rules::fen::Position;
use chuhe_rules::game::Outcome;
use chuhe_rules::types::{Color, Move};

#[cfg(doc)]
use crate::library::kept;

/// The first bytes of a pack.
pub(crate) const MAGIC: &[u8; 10] = b"ChuhePack\0";
const VERSION: u8 = 1;
/// The number of bytes of a length and a checksum.
const PREFIX: usize = 8;
/// The number of games in a group.
const GROUP: usize = 512;
const HAS_TEXT: u8 = 4;
/// The name of the column with the start positions. No tag has this name.
const START: &str = "FEN";
/// The greatest number of bytes that the tags of all games have together. A column stores an equal value only once, so a
/// small pack could otherwise unpack to any size.
const MAX_VALUES: usize = 1 << 28;

/// Returns the CRC-32 of the bytes, as in ZIP archives.
fn checksum(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut index = 0;
        while index < 256 {
            let (mut value, mut bit) = (index as u32, 0);
            while bit < 8 {
                value = if value & 1 == 1 { 0xedb8_8320 ^ (value >> 1) } else { value >> 1 };
                bit += 1;
            }
            table[index] = value;
            index += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |sum, byte| TABLE[((sum ^ u32::from(*byte)) & 255) as usize] ^ (sum >> 8))
}

/// Returns the legal moves in the order by which a pack numbers them: captures first, then by the squares, see
/// [`Move::bits`].
fn ordered(board: &Board) -> Vec<Move> {
    let mut moves: Vec<Move> = board.legal_moves().into_iter().collect();
    moves.sort_unstable_by_key(|mv| (board.piece_at(mv.to()).is_none(), mv.bits()));
    moves
}

fn outcome_of(flags: u8) -> Outcome {
    match flags & 3 {
        0 => Outcome::Ongoing,
        1 => Outcome::Win(Color::Red),
        2 => Outcome::Win(Color::Black),
        _ => Outcome::Draw,
    }
}

fn bad(field: &'static str) -> ReadError {
    ReadError::new(ReadReason::BadField(field))
}

fn truncated() -> ReadError {
    ReadError::new(ReadReason::Truncated)
}

/// A column of indexes, which are mostly new or repeated: 0 is the first index that has not occurred, 1 the index of the
/// game before, and every other number the index plus 2.
#[derive(Default)]
struct Codes {
    bytes: Vec<u8>,
    /// The offset of the next code.
    at: usize,
    /// The first index that has not occurred.
    new: usize,
    last: usize,
}

impl Codes {
    /// Reads the next index, which is below `count`.
    fn next(&mut self, count: usize) -> Result<usize, ReadError> {
        let mut rest = self.bytes.get(self.at..).unwrap_or_default();
        let code = read_number(&mut rest).ok_or_else(truncated)?;
        self.at = self.bytes.len() - rest.len();
        let index = match code {
            0 => self.new,
            1 => self.last,
            code => code - 2,
        };
        self.new += usize::from(code == 0);
        self.last = index;
        if index < count { Ok(index) } else { Err(bad("code")) }
    }
}

/// A tag of all games, or the start positions.
struct Column {
    name: String,
    values: Vec<String>,
    codes: Codes,
}

/// The head of a pack.
struct Head {
    flags: Vec<u8>,
    /// The number of moves of each game, or of the bytes of its PGN.
    lengths: Vec<usize>,
    columns: Vec<Column>,
    /// The columns that a game has, for each shape.
    shapes: Vec<Vec<usize>>,
    shape_codes: Codes,
}

impl Head {
    fn read(mut bytes: &[u8]) -> Result<Head, ReadError> {
        let bytes = &mut bytes;
        let count = number(bytes)?;
        let flags = read_bytes(bytes, count).ok_or_else(truncated)?.to_vec();
        let mut lengths = Vec::with_capacity(count);
        for flags in &flags {
            let length = number(bytes)?;
            match flags & HAS_TEXT {
                0 if length > MAX_PLIES => return Err(ReadError::new(ReadReason::TooManyPlies)),
                HAS_TEXT if length > MAX_BYTES => return Err(ReadError::new(ReadReason::TooLarge(length))),
                _ => lengths.push(length),
            }
        }
        let columns = (0..number(bytes)?).map(|_| column(bytes)).collect::<Result<Vec<_>, _>>()?;
        let mut shapes = Vec::new();
        for _ in 0..number(bytes)? {
            let shape: Result<Vec<_>, _> = (0..number(bytes)?).map(|_| number(bytes)).collect();
            let shape = shape?;
            if shape.iter().any(|column| *column >= columns.len()) {
                return Err(bad("shape"));
            }
            shapes.push(shape);
        }
        Ok(Head { flags, lengths, columns, shapes, shape_codes: codes(bytes)? })
    }
}

fn number(bytes: &mut &[u8]) -> Result<usize, ReadError> {
    read_number(bytes).ok_or_else(truncated)
}

fn text(bytes: &mut &[u8]) -> Result<String, ReadError> {
    read_text(bytes).map(str::to_owned).ok_or_else(|| bad("text"))
}

fn codes(bytes: &mut &[u8]) -> Result<Codes, ReadError> {
    let len = number(bytes)?;
    let bytes = read_bytes(bytes, len).ok_or_else(truncated)?.to_vec();
    Ok(Codes { bytes, ..Codes::default() })
}

fn column(bytes: &mut &[u8]) -> Result<Column, ReadError> {
    let name = text(bytes)?;
    let values = (0..number(bytes)?).map(|_| text(bytes)).collect::<Result<Vec<_>, _>>()?;
    Ok(Column { name, values, codes: codes(bytes)? })
}

/// Reads the games of a pack, whose bytes may arrive in pieces.
#[derive(Default)]
pub(crate) struct Unpacker {
    head: Option<Head>,
    /// The games of the current group, and the offset of the next one.
    group: Vec<u8>,
    at: usize,
    /// The number of games that have been read.
    read: usize,
    /// The number of bytes of the tags that have been read.
    values: usize,
    is_over: bool,
}

/// A game or its error.
type Game = Result<Record, ReadError>;

impl Unpacker {
    /// Returns the number of games; 0 until the head has been read.
    pub fn games(&self) -> usize {
        self.head.as_ref().map_or(0, |head| head.flags.len())
    }

    /// Returns true if no game follows.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns the number of bytes that are no longer needed, and the next game or its error. Returns no game if more
    /// bytes are needed or no game is left; `is_whole` is true if no more bytes follow. The error of a damaged pack is
    /// the last result. A game that cannot be read does not stop the others.
    pub fn next(&mut self, bytes: &[u8], is_whole: bool) -> (usize, Option<Game>) {
        let mut rest = bytes;
        if self.is_over {
            return (bytes.len(), None);
        }
        let game = self.next_game(&mut rest, is_whole).transpose();
        self.is_over = matches!(game, Some(Err(_))) || (is_whole && game.is_none());
        (bytes.len() - rest.len(), game.map(|game| game.and_then(|game| game)))
    }

    /// Reads the next game. The outer error is that of a damaged pack, the inner one that of a game.
    fn next_game(&mut self, rest: &mut &[u8], is_whole: bool) -> Result<Option<Game>, ReadError> {
        let missing = || if is_whole { Err(truncated()) } else { Ok(None) };
        if self.head.is_none() {
            let Some((mark, behind)) = rest.split_at_checked(MAGIC.len() + 1) else { return missing() };
            if mark[MAGIC.len()] != VERSION {
                return Err(ReadError::new(ReadReason::UnknownVersion(mark[MAGIC.len()])));
            }
            let Some((head, behind)) = part(behind)? else { return missing() };
            self.head = Some(Head::read(head)?);
            *rest = behind;
        }
        if self.read == self.games() {
            return if rest.is_empty() { Ok(None) } else { Err(bad("length")) };
        }
        if self.read % GROUP == 0 {
            let Some((group, behind)) = part(rest)? else { return missing() };
            (self.group, self.at) = (group.to_vec(), 0);
            *rest = behind;
        }
        let game = self.unpack()?;
        let is_end = self.read % GROUP == 0 || self.read == self.games();
        if is_end && self.at < self.group.len() { Err(bad("group")) } else { Ok(Some(game)) }
    }

    /// Reads the next game of the group.
    fn unpack(&mut self) -> Result<Game, ReadError> {
        let head = self.head.as_mut().ok_or_else(truncated)?;
        let (flags, len) = (head.flags[self.read], head.lengths[self.read]);
        let bytes = self.group.get(self.at..self.at + len).ok_or_else(truncated)?;
        let shape = head.shape_codes.next(head.shapes.len())?;
        let mut places = Vec::new();
        for index in &head.shapes[shape] {
            let column = &mut head.columns[*index];
            let value = column.codes.next(column.values.len())?;
            self.values += column.values[value].len();
            places.push((*index, value));
        }
        if self.values > MAX_VALUES {
            return Err(ReadError::new(ReadReason::TooLarge(self.values)));
        }
        self.at += len;
        self.read += 1;
        let columns = &head.columns;
        let tags = places.iter().map(|(index, value)| {
            let column = &columns[*index];
            (column.name.as_str(), column.values[*value].as_str())
        });
        Ok(record(flags, tags, bytes))
    }
}

/// The content of a part, and the bytes behind the part.
type Split<'a> = (&'a [u8], &'a [u8]);

/// Splits off a head or a group at the beginning of the bytes; `None` if it is not complete yet.
fn part(bytes: &[u8]) -> Result<Option<Split<'_>>, ReadError> {
    let Some((prefix, rest)) = bytes.split_first_chunk::<PREFIX>() else { return Ok(None) };
    let [a, b, c, d, e, f, g, h] = *prefix;
    let len = u32::from_le_bytes([a, b, c, d]) as usize;
    let Some((part, rest)) = rest.split_at_checked(len) else { return Ok(None) };
    if checksum(part) == u32::from_le_bytes([e, f, g, h]) {
        Ok(Some((part, rest)))
    } else {
        Err(bad("checksum"))
    }
}

/// Reads a game from its part of a group.
fn record<'a>(flags: u8, tags: impl Iterator<Item = (&'a str, &'a str)>, bytes: &[u8]) -> Game {
    if flags & HAS_TEXT != 0 {
        let opened = crate::read_usual(bytes, &|_, _| None)?;
        return opened.left_out.map_or(Ok(opened.record), Err);
    }
    let mut start = Position::default();
    let mut texts = Vec::new();
    for (name, value) in tags {
        match name {
            START => start = value.parse()?,
            _ => texts.push((name, value)),
        }
    }
    let mut board = start.board.clone();
    let mut moves = Vec::with_capacity(bytes.len());
    for index in bytes {
        let legal = ordered(&board);
        let mv = *legal.get(usize::from(*index)).ok_or_else(|| bad("move"))?;
        board.make(mv);
        moves.push(mv);
    }
    let mut record = Record::from_moves(start, &moves)?;
    for (name, value) in texts {
        record.tags.set(name, value);
    }
    record.result = outcome_of(flags);
    Ok(record)
}

/// Returns true if the bytes begin like a pack.
pub(crate) fn is_format(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Reads the first game, and counts the others.
pub(crate) fn read(bytes: &[u8]) -> Result<Found, ReadError> {
    let mut unpacker = Unpacker::default();
    let (_, game) = unpacker.next(bytes, true);
    let record = game.unwrap_or_else(|| Err(ReadReason::Empty.into()))?;
    Ok(Found { record, games: unpacker.games(), left_out: None })
}
