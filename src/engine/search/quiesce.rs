//! Quiescence: captures until the position is quiet, all moves while in check.

use super::super::order::Picker;
use super::super::params as p;
use super::super::score::{INFINITE, MATE_BOUND, MAX_PLY, Value, mated_in};
use super::super::see;
use super::super::tt::{Bound, Known, to_stored};
use super::Search;
use super::node::cutoff;
use crate::game::types::Move;

impl Search {
    /// The value of the position when only captures are played, within the window.
    pub(super) fn quiesce<const PV: bool>(&mut self, window: (Value, Value), ply: usize) -> Value {
        let (mut alpha, beta) = window;
        if self.enter(ply) {
            return 0;
        }
        let in_check = self.line.in_check();
        if let Some(value) = self.line.ended(ply) {
            return value;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate();
        }
        let hit = self.probe(ply);
        if let Some(value) = hit.and_then(|known| cutoff(&known, 0, alpha, beta)).filter(|_| !PV) {
            return value;
        }
        let (raw, mut best) = if in_check { (-INFINITE, -INFINITE) } else { self.static_eval(hit) };
        if best >= beta {
            return best;
        }
        let floor = alpha;
        alpha = alpha.max(best);
        let hope = best + p::DELTA_MARGIN;
        let known = hit.and_then(|known| known.mv);
        let mut picker = Picker::quiescence(&self.line, known);
        let (mut best_move, mut count) = (None, 0);
        while let Some(mv) = picker.next(&self.line, &self.histories) {
            if !self.line.is_playable(mv) {
                continue;
            }
            count += 1;
            if best > -MATE_BOUND && self.is_hopeless(mv, in_check, hope, alpha) {
                continue;
            }
            self.line.make(mv);
            let value = -self.quiesce::<PV>((-beta, -alpha), ply + 1);
            self.line.unmake();
            if self.aborted.is_some() {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    alpha = value;
                    if PV {
                        self.record_variation(ply, mv);
                    }
                }
            }
            if alpha >= beta {
                break;
            }
        }
        if in_check && count == 0 {
            return mated_in(ply);
        }
        self.store_quiet(ply, raw, (best, best_move), (floor, beta));
        best
    }

    /// Whether a capture cannot bring the value back to alpha, or loses material.
    fn is_hopeless(&self, mv: Move, in_check: bool, hope: Value, alpha: Value) -> bool {
        let board = self.line.board();
        if in_check {
            return board.piece_at(mv.to()).is_none() && !see::reaches(board, mv, 0);
        }
        let gain = board.piece_at(mv.to()).map_or(0, |piece| see::VALUES[piece.role().index()]);
        hope + gain <= alpha || !see::reaches(board, mv, 0)
    }

    fn store_quiet(&mut self, ply: usize, raw: Value, found: (Value, Option<Move>), window: (Value, Value)) {
        let (value, mv) = found;
        let bound = match value {
            _ if value >= window.1 => Bound::Lower,
            _ if value > window.0 && mv.is_some() => Bound::Exact,
            _ => Bound::Upper,
        };
        let known = Known { mv, value: to_stored(value, ply), eval: raw, depth: 0, bound };
        self.table.store(self.line.board().key(), known);
    }
}
