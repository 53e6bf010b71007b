//! The sequential probability ratio test, which plays until one of two claims is accepted.
//!
//! The claims are that the first engine is stronger by `elo0` and by `elo1` Elo points. The test counts pairs of
//! games (a pentanomial distribution). The ratio is the generalised one: under each claim it uses the distribution
//! with this mean that makes the counted pairs most likely. It follows Michel Van den Bergh, "A practical
//! introduction to the GSPRT", and for the maximum under a given mean his "Comments on normalized Elo". The bounds
//! are Wald's, with both errors at 5 %.

use std::fmt;
use std::str::FromStr;

/// The probability of an error of either kind.
const ERROR: f64 = 0.05;
/// The count used for a result that has not occurred, so that no result is impossible.
const UNSEEN: f64 = 1e-3;
/// The number of halvings of the interval that contains the multiplier.
const HALVINGS: u32 = 100;

/// The two claims, as differences in Elo points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Neither claim is accepted yet.
    Open,
    /// The first claim is accepted.
    Lower,
    /// The second claim is accepted.
    Upper,
}

impl FromStr for Sprt {
    type Err = String;

    /// Reads `0,5`.
    fn from_str(text: &str) -> Result<Sprt, String> {
        let numbers = text.split_once(',').and_then(|(low, high)| {
            let number = |part: &str| part.trim().parse::<f64>().ok().filter(|number| number.abs() < 1000.0);
            number(low).zip(number(high))
        });
        match numbers {
            Some((elo0, elo1)) if elo0 < elo1 => Ok(Sprt { elo0, elo1 }),
            _ => Err(format!("'{text}' is not ELO0,ELO1 with the smaller first, such as 0,5")),
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.elo0, self.elo1)
    }
}

impl Sprt {
    /// Returns the logarithm of the likelihood ratio of the claims. `pairs` counts pairs by half points.
    pub fn ratio(&self, pairs: [u32; 5]) -> f64 {
        let counts = pairs.map(|count| f64::from(count).max(UNSEEN));
        if pairs == [0; 5] {
            return 0.0;
        }
        let [low, high] = [self.elo0, self.elo1].map(|elo| likely(counts, share(elo)));
        (0..5).map(|half| counts[half] * (high[half] / low[half]).ln()).sum()
    }

    /// Returns the log-likelihood ratio at or above which the second claim is accepted. The first claim is accepted at
    /// or below its negative.
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    /// Returns the decision after these pairs.
    pub fn decision(&self, pairs: [u32; 5]) -> Decision {
        match self.ratio(pairs) {
            ratio if ratio >= Sprt::bound() => Decision::Upper,
            ratio if ratio <= -Sprt::bound() => Decision::Lower,
            _ => Decision::Open,
        }
    }

    /// Formats the state of the test as a line.
    pub fn line(&self, pairs: [u32; 5]) -> String {
        let state = match self.decision(pairs) {
            Decision::Open => "open",
            Decision::Lower => "the lower claim is accepted",
            Decision::Upper => "the upper claim is accepted",
        };
        let (ratio, bound) = (self.ratio(pairs), Sprt::bound());
        format!("SPRT {self}: LLR {ratio:.2} (-{bound:.2} to {bound:.2}), {state}")
    }
}

/// Returns the share of the points that a difference in Elo predicts.
fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Returns the distribution with this mean under which the counts are most likely. Each share is divided by `1 + x
/// (points - mean)`, with the only x that gives the mean.
fn likely(counts: [f64; 5], mean: f64) -> [f64; 5] {
    let total: f64 = counts.iter().sum();
    let surplus = |half: usize| half as f64 / 4.0 - mean;
    let weight = |half: usize, x: f64| counts[half] / total / (1.0 + x * surplus(half));
    let (mut low, mut high) = (-1.0 / surplus(4), -1.0 / surplus(0));
    for _ in 0..HALVINGS {
        let x = f64::midpoint(low, high);
        if (0..5).map(|half| weight(half, x) * surplus(half)).sum::<f64>() > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    let x = f64::midpoint(low, high);
    std::array::from_fn(|half| weight(half, x))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(text: &str) -> Sprt {
        text.parse().expect("two numbers")
    }

    /// Counts and results are from fastchess' own tests of its SPRT (`sprt_test.cpp`).
    #[test]
    fn published_ratios_are_found() {
        for (claims, pairs, ratio) in [
            ("0.5,2.5", [223, 9863, 21_279, 10_037, 246], -3.07),
            ("0,2", [871, 26_175, 55_983, 26_678, 821], -4.98),
        ] {
            let found = sprt(claims).ratio(pairs);
            assert!((found - ratio).abs() < 0.01, "{claims}: {found}");
        }
    }

    #[test]
    fn the_likely_distribution_has_its_mean_and_sums_to_one() {
        for mean in [0.3, 0.5, 0.9] {
            let found = likely([3.0, 10.0, UNSEEN, 9.0, 2.0], mean);
            let sum: f64 = found.iter().sum();
            let points: f64 = found.iter().enumerate().map(|(half, share)| share * half as f64 / 4.0).sum();
            assert!((sum - 1.0).abs() < 1e-9 && (points - mean).abs() < 1e-9, "{found:?}");
        }
    }

    /// If w of n pairs are won and the rest lost, the likelihood under mean m is m^w (1 - m)^(n - w), so the ratio
    /// has a closed form.
    #[test]
    fn pairs_won_or_lost_whole_have_a_binomial_ratio() {
        let (pairs, test) = ([40, 0, 0, 0, 60], sprt("0,50"));
        let by_hand = 60.0 * (share(50.0) / 0.5).ln() + 40.0 * ((1.0 - share(50.0)) / 0.5).ln();
        assert!((test.ratio(pairs) - by_hand).abs() < 0.01, "{} {by_hand}", test.ratio(pairs));
    }

    #[test]
    fn a_test_is_decided_at_its_bounds_and_symmetrical() {
        assert!((Sprt::bound() - 2.944).abs() < 1e-3);
        let test = sprt("-5,5");
        assert_eq!(test.ratio([0; 5]), 0.0);
        assert!((test.ratio([1, 2, 9, 4, 3]) + test.ratio([3, 4, 9, 2, 1])).abs() < 1e-6);
        assert_eq!(test.decision([100, 0, 0, 0, 400]), Decision::Upper);
        assert_eq!(test.decision([400, 0, 0, 0, 100]), Decision::Lower);
        assert_eq!(test.decision([1, 2, 3, 2, 1]), Decision::Open);
    }

    #[test]
    fn claims_are_two_numbers_in_order() {
        for bad in ["", "0", "5,0", "a,b", "0,0", "0,5,9", "0,1e9"] {
            assert!(bad.parse::<Sprt>().is_err(), "{bad}");
        }
    }
}
