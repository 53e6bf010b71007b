//! Work on many blocks by several threads.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Calls `work` with each number below `blocks` and returns the results in no particular order. One thread is the
/// caller's own, so nothing is spawned for `threads` 1, as in a browser's worker.
pub(crate) fn each_block<R: Send>(threads: usize, blocks: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut results = Vec::new();
        loop {
            let block = next.fetch_add(1, Ordering::Relaxed);
            if block >= blocks {
                return results;
            }
            results.push(work(block));
        }
    };
    if threads <= 1 {
        return run();
    }
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
        let mut results = run();
        for other in others {
            results.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        results
    })
}
