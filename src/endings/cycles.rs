//! Finds the positions whose value could depend on a rule of repetition.
//!
//! The tables count endless play as a draw. The rules differ where a side can draw only by offending on each move, for
//! example by perpetual check. A won position needs no repetition, so only drawn positions are concerned. In one of
//! them a side is *bound* if each of its moves that keeps the draw offends. It is free as soon as it can force a
//! position where it is not bound, or a capture. A table without positions where a side stays bound has the same values
//! under each rule that punishes the offence.

use crate::index::{Index, Layout, Placement, Side};
use crate::moves::{Step, Target};
use crate::solve::{MissingTable, Smaller};
use crate::table::{Code, DRAW, Table, is_win};
use crate::tables::Tables;
use crate::threads::each_block;
use chuhe_rules::Move;
use chuhe_rules::bitboard::Bitboard;
use chuhe_rules::chase::take_back_chases;

/// A side, and what counts as its offence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Offender {
    /// The strong side gives check. The weak side never can.
    StrongChecks,
    /// The strong side gives check, chases a piece, or would win in at most 7 plies if it could move again: more than
    /// any rule book punishes.
    StrongAttacks,
    /// The weak side chases an attacker.
    WeakChases,
}

impl Offender {
    /// All of them.
    pub const ALL: [Offender; 3] = [Offender::StrongChecks, Offender::StrongAttacks, Offender::WeakChases];

    /// Returns the side.
    pub const fn side(self) -> Side {
        match self {
            Offender::StrongChecks | Offender::StrongAttacks => Side::Strong,
            Offender::WeakChases => Side::Weak,
        }
    }
}

/// Longest win in plies that counts as a threat of mate: four checks.
const KILL_PLIES: Code = 7;

/// The positions of a table in which a side can draw only by offences.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CycleReport {
    /// The positions with the side to move in which each move that keeps the draw offends; the indices in order.
    pub bound: Vec<usize>,
    /// The bound positions in which the other side can keep the side bound for ever.
    pub endless: Vec<usize>,
}

impl Tables {
    /// Looks for positions of a table whose value depends on a rule of repetition.
    ///
    /// # Errors
    /// [`MissingTable`] if a table of a material after a capture is not there.
    pub fn cycles(
        &self,
        table: &Table,
        offender: Offender,
        threads: usize,
    ) -> Result<CycleReport, MissingTable> {
        let analysis = Analysis { table, smaller: self.smaller(table.material())?, offender };
        let mut bound: Vec<usize> = each_block(threads, table.index.attackers.len(), |block| {
            let indices = block * table.index.block()..(block + 1) * table.index.block();
            indices.filter(|index| analysis.is_bound(*index)).collect::<Vec<_>>()
        })
        .concat();
        bound.sort_unstable();
        Ok(CycleReport { endless: analysis.endless(bound.clone()), bound })
    }
}

struct Analysis<'a> {
    table: &'a Table,
    smaller: Smaller,
    offender: Offender,
}

impl Analysis<'_> {
    fn index(&self) -> &Index {
        &self.table.index
    }

    /// Calls `visit` with the moves of a drawn position that keep the draw.
    fn each_draw(&self, at: Placement, layout: &Layout, side: Side, mut visit: impl FnMut(Step)) {
        self.index().each_move(at, layout, side, |step| {
            let after = match step.result {
                Target::Quiet(index) => self.table.code(index, side.other()),
                target => self.smaller.code(self.index(), at, layout, target),
            };
            if after == DRAW {
                visit(step);
            }
        });
    }

    /// Returns whether each move of the offender that keeps the draw of a position offends and captures nothing.
    fn is_bound(&self, index: usize) -> bool {
        let side = self.offender.side();
        if self.table.code(index, side) != DRAW {
            return false;
        }
        let at = self.index().placement(index);
        let Some(layout) = self.index().layout(at) else { return false };
        let mut is_free = false;
        self.each_draw(at, &layout, side, |step| is_free = is_free || !self.offends(index, step));
        !is_free
    }

    fn offends(&self, index: usize, step: Step) -> bool {
        let Target::Quiet(after) = step.result else { return false };
        match self.offender {
            Offender::StrongChecks => self.gives_check(after),
            Offender::StrongAttacks => {
                self.gives_check(after) || self.threatens_mate(after) || self.chases(index, step)
            }
            Offender::WeakChases => self.chases(index, step),
        }
    }

    fn gives_check(&self, after: usize) -> bool {
        self.index()
            .layout(self.index().placement(after))
            .is_some_and(|layout| self.index().is_check(&layout))
    }

    fn threatens_mate(&self, after: usize) -> bool {
        let code = self.table.code(after, Side::Strong);
        is_win(code) && code <= KILL_PLIES
    }

    fn chases(&self, index: usize, step: Step) -> bool {
        let Some(mut board) = self.index().board(index, self.offender.side()) else { return false };
        let mv = Move::new(step.from, step.to);
        let captured = board.make(mv);
        !take_back_chases(&mut board, (mv, captured), Bitboard::FULL).is_empty()
    }

    /// Removes the positions in which the offender can force a position that is not among the rest, until none is left
    /// to remove.
    fn endless(&self, mut bound: Vec<usize>) -> Vec<usize> {
        loop {
            let before = bound.len();
            let rest = bound.clone();
            bound.retain(|index| !self.escapes(*index, &rest));
            if bound.len() == before {
                return bound;
            }
        }
    }

    /// Returns whether a move that keeps the draw leads to a position where no answer that keeps it leads to `bound`.
    fn escapes(&self, index: usize, bound: &[usize]) -> bool {
        let side = self.offender.side();
        let at = self.index().placement(index);
        let Some(layout) = self.index().layout(at) else { return true };
        let mut escapes = false;
        self.each_draw(at, &layout, side, |step| {
            escapes = escapes || !matches!(step.result, Target::Quiet(after) if self.can_bind(after, bound));
        });
        escapes
    }

    /// Returns whether the other side, to move, has an answer that keeps the draw and leads to `bound`.
    fn can_bind(&self, index: usize, bound: &[usize]) -> bool {
        let at = self.index().placement(index);
        let Some(layout) = self.index().layout(at) else { return false };
        let mut can_bind = false;
        self.each_draw(at, &layout, self.offender.side().other(), |step| {
            let Target::Quiet(after) = step.result else { return };
            can_bind = can_bind || bound.binary_search(&after).is_ok();
        });
        can_bind
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If each drawn position were bound, the general could leave the cycle only by taking the cannon.
    #[test]
    fn who_cannot_leave_a_cycle_stays_in_it_for_ever() {
        let mut tables = Tables::default();
        let material = "C vs K".parse().expect("a material");
        tables.solve(material, 1).expect("needs no other table");
        let table = tables.get(material).expect("it is solved");
        let smaller = tables.smaller(material).expect("needs no other table");
        let analysis = Analysis { table: &table, smaller, offender: Offender::WeakChases };
        let drawn: Vec<usize> =
            (0..table.index.len()).filter(|index| table.code(*index, Side::Weak) == DRAW).collect();
        let endless = analysis.endless(drawn.clone());
        let can_take = |index: &usize| {
            let board = table.index.board(*index, Side::Weak);
            board.is_some_and(|board| !board.legal_captures().is_empty())
        };
        let (taking, others): (Vec<usize>, Vec<usize>) = drawn.into_iter().partition(can_take);
        assert!(!taking.is_empty() && taking.iter().all(|index| !endless.contains(index)));
        assert_eq!(endless, others);
    }
}
