//! Decides which moves are mistakes, by the mover's chances ([`expectation`]).
//!
//! A move is compared by two searches with the same number of nodes: of the position after it and of the one after
//! the better move. If they reach different depths, they are compared again at the same depth. A move is a mistake
//! only if it is worse in both comparisons, because searches of different depths may differ by chance. A slower
//! mate or a quicker loss of a lost game is not a mistake.

use chuhe_engine::score::Score;
use chuhe_engine::wdl::expectation;

/// Loss of chances by the first searches from which the positions around a move are searched again. It is less than
/// [`SUSPECT`], as short searches see less.
pub const LOOK: f64 = 0.03;
/// Loss of chances from which a move is compared with the better one.
pub const SUSPECT: f64 = 0.045;
/// Chances at or below which a game counts as lost.
pub const LOST: f64 = 0.08;
/// Chances at or above which a game counts as won.
const WON: f64 = 0.92;
/// Chances from which a missed mate does not matter.
const WINNING: f64 = 0.85;

/// The label of a move that lost some of the chances.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Label {
    /// A loss of chances of at least 0.06: about a soldier in an even game.
    Inaccuracy,
    /// A loss of chances of at least 0.12: about two soldiers in an even game.
    Mistake,
    /// A loss of chances of at least 0.2: more than three soldiers in an even game.
    Blunder,
}

impl Label {
    /// Every label, the gravest last.
    pub const ALL: [Label; 3] = [Label::Inaccuracy, Label::Mistake, Label::Blunder];

    /// Returns a stable name for programs: `inaccuracy`, `mistake` or `blunder`.
    pub const fn code(self) -> &'static str {
        ["inaccuracy", "mistake", "blunder"][self as usize]
    }

    /// Returns the least loss of chances for the label, 0 to 1.
    pub const fn least(self) -> f64 {
        [0.06, 0.12, 0.2][self as usize]
    }

    /// Returns the numeric annotation glyph of PGN: 6 is `?!`, 2 is `?`, 4 is `??`.
    pub const fn sign(self) -> u8 {
        [6, 2, 4][self as usize]
    }

    /// Returns the label for a loss of chances, 0 to 1; `None` if it is too small.
    pub fn of(loss: f64) -> Option<Label> {
        Label::ALL.into_iter().rev().find(|label| loss >= label.least())
    }
}

/// The mover's scores after the played and the better move, found under the same conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// Score after the played move.
    pub played: Score,
    /// Score after the better move.
    pub best: Score,
}

/// Returns the score from the other side's view. `Mate(0)`, already mated, becomes `Mate(1)`.
pub fn opposite(score: Score) -> Score {
    match score {
        Score::Mate(0) => Score::Mate(1),
        Score::Mate(plies) => Score::Mate(-plies),
        Score::Centipawns(value) => Score::Centipawns(-value),
    }
}

/// Converts a score to centipawns, as records store it. A nearer mate is farther from 0, up to 30,000.
///
/// ```
/// use chuhe_review::verdicts::centipawns;
/// use chuhe_engine::Score;
/// assert_eq!(centipawns(Score::Mate(3)), 29_997);
/// assert_eq!(centipawns(Score::Mate(-4)), -29_996);
/// assert_eq!(centipawns(Score::Mate(0)), -30_000);
/// ```
pub fn centipawns(score: Score) -> i32 {
    const MATE: i32 = 30_000;
    match score {
        Score::Mate(plies) if plies > 0 => MATE - plies,
        Score::Mate(plies) => -MATE - plies,
        Score::Centipawns(value) => value.clamp(-MATE, MATE),
    }
}

impl Comparison {
    fn loss(&self) -> f64 {
        expectation(self.best) - expectation(self.played)
    }
}

/// Returns the comparison with the smallest loss of chances; `None` without any.
pub fn mildest(comparisons: &[Comparison]) -> Option<Comparison> {
    comparisons.iter().copied().min_by(|one, other| one.loss().total_cmp(&other.loss()))
}

/// Returns the loss of chances, 0 to 1, by the mildest of the comparisons; 1 without any.
pub fn loss_of(comparisons: &[Comparison]) -> f64 {
    mildest(comparisons).map_or(1.0, |it| it.loss().max(0.0))
}

/// Returns the label of a move by its comparisons; `None` if it is not a mistake.
pub fn judge(comparisons: &[Comparison]) -> Option<Label> {
    let is_nothing = |Comparison { played, best }: &Comparison| {
        let (kept, had) = (expectation(*played), expectation(*best));
        let is_mate_missed = matches!(best, Score::Mate(1..)) && kept >= WINNING;
        kept >= WON || had <= LOST || is_mate_missed
    };
    let is_judged = !comparisons.is_empty() && !comparisons.iter().any(is_nothing);
    is_judged.then(|| Label::of(loss_of(comparisons))).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(played: Score, best: Score) -> Option<Label> {
        judge(&[Comparison { played, best }])
    }

    #[test]
    fn the_label_follows_from_the_lost_chances() {
        let cp = Score::Centipawns;
        assert_eq!(
            [0.059, 0.06, 0.12, 0.2].map(Label::of),
            [None, Some(Label::Inaccuracy), Some(Label::Mistake), Some(Label::Blunder)]
        );
        assert_eq!(label(cp(-20), cp(0)), None);
        assert_eq!(label(cp(-120), cp(0)), Some(Label::Inaccuracy));
        assert_eq!(label(cp(-250), cp(0)), Some(Label::Mistake));
        assert_eq!(label(cp(-500), cp(0)), Some(Label::Blunder));
        assert_eq!(label(Score::Mate(-4), cp(100)), Some(Label::Blunder));
    }

    #[test]
    fn a_longer_mate_or_a_sooner_loss_is_no_mistake() {
        let cp = Score::Centipawns;
        assert_eq!(label(Score::Mate(15), Score::Mate(3)), None);
        assert_eq!(label(Score::Mate(-2), Score::Mate(-20)), None);
        assert_eq!(label(Score::Mate(-2), cp(-1400)), None, "lost before");
        assert_eq!(label(cp(1100), Score::Mate(3)), None, "won all the same");
        assert_eq!(label(cp(700), Score::Mate(3)), None, "as good as won");
        assert_eq!(label(cp(0), Score::Mate(3)), Some(Label::Blunder));
    }

    #[test]
    fn the_mildest_comparison_counts() {
        let best = Score::Centipawns(0);
        let by_nodes = Comparison { played: Score::Centipawns(-300), best };
        let by_depth = Comparison { played: Score::Centipawns(-20), best };
        assert_eq!(judge(&[by_nodes]), Some(Label::Mistake));
        assert_eq!(judge(&[by_nodes, by_depth]), None);
        assert!(loss_of(&[by_nodes, by_depth]) < 0.02);
        assert_eq!(loss_of(&[Comparison { played: Score::Centipawns(50), best }]), 0.0);
        assert_eq!(judge(&[]), None);
    }

    #[test]
    fn the_mildest_comparison_gives_the_loss() {
        let cp =
            |played, best| Comparison { played: Score::Centipawns(played), best: Score::Centipawns(best) };
        let comparisons = [cp(-300, 20), cp(-200, 20)];
        assert_eq!(mildest(&comparisons), Some(comparisons[1]));
        assert_eq!(loss_of(&comparisons), comparisons[1].loss());
    }

    #[test]
    fn the_side_that_mated_has_won() {
        assert_eq!(expectation(opposite(Score::Mate(0))), 1.0);
        assert_eq!(opposite(Score::Mate(-3)), Score::Mate(3));
    }
}
