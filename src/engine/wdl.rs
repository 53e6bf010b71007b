//! Converts a score to the chances of a win, a draw and a loss, in thousandths.
//!
//! The chance to win is a logistic function of the score. Its centre is the score with which half of all games
//! are won. The chance to lose is its mirror image, and the remainder is the chance of a draw. `chuhe-dev
//! chances` fits the curve to games. The current one is the likeliest for 19,000 games of the engine against
//! itself with 1,000 nodes a move.
//!
//! ```
//! use chuhe_engine::wdl::Chances;
//! use chuhe_engine::Score;
//! let (ahead, behind) = (Chances::from(Score::Centipawns(200)), Chances::from(Score::Centipawns(-200)));
//! assert!(ahead.expected() > 500 && behind.expected() < 500);
//! ```
//!
//! [`expectation`] returns one unrounded number instead.

use super::score::{Score, Value, is_decided};

/// The logistic curve of the chance to win: `1 / (1 + exp((EVEN - score) / SPREAD))`.
mod curve {
    /// Score in centipawns with which half of all games are won.
    pub const EVEN: f64 = 294.0;
    /// Centipawns that change the odds by the factor e.
    pub const SPREAD: f64 = 322.0;
}

/// The chances of the side to move, in thousandths; their sum is 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chances {
    /// The chance to win.
    pub win: u32,
    /// The chance of a draw.
    pub draw: u32,
    /// The chance to lose.
    pub loss: u32,
}

impl Chances {
    fn decided(is_won: bool) -> Chances {
        let win = if is_won { 1000 } else { 0 };
        Chances { win, draw: 0, loss: 1000 - win }
    }

    /// Returns the expected points in thousandths: 1000 for a win and 500 for a draw.
    pub fn expected(self) -> u32 {
        self.win + self.draw / 2
    }
}

impl From<Score> for Chances {
    fn from(score: Score) -> Chances {
        match score {
            Score::Mate(plies) => Chances::decided(plies > 0),
            Score::Centipawns(value) if is_decided(value) => Chances::decided(value > 0),
            Score::Centipawns(value) => by_curve(value),
        }
    }
}

fn by_curve(value: Value) -> Chances {
    let (win, loss) = (thousandths(value), thousandths(-value));
    Chances { win, draw: 1000 - win - loss, loss }
}

/// Returns the chance to win in thousandths, rounded down so that the chances of both sides never exceed 1000.
fn thousandths(value: Value) -> u32 {
    (1000.0 / odds(value)) as u32
}

/// Returns the reciprocal of the chance to win.
fn odds(value: Value) -> f64 {
    1.0 + ((curve::EVEN - f64::from(value)) / curve::SPREAD).exp()
}

/// Returns the expected points of the side with this score, 0 to 1: 1 for a win and a half for a draw.
pub fn expectation(score: Score) -> f64 {
    match score {
        Score::Mate(plies) => f64::from(u8::from(plies > 0)),
        Score::Centipawns(value) if is_decided(value) => f64::from(u8::from(value > 0)),
        Score::Centipawns(value) => (1.0 + 1.0 / odds(value) - 1.0 / odds(-value)) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::ruled_in;

    #[test]
    fn chances_add_up_are_symmetric_and_grow_with_the_score() {
        let mut before = 0;
        for value in (-3000..=3000).step_by(50) {
            let (own, other) =
                (Chances::from(Score::Centipawns(value)), Chances::from(Score::Centipawns(-value)));
            assert_eq!(own.win + own.draw + own.loss, 1000);
            assert_eq!((own.win, own.draw, own.loss), (other.loss, other.draw, other.win));
            assert!(own.win >= before);
            before = own.win;
        }
        assert!(before >= 990);
    }

    #[test]
    fn expectation_matches_the_chances() {
        assert_eq!(expectation(Score::Centipawns(0)), 0.5);
        for value in (-3000..=3000).step_by(50) {
            let score = Score::Centipawns(value);
            let rounded = f64::from(Chances::from(score).expected()) / 1000.0;
            assert!((expectation(score) - rounded).abs() < 0.002, "{value}");
        }
        assert_eq!([Score::Mate(3), Score::Mate(-3), Score::Mate(0)].map(expectation), [1.0, 0.0, 0.0]);
        assert_eq!(expectation(Score::Centipawns(ruled_in(4))), 1.0);
    }

    #[test]
    fn decided_games_have_certain_chances() {
        for (score, expected) in [
            (Score::Mate(5), 1000),
            (Score::Mate(-6), 0),
            (Score::Mate(0), 0),
            (Score::Centipawns(ruled_in(4)), 1000),
            (Score::Centipawns(-ruled_in(4)), 0),
        ] {
            assert_eq!(Chances::from(score).expected(), expected, "{score:?}");
        }
    }
}
