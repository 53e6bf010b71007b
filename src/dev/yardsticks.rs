//! Simple players that anybody can rebuild, used to measure the levels.
//!
//! `docs/LEVELS.md` describes each of them. They do not depend on the levels. They show the strength of a level in
//! terms of beginners, of programs of a few hundred lines, and of a strong engine held back.

mod beginner;
mod fairy;
mod greedy;
mod material;
mod reports;

use super::opening::Random;
use chuhe::rules::board::Board;
use chuhe::rules::game::Game;
use chuhe::rules::types::Move;
use std::fmt;
use std::str::FromStr;

/// A player that is not a level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Yardstick {
    /// Moves at random.
    Random,
    /// Moves at random, but captures in half of its moves where it can.
    HalfGreedy,
    /// Captures the most valuable piece that it can and searches no deeper.
    Greedy,
    /// A beginner; see [`beginner`].
    Beginner,
    /// Searches this many plies deep, with material as its evaluation.
    Material(u32),
    /// The program of report A: four plies, material alone.
    ReportA,
    /// The program of report C: five plies, material and positions of the pieces.
    ReportC,
    /// The program of report D: the depth grows in the course of the game.
    ReportD,
    /// Fairy-Stockfish limited to this depth.
    FairyDepth(u32),
    /// Fairy-Stockfish with this `Skill Level` and a tenth of a second a move.
    FairySkill(i32),
}

use Yardstick::{
    Beginner, FairyDepth, FairySkill, Greedy, HalfGreedy, Material, Random as Randomly, ReportA, ReportC,
    ReportD,
};

impl fmt::Display for Yardstick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Randomly => write!(f, "random"),
            HalfGreedy => write!(f, "half-greedy"),
            Greedy => write!(f, "greedy"),
            Beginner => write!(f, "beginner"),
            Material(plies) => write!(f, "material-{plies}"),
            ReportA => write!(f, "report-a"),
            ReportC => write!(f, "report-c"),
            ReportD => write!(f, "report-d"),
            FairyDepth(depth) => write!(f, "fairy-depth-{depth}"),
            FairySkill(skill) => write!(f, "fairy-skill-{skill}"),
        }
    }
}

impl FromStr for Yardstick {
    type Err = String;

    fn from_str(text: &str) -> Result<Yardstick, String> {
        let plain = [Randomly, HalfGreedy, Greedy, Beginner, ReportA, ReportC, ReportD];
        let deep = (1..=4).map(Material).chain((1..=20).map(FairyDepth)).chain((-20..=20).map(FairySkill));
        let mut all = plain.into_iter().chain(deep);
        all.find(|yardstick| yardstick.to_string() == text)
            .ok_or_else(|| format!("there is no yardstick '{text}'"))
    }
}

/// A player that chooses moves.
pub trait Player {
    /// Returns a move in the current position of a game that is not over.
    fn choose(&mut self, game: &Game, random: &mut Random) -> Option<Move>;
}

impl Yardstick {
    /// Creates the player.
    ///
    /// # Errors
    /// A message when a required program cannot be started.
    pub fn player(self) -> Result<Box<dyn Player>, String> {
        Ok(match self {
            Randomly => Box::new(greedy::Greedy { takes: 0 }),
            HalfGreedy => Box::new(greedy::Greedy { takes: 50 }),
            Greedy => Box::new(greedy::Greedy { takes: 100 }),
            Beginner => Box::new(beginner::Beginner),
            Material(plies) => Box::new(material::Material { plies }),
            ReportA | ReportC | ReportD => Box::new(reports::Report::of(self)),
            FairyDepth(depth) => Box::new(fairy::Fairy::to_depth(depth)?),
            FairySkill(skill) => Box::new(fairy::Fairy::of_skill(skill)?),
        })
    }
}

/// Returns the legal moves in random order.
fn shuffled(board: &Board, random: &mut Random) -> Vec<Move> {
    let mut moves = board.legal_moves().to_vec();
    for index in (1..moves.len()).rev() {
        moves.swap(index, random.below(index + 1));
    }
    moves
}

/// Returns the board after a move.
fn after(board: &Board, mv: Move) -> Board {
    let mut board = board.clone();
    board.make(mv);
    board
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(fen: &str) -> Game {
        Game::new(fen.parse().expect("a valid FEN"))
    }

    fn choices(yardstick: Yardstick, fen: &str) -> Vec<String> {
        let mut player = yardstick.player().expect("it needs no program");
        let game = game(fen);
        (0..60)
            .filter_map(|seed| player.choose(&game, &mut Random::new(seed)))
            .map(|mv| mv.to_string())
            .collect()
    }

    fn share(choices: &[String], mv: &str) -> usize {
        choices.iter().filter(|choice| *choice == mv).count()
    }

    #[test]
    fn every_name_is_read_back() {
        let all =
            [Randomly, HalfGreedy, Greedy, Beginner, Material(2), ReportA, ReportC, ReportD, FairyDepth(3)];
        for yardstick in all {
            assert_eq!(yardstick.to_string().parse(), Ok(yardstick));
        }
        assert!("nobody".parse::<Yardstick>().is_err_and(|error| error.contains("nobody")));
    }

    /// A distant rook without protection.
    const FREE: &str = "3k5/9/9/9/R7r/9/9/9/9/4K4 w";
    /// The same rook, protected by a soldier.
    const PROTECTED: &str = "4k4/9/9/4p3p/R7c/9/9/9/4A4/4K4 w";

    #[test]
    fn greedy_always_captures_and_half_greedy_half_the_time() {
        assert_eq!(share(&choices(Greedy, FREE), "a5i5"), 60);
        assert_eq!(share(&choices(Greedy, PROTECTED), "a5i5"), 60);
        assert!((20..45).contains(&share(&choices(HalfGreedy, FREE), "a5i5")));
        assert!(share(&choices(Randomly, FREE), "a5i5") < 12);
    }

    #[test]
    fn the_beginner_sees_what_is_near_and_often_not_what_is_far() {
        let far = share(&choices(Beginner, FREE), "a5i5");
        let near = share(&choices(Beginner, "3k5/9/9/9/Rr7/9/9/9/9/4K4 w"), "a5b5");
        assert!(near > 45 && (5..40).contains(&far), "near {near}, far {far}");
    }

    #[test]
    fn two_plies_see_that_a_piece_is_protected() {
        assert_eq!(share(&choices(Material(2), FREE), "a5i5"), 60);
        assert_eq!(share(&choices(Material(2), PROTECTED), "a5i5"), 0);
        assert_eq!(share(&choices(Material(1), PROTECTED), "a5i5"), 60);
    }

    #[test]
    fn a_side_that_is_mated_anyway_still_moves() {
        // Whatever Black plays, a rook mates.
        let lost = "3k5/7R1/8R/9/9/9/9/9/9/5K3 b";
        for plies in 1..=4 {
            assert_eq!(choices(Material(plies), lost).len(), 60, "{plies}");
        }
    }

    #[test]
    fn programs_of_the_reports_take_what_hangs() {
        for yardstick in [ReportA, ReportC] {
            assert_eq!(share(&choices(yardstick, FREE)[..1], "a5i5"), 1, "{yardstick}");
        }
    }
}
