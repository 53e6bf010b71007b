//! Quiescence search: captures until the position is quiet, and all moves in check.

use super::Search;
use super::node::Evals;
use super::node_type::NodeType;
use super::search_node::cutoff;
use crate::order::Picker;
use crate::params as p;
use crate::score::{MAX_PLY, Value, is_decided, mated_in};
use crate::see;
use crate::tt::{Bound, TtEntry};
use chuhe_rules::types::Move;

/// The progress of a quiescence node's move loop.
struct Settling {
    picker: Picker,
    best: Value,
    alpha: Value,
    /// The greatest value that a move can reach before the value of the captured piece is added.
    hope: Value,
    in_check: bool,
    /// Number of legal moves so far.
    legal: usize,
    /// Number of quiet evasions searched.
    quiets: i32,
}

/// Returns the mean of `value` and `beta` for a value above beta, since such a value is only half trusted.
fn blended(value: Value, beta: Value) -> Value {
    if value > beta && !is_decided(value) && !is_decided(beta) { (value + beta) / 2 } else { value }
}

impl Search {
    /// Returns the value of the position if only captures are played: exact within the window, else a bound.
    pub(crate) fn quiesce<N: NodeType>(&mut self, window: (Value, Value), ply: usize) -> Value {
        let (alpha, beta) = window;
        if self.enter(ply) {
            return 0;
        }
        let in_check = self.line.in_check();
        if let Some(value) = self.line.ended(ply) {
            return value;
        }
        if let Some(value) = self.solved(ply) {
            return value;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate();
        }
        let tt_entry = self.probe(ply);
        if let Some(value) = tt_entry.and_then(|entry| cutoff(&entry, 0, alpha, beta)).filter(|_| !N::PV) {
            self.tally.tt_cutoffs += 1;
            return value;
        }
        let evals = if in_check { Evals::NONE } else { self.static_evals(tt_entry) };
        if evals.bettered >= beta {
            return self.stand_pat(ply, evals, tt_entry, beta);
        }
        let tt_move = tt_entry.and_then(|entry| entry.mv);
        let mut settling = Settling {
            picker: Picker::quiescence(&self.line, tt_move),
            best: evals.bettered,
            alpha: alpha.max(evals.bettered),
            hope: evals.bettered + p::DELTA_MARGIN,
            in_check,
            legal: 0,
            quiets: 0,
        };
        let mut best_move = None;
        while let Some(mv) = self.next_unsettled(&mut settling) {
            self.play(mv);
            let value = -self.quiesce::<N>((-beta, -settling.alpha), ply + 1);
            self.line.unmake();
            if self.aborted.is_some() {
                return 0;
            }
            settling.best = settling.best.max(value);
            if value > settling.alpha {
                best_move = Some(mv);
                settling.alpha = value;
                if N::PV {
                    self.record_variation(ply, mv);
                }
            }
            if settling.alpha >= beta {
                self.tally.cutoffs += 1;
                break;
            }
        }
        if in_check && settling.legal == 0 {
            return mated_in(ply);
        }
        let best = blended(settling.best, beta);
        let was_pv = tt_entry.is_some_and(|entry| entry.was_pv);
        self.store_quiet(ply, (evals.raw, was_pv), (best, best_move), (alpha, beta));
        best
    }

    /// Returns the value of a position that reaches beta without a move.
    fn stand_pat(&mut self, ply: usize, evals: Evals, tt_entry: Option<TtEntry>, beta: Value) -> Value {
        let value = blended(evals.bettered, beta);
        if tt_entry.is_none() {
            self.store_quiet(ply, (evals.raw, false), (value, None), (beta - 1, beta));
        }
        value
    }

    /// Returns the next move that may raise the value to alpha.
    #[inline]
    fn next_unsettled(&self, settling: &mut Settling) -> Option<Move> {
        loop {
            let mv = settling.picker.next(&self.line, &self.histories)?;
            let board = self.line.board();
            if !self.line.is_playable(mv) {
                continue;
            }
            settling.legal += 1;
            let is_quiet = board.piece_at(mv.to()).is_none();
            let is_poor = !self.is_certain_loss(settling.best)
                && match (settling.in_check, is_quiet) {
                    (true, true) => settling.quiets >= p::EVASIONS || !see::reaches(board, mv, 0),
                    (true, false) => false,
                    (false, _) => self.is_hopeless(settling, mv),
                };
            if !is_poor {
                settling.quiets += i32::from(is_quiet);
                return Some(mv);
            }
        }
    }

    /// Returns whether a capture cannot raise the value to alpha. The bound on its value then limits the best
    /// value.
    fn is_hopeless(&self, settling: &mut Settling, mv: Move) -> bool {
        let board = self.line.board();
        if self.line.moved(1).is_some_and(|(_, to)| to == mv.to()) || is_decided(settling.alpha) {
            return false;
        }
        let gain = board.piece_at(mv.to()).map_or(0, |piece| see::VALUES[piece.role().index()]);
        let Settling { hope, alpha, best, .. } = settling;
        let bound = match *hope + gain <= *alpha {
            true => *hope + gain,
            false if *hope <= *alpha && !see::reaches(board, mv, 1) => *hope,
            false => return false,
        };
        *best = (*best).max(bound);
        true
    }

    fn store_quiet(
        &mut self,
        ply: usize,
        (raw, was_pv): (Value, bool),
        found: (Value, Option<Move>),
        window: (Value, Value),
    ) {
        let (value, mv) = found;
        let bound = match value {
            _ if value >= window.1 => Bound::Lower,
            _ if value > window.0 && mv.is_some() => Bound::Exact,
            _ => Bound::Upper,
        };
        self.remember(ply, TtEntry { mv, value, eval: raw, depth: 0, bound, was_pv });
    }
}
