//! Ends games early when both engines agree on the value. Off by default, as only the rules prove a result.

use chuhe::rules::types::Color;
use std::str::FromStr;

/// Gives a game to the side that both engines score ahead by `score` centipawns in the last `moves` moves of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resign {
    score: i32,
    moves: usize,
}

/// Draws a game that both engines score within `score` centipawns in the last `moves` moves of each, from some ply
/// on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    score: i32,
    moves: usize,
    ply: usize,
}

fn numbers<const N: usize>(text: &str) -> Option<[usize; N]> {
    let numbers: Option<Vec<usize>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    numbers?.try_into().ok()
}

impl FromStr for Resign {
    type Err = String;

    /// Reads `1000,4`.
    fn from_str(text: &str) -> Result<Resign, String> {
        match numbers(text) {
            Some([score @ 1..=30_000, moves @ 1..=1000]) => Ok(Resign { score: score as i32, moves }),
            _ => Err(format!("'{text}' is not SCORE,MOVES such as 1000,4")),
        }
    }
}

impl FromStr for Draw {
    type Err = String;

    /// Reads `10,8,80`.
    fn from_str(text: &str) -> Result<Draw, String> {
        match numbers(text) {
            Some([score @ 0..=30_000, moves @ 1..=1000, ply]) => Ok(Draw { score: score as i32, moves, ply }),
            _ => Err(format!("'{text}' is not SCORE,MOVES,PLY such as 10,8,80")),
        }
    }
}

/// Returns the scores of the last `moves` moves of each side from Red's view; `None` if there are fewer or one has no
/// score. `first` is the side that made the first of `scores`.
fn of_red(scores: &[Option<i32>], first: Color, moves: usize) -> Option<Vec<i32>> {
    let start = scores.len().checked_sub(2 * moves)?;
    let view = |index: usize| if (index % 2 == 0) == (first == Color::Red) { 1 } else { -1 };
    (start..scores.len()).map(|index| scores[index].map(|score| score * view(index))).collect()
}

impl Resign {
    /// Returns the winner. `scores` are those of all moves so far, each for the side that moved.
    pub fn winner(&self, scores: &[Option<i32>], first: Color) -> Option<Color> {
        let scores = of_red(scores, first, self.moves)?;
        let red = scores.iter().all(|score| *score >= self.score).then_some(Color::Red);
        red.or_else(|| scores.iter().all(|score| *score <= -self.score).then_some(Color::Black))
    }
}

impl Draw {
    /// Returns true if the game, after `plies` plies, is drawn.
    pub fn is_due(&self, scores: &[Option<i32>], first: Color, plies: usize) -> bool {
        let scores = of_red(scores, first, self.moves).filter(|_| plies >= self.ply);
        scores.is_some_and(|scores| scores.iter().all(|score| score.abs() <= self.score))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_must_agree_on_a_winner() {
        let rule: Resign = "500,2".parse().expect("two numbers");
        let agree = [Some(10), Some(700), Some(-600), Some(700), Some(-500)];
        assert_eq!(rule.winner(&agree, Color::Red), Some(Color::Black));
        assert_eq!(rule.winner(&agree, Color::Black), Some(Color::Red));
        assert_eq!(rule.winner(&agree[1..4], Color::Red), None);
        for (place, other) in [(1, Some(499)), (2, Some(-499)), (4, None), (3, Some(-700))] {
            let mut scores = agree;
            scores[place] = other;
            assert_eq!(rule.winner(&scores, Color::Red), None, "{place}");
        }
    }

    #[test]
    fn a_draw_needs_its_ply_and_even_scores() {
        let rule: Draw = "10,1,40".parse().expect("three numbers");
        assert!(rule.is_due(&[Some(900), Some(-10), Some(10)], Color::Red, 40));
        assert!(!rule.is_due(&[Some(-10), Some(10)], Color::Red, 39));
        assert!(!rule.is_due(&[Some(-10), Some(11)], Color::Red, 40));
        assert!(!rule.is_due(&[Some(0)], Color::Red, 40));
    }

    #[test]
    fn rules_are_read_from_numbers() {
        for bad in ["", "5", "0,1", "5,0", "5,x", "5,1,2", "-5,1", "40000,1"] {
            assert!(bad.parse::<Resign>().is_err_and(|error| error.contains(bad)), "{bad}");
        }
        for bad in ["", "5,1", "5,0,1", "x,1,1"] {
            assert!(bad.parse::<Draw>().is_err(), "{bad}");
        }
    }
}
