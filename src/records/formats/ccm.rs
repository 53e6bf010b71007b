//! Reads CCM, the file format of 中国游戏中心 (17pk).
//!
//! A head of 12 bytes has the time of the game and the number of moves. Each move has 9 bytes: the number of the piece,
//! its side and role, the source, the target and the captured piece. A point is a file and a rank, counted from the
//! corner on Red's left and Black's side. Every game starts from the usual position. Sources: the sample file.

use super::raw::{RawTree, code_of, points};
use crate::error::{ReadError, ReadReason};
use crate::{Format, Found, Record};
use chuhe_rules::types::Square;

const HEAD: usize = 12;
/// The offset of the number of moves.
const COUNT: usize = 8;
const STEP: usize = 9;

fn point(file: u8, rank: u8) -> Option<Square> {
    Square::at(i8::try_from(file).ok()?, 9_i8.checked_sub(i8::try_from(rank).ok()?)?)
}

/// Returns true if the bytes begin with a head and a move of a red piece.
pub(crate) fn is_format(bytes: &[u8]) -> bool {
    matches!(bytes, [1, 0, _, 0, _, _, _, _, _, _, 0, 0, _, 1, 1..=7, ..])
}

/// Reads the main line; the format has no variations.
pub(crate) fn read(bytes: &[u8]) -> Result<Found, ReadError> {
    let truncated = || ReadError::new(ReadReason::Truncated);
    let head = bytes.get(..HEAD).ok_or_else(truncated)?;
    let count = u32::from_le_bytes([head[COUNT], head[COUNT + 1], head[COUNT + 2], head[COUNT + 3]]) as usize;
    if count == 0 {
        return Err(ReadReason::Empty.into());
    }
    let steps = bytes[HEAD..].chunks_exact(STEP).take(count);
    let codes: Vec<u16> =
        steps.map(|step| code_of(point(step[3], step[4]), point(step[5], step[6]))).collect();
    let is_cut = codes.len() < count;
    let mut tree = RawTree::of_line(points(Format::Ccm), codes)?;
    if is_cut {
        tree.leave_out(truncated());
    }
    tree.build(Record::default())
}
