//! Lets workers help with a search, in the build with shared memory.
//!
//! Each worker has its own instance of the module, and all instances share one memory. So all workers see the same
//! statics, through which they cooperate.

use super::engine::Engine;
use super::error;
use chuhe::engine::session::ThreadPool;
use chuhe::engine::tt::NoMemory;
use std::hint::black_box;
use std::sync::LazyLock;
use wasm_bindgen::prelude::*;

static POOL: LazyLock<ThreadPool> = LazyLock::new(ThreadPool::default);

/// Helps with one search as the helper with this number, from 0: waits for the search and returns when it is over.
#[wasm_bindgen]
pub fn help(number: usize) {
    POOL.help(number);
}

/// Grows the memory by this number of MiB at once. The memory then need not grow later, which crashes some
/// browsers while several workers use it. Throws `noMemory`.
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
    /// Sets the number of further workers that help with each step; each of them calls `help()` repeatedly.
    #[wasm_bindgen(js_name = setHelpers)]
    pub fn set_helpers(&mut self, count: usize) {
        self.0.set_pool(&POOL, count);
    }

    /// Returns the number of nodes that each helper has visited in this search.
    #[wasm_bindgen(js_name = helperNodes)]
    pub fn helper_nodes(&self) -> Vec<f64> {
        self.0.helper_nodes().iter().map(|nodes| *nodes as f64).collect()
    }
}
