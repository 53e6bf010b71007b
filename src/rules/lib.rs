#![doc = include_str!("README.md")]
//!
//! # Modules
//!
//! Reading order: [`types`] (the vocabulary), [`bitboard`] and [`attacks`] (compile-time tables), [`board`] (pieces on
//! points, make and unmake), [`position`] (a board with its counters), [`movegen`] (legal moves), [`fen`] (the text of
//! a position), [`notation`] (the texts of moves), [`chase`] (threats and perpetual offences), [`game`] (a whole game
//! and its verdict).

#![no_std] // examples/no_std.rs checks it

extern crate alloc;

pub mod attacks;
pub mod bitboard;
pub mod board;
pub mod chase;
mod codes;
pub mod fen;
pub mod game;
pub mod movegen;
pub mod notation;
pub mod position;
#[cfg(feature = "serde")]
pub mod report;
pub mod types;

pub use board::Board;
pub use fen::FenError;
pub use game::{Declaration, Game, IllegalMove, Outcome, Reason, Refusal, Ruleset, Verdict};
pub use notation::{Notation, NotationError};
pub use position::Position;
pub use types::{Color, Move, Piece, Role, Square};
