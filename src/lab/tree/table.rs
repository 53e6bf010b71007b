//! The transposition table: the values of searched positions, whichever moves led to them.
//!
//! An entry is used only for exactly the depth of its search, so that values stay those of plain minimax. The
//! engine's own table also uses deeper entries. Greenblatt's chess program of 1967 had the first such table.

use super::{Value, WIN};
use chuhe_rules::types::Move;

/// Number of entries, a power of two.
const ENTRIES: usize = 1 << 18;
/// Values beyond this bound, positive or negative, depend on the plies to the end of the game.
const DECIDED: Value = WIN - 1_000;

/// The relation of a stored value to the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The true value is equal.
    Exact,
    /// The true value is equal or higher, because moves were cut off.
    Lower,
    /// The true value is equal or lower, because no move was good enough.
    Upper,
}

/// The table entry of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    key: u64,
    depth: u32,
    value: Value,
    bound: Bound,
    /// The best move, or the move that caused the cutoff.
    pub(crate) mv: Option<Move>,
}

impl Entry {
    /// Returns the value if it answers a search with this window.
    pub(crate) fn settles(self, alpha: Value, beta: Value) -> Option<Value> {
        let is_enough = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        };
        is_enough.then_some(self.value)
    }
}

/// A table in which a new entry always replaces the old one.
pub(crate) struct Table(Vec<Option<Entry>>);

impl Table {
    pub(crate) fn new() -> Table {
        Table(vec![None; ENTRIES])
    }

    fn entry(&self, key: u64) -> Option<Entry> {
        self.0[key as usize % ENTRIES].filter(|entry| entry.key == key)
    }

    /// Returns the entry of a search to exactly this depth, with its value converted to `ply` plies from the
    /// root.
    pub(crate) fn look_up(&self, key: u64, depth: u32, ply: usize) -> Option<Entry> {
        let entry = self.entry(key).filter(|entry| entry.depth == depth)?;
        Some(Entry { value: shift(entry.value, -(ply as Value)), ..entry })
    }

    /// Returns the best move of a search to any depth.
    pub(crate) fn best_move(&self, key: u64) -> Option<Move> {
        self.entry(key)?.mv
    }

    pub(crate) fn store(
        &mut self,
        key: u64,
        depth: u32,
        ply: usize,
        (value, bound, mv): (Value, Bound, Option<Move>),
    ) {
        let value = shift(value, ply as Value);
        self.0[key as usize % ENTRIES] = Some(Entry { key, depth, value, bound, mv });
    }
}

/// Converts a value between the search and the table. The search counts plies to the end of the game from the
/// root, the table from the position.
fn shift(value: Value, plies: Value) -> Value {
    match value {
        _ if value > DECIDED => value + plies,
        _ if value < -DECIDED => value - plies,
        _ => value,
    }
}
