//! The exported functions in a dedicated worker of a browser, where the engine runs.
#![cfg(target_arch = "wasm32")]

use chuhe::front::wasm;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

#[wasm_bindgen_test]
fn version_is_the_crates() {
    assert_eq!(wasm::version(), env!("CARGO_PKG_VERSION"));
}
