#![doc = include_str!("README.md")]
//!
//! # Modules
//!
//! Reading order: [`score`] (units), [`params`] (tunable parameters), [`eval`] (evaluation), [`line`] (the
//! board and the moves that led to it), [`tt`] (the transposition table), [`see`] (exchanges), `order` (move
//! ordering), [`limits`] (limits of a search), `pace` (the time for a move), `random` (numbers from seeds),
//! [`book`] (openings), `oversight` and `style` (moves that a weak player overlooks and likes), [`level`]
//! (strengths below full strength), [`rating`] (a person's rating), [`wdl`] (chances), [`etiquette`] (resigning
//! and draws), `search` (the tree search), [`session`] (the facade that the programs call).

/// Embeds a file of `data`, whose files are symbolic links to those of `www/assets`, so that a package of this crate
/// contains them. Where git checks links out as text, the build fails instead of embedding the text.
#[cfg(not(target_arch = "wasm32"))]
macro_rules! data {
    ($name:literal) => {{
        const BYTES: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/", $name));
        const { assert!(BYTES.len() > 100, "src/engine/data holds symbolic links: git config core.symlinks true") };
        BYTES
    }};
}
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use data;

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
