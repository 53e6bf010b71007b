//! The grid of a problem, and the reader of its text.

use super::Step;
use std::fmt;
use std::str::FromStr;

/// Most rows and most columns.
pub const MAX_SIDE: usize = 1_000;
/// Greatest stamina in steps.
pub const MAX_STAMINA: u16 = 10_000;

/// The content of a cell. Its number in the text is its index in [`Cell::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// 0: free to walk on.
    Road,
    /// 1: cannot be entered.
    Obstacle,
    /// 2: restores the full stamina.
    Supply,
    /// 3: the start of the route; otherwise like a road.
    Start,
    /// 4: the end of the route.
    End,
}

impl Cell {
    /// Every content of a cell, by its number.
    pub const ALL: [Cell; 5] = [Cell::Road, Cell::Obstacle, Cell::Supply, Cell::Start, Cell::End];
}

/// A problem: the cells with a start and an end, and the stamina.
///
/// Its text is a line `M N T` (rows, columns and stamina), followed by M lines of N numbers as in
/// [`Cell`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    columns: usize,
    stamina: u16,
    cells: Vec<Cell>,
    start: usize,
    end: usize,
}

/// A number in the first line of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// The number of rows.
    Rows,
    /// The number of columns.
    Columns,
    /// The stamina.
    Stamina,
}

impl Size {
    /// Returns the stable name for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Size::Rows => "rows",
            Size::Columns => "columns",
            Size::Stamina => "stamina",
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Size::Rows => "the number of rows",
            Size::Columns => "the number of columns",
            Size::Stamina => "the stamina",
        })
    }
}

/// The reason why a text is not a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GridReason {
    /// This text is not a whole number.
    NoNumber(String),
    /// The number of rows or columns, or the stamina, is out of bounds.
    OutOfRange {
        /// The number that is out of bounds.
        what: Size,
        /// The number in the text.
        value: String,
        /// The least valid value.
        min: usize,
        /// The greatest valid value.
        max: usize,
    },
    /// No cell has this number.
    NoCell(String),
    /// A line ends too early.
    ShortLine {
        /// Number of values in a valid line.
        expected: usize,
        /// Number of values in the line.
        found: usize,
    },
    /// A line has too many numbers.
    LongLine {
        /// Number of values in a valid line.
        expected: usize,
    },
    /// The text ends too early.
    MissingRows {
        /// Number of rows that the first line gives.
        expected: usize,
        /// Number of rows in the text.
        found: usize,
    },
    /// The text has too many rows.
    ExtraRow {
        /// Number of rows that the first line gives.
        expected: usize,
    },
    /// No cell is the start (3) or the end (4).
    Missing(Cell),
    /// There is a second start (3) or end (4).
    Second(Cell),
}

impl GridReason {
    /// Returns the stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            GridReason::NoNumber(_) => "noNumber",
            GridReason::OutOfRange { .. } => "outOfRange",
            GridReason::NoCell(_) => "noCell",
            GridReason::ShortLine { .. } => "shortLine",
            GridReason::LongLine { .. } => "longLine",
            GridReason::MissingRows { .. } => "missingRows",
            GridReason::ExtraRow { .. } => "extraRow",
            GridReason::Missing(_) => "missing",
            GridReason::Second(_) => "second",
        }
    }
}

/// The error of a refused text: the reason and its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GridError {
    /// The reason for refusing it.
    pub reason: GridReason,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

const fn name_of(cell: Cell) -> &'static str {
    match cell {
        Cell::Road => "road (0)",
        Cell::Obstacle => "obstacle (1)",
        Cell::Supply => "supply station (2)",
        Cell::Start => "start (3)",
        Cell::End => "end (4)",
    }
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        match &self.reason {
            GridReason::NoNumber(text) => write!(f, "'{text}' is no whole number"),
            GridReason::OutOfRange { what, value, min, max } => {
                write!(f, "{what} is {value}, not from {min} to {max}")
            }
            GridReason::NoCell(value) => write!(f, "a cell is a number from 0 to 4, not '{value}'"),
            GridReason::ShortLine { expected, found } => {
                write!(f, "the line has {found} numbers instead of {expected}")
            }
            GridReason::LongLine { expected } => write!(f, "the line has more than {expected} numbers"),
            GridReason::MissingRows { expected, found } => {
                write!(f, "there are {found} rows instead of {expected}")
            }
            GridReason::ExtraRow { expected } => write!(f, "there are more than {expected} rows"),
            GridReason::Missing(cell) => write!(f, "there is no {}", name_of(*cell)),
            GridReason::Second(cell) => write!(f, "there is a second {}", name_of(*cell)),
        }
    }
}

impl std::error::Error for GridError {}

impl Grid {
    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// Returns the number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the stamina at the start and after a supply station.
    pub fn stamina(&self) -> u16 {
        self.stamina
    }

    /// Returns the cells, row after row.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the index of the start cell.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Returns the index of the end cell.
    pub fn end(&self) -> usize {
        self.end
    }

    /// Returns the row and the column of a cell, from 0.
    pub fn place(&self, cell: usize) -> (usize, usize) {
        (cell / self.columns, cell % self.columns)
    }

    /// Returns the cell a step away; `None` outside the grid.
    pub fn beside(&self, cell: usize, step: Step) -> Option<usize> {
        let (_, column) = self.place(cell);
        match step {
            Step::Up => cell.checked_sub(self.columns),
            Step::Down => Some(cell + self.columns).filter(|cell| *cell < self.cells.len()),
            Step::Left => (column > 0).then(|| cell - 1),
            Step::Right => (column + 1 < self.columns).then(|| cell + 1),
        }
    }
}

impl FromStr for Grid {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Grid, GridError> {
        let mut lines = text.lines().enumerate().map(|(index, text)| Line { number: index + 1, text });
        let head = lines.next().unwrap_or(Line { number: 1, text: "" });
        let [rows, columns, stamina] = head.sizes()?;
        let mut cells = Vec::with_capacity(rows * columns);
        let mut number = head.number;
        for _ in 0..rows {
            let Some(line) = lines.next().filter(|line| !line.text.trim().is_empty()) else {
                let found = cells.len() / columns;
                return Err(at(number + 1, 1, GridReason::MissingRows { expected: rows, found }));
            };
            number = line.number;
            line.read_cells(columns, &mut cells)?;
        }
        if let Some(line) = lines.find(|line| !line.text.trim().is_empty()) {
            return Err(at(line.number, 1, GridReason::ExtraRow { expected: rows }));
        }
        let find = |wanted| {
            let missing = at(number, 1, GridReason::Missing(wanted));
            cells.iter().position(|cell| *cell == wanted).ok_or(missing)
        };
        let (start, end) = (find(Cell::Start)?, find(Cell::End)?);
        Ok(Grid { columns, stamina: stamina as u16, cells, start, end })
    }
}

fn at(line: usize, column: usize, reason: GridReason) -> GridError {
    GridError { reason, line, column }
}

/// A line of the text.
struct Line<'a> {
    number: usize,
    text: &'a str,
}

impl<'a> Line<'a> {
    fn words(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.text.split_whitespace()
    }

    /// Returns an error at a word of the line.
    fn refuse(&self, word: &str, reason: GridReason) -> GridError {
        let before = word.as_ptr() as usize - self.text.as_ptr() as usize;
        at(self.number, self.text[..before].chars().count() + 1, reason)
    }

    /// Returns the error of too few numbers, at the end of the line.
    fn refuse_end(&self, expected: usize, found: usize) -> GridError {
        let column = self.text.trim_end().chars().count() + 1;
        at(self.number, column, GridReason::ShortLine { expected, found })
    }

    /// Reads rows, columns and stamina.
    fn sizes(&self) -> Result<[usize; 3], GridError> {
        let bounds = [
            (Size::Rows, 1, MAX_SIDE),
            (Size::Columns, 1, MAX_SIDE),
            (Size::Stamina, 0, usize::from(MAX_STAMINA)),
        ];
        let mut sizes = [0; 3];
        let mut words = self.words();
        for (index, (what, min, max)) in bounds.into_iter().enumerate() {
            let word = words.next().ok_or_else(|| self.refuse_end(3, index))?;
            if !is_number(word) {
                return Err(self.refuse(word, GridReason::NoNumber(word.to_owned())));
            }
            let value = word.parse().ok().filter(|value| (min..=max).contains(value));
            let reason = || GridReason::OutOfRange { what, value: word.to_owned(), min, max };
            sizes[index] = value.ok_or_else(|| self.refuse(word, reason()))?;
        }
        match words.next() {
            Some(word) => Err(self.refuse(word, GridReason::LongLine { expected: 3 })),
            None => Ok(sizes),
        }
    }

    /// Appends the cells of a row to `cells`.
    fn read_cells(&self, columns: usize, cells: &mut Vec<Cell>) -> Result<(), GridError> {
        let before = cells.len();
        for word in self.words() {
            if cells.len() - before == columns {
                return Err(self.refuse(word, GridReason::LongLine { expected: columns }));
            }
            let number = word.parse::<usize>().ok().filter(|_| is_number(word));
            let Some(cell) = number.and_then(|number| Cell::ALL.get(number).copied()) else {
                return Err(self.refuse(word, GridReason::NoCell(word.to_owned())));
            };
            if matches!(cell, Cell::Start | Cell::End) && cells.contains(&cell) {
                return Err(self.refuse(word, GridReason::Second(cell)));
            }
            cells.push(cell);
        }
        match cells.len() - before {
            found if found < columns => Err(self.refuse_end(columns, found)),
            _ => Ok(()),
        }
    }
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}
