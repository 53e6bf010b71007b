//! From a score to the chances of the game: won, drawn, lost, in thousandths.
//!
//! The chance to win is a logistic function of the score, centred where a game is as often won as not,
//! and the chance to lose is its mirror image; what is left is drawn. `chuhe-dev chances` fits the curve to
//! games: the one in use is the likeliest for 19,000 games of the engine against itself, 1,000 nodes a move.
//!
//! ```
//! use chuhe_engine::wdl::Chances;
//! use chuhe_engine::Score;
//! let (ahead, behind) = (Chances::from(Score::Centipawns(200)), Chances::from(Score::Centipawns(-200)));
//! assert!(ahead.expected() > 500 && behind.expected() < 500);
//! ```
//!
//! [`expectation`] is the same as one number that is not rounded.

use super::score::{Score, Value, is_decided};

/// The logistic curve of the chance to win: `1 / (1 + exp((EVEN - score) / SPREAD))`.
mod curve {
    /// The score in hundredths of a soldier with which every other game is won.
    pub const EVEN: f64 = 294.0;
    /// How many hundredths of a soldier change the odds by the factor e.
    pub const SPREAD: f64 = 322.0;
}

/// The chances of the side to move, in thousandths; their sum is 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chances {
    /// To win.
    pub win: u32,
    /// To draw.
    pub draw: u32,
    /// To lose.
    pub loss: u32,
}

impl Chances {
    fn decided(is_won: bool) -> Chances {
        let win = if is_won { 1000 } else { 0 };
        Chances { win, draw: 0, loss: 1000 - win }
    }

    /// The points expected of a win as 1000 and a draw as 500.
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

/// The chance to win, rounded down, so that both sides' never exceed the whole.
fn thousandths(value: Value) -> u32 {
    (1000.0 / odds(value)) as u32
}

/// One over the chance to win.
fn odds(value: Value) -> f64 {
    1.0 + ((curve::EVEN - f64::from(value)) / curve::SPREAD).exp()
}

/// What a game is worth to the side whose score it is: 0 to 1, a win counted as 1 and a draw as a half.
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
    fn chances_add_up_mirror_and_grow() {
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
    fn the_expectation_is_what_the_chances_say() {
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
    fn decided_games_leave_no_doubt() {
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
