//! Chuhe 楚河: Xiangqi (Chinese chess) for the browser.
//!
//! The crate in reading order:
//!
//! - [`game`]: the rules. Types, attack tables, the board, legal moves, FEN, notation, verdicts.
//!   It knows of no engine.

pub mod front;
pub mod game;
