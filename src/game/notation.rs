//! How people write moves.

pub mod chinese;
