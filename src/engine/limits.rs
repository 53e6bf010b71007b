//! When a search stops: limits as they are asked for, and the clock that watches them.

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
}

/// Kept back for answering, when a clock is planned with.
const OVERHEAD: Duration = Duration::from_millis(15);
/// Moves planned for when no number is given.
const PLANNED_MOVES: u32 = 30;

/// When to stop by time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// After this no new iteration is begun.
    pub soft: Option<Duration>,
    /// After this the search is broken off.
    pub hard: Option<Duration>,
}

impl Limits {
    /// The time that the limits allow.
    pub fn schedule(&self) -> Schedule {
        let planned = self.clock.map(plan);
        let hard = [self.movetime, planned.and_then(|plan| plan.hard)].into_iter().flatten().min();
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
    let hard = (share * 3).min(available * 2 / 3);
    Schedule { soft: Some((share * 6 / 10).min(hard)), hard: Some(hard) }
}

/// Nodes between two looks at the clock.
const NODES_PER_LOOK: u64 = 1024;

/// Why a search was broken off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Abort {
    /// The slice is over; the search goes on with the next one.
    Slice,
    /// The search is over.
    Limit,
}

/// A request to stop that another thread can make while a search runs.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the search to stop; it does so within about a thousand nodes.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to stop.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// Watches the limits of a running search.
#[derive(Clone, Debug)]
pub struct Watch {
    started: Instant,
    hard: Option<Duration>,
    nodes: u64,
    slice_end: Option<Instant>,
    next_look: u64,
    stop: Stop,
}

impl Watch {
    /// A watch that starts now.
    pub fn start(limits: &Limits) -> Watch {
        let hard = limits.schedule().hard;
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let next_look = NODES_PER_LOOK;
        Watch { started: Instant::now(), hard, nodes, slice_end: None, next_look, stop: Stop::default() }
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

    /// Begins a slice of at most `budget`; without one the search runs to its limits.
    pub fn begin_slice(&mut self, budget: Option<Duration>) {
        self.slice_end = budget.map(|budget| Instant::now() + budget);
    }

    /// Whether to break off after `nodes` nodes. The clock is looked at only now and then.
    #[inline]
    pub fn check(&mut self, nodes: u64) -> Option<Abort> {
        if nodes >= self.nodes {
            return Some(Abort::Limit);
        }
        if nodes < self.next_look {
            return None;
        }
        self.next_look = nodes + NODES_PER_LOOK;
        self.look()
    }

    /// Whether to break off by request or by the clock.
    pub fn look(&self) -> Option<Abort> {
        if self.stop.is_requested() {
            return Some(Abort::Limit);
        }
        if self.hard.is_none() && self.slice_end.is_none() {
            return None;
        }
        let now = Instant::now();
        if self.hard.is_some_and(|hard| now - self.started >= hard) {
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
        assert_eq!(limits.used(second, 10), Some(0.5));
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
        let last = GameClock { remaining: Duration::from_millis(20), ..clock };
        let schedule = Limits { clock: Some(last), ..Limits::default() }.schedule();
        assert!(schedule.hard.is_some_and(|hard| hard < last.remaining));
    }
}
