//! Fits the curve from scores to chances (`src/engine/wdl.rs`) to the results of games.
//!
//! Every scored ply gives the score of its side and that side's result. The curve of the greatest likelihood is
//! searched for among whole numbers, first in large steps and then in small ones.

use super::games;
use clap::Args;
use std::path::PathBuf;

/// Width of a bin of scores, in centipawns.
const WIDTH: i32 = 10;
/// The greatest score in centipawns that counts; beyond it games are decided.
const REACH: i32 = 1_500;
/// Number of bins on either side of the one around 0.
const BINS: i32 = REACH / WIDTH;
/// Step sizes of the search, in centipawns.
const STEPS: [i32; 3] = [25, 5, 1];

/// Fit the curve from scores to chances to files of games.
#[derive(Args)]
pub struct Chances {
    /// Files that `datagen` has written
    #[arg(long, num_args = 1.., required = true)]
    data: Vec<PathBuf>,
}

/// A logistic curve of the chance to win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Curve {
    even: i32,
    spread: i32,
}

/// Lost, drawn and won plies by score.
struct Tally(Vec<[u64; 3]>);

impl Chances {
    /// Fits the curve and prints it. Returns true if the files could be read.
    pub fn run(&self) -> bool {
        let mut tally = Tally::new();
        for path in &self.data {
            match games::read(path) {
                Ok(games) => games.iter().for_each(|game| tally.count(game)),
                Err(trouble) => {
                    eprintln!("error: {}: {trouble}", path.display());
                    return false;
                }
            }
        }
        let curve = tally.fit();
        println!("EVEN {}, SPREAD {}", curve.even, curve.spread);
        println!("score: plies, won and drawn in thousandths as counted, and by the curve");
        for bin in (0..=BINS).step_by(BINS as usize / 15) {
            let counted = tally.0[(bin + BINS) as usize];
            let all = counted.iter().sum::<u64>().max(1);
            let [_, drawn, won] = counted.map(|count| count * 1000 / all);
            let [_, even, win] = curve.chances(bin * WIDTH).map(|chance| (chance * 1000.0) as u64);
            println!("{:5}: {all:8} {won:5} {drawn:5} {win:5} {even:5}", bin * WIDTH);
        }
        true
    }
}

impl Tally {
    fn new() -> Tally {
        Tally(vec![[0; 3]; 2 * BINS as usize + 1])
    }

    fn count(&mut self, game: &games::Played) {
        for (index, (_, score)) in game.plies.iter().enumerate() {
            let score = i32::from(*score);
            let bin = (score + WIDTH * (score.signum()) / 2) / WIDTH;
            if bin.abs() <= BINS {
                let outcome = if index % 2 == 0 { game.result } else { 2 - game.result };
                self.0[(bin + BINS) as usize][usize::from(outcome)] += 1;
            }
        }
    }

    /// Finds the curve of the greatest likelihood.
    fn fit(&self) -> Curve {
        let mut best = Curve { even: 200, spread: 100 };
        for step in STEPS {
            loop {
                let before = best;
                for (even, spread) in [(step, 0), (-step, 0), (0, step), (0, -step)] {
                    let next =
                        Curve { even: (best.even + even).max(0), spread: (best.spread + spread).max(1) };
                    if self.cost(next) < self.cost(best) {
                        best = next;
                    }
                }
                if best == before {
                    break;
                }
            }
        }
        best
    }

    /// Returns minus the logarithm of the likelihood.
    fn cost(&self, curve: Curve) -> f64 {
        let of_bin = |(index, counts): (usize, &[u64; 3])| {
            let chances = curve.chances((index as i32 - BINS) * WIDTH);
            counts
                .iter()
                .zip(chances)
                .map(|(count, chance)| -(*count as f64) * chance.max(1e-9).ln())
                .sum::<f64>()
        };
        self.0.iter().enumerate().map(of_bin).sum()
    }
}

impl Curve {
    /// Returns the chances to lose, to draw and to win at a score in centipawns.
    fn chances(self, score: i32) -> [f64; 3] {
        let win = |score: i32| 1.0 / (1.0 + (f64::from(self.even - score) / f64::from(self.spread)).exp());
        let (won, lost) = (win(score), win(-score));
        [lost, 1.0 - won - lost, won]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_found_again_in_what_it_makes() {
        let curve = Curve { even: 137, spread: 61 };
        let mut tally = Tally::new();
        for bin in -BINS..=BINS {
            tally.0[(bin + BINS) as usize] = curve.chances(bin * WIDTH).map(|chance| (chance * 1e6) as u64);
        }
        assert_eq!(tally.fit(), curve);
    }

    #[test]
    fn results_are_counted_for_the_side_that_moved() {
        let mv = "h2e2".parse().expect("a move");
        let mut tally = Tally::new();
        tally.count(&games::Played { result: 2, plies: vec![(mv, 14), (mv, -16), (mv, games::UNSCORED)] });
        assert_eq!(tally.0[(BINS + 1) as usize], [0, 0, 1]);
        assert_eq!(tally.0[(BINS - 2) as usize], [1, 0, 0]);
        assert_eq!(tally.0.iter().flatten().sum::<u64>(), 2);
    }
}
