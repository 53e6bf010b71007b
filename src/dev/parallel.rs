//! Processes many items on all processors.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Applies `work` to each item and returns the results in the order of the items. Each thread takes the next item as
/// soon as it is free. It creates its state by `begin` once and reuses it for all its items.
pub fn map<T: Sync, W, R: Send>(
    items: &[T],
    begin: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let count = thread::available_parallelism().map_or(1, usize::from).min(items.len());
    let run = || {
        let (mut worker, mut done) = (begin(), Vec::new());
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { return done };
            done.push((at, work(&mut worker, item)));
        }
    };
    let mut all: Vec<(usize, R)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..count).map(|_| scope.spawn(run)).collect();
        let finished =
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        finished.flatten().collect()
    });
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::map;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..500).collect();
        let doubled = map(&items, || 2, |factor, item| *factor * item);
        assert_eq!(doubled, items.iter().map(|item| 2 * item).collect::<Vec<_>>());
        assert!(map(&[0; 0], || (), |(), _| ()).is_empty());
    }
}
