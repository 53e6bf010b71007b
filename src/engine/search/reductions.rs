//! How much less deep late moves are searched.

use super::super::params as p;

const SIZE: usize = 64;

/// The natural logarithm of 1 to 63 in 1024ths, from the series of `atanh`: the same on every
/// machine, which the logarithm of a system library need not be.
const LOGARITHMS: [i32; SIZE] = {
    let mut table = [0; SIZE];
    let mut n = 1;
    while n < SIZE {
        table[n] = (logarithm(n as f64) * 1024.0) as i32;
        n += 1;
    }
    table
};

const fn logarithm(x: f64) -> f64 {
    let ratio = (x - 1.0) / (x + 1.0);
    let square = ratio * ratio;
    let (mut sum, mut power, mut k) = (0.0, ratio, 1.0);
    while k < 400.0 {
        sum += power / k;
        power *= square;
        k += 2.0;
    }
    2.0 * sum
}

/// Plies, in 1024ths, by which move number `count` (from 1) is reduced at `depth`.
#[inline]
pub fn late_move(depth: i32, count: usize) -> i32 {
    let depth = LOGARITHMS[depth.clamp(1, SIZE as i32 - 1) as usize];
    let count = LOGARITHMS[count.clamp(1, SIZE - 1)];
    p::LMR_BASE + (depth * count / 1024) * p::LMR_SCALE / 1024
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for n in [1, 2, 10, 63] {
            let expected = ((n as f64).ln() * 1024.0) as i32;
            assert!((LOGARITHMS[n] - expected).abs() <= 1, "{n}: {} {expected}", LOGARITHMS[n]);
        }
    }
}
