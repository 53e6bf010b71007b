//! Reads CBR, the file format of 象棋桥 (CCBridge), versions 1 and 2.
//!
//! Texts are UTF-16LE in fields of fixed size. The board has 90 bytes, counted from Black's left corner as Red sees it.
//! The tree of moves is stored depth first: a move, the moves after it, then its next alternative. The flags of a move
//! are 1 if no move follows it, 2 if it has an alternative, and 4 if it has a comment.
//!
//! Sources: `function.cbr.js` of vschess; the codes of the pieces: `read_cbr.py` of walker8088/cchess.

use super::raw::{Bytes, Codec, RawTree, Step};
use super::start::{self, Hint, Squares};
use crate::error::{ReadError, ReadReason};
use crate::{Format, Found, Record};
use chuhe_rules::game::Outcome;
use chuhe_rules::types::{Color, Move, POINTS, Piece, Role, Square};

/// The offsets of the fields in a version of the format.
struct Layout {
    result: usize,
    side: usize,
    /// The number of the first move.
    round: usize,
    board: usize,
    moves: usize,
    codec: Codec,
    /// The texts as `(offset, length in bytes, tag)`.
    texts: &'static [(usize, usize, &'static str)],
}

const V1: Layout = Layout {
    result: 1820,
    side: 1856,
    round: 1860,
    board: 1864,
    moves: 1958,
    codec: Codec {
        format: Format::Cbr,
        decode: |code| decode_move(code, nibbles),
        name: |code| name(code, nibbles),
    },
    texts: &[
        (52, 128, "Title"),
        (564, 64, "Event"),
        (628, 64, "Round"),
        (692, 32, "Group"),
        (724, 32, "Table"),
        (756, 64, "Date"),
        (820, 64, "Site"),
        (884, 64, "TimeControl"),
        (948, 64, "Red"),
        (1012, 64, "RedTeam"),
        (1076, 64, "RedTime"),
        (1140, 32, "RedElo"),
        (1172, 64, "Black"),
        (1236, 64, "BlackTeam"),
        (1300, 64, "BlackTime"),
        (1364, 32, "BlackElo"),
        (1396, 64, "Annotator"),
        (1524, 64, "Author"),
    ],
};

const V2: Layout = Layout {
    result: 2076,
    side: 2112,
    round: 2116,
    board: 2120,
    moves: 2214,
    codec: Codec {
        format: Format::Cbr,
        decode: |code| decode_move(code, index),
        name: |code| name(code, index),
    },
    texts: &[
        (180, 128, "Title"),
        (692, 64, "Event"),
        (756, 64, "Round"),
        (820, 32, "Group"),
        (852, 32, "Table"),
        (884, 64, "Date"),
        (948, 64, "Site"),
        (1012, 64, "TimeControl"),
        (1076, 64, "Red"),
        (1140, 64, "RedTeam"),
        (1204, 64, "RedTime"),
        (1268, 32, "RedElo"),
        (1300, 64, "Black"),
        (1364, 64, "BlackTeam"),
        (1428, 64, "BlackTime"),
        (1492, 32, "BlackElo"),
        (1652, 64, "Annotator"),
        (1780, 64, "Author"),
    ],
};

/// Returns a point of version 1: the file in the high half of the byte, the rank from Black's side in the low one.
fn nibbles(code: u8) -> Option<Square> {
    Square::at((code >> 4) as i8, 9 - (code & 15) as i8)
}

/// Returns a point of version 2: counted from Black's left corner as Red sees it, rank by rank.
fn index(code: u8) -> Option<Square> {
    Square::at((code % 9) as i8, 9 - (code / 9) as i8)
}

fn decode_move(code: u16, point: fn(u8) -> Option<Square>) -> Option<Move> {
    let [from, to] = code.to_be_bytes();
    Move::try_new(point(from)?, point(to)?)
}

fn name(code: u16, point: fn(u8) -> Option<Square>) -> String {
    let [from, to] = code.to_be_bytes();
    decode_move(code, point).map_or_else(|| format!("{from}-{to}"), |mv| mv.to_string())
}

/// Returns the piece of a byte of the board: 0x11 to 0x17 for Red, 0x21 to 0x27 for Black.
fn piece(code: u8) -> Option<Piece> {
    let color = match code >> 4 {
        1 => Color::Red,
        2 => Color::Black,
        _ => return None,
    };
    let role = match code & 15 {
        1 => Role::Rook,
        2 => Role::Horse,
        3 => Role::Elephant,
        4 => Role::Advisor,
        5 => Role::General,
        6 => Role::Cannon,
        7 => Role::Soldier,
        _ => return None,
    };
    Some(Piece::new(color, role))
}

fn layout(bytes: &[u8]) -> Result<Layout, ReadError> {
    let reason = match bytes.get(19) {
        Some(1) => return Ok(V1),
        Some(2) => return Ok(V2),
        Some(version) => ReadReason::UnknownVersion(*version),
        None => ReadReason::Truncated,
    };
    Err(ReadError::new(reason).in_format(Format::Cbr))
}

/// Returns true if the board is empty: libraries have such records as headings between their games.
pub(crate) fn is_heading(bytes: &[u8]) -> bool {
    let board = layout(bytes).ok().and_then(|layout| bytes.get(layout.board..layout.board + POINTS));
    board.is_some_and(|board| board.iter().all(|byte| *byte == 0))
}

/// Reads the head, then the tree.
pub(crate) fn read(bytes: &[u8]) -> Result<Found, ReadError> {
    let error = |reason| ReadError::new(reason).in_format(Format::Cbr);
    let layout = layout(bytes)?;
    if bytes.len() < layout.moves {
        return Err(error(ReadReason::Truncated));
    }
    let tree = Body { bytes: Bytes::new(bytes, layout.moves, Format::Cbr), codec: layout.codec }.read()?;
    let side = if bytes[layout.side] == 2 { Color::Black } else { Color::Red };
    let hint = Hint { first: tree.first_move().map(Move::from), side: Some(side) };
    let mut squares: Squares = [None; POINTS];
    for (code, byte) in bytes[layout.board..layout.board + POINTS].iter().enumerate() {
        if let Some(square) = index(code as u8) {
            squares[square.index()] = piece(*byte);
        }
    }
    let mut start = start::from_squares(&squares, hint).map_err(|error| error.in_format(Format::Cbr))?;
    start.fullmove =
        u32::from(u16::from_le_bytes([bytes[layout.round], bytes[layout.round + 1]])).clamp(1, 9_999);
    let mut record = Record::new(start);
    for (at, len, name) in layout.texts {
        record.tags.set(name, &text(&bytes[*at..at + len]));
    }
    record.result = match bytes[layout.result] {
        1 => Outcome::Win(Color::Red),
        2 => Outcome::Win(Color::Black),
        3 => Outcome::Draw,
        _ => Outcome::Ongoing,
    };
    tree.build(record)
}

/// Decodes a text up to its zero character, with `\n` for line breaks.
pub(crate) fn text(bytes: &[u8]) -> String {
    let units = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    let units: Vec<u16> = units.take_while(|unit| *unit != 0).collect();
    crate::text::unix_lines(&String::from_utf16_lossy(&units))
}

/// Reads the moves after the head.
struct Body<'a> {
    bytes: Bytes<'a>,
    codec: Codec,
}

impl Body<'_> {
    /// Reads the tree. The first step has no move, only a comment; padding may follow the last one.
    fn read(&mut self) -> Result<RawTree, ReadError> {
        let Some(root) = self.step()? else { return Ok(RawTree::new(self.codec)) };
        let is_move = |step: &Step| step.code >> 8 != step.code & 0xff;
        let root = Step { has_next: true, ..root };
        RawTree::of_steps(self.codec, root, || Ok(self.step()?.filter(is_move)))
    }

    /// Reads the next step; `None` at the end of the file.
    fn step(&mut self) -> Result<Option<Step>, ReadError> {
        if self.bytes.is_empty() {
            return Ok(None);
        }
        let [flags, _, from, to] = *self.bytes.take(4)? else { return Ok(None) };
        let comment = if flags & 4 == 0 { String::new() } else { self.comment()? };
        Ok(Some(Step {
            code: u16::from_be_bytes([from, to]),
            has_next: flags & 1 == 0,
            has_sibling: flags & 2 != 0,
            comment,
        }))
    }

    fn comment(&mut self) -> Result<String, ReadError> {
        let len = self.bytes.take(4)?;
        let len = u32::from_le_bytes([len[0], len[1], len[2], len[3]]);
        Ok(text(self.bytes.take(len as usize)?))
    }
}
