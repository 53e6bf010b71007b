//! Reads CBF, the XML format of 象棋桥 (CCBridge).
//!
//! `Head` holds the tags and the FEN. In `MoveList`, each `Move` has its two points as digits, file and rank from
//! Black's side, and its comment. The first `Move`, `00-00`, has the comment on the start position, and the attribute
//! `end` marks the last one. No sample file shows how the format writes variations, so all text after the main line is
//! left out. Sources: the sample files.

use super::raw::{RawTree, code_of, points};
use super::start;
use super::xml::{Part, Parts, attribute, plain};
use crate::error::{ReadError, ReadReason};
use crate::{Format, Found, Record, Tags};
use chuhe_rules::fen::START;
use chuhe_rules::game::Outcome;
use chuhe_rules::types::{Color, Move, Square};

/// Elements of the head that are tags.
const TAGS: [(&str, &str); 18] = [
    ("Name", "Title"),
    ("Contest", "Event"),
    ("Round", "Round"),
    ("Group", "Group"),
    ("Table", "Table"),
    ("Date", "Date"),
    ("Site", "Site"),
    ("TimeRule", "TimeControl"),
    ("Red", "Red"),
    ("RedTeam", "RedTeam"),
    ("RedTime", "RedTime"),
    ("RedRating", "RedElo"),
    ("Black", "Black"),
    ("BlackTeam", "BlackTeam"),
    ("BlackTime", "BlackTime"),
    ("BlackRating", "BlackElo"),
    ("Commentator", "Annotator"),
    ("Creator", "Author"),
];

/// The state of the reader.
struct Reader {
    tree: RawTree,
    /// The index of the move that the next comment belongs to.
    at: u32,
    tags: Tags,
    fen: String,
    result: Outcome,
    /// True after the move that is marked as the last.
    is_over: bool,
}

/// Reads the main line.
pub(crate) fn read(text: &str) -> Result<Found, ReadError> {
    let (tree, tags) = (RawTree::new(points(Format::Cbf)), Tags::default());
    let (fen, result) = (String::from(START), Outcome::Ongoing);
    let mut reader = Reader { tree, at: RawTree::ROOT, tags, fen, result, is_over: false };
    let (mut inside, mut is_whole_file) = ("", false);
    for part in Parts::new(text) {
        match part {
            Part::Open { name, attributes, is_whole } => {
                inside = if is_whole { "" } else { name };
                if name == "Move" && !reader.add(attributes)? {
                    break;
                }
            }
            Part::Close => inside = "",
            Part::Text(text) => reader.text(inside, &plain(text)),
            Part::Data(text) => reader.text(inside, text),
        }
        is_whole_file |= reader.is_over;
    }
    let Reader { mut tree, tags, fen, result, .. } = reader;
    if !is_whole_file {
        tree.leave_out(ReadReason::Truncated.into());
    }
    let start = start::from_fen(fen.trim(), tree.first_move().map(Move::from))?;
    let mut record = Record::new(start);
    (record.tags, record.result) = (tags, result);
    tree.build(record)
}

impl Reader {
    /// Adds a move. Returns false if it is the last.
    fn add(&mut self, attributes: &str) -> Result<bool, ReadError> {
        let value = attribute(attributes, "value").unwrap_or_default();
        let error = |reason| ReadError::new(reason).at_token(&value);
        if self.is_over {
            self.tree.leave_out(error(ReadReason::BadField("Move")));
            return Ok(false);
        }
        if value != "00-00" {
            let Some(code) = code(value.as_bytes()) else {
                self.tree.leave_out(error(ReadReason::UnknownText));
                return Ok(false);
            };
            self.at = self.tree.add(self.at, code)?;
        }
        self.is_over = attribute(attributes, "end").is_some();
        Ok(true)
    }

    /// Stores the text of an element.
    fn text(&mut self, element: &str, text: &str) {
        match element {
            "Move" if !text.trim().is_empty() => self.tree.node_mut(self.at).say(text.to_owned()),
            "FEN" if !text.trim().is_empty() => text.clone_into(&mut self.fen),
            "RecordResult" => {
                self.result = match text.trim() {
                    "1" => Outcome::Win(Color::Red),
                    "2" => Outcome::Win(Color::Black),
                    "3" | "4" => Outcome::Draw,
                    _ => Outcome::Ongoing,
                }
            }
            _ => {
                if let Some((_, tag)) = TAGS.iter().find(|(name, _)| *name == element) {
                    self.tags.set(tag, text);
                }
            }
        }
    }
}

/// Returns the code of a move such as `77-47`.
fn code(value: &[u8]) -> Option<u16> {
    let digit = |byte: u8| byte.is_ascii_digit().then(|| (byte - b'0') as i8);
    let point = |file: u8, rank: u8| Square::at(digit(file)?, 9 - digit(rank)?);
    match value {
        [from_file, from_rank, b'-', to_file, to_rank] => {
            Some(code_of(Some(point(*from_file, *from_rank)?), Some(point(*to_file, *to_rank)?)))
        }
        _ => None,
    }
}
