//! Chuhe 楚河: Xiangqi (Chinese chess). Rules, records of games, an engine, and the methods that it grew out of.
//!
//! ```
//! use chuhe::{Game, Limits, Options, Outcome, Session};
//!
//! // The rules: what may be played, and how the game stands.
//! let mut game = Game::default();
//! game.play("h2e2".parse()?)?;
//! assert_eq!(game.board().legal_moves().len(), 45);
//! assert_eq!(game.verdict().outcome, Outcome::Ongoing);
//!
//! // The engine: a move within so many plies, nodes or milliseconds.
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let report = Session::new(1).go(&game, Options { limits, ..Options::default() }, &mut |_| ());
//! game.play(report.best.expect("there are moves"))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate in reading order:
//!
//! - [`game`]: the rules. Types, attack tables, the board, legal moves, FEN, notation, verdicts, records.
//!   It knows of no engine.
//! - [`library`]: thousands of games in few bytes, found by names and by positions.
//! - [`engine`]: the player. Evaluation, search, the session that runs them.
//! - [`lab`]: the methods that the search grew out of, to be read and counted.
//! - [`bench`]: fixed searches, to measure and to recognise the engine by.
//! - [`report`]: verdicts and what a search found as plain values, to be serialised.
//! - [`review`]: a whole game searched, with its mistakes, why they are some, and where it turned.
//!
//! What is used most is named here as well. With the feature `gb18030` records in that encoding are read by the crate
//! itself, `game::record::read_native`.

pub mod bench;
pub mod engine;
pub mod game;
pub mod lab;
pub mod library;
pub mod report;
pub mod review;

pub use engine::eval::nnue::Network;
pub use engine::level::Strength;
pub use engine::limits::{Limits, Stop};
pub use engine::score::Score;
pub use engine::session::{Info, Options, Report, Session};
pub use game::board::Board;
pub use game::fen::FenError;
pub use game::notation::{Notation, NotationError};
pub use game::position::Position;
pub use game::record::{self, Record};
pub use game::rules::{Declaration, Game, IllegalMove, Outcome, Reason, Refusal, Verdict};
pub use game::types::{Color, Move, Piece, Role, Square};

/// The examples of README.md, run with those of the crate.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
