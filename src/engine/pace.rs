//! Adapts the time for a move to its difficulty.
//!
//! A best move that stays the same over several iterations and takes nearly all nodes is played early. A best
//! move that has just changed, or whose value falls, gets more time.

use super::score::Value;
use chuhe_rules::types::Move;

/// `[iterations since the best move changed, at most 5]`: the factor for the time.
const STABILITY: [f64; 6] = [1.8, 1.35, 1.1, 0.95, 0.85, 0.75];
/// Fall of the value, in centipawns, that doubles the time.
const FALL: f64 = 70.0;
/// Least and greatest factor for a rising or falling value.
const TREND: (f64, f64) = (0.85, 1.9);
/// The factor for a best move that took no nodes, and the reduction of the factor for one that took all nodes.
const EFFORT: (f64, f64) = (1.4, 0.75);
/// Least and greatest total factor.
const RANGE: (f64, f64) = (0.35, 2.6);

/// The difficulty of a move according to the iterations so far.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Pace {
    best: Option<Move>,
    /// Iterations since the best move changed.
    stable: usize,
    /// A mean of the values so far, with more weight for later ones.
    mean: Option<f64>,
    trend: f64,
    effort: f64,
}

impl Pace {
    /// Records an iteration: its best move, the value of that move, and the share of all nodes spent on it, 0
    /// to 1.
    pub fn note(&mut self, best: Move, value: Value, share: f64) {
        self.stable = if self.best == Some(best) { self.stable + 1 } else { 0 };
        self.best = Some(best);
        let value = f64::from(value);
        let mean = self.mean.unwrap_or(value);
        self.trend = (1.0 + (mean - value) / FALL).clamp(TREND.0, TREND.1);
        self.mean = Some((mean + value) / 2.0);
        self.effort = EFFORT.0 - EFFORT.1 * share.clamp(0.0, 1.0);
    }

    /// Returns the factor for the planned time of the move.
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
    fn factor_is_one_before_the_first_iteration() {
        assert_eq!(after(&[]), 1.0);
    }

    #[test]
    fn a_clear_and_steady_move_is_played_early() {
        assert!(after(&[("h2e2", 30, 0.95); 8]) < 0.6);
    }

    #[test]
    fn a_changed_best_move_takes_longer() {
        let steady = after(&[("h2e2", 30, 0.5); 6]);
        let changed = after(&[("h2e2", 30, 0.5), ("h2e2", 30, 0.5), ("b0c2", 35, 0.4)]);
        assert!(changed > 1.5 && changed > 2.0 * steady, "{changed} {steady}");
    }

    #[test]
    fn a_falling_value_takes_longer_up_to_the_limit() {
        let steady = after(&[("h2e2", 30, 0.6); 5]);
        let mut falling = vec![("h2e2", 30, 0.6); 4];
        falling.push(("h2e2", -60, 0.6));
        assert!(after(&falling) > 1.5 * steady);
        falling.push(("b0c2", -20_000, 0.1));
        assert_eq!(after(&falling), RANGE.1);
    }
}
