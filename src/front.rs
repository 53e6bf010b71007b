//! Thin shells over the rules and the engine.

#[cfg(target_arch = "wasm32")]
pub mod wasm;
