#![doc = include_str!("README.md")]
//!
//! # Modules
//!
//! A [`Table`] has the [`Value`] of every position of one [`Material`], with either side to move. [`Tables`] solves
//! materials, those that arise by captures first, and looks positions up. docs/ENDINGS.md has the method and the results.
//!
//! Reading order: `material` (which pieces), `camp` (a general with its advisors and elephants), `attackers` (the
//! placements of the attackers), `index` (the number of a position), `moves` (moves forward and backward), `solve`
//! (retrograde analysis), `table` (the values), `tables` (all tables, and probing), `solver` (solving in steps),
//! `file` (how a table is stored),
//! `set`, `packed` and `coder` (many tables in a small file),
//! `verify` (checks of a table), `cycles` (where the rules of repetition matter).

mod attackers;
mod camp;
mod coder;
mod cycles;
mod file;
mod index;
mod material;
mod moves;
mod packed;
mod set;
mod solve;
mod solver;
mod table;
mod tables;
mod threads;
mod verify;

pub use cycles::{CycleReport, Offender};
pub use file::FileError;
pub use index::{Index, Side};
pub use material::{Guards, Material, MaterialError};
pub use set::TableSet;
pub use solve::{Distance, Layer, MissingTable, Solving};
pub use solver::{Progress, Solver};
pub use table::{NATURAL_LIMIT, PointShare, Share, Table, Value};
pub use tables::{Tables, mirror_sides};
pub use verify::Fault;
