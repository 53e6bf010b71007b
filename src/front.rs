//! Thin shells over the rules and the engine.

#[cfg(not(target_arch = "wasm32"))]
pub mod uci;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
