//! One inner node: probe, prune, move loop, store.

use super::Search;
use super::node::{Captures, Evals, Node, Paused, Place, Progress, Stage};
use crate::limits::Abort;
use crate::score::{INFINITE, MAX_PLY, Value, is_decided, is_ruled, mate_in, mated_in};
use crate::tt::{Bound, Known, from_stored, to_stored};
use chuhe_rules::types::Move;

impl Search {
    /// The value of the position for the side to move, within the window. `PV` tells whether the
    /// window is open, that is whether the node may lie on the principal variation.
    pub(crate) fn search<const PV: bool>(
        &mut self,
        window: (Value, Value),
        depth: i32,
        ply: usize,
        expects_cut: bool,
    ) -> Value {
        if self.is_slice_over {
            self.aborted = Some(Abort::Slice);
            return 0;
        }
        if let Some(paused) = self.paused.pop() {
            return self.resume::<PV>(paused);
        }
        let in_check = self.line.in_check();
        let extended = depth + i32::from(in_check && ply < 2 * self.root_depth as usize);
        if extended <= 0 {
            return self.quiesce::<PV>(window, ply);
        }
        if self.enter(ply) {
            return 0;
        }
        if let Some(value) = self.line.ended(ply) {
            return value;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate();
        }
        let (alpha, beta) = (window.0.max(mated_in(ply)), window.1.min(mate_in(ply + 1)));
        if alpha >= beta {
            return alpha;
        }
        let hit = self.probe(ply);
        if let Some(value) = hit.and_then(|known| cutoff(&known, extended, alpha, beta)).filter(|_| !PV) {
            if value >= beta {
                self.reward_known(hit.and_then(|known| known.mv), extended);
            }
            self.tally.known += 1;
            return value;
        }
        let node = self.open::<PV>((alpha, beta), extended, expects_cut, ply, hit);
        if PV || in_check {
            return self.go_on::<PV>(node, Stage::Known);
        }
        match self.prune(&node) {
            Some(value) => value,
            None => self.go_on::<PV>(node, Stage::Null),
        }
    }

    /// Takes a node through its stages, from `stage` on.
    pub(crate) fn go_on<const PV: bool>(&mut self, mut node: Node, stage: Stage) -> Value {
        if stage <= Stage::Null {
            if let Some(value) = self.null_move(&node) {
                return value;
            }
            if self.aborted.is_some() {
                return self.pause(node, Place::Stage(Stage::Null));
            }
        }
        if stage <= Stage::Captures {
            return self.try_captures::<PV>(node, None);
        }
        if stage <= Stage::Known {
            if let Some(value) = self.judge_known::<PV>(&mut node) {
                return value;
            }
            if self.aborted.is_some() {
                return self.pause(node, Place::Stage(Stage::Known));
            }
        }
        self.move_loop::<PV>(node)
    }

    /// Looks at captures, then goes on to the next stage.
    fn try_captures<const PV: bool>(&mut self, node: Node, left: Option<Box<Captures>>) -> Value {
        match self.probcut(&node, left) {
            Ok(Some(value)) => value,
            Ok(None) => self.go_on::<PV>(node, Stage::Known),
            Err(captures) => self.pause(node, Place::Captures(captures)),
        }
    }

    /// Puts a node away, if the search is to go on from it.
    #[cold]
    pub(crate) fn pause(&mut self, node: Node, place: Place) -> Value {
        if self.aborted == Some(Abort::Slice) {
            self.paused.push(Paused { node, place });
        }
        0
    }

    /// Goes on with a node that was put away.
    #[cold]
    pub(crate) fn resume<const PV: bool>(&mut self, Paused { node, place }: Paused) -> Value {
        match place {
            Place::Stage(stage) => self.go_on::<PV>(node, stage),
            Place::Captures(captures) => self.try_captures::<PV>(node, Some(captures)),
            Place::Moves(moves) => {
                let (progress, at_hand) = *moves;
                self.run_moves::<PV>(node, progress, Some(at_hand))
            }
        }
    }

    /// What the table knows of the position, its value as seen `ply` plies from the root. Where the line is strict,
    /// a value by rule says nothing: the path that it was found on was another one.
    #[inline]
    pub(crate) fn probe(&self, ply: usize) -> Option<Known> {
        let known = self.table.probe(self.line.board().key())?;
        let value = from_stored(known.value, ply);
        if self.line.is_strict() && is_ruled(value) {
            return Some(Known { value: 0, depth: 0, bound: Bound::None, ..known });
        }
        Some(Known { value, ..known })
    }

    /// Remembers that the move known by the table cuts off, if it is quiet.
    fn reward_known(&mut self, known: Option<Move>, depth: i32) {
        let board = self.line.board();
        if let Some(mv) = known.filter(|mv| board.piece_at(mv.to()).is_none() && board.is_pseudo_legal(*mv)) {
            self.histories.reward_known(&self.line, depth, mv);
        }
    }

    /// The static evaluation, from the table where it is there.
    #[inline]
    pub(crate) fn static_evals(&mut self, hit: Option<Known>) -> Evals {
        let raw = match hit {
            Some(known) if known.eval > -INFINITE => known.eval,
            _ => self.evaluate(),
        };
        let corrected = self.corrections.corrected(&self.line, raw);
        let bettered = hit.filter(|known| match known.bound {
            Bound::Exact => true,
            Bound::Lower => known.value > corrected,
            Bound::Upper => known.value < corrected,
            Bound::None => false,
        });
        Evals { raw, corrected, bettered: bettered.map_or(corrected, |known| known.value) }
    }

    fn open<const PV: bool>(
        &mut self,
        window: (Value, Value),
        depth: i32,
        expects_cut: bool,
        ply: usize,
        hit: Option<Known>,
    ) -> Node {
        let in_check = self.line.in_check();
        let evals = if in_check { Evals::NONE } else { self.static_evals(hit) };
        if !in_check && hit.is_none() {
            self.store_eval(evals.raw);
        }
        self.evals[ply] = (!in_check).then_some(evals.corrected);
        self.histories.forget_killers(ply + 2);
        self.cutoffs[ply + 2] = 0;
        let earlier = |back: usize| ply.checked_sub(back).and_then(|ply| self.evals[ply]);
        let before = earlier(2).or_else(|| earlier(4));
        Node {
            alpha: window.0,
            beta: window.1,
            depth,
            ply,
            in_check,
            expects_cut,
            hit,
            known_captures: hit
                .and_then(|known| known.mv)
                .is_some_and(|mv| self.line.board().piece_at(mv.to()).is_some()),
            excluded: None,
            eval: evals.bettered,
            static_eval: evals.corrected,
            raw_eval: evals.raw,
            improving: !in_check && before.is_some_and(|before| evals.corrected > before),
            worsening: !in_check && earlier(1).is_some_and(|before| evals.corrected > -before),
            was_pv: PV || hit.is_some_and(|known| known.was_pv),
            extension: 0,
        }
    }

    /// Remembers the evaluation of a node that may be cut off before anything is found of it.
    fn store_eval(&mut self, eval: Value) {
        let known = Known { mv: None, value: 0, eval, depth: 0, bound: Bound::None, was_pv: false };
        self.table.store(self.line.board().key(), known);
    }

    /// Remembers what was found of a node.
    pub(crate) fn store(&mut self, node: &Node, progress: &Progress) {
        let bound = match progress.best {
            value if value >= node.beta => Bound::Lower,
            value if value > progress.floor => Bound::Exact,
            _ => Bound::Upper,
        };
        let known = Known {
            mv: progress.best_move,
            value: progress.best,
            eval: node.raw_eval,
            depth: node.depth,
            bound,
            was_pv: node.was_pv,
        };
        self.remember(node.ply, known);
        self.correct(node, progress, bound);
    }

    /// Stores what was found of the position on the board, its value as seen `ply` plies from the root. Where the
    /// line is strict, only the move and the static evaluation go with a value by rule: it holds on this path
    /// alone, since on another one the same move does not repeat.
    #[inline]
    pub(crate) fn remember(&self, ply: usize, known: Known) {
        let stored = match is_ruled(known.value) && self.line.is_strict() {
            true => Known { value: 0, depth: 0, bound: Bound::None, ..known },
            false => Known { value: to_stored(known.value, ply), ..known },
        };
        self.table.store(self.line.board().key(), stored);
    }

    /// Remembers by what the evaluation was wrong, where the value tells it and no capture made it so.
    fn correct(&mut self, node: &Node, progress: &Progress, bound: Bound) {
        let board = self.line.board();
        let captures = progress.best_move.is_some_and(|mv| board.piece_at(mv.to()).is_some());
        let error = progress.best - node.static_eval;
        let is_told = match bound {
            Bound::Lower => error > 0,
            Bound::Upper => error < 0,
            _ => true,
        };
        if !node.in_check && !captures && is_told && !is_decided(progress.best) {
            self.corrections.note(&self.line, node.depth, error);
        }
    }
}

/// The value to return at once when the table knows enough.
#[inline]
pub(crate) fn cutoff(known: &Known, depth: i32, alpha: Value, beta: Value) -> Option<Value> {
    let is_enough = match known.bound {
        Bound::Exact => true,
        Bound::Lower => known.value >= beta,
        Bound::Upper => known.value <= alpha,
        Bound::None => false,
    };
    (known.depth >= depth && is_enough).then_some(known.value)
}
