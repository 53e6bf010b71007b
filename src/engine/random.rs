//! Pseudo-random numbers that depend only on a seed and are the same on every machine.

/// Returns a pseudo-random number for a value: the output step of SplitMix64, after Steele, Lea and Flood
/// (2014).
pub const fn mix(value: u64) -> u64 {
    let mixed = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// Returns a number from 0 to `end` - 1 that depends only on `value`.
pub const fn below(value: u64, end: u32) -> u32 {
    (((mix(value) >> 32) * end as u64) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_uniform_below_their_end() {
        let mut seen = [0; 7];
        (0..7_000).for_each(|value| seen[below(value, 7) as usize] += 1);
        assert!(seen.iter().all(|count| (900..1_100).contains(count)), "{seen:?}");
    }
}
