//! The exported functions as JavaScript calls them, in node.
#![cfg(target_arch = "wasm32")]

use chuhe::front::wasm;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn version_is_the_crates() {
    assert_eq!(wasm::version(), env!("CARGO_PKG_VERSION"));
}
