//! Reads XQF.

use super::vietnamese;
use super::{FROM, HEAD, PIECES_AT, PLAIN, RESULT, SIDE, TEXTS, TO};
use crate::error::{ReadError, ReadReason};
use crate::formats::raw::{Bytes, Codec, RawTree, Step};
use crate::formats::start::{self, Hint, PIECES, Squares};
use crate::{Decode, Encoding, Format, Found, Record};
use chuhe_rules::game::Outcome;
use chuhe_rules::types::{Color, Move, POINTS, Piece, Square};

/// The first version that rotates the list of pieces.
const TURNED: u8 = 12;
/// The newest supported version.
const NEWEST: u8 = 18;
const PHRASE: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

const CODEC: Codec = Codec { format: Format::Xqf, decode: decode_move, name: name_move };

/// Decodes a move of two points, with the source in the high byte.
fn decode_move(code: u16) -> Option<Move> {
    let [from, to] = code.to_be_bytes();
    Move::try_new(point(from)?, point(to)?)
}

fn name_move(code: u16) -> String {
    let [from, to] = code.to_be_bytes();
    decode_move(code).map_or_else(|| format!("{from}-{to}"), |mv| mv.to_string())
}

fn point(code: u8) -> Option<Square> {
    Square::at((code / 10) as i8, (code % 10) as i8)
}

/// The keys that later versions add to the bytes.
#[derive(Default)]
struct Keys {
    place: u8,
    from: u8,
    to: u8,
    comment: u32,
    /// The keys of the bytes after the head, by the offset in the file modulo 32.
    stream: [u8; 32],
}

impl Keys {
    fn of(head: &[u8]) -> Keys {
        if head[2] <= PLAIN {
            return Keys::default();
        }
        let (mask, masks) = (head[3], &head[8..12]);
        let [sum, place, from, to] = [head[12], head[13], head[14], head[15]];
        let mix =
            |key: u8, with: u8| key.wrapping_mul(key).wrapping_mul(54).wrapping_add(221).wrapping_mul(with);
        let place_key = mix(place, place);
        let from_key = mix(from, place_key);
        let parts: Vec<u8> =
            [sum, place, from, to].iter().zip(masks).map(|(key, or)| key & mask | or).collect();
        Keys {
            place: place_key,
            from: from_key,
            to: mix(to, from_key),
            comment: (u32::from(sum) * 256 + u32::from(place)) % 32_000 + 767,
            stream: std::array::from_fn(|index| PHRASE[index] & parts[index % 4]),
        }
    }
}

/// Reads the head of a file, then the tree.
pub fn read(bytes: &[u8], decode: Decode<'_>) -> Result<Found, ReadError> {
    let error = |reason| ReadError::new(reason).in_format(Format::Xqf);
    if bytes.len() < HEAD {
        return Err(error(ReadReason::Truncated));
    }
    let (head, _) = bytes.split_at(HEAD);
    if head[2] > NEWEST {
        return Err(error(ReadReason::UnknownVersion(head[2])));
    }
    let keys = Keys::of(head);
    let moves = Bytes::new(bytes, HEAD, Format::Xqf);
    let mut body = Body { bytes: moves, keys: &keys, is_plain: head[2] <= PLAIN, decode };
    let tree = body.read()?;
    let side = if head[SIDE] == 1 { Color::Black } else { Color::Red };
    let hint = Hint { first: tree.first_move().map(Move::from), side: Some(side) };
    let start = start::from_squares(&squares(head, &keys), hint);
    let mut record = Record::new(start.map_err(|error| error.in_format(Format::Xqf))?);
    for (at, max, name) in TEXTS {
        let len = usize::from(head[at]).min(max);
        record.tags.set(name, &text(&head[at + 1..=at + len], decode));
    }
    record.result = match head[RESULT] {
        1 => Outcome::Win(Color::Red),
        2 => Outcome::Win(Color::Black),
        3 | 4 => Outcome::Draw,
        _ => Outcome::Ongoing,
    };
    tree.build(record)
}

/// Returns the pieces of the start position. A point beyond the board means that the piece is absent.
fn squares(head: &[u8], keys: &Keys) -> Squares {
    let mut squares = [None; POINTS];
    let pieces: Vec<Option<Piece>> = PIECES.chars().map(Piece::from_letter).collect();
    for (index, code) in head[PIECES_AT..PIECES_AT + 32].iter().enumerate() {
        let turn = if head[2] >= TURNED { usize::from(keys.place) + 1 } else { 0 };
        if let Some(square) = point(code.wrapping_sub(keys.place)) {
            squares[square.index()] = pieces[(index + turn) % 32];
        }
    }
    squares
}

/// Decodes a text up to its zero byte, with `\n` for line breaks.
pub fn text(bytes: &[u8], decode: Decode<'_>) -> String {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let text = match std::str::from_utf8(&bytes[..end]) {
        Ok(text) if text.is_ascii() => text.to_owned(),
        _ => vietnamese::decode(&bytes[..end])
            .or_else(|| decode(&bytes[..end], Encoding::Gb18030))
            .unwrap_or_else(|| String::from_utf8_lossy(&bytes[..end]).into_owned()),
    };
    crate::text::unix_lines(text.trim_end_matches(char::REPLACEMENT_CHARACTER))
}

/// Reads the moves after the head.
struct Body<'a> {
    bytes: Bytes<'a>,
    keys: &'a Keys,
    is_plain: bool,
    decode: Decode<'a>,
}

impl Body<'_> {
    fn read(&mut self) -> Result<RawTree, ReadError> {
        match self.step()? {
            Some(root) => RawTree::of_steps(CODEC, root, || self.step()),
            None => Ok(RawTree::new(CODEC)),
        }
    }

    /// Reads the next move; `None` at the end of the file.
    fn step(&mut self) -> Result<Option<Step>, ReadError> {
        if self.bytes.is_empty() {
            return Ok(None);
        }
        let head = self.take(4)?;
        let from = head[0].wrapping_sub(FROM).wrapping_sub(self.keys.from);
        let to = head[1].wrapping_sub(TO).wrapping_sub(self.keys.to);
        let flags = head[2];
        let (next, sibling) = if self.is_plain { (0xf0, 0x0f) } else { (0x80, 0x40) };
        let comment = if self.is_plain || flags & 0x20 != 0 { self.comment()? } else { String::new() };
        Ok(Some(Step {
            code: u16::from_be_bytes([from, to]),
            has_next: flags & next != 0,
            has_sibling: flags & sibling != 0,
            comment,
        }))
    }

    fn comment(&mut self) -> Result<String, ReadError> {
        let len = self.take(4)?;
        let len = u32::from_le_bytes([len[0], len[1], len[2], len[3]]).saturating_sub(self.keys.comment);
        let bytes = self.take(len as usize)?;
        Ok(text(&bytes, self.decode))
    }

    /// Returns the next bytes of the file after subtracting the key.
    fn take(&mut self, len: usize) -> Result<Vec<u8>, ReadError> {
        let keys = self.keys.stream.iter().cycle().skip(self.bytes.at() % 32);
        Ok(self.bytes.take(len)?.iter().zip(keys).map(|(byte, key)| byte.wrapping_sub(*key)).collect())
    }
}
