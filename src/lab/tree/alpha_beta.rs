//! Alpha-beta: minimax that leaves out what cannot change the result.
//!
//! `alpha` is what the side to move is sure of by now, `beta` what its opponent is. A position worth `beta` or more
//! will not come about, since the opponent has something better: its other moves are cut off. With the best move
//! always first, of `n` positions about the square root of `n` is left. Knuth and Moore, *An Analysis of Alpha-Beta
//! Pruning* (1975), have the proof; this is their fail-soft form, which may return more than `beta` or less than
//! `alpha` where it knows more.

use super::watch::{Kind, Watch};
use super::{INFINITE, Lab, Stopped, Value};
use chuhe_rules::types::Move;

impl<W: Watch> Lab<'_, W> {
    /// The value for the side to move, where it lies within the window `(alpha, beta)`; a bound for it else.
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
