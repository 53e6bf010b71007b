//! When a search stops: limits as they are asked for, and the clock that watches them.
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

/// The time of a game clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    /// What is left.
    pub remaining: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// Moves until the next time control; `None` when the time is for the whole game.
    pub moves_to_go: Option<u32>,
}

/// What may be spent on a move. Without any limit a search goes on until it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// Greatest depth of an iteration, in plies.
    pub depth: Option<i32>,
    /// Greatest number of nodes.
    pub nodes: Option<u64>,
    /// Greatest time.
    pub movetime: Option<Duration>,
    /// A clock to plan with.
    pub clock: Option<GameClock>,
    /// A mate in so many moves, given or taken, ends the search.
    pub mate: Option<u32>,
    /// Whether to think in the opponent's time: no time counts until [`Stop::ponder_hit`].
    pub ponder: bool,
}

/// Kept back for answering, when a clock is planned with.
const OVERHEAD: Duration = Duration::from_millis(15);
/// Most that is kept back for answering of a time for one move, of which it is at most a twentieth.
const RESERVE: Duration = Duration::from_millis(5);
/// Moves planned for when no number is given.
const PLANNED_MOVES: u32 = 30;

/// When to stop by time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// The time planned for an ordinary move: after it, or after a multiple of it that tells of the move's
    /// difficulty, no new iteration is begun.
    pub soft: Option<Duration>,
    /// After this the search is broken off.
    pub hard: Option<Duration>,
}

impl Limits {
    /// The time that the limits allow.
    pub fn schedule(&self) -> Schedule {
        let planned = self.clock.map(plan);
        let movetime = self.movetime.map(|time| time - (time / 20).min(RESERVE));
        let hard = [movetime, planned.and_then(|plan| plan.hard)].into_iter().flatten().min();
        Schedule { soft: planned.and_then(|plan| plan.soft), hard }
    }

    /// The share of the time or the nodes, whichever is nearer its end, that is used up: 0 to 1. `None`
    /// when neither is limited.
    pub fn used(&self, time: Duration, nodes: u64) -> Option<f64> {
        let time = self.schedule().hard.map(|hard| time.as_secs_f64() / hard.as_secs_f64().max(1e-3));
        let nodes = self.nodes.map(|limit| nodes as f64 / limit.max(1) as f64);
        [time, nodes].into_iter().flatten().reduce(f64::max).map(|share| share.min(1.0))
    }

    /// Whether time is limited at all.
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

/// Nodes between two looks at the clock: less than a millisecond.
const NODES_PER_LOOK: u64 = 256;

/// Why a search was broken off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Abort {
    /// The slice is over; the search goes on with the next one.
    Slice,
    /// The search is over.
    Limit,
}

/// What another thread can tell a search that runs.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<Signals>);

#[derive(Default, Debug)]
struct Signals {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
}

impl Stop {
    /// Asks the search to stop; it does so within some hundred nodes.
    pub fn request(&self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to stop.
    pub fn is_requested(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed)
    }

    /// Tells a search with [`Limits::ponder`] that its time counts from now on.
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
    /// Since when time counts; `None` while it does not.
    counts_since: Option<Instant>,
    /// Whether the search ends as soon as time counts.
    ends_on_hit: bool,
    hard: Option<Duration>,
    nodes: u64,
    slice_end: Option<Instant>,
    /// From so many nodes on there is something to check.
    due: u64,
    stop: Stop,
}

impl Watch {
    /// A watch that starts now.
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

    /// Starts anew with other limits. [`Watch::stop`] stays the same and is withdrawn.
    pub fn restart(&mut self, limits: &Limits) {
        let stop = std::mem::take(&mut self.stop);
        stop.clear();
        *self = Watch { stop, ..Watch::start(limits) };
    }

    /// What another thread can stop the search with.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time that counts; `None` while the search ponders.
    pub fn spent(&self) -> Option<Duration> {
        self.counts_since.map(|since| since.elapsed())
    }

    /// Ends a search that ponders as soon as its time counts: it has thought long enough.
    pub fn end_on_hit(&mut self) {
        self.ends_on_hit = true;
    }

    /// Begins a slice of at most `budget`; without one the search runs to its limits.
    pub fn begin_slice(&mut self, budget: Option<Duration>) {
        self.slice_end = budget.map(|budget| Instant::now() + budget);
    }

    /// Whether [`Watch::check`] is due after `nodes` nodes: it is so only now and then.
    #[inline]
    pub fn is_due(&self, nodes: u64) -> bool {
        nodes >= self.due
    }

    /// Whether to break off after `nodes` nodes, by their number, by request or by the clock.
    pub fn check(&mut self, nodes: u64) -> Option<Abort> {
        if nodes >= self.nodes {
            return Some(Abort::Limit);
        }
        self.due = (nodes + NODES_PER_LOOK).min(self.nodes);
        self.look()
    }

    /// Whether to break off by request or by the clock.
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
    fn the_limit_nearest_its_end_tells_the_progress() {
        let second = Duration::from_secs(1);
        assert_eq!(Limits::default().used(second, 10), None);
        let limits = Limits { nodes: Some(100), movetime: Some(second * 2), ..Limits::default() };
        assert!(limits.used(second, 10).is_some_and(|share| (0.5..0.51).contains(&share)));
        assert_eq!(limits.used(second, 80), Some(0.8));
        assert_eq!(limits.used(second * 9, 80), Some(1.0));
    }

    #[test]
    fn a_plan_leaves_time_for_the_moves_to_come() {
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
    fn the_last_move_before_a_control_may_use_nearly_all() {
        let remaining = Duration::from_secs(10);
        let clock = GameClock { remaining, increment: Duration::ZERO, moves_to_go: Some(1) };
        let hard = Limits { clock: Some(clock), ..Limits::default() }.schedule().hard.unwrap();
        assert!(hard > remaining * 9 / 10 && hard < remaining);
    }

    #[test]
    fn a_time_for_one_move_is_used_but_for_a_little() {
        for millis in [1, 20, 100, 1000, 60_000] {
            let movetime = Duration::from_millis(millis);
            let schedule = Limits { movetime: Some(movetime), ..Limits::default() }.schedule();
            let hard = schedule.hard.unwrap();
            assert!(hard < movetime && hard >= movetime * 19 / 20 && movetime - hard <= RESERVE);
            assert_eq!(schedule.soft, None);
        }
    }

    #[test]
    fn time_counts_from_the_ponder_hit_on() {
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
