//! Solving in small steps, for programs that show the progress.

use crate::material::Material;
use crate::solve::{Layer, MissingTable, Solving};
use crate::tables::Tables;
use std::collections::{HashMap, VecDeque};

/// A step of a [`Solver`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// Each position of a material was looked at for the first time.
    Begun(Material),
    /// A layer of positions was decided.
    Decided(Material, Layer),
    /// Nothing was left to decide: the table is in [`Solver::tables`].
    Solved(Material),
}

/// Solves materials and those that they need, one layer a call, and keeps the tables and their layers.
///
/// ```
/// use chuhe_endings::{Progress, Solver};
/// let mut solver = Solver::default();
/// solver.begin("R vs A".parse()?);
/// let mut solved = Vec::new();
/// while let Some(progress) = solver.step()? {
///     if let Progress::Solved(material) = progress {
///         solved.push(material.to_string());
///     }
/// }
/// assert_eq!(solved, ["R vs K", "R vs A"]);
/// let layers = solver.layers("R vs A".parse()?);
/// assert_eq!(layers.last().map(|layer| layer.plies), Some(10));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Solver {
    tables: Tables,
    layers: HashMap<Material, Vec<Layer>>,
    missing: VecDeque<Material>,
    solving: Option<Solving>,
}

impl Solver {
    /// Begins with a material. An unfinished table of another one is dropped; finished ones stay.
    pub fn begin(&mut self, material: Material) {
        self.solving = None;
        self.missing = self.tables.missing(material).into();
    }

    /// Returns the materials that the next steps solve, in their order.
    pub fn missing(&self) -> impl Iterator<Item = Material> + '_ {
        self.missing.iter().copied()
    }

    /// Takes the next step on one thread; `None` if all tables are there.
    ///
    /// # Errors
    /// None: the tables that a material needs are solved first.
    pub fn step(&mut self) -> Result<Option<Progress>, MissingTable> {
        let Some(&material) = self.missing.front() else { return Ok(None) };
        let Some(solving) = &mut self.solving else {
            self.solving = Some(self.tables.begin(material, 1)?);
            self.layers.insert(material, Vec::new());
            return Ok(Some(Progress::Begun(material)));
        };
        if let Some(layer) = solving.step() {
            self.layers.entry(material).or_default().push(layer);
            return Ok(Some(Progress::Decided(material, layer)));
        }
        if let Some(solving) = self.solving.take() {
            self.tables.insert(solving.finish());
        }
        self.missing.pop_front();
        Ok(Some(Progress::Solved(material)))
    }

    /// Returns the solved tables.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Returns the layers of a material that was begun, by the plies to the end: layer 0 has the mates.
    pub fn layers(&self, material: Material) -> &[Layer] {
        self.layers.get(&material).map_or(&[], Vec::as_slice)
    }
}
