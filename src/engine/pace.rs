//! How fast to play: whether a move needs more or less of the time planned for it.
//!
//! A best move that has stayed the same, iteration after iteration, and took nearly all nodes is played
//! early. One that has just changed, or whose value falls, is thought over for longer.

use super::score::Value;
use chuhe_rules::types::Move;

/// `[iterations since the best move changed]`, the last one for all more: what to multiply the time by.
const STABILITY: [f64; 6] = [1.8, 1.35, 1.1, 0.95, 0.85, 0.75];
/// A fall by so many hundredths of a soldier doubles the time.
const FALL: f64 = 70.0;
/// Least and greatest factor for a value that rises or falls.
const TREND: (f64, f64) = (0.85, 1.9);
/// The factor of a best move that took no nodes, and how much less it is when it took all.
const EFFORT: (f64, f64) = (1.4, 0.75);
/// Least and greatest factor in all.
const RANGE: (f64, f64) = (0.35, 2.6);

/// What the iterations so far tell of the difficulty of a move.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Pace {
    best: Option<Move>,
    /// Iterations since the best move changed.
    stable: usize,
    /// A mean of the values so far, the later ones weighing more.
    mean: Option<f64>,
    trend: f64,
    effort: f64,
}

impl Pace {
    /// Notes an iteration: its best move, that move's value, and the share of all nodes that were spent on
    /// that move, 0 to 1.
    pub fn note(&mut self, best: Move, value: Value, share: f64) {
        self.stable = if self.best == Some(best) { self.stable + 1 } else { 0 };
        self.best = Some(best);
        let value = f64::from(value);
        let mean = self.mean.unwrap_or(value);
        self.trend = (1.0 + (mean - value) / FALL).clamp(TREND.0, TREND.1);
        self.mean = Some((mean + value) / 2.0);
        self.effort = EFFORT.0 - EFFORT.1 * share.clamp(0.0, 1.0);
    }

    /// What to multiply the time planned for the move by.
    pub fn factor(&self) -> f64 {
        if self.best.is_none() {
            return 1.0;
        }
        let stability = STABILITY[self.stable.min(STABILITY.len() - 1)];
        (stability * self.trend * self.effort).clamp(RANGE.0, RANGE.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(iterations: &[(&str, Value, f64)]) -> f64 {
        let mut pace = Pace::default();
        for (mv, value, share) in iterations {
            pace.note(mv.parse().unwrap(), *value, *share);
        }
        pace.factor()
    }

    #[test]
    fn nothing_known_leaves_the_plan_as_it_is() {
        assert_eq!(after(&[]), 1.0);
    }

    #[test]
    fn a_clear_and_steady_move_is_played_early() {
        assert!(after(&[("h2e2", 30, 0.95); 8]) < 0.6);
    }

    #[test]
    fn a_change_of_mind_takes_longer() {
        let steady = after(&[("h2e2", 30, 0.5); 6]);
        let changed = after(&[("h2e2", 30, 0.5), ("h2e2", 30, 0.5), ("b0c2", 35, 0.4)]);
        assert!(changed > 1.5 && changed > 2.0 * steady, "{changed} {steady}");
    }

    #[test]
    fn a_falling_value_takes_longer_but_not_for_ever() {
        let steady = after(&[("h2e2", 30, 0.6); 5]);
        let mut falling = vec![("h2e2", 30, 0.6); 4];
        falling.push(("h2e2", -60, 0.6));
        assert!(after(&falling) > 1.5 * steady);
        falling.push(("b0c2", -20_000, 0.1));
        assert_eq!(after(&falling), RANGE.1);
    }
}
