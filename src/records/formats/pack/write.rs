//! Writes packs.

use super::{GROUP, HAS_TEXT, MAGIC, MAX_VALUES, START, VERSION, checksum, ordered};
use crate::library::kept::{has_more, write_number, write_text};
use crate::{Export, MAX_BYTES, Record};
use chuhe_rules::fen::Position;
use chuhe_rules::game::Outcome;
use chuhe_rules::notation::Notation;
use chuhe_rules::types::Color;
use std::collections::BTreeMap;
use std::fmt;

/// The error for a game that a pack has no room for: its tags or its text would be larger than readers accept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackFull;

impl fmt::Display for PackFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the games have more text than a pack can hold")
    }
}

impl std::error::Error for PackFull {}

/// A column of indexes with its values in the order of their first occurrence, see [`Codes`](super::Codes).
#[derive(Default)]
struct Column<T> {
    values: BTreeMap<T, usize>,
    codes: Vec<u8>,
    last: usize,
}

impl<T: Ord> Column<T> {
    fn push(&mut self, value: T) {
        let count = self.values.len();
        let index = *self.values.entry(value).or_insert(count);
        let code = match index {
            new if new == count => 0,
            same if same == self.last => 1,
            index => index + 2,
        };
        write_number(code, &mut self.codes);
        self.last = index;
    }

    /// Returns the values in the order of their indexes.
    fn in_order(&self) -> Vec<&T> {
        let mut values: Vec<(&T, usize)> = self.values.iter().map(|(value, index)| (value, *index)).collect();
        values.sort_unstable_by_key(|(_, index)| *index);
        values.into_iter().map(|(value, _)| value).collect()
    }

    fn write_codes(&self, bytes: &mut Vec<u8>) {
        write_number(self.codes.len(), bytes);
        bytes.extend_from_slice(&self.codes);
    }
}

/// Collects games for a pack: a binary file of thousands of games that is small once it is compressed. [`crate::Games`]
/// reads it.
///
/// ```
/// use chuhe_records::{self as records, Games, PackWriter};
/// let record = records::read("[Red \"甲\"]\n\n1. h2e2 h9g7 *".as_bytes(), &|_, _| None)?.record;
/// let mut pack = PackWriter::default();
/// pack.add(&record)?;
/// let mut games = Games::default();
/// games.push(&pack.into_bytes());
/// games.finish();
/// assert_eq!(games.next(&|_, _| None).transpose()?.map(|game| game.record), Some(record));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct PackWriter {
    flags: Vec<u8>,
    lengths: Vec<u8>,
    /// The names of the columns in the order of their first occurrence.
    names: Vec<String>,
    columns: Vec<Column<String>>,
    shapes: Column<Vec<usize>>,
    /// The number of bytes of all tags.
    values: usize,
    /// The complete groups, and the games of the current one.
    groups: Vec<u8>,
    group: Vec<u8>,
}

impl PackWriter {
    /// Returns the number of games.
    pub fn len(&self) -> usize {
        self.flags.len()
    }

    /// Returns true if there are no games.
    pub fn is_empty(&self) -> bool {
        self.flags.is_empty()
    }

    /// Adds a game.
    ///
    /// # Errors
    /// [`PackFull`] if the pack has no room for the game. The pack is then unchanged.
    pub fn add(&mut self, record: &Record) -> Result<(), PackFull> {
        let has_text = has_more(record);
        let result = match record.result {
            Outcome::Ongoing => 0,
            Outcome::Win(Color::Red) => 1,
            Outcome::Win(Color::Black) => 2,
            Outcome::Draw => 3,
        };
        let (mut tags, mut bytes) = (Vec::new(), Vec::new());
        if has_text {
            bytes = crate::write(record, Export::Pgn(Notation::Iccs)).into_bytes();
        } else {
            if record.start() != &Position::default() {
                tags.push((START, record.start().to_string()));
            }
            tags.extend(record.tags.iter().map(|(name, value)| (name, value.to_owned())));
            let mut board = record.start().board.clone();
            for mv in record.main_line() {
                // Every move of a record is legal, and no position has 256 legal moves.
                bytes.push(ordered(&board).iter().position(|other| *other == mv).unwrap_or(0) as u8);
                board.make(mv);
            }
        }
        let values: usize = tags.iter().map(|(_, value)| value.len()).sum();
        if bytes.len() > MAX_BYTES || self.values + values > MAX_VALUES {
            return Err(PackFull);
        }
        self.values += values;
        self.flags.push(result | if has_text { HAS_TEXT } else { 0 });
        write_number(bytes.len(), &mut self.lengths);
        let shape = tags.into_iter().map(|(name, value)| {
            let index = self.column(name);
            self.columns[index].push(value);
            index
        });
        let shape = shape.collect();
        self.shapes.push(shape);
        self.group.extend_from_slice(&bytes);
        if self.len() % GROUP == 0 {
            self.end_group();
        }
        Ok(())
    }

    /// Returns the index of the column with a name.
    fn column(&mut self, name: &str) -> usize {
        self.names.iter().position(|other| other == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.columns.push(Column::default());
            self.names.len() - 1
        })
    }

    fn end_group(&mut self) {
        write_part(&self.group, &mut self.groups);
        self.group.clear();
    }

    /// Returns the bytes of the pack.
    pub fn into_bytes(mut self) -> Vec<u8> {
        if self.len() % GROUP != 0 {
            self.end_group();
        }
        let mut head = Vec::new();
        write_number(self.len(), &mut head);
        head.extend_from_slice(&self.flags);
        head.extend_from_slice(&self.lengths);
        write_number(self.names.len(), &mut head);
        for (name, column) in self.names.iter().zip(&self.columns) {
            write_text(name, &mut head);
            write_number(column.values.len(), &mut head);
            for value in column.in_order() {
                write_text(value, &mut head);
            }
            column.write_codes(&mut head);
        }
        write_number(self.shapes.values.len(), &mut head);
        for shape in self.shapes.in_order() {
            write_number(shape.len(), &mut head);
            shape.iter().for_each(|index| write_number(*index, &mut head));
        }
        self.shapes.write_codes(&mut head);
        let mut bytes = [&MAGIC[..], &[VERSION]].concat();
        write_part(&head, &mut bytes);
        bytes.extend_from_slice(&self.groups);
        bytes
    }
}

/// Appends a head or a group with its length and its checksum.
fn write_part(part: &[u8], bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(&(part.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&checksum(part).to_le_bytes());
    bytes.extend_from_slice(part);
}
