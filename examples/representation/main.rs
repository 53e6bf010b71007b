//! Compares bitboards with a mailbox by perft of the start position, in alternating runs.
//!
//! To run it natively, use `cargo run --release --example representation`; an argument gives the depth, 5
//! by default. To run it in wasm, build it with `cargo build --release --example representation --target
//! wasm32-unknown-unknown` and run `node examples/representation/wasm.mjs FILE.wasm [DEPTH]`, which
//! measures in Node and, if it is installed, in headless Chromium.
//!
//! *Counting* leaves the last ply unplayed and adds up the lengths of its move lists, as perft
//! usually does; *playing* makes and unmakes every move, the last ply too.

mod mailbox;

use chuhe::rules::{fen, movegen};
use mailbox::Mailbox;
use std::sync::LazyLock;
use std::time::Instant;

/// Number of runs of each case; the median is reported.
const RUNS: usize = 7;

/// The four measured cases, in the order of the numbers that [`leaves`] takes.
const CASES: [&str; 4] =
    ["bitboards, playing", "mailbox, playing", "bitboards, counting", "mailbox, counting"];

/// Returns perft of the start position for one of the [`CASES`].
///
/// # Panics
/// If there is no such case.
fn leaves(case: usize, depth: u32) -> u64 {
    let mut board = fen::start();
    let mut mailbox = Mailbox::from_fen(fen::START).expect("the start position");
    match case {
        0 => movegen::perft_playing_all(&mut board, depth),
        1 => mailbox.perft_playing_all(depth),
        2 => movegen::perft(&mut board, depth),
        3 => mailbox.perft(depth),
        _ => panic!("there is no case {case}"),
    }
}

/// Returns [`leaves`] modulo 2^32, for JavaScript.
#[allow(unsafe_code, reason = "a plain export, so that the module runs without generated glue")]
#[unsafe(no_mangle)]
pub extern "C" fn perft_leaves(case: u32, depth: u32) -> u32 {
    leaves(case as usize, depth) as u32
}

/// Returns the processor time of this process in nanoseconds if Linux reports it, otherwise the time since
/// the first call. Processor time excludes other programs, so that a busy machine gives usable figures.
fn clock() -> u64 {
    static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);
    let schedstat = std::fs::read_to_string("/proc/self/schedstat").ok();
    let on_processor = schedstat.and_then(|text| text.split_whitespace().next()?.parse().ok());
    on_processor.unwrap_or_else(|| FIRST.elapsed().as_nanos() as u64)
}

fn main() {
    let depth = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(5);
    let mut rates = [const { Vec::new() }; CASES.len()];
    let expected = leaves(0, depth);
    for _ in 0..RUNS {
        for (case, rates) in rates.iter_mut().enumerate() {
            let start = clock();
            let nodes = leaves(case, depth);
            assert_eq!(nodes, expected, "{}", CASES[case]);
            rates.push(nodes as f64 * 1e3 / (clock() - start).max(1) as f64);
        }
    }
    println!("perft {depth}, median of {RUNS} runs in turns, M nodes/s (lowest to highest)");
    for (name, rates) in CASES.iter().zip(&mut rates) {
        rates.sort_by(f64::total_cmp);
        println!("{name:20} {:6.1} ({:.1} to {:.1})", rates[RUNS / 2], rates[0], rates[RUNS - 1]);
    }
}
