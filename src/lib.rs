//! Chuhe 楚河: Xiangqi (Chinese chess) for the browser.
//!
//! The crate in reading order:
//!
//! - [`game`]: the rules. Types, attack tables, the board, legal moves, FEN, notation, verdicts.
//!   It knows of no engine.
//! - [`engine`]: the player. Evaluation, search, the session that runs them.
//! - [`lab`]: the methods that the search grew out of, to be read and counted.
//! - [`front`]: thin shells: wasm for the page, UCI and UCCI for programs.

pub mod engine;
pub mod front;
pub mod game;
pub mod lab;

/// The examples of README.md, run with those of the crate.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
