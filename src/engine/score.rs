//! The units of value.
//!
//! The search uses a [`Value`]: centipawns from the view of the side to move (a soldier is the pawn), with
//! mates packed at the ends of the range. Everything else uses a [`Score`], which distinguishes centipawns and
//! mates.
//!
//! ```
//! use chuhe_engine::score::{DRAW, is_decided, mate_in};
//! use chuhe_engine::Score;
//! assert_eq!(Score::from(mate_in(3)), Score::Mate(3));
//! assert_eq!(Score::from(-35), Score::Centipawns(-35));
//! assert!(is_decided(mate_in(3)) && !is_decided(DRAW));
//! ```

/// Centipawns, or a mate packed as [`MATE`] less the plies to it.
pub type Value = i32;

/// Longest path from the root, in plies.
pub const MAX_PLY: usize = 128;
/// The value of a mate at the root.
pub const MATE: Value = 32_000;
/// A bound above every value.
pub const INFINITE: Value = MATE + 1;
/// The least magnitude of a mate.
pub const MATE_BOUND: Value = MATE - MAX_PLY as Value;
/// The value of a draw.
pub const DRAW: Value = 0;

/// Returns the value of being mated `ply` plies from the root.
pub const fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// Returns the value of giving mate `ply` plies from the root.
pub const fn mate_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// Returns the value of winning by the rules of repetition `ply` plies from the root, where the other side has
/// nothing better than to repeat. It is below every mate and above every evaluation.
pub const fn ruled_in(ply: usize) -> Value {
    MATE_BOUND - 1 - ply as Value
}

/// The value of a mate too far from the root to be counted: above every evaluation, below every win by rule.
pub const FAR_MATE: Value = 30_000;

/// The least value of a win by rule, even when its plies are counted from another position than the root.
pub const LEAST_RULED: Value = ruled_in(2 * MAX_PLY);

/// Returns whether a value is a win for either side, by mate or by rule.
pub const fn is_decided(value: Value) -> bool {
    value.abs() >= LEAST_RULED
}

/// Returns whether a value is a win by rule for either side.
pub const fn is_ruled(value: Value) -> bool {
    is_decided(value) && !is_mate(value)
}

/// Returns whether a value is a mate for either side.
pub const fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_BOUND
}

/// A value for use outside the search, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Centipawns.
    Centipawns(i32),
    /// Plies to mate: positive if the side to move wins, negative if it loses, 0 if it is already mated.
    Mate(i32),
}

impl From<Value> for Score {
    fn from(value: Value) -> Score {
        if value >= MATE_BOUND {
            Score::Mate(MATE - value)
        } else if value <= -MATE_BOUND {
            Score::Mate(-MATE - value)
        } else {
            Score::Centipawns(value)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_plies() {
        assert_eq!(Score::from(mate_in(3)), Score::Mate(3));
        assert_eq!(Score::from(mated_in(4)), Score::Mate(-4));
        assert_eq!(Score::from(mated_in(0)), Score::Mate(0));
        assert_eq!(Score::from(-57), Score::Centipawns(-57));
    }

    #[test]
    fn a_win_by_rule_is_decided_but_not_a_mate() {
        assert!(!is_mate(ruled_in(0)) && is_decided(-ruled_in(MAX_PLY)) && ruled_in(0) < mate_in(MAX_PLY));
        assert!(is_ruled(LEAST_RULED) && is_ruled(-ruled_in(0)) && !is_ruled(mate_in(MAX_PLY)));
        assert!(!is_decided(FAR_MATE) && !is_decided(-FAR_MATE) && !is_decided(20_000));
    }
}
