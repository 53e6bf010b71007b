//! Estimates a person's strength from his games and selects a suitable opponent.
//!
//! A rating uses the scale of the levels ([`Strength`]): a person who scores half against level 4 is rated 4.
//! Each game changes the rating by a step: a whole one if the opponent was as strong as the person, more after
//! a surprise, less after an expected result, as in Elo's system (1978). The step follows the rule of a
//! staircase (after Kesten, *Accelerated Stochastic Approximation*, 1958): it shrinks when a win follows a loss
//! or the reverse, and grows while the results are the same. Among the lowest levels a game raises the rating
//! by at most one level. Therefore a rating that begins far off arrives after a few games, however the strength
//! of the levels grows, and then stays near.
//!
//! ```
//! use chuhe_engine::rating::{Experience, Rating};
//! let rating = Rating::beginning(Experience::Rules);
//! assert!((rating.expected(rating.opponent()) - 0.5).abs() < 0.2);
//! ```

use super::level::{self, Strength};
use std::f64::consts::LN_10;

/// The experience that a person states before the first game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Experience {
    /// Has never played.
    None,
    /// Did not answer.
    Unknown,
    /// Knows the rules.
    Rules,
    /// Plays often.
    Practice,
    /// Plays at club level.
    Strong,
}

chuhe_rules::codes! {
    Experience:
    None = "none",
    Unknown = "unknown",
    Rules = "rules",
    Practice = "practice",
    Strong = "strong",
}

impl Experience {
    const fn level(self) -> f64 {
        match self {
            Experience::None => 0.5,
            Experience::Unknown => 1.0,
            Experience::Rules => 1.5,
            Experience::Practice => 5.0,
            Experience::Strong => 10.0,
        }
    }
}

/// A person's rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating in levels, from 0 to [`level::MAX`].
    pub level: f64,
    /// Levels by which the next game moves the rating, [`LEAST_STEP`] to [`GREATEST_STEP`].
    pub step: f64,
    /// Number of games won in a row; negative for games lost in a row.
    pub run: i32,
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Played {
    /// The strength of the opponent.
    pub opponent: Strength,
    /// The person's points: 0, 0.5 or 1.
    pub points: f64,
    /// The weight of the game, from 0 to 1.
    pub weight: f64,
}

/// The first step of a rating, in levels.
const FIRST_STEP: f64 = 2.0;
/// The least step, in levels.
pub const LEAST_STEP: f64 = 0.35;
/// The greatest step, in levels.
pub const GREATEST_STEP: f64 = 3.0;
/// Relative change of the step after the same result again.
const AGAIN: f64 = 0.2;
/// Relative change of the step after the opposite result.
const TURNED: f64 = -0.4;
/// The level below which a game raises a rating by at most [`GREATEST_LOW_GAIN`], so that a beginner meets each
/// opponent in turn.
const LOW_LEVELS: f64 = 4.0;
/// Greatest gain of a low rating by a win, in levels; a draw gains at most half of it.
const GREATEST_LOW_GAIN: f64 = 1.0;
/// Elo points per level, on average in the table of `docs/LEVELS.md`.
const ELO_OF_LEVEL: f64 = 220.0;

impl Rating {
    /// Returns a person's first rating.
    pub const fn beginning(experience: Experience) -> Rating {
        Rating { level: experience.level(), step: FIRST_STEP, run: 0 }
    }

    /// Returns the strength of an equal opponent.
    pub fn opponent(&self) -> Strength {
        Strength::of(self.level.clamp(0.0, level::MAX.into())).unwrap_or(Strength::LEAST)
    }

    /// Returns the expected points against an opponent, from 0 to 1.
    pub fn expected(&self, opponent: Strength) -> f64 {
        let ahead = (self.level - opponent.levels()) * ELO_OF_LEVEL;
        1.0 / (1.0 + (-ahead / 400.0 * LN_10).exp())
    }

    /// Returns the rating after a game.
    #[must_use]
    pub fn after(self, game: &Played) -> Rating {
        let Played { opponent, points, weight } = *game;
        let surprise = points - self.expected(opponent);
        let direction = if points > 0.5 { 1 } else { -i32::from(points < 0.5) };
        let run = if self.run * direction > 0 { self.run + direction } else { direction };
        let growth = if run.abs() > 1 {
            AGAIN
        } else if self.run * direction < 0 || direction == 0 {
            TURNED
        } else {
            0.0
        };
        let step = (self.step * (1.0 + growth * weight)).clamp(LEAST_STEP, GREATEST_STEP);
        let most = if self.level < LOW_LEVELS { GREATEST_LOW_GAIN * points } else { f64::INFINITY };
        let gain = (2.0 * step * surprise).min(most) * weight;
        let level = (self.level + gain).clamp(0.0, level::MAX.into());
        Rating { level, step, run }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{below, mix};

    fn against(rating: &Rating, points: f64) -> Played {
        Played { opponent: rating.opponent(), points, weight: 1.0 }
    }

    #[test]
    fn a_win_raises_and_a_loss_lowers_the_rating() {
        for experience in Experience::ALL {
            let rating = Rating::beginning(experience);
            let [lost, drawn, won] = [0.0, 0.5, 1.0].map(|points| rating.after(&against(&rating, points)));
            assert!(lost.level < rating.level && won.level > rating.level, "{experience:?}");
            assert!((drawn.level - rating.level).abs() < 0.01, "{experience:?}");
            assert_eq!(Experience::from_code(experience.code()), Some(experience));
        }
    }

    #[test]
    fn a_win_raises_a_low_rating_by_one_level_at_most() {
        let first = Rating::beginning(Experience::None);
        assert_eq!(first.after(&against(&first, 1.0)).level, first.level + 1.0);
        let strongest = Played { opponent: Strength::level(15).expect("a level"), points: 1.0, weight: 1.0 };
        for tenths in 0..40 {
            for step in [LEAST_STEP, FIRST_STEP, GREATEST_STEP] {
                let rating = Rating { level: f64::from(tenths) / 10.0, step, run: 3 };
                for game in [against(&rating, 1.0), strongest] {
                    let gain = rating.after(&game).level - rating.level;
                    assert!(gain > 0.0 && gain < 1.0 + 1e-9, "{rating:?}: {gain}");
                }
            }
        }
    }

    #[test]
    fn a_strong_player_rated_lowest_reaches_level_twelve_after_seven_wins() {
        let mut rating = Rating::beginning(Experience::None);
        for _ in 0..7 {
            rating = rating.after(&against(&rating, 1.0));
        }
        assert!(rating.level >= 12.0, "{rating:?}");
    }

    #[test]
    fn two_losses_in_a_row_cost_most_of_a_level() {
        let settled = Rating { level: 7.0, step: LEAST_STEP, run: 3 };
        let once = settled.after(&against(&settled, 0.0));
        let twice = once.after(&against(&once, 0.0));
        assert!(settled.level - twice.level > 0.7, "{twice:?}");
    }

    #[test]
    fn the_weight_of_a_game_scales_the_change() {
        let rating = Rating::beginning(Experience::Rules);
        let moved = |weight| rating.after(&Played { weight, ..against(&rating, 1.0) }).level - rating.level;
        assert!(moved(0.5) > 0.0 && moved(0.5) < moved(1.0));
        assert_eq!(moved(0.0), 0.0);
    }

    #[test]
    fn the_weight_of_a_game_scales_the_change_of_the_step() {
        let rating = Rating { level: 5.0, step: 1.0, run: 1 };
        let step = |points, weight| rating.after(&Played { weight, ..against(&rating, points) }).step;
        for (points, weight, expected) in [(1.0, 1.0, 1.2), (1.0, 0.5, 1.1), (0.0, 0.5, 0.8), (0.0, 0.0, 1.0)]
        {
            assert!((step(points, weight) - expected).abs() < 1e-9, "{points} at {weight}");
        }
    }

    #[test]
    fn beating_a_weak_opponent_hardly_changes_the_rating() {
        let rating = Rating { level: 8.0, step: 1.0, run: 0 };
        let weak = Played { opponent: Strength::level(3).expect("a level"), points: 1.0, weight: 1.0 };
        assert!(rating.after(&weak).level - rating.level < 0.05);
        assert!(rating.after(&Played { points: 0.0, ..weak }).level < 6.1);
    }

    #[test]
    fn a_rating_stays_on_the_scale() {
        for points in [0.0, 1.0] {
            let mut rating = Rating::beginning(Experience::Unknown);
            for _ in 0..50 {
                rating = rating.after(&against(&rating, points));
                assert!((LEAST_STEP..=GREATEST_STEP).contains(&rating.step));
            }
            assert_eq!(rating.level, points * f64::from(level::MAX));
        }
    }

    /// Simulates persons whose strength follows Elo's curve, with thirty games each, and counts the wins in the
    /// last fifteen.
    #[test]
    fn ratings_converge_to_even_games_from_every_start() {
        for strength in [1.0, 3.0, 6.0, 9.0, 12.0] {
            for experience in Experience::ALL {
                let careers = 200;
                let won: u32 =
                    (0..careers).map(|seed| wins_of_last_fifteen(strength, experience, seed)).sum();
                let share = f64::from(won) / f64::from(careers as u32 * 15);
                assert!((0.44..0.56).contains(&share), "{strength} from {experience:?}: {share:.3}");
            }
        }
    }

    fn wins_of_last_fifteen(strength: f64, experience: Experience, seed: u64) -> u32 {
        let person = Rating { level: strength, step: 0.0, run: 0 };
        let mut rating = Rating::beginning(experience);
        let mut won = 0;
        for game in 0..30 {
            let chance = person.expected(rating.opponent());
            let draw = below(mix(seed << 8 | game) ^ strength.to_bits(), 1 << 20);
            let wins = f64::from(draw) < chance * f64::from(1 << 20);
            won += u32::from(wins && game >= 15);
            rating = rating.after(&against(&rating, if wins { 1.0 } else { 0.0 }));
        }
        won
    }
}
