//! The transposition table: positions that were searched before, however they came about.
//!
//! An entry is used only for the very depth it was searched to, so that values stay those of plain minimax; the
//! engine's own table also takes deeper ones. Greenblatt's chess program of 1967 had the first such table.

use super::{Value, WIN};
use chuhe_rules::types::Move;

/// Entries, a power of two.
const ENTRIES: usize = 1 << 18;
/// Values beyond this, either way, are counted in plies to the end of the game.
const DECIDED: Value = WIN - 1_000;

/// What a value tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// Just that.
    Exact,
    /// That much or more: moves were cut off.
    Lower,
    /// That much or less: no move was good enough.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    key: u64,
    depth: u32,
    value: Value,
    bound: Bound,
    /// The best move found, or the one that cut off the others.
    pub(crate) mv: Option<Move>,
}

impl Entry {
    /// The value, where it answers a search with this window.
    pub(crate) fn settles(self, alpha: Value, beta: Value) -> Option<Value> {
        let is_enough = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        };
        is_enough.then_some(self.value)
    }
}

/// A table in which the newest entry replaces the one that was there.
pub(crate) struct Table(Vec<Option<Entry>>);

impl Table {
    pub(crate) fn new() -> Table {
        Table(vec![None; ENTRIES])
    }

    fn entry(&self, key: u64) -> Option<Entry> {
        self.0[key as usize % ENTRIES].filter(|entry| entry.key == key)
    }

    /// What a search to just this depth found, its value as seen `ply` plies from the root.
    pub(crate) fn look_up(&self, key: u64, depth: u32, ply: usize) -> Option<Entry> {
        let entry = self.entry(key).filter(|entry| entry.depth == depth)?;
        Some(Entry { value: shift(entry.value, -(ply as Value)), ..entry })
    }

    /// The best move of a search to whatever depth.
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

/// Plies to the end of the game are counted from the root by the search and from the position by the table.
fn shift(value: Value, plies: Value) -> Value {
    match value {
        _ if value > DECIDED => value + plies,
        _ if value < -DECIDED => value - plies,
        _ => value,
    }
}
