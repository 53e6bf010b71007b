//! Alpha-beta: minimax without the moves that cannot change the result.
//!
//! `alpha` is the value that the side to move can already force, `beta` the value that its opponent can force. The
//! opponent will avoid a position with a value of `beta` or more, so its remaining moves are cut off. If the best
//! move always comes first, about the square root of `n` positions remain out of `n`. Knuth and Moore, *An Analysis
//! of Alpha-Beta Pruning* (1975), give the proof. This is their fail-soft form, which may return a tighter bound
//! above `beta` or below `alpha`.

use super::watch::{Kind, Watch};
use super::{INFINITE, Lab, Stopped, Value};
use chuhe_rules::types::Move;

impl<W: Watch> Lab<'_, W> {
    /// Returns the value for the side to move if it lies within the window `(alpha, beta)`, otherwise a bound of
    /// it.
    pub(crate) fn alpha_beta(
        &mut self,
        (mut alpha, beta): (Value, Value),
        depth: u32,
        ply: usize,
        mv: Option<Move>,
    ) -> Result<Value, Stopped> {
        if let Some(value) = self.enter((alpha, beta), depth, ply, mv)? {
            return Ok(value);
        }
        let moves = self.moves(None);
        let mut best = -INFINITE;
        for (index, mv) in moves.iter().copied().enumerate() {
            let captured = self.board.make(mv);
            let value = -self.alpha_beta((-beta, -alpha), depth - 1, ply + 1, Some(mv))?;
            self.board.unmake(mv, captured);
            if value > best {
                best = value;
                self.prefer(ply, mv);
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                return Ok(self.cut(best, moves.len() - index - 1));
            }
        }
        Ok(self.leave(best, Kind::Searched))
    }
}
