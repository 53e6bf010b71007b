//! Solved endings in the search: their values are exact.

use super::Search;
use crate::score::{DRAW, FAR_MATE, MAX_PLY, Value, mate_in, mated_in};
use chuhe_endings::{self as endings, TableSet};
use chuhe_rules::{Board, Color, Role};
use std::sync::Arc;

/// The solved endings that a player knows.
#[derive(Clone)]
pub(crate) struct Endings {
    pub(crate) set: Arc<TableSet>,
    /// Greatest distance in plies of the mates that the player knows.
    pub(crate) reach: u16,
    /// True if the player knows which endings are drawn.
    pub(crate) draws: bool,
}

impl Endings {
    /// Returns the value of a board as far as the player knows it. `left` is the number of plies until the game is drawn
    /// by the natural limit; a mate that takes longer is not certain.
    pub(crate) fn value(&self, board: &Board, left: u32) -> Option<endings::Value> {
        if !is_one_sided(board) {
            return None;
        }
        let value = self.set.probe(board)?;
        let is_known = match value.plies() {
            Some(plies) => plies <= self.reach && u32::from(plies) <= left,
            None => self.draws,
        };
        is_known.then_some(value)
    }
}

/// Returns whether only one side can attack.
#[inline]
fn is_one_sided(board: &Board) -> bool {
    let roles = [Role::Rook, Role::Horse, Role::Cannon, Role::Soldier];
    Color::ALL.iter().any(|color| roles.iter().all(|role| board.of(*color, *role).is_empty()))
}

impl Search {
    /// Returns the value of the position, `ply` plies from the root, if it is a solved ending.
    #[inline]
    pub(crate) fn solved(&mut self, ply: usize) -> Option<Value> {
        let endings = self.endings.as_ref()?;
        let value = endings.value(self.line.board(), self.line.plies_left())?;
        self.tally.solved += 1;
        Some(match value {
            endings::Value::Draw => DRAW,
            endings::Value::Win(plies) => at_distance(ply + usize::from(plies), mate_in, FAR_MATE),
            endings::Value::Loss(plies) => at_distance(ply + usize::from(plies), mated_in, -FAR_MATE),
        })
    }
}

/// Returns the value of a mate so many plies from the root.
fn at_distance(plies: usize, near: fn(usize) -> Value, far: Value) -> Value {
    if plies < MAX_PLY { near(plies) } else { far }
}
