//! Tests of routes over a grid: against exhaustive search, by the rules of the problem, and with invalid files.

use chuhe::lab::route::{Cell, Grid, GridReason, Heuristic, Outcome, Route, Search, Size, Step, solve};
use std::collections::{HashSet, VecDeque};

/// A generator of small grids of every kind, from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    fn grid(&mut self) -> String {
        let (rows, columns) = (1 + self.below(6), 1 + self.below(6));
        let cells = (rows * columns) as usize;
        if cells < 2 {
            return self.grid();
        }
        let (walls, supplies) = (self.below(50), self.below(30));
        let mut numbers: Vec<u64> = (0..cells)
            .map(|_| match self.below(100) {
                draw if draw < walls => 1,
                draw if draw < walls + supplies => 2,
                _ => 0,
            })
            .collect();
        let start = self.below(cells as u64) as usize;
        let end = (start + 1 + self.below(cells as u64 - 1) as usize) % cells;
        (numbers[start], numbers[end]) = (3, 4);
        let lines: Vec<String> = numbers
            .chunks(columns as usize)
            .map(|row| row.iter().map(u64::to_string).collect::<Vec<_>>().join(" "))
            .collect();
        format!("{rows} {columns} {}\n{}\n", self.below(9), lines.join("\n"))
    }
}

/// Returns the cell and the stamina after a step, directly from the rules of the problem.
fn after(grid: &Grid, (cell, stamina): (usize, u16), step: Step) -> Option<(usize, u16)> {
    let (row, column) = (cell / grid.columns(), cell % grid.columns());
    let (row, column) = match step {
        Step::Up => (row.checked_sub(1)?, column),
        Step::Down => (row + 1, column),
        Step::Left => (row, column.checked_sub(1)?),
        Step::Right => (row, column + 1),
    };
    if row >= grid.rows() || column >= grid.columns() || stamina == 0 {
        return None;
    }
    let cell = row * grid.columns() + column;
    match grid.cells()[cell] {
        Cell::Obstacle => None,
        Cell::Supply => Some((cell, grid.stamina())),
        Cell::End => Some((cell, stamina - 1)),
        Cell::Road | Cell::Start => (stamina > 1).then(|| (cell, stamina - 1)),
    }
}

/// Returns the fewest steps by breadth-first search over all pairs of cell and stamina.
fn fewest_steps(grid: &Grid) -> Option<usize> {
    let first = (grid.start(), grid.stamina());
    let mut seen = HashSet::from([first]);
    let mut queue = VecDeque::from([(first, 0)]);
    while let Some((state, steps)) = queue.pop_front() {
        if state.0 == grid.end() {
            return Some(steps);
        }
        for step in Step::ALL {
            if let Some(next) = after(grid, state, step).filter(|next| seen.insert(*next)) {
                queue.push_back((next, steps + 1));
            }
        }
    }
    None
}

/// Returns true if the route follows the rules and leads to the end.
fn leads_there(grid: &Grid, route: &Route) -> bool {
    let first = (grid.start(), grid.stamina());
    let last = route.steps().iter().try_fold(first, |state, step| after(grid, state, *step));
    last.is_some_and(|(cell, _)| cell == grid.end())
}

#[test]
fn routes_are_as_short_as_by_exhaustive_search() {
    let mut random = Random(20_261_121);
    let (mut found, mut impossible, mut twice) = (0, 0, 0);
    for _ in 0..20_000 {
        let text = random.grid();
        let grid: Grid = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
        let expected = fewest_steps(&grid);
        for heuristic in Heuristic::ALL {
            let route = solve(&grid, heuristic).route;
            assert_eq!(route.as_ref().map(|route| route.steps().len()), expected, "{heuristic:?}\n{text}");
            let Some(route) = route else { continue };
            assert!(leads_there(&grid, &route), "{route}\n{text}");
            twice += usize::from(crosses_a_cell_twice(&grid, &route));
        }
        *if expected.is_some() { &mut found } else { &mut impossible } += 1;
    }
    // The grids must be of every kind, or the test proves little.
    assert!(found > 2_000 && impossible > 2_000 && twice > 10, "{found} {impossible} {twice}");
}

fn crosses_a_cell_twice(grid: &Grid, route: &Route) -> bool {
    let mut cell = grid.start();
    let mut seen = HashSet::from([cell]);
    route.steps().iter().any(|step| {
        cell = grid.beside(cell, *step).expect("the route stays on the grid");
        !seen.insert(cell)
    })
}

#[test]
fn a_heuristic_expands_fewer_states_with_the_same_result() {
    let open = format!(
        "40 40 100\n3{}\n{}0{} 4\n",
        " 0".repeat(39),
        format!("0{}\n", " 0".repeat(39)).repeat(38),
        " 0".repeat(38)
    );
    let grid: Grid = open.parse().expect("a good grid");
    let [guided, uniform] = Heuristic::ALL.map(|heuristic| solve(&grid, heuristic));
    assert_eq!(guided.route.map(|route| route.steps().len()), Some(78));
    assert_eq!(uniform.route.map(|route| route.steps().len()), Some(78));
    assert!(guided.expanded * 10 < uniform.expanded, "{} {}", guided.expanded, uniform.expanded);
}

#[test]
fn stamina_ends_a_route_but_not_at_a_supply_station_or_the_end() {
    let steps = |text: &str| {
        let grid: Grid = text.parse().expect("a good grid");
        solve(&grid, Heuristic::Manhattan).route.map(|route| route.to_string())
    };
    assert_eq!(steps("1 2 1\n3 4"), Some("R".into()), "nought left, but at the end");
    assert_eq!(steps("1 2 0\n3 4"), None, "there is none to begin with");
    assert_eq!(steps("1 3 1\n3 0 4"), None);
    assert_eq!(steps("1 3 1\n3 2 4"), Some("RR".into()), "nought left, but at a supply station");
    assert_eq!(steps("1 4 2\n3 2 0 4"), Some("RRR".into()));
    assert_eq!(steps("1 4 2\n3 0 2 4"), Some("RRR".into()));
    assert_eq!(steps("1 3 9\n3 1 4"), None, "a wall");
    let crossing = "5 4 3\n1 1 4 1\n1 1 0 1\n1 2 0 1\n1 1 0 1\n1 1 3 1";
    assert_eq!(steps(crossing), Some("UULRUU".into()), "a detour to the supply station and back");
}

#[test]
fn a_search_can_be_followed_state_by_state() {
    let grid: Grid = "2 3 9\n3 0 0\n1 0 4".parse().expect("a good grid");
    let mut search = Search::new(&grid, Heuristic::Zero);
    let mut steps = 0;
    while let Some(state) = search.expand() {
        assert!(state.steps >= steps, "uniform-cost search expands by increasing steps");
        assert_eq!(u32::from(state.stamina), 9 - state.steps);
        steps = state.steps;
    }
    let Outcome::Found(route) = search.outcome() else { panic!("there is a route") };
    assert_eq!(route.steps().len(), 3);
    assert_eq!(search.expand(), None, "it stays at its end");
}

#[test]
fn the_largest_grids_are_solved() {
    // Many supply stations, walls with gaps, and too little stamina for the direct route.
    let mut random = Random(7);
    let cell = |random: &mut Random| match random.below(1_000) {
        draw if draw < 250 => "1",
        draw if draw < 255 => "2",
        _ => "0",
    };
    let mut rows: Vec<Vec<&str>> =
        (0..1_000).map(|_| (0..1_000).map(|_| cell(&mut random)).collect()).collect();
    (rows[0][0], rows[999][999]) = ("3", "4");
    (rows[0][1], rows[1][1], rows[999][998], rows[998][998]) = ("0", "0", "0", "0");
    let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
    let grid: Grid = format!("1000 1000 500\n{}", rows.join("\n")).parse().expect("a good grid");
    let [guided, uniform] = Heuristic::ALL.map(|heuristic| solve(&grid, heuristic));
    let route = guided.route.expect("a route");
    assert!(leads_there(&grid, &route));
    assert_eq!(uniform.route.map(|route| route.steps().len()), Some(route.steps().len()));
}

#[test]
fn a_bad_file_is_refused_with_its_place() {
    let refused = |text: &str| {
        let error = text.parse::<Grid>().expect_err(text);
        (error.line, error.column, error.reason)
    };
    let short = |expected, found| GridReason::ShortLine { expected, found };
    assert_eq!(refused(""), (1, 1, short(3, 0)));
    assert_eq!(refused("2 2"), (1, 4, short(3, 2)));
    assert_eq!(refused("2 2 5 1\n3 4\n0 0"), (1, 7, GridReason::LongLine { expected: 3 }));
    assert_eq!(refused("2 -2 5\n3 4\n0 0"), (1, 3, GridReason::NoNumber("-2".into())));
    assert_eq!(refused("二 2 5"), (1, 1, GridReason::NoNumber("二".into())));
    let range = |what, value: &str, min, max| GridReason::OutOfRange { what, value: value.into(), min, max };
    assert_eq!(refused("0 2 5"), (1, 1, range(Size::Rows, "0", 1, 1_000)));
    assert_eq!(refused("2 1001 5"), (1, 3, range(Size::Columns, "1001", 1, 1_000)));
    assert_eq!(
        refused("2 2 99999999999999999999"),
        (1, 5, range(Size::Stamina, "99999999999999999999", 0, 10_000))
    );
    assert_eq!(refused("2 2 5\n3 5\n0 4"), (2, 3, GridReason::NoCell("5".into())));
    assert_eq!(refused("2 2 5\n3 +1\n0 4"), (2, 3, GridReason::NoCell("+1".into())));
    assert_eq!(refused("2 2 5\n3 四\n0 x"), (2, 3, GridReason::NoCell("四".into())));
    assert_eq!(refused("2 2 5\n3\n0 4"), (2, 2, short(2, 1)));
    assert_eq!(refused("2 2 5\n3 0  0\n0 4"), (2, 6, GridReason::LongLine { expected: 2 }));
    assert_eq!(refused("2 2 5\n3 0\n"), (3, 1, GridReason::MissingRows { expected: 2, found: 1 }));
    assert_eq!(refused("2 2 5\n3 0\n\n0 4"), (3, 1, GridReason::MissingRows { expected: 2, found: 1 }));
    assert_eq!(refused("1 2 5\n3 4\n\n0 0"), (4, 1, GridReason::ExtraRow { expected: 1 }));
    assert_eq!(refused("2 2 5\n0 0\n0 4"), (3, 1, GridReason::Missing(Cell::Start)));
    assert_eq!(refused("2 2 5\n0 0\n0 3"), (3, 1, GridReason::Missing(Cell::End)));
    assert_eq!(refused("2 2 5\n3 3\n0 4"), (2, 3, GridReason::Second(Cell::Start)));
    assert_eq!(refused("2 2 5\n3 4\n0 4"), (3, 3, GridReason::Second(Cell::End)));
    // Line ends of every system and surrounding blanks are accepted.
    assert!(" 1  2 5 \r\n\t3 4\r\n\r\n \n".parse::<Grid>().is_ok());
}
