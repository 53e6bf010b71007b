//! Which moves are mistakes. Everything is measured in chances ([`expectation`]), from the view of whoever moved.
//!
//! A move is judged by two searches alike, of the position after it and of the one after the better move, with as many
//! nodes each; and again at the same depth. What is not worse in both is no mistake: two searches of one position may
//! well differ when one went deeper. Nor is a move one because a mate took longer, or a lost game was lost sooner.

use chuhe_engine::score::Score;
use chuhe_engine::wdl::expectation;

/// A move is looked at again when it seems to lose so much of the chances.
pub const SUSPECT: f64 = 0.045;
/// Whoever had so little had lost before.
pub const LOST: f64 = 0.08;
/// Whoever keeps so much is winning all the same.
const WON: f64 = 0.92;
/// A mate missed matters no more than this, where the game stays as good as won.
const WINNING: f64 = 0.85;

/// What a move is called that lost some of the chances.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Label {
    /// At least 0.06: from an even game, a soldier.
    Inaccuracy,
    /// At least 0.12: two soldiers.
    Mistake,
    /// At least 0.2: more than three.
    Blunder,
}

impl Label {
    /// All of them, the gravest last.
    pub const ALL: [Label; 3] = [Label::Inaccuracy, Label::Mistake, Label::Blunder];

    /// A stable name for programs: `inaccuracy`, `mistake` or `blunder`.
    pub const fn code(self) -> &'static str {
        ["inaccuracy", "mistake", "blunder"][self as usize]
    }

    /// How much of the chances a move has to lose to be called so, 0 to 1.
    pub const fn least(self) -> f64 {
        [0.06, 0.12, 0.2][self as usize]
    }

    /// The sign of the PGN standard: 6 is `?!`, 2 is `?`, 4 is `??`.
    pub const fn sign(self) -> u8 {
        [6, 2, 4][self as usize]
    }

    /// What to call the loss of so much of the chances, 0 to 1; `None` where it is not worth a name.
    pub fn of(loss: f64) -> Option<Label> {
        Label::ALL.into_iter().rev().find(|label| loss >= label.least())
    }
}

/// Scores of the mover after the move that was played and after the better one, found under the same conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// After the move that was played.
    pub played: Score,
    /// After the better one.
    pub best: Score,
}

/// The same score from the other side: where one has been mated, the other has won.
pub fn opposite(score: Score) -> Score {
    match score {
        Score::Mate(0) => Score::Mate(1),
        Score::Mate(plies) => Score::Mate(-plies),
        Score::Centipawns(value) => Score::Centipawns(-value),
    }
}

/// A score in centipawns, also a mate: the nearer it is, the farther from 0, 30,000 at most. What a record can keep.
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

/// How much of the chances a move has lost, 0 to 1, by the mildest of the comparisons; 1 without any.
pub fn loss_of(comparisons: &[Comparison]) -> f64 {
    let losses = comparisons.iter().map(|it| expectation(it.best) - expectation(it.played));
    losses.fold(1.0, f64::min).max(0.0)
}

/// What to call a move; `None` when it is nothing worth a name.
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
    fn what_a_move_is_called_goes_by_the_chances_it_loses() {
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
    fn who_has_mated_has_won() {
        assert_eq!(expectation(opposite(Score::Mate(0))), 1.0);
        assert_eq!(opposite(Score::Mate(-3)), Score::Mate(3));
    }
}
