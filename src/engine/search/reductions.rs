//! Late move reductions and the searches repeated after them.

use super::Search;
use super::node_type::{NodeType, NonPv, Pv};
use crate::params as p;
use crate::score::{DRAW, INFINITE, Value};

const SIZE: usize = 64;

/// Natural logarithms of 1 to 63 in 1024ths, computed by the series of `atanh`. The results are the same on
/// every machine, unlike those of a system library.
const LOGARITHMS: [i32; SIZE] = {
    let mut table = [0; SIZE];
    let mut n = 1;
    while n < SIZE {
        table[n] = (logarithm(n as f64) * 1024.0) as i32;
        n += 1;
    }
    table
};

const fn logarithm(x: f64) -> f64 {
    let ratio = (x - 1.0) / (x + 1.0);
    let square = ratio * ratio;
    let (mut sum, mut power, mut k) = (0.0, ratio, 1.0);
    while k < 400.0 {
        sum += power / k;
        power *= square;
        k += 2.0;
    }
    2.0 * sum
}

/// Returns the reduction of move number `count` (from 1) at `depth`, in 1024ths of a ply.
#[inline]
pub fn late_move(depth: i32, count: usize) -> i32 {
    let depth = LOGARITHMS[depth.clamp(1, SIZE as i32 - 1) as usize];
    let count = LOGARITHMS[count.clamp(1, SIZE - 1)];
    p::LMR_BASE + (depth * count / 1024) * p::LMR_SCALE / 1024
}

/// The way in which a move is searched.
#[derive(Clone, Copy, Debug)]
enum Look {
    /// With a reduced depth and a closed window.
    Reduced,
    /// With a closed window.
    Closed,
    /// With the node's window.
    Open,
}

/// The searches of one move: reduced if the move is late, then with a closed window, then with the open one.
/// Each search runs only if the value of the one before demands it.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    look: Look,
    /// Depth of the reduced search.
    reduced: i32,
    /// Depth of the other searches.
    depth: i32,
    /// The best value of the earlier moves, if any.
    best: Option<Value>,
}

impl Trial {
    /// Creates the first search of move number `count` (from 1).
    #[inline]
    pub fn new<N: NodeType>(depth: i32, reduced: i32, count: usize) -> Trial {
        let look = if reduced < depth {
            Look::Reduced
        } else if N::PV && count == 1 {
            Look::Open
        } else {
            Look::Closed
        };
        Trial { look, reduced, depth, best: None }
    }

    /// Sets the best value of the earlier moves.
    #[inline]
    pub fn above(self, best: Value) -> Trial {
        Trial { best: Some(best), ..self }
    }

    /// Decides whether a move whose reduced search returned `value`, above alpha, is searched again with a
    /// closed window. The depth grows if the value is far above that of the earlier moves, and shrinks if it is
    /// hardly above it.
    fn goes_deeper(&mut self, value: Value) -> bool {
        if let Some(best) = self.best {
            let is_clear = value > best + p::DEEPER_MARGIN + 2 * self.depth;
            let is_close = value < best + p::SHALLOWER_MARGIN;
            self.depth += i32::from(is_clear) - i32::from(is_close);
        }
        self.reduced < self.depth
    }
}

impl Search {
    /// Searches the move just played, beginning with the pending search of its trial.
    pub(crate) fn look<N: NodeType>(
        &mut self,
        trial: &mut Trial,
        window: (Value, Value),
        ply: usize,
        expects_cut: bool,
    ) -> Value {
        let (alpha, beta) = window;
        let closed = (-alpha - 1, -alpha);
        let most = if self.line.is_strict() { self.limit_of_repetition() } else { NO_LIMIT };
        if most.0 >= beta || most.1 <= alpha {
            return DRAW;
        }
        loop {
            let is_reduced = matches!(trial.look, Look::Reduced);
            let value = match trial.look {
                Look::Reduced => -self.search_node::<NonPv>(closed, trial.reduced, ply, true),
                Look::Closed => -self.search_node::<NonPv>(closed, trial.depth, ply, !expects_cut),
                Look::Open => -self.search_node::<Pv>((-beta, -alpha), trial.depth, ply, false),
            };
            if self.aborted.is_some() {
                return 0;
            }
            let value = value.clamp(most.0, most.1);
            if value <= alpha {
                return value;
            }
            trial.look = match is_reduced && trial.goes_deeper(value) {
                true => Look::Closed,
                false if N::PV && !matches!(trial.look, Look::Open) => Look::Open,
                false => return value,
            };
            self.tally.researches += 1;
        }
    }

    /// Returns the least and the greatest value, for the side that just moved, of a position that has occurred
    /// before on the path. The side that offended in the cycle gets at most a draw.
    #[cold]
    fn limit_of_repetition(&self) -> (Value, Value) {
        match self.line.repeater() {
            None => NO_LIMIT,
            Some(color) if color == self.line.board().turn() => (DRAW, INFINITE),
            Some(_) => (-INFINITE, DRAW),
        }
    }
}

/// The limits that allow every value.
const NO_LIMIT: (Value, Value) = (-INFINITE, INFINITE);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_match_the_system_library() {
        for n in [1, 2, 10, 63] {
            let expected = ((n as f64).ln() * 1024.0) as i32;
            assert!((LOGARITHMS[n] - expected).abs() <= 1, "{n}: {} {expected}", LOGARITHMS[n]);
        }
    }
}
