//! The laboratory: small versions of the methods of the search, for reading, measuring and stepping through.
//!
//! - [`tree`]: searching a game tree, from minimax to principal variation search.
//! - [`figures`]: the leaf evaluations that the program of report D counted.
//! - [`measure`]: the leaves and the time that a search takes.
//! - [`route`]: A* on a grid with stamina and supply stations.
//!
//! ```
//! use chuhe_lab::measure::measure;
//! use chuhe_lab::tree::{Judge, Method};
//! let board = chuhe_rules::Position::default().board;
//! // 44 moves, and to each of them 44 or 45 answers.
//! assert_eq!(measure(&board, Method::Minimax, Judge::ReportC, 2).found.counts.leaves, 1_920);
//! ```

pub mod bench;
pub mod figures;
pub mod measure;
pub mod route;
pub mod tree;
