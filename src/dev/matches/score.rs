//! The score of a match and its statistical error.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A result for the first engine; its number is its half points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Half {
    /// A lost game.
    Loss,
    /// A drawn game.
    Draw,
    /// A won game.
    Win,
}

/// Results of pairs of games from the same opening with colours swapped. The advantage of an opening cancels out
/// within a pair, so errors are computed from pairs instead of single games.
#[derive(Clone, Default, Debug)]
pub struct Score {
    wins: u32,
    draws: u32,
    losses: u32,
    /// The number of pairs by half points.
    pairs: [u32; 5],
}

/// An estimate with the bounds of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Score {
    /// Adds the two games of an opening.
    pub fn add(&mut self, pair: [Half; 2]) {
        for half in pair {
            match half {
                Half::Win => self.wins += 1,
                Half::Draw => self.draws += 1,
                Half::Loss => self.losses += 1,
            }
        }
        self.pairs[pair[0] as usize + pair[1] as usize] += 1;
    }

    /// Returns the numbers of games won, drawn and lost.
    pub fn counts(&self) -> [u32; 3] {
        [self.wins, self.draws, self.losses]
    }

    /// Returns the number of games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the number of pairs by half points.
    pub fn pairs(&self) -> [u32; 5] {
        self.pairs
    }

    /// Returns the mean share of the points, 0 to 1, and its standard error; one half before the first pair.
    fn mean(&self) -> (f64, f64) {
        let count = f64::from(self.pairs.iter().sum::<u32>());
        if count == 0.0 {
            return (0.5, 0.0);
        }
        let points = |half: usize| half as f64 / 4.0;
        let mean =
            self.pairs.iter().enumerate().map(|(half, n)| points(half) * f64::from(*n)).sum::<f64>() / count;
        let square = |(half, n): (usize, &u32)| (points(half) - mean).powi(2) * f64::from(*n);
        let variance = self.pairs.iter().enumerate().map(square).sum::<f64>() / (count - 1.0).max(1.0);
        (mean, (variance / count).sqrt())
    }

    /// Returns the share of the points, 0 to 1.
    pub fn share(&self) -> Estimate {
        let (mean, error) = self.mean();
        let reach = 1.96 * error;
        Estimate { value: mean, low: (mean - reach).max(0.0), high: (mean + reach).min(1.0) }
    }

    /// Returns the likelihood of superiority: the probability that the first engine is the stronger one, by the
    /// normal distribution.
    pub fn superiority(&self) -> f64 {
        let (mean, error) = self.mean();
        let surplus = mean - 0.5;
        if surplus == 0.0 { 0.5 } else { normal(surplus / error) }
    }

    /// Returns the difference of strength in Elo points.
    pub fn elo(&self) -> Estimate {
        // Adding zero turns -0 into 0.
        let elo = |share: f64| -400.0 * (1.0 / share - 1.0).log10() + 0.0;
        let Estimate { value, low, high } = self.share();
        Estimate { value: elo(value), low: elo(low), high: elo(high) }
    }
}

/// Returns the share of a normal distribution below `x` standard deviations, by formula 7.1.26 of Abramowitz and
/// Stegun, accurate to seven digits.
fn normal(x: f64) -> f64 {
    let reach = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * reach);
    let terms = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let tail = terms.iter().fold(0.0, |sum, term| (sum + term) * t) * (-reach * reach).exp();
    if x < 0.0 { tail / 2.0 } else { 1.0 - tail / 2.0 }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.games() == 0 {
            return f.write_str("no pair of games is whole");
        }
        let (share, elo) = (self.share().value * 100.0, self.elo());
        write!(f, "{} games +{} ={} -{} ({share:.1} %)", self.games(), self.wins, self.draws, self.losses)?;
        write!(f, ", Elo {:+.1} (95 %: {:+.1} to {:+.1})", elo.value, elo.low, elo.high)?;
        write!(f, ", LOS {:.1} %, pairs {:?}", self.superiority() * 100.0, self.pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_match_is_zero_within_its_error() {
        let mut score = Score::default();
        for pair in [
            [Half::Win, Half::Loss],
            [Half::Draw, Half::Draw],
            [Half::Win, Half::Draw],
            [Half::Loss, Half::Draw],
        ] {
            score.add(pair);
        }
        let elo = score.elo();
        assert!(elo.value.abs() < 1e-9 && (elo.low + elo.high).abs() < 1e-9 && elo.high > 10.0);
    }

    #[test]
    fn three_points_of_four_are_191_elo() {
        let mut score = Score::default();
        score.add([Half::Win, Half::Draw]);
        assert!((score.elo().value - 190.85).abs() < 0.01);
    }

    /// Counts and results are from fastchess' own tests of its estimates (`elo_test.cpp`). It divides the variance by
    /// the number of pairs, not by one less, so its error is a little smaller.
    #[test]
    fn published_pentanomial_estimates_are_found() {
        for (pairs, value, reach, superiority) in [
            ([34, 54, 63, 64, 75], 55.58, 27.65, 1.0),
            ([332, 433, 498, 333, 334], -8.64, 10.33, 0.0505),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, 0.0),
        ] {
            let score = Score { pairs, ..Score::default() };
            let elo = score.elo();
            assert!((elo.value - value).abs() < 0.01, "{elo:?}");
            assert!(((elo.high - elo.low) / 2.0 - reach).abs() < 0.06, "{elo:?}");
            assert!((score.superiority() - superiority).abs() < 1e-3, "{}", score.superiority());
        }
    }

    #[test]
    fn the_normal_distribution_of_the_tables() {
        for (x, share) in [(0.0, 0.5), (1.0, 0.841_345), (-1.0, 0.158_655), (1.96, 0.975_002), (9.0, 1.0)] {
            assert!((normal(x) - share).abs() < 1e-6, "{x}");
        }
        let mut score = Score::default();
        assert_eq!(score.superiority(), 0.5);
        score.add([Half::Win, Half::Win]);
        assert_eq!(score.superiority(), 1.0);
    }

    #[test]
    fn a_clean_sweep_has_no_bound() {
        let mut score = Score::default();
        score.add([Half::Win, Half::Win]);
        assert_eq!(score.elo().value, f64::INFINITY);
    }
}
