//! A set of points in two words, split at the river.
//!
//! Word 0 holds ranks 0 to 4 and word 1 ranks 5 to 9, 45 bits each, so that neither a rank nor a half of a file
//! crosses a word. In measurements `u128` arithmetic was about 30 % slower, also in native code.
//!
//! ```
//! use chuhe_rules::bitboard::Bitboard;
//! use chuhe_rules::Square;
//! let corners: Bitboard = ["a0", "i0", "a9", "i9"].map(|name| name.parse::<Square>().unwrap()).into_iter().collect();
//! assert_eq!(corners.count(), 4);
//! assert_eq!(corners.into_iter().map(|square| square.to_string()).next().as_deref(), Some("a0"));
//! ```

use super::types::{POINTS, Square};
use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// Bits in use in each word.
const WORD: u64 = (1 << 45) - 1;
/// One bit for each rank of one half of the board, on file a.
const FILE_A: u64 = 1 | 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36;
/// Multiplier that gathers the bits of [`FILE_A`] into bits 32 to 36 of the product, without carries: bit `9j` times
/// `2^(32 - 8i)` lands on `32 + j + 8(j - i)`, which is different for every pair.
const GATHER: u64 = 1 << 32 | 1 << 24 | 1 << 16 | 1 << 8 | 1;

/// Five bits spread over five ranks, on file a: `SPREAD[b]` has bit `9 * i` for each bit `i` of `b`.
const SPREAD: [u64; 32] = {
    let mut table = [0; 32];
    let mut bits = 0;
    while bits < 32 {
        let mut i = 0;
        while i < 5 {
            if bits >> i & 1 == 1 {
                table[bits] |= 1 << (9 * i);
            }
            i += 1;
        }
        bits += 1;
    }
    table
};

/// The set of each single point, `[point]`.
static POINT_SETS: [Bitboard; POINTS] = {
    let mut table = [Bitboard::EMPTY; POINTS];
    let mut index = 0;
    while index < POINTS {
        table[index].0[index / 45] = 1 << (index % 45);
        index += 1;
    }
    table
};

/// A set of points.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Bitboard(pub [u64; 2]);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Bitboard = Bitboard([0, 0]);
    /// All 90 points.
    pub const FULL: Bitboard = Bitboard([WORD, WORD]);

    /// Returns the set of one point.
    #[inline]
    pub const fn of(square: Square) -> Bitboard {
        POINT_SETS[square.index()]
    }

    /// Returns whether the point is in the set.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        let index = square.index();
        let (word, bit) = if index < 45 { (self.0[0], index) } else { (self.0[1], index - 45) };
        word >> bit & 1 == 1
    }

    /// Returns the set with one more point, usable in constants.
    #[inline]
    pub const fn with(self, square: Square) -> Bitboard {
        let one = Bitboard::of(square);
        Bitboard([self.0[0] | one.0[0], self.0[1] | one.0[1]])
    }

    /// Returns the set without one point.
    #[inline]
    pub const fn without(self, square: Square) -> Bitboard {
        let one = Bitboard::of(square);
        Bitboard([self.0[0] & !one.0[0], self.0[1] & !one.0[1]])
    }

    /// Returns whether no point is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// Returns the number of points in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    /// Returns the number of points in the set with a lower index than `square`.
    pub const fn count_below(self, square: Square) -> u32 {
        let (index, [lo, hi]) = (square.index(), self.0);
        if index < 45 {
            (lo & ((1 << index) - 1)).count_ones()
        } else {
            lo.count_ones() + (hi & ((1 << (index - 45)) - 1)).count_ones()
        }
    }

    /// Returns whether more than one point is in the set.
    #[inline]
    pub const fn many(self) -> bool {
        let [lo, hi] = self.0;
        lo & lo.wrapping_sub(1) != 0 || hi & hi.wrapping_sub(1) != 0 || (lo != 0 && hi != 0)
    }

    /// Returns the point with the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0[0] != 0 {
            Square::try_index(self.0[0].trailing_zeros() as usize)
        } else if self.0[1] != 0 {
            Square::try_index(self.0[1].trailing_zeros() as usize + 45)
        } else {
            None
        }
    }

    /// Returns the nine bits of a rank, file a in bit 0.
    #[inline]
    pub const fn rank_bits(self, rank: u8) -> usize {
        let (word, row) = if rank < 5 { (self.0[0], rank) } else { (self.0[1], rank - 5) };
        (word >> (row * 9) & 511) as usize
    }

    /// Returns the ten bits of a file, rank 0 in bit 0.
    #[inline]
    pub const fn file_bits(self, file: u8) -> usize {
        let lo = ((self.0[0] >> file & FILE_A).wrapping_mul(GATHER) >> 32) & 31;
        let hi = ((self.0[1] >> file & FILE_A).wrapping_mul(GATHER) >> 32) & 31;
        (lo | hi << 5) as usize
    }

    /// Returns the set of points of a rank that is given as nine bits, file a in bit 0.
    #[inline]
    pub const fn from_rank_bits(rank: u8, bits: u64) -> Bitboard {
        if rank < 5 { Bitboard([bits << (rank * 9), 0]) } else { Bitboard([0, bits << ((rank - 5) * 9)]) }
    }

    /// Returns the set of points of a file that is given as ten bits, rank 0 in bit 0.
    #[inline]
    pub const fn from_file_bits(file: u8, bits: usize) -> Bitboard {
        Bitboard([SPREAD[bits & 31] << file, SPREAD[bits >> 5 & 31] << file])
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1]])
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard([!self.0[0] & WORD, !self.0[1] & WORD])
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Bitboard) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Bitboard) {
        *self = *self | other;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Bitboard) {
        *self = *self ^ other;
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

/// An iterator over the points of a set in index order.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;
    #[inline]
    fn next(&mut self) -> Option<Square> {
        let [lo, hi] = &mut self.0.0;
        let (word, base) = if *lo != 0 { (lo, 0) } else { (hi, 45) };
        if *word == 0 {
            return None;
        }
        let index = word.trailing_zeros() + base;
        *word &= *word - 1;
        Some(Square::from_bit(index))
    }

    /// Loops over one word after the other, which is quicker than selecting the word at each point.
    #[inline]
    fn fold<B, F: FnMut(B, Square) -> B>(self, init: B, mut f: F) -> B {
        let mut value = init;
        for (mut word, base) in self.0.0.into_iter().zip([0, 45]) {
            while word != 0 {
                value = f(value, Square::from_bit(word.trailing_zeros() + base));
                word &= word - 1;
            }
        }
        value
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
