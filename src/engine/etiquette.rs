//! Good manners: resigning lost games, offering and accepting draws.
//!
//! [`conduct`] and [`accepts`] decide by the scores of a side's own moves in a game. [`Memory`] stores these
//! scores. It detects whether a position continues the previous game, follows moves taken back, or belongs to a
//! new game.
//!
//! ```
//! use chuhe_engine::etiquette::{self, Memory};
//! use chuhe_rules::{Declaration, Game};
//! use chuhe_engine::Score;
//! let mut memory = Memory::default();
//! let outlook = memory.note(&Game::default(), "h2e2".parse()?, Score::Centipawns(-20), None);
//! assert_eq!(etiquette::conduct(&outlook), None::<Declaration>);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::level::Strength;
use super::score::Score;
use super::wdl::Chances;
use chuhe_rules::board::Board;
use chuhe_rules::game::{Declaration, Game, attackers_left};
use chuhe_rules::types::{ByColor, Color, Move};

/// Expected points, in thousandths, at which a game counts as lost.
const LOST: u32 = 30;
/// Own moves in a row with a lost score before a side resigns.
const LOST_MOVES: usize = 5;
/// Own moves in a row with a near mate against the side before it resigns.
const MATED_MOVES: usize = 2;
/// Greatest number of plies to a near mate.
const NEAR_MATE: i32 = 12;
/// Greatest magnitude of a level score, in centipawns.
const LEVEL_SCORE: i32 = 20;
/// Own moves in a row with a level score before a draw is offered, and between two offers.
const LEVEL_MOVES: usize = 8;
/// Greatest number of pieces that can cross the river for a draw offer before move [`LATE`].
const FEW_ATTACKERS: u32 = 6;
/// The move number from which [`LATE_ATTACKERS`] applies.
const LATE: u32 = 60;
/// Greatest number of pieces that can cross the river for a draw offer from move [`LATE`] on.
const LATE_ATTACKERS: u32 = 12;
/// Greatest own score, in centipawns, at which a side accepts a draw.
const TAKEN_SCORE: i32 = 15;
/// The first move number at which a draw is offered or accepted, unless no piece is left that could win.
const EARLIEST: u32 = 20;
/// The last level that never resigns.
const PLAYS_ON: f64 = 6.0;
/// Greatest number of own scores to store.
const KEPT: usize = 40;

/// The basis of a side's decisions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// The side that decides.
    pub side: Color,
    /// The scores of its own moves so far, each from its view, the latest last.
    pub scores: Vec<Score>,
    /// The number of the move, from 1.
    pub fullmove: u32,
    /// Pieces of both sides that can cross the river.
    pub attackers: u32,
    /// The level at which it plays; `None` is full strength.
    pub level: Option<Strength>,
}

impl Outlook {
    /// Returns the number of latest scores in a row that satisfy `is_so`.
    fn run(&self, is_so: impl Fn(Score) -> bool) -> usize {
        self.scores.iter().rev().take_while(|score| is_so(**score)).count()
    }
}

/// Returns whether the game is old enough for a draw, or no piece is left that could win.
fn may_be_drawn(outlook: &Outlook) -> bool {
    outlook.fullmove >= EARLIEST || outlook.attackers == 0
}

fn is_level(score: Score) -> bool {
    matches!(score, Score::Centipawns(value) if value.abs() <= LEVEL_SCORE)
}

fn is_near_mate(score: Score) -> bool {
    matches!(score, Score::Mate(plies) if (-NEAR_MATE..=0).contains(&plies))
}

/// Returns the declaration of a side with its move: its resignation, or [`Declaration::Agreement`] for a draw
/// offer. Strengths up to [`PLAYS_ON`] play on to the end because their opponents still learn how to mate.
pub fn conduct(outlook: &Outlook) -> Option<Declaration> {
    let is_lost = |score| Chances::from(score).expected() <= LOST;
    let gives_up = outlook.run(is_lost) >= LOST_MOVES || outlook.run(is_near_mate) >= MATED_MOVES;
    let plays_on = outlook.level.is_some_and(|level| level.levels() <= PLAYS_ON);
    if gives_up && !plays_on {
        return Some(Declaration::Resignation(outlook.side));
    }
    let is_dull =
        outlook.attackers <= FEW_ATTACKERS || outlook.fullmove >= LATE && outlook.attackers <= LATE_ATTACKERS;
    let level_moves = outlook.run(is_level);
    let is_time = level_moves >= LEVEL_MOVES && level_moves % LEVEL_MOVES == 0;
    (is_dull && is_time && may_be_drawn(outlook)).then_some(Declaration::Agreement)
}

/// Returns whether a side accepts a draw offered by the opponent. It never does before move [`EARLIEST`],
/// however bad its position is.
pub fn accepts(outlook: &Outlook) -> bool {
    let is_no_better = match outlook.scores.last() {
        Some(Score::Centipawns(value)) => *value <= TAKEN_SCORE,
        Some(Score::Mate(plies)) => *plies <= 0,
        None => false,
    };
    is_no_better && may_be_drawn(outlook)
}

/// A move chosen for a side.
#[derive(Clone, Debug)]
struct Note {
    /// The key of the position before the move.
    key: u64,
    /// The board after the move.
    after: Board,
    score: Score,
}

/// The moves that a player chose, for either side.
#[derive(Clone, Default, Debug)]
pub struct Memory {
    notes: ByColor<Vec<Note>>,
    last: Option<Outlook>,
}

impl Memory {
    /// Deletes all moves and outlooks.
    pub fn clear(&mut self) {
        *self = Memory::default();
    }

    /// Records the move chosen in the current position of `game` and returns the outlook of its side.
    pub fn note(&mut self, game: &Game, mv: Move, score: Score, level: Option<Strength>) -> Outlook {
        let side = game.board().turn();
        let mut after = game.board().clone();
        after.make(mv);
        let notes = &mut self.notes[side];
        forget_other_games(notes, game.board());
        if notes.len() == KEPT {
            notes.remove(0);
        }
        notes.push(Note { key: game.board().key(), after, score });
        let outlook = Outlook {
            side,
            scores: notes.iter().map(|note| note.score).collect(),
            fullmove: game.position().fullmove,
            attackers: attackers_left(game.board()),
            level,
        };
        self.last = Some(outlook.clone());
        outlook
    }

    /// Returns the outlook at the last recorded move.
    pub fn last(&self) -> Option<&Outlook> {
        self.last.as_ref()
    }
}

/// Removes the notes that do not lead to `board`, because they belong to other games or to moves taken back.
fn forget_other_games(notes: &mut Vec<Note>, board: &Board) {
    let leads = |note: &Note| {
        let replies = note.after.legal_moves();
        replies.into_iter().any(|mv| note.after.key_after(mv) == board.key())
    };
    while let Some(note) = notes.last() {
        if note.key != board.key() && leads(note) {
            return;
        }
        notes.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Declaration::{Agreement, Resignation};

    fn outlook(scores: &[Score]) -> Outlook {
        Outlook { side: Color::Black, scores: scores.to_vec(), fullmove: 40, attackers: 8, level: None }
    }

    const fn cp(value: i32) -> Score {
        Score::Centipawns(value)
    }

    #[test]
    fn a_side_resigns_after_several_moves_with_a_lost_score() {
        let lost = [cp(-2500); LOST_MOVES];
        assert_eq!(conduct(&outlook(&lost)), Some(Resignation(Color::Black)));
        assert_eq!(conduct(&outlook(&lost[1..])), None);
        let mut hopeful = lost;
        hopeful[LOST_MOVES - 2] = cp(-300);
        assert_eq!(conduct(&outlook(&hopeful)), None);
        assert_eq!(conduct(&Outlook { level: Strength::level(6), ..outlook(&lost) }), None);
        assert!(conduct(&Outlook { level: Strength::level(7), ..outlook(&lost) }).is_some());
    }

    #[test]
    fn a_side_resigns_sooner_before_a_near_mate() {
        assert_eq!(conduct(&outlook(&[Score::Mate(-8)])), None);
        let mated = [cp(-600), Score::Mate(-8), Score::Mate(-6)];
        assert_eq!(conduct(&outlook(&mated)), Some(Resignation(Color::Black)));
        assert_eq!(conduct(&outlook(&[Score::Mate(-40), Score::Mate(-38)])), None);
        assert_eq!(conduct(&outlook(&[Score::Mate(7), Score::Mate(5)])), None);
    }

    #[test]
    fn a_draw_is_offered_after_level_scores_with_few_attackers() {
        let dull = Outlook { attackers: 4, ..outlook(&[cp(-5); LEVEL_MOVES]) };
        assert_eq!(conduct(&dull), Some(Agreement));
        assert_eq!(conduct(&Outlook { attackers: 14, ..dull.clone() }), None);
        assert_eq!(conduct(&Outlook { fullmove: 19, ..dull.clone() }), None);
        let late = Outlook { attackers: 12, fullmove: 80, ..dull.clone() };
        assert_eq!(conduct(&late), Some(Agreement));
        assert_eq!(conduct(&Outlook { scores: vec![cp(-5); LEVEL_MOVES + 1], ..dull.clone() }), None);
        assert_eq!(conduct(&Outlook { scores: vec![cp(90); LEVEL_MOVES], ..dull }), None);
    }

    #[test]
    fn a_side_that_is_not_better_accepts_a_draw() {
        assert!(accepts(&outlook(&[cp(5)])) && !accepts(&outlook(&[cp(60)])));
        assert!(!accepts(&Outlook { fullmove: 3, ..outlook(&[cp(5)]) }));
        assert!(!accepts(&Outlook { fullmove: 19, ..outlook(&[cp(-400)]) }), "too early, however bad");
        assert!(!accepts(&Outlook { fullmove: 19, ..outlook(&[Score::Mate(-9)]) }));
        assert!(accepts(&Outlook { fullmove: 20, ..outlook(&[cp(-400)]) }));
        assert!(accepts(&Outlook { fullmove: 3, attackers: 0, ..outlook(&[cp(0)]) }), "nothing can win");
        assert!(accepts(&outlook(&[Score::Mate(-9)])) && !accepts(&outlook(&[Score::Mate(9)])));
        assert!(!accepts(&outlook(&[])), "nothing is known yet");
    }

    fn play(game: &mut Game, text: &str) {
        game.play(text.parse().unwrap()).unwrap();
    }

    /// Records a move of the current position with a score and returns the stored scores.
    fn note(memory: &mut Memory, game: &Game, mv: &str, value: i32) -> Vec<Score> {
        memory.note(game, mv.parse().unwrap(), cp(value), None).scores
    }

    #[test]
    fn the_memory_follows_the_game() {
        let (mut memory, mut game) = (Memory::default(), Game::default());
        assert_eq!(note(&mut memory, &game, "h2e2", 1), [cp(1)]);
        assert_eq!(note(&mut memory, &game, "h2e2", 2), [cp(2)], "the same position again");
        play(&mut game, "h2e2");
        play(&mut game, "h9g7");
        assert_eq!(note(&mut memory, &game, "h0g2", 3), [cp(2), cp(3)]);
        let other_line = game.clone();
        play(&mut game, "h0g2");
        assert_eq!(note(&mut memory, &game, "i9h9", 9), [cp(9)], "the other side");
        play(&mut game, "i9h9");
        // A program may send only the position after the last capture.
        let fresh = Game::new(game.position());
        assert_eq!(note(&mut memory, &fresh, "i0h0", 4), [cp(2), cp(3), cp(4)]);
        assert_eq!(note(&mut memory, &other_line, "b0c2", 5), [cp(2), cp(5)], "moves taken back");
        let mut surprise = Game::default();
        play(&mut surprise, "h2e2");
        play(&mut surprise, "b9c7");
        assert_eq!(note(&mut memory, &surprise, "h0g2", 6), [cp(2), cp(6)], "another reply");
        let foreign = Game::new("4k4/9/9/9/9/9/9/9/9/3K4R w".parse().unwrap());
        assert_eq!(note(&mut memory, &foreign, "i0i9", 900), [cp(900)], "another game");
        memory.clear();
        assert!(memory.last().is_none());
    }
}
