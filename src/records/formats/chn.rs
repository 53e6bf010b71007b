//! Reads CHN, the file format of 联众 (ourgame.com).
//!
//! A head has the date, the players and the points of the pieces, file by file from Black's side. Each move has 36
//! bytes: the source, the target, the piece, the captured piece, and other data of the program. A point has the rank
//! from Black's side and the file from Red's left, 4 bits each. Sources: the sample file.

use super::raw::{RawTree, code_of, points};
use super::start::{self, Hint, Squares};
use super::xqf;
use crate::error::{ReadError, ReadReason};
use crate::{Decode, Format, Found, Record};
use chuhe_rules::types::{Color, Move, POINTS, Piece, Role, Square};

/// The offsets of the texts, with their lengths.
const DATE: (usize, usize) = (8, 28);
const RED: (usize, usize) = (120, 20);
const BLACK: (usize, usize) = (160, 20);
const BOARD: usize = 180;
/// The offset of the number of moves.
const COUNT: usize = 364;
const MOVES: usize = 522;
const STEP: usize = 36;

fn point(code: u8) -> Option<Square> {
    Square::at((code & 15) as i8, 9 - (code >> 4) as i8)
}

/// Returns the piece of a byte. The low half holds its role and side; the high half distinguishes pieces of one kind.
fn piece(code: u8) -> Option<Piece> {
    let color = if code & 8 == 0 { Color::Red } else { Color::Black };
    let role = match code & 7 {
        1 => Role::Rook,
        2 => Role::Horse,
        3 => Role::Cannon,
        4 => Role::General,
        5 => Role::Advisor,
        6 => Role::Elephant,
        7 => Role::Soldier,
        _ => return None,
    };
    Some(Piece::new(color, role))
}

/// Returns true if a file begins with `GL` and the years of its two versions.
pub(crate) fn is_format(bytes: &[u8]) -> bool {
    matches!(bytes, [b'G', b'L', _, 7, _, 7, ..])
}

/// Reads the main line; the format has no variations.
pub(crate) fn read(bytes: &[u8], decode: Decode<'_>) -> Result<Found, ReadError> {
    let truncated = || ReadError::new(ReadReason::Truncated);
    let head = bytes.get(..MOVES).ok_or_else(truncated)?;
    let mut squares: Squares = [None; POINTS];
    for (index, code) in head[BOARD..BOARD + POINTS].iter().enumerate() {
        if let Some(square) = Square::at((index / 10) as i8, 9 - (index % 10) as i8) {
            squares[square.index()] = piece(*code);
        }
    }
    let count = u32::from_le_bytes([head[COUNT], head[COUNT + 1], head[COUNT + 2], head[COUNT + 3]]) as usize;
    let steps = bytes[MOVES..].chunks(STEP).take(count).filter_map(|step| step.get(..2));
    let codes: Vec<u16> = steps.map(|step| code_of(point(step[0]), point(step[1]))).collect();
    let is_cut = codes.len() < count;
    let mut tree = RawTree::of_line(points(Format::Chn), codes)?;
    if is_cut {
        tree.leave_out(truncated());
    }
    let first = tree.first_move().map(Move::from);
    let mut record = Record::new(start::from_squares(&squares, Hint { first, side: None })?);
    for (name, (at, len)) in [("Date", DATE), ("Red", RED), ("Black", BLACK)] {
        record.tags.set(name, &xqf::text(&head[at..at + len], decode));
    }
    tree.build(record)
}
