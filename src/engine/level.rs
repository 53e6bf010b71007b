//! Playing weaker on purpose.
//!
//! A level below the top searches a fixed number of nodes, several root moves at once, and adds noise
//! to their values before it chooses. The noise comes from a seed and the position, so that the same
//! level, seed and game give the same move on every machine.

use super::limits::Limits;
use super::score::Value;
use std::time::Duration;

/// The lowest level.
pub const MIN: u8 = 1;
/// The level that plays at full strength.
pub const MAX: u8 = 10;

/// How a level plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Greatest depth in plies.
    pub depth: i32,
    /// Greatest number of nodes.
    pub nodes: u64,
    /// Half the span of the noise, in hundredths of a soldier.
    pub noise: Value,
}

/// Levels 1 to 9; 10 is full strength.
const LEVELS: [Level; 9] = [
    Level { depth: 1, nodes: 300, noise: 320 },
    Level { depth: 2, nodes: 1_000, noise: 200 },
    Level { depth: 3, nodes: 3_000, noise: 130 },
    Level { depth: 4, nodes: 8_000, noise: 80 },
    Level { depth: 5, nodes: 20_000, noise: 50 },
    Level { depth: 7, nodes: 50_000, noise: 25 },
    Level { depth: 9, nodes: 120_000, noise: 10 },
    Level { depth: 12, nodes: 350_000, noise: 0 },
    Level { depth: 64, nodes: 1_000_000, noise: 0 },
];

/// What the top level thinks when nothing else limits it.
const TOP_TIME: Duration = Duration::from_millis(3000);

/// How many root moves a level with noise chooses among.
pub const CANDIDATES: usize = 8;

impl Level {
    /// The level with this number; `None` for the top one and for numbers out of range.
    pub fn numbered(number: u8) -> Option<Level> {
        LEVELS.get(usize::from(number).checked_sub(1)?).copied()
    }
}

/// The limits of a level, narrowed by what was asked for besides.
pub fn limits(number: u8, asked: Limits) -> Limits {
    let Some(level) = Level::numbered(number) else {
        let is_limited = asked != Limits::default();
        return if is_limited { asked } else { Limits { movetime: Some(TOP_TIME), ..asked } };
    };
    Limits {
        depth: Some(asked.depth.map_or(level.depth, |depth| depth.min(level.depth))),
        nodes: Some(asked.nodes.map_or(level.nodes, |nodes| nodes.min(level.nodes))),
        ..asked
    }
}

/// The index of the candidate with the greatest value after noise.
///
/// `values` are those of the candidates, best first. A forced mate within sight is always played.
pub fn choose(values: &[Value], level: Level, seed: u64, key: u64) -> usize {
    let best = values.first().copied().unwrap_or_default();
    if level.noise == 0 || super::score::is_mate(best) {
        return 0;
    }
    let mut state = seed ^ key;
    let noisy = values.iter().map(|value| value + noise(&mut state, level.noise)).enumerate();
    noisy.max_by_key(|(index, value)| (*value, -(*index as i32))).map_or(0, |(index, _)| index)
}

/// A number from `-span` to `span`, small ones likelier: the mean of two even ones.
fn noise(state: &mut u64, span: Value) -> Value {
    let mut even = || {
        *state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        ((*state >> 33) % (2 * span as u64 + 1)) as Value - span
    };
    (even() + even()) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_grow() {
        assert!(
            LEVELS.windows(2).all(|pair| pair[0].nodes < pair[1].nodes && pair[0].noise >= pair[1].noise)
        );
    }

    #[test]
    fn the_same_seed_chooses_the_same_move() {
        let level = LEVELS[0];
        let values = [50, 40, 30, 20];
        let choices: Vec<usize> = (0..50).map(|seed| choose(&values, level, seed, 99)).collect();
        let again: Vec<usize> = (0..50).map(|seed| choose(&values, level, seed, 99)).collect();
        assert_eq!(choices, again);
        assert!((0..4).all(|index| choices.contains(&index)));
    }

    #[test]
    fn a_mate_is_played_at_every_level() {
        let values = [super::super::score::mate_in(1), 900];
        assert!((0..50).all(|seed| choose(&values, LEVELS[0], seed, 1) == 0));
    }
}
