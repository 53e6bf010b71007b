//! The transposition table: what earlier searches found out about a position.
//!
//! Entries of 12 bytes stand in buckets of five, one cache line each. A new entry takes the place of
//! its own position's, else of the one that is least worth keeping: shallow and old.
//!
//! ```
//! use chuhe::engine::tt::Table;
//! let table = Table::try_new(1)?;
//! assert!(table.probe(42).is_none());
//! assert_eq!(table.fullness(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::score::{Value, is_decided};
use crate::game::types::Move;
use std::collections::TryReserveError;
use std::fmt;

/// What a stored value says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// Nothing: only the move and the static evaluation count.
    None,
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// The value itself.
    Exact,
}

impl Bound {
    const ALL: [Bound; 4] = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];

    /// A stable name for programs: `exact`, `lower`, `upper`, or `static` where only the evaluation is known.
    pub const fn code(self) -> &'static str {
        match self {
            Bound::Exact => "exact",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
            Bound::None => "static",
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The best move.
    pub mv: Option<Move>,
    /// The value, mates counted from the position.
    pub value: Value,
    /// The static evaluation.
    pub eval: Value,
    /// The depth of the search that found it, in plies; 0 for quiescence.
    pub depth: i32,
    /// What the value says.
    pub bound: Bound,
    /// Whether the position lay on or beside a principal variation.
    pub was_pv: bool,
}

/// Key (low half), move, value, evaluation, depth + 1 (0 when empty), generation << 3 | was_pv << 2 | bound.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u32,
    mv: u16,
    value: i16,
    eval: i16,
    depth: u8,
    age: u8,
}

const _: () = assert!(size_of::<Entry>() == 12);

const WAYS: usize = 5;

#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket([Entry; WAYS]);

const _: () = assert!(size_of::<Bucket>() == 64);

/// Number of generations before they wrap.
const GENERATIONS: u8 = 32;

/// There is not enough memory for a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMemory {
    /// The size asked for, in MiB.
    pub megabytes: usize,
}

impl NoMemory {
    /// A stable name for programs.
    pub const fn code(self) -> &'static str {
        "noMemory"
    }
}

impl fmt::Display for NoMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no memory for a hash table of {} MiB", self.megabytes)
    }
}

impl std::error::Error for NoMemory {}

/// The table.
#[derive(Clone)]
pub struct Table {
    buckets: Vec<Bucket>,
    generation: u8,
}

impl Table {
    /// A table of `megabytes` MiB, at least 1 and at most 1024.
    ///
    /// # Panics
    /// Without the memory for it; [`Table::try_new`] tells instead.
    pub fn new(megabytes: usize) -> Table {
        Table::try_new(megabytes).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A table of `megabytes` MiB, at least 1 and at most 1024.
    ///
    /// # Errors
    /// [`NoMemory`].
    pub fn try_new(megabytes: usize) -> Result<Table, NoMemory> {
        let count = megabytes.clamp(1, 1024) * (1 << 20) / size_of::<Bucket>();
        Table::of_buckets(count).map_err(|_| NoMemory { megabytes })
    }

    fn of_buckets(count: usize) -> Result<Table, TryReserveError> {
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        buckets.resize(count, Bucket::default());
        Ok(Table { buckets, generation: 0 })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill(Bucket::default());
        self.generation = 0;
    }

    /// Starts a new search: what is stored from now on is younger than all before.
    pub fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        (((key >> 32) * self.buckets.len() as u64) >> 32) as usize
    }

    /// Has the entries of a key brought into the cache, which takes longer than most of a node's work.
    #[inline]
    pub fn fetch(&self, key: u64) {
        std::hint::black_box(self.buckets[self.index(key)].0[0].key);
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Known> {
        let bucket = &self.buckets[self.index(key)];
        let entry = bucket.0.iter().find(|entry| entry.key == key as u32 && entry.depth != 0)?;
        Some(Known {
            mv: Move::from_bits(entry.mv),
            value: Value::from(entry.value),
            eval: Value::from(entry.eval),
            depth: i32::from(entry.depth) - 1,
            bound: Bound::ALL[usize::from(entry.age & 3)],
            was_pv: entry.age & 4 != 0,
        })
    }

    /// Stores what was found. The move of an earlier entry is kept when there is none now, and a
    /// much deeper entry of this search is kept unless the new value is exact.
    #[inline]
    pub fn store(&mut self, key: u64, known: Known) {
        let generation = self.generation;
        let index = self.index(key);
        let bucket = &mut self.buckets[index];
        let way = bucket.0.iter().position(|entry| entry.key == key as u32).unwrap_or_else(|| {
            let worth = |entry: &Entry| {
                let age = (GENERATIONS + generation - (entry.age >> 3)) % GENERATIONS;
                i32::from(entry.depth) - 8 * i32::from(age) - if entry.depth == 0 { 1000 } else { 0 }
            };
            (0..WAYS).min_by_key(|way| worth(&bucket.0[*way])).unwrap_or(0)
        });
        let entry = &mut bucket.0[way];
        let is_same = entry.key == key as u32;
        let is_current = entry.age >> 3 == generation;
        if is_same && is_current && known.bound != Bound::Exact && known.depth + 5 < i32::from(entry.depth) {
            return;
        }
        let kept = if is_same { entry.mv } else { 0 };
        *entry = Entry {
            key: key as u32,
            mv: known.mv.map_or(kept, Move::bits),
            value: known.value as i16,
            eval: known.eval as i16,
            depth: known.depth.clamp(0, 254) as u8 + 1,
            age: generation << 3 | u8::from(known.was_pv) << 2 | known.bound as u8,
        };
    }

    /// How full the table is with entries of this search, in thousandths, from a sample.
    pub fn fullness(&self) -> u32 {
        let sample = self.buckets.iter().take(200).flat_map(|bucket| &bucket.0);
        sample.filter(|entry| entry.depth != 0 && entry.age >> 3 == self.generation).count() as u32
    }
}

/// A value as it is stored: ends of the game counted from the position instead of the root.
#[inline]
pub fn to_stored(value: Value, ply: usize) -> Value {
    if is_decided(value) { value + value.signum() * ply as Value } else { value }
}

/// A stored value as the search uses it `ply` plies from the root.
#[inline]
pub fn from_stored(value: Value, ply: usize) -> Value {
    if is_decided(value) { value - value.signum() * ply as Value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(depth: i32) -> Known {
        Known {
            mv: "h2e2".parse().ok(),
            value: -321,
            eval: 12,
            depth,
            bound: Bound::Lower,
            was_pv: depth % 2 == 1,
        }
    }

    #[test]
    fn what_is_stored_is_found() {
        let mut table = Table::new(1);
        assert_eq!(table.probe(77), None);
        table.store(77, known(5));
        assert_eq!(table.probe(77), Some(known(5)));
        table.clear();
        assert_eq!(table.probe(77), None);
    }

    #[test]
    fn an_evaluation_alone_is_kept() {
        let mut table = Table::new(1);
        let alone = Known { mv: None, value: 0, bound: Bound::None, ..known(0) };
        table.store(5, alone);
        assert_eq!(table.probe(5), Some(alone));
    }

    #[test]
    fn a_table_without_memory_is_refused() {
        assert!(Table::of_buckets(isize::MAX as usize / size_of::<Bucket>()).is_err());
        assert_eq!(NoMemory { megabytes: 7 }.to_string(), "there is no memory for a hash table of 7 MiB");
    }

    #[test]
    fn a_full_bucket_gives_up_its_shallowest_entry() {
        let mut table = Table::new(1);
        for key in 1..=6 {
            table.store(key, known(key as i32));
        }
        assert_eq!(table.probe(1), None);
        assert!((2..=6).all(|key| table.probe(key).is_some()));
    }

    #[test]
    fn mates_keep_their_distance_from_the_position() {
        let value = super::super::score::mate_in(7);
        assert_eq!(from_stored(to_stored(value, 3), 5), super::super::score::mate_in(9));
    }
}
