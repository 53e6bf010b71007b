//! Sums up the moves of a side over a whole game.

use super::judge::MoveJudged;
use super::verdicts::Label;
use chuhe_rules::types::Color;

/// The statistics of a side's moves.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Summary {
    /// Number of moves.
    pub moves: usize,
    /// Mean loss of chances per move, 0 to 1.
    pub average: f64,
    /// Number of moves with each label, in the order of [`Label::ALL`].
    pub labels: [usize; 3],
}

impl Summary {
    /// Sums up a side's moves, each given by its loss of chances, 0 to 1, and its label.
    pub fn of(moves: impl IntoIterator<Item = (f64, Option<Label>)>) -> Summary {
        let mut summary = Summary::default();
        for (loss, label) in moves {
            summary.moves += 1;
            summary.average += loss;
            if let Some(label) = label {
                summary.labels[label as usize] += 1;
            }
        }
        summary.average /= summary.moves.max(1) as f64;
        summary
    }
}

/// Sums up the side's own moves among these.
pub fn summary(moves: &[MoveJudged], side: Color) -> Summary {
    let own = moves.iter().filter(|judged| judged.side == side);
    Summary::of(own.map(|judged| (judged.loss, judged.label())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_has_the_mean_loss_and_the_count_of_each_label() {
        let red = Summary::of([(0.3, Some(Label::Blunder)), (0.1, Some(Label::Inaccuracy))]);
        assert_eq!((red.moves, red.average, red.labels), (2, 0.2, [1, 0, 1]));
        assert_eq!(Summary::of([]), Summary::default());
    }
}
