//! Finds the turning point of a game: the move of a side that lowered its chances most in a game not yet lost, if
//! they never nearly recovered.

use super::judge::{Engine, Finding, Judged, Walk};
use super::verdicts::{LOST, SUSPECT, opposite};
use chuhe_engine::wdl::expectation;
use chuhe_rules::game::Game;
use chuhe_rules::types::Color;

/// Greatest number of falls that are compared with the better move.
const AGAIN: usize = 4;

/// A move of the side, with the side's chances before and after it, 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct Chances {
    ply: usize,
    before: f64,
    after: f64,
}

/// Returns the side's chances around each of its moves, the last move first. Leaves out moves before or after
/// which the position is not evaluated.
pub fn chances_of<'a>(
    game: &Game,
    positions: impl Fn(usize) -> Option<&'a Judged>,
    side: Color,
) -> Vec<Chances> {
    let of_side = (0..game.plies().len()).rev().filter(|ply| game.mover(*ply) == side);
    let chances = |ply: usize| {
        let (before, after) = (positions(ply)?.score, opposite(positions(ply + 1)?.score));
        Some(Chances { ply, before: expectation(before), after: expectation(after) })
    };
    of_side.filter_map(chances).collect()
}

/// Returns the plies of the greatest lasting falls, the deepest first. The first that is a mistake by the
/// comparison with the better move is the turning point; without one, no single move turned the game.
pub fn falls(moves: &[Chances]) -> impl Iterator<Item = usize> {
    // The best chances that the side had at any later time.
    let mut since = 0.0_f64;
    let mut falls: Vec<(usize, f64)> = Vec::new();
    for Chances { ply, before, after } in moves {
        since = since.max(*after);
        if *before > LOST && before - after >= SUSPECT && since < before - SUSPECT {
            falls.push((*ply, before - after));
        }
        since = since.max(*before);
    }
    falls.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    falls.into_iter().take(AGAIN).map(|(ply, _)| ply)
}

/// The move from which a lost game is worth another try.
#[derive(Clone, PartialEq, Debug)]
pub struct WayBack {
    /// The index of the move in the game.
    pub ply: usize,
    /// Details of the mistake at the turning point; `None` if no single move turned the game.
    pub finding: Option<Finding>,
    /// Whether the game was not yet lost before the move.
    pub is_open: bool,
}

impl<E: Engine> Walk<'_, E> {
    /// Returns the turning point of a side, given the evaluated positions by ply. Without a turning point, returns
    /// the side's last move before which the game was not lost, or else its earliest evaluated move. Returns
    /// `None` if none of its moves is evaluated.
    ///
    /// # Errors
    /// The engine's, if it has no answer.
    pub fn way_back(
        &mut self,
        side: Color,
        positions: &[Option<Judged>],
    ) -> Result<Option<WayBack>, E::Error> {
        let judged = |ply: usize| positions.get(ply)?.as_ref();
        let moves = chances_of(self.game, judged, side);
        for ply in falls(&moves) {
            if let (Some(before), Some(after)) = (judged(ply), judged(ply + 1))
                && let Some(finding) = self.judge_move(ply, before, &[*after])?.finding
            {
                return Ok(Some(WayBack { ply, finding: Some(finding), is_open: true }));
            }
        }
        let open = moves.iter().find(|it| it.before > LOST);
        let back = |it: &Chances| WayBack { ply: it.ply, finding: None, is_open: open.is_some() };
        Ok(open.or(moves.last()).map(back))
    }
}
