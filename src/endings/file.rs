//! The file format of a table.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `CHUHEEND` |
//! | 1 | the version of the format, 1 |
//! | 1, then as many | the length of the material's text, and the text, such as `R vs AE` |
//! | 4 | the number of indices, little-endian as all numbers here |
//! | 8, 8 | the numbers of distances: strong side to move, weak side to move |
//! | (indices + 3) / 4, twice | two bits an index, the lowest first: 0 no position, 1 draw, 2 win, 3 loss; strong side to move, then weak side to move |
//! | distances, twice | a byte for each won or lost position in the order of the indices: half the plies to the end, rounded down |
//! | 8 | the checksum: FNV-1a, 64 bits, of all bytes before |
//!
//! A win has an odd number of plies and a loss an even one, so half of it is enough.

use crate::index::Index;
use crate::material::Material;
use crate::table::{Code, DRAW, ILLEGAL, Table, is_win};
use std::fmt;

const MAGIC: &[u8; 8] = b"CHUHEEND";
const VERSION: u8 = 1;

/// The reason why bytes are no table, or a table cannot be stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileError {
    /// The file does not begin as a table does.
    NoTable,
    /// The file has this version of the format.
    Version(u8),
    /// The file is cut off, damaged or of another material than it says.
    Damaged,
    /// The table has a win of this many plies, more than a byte can hold.
    TooDeep(u16),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::NoTable => write!(f, "the file is no table of endings"),
            FileError::Version(version) => write!(f, "the table has version {version}, known is {VERSION}"),
            FileError::Damaged => write!(f, "the table is damaged"),
            FileError::TooDeep(plies) => write!(f, "a win of {plies} plies cannot be stored"),
        }
    }
}

impl FileError {
    /// Returns the name of the reason for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            FileError::NoTable => "noTable",
            FileError::Version(_) => "version",
            FileError::Damaged => "damaged",
            FileError::TooDeep(_) => "tooDeep",
        }
    }
}

impl std::error::Error for FileError {}

/// Returns the FNV-1a checksum of bytes (Fowler, Noll, Vo).
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Returns the two bits of a code.
fn outcome(code: Code) -> u8 {
    match code {
        ILLEGAL => 0,
        DRAW => 1,
        plies if is_win(plies) => 2,
        _ => 3,
    }
}

impl Table {
    /// Returns the table as the bytes of a file.
    ///
    /// # Errors
    /// [`FileError::TooDeep`] if a win takes more than 511 plies.
    pub fn to_bytes(&self) -> Result<Vec<u8>, FileError> {
        let text = self.material().to_string();
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, text.len() as u8]);
        bytes.extend(text.as_bytes());
        bytes.extend((self.index.len() as u32).to_le_bytes());
        let distances = self.codes.each_ref().map(|codes| distances(codes));
        for distances in &distances {
            bytes.extend((distances.as_ref().map_err(Clone::clone)?.len() as u64).to_le_bytes());
        }
        for codes in &self.codes {
            let four = |codes: &[Code]| codes.iter().rev().fold(0, |byte, code| byte << 2 | outcome(*code));
            bytes.extend(codes.chunks(4).map(four));
        }
        for distances in distances {
            bytes.extend(distances?);
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// Each [`FileError`] but `TooDeep`.
    pub fn from_bytes(bytes: &[u8]) -> Result<Table, FileError> {
        read(content(bytes, MAGIC, VERSION)?).ok_or(FileError::Damaged)
    }
}

/// Checks the beginning, the version and the checksum of a file, and returns what lies between.
pub(crate) fn content<'a>(bytes: &'a [u8], magic: &[u8], version: u8) -> Result<&'a [u8], FileError> {
    let rest = bytes.strip_prefix(magic).ok_or(FileError::NoTable)?;
    let found = *rest.first().ok_or(FileError::Damaged)?;
    if found != version {
        return Err(FileError::Version(found));
    }
    let (content, sum) = rest[1..].split_last_chunk::<8>().ok_or(FileError::Damaged)?;
    let is_whole = checksum(&bytes[..bytes.len() - 8]) == u64::from_le_bytes(*sum);
    if is_whole { Ok(content) } else { Err(FileError::Damaged) }
}

/// Returns half the plies of each won or lost position.
fn distances(codes: &[Code]) -> Result<Vec<u8>, FileError> {
    let decided = codes.iter().filter(|code| **code < DRAW);
    decided.map(|code| u8::try_from(code / 2).map_err(|_| FileError::TooDeep(*code))).collect()
}

/// Reads what follows the version.
fn read(content: &[u8]) -> Option<Table> {
    let mut reader = Reader(content);
    let length = *reader.take(1)?.first()?;
    let text = std::str::from_utf8(reader.take(length.into())?).ok()?;
    let index = Index::new(text.parse::<Material>().ok()?);
    let count = reader.number::<4>()?;
    let decided = [reader.number::<8>()?, reader.number::<8>()?];
    if count != index.len() {
        return None;
    }
    let outcomes = [reader.take(count.div_ceil(4))?, reader.take(count.div_ceil(4))?];
    let distances = [reader.take(decided[0])?, reader.take(decided[1])?];
    let codes = [codes(count, outcomes[0], distances[0])?, codes(count, outcomes[1], distances[1])?];
    reader.0.is_empty().then_some(Table { index, codes })
}

fn codes(count: usize, outcomes: &[u8], distances: &[u8]) -> Option<Vec<Code>> {
    let mut distances = distances.iter().map(|half| Code::from(*half) * 2);
    let code = |index: usize| {
        Some(match outcomes[index / 4] >> (index % 4 * 2) & 3 {
            0 => ILLEGAL,
            1 => DRAW,
            2 => distances.next()? + 1,
            _ => distances.next()?,
        })
    };
    let codes = (0..count).map(code).collect::<Option<_>>()?;
    distances.next().is_none().then_some(codes)
}

/// The bytes that are not read yet.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(crate) fn number<const N: usize>(&mut self) -> Option<usize> {
        let mut bytes = [0; 8];
        bytes[..N].copy_from_slice(self.take(N)?);
        usize::try_from(u64::from_le_bytes(bytes)).ok()
    }
}
