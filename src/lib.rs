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
//! This crate re-exports five others, each of which knows only those before it. A program that needs no more than the
//! rules can depend on `chuhe-rules` alone.
//!
//! - [`rules`]: types, attack tables, the board, legal moves, FEN, notations, verdicts.
//! - [`records`]: the tree of a game, the formats of files, and [libraries](records::library) of thousands of games.
//! - [`engine`]: evaluation, search, levels, the opening book, and the session that runs them.
//! - [`lab`]: the methods that the search grew out of, to be read and counted.
//! - [`review`]: a whole game searched: its mistakes, the reasons for them, and the turning point.
//!
//! The types that programs use most are exported here as well. With the feature `gb18030`, [`records`] decodes files in
//! that encoding by itself.

pub use chuhe_engine as engine;
pub use chuhe_lab as lab;
pub use chuhe_records as records;
pub use chuhe_review as review;
pub use chuhe_rules as rules;

pub use chuhe_engine::{Info, Limits, Network, Options, Report, Score, Session, Stop, Strength};
pub use chuhe_records::Record;
pub use chuhe_rules::{
    Board, Color, Declaration, FenError, Game, IllegalMove, Move, Notation, NotationError, Outcome, Piece,
    Position, Reason, Refusal, Role, Ruleset, Square, Verdict,
};

/// Verdicts and results of searches as plain values that can be serialised.
pub mod report {
    pub use chuhe_engine::report::*;
    pub use chuhe_rules::report::*;
}

/// Runs the examples of README.md along with those of the crate.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
