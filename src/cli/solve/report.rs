//! Reports of solved endings: for people, for programs, and as rows of docs/ENDINGS.md.

use chuhe::endings::{NATURAL_LIMIT, Share, Side, Table, Value};
use chuhe::rules::fen::Position;
use serde::Serialize;
use std::fmt::Write;

/// An ending as programs read it.
#[derive(Serialize)]
pub struct EndingReport {
    ending: String,
    indices: usize,
    /// Positions with the attackers to move.
    attackers: ShareReport,
    /// Positions with the defence to move.
    defence: ShareReport,
    /// Number of values that do not follow from the moves, with `--verify`.
    #[serde(skip_serializing_if = "Option::is_none")]
    faults: Option<usize>,
}

/// Numbers of positions by their value for the side to move.
#[derive(Serialize)]
struct ShareReport {
    positions: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    longest: Option<LongestReport>,
}

/// The longest win of the attackers.
#[derive(Serialize)]
struct LongestReport {
    plies: u16,
    fen: String,
}

impl EndingReport {
    /// Creates the report of a table; `faults` is the result of `--verify`.
    pub fn new(table: &Table, faults: Option<usize>) -> EndingReport {
        let [attackers, defence] = Side::ALL.map(|side| ShareReport::new(table, side));
        let ending = table.material().to_string();
        EndingReport { ending, indices: table.index().len(), attackers, defence, faults }
    }
}

impl ShareReport {
    fn new(table: &Table, side: Side) -> ShareReport {
        let Share { won, drawn, lost, longest, .. } = table.share(side);
        let longest = longest.map(|(plies, index)| LongestReport { plies, fen: fen(table, index, side) });
        ShareReport { positions: won + drawn + lost, won, drawn, lost, longest }
    }
}

/// Returns the report for people, with `rare` positions of the rarer outcome.
pub fn in_words(table: &Table, seconds: f64, rare: usize) -> String {
    let mut text = format!("{}: {} indices, {seconds:.1} s\n", table.material(), table.index().len());
    for (side, name) in [(Side::Strong, "attackers"), (Side::Weak, "defence")] {
        let share = table.share(side);
        let percent = |count: u64| format!("{count} ({})", percent(count, share.positions()));
        let [won, drawn, lost] = [share.won, share.drawn, share.lost].map(percent);
        let positions = share.positions();
        // Writing to a string cannot fail.
        let _ =
            writeln!(text, "  {name} to move: {positions} positions, won {won}, drawn {drawn}, lost {lost}");
        if let Some((plies, index)) = share.longest {
            let _ = writeln!(text, "    longest mate: {plies} plies, {}", fen(table, index, side));
        }
        if share.beyond > 0 {
            let _ = writeln!(text, "    won in more than {NATURAL_LIMIT} plies: {}", percent(share.beyond));
        }
    }
    rarest(table, rare).for_each(|fen| text += &format!("    rare: {fen}\n"));
    text
}

/// Returns the FEN of an index.
pub fn fen(table: &Table, index: usize, to_move: Side) -> String {
    let board = table.index().board(index, to_move);
    board.map_or_else(String::new, |board| Position { board, no_capture: 0, fullmove: 1 }.to_string())
}

/// Returns the FENs of at most `most` positions of the rarer outcome with the attackers to move.
fn rarest(table: &Table, most: usize) -> impl Iterator<Item = String> + '_ {
    let share = table.share(Side::Strong);
    let is_drawn = share.drawn < share.won;
    let fits = move |index: &usize| match table.value(*index, Side::Strong) {
        Some(Value::Draw) => is_drawn,
        Some(Value::Win(_)) => !is_drawn,
        _ => false,
    };
    (0..table.index().len()).filter(fits).take(most).map(|index| fen(table, index, Side::Strong))
}

/// Returns a share of positions in percent, never rounded to 0 % or 100 % unless exact.
fn percent(count: u64, all: u64) -> String {
    let value = 100.0 * count as f64 / all.max(1) as f64;
    match count {
        0 => "0 %".to_owned(),
        count if count == all => "100 %".to_owned(),
        _ => format!("{:.2} %", value.clamp(0.01, 99.99)),
    }
}

/// Returns a row: ending, positions with either side to move, shares that the attackers win when they are to move and
/// when the defence is, plies of the longest mate, its FEN.
pub fn markdown_row(table: &Table) -> String {
    let [strong, weak] = Side::ALL.map(|side| table.share(side));
    let longest = [(strong, Side::Strong), (weak, Side::Weak)];
    let longest = longest.into_iter().filter_map(|(share, side)| Some((share.longest?, side)));
    let longest = longest.max_by_key(|((plies, _), _)| *plies);
    let (plies, fen) = longest.map_or(("–".to_owned(), "–".to_owned()), |((plies, index), side)| {
        (plies.to_string(), format!("`{}`", fen(table, index, side)))
    });
    format!(
        "| {} | {} | {} | {} | {plies} | {fen} |\n",
        table.material(),
        strong.positions() + weak.positions(),
        percent(strong.won, strong.positions()),
        percent(weak.lost, weak.positions()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::endings::{Material, Tables};

    #[test]
    fn shares_are_rounded_to_neither_nothing_nor_all() {
        let shares =
            [percent(0, 9), percent(1, 1_000_000), percent(1, 8), percent(999_999, 1_000_000), percent(9, 9)];
        assert_eq!(shares, ["0 %", "0.01 %", "12.50 %", "99.99 %", "100 %"]);
    }

    #[test]
    fn a_row_has_the_shares_and_the_longest_mate() {
        let mut tables = Tables::default();
        let material: Material = "R vs K".parse().expect("a material");
        tables.solve(material, 1).expect("needs no other table");
        let row = markdown_row(&tables.get(material).expect("it is solved"));
        assert_eq!(row, "| R vs K | 4806 | 100 % | 97.26 % | 4 | `9/9/4k4/9/9/9/9/9/9/R2K5 b - - 0 1` |\n");
    }
}
