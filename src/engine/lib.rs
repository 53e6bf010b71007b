//! The player: evaluation, search and the session that runs them.
//!
//! Reading order: [`score`] (units), [`params`] (every tunable), [`eval`] (what a position is worth),
//! [`line`] (the board with the path to it), [`tt`] (the transposition table), [`see`] (exchanges),
//! `order` (which move first), [`limits`] (when to stop), `pace` (how much of the time a move needs),
//! `random` (numbers from seeds), [`book`] (openings), `oversight` and `style` (what a weak player misses and likes), [`level`]
//! (playing weaker on purpose), [`rating`] (which opponent fits a person), [`wdl`] (chances), [`etiquette`] (resigning and draws), `search` (the tree),
//! [`session`] (the facade that the shells call).
//!
//! ```
//! use chuhe_rules::{Game, Position};
//! use chuhe_engine::{Limits, Options, Session};
//! use std::time::Duration;
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let mut session = Session::new(1);
//! session.begin(&Game::new(Position::default()), Options { limits, ..Options::default() });
//! while !session.step(Duration::from_millis(40), &mut |_| {}) {}
//! assert!(session.finish().best.is_some());
//! ```

pub mod book;
pub mod etiquette;
pub mod eval;
mod history;
mod keys;
pub mod level;
pub mod limits;
pub mod line;
mod order;
mod oversight;
mod pace;
pub mod params;
mod random;
pub mod rating;
pub mod report;
pub mod score;
mod search;
pub mod see;
pub mod session;
mod style;
pub mod tt;
pub mod wdl;

pub use eval::nnue::Network;
pub use level::Strength;
pub use limits::{Limits, Stop};
pub use score::Score;
pub use session::{Info, Options, Report, Session};
