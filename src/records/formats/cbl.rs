//! Reads CBL, the library format of 象棋桥 (CCBridge).
//!
//! A library has a head, a table of contents, and records in the form of a CBR file (see [`super::cbr`]). Each record
//! begins at a multiple of 4096 bytes after the table. The table has one entry of 276 bytes for each record that the
//! library has room for. Sources: the sample libraries.

use super::cbr;
use crate::error::{ReadError, ReadReason};
use crate::{Format, Found};
use std::ops::Range;

/// The offset of the number of entries in the table.
const PLACES: usize = 60;
/// The offset of the table of contents, and the number of bytes of an entry.
const TABLE: usize = 66_624;
const PLACE: usize = 276;
/// Each record begins at a multiple of this number of bytes after the table.
const BLOCK: usize = 4_096;
const MARK: &[u8] = b"CCBridge Record\0";
/// The first byte of a table entry whose record was deleted; other entries begin with 7.
const DELETED: u32 = 5;
/// The offset of the identifier in a record.
const ID: usize = 20;

/// Returns the ranges of the games; `None` if the file is no library. Deleted records and headings, which have no
/// pieces, are left out.
pub(crate) fn places(bytes: &[u8]) -> Option<Vec<Range<usize>>> {
    let places = number(bytes.strip_prefix(b"CCBridgeLibrary\0").and(bytes.get(PLACES..))?)? as usize;
    let first = places.checked_mul(PLACE)?.checked_add(TABLE)?;
    let table = bytes.get(TABLE..first).unwrap_or_default().chunks_exact(PLACE);
    let deleted: Vec<u32> = table.filter(|entry| number(entry) == Some(DELETED)).filter_map(id).collect();
    let mut starts: Vec<usize> = (first..bytes.len()).step_by(BLOCK).collect();
    starts.retain(|at| bytes[*at..].starts_with(MARK));
    let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
    let mut places: Vec<Range<usize>> = starts.iter().copied().zip(ends).map(|(at, end)| at..end).collect();
    places.retain(|place| {
        let id = bytes.get(place.start + ID..).and_then(number);
        id.is_none_or(|id| !deleted.contains(&id)) && !cbr::is_heading(&bytes[place.clone()])
    });
    Some(places)
}

/// Reads the number at the beginning of the bytes.
fn number(bytes: &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.first_chunk()?))
}

/// Reads the first number of the identifier in an entry of the table, `{20F32F73-…}`.
fn id(entry: &[u8]) -> Option<u32> {
    let text = cbr::text(&entry[20..]);
    u32::from_str_radix(text.get(1..9)?, 16).ok()
}

/// Reads the first readable record, and counts all records.
pub(crate) fn read(bytes: &[u8]) -> Result<Found, ReadError> {
    let places = places(bytes).unwrap_or_default();
    let mut error = ReadError::new(ReadReason::Truncated).in_format(Format::Cbl);
    for (index, place) in places.iter().enumerate() {
        match cbr::read(&bytes[place.clone()]) {
            Ok(found) => return Ok(Found { games: places.len(), ..found }),
            Err(cause) if index == 0 => error = cause,
            Err(_) => {}
        }
    }
    Err(error)
}
