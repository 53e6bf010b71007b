//! Workers that help with a search, in the build with shared memory.
//!
//! Each worker has an instance of the module of its own, all with one memory. What is static stands in that memory and
//! is the same to all of them, so it is there that they meet.

use super::engine::Engine;
use super::error;
use chuhe::engine::session::ThreadPool;
use chuhe::engine::tt::NoMemory;
use std::hint::black_box;
use std::sync::LazyLock;
use wasm_bindgen::prelude::*;

static POOL: LazyLock<ThreadPool> = LazyLock::new(ThreadPool::default);

/// Helps with one search, as the helper of this number, from 0: waits for it, and returns when it is over.
#[wasm_bindgen]
pub fn help(number: usize) {
    POOL.help(number);
}

/// Takes so many MiB of memory at once, for all that is needed later: the memory then grows no more, which not every
/// browser survives while several workers use it. Throws `noMemory`.
#[wasm_bindgen]
pub fn reserve(megabytes: usize) -> Result<(), js_sys::Error> {
    let mut memory = Vec::<u8>::new();
    let taken = memory.try_reserve_exact(megabytes << 20);
    taken.map_err(|_| error::no_memory(NoMemory { megabytes }))?;
    black_box(&memory);
    Ok(())
}

#[wasm_bindgen]
impl Engine {
    /// Has so many workers besides its own help with its steps, each of which calls [`help`] again and again.
    #[wasm_bindgen(js_name = setHelpers)]
    pub fn set_helpers(&mut self, count: usize) {
        self.0.set_pool(&POOL, count);
    }

    /// The nodes that each helper has visited in this search.
    #[wasm_bindgen(js_name = helperNodes)]
    pub fn helper_nodes(&self) -> Vec<f64> {
        self.0.helper_nodes().iter().map(|nodes| *nodes as f64).collect()
    }
}
