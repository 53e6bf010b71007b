//! The laboratory: what the search grew out of, small and clear enough to be read, counted and stepped through.
//!
//! - [`tree`]: searching a game tree, from minimax to principal variation search.
//! - [`figures`]: what the program of report D counted.
//! - [`measure`]: what a search takes.
//! - [`route`]: A* on a grid with stamina and supply stations.

pub mod figures;
pub mod measure;
pub mod route;
pub mod tree;
