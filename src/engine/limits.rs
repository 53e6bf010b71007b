//! The limits of a search and the watch that checks them.
//!
//! ```
//! use chuhe_engine::limits::Watch;
//! use chuhe_engine::Limits;
//! let mut watch = Watch::start(&Limits { nodes: Some(1_000), ..Limits::default() });
//! assert!(!watch.is_due(10) && watch.check(10).is_none());
//! let stop = watch.stop();
//! stop.request();
//! assert!(stop.is_requested() && watch.look().is_some());
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use web_time::Instant;

/// The state of one player's game clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    /// The remaining time.
    pub remaining: Duration,
    /// The time added after each move.
    pub increment: Duration,
    /// Moves until the next time control; `None` if the time is for the whole game.
    pub moves_to_go: Option<u32>,
}

/// The limits of the search for a move. Without any limit a search runs until it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// Greatest depth of an iteration, in plies.
    pub depth: Option<i32>,
    /// Greatest number of nodes.
    pub nodes: Option<u64>,
    /// Greatest time for the move.
    pub movetime: Option<Duration>,
    /// A game clock from which the time for the move is planned.
    pub clock: Option<GameClock>,
    /// Number of moves to mate, for either side, at which the search ends.
    pub mate: Option<u32>,
    /// Whether to ponder: no time counts until [`Stop::ponder_hit`].
    pub ponder: bool,
}

/// Time reserved for the answer when the time is planned from a clock.
const OVERHEAD: Duration = Duration::from_millis(15);
/// Greatest time reserved for the answer out of a fixed time for one move. The reserve is at most a twentieth
/// of that time.
const RESERVE: Duration = Duration::from_millis(5);
/// Number of moves to plan for if the clock states none.
const PLANNED_MOVES: u32 = 30;

/// The times at which a search stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// The time planned for an ordinary move. No new iteration begins after it, or after a multiple of it that
    /// depends on the difficulty of the move.
    pub soft: Option<Duration>,
    /// The time after which the search is aborted.
    pub hard: Option<Duration>,
}

impl Limits {
    /// Returns the times that the limits allow.
    pub fn schedule(&self) -> Schedule {
        let planned = self.clock.map(plan);
        let movetime = self.movetime.map(|time| time - (time / 20).min(RESERVE));
        let hard = [movetime, planned.and_then(|plan| plan.hard)].into_iter().flatten().min();
        Schedule { soft: planned.and_then(|plan| plan.soft), hard }
    }

    /// Returns the used fraction of the time or of the nodes, whichever is greater, 0 to 1. Returns `None` if
    /// neither is limited.
    pub fn used(&self, time: Duration, nodes: u64) -> Option<f64> {
        let time = self.schedule().hard.map(|hard| time.as_secs_f64() / hard.as_secs_f64().max(1e-3));
        let nodes = self.nodes.map(|limit| nodes as f64 / limit.max(1) as f64);
        [time, nodes].into_iter().flatten().reduce(f64::max).map(|share| share.min(1.0))
    }

    /// Returns whether the time is limited.
    pub fn is_timed(&self) -> bool {
        self.movetime.is_some() || self.clock.is_some()
    }
}

fn plan(clock: GameClock) -> Schedule {
    let available = clock.remaining.saturating_sub(OVERHEAD);
    let moves = clock.moves_to_go.unwrap_or(PLANNED_MOVES).clamp(1, PLANNED_MOVES);
    let share = available / moves + clock.increment * 3 / 4;
    let most = if moves == 1 { available } else { available * 6 / 10 };
    let hard = (share * 4).min(most);
    Schedule { soft: Some((share * 6 / 10).min(hard)), hard: Some(hard) }
}

/// Number of nodes between two checks of the clock; they take less than a millisecond.
const NODES_PER_LOOK: u64 = 256;

/// The reason why a search was aborted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Abort {
    /// The slice is over. The search continues with the next one.
    Slice,
    /// A limit was reached or a stop was requested, and the search ends.
    Limit,
}

/// A handle with which another thread controls a running search.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<Signals>);

#[derive(Default, Debug)]
struct Signals {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
}

impl Stop {
    /// Asks the search to stop. It does so within a few hundred nodes.
    pub fn request(&self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }

    /// Returns whether the search was requested to stop.
    pub fn is_requested(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed)
    }

    /// Starts the time of a search with [`Limits::ponder`].
    pub fn ponder_hit(&self) {
        self.0.ponder_hit.store(true, Ordering::Relaxed);
    }

    fn clear(&self) {
        self.0.stop.store(false, Ordering::Relaxed);
        self.0.ponder_hit.store(false, Ordering::Relaxed);
    }
}

/// Watches the limits of a running search.
#[derive(Clone, Debug)]
pub struct Watch {
    started: Instant,
    /// The moment from which time counts; `None` during pondering.
    counts_since: Option<Instant>,
    /// Whether the search ends as soon as time counts.
    ends_on_hit: bool,
    hard: Option<Duration>,
    nodes: u64,
    slice_end: Option<Instant>,
    /// Number of nodes at which the next check is due.
    due: u64,
    stop: Stop,
}

impl Watch {
    /// Creates a watch that starts now.
    pub fn start(limits: &Limits) -> Watch {
        let started = Instant::now();
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        Watch {
            started,
            counts_since: (!limits.ponder).then_some(started),
            ends_on_hit: false,
            hard: limits.schedule().hard,
            nodes,
            slice_end: None,
            due: nodes.min(NODES_PER_LOOK),
            stop: Stop::default(),
        }
    }

    /// Restarts with other limits. The handle of [`Watch::stop`] stays valid, and its requests are withdrawn.
    pub fn restart(&mut self, limits: &Limits) {
        let stop = std::mem::take(&mut self.stop);
        stop.clear();
        *self = Watch { stop, ..Watch::start(limits) };
    }

    /// Returns a handle with which another thread can stop the search.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Returns the time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns the time that counts; `None` during pondering.
    pub fn spent(&self) -> Option<Duration> {
        self.counts_since.map(|since| since.elapsed())
    }

    /// Ends a pondering search as soon as its time counts, because it has searched long enough.
    pub fn end_on_hit(&mut self) {
        self.ends_on_hit = true;
    }

    /// Begins a slice of at most `budget`. Without a budget the search runs to its limits.
    pub fn begin_slice(&mut self, budget: Option<Duration>) {
        self.slice_end = budget.map(|budget| Instant::now() + budget);
    }

    /// Returns whether [`Watch::check`] is due after `nodes` nodes. Checks are due only at intervals.
    #[inline]
    pub fn is_due(&self, nodes: u64) -> bool {
        nodes >= self.due
    }

    /// Returns whether to abort after `nodes` nodes, because of their number, a request or the clock.
    pub fn check(&mut self, nodes: u64) -> Option<Abort> {
        if nodes >= self.nodes {
            return Some(Abort::Limit);
        }
        self.due = (nodes + NODES_PER_LOOK).min(self.nodes);
        self.look()
    }

    /// Returns whether to abort because of a request or the clock.
    pub fn look(&mut self) -> Option<Abort> {
        if self.stop.is_requested() {
            return Some(Abort::Limit);
        }
        if self.counts_since.is_none() && self.stop.0.ponder_hit.load(Ordering::Relaxed) {
            self.counts_since = Some(Instant::now());
            if self.ends_on_hit {
                self.hard = Some(Duration::ZERO);
            }
        }
        if self.hard.is_none() && self.slice_end.is_none() {
            return None;
        }
        let now = Instant::now();
        let is_over = |hard| self.counts_since.is_some_and(|since| now - since >= hard);
        if self.hard.is_some_and(is_over) {
            return Some(Abort::Limit);
        }
        self.slice_end.is_some_and(|end| now >= end).then_some(Abort::Slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_follows_the_limit_nearest_its_end() {
        let second = Duration::from_secs(1);
        assert_eq!(Limits::default().used(second, 10), None);
        let limits = Limits { nodes: Some(100), movetime: Some(second * 2), ..Limits::default() };
        assert!(limits.used(second, 10).is_some_and(|share| (0.5..0.51).contains(&share)));
        assert_eq!(limits.used(second, 80), Some(0.8));
        assert_eq!(limits.used(second * 9, 80), Some(1.0));
    }

    #[test]
    fn a_plan_leaves_time_for_later_moves() {
        let remaining = Duration::from_secs(60);
        let clock = GameClock { remaining, increment: Duration::ZERO, moves_to_go: None };
        let schedule = Limits { clock: Some(clock), ..Limits::default() }.schedule();
        let (Some(soft), Some(hard)) = (schedule.soft, schedule.hard) else { panic!("a clock plans both") };
        assert!(soft < hard && hard < remaining / 4);
        assert!(hard > soft * 3, "a hard move may take longer");
        let last = GameClock { remaining: Duration::from_millis(20), ..clock };
        let schedule = Limits { clock: Some(last), ..Limits::default() }.schedule();
        assert!(schedule.hard.is_some_and(|hard| hard < last.remaining));
    }
    #[test]
    fn the_last_move_before_a_time_control_may_use_nearly_all_time() {
        let remaining = Duration::from_secs(10);
        let clock = GameClock { remaining, increment: Duration::ZERO, moves_to_go: Some(1) };
        let hard = Limits { clock: Some(clock), ..Limits::default() }.schedule().hard.unwrap();
        assert!(hard > remaining * 9 / 10 && hard < remaining);
    }

    #[test]
    fn a_fixed_move_time_is_used_except_for_a_small_reserve() {
        for millis in [1, 20, 100, 1000, 60_000] {
            let movetime = Duration::from_millis(millis);
            let schedule = Limits { movetime: Some(movetime), ..Limits::default() }.schedule();
            let hard = schedule.hard.unwrap();
            assert!(hard < movetime && hard >= movetime * 19 / 20 && movetime - hard <= RESERVE);
            assert_eq!(schedule.soft, None);
        }
    }

    #[test]
    fn time_counts_from_the_ponder_hit() {
        let limits = Limits { movetime: Some(Duration::ZERO), ponder: true, ..Limits::default() };
        let mut watch = Watch::start(&limits);
        assert_eq!((watch.look(), watch.spent()), (None, None));
        watch.stop().ponder_hit();
        assert_eq!(watch.look(), Some(Abort::Limit));
        assert!(watch.spent().is_some());
        watch.restart(&Limits { ponder: true, ..Limits::default() });
        watch.end_on_hit();
        assert_eq!(watch.look(), None);
        watch.stop().ponder_hit();
        assert_eq!(watch.look(), Some(Abort::Limit));
    }
}
