//! How much is read.

/// Largest input, in bytes.
pub const MAX_BYTES: usize = 8 << 20;

/// Most moves in one line, from the start on.
pub const MAX_PLIES: usize = 10_000;

/// Most moves in a whole tree. Collections of openings that are handed around have up to about a
/// hundred thousand.
pub const MAX_MOVES: usize = 300_000;
