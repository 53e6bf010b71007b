//! A compact library of thousands of games, with searches by tags and by positions.
//!
//! A [`Library`] stores records in the compact form of [`kept`]. A [`Query`] selects games by players, date, result and
//! other tags, and sorts them. A [`Pattern`] describes positions, which the library finds by replaying every game.
//! [`Library::replies`] counts the moves played in a position. The library has no index of positions, because replaying
//! 28,000 games takes only a moment. It has one of the players' names, which unites their spellings, see
//! [`Library::persons`].

pub mod kept;
mod main_lines;
mod names;
mod natural;
mod pattern;
mod persons;
mod query;
mod replay;
mod replies;
mod simplified;
mod teams;

pub use main_lines::{LineChoice, MainLine};
pub use pattern::{BadPattern, Pattern};
pub use persons::{Found, Person, key_of};
pub use query::{
    Column, Namer, Query, asked_date, date_of, event, heading, labels, last_day_of, name_after_file, opening,
};
pub use replies::{Replies, Reply, Results};

use crate::Record;
use chuhe_rules::game::Outcome;
use kept::{Kept, read_number, write_number};
use names::Names;
use query::is_told;
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

/// The number of a game in one [`Library`]. Games are numbered from 0 in the order in which they were added. The number
/// of a removed game is not used for another game.
pub type Id = u32;

/// The number of games in a [block](Library::block).
pub const BLOCK: u32 = 512;

/// The version of the format of a block, in its first byte.
const VERSION: u8 = 1;

/// The range of a game in the bytes of the library, and whether the game was removed.
#[derive(Clone, Copy, Default)]
struct Place {
    at: usize,
    len: usize,
    is_removed: bool,
}

/// A set of games. Two games are equal if they have the same moves, players and date, unless both have annotations that
/// differ.
///
/// ```
/// use chuhe_records::library::{Library, Pattern, Query};
/// use chuhe_records as records;
/// let mut library = Library::default();
/// for text in ["[Red \"甲\"]\n\n1. h2e2 h9g7 *", "[Red \"乙\"]\n\n1. b2e2 *"] {
///     library.add(&records::read(text.as_bytes(), &|_, _| None)?.record);
/// }
/// let query = Query { player: "乙".into(), ..Query::default() };
/// assert_eq!(library.select(&query), [1]);
/// // The games that reach the mirror image of the position are counted too.
/// let board = records::read(b"h2e2", &|_, _| None)?.record.board_at(records::NodeId::ROOT);
/// assert_eq!(library.replies(&board, 0..2).games, 2);
/// # Ok::<(), records::ReadError>(())
/// ```
#[derive(Default)]
pub struct Library {
    bytes: Vec<u8>,
    /// The ranges of the games, indexed by [`Id`].
    places: Vec<Place>,
    /// The [`fingerprint`] and the number of every game that is not removed.
    known: BTreeSet<(u64, Id)>,
    removed: usize,
    /// The number of bytes that replaced records still occupy.
    unused: usize,
    names: Names,
}

/// The outcome of [`Library::add`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Added {
    /// The game is new and has this number.
    New(Id),
    /// The library already has the game under this number.
    Known(Id),
    /// The game replaced an equal game without annotations and has its number.
    Updated(Id),
}

/// The error for bytes that are damaged or not a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadBlock;

impl Library {
    /// Returns the number of games.
    pub fn len(&self) -> usize {
        self.places.len() - self.removed
    }

    /// Returns true if the library has no games.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number that the next new game gets. The numbers of all games are smaller.
    pub fn end(&self) -> Id {
        self.places.len() as Id
    }

    /// Returns a game; `None` if it was removed or the number was never used.
    pub fn game(&self, id: Id) -> Option<Kept<'_>> {
        let place = self.places.get(id as usize).filter(|place| !place.is_removed)?;
        Kept::new(&self.bytes[place.at..place.at + place.len])
    }

    /// Returns the games with the given numbers, without removed games.
    pub fn games(&self, ids: impl IntoIterator<Item = Id>) -> impl Iterator<Item = (Id, Kept<'_>)> {
        ids.into_iter().filter_map(|id| Some((id, self.game(id)?)))
    }

    /// Adds a game unless the library has an equal game. The equal game gets the labels of the new one. If only the new
    /// game has annotations, it replaces the equal game.
    pub fn add(&mut self, record: &Record) -> Added {
        let at = self.bytes.len();
        kept::write(record, &mut self.bytes);
        let Some((id, is_less)) = self.same(at) else {
            let id = self.end();
            self.places.push(Place { at, len: self.bytes.len() - at, is_removed: false });
            self.know(id);
            return Added::New(id);
        };
        self.bytes.truncate(at);
        self.add_labels(id, record);
        if !is_less {
            return Added::Known(id);
        }
        self.annotate(id, record);
        Added::Updated(id)
    }

    /// Returns the stored game that equals the game at an offset of the bytes, and true if only the game at the offset
    /// has annotations. A game without annotations equals a game with any annotations.
    fn same(&self, at: usize) -> Option<(Id, bool)> {
        let game = Kept::new(&self.bytes[at..])?;
        let (fingerprint, notes) = (fingerprint(game), game.notes());
        let copies = || {
            let known = self.known.range((fingerprint, 0)..=(fingerprint, Id::MAX));
            self.games(known.map(|(_, id)| *id)).map(|(id, copy)| (id, copy.notes()))
        };
        let same = copies().find(|(_, other)| *other == notes);
        let or_else = || copies().find(|(_, other)| notes.is_none() || other.is_none());
        let (id, other) = same.or_else(or_else)?;
        Some((id, other.is_none() && notes.is_some()))
    }

    /// Replaces a game by an equal game with annotations. The labels, and the tags that `record` lacks, stay.
    fn annotate(&mut self, id: Id, record: &Record) {
        let Some(game) = self.game(id) else { return };
        let mut record = record.clone();
        for (name, value) in game.tags() {
            if name == "Labels" || !record.tags.get(name).is_some_and(is_told) {
                record.tags.set(name, value);
            }
        }
        if record.result == Outcome::Ongoing {
            record.result = game.outcome();
        }
        self.replace(id, &record);
    }

    /// Replaces a game by another record, such as the same game with changed comments or moves.
    pub fn replace(&mut self, id: Id, record: &Record) {
        if self.game(id).is_none() {
            return;
        }
        let at = self.bytes.len();
        kept::write(record, &mut self.bytes);
        self.forget(id);
        self.unused += self.places[id as usize].len;
        self.places[id as usize] = Place { at, len: self.bytes.len() - at, is_removed: false };
        self.know(id);
        if self.unused > self.bytes.len() / 2 {
            self.close_up();
        }
    }

    /// Replaces a game by another record like [`replace`](Library::replace), but without changing the labels of the
    /// game.
    pub fn rewrite(&mut self, id: Id, record: &Record) {
        let Some(labels) = self.game(id).map(|game| game.tag("Labels").to_owned()) else { return };
        let mut record = record.clone();
        record.tags.set("Labels", &labels);
        self.replace(id, &record);
    }

    /// Removes the bytes of replaced records.
    fn close_up(&mut self) {
        let mut bytes = Vec::with_capacity(self.bytes.len() - self.unused);
        for place in &mut self.places {
            let at = bytes.len();
            bytes.extend_from_slice(&self.bytes[place.at..place.at + place.len]);
            place.at = at;
        }
        self.bytes = bytes;
        self.unused = 0;
    }

    /// Adds the labels of a record that a game does not have yet.
    fn add_labels(&mut self, id: Id, record: &Record) {
        let Some(own) = self.game(id).map(|game| game.tag("Labels").to_owned()) else { return };
        let is_missing = |label: &&str| labels(&own).all(|known| known != *label);
        let missing: Vec<&str> =
            labels(record.tags.get("Labels").unwrap_or_default()).filter(is_missing).collect();
        if !missing.is_empty() {
            self.set_labels(id, labels(&own).chain(missing));
        }
    }

    /// Replaces the labels of a game. A label with a comma becomes two labels.
    pub fn set_labels<'a>(&mut self, id: Id, labels: impl IntoIterator<Item = &'a str>) {
        if let Some(mut record) = self.game(id).and_then(Kept::record) {
            let text: Vec<&str> = labels.into_iter().collect();
            record.tags.set("Labels", &text.join(", "));
            self.replace(id, &record);
        }
    }

    /// Returns all labels in the order of their names, each with the number of its games.
    ///
    /// ```
    /// use chuhe_records::library::Library;
    /// use chuhe_records as records;
    /// let mut library = Library::default();
    /// for text in ["1. h2e2 *", "1. b2e2 *"] {
    ///     library.add(&records::read(text.as_bytes(), &|_, _| None)?.record);
    /// }
    /// library.set_labels(0, ["to learn", "club"]);
    /// library.set_labels(1, ["club"]);
    /// assert_eq!(library.labels().into_iter().collect::<Vec<_>>(), [("club", 2), ("to learn", 1)]);
    /// # Ok::<(), records::ReadError>(())
    /// ```
    pub fn labels(&self) -> BTreeMap<&str, usize> {
        let mut counts = BTreeMap::new();
        for (_, game) in self.games(0..self.end()) {
            for label in labels(game.tag("Labels")) {
                *counts.entry(label).or_insert(0) += 1;
            }
        }
        counts
    }

    /// Removes a game, or restores a removed game.
    pub fn set_removed(&mut self, id: Id, is_removed: bool) {
        let Some(place) = self.places.get(id as usize).copied() else { return };
        if place.is_removed == is_removed || place.len == 0 {
            return;
        }
        if is_removed {
            self.removed += 1;
            self.forget(id);
        }
        self.places[id as usize].is_removed = is_removed;
        if !is_removed {
            self.removed -= 1;
            self.know(id);
        }
    }

    /// Adds the fingerprint of a new, changed or restored game.
    fn know(&mut self, id: Id) {
        let place = self.places[id as usize];
        let Some(game) = Kept::new(&self.bytes[place.at..place.at + place.len]) else { return };
        if !place.is_removed {
            self.known.insert((fingerprint(game), id));
            self.names.set(id, game);
        }
    }

    /// Removes the fingerprint of a game before the game is removed or changed.
    fn forget(&mut self, id: Id) {
        if let Some(fingerprint) = self.game(id).map(fingerprint) {
            self.known.remove(&(fingerprint, id));
        }
        self.names.unset(id);
    }

    /// Returns a block: the bytes of the [`BLOCK`] games from the number `number * BLOCK` on. A removed game has no
    /// bytes but a length of 0. A store saves the games of a block together.
    pub fn block(&self, number: u32) -> Vec<u8> {
        let first = number as usize * BLOCK as usize;
        let end = self.places.len().min(first + BLOCK as usize);
        let mut bytes = vec![VERSION];
        for place in self.places.get(first..end).unwrap_or_default() {
            let len = if place.is_removed { 0 } else { place.len };
            write_number(len, &mut bytes);
            bytes.extend_from_slice(&self.bytes[place.at..place.at + len]);
        }
        bytes
    }

    /// Appends the games of a [block](Library::block).
    ///
    /// # Errors
    /// [`BadBlock`] if the bytes are damaged or not a block. The library is then unchanged.
    pub fn load(&mut self, block: &[u8]) -> Result<(), BadBlock> {
        let (version, mut rest) = block.split_first().ok_or(BadBlock)?;
        let mut games = Vec::new();
        while !rest.is_empty() {
            let len = read_number(&mut rest).filter(|len| *len <= rest.len()).ok_or(BadBlock)?;
            let (game, behind) = rest.split_at(len);
            (len == 0 || Kept::new(game).is_some_and(Kept::is_whole)).then_some(()).ok_or(BadBlock)?;
            games.push(game);
            rest = behind;
        }
        if *version != VERSION {
            return Err(BadBlock);
        }
        for game in games {
            let (at, id, is_removed) = (self.bytes.len(), self.end(), game.is_empty());
            self.bytes.extend_from_slice(game);
            self.places.push(Place { at, len: game.len(), is_removed });
            self.removed += usize::from(is_removed);
            self.know(id);
        }
        Ok(())
    }
}

/// Returns a hash of the parts that equal games share: start position, moves, players and date.
fn fingerprint(game: Kept<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    game.start().hash(&mut hasher);
    game.move_bytes().hash(&mut hasher);
    for name in ["Red", "Black", "Date"] {
        game.tag(name).hash(&mut hasher);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_replaced_records_are_removed() {
        let mut library = Library::default();
        for text in ["1. h2e2 {the first} *", "1. b2e2 *", "1. h2d2 *", "1. a3a4 *"] {
            library.add(&crate::read(text.as_bytes(), &|_, _| None).expect("a game").record);
        }
        library.set_removed(3, true);
        let records =
            |library: &Library| (0..4).map(|id| library.game(id).and_then(Kept::record)).collect::<Vec<_>>();
        let (before, size) = (records(&library), library.bytes.len());
        for round in 0..100 {
            library.set_labels(round % 3, ["club", "to learn"]);
            assert!(library.bytes.len() <= 2 * (size + 4 * 40), "round {round}: {}", library.bytes.len());
        }
        (0..3).for_each(|id| library.set_labels(id, []));
        assert_eq!(records(&library), before);
        library.set_removed(3, false);
        assert_eq!(library.game(3).map(|game| game.plies()), Some(1));
    }
}
