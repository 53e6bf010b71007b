//! The stored form of a game in few bytes.
//!
//! | bytes | what |
//! |---|---|
//! | 1 | the result (0 none, 1 Red, 2 Black, 3 draw), plus 4 if a FEN follows, plus 8 if the game as PGN follows |
//! | text | the FEN of the start position, unless it is the usual one |
//! | number | the number of tags; for each, the number of its name in [`NAMES`] from 1 on, and its value as a text |
//! | | a name that is not in [`NAMES`] is a 0 and then a text |
//! | number | the number of plies; for each ply of the main line, two bytes with [`Move::bits`] |
//! | text | the whole game as PGN, if it has more than a main line |
//!
//! A number has seven bits in each byte, the lowest bits first. The eighth bit is 1 if another byte follows. A text is
//! its length in bytes, as a number, and its UTF-8.

use crate::{Export, Record};
use chuhe_rules::fen::{self, Position};
use chuhe_rules::game::Outcome;
use chuhe_rules::notation::Notation;
use chuhe_rules::types::{Color, Move};

/// Names of tags that most games have.
const NAMES: [&str; 18] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "Red",
    "Black",
    "RedTeam",
    "BlackTeam",
    "Title",
    "Opening",
    "ECCO",
    "Annotator",
    "TimeControl",
    "RedElo",
    "BlackElo",
    "Group",
    "Table",
    "Labels",
];

const HAS_START: u8 = 4;
const HAS_TEXT: u8 = 8;

/// Writes a number in groups of seven bits.
pub(crate) fn write_number(number: usize, bytes: &mut Vec<u8>) {
    let mut rest = number;
    while rest > 127 {
        bytes.push(rest as u8 | 128);
        rest >>= 7;
    }
    bytes.push(rest as u8);
}

/// Reads the number at the beginning of the bytes, and removes it from them.
pub(crate) fn read_number(bytes: &mut &[u8]) -> Option<usize> {
    let mut number = 0_usize;
    for shift in (0..28).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= usize::from(byte & 127) << shift;
        if byte & 128 == 0 {
            return Some(number);
        }
    }
    None
}

pub(crate) fn write_text(text: &str, bytes: &mut Vec<u8>) {
    write_number(text.len(), bytes);
    bytes.extend_from_slice(text.as_bytes());
}

pub(crate) fn read_bytes<'a>(bytes: &mut &'a [u8], len: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(len)?;
    *bytes = rest;
    Some(taken)
}

pub(crate) fn read_text<'a>(bytes: &mut &'a [u8]) -> Option<&'a str> {
    let len = read_number(bytes)?;
    std::str::from_utf8(read_bytes(bytes, len)?).ok()
}

/// Returns true if a record has variations, comments, evaluations, signs or shapes.
pub(crate) fn has_more(record: &Record) -> bool {
    let nodes = record.nodes().iter();
    nodes.into_iter().any(|node| {
        node.children().len() > 1
            || node.evaluation().is_some()
            || !(node.comment().is_empty() && node.signs().is_empty() && node.shapes().is_empty())
    })
}

/// Appends the stored form of a record to `bytes`.
pub fn write(record: &Record, bytes: &mut Vec<u8>) {
    let has_start = record.start() != &Position::default();
    let has_text = has_more(record);
    let result = match record.result {
        Outcome::Ongoing => 0,
        Outcome::Win(Color::Red) => 1,
        Outcome::Win(Color::Black) => 2,
        Outcome::Draw => 3,
    };
    bytes.push(result | if has_start { HAS_START } else { 0 } | if has_text { HAS_TEXT } else { 0 });
    if has_start {
        write_text(&record.start().to_string(), bytes);
    }
    write_number(record.tags.iter().count(), bytes);
    for (name, value) in record.tags.iter() {
        let code = NAMES.iter().position(|other| *other == name).map_or(0, |index| index + 1);
        write_number(code, bytes);
        if code == 0 {
            write_text(name, bytes);
        }
        write_text(value, bytes);
    }
    let moves = record.main_line();
    write_number(moves.len(), bytes);
    bytes.extend(moves.iter().flat_map(|mv| mv.bits().to_le_bytes()));
    if has_text {
        write_text(&crate::write(record, Export::Pgn(Notation::Iccs)), bytes);
    }
}

/// A game in its stored form.
#[derive(Clone, Copy)]
pub struct Kept<'a> {
    outcome: Outcome,
    start: Option<&'a str>,
    /// The bytes of the tags, and all bytes after them.
    tags: &'a [u8],
    tag_count: usize,
    moves: &'a [u8],
    text: Option<&'a str>,
}

impl<'a> Kept<'a> {
    /// Reads the game at the beginning of the bytes; `None` if they do not begin with a game.
    pub fn new(mut bytes: &'a [u8]) -> Option<Kept<'a>> {
        let head = *read_bytes(&mut bytes, 1)?.first()?;
        let outcome = match head & 3 {
            0 => Outcome::Ongoing,
            1 => Outcome::Win(Color::Red),
            2 => Outcome::Win(Color::Black),
            _ => Outcome::Draw,
        };
        let start = if head & HAS_START == 0 { None } else { Some(read_text(&mut bytes)?) };
        let tag_count = read_number(&mut bytes)?;
        let tags = bytes;
        for _ in 0..tag_count {
            skip_tag(&mut bytes)?;
        }
        let plies = read_number(&mut bytes)?;
        let moves = read_bytes(&mut bytes, plies * 2)?;
        let text = if head & HAS_TEXT == 0 { None } else { Some(read_text(&mut bytes)?) };
        Some(Kept { outcome, start, tags, tag_count, moves, text })
    }

    /// Returns true if the FEN is valid, every text is UTF-8, and every move has two points of the board.
    pub(crate) fn is_whole(self) -> bool {
        let start_is_one = self.start.is_none_or(|fen| fen.parse::<Position>().is_ok());
        start_is_one && self.tags().count() == self.tag_count && self.moves().count() * 2 == self.moves.len()
    }

    /// Returns the result.
    pub fn outcome(self) -> Outcome {
        self.outcome
    }

    /// Returns the FEN of the start position; `None` for the usual one.
    pub fn start(self) -> Option<&'a str> {
        self.start
    }

    /// Returns the names and values of the tags.
    pub fn tags(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let mut bytes = self.tags;
        (0..self.tag_count).map_while(move |_| {
            let code = read_number(&mut bytes)?;
            let name = match code.checked_sub(1) {
                None => read_text(&mut bytes)?,
                Some(index) => NAMES.get(index)?,
            };
            Some((name, read_text(&mut bytes)?))
        })
    }

    /// Returns the value of a tag; empty if the game lacks it.
    pub fn tag(self, name: &str) -> &'a str {
        self.tags().find(|(other, _)| *other == name).map_or("", |(_, value)| value)
    }

    /// Returns the number of plies of the main line.
    pub fn plies(self) -> usize {
        self.moves.len() / 2
    }

    pub(crate) fn move_bytes(self) -> &'a [u8] {
        self.moves
    }

    /// Returns the main line.
    pub fn moves(self) -> impl Iterator<Item = Move> + 'a {
        self.moves.chunks_exact(2).map_while(|pair| Move::from_bits(u16::from_le_bytes([pair[0], pair[1]])))
    }

    /// Returns the game as PGN; `None` if the game has only moves.
    pub fn text(self) -> Option<&'a str> {
        self.text
    }

    /// Returns the text of the PGN between the tags and the result: moves with comments, variations, signs and
    /// drawings; `None` if the game has only moves.
    pub(crate) fn notes(self) -> Option<&'a str> {
        let (_, below) = self.text?.split_once("\n\n")?;
        Some(below.trim_end().rsplit_once('\n').map_or("", |(notes, _)| notes))
    }

    /// Returns the whole game; `None` if its bytes are damaged.
    pub fn record(self) -> Option<Record> {
        if let Some(text) = self.text {
            return Some(crate::read_usual(text.as_bytes(), &|_, _| None).ok()?.record);
        }
        let start = self.start.map_or(Some(Position::default()), |fen| fen.parse().ok())?;
        let moves: Vec<Move> = self.moves().collect();
        let mut record = Record::from_moves(start, &moves).ok()?;
        for (name, value) in self.tags() {
            record.tags.set(name, value);
        }
        record.result = self.outcome;
        Some(record)
    }

    /// Returns the board at the start of the game.
    pub(crate) fn start_board(self) -> Option<chuhe_rules::board::Board> {
        self.start.map_or_else(|| Some(fen::start()), |text| Some(text.parse::<Position>().ok()?.board))
    }
}

/// Skips a tag, without checking that its texts are UTF-8.
fn skip_tag(bytes: &mut &[u8]) -> Option<()> {
    let texts = if read_number(bytes)? == 0 { 2 } else { 1 };
    for _ in 0..texts {
        let len = read_number(bytes)?;
        read_bytes(bytes, len)?;
    }
    Some(())
}
