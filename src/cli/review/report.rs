//! The report of a run: all games in one JSON file, and one row each in a CSV file.

use super::entry::{Entry, Row, Side, Sides};
use crate::json;
use serde::Serialize;
use std::path::Path;

/// A report, ready to be serialised.
#[derive(Serialize)]
pub struct Report {
    /// Number of reviewed games.
    games: usize,
    /// Number of games that could not be reviewed.
    refused: usize,
    /// Statistics of Red's moves in all games.
    red: Total,
    black: Total,
    list: Vec<Item>,
}

/// The statistics of a side's moves in all games.
#[derive(Clone, Copy, Default, Serialize)]
struct Total {
    moves: usize,
    average: f64,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

/// The report of one game.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Item {
    file: String,
    game: usize,
    red: String,
    black: String,
    event: String,
    date: String,
    result: String,
    plies: usize,
    /// `{ red, black }`; `None` if the game could not be reviewed.
    sides: Option<BothSides>,
    refused: Option<String>,
    left_out: Option<String>,
}

#[derive(Clone, Copy, Serialize)]
struct BothSides {
    red: Side,
    black: Side,
}

impl Total {
    /// Adds up the statistics of single games; `average` is the mean over all moves.
    fn of(sides: impl Iterator<Item = Side>) -> Total {
        let (mut total, mut lost) = (Total::default(), 0.0);
        for side in sides {
            total.moves += side.moves;
            total.inaccuracies += side.inaccuracies;
            total.mistakes += side.mistakes;
            total.blunders += side.blunders;
            lost += side.average * side.moves as f64;
        }
        total.average = (lost / total.moves.max(1) as f64 * 1e6).round() / 1e6;
        total
    }
}

impl Item {
    fn new(Row { entry, review }: Row) -> Item {
        let Entry { file, game, red, black, event, date, result, plies, refused, left_out, .. } = entry;
        let sides = review.map(|Sides { red, black }| BothSides { red, black });
        Item { file, game, red, black, event, date, result, plies, sides, refused, left_out }
    }

    fn row(&self) -> String {
        let texts = [
            &*self.file,
            &self.game.to_string(),
            &self.red,
            &self.black,
            &self.event,
            &self.date,
            &self.result,
            &self.plies.to_string(),
        ]
        .map(quoted);
        let sides = self.sides.map(|sides| [sides.red, sides.black]);
        let cells = [0, 1].map(|at| sides.map_or_else(|| ",".repeat(5), |sides| cells(&sides[at])));
        let why = quoted(self.refused.as_deref().unwrap_or_default());
        format!("{},{},{why}\n", texts.join(","), cells.join(","))
    }
}

/// Returns the CSV cells of a side.
fn cells(side: &Side) -> String {
    let Side { moves, average, inaccuracies, mistakes, blunders, turning_point } = side;
    let turning_point = turning_point.map_or_else(String::new, |ply| ply.to_string());
    format!("{moves},{average:.4},{inaccuracies},{mistakes},{blunders},{turning_point}")
}

/// Quotes a cell if it needs quotation marks.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text.to_owned()
}

const HEADER: &str = "file,game,red,black,event,date,result,plies,\
    red_moves,red_average_loss,red_inaccuracies,red_mistakes,red_blunders,red_turning_point,\
    black_moves,black_average_loss,black_inaccuracies,black_mistakes,black_blunders,black_turning_point,refused\n";

impl Report {
    /// Creates the report of these games, sorted by file and number, so that the division into shards makes no
    /// difference.
    pub fn new(mut rows: Vec<Row>) -> Report {
        rows.sort_by(|one, other| {
            (&one.entry.file, one.entry.game).cmp(&(&other.entry.file, other.entry.game))
        });
        let sides = || rows.iter().filter_map(|row| row.review);
        Report {
            games: sides().count(),
            refused: rows.len() - sides().count(),
            red: Total::of(sides().map(|sides| sides.red)),
            black: Total::of(sides().map(|sides| sides.black)),
            list: rows.into_iter().map(Item::new).collect(),
        }
    }

    /// Returns the report as one JSON object.
    pub fn json(&self) -> String {
        json(self)
    }

    /// Returns the report as a CSV table with a header.
    pub fn csv(&self) -> String {
        [HEADER.to_owned()].into_iter().chain(self.list.iter().map(Item::row)).collect()
    }

    /// Returns the summary in one line.
    pub fn told(&self, path: &Path) -> String {
        let Report { games, refused, red, black, .. } = self;
        let sum = |of: fn(&Total) -> usize| of(red) + of(black);
        format!(
            "{}: games {games}, refused {refused}, moves {}, inaccuracies {}, mistakes {}, blunders {}\n",
            path.display(),
            sum(|total| total.moves),
            sum(|total| total.inaccuracies),
            sum(|total| total.mistakes),
            sum(|total| total.blunders),
        )
    }
}
