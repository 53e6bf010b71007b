//! Measures the difficulty of a puzzle: the level of the engine at which half of the attempts solve it.
//!
//! Each level tries each puzzle a few times with different seeds. If the share of solutions grows with the level, the
//! level at which it is one half is the lowest level plus the sum of the shares of failures. This is the estimate of
//! Spearman (1908) and Kärber (1931), which bioassays use.

use super::Puzzle;
use crate::parallel;
use chuhe::engine::eval::nnue::Network;
use chuhe::engine::level::{self, Strength};
use chuhe::engine::limits::Limits;
use chuhe::engine::session::{Options, Session};
use chuhe::rules::game::{Game, Reason};
use chuhe::rules::types::Move;

/// Hash table of a search in MiB, empty before each.
const HASH: usize = 8;
/// Attempts of a level below [`STRONG`].
const ATTEMPTS: u64 = 8;
/// The level from which there are only [`FEW`] attempts, as it hardly errs.
const STRONG: u8 = 12;
const FEW: u64 = 2;
/// Nodes for a move at full strength, as in the table of the levels.
const FULL_NODES: u64 = 300_000;
/// Number of consecutive levels without a failure after which higher levels count as solving the puzzle.
const SURE: u32 = 2;

/// Returns the difficulty of each puzzle, a strength on the scale of the levels, 0.5 to [`level::MAX`].
pub fn difficulties(puzzles: &[&Puzzle]) -> Vec<f64> {
    parallel::map(puzzles, Solver::new, |solver, puzzle| solver.difficulty(puzzle))
}

struct Solver(Session);

impl Solver {
    fn new() -> Solver {
        let mut session = Session::new(HASH);
        session.set_network(Network::embedded());
        Solver(session)
    }

    fn difficulty(&mut self, puzzle: &Puzzle) -> f64 {
        let (mut missed, mut sure) = (0.0, 0);
        for strength in (1..=level::MAX).filter_map(Strength::level) {
            let attempts = if strength.levels() < STRONG.into() { ATTEMPTS } else { FEW };
            let solved = (0..attempts).filter(|seed| self.solves(puzzle, strength, *seed)).count() as u64;
            missed += 1.0 - solved as f64 / attempts as f64;
            sure = if solved == attempts { sure + 1 } else { 0 };
            if sure == SURE {
                break;
            }
        }
        (0.5 + missed).min(level::MAX.into())
    }

    /// Returns true if every move of the solver is found. As the last move of a longer mate, any mate counts.
    fn solves(&mut self, puzzle: &Puzzle, strength: Strength, seed: u64) -> bool {
        let mut game = puzzle.game.clone();
        for (at, mv) in puzzle.moves.iter().enumerate() {
            if at % 2 == 0 {
                let found = self.choose(&game, strength, seed);
                let is_last_of_mate = puzzle.is_mate && at > 0 && at + 1 == puzzle.moves.len();
                let is_right =
                    found == Some(*mv) || is_last_of_mate && found.is_some_and(|found| mates(&game, found));
                if !is_right {
                    return false;
                }
            }
            if game.play(*mv).is_err() {
                return false;
            }
        }
        true
    }

    fn choose(&mut self, game: &Game, strength: Strength, seed: u64) -> Option<Move> {
        let nodes = strength.is_full().then_some(FULL_NODES);
        let limits = Limits { nodes, ..Limits::default() };
        self.0.new_game();
        let options = Options { limits, level: Some(strength), seed, ..Options::default() };
        self.0.go(game, options, &mut |_| ()).best
    }
}

fn mates(game: &Game, mv: Move) -> bool {
    let mut after = game.clone();
    after.play(mv).is_ok() && matches!(after.verdict().reason, Some(Reason::Checkmate | Reason::Stalemate))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_in_one_is_easier_than_one_in_three() {
        let row = |fen: &str, moves: &str| {
            Puzzle::from_row(&format!("[\"{fen}\",\"{moves}\",\"m\",1,\"\",\"w\"]")).expect("a puzzle")
        };
        let one = row("4k4/R8/9/9/9/9/9/9/9/1R1K5", "b0b9");
        let three = row("3k5/9/9/9/9/9/9/9/1R7/R3K4", "b1b9d9d8a0a8d8d7b9b7");
        let found = difficulties(&[&three, &one]);
        assert!(found[1] < 6.0 && found[0] > found[1] + 1.0, "{found:?}");
    }
}
