//! Checks of a table: each value follows from the values of the positions after it.

use crate::index::{Layout, Placement, Side};
use crate::moves::Target;
use crate::solve::{MissingTable, Smaller};
use crate::table::{Code, DRAW, ILLEGAL, Table, is_loss, is_win};
use crate::tables::Tables;
use crate::threads::each_block;

/// A value that does not follow from those of the positions after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The index of the position.
    pub index: usize,
    /// The side to move.
    pub to_move: Side,
}

impl Tables {
    /// Compares each value of a table with the values of the positions after it, and returns all that differ. Together
    /// with distances, which fall with each move of the winner, this proves the table.
    ///
    /// # Errors
    /// [`MissingTable`] if a table of a material after a capture is not there.
    pub fn verify(&self, table: &Table, threads: usize) -> Result<Vec<Fault>, MissingTable> {
        let smaller = self.smaller(table.material())?;
        let faults = each_block(threads, table.index.attackers.len(), |block| {
            let indices = block * table.index.block()..(block + 1) * table.index.block();
            indices.flat_map(|index| verify_index(table, &smaller, index)).collect::<Vec<_>>()
        });
        Ok(faults.into_iter().flatten().collect())
    }
}

fn verify_index(table: &Table, smaller: &Smaller, index: usize) -> Vec<Fault> {
    let at = table.index.placement(index);
    let layout = table.index.layout(at);
    let is_fault = |side: &Side| {
        let expected = match &layout {
            Some(layout) if table.index.is_position(layout, *side) => {
                from_moves(table, smaller, at, layout, *side)
            }
            _ => ILLEGAL,
        };
        expected != table.code(index, *side)
    };
    Side::ALL.into_iter().filter(is_fault).map(|to_move| Fault { index, to_move }).collect()
}

/// Returns the code of a position by those of the positions after its moves.
fn from_moves(table: &Table, smaller: &Smaller, at: Placement, layout: &Layout, side: Side) -> Code {
    let (mut win, mut loss, mut can_draw, mut is_broken) = (DRAW, 0, false, false);
    table.index.each_move(at, layout, side, |step| {
        let after = match step.result {
            Target::Quiet(index) => table.code(index, side.other()),
            target => smaller.code(&table.index, at, layout, target),
        };
        match after {
            ILLEGAL => is_broken = true,
            code if is_loss(code) => win = win.min(code + 1),
            code if is_win(code) => loss = loss.max(code + 1),
            _ => can_draw = true,
        }
    });
    match (is_broken, win < DRAW, can_draw) {
        (true, ..) => ILLEGAL,
        (_, true, _) => win,
        (.., true) => DRAW,
        _ => loss,
    }
}
