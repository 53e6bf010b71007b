//! Principal variation search: alpha-beta that trusts the order of the moves.
//!
//! The first move is searched with the whole window. Every other move is first only tested for being better, with a
//! window of no width, which cuts off the most. A move that is better is then searched again for its value. The method
//! is from Marsland and Campbell, *Parallel Search of Strongly Ordered Game Trees* (1982). If the order is bad, the
//! second searches cost more than the narrow windows save. With a [table](super::table) the value of a position that
//! was searched before is looked up.

use super::table::Bound;
use super::watch::{Event, Kind, Watch};
use super::{INFINITE, Lab, Stopped, Value};
use chuhe_rules::types::Move;

impl<W: Watch> Lab<'_, W> {
    /// Returns the value for the side to move if it lies within the window `(alpha, beta)`, otherwise a bound of it.
    pub(crate) fn pvs(
        &mut self,
        (alpha, beta): (Value, Value),
        depth: u32,
        ply: usize,
        mv: Option<Move>,
    ) -> Result<Value, Stopped> {
        if let Some(value) = self.enter((alpha, beta), depth, ply, mv)? {
            return Ok(value);
        }
        let tt_entry = self.table.as_ref().and_then(|table| table.look_up(self.board.key(), depth, ply));
        if let Some(value) = tt_entry.and_then(|entry| entry.settles(alpha, beta)) {
            self.counts.known += 1;
            self.lines[ply].extend(tt_entry.and_then(|entry| entry.mv));
            return Ok(self.leave(value, Kind::Known));
        }
        let moves = self.moves(self.table.as_ref().and_then(|table| table.best_move(self.board.key())));
        let mut best = -INFINITE;
        for (index, mv) in moves.iter().copied().enumerate() {
            let sure = alpha.max(best);
            let captured = self.board.make(mv);
            let value = self.value_of(mv, index == 0, (sure, beta), depth, ply)?;
            self.board.unmake(mv, captured);
            if value > best {
                best = value;
                self.prefer(ply, mv);
            }
            if best >= beta {
                self.remember(depth, ply, best, Bound::Lower);
                return Ok(self.cut(best, moves.len() - index - 1));
            }
        }
        self.remember(depth, ply, best, if best > alpha { Bound::Exact } else { Bound::Upper });
        Ok(self.leave(best, Kind::Searched))
    }

    /// Returns the value of the move that was just made, for the side that made it.
    fn value_of(
        &mut self,
        mv: Move,
        is_first: bool,
        (sure, beta): (Value, Value),
        depth: u32,
        ply: usize,
    ) -> Result<Value, Stopped> {
        if !is_first {
            let value = -self.pvs((-sure - 1, -sure), depth - 1, ply + 1, Some(mv))?;
            if value <= sure || value >= beta {
                return Ok(value);
            }
            self.counts.researches += 1;
            self.watch.note(Event::Again { value });
        }
        Ok(-self.pvs((-beta, -sure), depth - 1, ply + 1, Some(mv))?)
    }

    fn remember(&mut self, depth: u32, ply: usize, value: Value, bound: Bound) {
        let mv = self.lines[ply].first().copied();
        if let Some(table) = &mut self.table {
            table.store(self.board.key(), depth, ply, (value, bound, mv));
        }
    }
}
