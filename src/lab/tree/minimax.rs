//! Minimax: each side plays its best move, and every position is searched.
//!
//! The method is Shannon's, *Programming a Computer for Playing Chess* (1950); this form is called negamax, because
//! the value of a position for one side is the negative of that for the other.

use super::watch::{Kind, Watch};
use super::{INFINITE, Lab, Stopped, Value};
use chuhe_rules::types::Move;

impl<W: Watch> Lab<'_, W> {
    /// Returns the value for the side to move when both play their best for `depth` plies.
    pub(crate) fn minimax(&mut self, depth: u32, ply: usize, mv: Option<Move>) -> Result<Value, Stopped> {
        if let Some(value) = self.enter((-INFINITE, INFINITE), depth, ply, mv)? {
            return Ok(value);
        }
        let mut best = -INFINITE;
        for mv in self.moves(None) {
            let captured = self.board.make(mv);
            let value = -self.minimax(depth - 1, ply + 1, Some(mv))?;
            self.board.unmake(mv, captured);
            if value > best {
                best = value;
                self.prefer(ply, mv);
            }
        }
        Ok(self.leave(best, Kind::Searched))
    }
}
