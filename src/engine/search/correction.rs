//! What searches found the static evaluation to be wrong by, in positions of the same kind.
//!
//! A kind is a key: the soldiers, each side's other pieces, the last two moves. The mean error of each
//! is kept and taken off the next evaluation. The method is that of correction histories, described
//! on the Chess Programming Wiki.

use crate::line::Line;
use crate::params as p;
use crate::score::Value;
use chuhe_rules::types::POINTS;

/// Entries for a side and a kind of key; a power of two.
const SIZE: usize = 1 << 14;
/// Number of kinds of keys.
const KINDS: usize = 4;
/// Greatest magnitude of an entry.
const LIMIT: i32 = 1024;
/// Evaluations stay below this, far from the decided values.
const CLAMP: Value = 20_000;

/// Mean errors of the evaluation.
#[derive(Clone)]
pub struct Corrections {
    /// `[kind][side to move][key]`
    entries: Vec<i16>,
}

impl Default for Corrections {
    fn default() -> Corrections {
        Corrections { entries: vec![0; KINDS * 2 * SIZE] }
    }
}

/// Where the errors of the position are kept.
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
    /// Whether no errors are known.
    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        self.entries.iter().all(|entry| *entry == 0)
    }

    /// The evaluation with what it is usually wrong by taken off.
    #[inline]
    pub fn corrected(&self, line: &Line, raw: Value) -> Value {
        let sum: i32 = slots(line).iter().map(|slot| i32::from(self.entries[*slot])).sum();
        (raw + sum * p::CORRECTION_WEIGHT / 16_384).clamp(-CLAMP, CLAMP)
    }

    /// Remembers that a search of `depth` plies found `error` more than the evaluation said.
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
    fn an_error_that_recurs_is_taken_off() {
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
    fn a_corrected_evaluation_is_never_decided() {
        let line = Line::new(&Game::default());
        let mut corrections = Corrections::default();
        (0..200).for_each(|_| corrections.note(&line, 100, 10_000));
        assert_eq!(corrections.corrected(&line, CLAMP), CLAMP);
    }
}
