//! How people write moves.

pub mod chinese;
pub mod coordinate;
