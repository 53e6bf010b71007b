//! Unequal trades: positions in which the sides have all pieces alike but a few, what the network expects of them, and
//! how the games ended.

use super::mean::{GameMean, Mean};
use super::picture::{count, list, percent, signed};
use super::survey::{FEWEST_GAMES, Sample};
use chuhe::engine::score::Score;
use chuhe::engine::wdl::expectation;
use chuhe::rules::board::Board;
use chuhe::rules::types::{Color, Role};

/// A rule for the pieces of two sides.
enum Rule {
    /// The sides have so many horses and cannons; all other pieces are equal in number.
    Exactly([u32; 2], [u32; 2]),
    /// The first side has so many more rooks, horses, cannons, soldiers and guards.
    Difference([i32; 5]),
}

use Rule::{Difference, Exactly};

/// The trades, each with what the first side has and the second has instead.
const TRADES: [(&str, &str, Rule); 13] = [
    ("horse 馬", "cannon 炮", Exactly([1, 0], [0, 1])),
    ("horse and cannon", "two horses", Exactly([1, 1], [2, 0])),
    ("horse and cannon", "two cannons", Exactly([1, 1], [0, 2])),
    ("two horses", "two cannons", Exactly([2, 0], [0, 2])),
    ("horse and two cannons", "two horses and cannon", Exactly([1, 2], [2, 1])),
    ("rook 車", "horse and cannon", Difference([1, -1, -1, 0, 0])),
    ("rook", "two horses", Difference([1, -2, 0, 0, 0])),
    ("rook", "two cannons", Difference([1, 0, -2, 0, 0])),
    ("horse", "two soldiers 兵", Difference([0, 1, 0, -2, 0])),
    ("cannon", "two soldiers", Difference([0, 0, 1, -2, 0])),
    ("horse", "two guards 士象", Difference([0, 1, 0, 0, -2])),
    ("cannon", "two guards", Difference([0, 0, 1, 0, -2])),
    ("guard", "soldier", Difference([0, 0, 0, -1, 1])),
];

/// The pieces of a side: rooks, horses, cannons, soldiers and guards.
type Pieces = [u32; 5];

impl Rule {
    fn holds(&self, first: Pieces, second: Pieces) -> bool {
        let minors = |pieces: Pieces| [pieces[1], pieces[2]];
        match self {
            Exactly(a, b) => {
                let are_others_equal = [0, 3, 4].into_iter().all(|kind| first[kind] == second[kind]);
                are_others_equal && minors(first) == *a && minors(second) == *b
            }
            Difference(more) => (0..5).all(|kind| first[kind] as i32 - second[kind] as i32 == more[kind]),
        }
    }
}

fn pieces_of(board: &Board, color: Color) -> Pieces {
    let number = |role| board.of(color, role).count();
    let guards = number(Role::Advisor) + number(Role::Elephant);
    [number(Role::Rook), number(Role::Horse), number(Role::Cannon), number(Role::Soldier), guards]
}

/// The counts of a trade, from the view of the first side.
#[derive(Clone, Copy, Default)]
struct Row {
    value: Mean,
    expected: Mean,
    result: GameMean,
}

/// The counts of each of [`TRADES`].
#[derive(Default)]
pub struct Trades {
    rows: [Row; TRADES.len()],
}

impl Trades {
    /// Counts the trades of a position.
    pub fn add(&mut self, sample: &Sample<'_>) {
        let us = sample.board.turn();
        let pieces = [us, !us].map(|color| pieces_of(sample.board, color));
        let expected = expectation(Score::Centipawns(sample.value));
        for (row, (_, _, rule)) in self.rows.iter_mut().zip(&TRADES) {
            if rule.holds(pieces[0], pieces[1]) {
                row.add(sample.value.into(), expected, sample.result);
            } else if rule.holds(pieces[1], pieces[0]) {
                row.add((-sample.value).into(), 1.0 - expected, 1.0 - sample.result);
            }
        }
    }

    /// Ends the current game.
    pub fn end_game(&mut self) {
        self.rows.iter_mut().for_each(|row| row.result.end_game());
    }

    /// Adds the counts of other games.
    pub fn merge(&mut self, other: &Trades) {
        for (row, other) in self.rows.iter_mut().zip(&other.rows) {
            row.value.merge(&other.value);
            row.expected.merge(&other.expected);
            row.result.merge(&other.result);
        }
    }

    /// Returns the table in Markdown.
    pub fn table(&self) -> String {
        let head = "| one side has | the other | centipawns | expected | result | positions | games |\n\
                    | --- | --- | ---: | ---: | ---: | ---: | ---: |";
        let line = |(row, (first, second, _)): (&Row, &(&str, &str, Rule))| {
            let Row { value, expected, result } = row;
            format!(
                "\n| {first} | {second} | {} | {} | {} ± {:.0} | {} | {} |",
                signed(value.mean()),
                percent(expected.mean()),
                percent(result.mean()),
                100.0 * result.bounds(),
                count(result.count()),
                count(result.games()),
            )
        };
        self.shown().map(line).fold(head.to_owned(), |table, line| table + &line)
    }

    /// Returns the rows of the table.
    fn shown(&self) -> impl Iterator<Item = (&Row, &(&'static str, &'static str, Rule))> {
        self.rows.iter().zip(&TRADES).filter(|(row, _)| row.result.games() >= FEWEST_GAMES)
    }

    /// Returns a sentence about the trades that the network judges wrongly.
    pub fn finding(&self) -> String {
        let error = |row: &Row| row.expected.mean() - row.result.mean();
        let wrong = self.shown().filter(|(row, _)| error(row).abs() > row.result.bounds());
        let text = |(row, (first, second, _)): (&Row, &(&str, &str, Rule))| {
            let judged = if error(row) > 0.0 { "too high" } else { "too low" };
            format!("{first} against {second} ({judged})")
        };
        let texts: Vec<String> = wrong.map(text).collect();
        match texts.is_empty() {
            true => "Every expectation lies within the bounds of the result.".to_owned(),
            false => format!("Outside the bounds are its expectations of {}.", list(&texts)),
        }
    }
}

impl Row {
    fn add(&mut self, value: f64, expected: f64, result: f64) {
        self.value.add(value);
        self.expected.add(expected);
        self.result.add(result);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::rules::fen::Position;

    fn trades(text: &str, value: i32, result: f64) -> Trades {
        let position: Position = text.parse().expect("valid");
        let mut trades = Trades::default();
        trades.add(&Sample { board: &position.board, value, score: value, result, worths: Vec::new() });
        trades.end_game();
        trades
    }

    fn counted(trades: &Trades) -> Vec<usize> {
        (0..TRADES.len()).filter(|row| trades.rows[*row].result.count() > 0).collect()
    }

    #[test]
    fn trade_is_counted_for_the_first_side_whoever_moves() {
        // Red has a horse, Black a cannon.
        for (turn, value, result) in [("w", 40, 1.0), ("b", -40, 0.0)] {
            let trades = trades(&format!("3ak4/9/9/9/c8/N8/9/9/4A4/4K4 {turn}"), value, result);
            assert_eq!(counted(&trades), [0]);
            let row = &trades.rows[0];
            assert_eq!((row.value.mean(), row.result.mean()), (40.0, 1.0));
            assert!(row.expected.mean() > 0.5);
        }
    }

    #[test]
    fn rook_against_horse_and_cannon_is_no_trade_of_minor_pieces() {
        assert_eq!(counted(&trades("3ak4/9/9/9/c7n/R8/9/9/4A4/4K4 w", 0, 0.5)), [5]);
        // With a soldier more there is no such trade.
        assert_eq!(counted(&trades("3ak4/9/9/4p4/c7n/R8/9/9/4A4/4K4 w", 0, 0.5)), [0; 0]);
    }

    #[test]
    fn finding_names_the_trades_outside_the_bounds() {
        let mut trades = Trades::default();
        for result in [1.0, 0.0].repeat(50) {
            trades.rows[0].add(0.0, 0.5, result);
            trades.rows[5].add(300.0, 0.7, result);
            trades.end_game();
        }
        assert_eq!(
            trades.finding(),
            "Outside the bounds are its expectations of rook 車 against horse and cannon (too high)."
        );
        assert!(Trades::default().finding().starts_with("Every expectation lies within"));
    }

    #[test]
    fn table_leaves_rare_trades_out() {
        let trades = trades("3ak4/9/9/9/c8/N8/9/9/4A4/4K4 w", 0, 0.5);
        assert_eq!(trades.table().lines().count(), 2);
    }
}
