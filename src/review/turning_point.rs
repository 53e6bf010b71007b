//! The turning point of a game: the move of a side's after which its chances fell most, from a game not lost, and never
//! came near what they had been.

use super::judge::{Judged, MoveJudged};
use super::verdicts::{LOST, SUSPECT, opposite};
use chuhe_engine::wdl::expectation;
use chuhe_rules::types::Color;

/// So many falls are looked at.
const AGAIN: usize = 4;

/// The index of the move; `None` where no single move turned the game. The falls that stand out are weighed by what the
/// comparison with the better move said: the first of them with a label is it.
pub fn turning_point(positions: &[Judged], moves: &[MoveJudged], side: Color) -> Option<usize> {
    // The best that the side has had since.
    let mut since = 0.0_f64;
    let fall_of = |ply: usize| {
        let had = expectation(positions[ply].score);
        let left = expectation(opposite(positions[ply + 1].score));
        since = since.max(left);
        let is_turn = had > LOST && had - left >= SUSPECT && since < had - SUSPECT;
        since = since.max(had);
        is_turn.then_some((ply, had - left))
    };
    let of_side = (0..moves.len()).rev().filter(|ply| moves[*ply].side == side);
    let mut falls: Vec<(usize, f64)> = of_side.filter_map(fall_of).collect();
    falls.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let mut worst = falls.into_iter().take(AGAIN).map(|(ply, _)| ply);
    worst.find(|ply| moves[*ply].finding.is_some())
}
