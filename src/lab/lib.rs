#![doc = include_str!("README.md")]
//!
//! # Modules
//!
//! - [`tree`]: searching a game tree, from minimax to principal variation search.
//! - [`figures`]: the leaf evaluations that the program of report D counted.
//! - [`measure`]: the leaves and the time that a search takes.
//! - [`route`]: A* on a grid with stamina and supply stations.

pub mod bench;
pub mod figures;
pub mod measure;
pub mod route;
pub mod tree;
