//! Retrograde analysis: the values spread back from mate, layer by layer.

use crate::index::{Index, Layout, Placement, Side};
use crate::material::Material;
use crate::moves::{Step, Target};
use crate::table::{Code, DRAW, ILLEGAL, Table, is_loss, is_win};
use crate::threads::each_block;
use chuhe_rules::Role;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU16, Ordering};

/// The error of a solver without the table of a material that arises by a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MissingTable(
    /// The material that has to be solved first.
    pub Material,
);

impl fmt::Display for MissingTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the table of {} has to be there first", self.0)
    }
}

impl std::error::Error for MissingTable {}

/// The tables of the materials after a capture.
pub(crate) struct Smaller {
    attackers: [Option<Arc<Table>>; 2],
    advisor: Option<Arc<Table>>,
    elephant: Option<Arc<Table>>,
}

impl Smaller {
    /// Collects the tables by `find`.
    pub fn new(
        material: Material,
        find: impl Fn(Material) -> Option<Arc<Table>>,
    ) -> Result<Smaller, MissingTable> {
        let find = |needed: Option<Material>| match needed {
            None => Ok(None),
            Some(material) => find(material).map(Some).ok_or(MissingTable(material)),
        };
        Ok(Smaller {
            attackers: [find(material.without_attacker(0))?, find(material.without_attacker(1))?],
            advisor: find(material.without_advisor())?,
            elephant: find(material.without_elephant())?,
        })
    }

    /// Returns the code of the position after a capture, for the side to move there.
    pub fn code(&self, index: &Index, at: Placement, layout: &Layout, target: Target) -> Code {
        match target {
            Target::Quiet(_) => ILLEGAL,
            Target::Attacker { slot, weak } => match &self.attackers[slot] {
                Some(table) => {
                    let remaining = layout.squares[1 - slot];
                    look_up(table, [remaining; 2], at.strong, weak, Side::Strong)
                }
                // Without attackers the game is drawn, unless the strong side is stalemated.
                None if index.bare_has_move(at.strong, weak) => DRAW,
                None => 0,
            },
            Target::Guard { squares, strong, role, weak } => {
                let table = if role == Role::Advisor { &self.advisor } else { &self.elephant };
                table.as_ref().map_or(ILLEGAL, |table| look_up(table, squares, strong, weak, Side::Weak))
            }
        }
    }
}

fn look_up(table: &Table, squares: [chuhe_rules::Square; 2], strong: u16, weak: u16, side: Side) -> Code {
    table.index.locate(squares, strong, weak).map_or(ILLEGAL, |index| table.code(index, side))
}

/// The positions that one step of a [`Solving`] decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layer {
    /// The plies to the end of these positions. With an even number the side to move loses, with an odd one it wins.
    pub plies: u16,
    /// `[side to move]`: the number of positions.
    pub decided: [u64; 2],
}

/// The unit of a table's distances.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Distance {
    /// The plies to the end of the game.
    Mate,
    /// The plies to the next capture or the end of the game. A win in at most [`crate::NATURAL_LIMIT`] of them, in this table
    /// and in all smaller ones, is a win within the rule that ends a game without captures. Such tables are not for
    /// [`crate::Tables`].
    Capture,
}

/// A table in the making.
///
/// First each position is looked at once: one without a legal move is lost, and captures are looked up in the smaller
/// tables. Then each [`Solving::step`] takes the positions whose distance is the next number of plies. The positions
/// before a lost one are won. A position before won ones is lost as soon as all its moves lead to won positions, which a
/// counter for each position tells. What is never decided is drawn.
///
/// ```
/// use chuhe_endings::{Layer, Solving};
/// let mut solving = Solving::new("P vs K".parse()?, |_| None, 1)?;
/// let mates = solving.step().map(|layer: Layer| (layer.plies, layer.decided));
/// assert_eq!(mates, Some((0, [0, 30])));
/// while solving.step().is_some() {}
/// let table = solving.finish();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solving {
    index: Index,
    smaller: Smaller,
    distance: Distance,
    threads: usize,
    /// `[side to move][index]`: the distance, which may still fall while it is greater than `plies`.
    codes: [Vec<AtomicU16>; 2],
    /// `[side to move][index]`: the number of moves that may still avoid a loss.
    open: [Vec<AtomicU8>; 2],
    /// The plies of the next layer.
    plies: u16,
    /// The greatest distance so far.
    deepest: AtomicU16,
}

impl Solving {
    /// Begins to solve a material on this number of threads. `find` returns the tables of the materials after captures.
    ///
    /// # Errors
    /// [`MissingTable`] if `find` lacks one of these tables.
    pub fn new(
        material: Material,
        find: impl Fn(Material) -> Option<Arc<Table>>,
        threads: usize,
    ) -> Result<Solving, MissingTable> {
        Solving::counting(material, find, Distance::Mate, threads)
    }

    /// Begins to solve a material like [`Solving::new`], with another distance.
    ///
    /// # Errors
    /// [`MissingTable`] if `find` lacks a table of a material after a capture.
    pub fn counting(
        material: Material,
        find: impl Fn(Material) -> Option<Arc<Table>>,
        distance: Distance,
        threads: usize,
    ) -> Result<Solving, MissingTable> {
        let smaller = Smaller::new(material, find)?;
        let index = Index::new(material);
        let codes = [(); 2].map(|()| (0..index.len()).map(|_| AtomicU16::new(ILLEGAL)).collect());
        let open = [(); 2].map(|()| (0..index.len()).map(|_| AtomicU8::new(0)).collect());
        let solving =
            Solving { index, smaller, distance, threads, codes, open, plies: 0, deepest: AtomicU16::new(0) };
        each_block(threads, solving.index.attackers.len(), |block| solving.begin(block));
        Ok(solving)
    }

    /// Returns the index of the table.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// Returns the plies of the positions that the last step decided.
    pub fn plies(&self) -> Option<u16> {
        self.plies.checked_sub(1)
    }

    /// Returns the plies to the end of a position, if they are known after the steps so far.
    pub fn distance(&self, index: usize, to_move: Side) -> Option<u16> {
        Some(self.codes[to_move as usize][index].load(Ordering::Relaxed)).filter(|plies| *plies < self.plies)
    }

    /// Returns the indices that the last step decided, in order. A browser shows them as the layer that is added.
    pub fn last_layer(&self, to_move: Side) -> impl Iterator<Item = usize> + '_ {
        let codes = self.codes[to_move as usize].iter().enumerate();
        let plies = self.plies();
        codes.filter(move |(_, code)| Some(code.load(Ordering::Relaxed)) == plies).map(|(index, _)| index)
    }

    fn indices(&self, block: usize) -> std::ops::Range<usize> {
        block * self.index.block()..(block + 1) * self.index.block()
    }

    /// Looks at each position of a block for the first time.
    fn begin(&self, block: usize) {
        for index in self.indices(block) {
            let at = self.index.placement(index);
            let Some(layout) = self.index.layout(at) else { continue };
            for side in Side::ALL {
                if self.index.is_position(&layout, side) {
                    self.begin_position(index, at, &layout, side);
                }
            }
        }
    }

    fn begin_position(&self, index: usize, at: Placement, layout: &Layout, side: Side) {
        let (mut quiet, mut captures) = (0, Captures::default());
        self.index.each_move(at, layout, side, |step| match step.result {
            Target::Quiet(_) => quiet += 1,
            target => captures.add(self.capture_code(at, layout, target)),
        });
        let code = match captures.win {
            Some(plies) => plies,
            None if quiet == 0 && !captures.draw => captures.loss,
            None => DRAW,
        };
        // A draw by a capture is a move that never leads to a won position.
        self.open[side as usize][index].store(quiet + u8::from(captures.draw), Ordering::Relaxed);
        self.set(side, index, code);
    }

    /// Returns the code of the position after a capture.
    fn capture_code(&self, at: Placement, layout: &Layout, target: Target) -> Code {
        let code = self.smaller.code(&self.index, at, layout, target);
        if self.distance == Distance::Capture && code < DRAW { code % 2 } else { code }
    }

    fn set(&self, side: Side, index: usize, code: Code) {
        self.codes[side as usize][index].store(code, Ordering::Relaxed);
        if code < DRAW {
            self.deepest.fetch_max(code, Ordering::Relaxed);
        }
    }

    /// Decides the positions of the next layer; `None` if no position is left to decide.
    pub fn step(&mut self) -> Option<Layer> {
        if self.plies > *self.deepest.get_mut() {
            return None;
        }
        let counts = each_block(self.threads, self.index.attackers.len(), |block| self.spread(block));
        let decided = counts.iter().fold([0; 2], |sum, count| [sum[0] + count[0], sum[1] + count[1]]);
        let layer = Layer { plies: self.plies, decided };
        self.plies += 1;
        Some(layer)
    }

    /// Passes the distances of one block's positions of this layer on to the positions before them.
    fn spread(&self, block: usize) -> [u64; 2] {
        Side::ALL.map(|side| {
            let mut count = 0;
            for index in self.indices(block) {
                if self.codes[side as usize][index].load(Ordering::Relaxed) == self.plies {
                    count += 1;
                    self.spread_from(index, side);
                }
            }
            count
        })
    }

    fn spread_from(&self, index: usize, side: Side) {
        let (at, before) = (self.index.placement(index), side.other());
        let Some(layout) = self.index.layout(at) else { return };
        if self.plies % 2 == 0 {
            self.index.each_origin(at, &layout, before, |origin| self.found_win(origin, before));
        } else {
            self.index.each_origin(at, &layout, before, |origin| self.found_loss(origin, before));
        }
    }

    /// Records that a position has a move to a position that is lost in this layer.
    fn found_win(&self, index: usize, side: Side) {
        let (code, plies) = (&self.codes[side as usize][index], self.plies + 1);
        if code.load(Ordering::Relaxed) != ILLEGAL && code.fetch_min(plies, Ordering::Relaxed) > plies {
            self.deepest.fetch_max(plies, Ordering::Relaxed);
        }
    }

    /// Records that one more move of a position leads to a position that is won in this layer.
    fn found_loss(&self, index: usize, side: Side) {
        if self.codes[side as usize][index].load(Ordering::Relaxed) != DRAW
            || self.open[side as usize][index].fetch_sub(1, Ordering::Relaxed) != 1
        {
            return;
        }
        let at = self.index.placement(index);
        let Some(layout) = self.index.layout(at) else { return };
        let mut captures = Captures::default();
        self.index.each_move(at, &layout, side, |Step { result, .. }| {
            if !matches!(result, Target::Quiet(_)) {
                captures.add(self.capture_code(at, &layout, result));
            }
        });
        self.set(side, index, captures.loss.max(self.plies + 1));
    }

    /// Returns the table. Positions that the steps so far have not decided are drawn.
    pub fn finish(self) -> Table {
        let codes = self.codes.map(|codes| codes.into_iter().map(AtomicU16::into_inner).collect());
        Table { index: self.index, codes }
    }
}

/// The values of a position's captures.
#[derive(Default)]
struct Captures {
    /// The plies of the quickest win.
    win: Option<Code>,
    /// True if a move draws.
    draw: bool,
    /// The plies of the longest loss; 0 if there is none.
    loss: Code,
}

impl Captures {
    /// Adds a capture by the code of the position after it.
    fn add(&mut self, code: Code) {
        if is_loss(code) {
            self.win = Some(self.win.map_or(code + 1, |win| win.min(code + 1)));
        } else if is_win(code) {
            self.loss = self.loss.max(code + 1);
        } else {
            self.draw = true;
        }
    }
}
