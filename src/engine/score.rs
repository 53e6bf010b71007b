//! Units of value.
//!
//! Inside the search a value is a [`Value`]: hundredths of a soldier from the side to move, with
//! mates packed at the ends of the range. Outside it is a [`Score`], which says which of the two it is.
//!
//! ```
//! use chuhe_engine::score::{DRAW, is_decided, mate_in};
//! use chuhe_engine::Score;
//! assert_eq!(Score::from(mate_in(3)), Score::Mate(3));
//! assert_eq!(Score::from(-35), Score::Centipawns(-35));
//! assert!(is_decided(mate_in(3)) && !is_decided(DRAW));
//! ```

/// Hundredths of a soldier, or a mate packed as [`MATE`] less the plies to it.
pub type Value = i32;

/// Longest path from the root, in plies.
pub const MAX_PLY: usize = 128;
/// The value of having taken the general.
pub const MATE: Value = 32_000;
/// Above every value.
pub const INFINITE: Value = MATE + 1;
/// Values beyond this are mates.
pub const MATE_BOUND: Value = MATE - MAX_PLY as Value;
/// The value of a draw.
pub const DRAW: Value = 0;

/// The value of being mated `ply` plies from the root.
pub const fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// The value of mating `ply` plies from the root.
pub const fn mate_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// The value of winning by the rules of repetition `ply` plies from the root, where the other side has
/// no better than to repeat: below every mate, above every evaluation.
pub const fn ruled_in(ply: usize) -> Value {
    MATE_BOUND - 1 - ply as Value
}

/// The value of a mate too far from the root to be counted: above every evaluation, below every win by rule.
pub const FAR_MATE: Value = 30_000;

/// The least value of a win by rule, also when it is counted from another ply than the root.
pub const LEAST_RULED: Value = ruled_in(2 * MAX_PLY);

/// Whether a value is a win for either side, by mate or by rule.
pub const fn is_decided(value: Value) -> bool {
    value.abs() >= LEAST_RULED
}

/// Whether a value is a win by rule for either side.
pub const fn is_ruled(value: Value) -> bool {
    is_decided(value) && !is_mate(value)
}

/// Whether a value is a mate for either side.
pub const fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_BOUND
}

/// A value as the world sees it, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a soldier.
    Centipawns(i32),
    /// Plies to the end of the game: positive when the side to move wins, negative when it loses;
    /// 0 when it has lost already.
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
    fn a_win_by_rule_is_no_mate() {
        assert!(!is_mate(ruled_in(0)) && is_decided(-ruled_in(MAX_PLY)) && ruled_in(0) < mate_in(MAX_PLY));
        assert!(is_ruled(LEAST_RULED) && is_ruled(-ruled_in(0)) && !is_ruled(mate_in(MAX_PLY)));
        assert!(!is_decided(FAR_MATE) && !is_decided(-FAR_MATE) && !is_decided(20_000));
    }
}
