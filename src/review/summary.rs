//! How a side has played, over a whole game.

use super::judge::MoveJudged;
use super::verdicts::Label;
use chuhe_rules::types::Color;

/// How a side has played.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Summary {
    /// Its moves.
    pub moves: usize,
    /// How much of its chances a move lost on average, 0 to 1.
    pub average: f64,
    /// How many of its moves have each label, by the order of [`Label::ALL`].
    pub labels: [usize; 3],
}

impl Summary {
    /// Sums up a side's moves: the loss of chances of each, 0 to 1, and its label.
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

/// How a side has played, by its own moves among these.
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
