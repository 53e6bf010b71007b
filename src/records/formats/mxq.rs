//! Reads MXQ, the file format of 弈天 (movesky.net).
//!
//! The file consists of texts in GBK, each after a byte with its length: the room, the date, the players with the
//! result between them (`甲-负-乙`), numbers, the reason for the end, `Moves`, the moves such as `7C-4C`, and `Ends`. A
//! point is the file as a digit from Red's left and the rank as a letter from Red's side. Every game starts from the
//! usual position. Sources: the sample file.

use super::raw::{Bytes, RawTree, code_of, points};
use super::xqf;
use crate::error::{ReadError, ReadReason};
use crate::{Decode, Format, Found, Record};
use chuhe_rules::game::Outcome;
use chuhe_rules::types::{Color, Square};

/// The index of the text with the players, from 0.
const PLAYERS: usize = 2;

fn point(file: u8, rank: u8) -> Option<Square> {
    Square::at(file.wrapping_sub(b'0') as i8, rank.wrapping_sub(b'A') as i8)
}

/// Returns true if a file begins with a length and a text, and the text `Moves` follows later.
pub(crate) fn is_format(bytes: &[u8]) -> bool {
    const BEFORE_MOVES: &[u8] = b"\x05Moves\x05";
    let is_there = || bytes.windows(BEFORE_MOVES.len()).take(4_096).any(|window| window == BEFORE_MOVES);
    bytes.first().is_some_and(|length| *length < b' ') && is_there()
}

/// Reads the main line; the format has no variations.
pub(crate) fn read(bytes: &[u8], decode: Decode<'_>) -> Result<Found, ReadError> {
    let mut rest = Bytes::new(bytes, 0, Format::Mxq);
    let mut record = Record::default();
    let mut texts = Vec::new();
    loop {
        let text = field(&mut rest)?;
        if text == b"Moves" {
            break;
        }
        if texts.len() < PLAYERS + 1 {
            texts.push(xqf::text(text, decode));
        }
    }
    for (text, name) in texts.iter().zip(["Event", "Date"]) {
        record.tags.set(name, text);
    }
    name_players(&mut record, texts.get(PLAYERS).map_or("", String::as_str));
    let mut tree = RawTree::new(points(Format::Mxq));
    let mut at = RawTree::ROOT;
    loop {
        match field(&mut rest) {
            Ok(b"Ends") => break,
            Ok([from_file, from_rank, b'-', to_file, to_rank]) => {
                at = tree.add(at, code_of(point(*from_file, *from_rank), point(*to_file, *to_rank)))?;
            }
            Ok(other) => {
                tree.leave_out(ReadError::new(ReadReason::UnknownText).at_token(&xqf::text(other, decode)));
                break;
            }
            Err(error) => {
                tree.leave_out(error);
                break;
            }
        }
    }
    tree.build(record)
}

/// Returns the bytes of the next text.
fn field<'a>(rest: &mut Bytes<'a>) -> Result<&'a [u8], ReadError> {
    let len = rest.take(1)?[0];
    rest.take(usize::from(len))
}

/// Reads the names and the result from a text such as `甲-负-乙`: Red, Red's result, Black.
fn name_players(record: &mut Record, text: &str) {
    for (word, result) in
        [("-胜-", Outcome::Win(Color::Red)), ("-负-", Outcome::Win(Color::Black)), ("-和-", Outcome::Draw)]
    {
        if let Some((red, black)) = text.split_once(word) {
            record.tags.set("Red", red);
            record.tags.set("Black", black);
            record.result = result;
        }
    }
}
