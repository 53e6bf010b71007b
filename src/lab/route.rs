//! Finds the shortest route over a grid with limited stamina, by A* over pairs of cell and stamina.
//!
//! A step goes up, down, left or right and costs one unit of stamina, which begins at `T`. A supply station
//! restores the stamina to `T`. A route may not continue with a stamina of zero, unless the cell just entered is
//! a supply station or the end.
//!
//! A state is a cell *and* the remaining stamina, because a route may have to cross a cell twice: on the way to a
//! supply station and on the way back. A state is dropped if another state of its cell dominates it, that is, has
//! no more steps and no less stamina. The estimates are consistent, so the states of one cell are expanded by
//! increasing steps. A single number for each cell therefore detects domination: the most stamina with which the
//! cell was expanded.
//!
//! A* is the algorithm of Hart, Nilsson and Raphael, *A Formal Basis for the Heuristic Determination of Minimum
//! Cost Paths* (1968); with an estimate of zero it is uniform-cost search, Dijkstra's algorithm.

mod grid;

pub use grid::{Cell, Grid, GridError, GridReason, MAX_SIDE, MAX_STAMINA, Size};

use std::fmt;
use std::ops::Deref;

/// An estimate of the remaining steps, never too high.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Heuristic {
    /// The number of rows and columns to the end.
    #[default]
    Manhattan,
    /// Zero, which makes the search uniform-cost search.
    Zero,
}

chuhe_rules::codes! {
    Heuristic:
    Manhattan = "manhattan",
    Zero = "zero",
}

impl Heuristic {
    /// Returns a lower bound of the remaining steps from a cell.
    fn estimate(self, grid: &Grid, cell: usize) -> u32 {
        match self {
            Heuristic::Manhattan => {
                let ((row, column), (to_row, to_column)) = (grid.place(cell), grid.place(grid.end()));
                (row.abs_diff(to_row) + column.abs_diff(to_column)) as u32
            }
            Heuristic::Zero => 0,
        }
    }
}

/// A step from a cell to an adjacent one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// To the previous row.
    Up,
    /// To the next row.
    Down,
    /// To the previous column.
    Left,
    /// To the next column.
    Right,
}

impl Step {
    /// All four steps, in the order in which the search tries them.
    pub const ALL: [Step; 4] = [Step::Up, Step::Down, Step::Left, Step::Right];

    /// Returns `U`, `D`, `L` or `R`.
    pub const fn letter(self) -> char {
        match self {
            Step::Up => 'U',
            Step::Down => 'D',
            Step::Left => 'L',
            Step::Right => 'R',
        }
    }
}

/// The steps from the start to the end, displayed as a string of `U`, `D`, `L` and `R`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Route(Vec<Step>);

impl Route {
    /// Returns the steps in order.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|step| write!(f, "{}", step.letter()))
    }
}

/// An expanded state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expansion {
    /// The index of the cell, row by row.
    pub cell: usize,
    /// Number of steps from the start.
    pub steps: u32,
    /// Remaining stamina, after the supply at this cell.
    pub stamina: u16,
}

/// The progress of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The search is not finished.
    Open,
    /// A shortest route was found.
    Found(Route),
    /// The end cannot be reached.
    Impossible,
}

/// A state that waits to be expanded.
struct Waiting {
    cell: u32,
    steps: u32,
    /// The state and the step from which it was reached.
    via: Via,
    stamina: u16,
}

/// The index of the previous state among the expanded ones and the step from it, packed in four bytes because
/// there may be hundreds of millions of states.
#[derive(Clone, Copy)]
struct Via(u32);

impl Via {
    const START: Via = Via(u32::MAX);
    /// The limit of the number of expanded states.
    const MAX: usize = (u32::MAX >> 2) as usize;

    fn new(before: usize, step: Step) -> Via {
        Via((before as u32) << 2 | step as u32)
    }

    fn parts(self) -> Option<(usize, Step)> {
        (self.0 != Via::START.0).then(|| ((self.0 >> 2) as usize, Step::ALL[(self.0 & 3) as usize]))
    }
}

/// Number of buckets. A step changes the estimate by at most one, so the sum of steps and estimate grows by at
/// most two.
const BUCKETS: usize = 3;

/// A search that runs step by step; [`solve`] runs a search to its end. It borrows its grid, or owns it in a box.
///
/// ```
/// use chuhe_lab::route::{Grid, Heuristic, Search};
/// let grid: Grid = "1 3 5\n3 0 4".parse()?;
/// let mut search = Search::new(&grid, Heuristic::Manhattan);
/// assert_eq!(search.expand().map(|state| state.cell), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Search<G> {
    grid: G,
    heuristic: Heuristic,
    /// `[total % BUCKETS]`: the waiting states, by steps made plus steps estimated.
    waiting: [Vec<Waiting>; BUCKETS],
    total: u32,
    /// `[expanded]`: the previous state and the step to each expanded state.
    expanded: Vec<Via>,
    /// `[cell]`: the most stamina with which it was expanded, plus one; 0 if it never was.
    best: Vec<u16>,
    /// `[cell]`: steps and stamina of the cell's state that was last added to the waiting ones.
    last: Vec<(u32, u16)>,
    outcome: Outcome,
}

impl<G: Deref<Target = Grid>> Search<G> {
    /// Returns a search that has not expanded any state.
    pub fn new(grid: G, heuristic: Heuristic) -> Search<G> {
        let (cells, start, stamina) = (grid.cells().len(), grid.start(), grid.stamina());
        let total = heuristic.estimate(&grid, start);
        let mut search = Search {
            grid,
            heuristic,
            waiting: Default::default(),
            total,
            expanded: Vec::new(),
            best: vec![0; cells],
            last: vec![(u32::MAX, 0); cells],
            outcome: Outcome::Open,
        };
        search.put(start, 0, stamina, Via::START);
        search
    }

    /// Returns the number of expanded states. The end is never expanded.
    pub fn expanded(&self) -> usize {
        self.expanded.len()
    }

    /// Returns the progress of the search.
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// Expands the most promising state and returns it; `None` if the search is over.
    pub fn expand(&mut self) -> Option<Expansion> {
        if self.outcome != Outcome::Open {
            return None;
        }
        let Some(state) = self.next() else {
            self.outcome = Outcome::Impossible;
            return None;
        };
        let cell = state.cell as usize;
        if cell == self.grid.end() {
            self.outcome = Outcome::Found(self.route_to(state.via));
            return None;
        }
        self.best[cell] = state.stamina + 1;
        let index = self.expanded.len();
        assert!(index < Via::MAX, "more states than can be told apart");
        self.expanded.push(state.via);
        for step in Step::ALL {
            self.walk(&state, index, step);
        }
        Some(Expansion { cell, steps: state.steps, stamina: state.stamina })
    }

    /// Removes and returns the waiting state with the least total that no expanded state dominates; among equals,
    /// the one added last.
    fn next(&mut self) -> Option<Waiting> {
        while self.waiting.iter().any(|bucket| !bucket.is_empty()) {
            while let Some(state) = self.waiting[self.total as usize % BUCKETS].pop() {
                if self.best[state.cell as usize] <= state.stamina {
                    return Some(state);
                }
            }
            self.total += 1;
        }
        None
    }

    /// Goes one step from a state, if the stamina allows it.
    fn walk(&mut self, from: &Waiting, index: usize, step: Step) {
        let Some(cell) = self.grid.beside(from.cell as usize, step) else { return };
        let stamina = match (self.grid.cells()[cell], from.stamina.checked_sub(1)) {
            (Cell::Obstacle, _) | (_, None) => return,
            (Cell::Supply, Some(_)) => self.grid.stamina(),
            (Cell::End, Some(left)) => left,
            (_, Some(0)) => return,
            (_, Some(left)) => left,
        };
        self.put(cell, from.steps + 1, stamina, Via::new(index, step));
    }

    /// Adds a state to the waiting ones, unless another state certainly dominates it.
    fn put(&mut self, cell: usize, steps: u32, stamina: u16, via: Via) {
        let (last_steps, last_stamina) = self.last[cell];
        if self.best[cell] > stamina || last_steps <= steps && last_stamina >= stamina {
            return;
        }
        self.last[cell] = (steps, stamina);
        let total = steps + self.heuristic.estimate(&self.grid, cell);
        debug_assert!(
            (self.total..self.total + BUCKETS as u32).contains(&total),
            "the estimate is consistent"
        );
        self.waiting[total as usize % BUCKETS].push(Waiting { cell: cell as u32, steps, via, stamina });
    }

    fn route_to(&self, last: Via) -> Route {
        let reached = std::iter::successors(last.parts(), |(before, _)| self.expanded[*before].parts());
        let mut steps: Vec<Step> = reached.map(|(_, step)| step).collect();
        steps.reverse();
        Route(steps)
    }
}

/// The answer to a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// A shortest route; `None` if the end cannot be reached.
    pub route: Option<Route>,
    /// Number of expanded states.
    pub expanded: usize,
}

/// Finds a shortest route.
///
/// ```
/// use chuhe_lab::route::{Grid, Heuristic, solve};
/// // The way to the supply station and back crosses a cell twice.
/// let grid: Grid = "5 4 3\n1 1 4 1\n1 1 0 1\n1 2 0 1\n1 1 0 1\n1 1 3 1\n".parse()?;
/// let route = solve(&grid, Heuristic::Manhattan).route.ok_or("no route")?;
/// assert_eq!(route.to_string(), "UULRUU");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(grid: &Grid, heuristic: Heuristic) -> Answer {
    let mut search = Search::new(grid, heuristic);
    while search.expand().is_some() {}
    let expanded = search.expanded();
    let route = match search.outcome {
        Outcome::Found(route) => Some(route),
        Outcome::Open | Outcome::Impossible => None,
    };
    Answer { route, expanded }
}
