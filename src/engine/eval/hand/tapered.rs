//! Packs a value for the opening and one for the endgame into one number.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A value with all attackers on the board and one with none, in centipawns. One addition sums both: the upper
/// half of the number holds the opening, the lower half the endgame, each within ±32,767.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Tapered(i32);

/// Packs a value for the opening and one for the endgame.
pub const fn t(opening: i32, endgame: i32) -> Tapered {
    Tapered((opening << 16).wrapping_add(endgame))
}

impl Tapered {
    /// Returns the value with all attackers on the board.
    #[inline]
    pub const fn opening(self) -> i32 {
        // A negative endgame value has borrowed from the upper half.
        self.0.wrapping_add(0x8000) >> 16
    }

    /// Returns the value with no attackers on the board.
    #[inline]
    pub const fn endgame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// Returns the sum; usable in constants.
    #[inline]
    pub const fn plus(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_add(other.0))
    }

    /// Returns the value with the opposite sign; usable in constants.
    #[inline]
    pub const fn turned(self) -> Tapered {
        Tapered(self.0.wrapping_neg())
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline]
    fn add(self, other: Tapered) -> Tapered {
        self.plus(other)
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    #[inline]
    fn neg(self) -> Tapered {
        self.turned()
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline]
    fn mul(self, factor: i32) -> Tapered {
        Tapered(self.0.wrapping_mul(factor))
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}

impl fmt::Debug for Tapered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t({}, {})", self.opening(), self.endgame())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_are_independent() {
        for (a, b) in [(0, 0), (5, -7), (-5, 7), (-12_000, -12_001), (12_000, -1), (-1, 12_000)] {
            let value = t(a, b);
            assert_eq!((value.opening(), value.endgame()), (a, b));
            assert_eq!(value + t(3, -4), t(a + 3, b - 4));
            assert_eq!(value - t(3, -4), t(a - 3, b + 4));
            assert_eq!(-value, t(-a, -b));
            assert_eq!(value * -2, t(-2 * a, -2 * b));
        }
    }
}
