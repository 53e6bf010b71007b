//! Tables of solved endings: one side has one or two attackers, the other side only advisors and elephants.
//!
//! A [`Table`] has the [`Value`] of every position of one [`Material`], with either side to move: won, drawn or lost, and
//! the distance to mate in plies. [`Tables`] solves materials by retrograde analysis, those that arise by captures
//! first, and looks positions up. docs/ENDINGS.md has the method and the results.
//!
//! ```
//! use chuhe_endings::{Material, Tables, Value};
//! use chuhe_rules::Position;
//!
//! let mut tables = Tables::default();
//! let material: Material = "P vs K".parse()?;
//! tables.solve(material, 1)?;
//! let position: Position = "9/9/4k4/9/9/9/P8/9/9/3K5 w".parse()?;
//! assert_eq!(tables.probe(&position.board), Some(Value::Win(19)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! Reading order: `material` (which pieces), `camp` (a general with its advisors and elephants), `attackers` (the
//! placements of the attackers), `index` (the number of a position), `moves` (moves forward and backward), `solve`
//! (retrograde analysis), `table` (the values), `tables` (all tables, and probing), `solver` (solving in steps), `file` (how a table is stored),
//! `verify` (checks of a table), `cycles` (where the rules of repetition matter).

mod attackers;
mod camp;
mod cycles;
mod file;
mod index;
mod material;
mod moves;
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
pub use solve::{Distance, Layer, MissingTable, Solving};
pub use solver::{Progress, Solver};
pub use table::{NATURAL_LIMIT, PointShare, Share, Table, Value};
pub use tables::{Tables, material_of_either, mirror_sides};
pub use verify::Fault;
