//! Results of a match: the score, and how much of it may be luck.

use std::fmt;

/// A result for the first engine; as a number, its half points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Half {
    /// Lost.
    Loss,
    /// Drawn.
    Draw,
    /// Won.
    Win,
}

/// Results of pairs of games from the same opening with colours swapped. The luck of an opening
/// falls out of a pair, so the error is that of the pairs, not of single games.
#[derive(Clone, Default, Debug)]
pub struct Score {
    wins: u32,
    draws: u32,
    losses: u32,
    /// `[half points]`: how many pairs earned so many.
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

    /// Games won, drawn and lost.
    pub fn counts(&self) -> [u32; 3] {
        [self.wins, self.draws, self.losses]
    }

    /// Games played.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, 0 to 1.
    pub fn share(&self) -> Estimate {
        let count = f64::from(self.pairs.iter().sum::<u32>()).max(1.0);
        let points = |half: usize| half as f64 / 4.0;
        let mean =
            self.pairs.iter().enumerate().map(|(half, n)| points(half) * f64::from(*n)).sum::<f64>() / count;
        let square = |(half, n): (usize, &u32)| (points(half) - mean).powi(2) * f64::from(*n);
        let variance = self.pairs.iter().enumerate().map(square).sum::<f64>() / (count - 1.0).max(1.0);
        let reach = 1.96 * (variance / count).sqrt();
        Estimate { value: mean, low: (mean - reach).max(0.0), high: (mean + reach).min(1.0) }
    }

    /// The difference of strength in Elo points.
    pub fn elo(&self) -> Estimate {
        let elo = |share: f64| -400.0 * (1.0 / share - 1.0).log10();
        let Estimate { value, low, high } = self.share();
        Estimate { value: elo(value), low: elo(low), high: elo(high) }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (share, elo) = (self.share().value * 100.0, self.elo());
        write!(f, "{} games +{} ={} -{} ({share:.1} %)", self.games(), self.wins, self.draws, self.losses)?;
        write!(f, ", Elo {:+.1} (95 %: {:+.1} to {:+.1})", elo.value, elo.low, elo.high)?;
        write!(f, ", pairs {:?}", self.pairs)
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

    #[test]
    fn a_clean_sweep_has_no_bound() {
        let mut score = Score::default();
        score.add([Half::Win, Half::Win]);
        assert_eq!(score.elo().value, f64::INFINITY);
    }
}
