//! Corrects the static evaluation by its mean error in similar positions.
//!
//! Positions are similar if they share a key: the soldiers, the other pieces of one side, or the last two
//! moves. Searches record the mean error for each key, and the next evaluation subtracts it. The method is that
//! of correction histories, described on the Chess Programming Wiki.

use crate::line::Line;
use crate::params as p;
use crate::score::Value;
use chuhe_rules::types::POINTS;

/// Number of entries for one side and one kind of key; a power of two.
const SIZE: usize = 1 << 14;
/// Number of kinds of keys.
const KINDS: usize = 4;
/// Greatest magnitude of an entry.
const LIMIT: i32 = 1024;
/// Greatest magnitude of a corrected evaluation, far below the decided values.
const CLAMP: Value = 20_000;

/// Mean errors of the static evaluation.
#[derive(Clone)]
pub struct Corrections {
    /// Scaled errors, indexed by `[kind][side to move][key]`.
    entries: Vec<i16>,
}

impl Default for Corrections {
    fn default() -> Corrections {
        Corrections { entries: vec![0; KINDS * 2 * SIZE] }
    }
}

/// Returns the indexes of the position's entries.
fn slots(line: &Line) -> [usize; KINDS] {
    let keys = &line.state().keys;
    let side = line.board().turn().index();
    let moved =
        |back| line.moved(back).map_or(0, |(piece, to)| (piece.index() * POINTS + to.index() + 1) as u64);
    let moves = (moved(1) << 11 | moved(2)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    let slot = |kind: usize, key: u64| (kind * 2 + side) * SIZE + (key as usize & (SIZE - 1));
    [slot(0, keys.soldiers), slot(1, keys.others.0[0]), slot(2, keys.others.0[1]), slot(3, moves)]
}

impl Corrections {
    /// Returns whether no errors are recorded.
    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        self.entries.iter().all(|entry| *entry == 0)
    }

    /// Returns the evaluation `raw` with its mean error subtracted.
    #[inline]
    pub fn corrected(&self, line: &Line, raw: Value) -> Value {
        let sum: i32 = slots(line).iter().map(|slot| i32::from(self.entries[*slot])).sum();
        (raw + sum * p::CORRECTION_WEIGHT / 16_384).clamp(-CLAMP, CLAMP)
    }

    /// Records that a search of `depth` plies returned `error` more than the static evaluation.
    pub fn note(&mut self, line: &Line, depth: i32, error: Value) {
        let bonus = (error * depth / p::CORRECTION_DIVISOR).clamp(-LIMIT / 4, LIMIT / 4);
        for slot in slots(line) {
            let entry = &mut self.entries[slot];
            let old = i32::from(*entry);
            *entry = (old + bonus - old * bonus.abs() / LIMIT) as i16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_rules::game::Game;

    #[test]
    fn a_recurring_error_corrects_the_evaluation() {
        let mut line = Line::new(&Game::default());
        let mut corrections = Corrections::default();
        assert_eq!(corrections.corrected(&line, 7), 7);
        (0..200).for_each(|_| corrections.note(&line, 8, 40));
        let corrected = corrections.corrected(&line, 7);
        assert!((10..=7 + 64 * KINDS as Value).contains(&corrected), "{corrected}");
        (0..400).for_each(|_| corrections.note(&line, 8, -40));
        assert!(corrections.corrected(&line, 7) < 7);
        line.make("h2e2".parse().expect("a move"));
        assert_eq!(corrections.corrected(&line, 7), 7, "the other side has errors of its own");
    }

    #[test]
    fn corrected_evaluation_stays_within_clamp() {
        let line = Line::new(&Game::default());
        let mut corrections = Corrections::default();
        (0..200).for_each(|_| corrections.note(&line, 100, 10_000));
        assert_eq!(corrections.corrected(&line, CLAMP), CLAMP);
    }
}
