//! Thin shells over the rules and the engine.

pub mod bench;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
#[cfg(not(target_arch = "wasm32"))]
pub mod lab;
#[cfg(not(target_arch = "wasm32"))]
pub mod play;
pub mod report;
#[cfg(not(target_arch = "wasm32"))]
pub mod route;
#[cfg(not(target_arch = "wasm32"))]
pub mod serve;
#[cfg(not(target_arch = "wasm32"))]
pub mod uci;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
