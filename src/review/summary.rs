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

/// How a side has played, by its own moves among these.
pub fn summary(moves: &[MoveJudged], side: Color) -> Summary {
    let mine = || moves.iter().filter(|judged| judged.side == side);
    let lost: f64 = mine().map(|judged| judged.loss).sum();
    let count = mine().count();
    let labelled = |label| mine().filter(|judged| judged.label() == Some(label)).count();
    Summary { moves: count, average: lost / count.max(1) as f64, labels: Label::ALL.map(labelled) }
}
