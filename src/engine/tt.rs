//! The transposition table: results of earlier searches by position.
//!
//! Entries of 12 bytes are grouped in buckets of five, one cache line each. A new entry replaces the entry of
//! the same position, unless that one is much deeper and of the same search; if there is none, it replaces the
//! shallowest and oldest entry of the bucket.
//!
//! Several threads may use one table at once through [`Table::share`]. The table has no locks. An entry is
//! three atomic words, and the first one is the key XORed with the other two. If two threads have written one
//! entry at once, its words match no key and a probe returns nothing. (Robert Hyatt and Timothy Mann, "A
//! lockless transposition table implementation for parallel search", ICGA Journal 25, 2002.)
//!
//! ```
//! use chuhe_engine::tt::Table;
//! let table = Table::try_new(1)?;
//! assert!(table.probe(42).is_none());
//! assert_eq!(table.fullness(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::score::{FAR_MATE, Value, is_decided, is_mate};
use chuhe_rules::types::Move;
use std::collections::TryReserveError;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The bound that a stored value gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// No value; the entry holds only the move and the static evaluation.
    None,
    /// The true value is at most the stored one.
    Upper,
    /// The true value is at least the stored one.
    Lower,
    /// The stored value is the true value.
    Exact,
}

impl Bound {
    const ALL: [Bound; 4] = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];

    /// Returns a stable name for programs: `exact`, `lower`, `upper`, or `static` for an evaluation alone.
    pub const fn code(self) -> &'static str {
        match self {
            Bound::Exact => "exact",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
            Bound::None => "static",
        }
    }
}

/// The result of a search for one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// The best move.
    pub mv: Option<Move>,
    /// The value, with the distance to mate counted from the position.
    pub value: Value,
    /// The static evaluation.
    pub eval: Value,
    /// The depth of the search that returned the value, in plies; 0 for quiescence.
    pub depth: i32,
    /// The bound that the value gives.
    pub bound: Bound,
    /// Whether the position lay on a principal variation.
    pub was_pv: bool,
}

/// An entry packed into two words.
#[derive(Clone, Copy, Default)]
struct PackedEntry {
    /// move | value << 16
    found: u32,
    /// evaluation | depth + 1 (0 when empty) << 16 | bound << 24 | was_pv << 26 | generation << 27
    about: u32,
}

impl PackedEntry {
    #[inline]
    fn new(mv: u16, entry: &TtEntry, generation: u8) -> PackedEntry {
        let depth = entry.depth.clamp(0, 254) as u32 + 1;
        let age = u32::from(generation) << 3 | u32::from(entry.was_pv) << 2 | entry.bound as u32;
        PackedEntry {
            found: u32::from(mv) | (entry.value as u32) << 16,
            about: u32::from(entry.eval as u16) | depth << 16 | age << 24,
        }
    }

    fn mv(self) -> u16 {
        self.found as u16
    }

    /// Returns the depth plus 1; 0 for an empty entry.
    fn depth(self) -> i32 {
        (self.about >> 16 & 0xff) as i32
    }

    fn generation(self) -> u8 {
        (self.about >> 27) as u8
    }

    #[inline]
    fn unpacked(self) -> TtEntry {
        TtEntry {
            mv: Move::from_bits(self.mv()),
            value: Value::from((self.found >> 16) as i16),
            eval: Value::from(self.about as i16),
            depth: self.depth() - 1,
            bound: Bound::ALL[(self.about >> 24 & 3) as usize],
            was_pv: self.about >> 26 & 1 != 0,
        }
    }
}

/// The storage of one entry. Any thread may write to it at any time.
struct Slot {
    /// The low half of the key, XORed with the other two words.
    lock: AtomicU32,
    found: AtomicU32,
    about: AtomicU32,
}

const _: () = assert!(size_of::<Slot>() == 12);

impl Slot {
    const fn empty() -> Slot {
        Slot { lock: AtomicU32::new(0), found: AtomicU32::new(0), about: AtomicU32::new(0) }
    }

    #[inline]
    fn entry(&self) -> PackedEntry {
        PackedEntry { found: self.found.load(Relaxed), about: self.about.load(Relaxed) }
    }

    /// Returns the entry if it is intact and belongs to this key.
    #[inline]
    fn read(&self, key: u64) -> Option<PackedEntry> {
        let entry = self.entry();
        (self.lock.load(Relaxed) ^ entry.found ^ entry.about == key as u32).then_some(entry)
    }

    #[inline]
    fn write(&self, key: u64, entry: PackedEntry) {
        self.lock.store(key as u32 ^ entry.found ^ entry.about, Relaxed);
        self.found.store(entry.found, Relaxed);
        self.about.store(entry.about, Relaxed);
    }

    fn clear(&self) {
        self.write(0, PackedEntry::default());
    }
}

const WAYS: usize = 5;

#[repr(align(64))]
struct Bucket {
    slots: [Slot; WAYS],
    /// The rest of the cache line. As a field it lets one fill clear the whole line.
    _rest: u32,
}

const _: () = assert!(size_of::<Bucket>() == 64);

impl Bucket {
    const fn empty() -> Bucket {
        Bucket { slots: [const { Slot::empty() }; WAYS], _rest: 0 }
    }
}

/// Number of generations before the counter wraps.
const GENERATIONS: u8 = 32;

/// The error that there is not enough memory for a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMemory {
    /// The requested size in MiB.
    pub megabytes: usize,
}

impl NoMemory {
    /// Returns a stable name for programs.
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

/// A transposition table, which several threads may share.
pub struct Table {
    buckets: Arc<Vec<Bucket>>,
    generation: u8,
}

impl Table {
    /// Creates a table of `megabytes` MiB, at least 1 and at most 1024.
    ///
    /// # Panics
    /// Panics if there is not enough memory. [`Table::try_new`] returns an error instead.
    pub fn new(megabytes: usize) -> Table {
        Table::try_new(megabytes).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Creates a table of `megabytes` MiB, at least 1 and at most 1024.
    ///
    /// # Errors
    /// [`NoMemory`] if there is not enough memory.
    pub fn try_new(megabytes: usize) -> Result<Table, NoMemory> {
        let count = megabytes.clamp(1, 1024) * (1 << 20) / size_of::<Bucket>();
        Table::of_buckets(count).map_err(|_| NoMemory { megabytes })
    }

    /// Creates a table of the least size, for a search that gets another table before it begins.
    pub fn placeholder() -> Table {
        Table { buckets: Arc::new(vec![Bucket::empty()]), generation: 0 }
    }

    fn of_buckets(count: usize) -> Result<Table, TryReserveError> {
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        buckets.resize_with(count, Bucket::empty);
        Ok(Table { buckets: Arc::new(buckets), generation: 0 })
    }

    /// Returns a second handle to the table for another thread. Both see all entries and store entries of the
    /// current generation until [`Table::age`] is called.
    pub fn share(&self) -> Table {
        Table { buckets: Arc::clone(&self.buckets), generation: self.generation }
    }

    /// Deletes all entries.
    pub fn clear(&mut self) {
        match Arc::get_mut(&mut self.buckets) {
            Some(buckets) => buckets.fill_with(Bucket::empty),
            None => self.buckets.iter().flat_map(|bucket| &bucket.slots).for_each(Slot::clear),
        }
        self.generation = 0;
    }

    /// Starts a new generation, for a new search.
    pub fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        (((key >> 32) * self.buckets.len() as u64) >> 32) as usize
    }

    /// Prefetches the entries of a key into the cache, which takes longer than most of a node's work.
    #[inline]
    pub fn fetch(&self, key: u64) {
        std::hint::black_box(self.buckets[self.index(key)].slots[0].lock.load(Relaxed));
    }

    /// Returns the entry of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        let bucket = &self.buckets[self.index(key)];
        let entry = bucket.slots.iter().filter_map(|slot| slot.read(key)).find(|entry| entry.depth() != 0)?;
        Some(entry.unpacked())
    }

    /// Stores an entry. It keeps the move of an earlier entry if the new one has none. It does not replace a
    /// much deeper entry of this search unless the new value is exact.
    #[inline]
    pub fn store(&self, key: u64, entry: TtEntry) {
        let bucket = &self.buckets[self.index(key)];
        let Some((slot, old)) = bucket.slots.iter().find_map(|slot| Some((slot, slot.read(key)?))) else {
            let mv = entry.mv.map_or(0, Move::bits);
            return self.least(bucket).write(key, PackedEntry::new(mv, &entry, self.generation));
        };
        let is_current = old.generation() == self.generation;
        if is_current && entry.bound != Bound::Exact && entry.depth + 5 < old.depth() {
            return;
        }
        let mv = entry.mv.map_or(old.mv(), Move::bits);
        slot.write(key, PackedEntry::new(mv, &entry, self.generation));
    }

    /// Returns the slot of a bucket that is least worth keeping.
    #[inline]
    fn least<'a>(&self, bucket: &'a Bucket) -> &'a Slot {
        let worth = |slot: &&Slot| {
            let entry = slot.entry();
            let age = (GENERATIONS + self.generation - entry.generation()) % GENERATIONS;
            entry.depth() - 8 * i32::from(age) - if entry.depth() == 0 { 1000 } else { 0 }
        };
        bucket.slots.iter().min_by_key(worth).unwrap_or(&bucket.slots[0])
    }

    /// Returns the number of entries of this search in thousandths of the table, from a sample.
    pub fn fullness(&self) -> u32 {
        let sample = self.buckets.iter().take(200).flat_map(|bucket| &bucket.slots).map(Slot::entry);
        sample.filter(|entry| entry.depth() != 0 && entry.generation() == self.generation).count() as u32
    }
}

/// Converts a value for storage: decided values then count plies from the position instead of the root.
#[inline]
pub fn to_stored(value: Value, ply: usize) -> Value {
    if is_decided(value) { value + value.signum() * ply as Value } else { value }
}

/// Converts a stored value for use `ply` plies from the root. A mate beyond the longest path becomes
/// [`FAR_MATE`], since a smaller value would mean a win by rule.
#[inline]
pub fn from_stored(value: Value, ply: usize) -> Value {
    if !is_decided(value) {
        return value;
    }
    let counted = value - value.signum() * ply as Value;
    if is_mate(value) && !is_mate(counted) { value.signum() * FAR_MATE } else { counted }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(depth: i32) -> TtEntry {
        TtEntry {
            mv: "h2e2".parse().ok(),
            value: -321,
            eval: 12,
            depth,
            bound: Bound::Lower,
            was_pv: depth % 2 == 1,
        }
    }

    #[test]
    fn a_stored_entry_is_found_until_the_table_is_cleared() {
        let mut table = Table::new(1);
        assert_eq!(table.probe(77), None);
        table.store(77, stored(5));
        assert_eq!(table.probe(77), Some(stored(5)));
        table.clear();
        assert_eq!(table.probe(77), None);
    }

    #[test]
    fn an_evaluation_alone_is_stored() {
        let table = Table::new(1);
        let alone = TtEntry { mv: None, value: 0, bound: Bound::None, ..stored(0) };
        table.store(5, alone);
        assert_eq!(table.probe(5), Some(alone));
    }

    #[test]
    fn a_table_too_large_for_memory_is_an_error() {
        assert!(Table::of_buckets(isize::MAX as usize / size_of::<Bucket>()).is_err());
        assert_eq!(NoMemory { megabytes: 7 }.to_string(), "there is no memory for a hash table of 7 MiB");
    }

    #[test]
    fn a_full_bucket_replaces_its_shallowest_entry() {
        let table = Table::new(1);
        for key in 1..=6 {
            table.store(key, stored(key as i32));
        }
        assert_eq!(table.probe(1), None);
        assert!((2..=6).all(|key| table.probe(key).is_some()));
    }

    #[test]
    fn mates_keep_their_distance_from_the_position() {
        let value = crate::score::mate_in(7);
        assert_eq!(from_stored(to_stored(value, 3), 5), crate::score::mate_in(9));
    }

    #[test]
    fn mates_beyond_the_longest_path_are_neither_mates_nor_wins_by_rule() {
        let stored = to_stored(crate::score::mate_in(100), 20);
        assert_eq!(from_stored(stored, 48), crate::score::MATE_BOUND);
        assert_eq!(from_stored(stored, 49), FAR_MATE);
        assert_eq!(from_stored(-stored, 127), -FAR_MATE);
    }

    #[test]
    fn shared_tables_see_the_entries_of_each_other() {
        let mut table = Table::new(1);
        table.age();
        let other = table.share();
        other.store(77, stored(5));
        assert_eq!(table.probe(77), Some(stored(5)));
        assert_eq!(table.fullness(), 1, "it is of the search that runs");
        table.clear();
        assert_eq!(other.probe(77), None);
    }

    /// Tests every combination of words replaced by those of another key.
    #[test]
    fn a_torn_entry_is_not_found() {
        let (mine, others) = (0x1234_5678_9abc_def0, 0x0fed_cba9_8765_4321);
        let table = Table::of_buckets(1).expect("memory");
        let slot = &table.buckets[0].slots[0];
        let entry = |key: u64| {
            PackedEntry::new(key as u16 >> 2, &TtEntry { value: key as i16 as Value, ..stored(9) }, 0)
        };
        for torn in 1..7 {
            slot.write(mine, entry(mine));
            assert!(table.probe(mine).is_some());
            let written = Slot::empty();
            written.write(others, PackedEntry { about: !entry(others).about, ..entry(others) });
            let words = |slot: &Slot| [&slot.lock, &slot.found, &slot.about].map(|word| word.load(Relaxed));
            let [lock, found, about] = words(&written);
            let replaced = [(&slot.lock, lock), (&slot.found, found), (&slot.about, about)];
            for (word, value) in
                replaced.iter().enumerate().filter(|(index, _)| torn >> index & 1 != 0).map(|it| it.1)
            {
                word.store(*value, Relaxed);
            }
            assert_eq!((table.probe(mine), table.probe(others)), (None, None), "words {torn:03b}");
        }
    }

    /// Two threads read and write in one bucket, where they replace each other's entries.
    #[test]
    fn concurrent_writes_never_return_a_torn_entry() {
        const KEYS: u64 = 12;
        let key = |index: u64| index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let entry = |index: u64, depth: i32| {
            let bits = key(index).wrapping_mul(depth as u64 + 1);
            let (from, to) = ((bits >> 40) as u16 % 45, (bits >> 50) as u16 % 45 + 45);
            let mv = Move::from_bits(from << 7 | to);
            TtEntry { mv, value: bits as i16 as Value, eval: (bits >> 32) as i16 as Value, ..stored(depth) }
        };
        let table = Table::of_buckets(1).expect("memory");
        let work = |table: Table, seed: u64| {
            let mut found = 0;
            for round in 0..4_000_000 {
                let mixed = key(round ^ seed << 40) >> 33;
                table.store(key(mixed % KEYS), entry(mixed % KEYS, (mixed >> 8) as i32 % 20));
                let index = (mixed >> 16) % KEYS;
                let Some(probed) = table.probe(key(index)) else { continue };
                assert_eq!(probed, entry(index, probed.depth), "key {index} in round {round}");
                found += 1;
            }
            found
        };
        let (one, other) = (table.share(), table.share());
        let counts = std::thread::scope(|scope| {
            let threads = [scope.spawn(move || work(one, 1)), scope.spawn(move || work(other, 2))];
            threads.map(|thread| thread.join().expect("all it finds is whole"))
        });
        assert!(counts.iter().all(|found| *found > 1000), "{counts:?}");
    }
}
