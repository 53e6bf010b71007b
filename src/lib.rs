//! Chuhe 楚河: Xiangqi (Chinese chess). It has rules, game records, an engine, reviews of games, solved
//! endings, and small versions of the engine's methods.
//!
//! ```
//! use chuhe::{Game, Limits, Options, Outcome, Session};
//!
//! // The rules: legal moves and the verdict of the game.
//! let mut game = Game::default();
//! game.play("h2e2".parse()?)?;
//! assert_eq!(game.board().legal_moves().len(), 45);
//! assert_eq!(game.verdict().outcome, Outcome::Ongoing);
//!
//! // The engine: the best move within a limit of plies, nodes or milliseconds.
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let report = Session::new(1).go(&game, Options { limits, ..Options::default() }, &mut |_| ());
//! game.play(report.best.expect("there are moves"))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A new [`Session`] evaluates positions by hand; `session.set_network(Network::embedded())` makes it stronger.
//!
//! This crate re-exports six others, each of which depends only on those before it. A program that needs only the
//! rules can depend on `chuhe-rules` alone.
//!
//! - [`rules`]: types, attack tables, the board, legal moves, FEN, notations, verdicts.
//! - [`endings`]: tables of endings of one or two attackers, by retrograde analysis, and looking positions up.
//! - [`records`]: the tree of a game, the formats of files, and [libraries](records::library) of thousands of games.
//! - [`engine`]: evaluation, search, levels, the opening book, and the session that runs them.
//! - [`lab`]: small versions of the methods of the search, for reading and measuring.
//! - [`review`]: the analysis of a whole game: its mistakes, the reasons for them, and the turning point.
//!
//! The types that programs use most are exported here as well. With the feature `gb18030`, `records::read_native`
//! reads files in GB18030 and Big5 without a decoder from the caller.

pub use chuhe_endings as endings;
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
