//! The positions and games, all from `tests/data`.

const PERFT: &str = include_str!("../../../tests/data/perft.txt");
const VERDICTS: &str = include_str!("../../../tests/data/verdicts.txt");

/// Of the positions and games only every so many are timed, because pyffish takes milliseconds for each call.
const TIMED: usize = 8;

/// A game that ends with a repetition, or shortly before.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// The FEN of its start.
    pub fen: &'static str,
    /// The moves, such as `h2e2`, with spaces between them.
    pub moves: &'static str,
}

/// Returns all positions as FENs.
pub fn positions() -> Vec<&'static str> {
    lines().map(|(fen, _)| fen).collect()
}

/// Returns the positions that are timed.
pub fn timed_positions() -> Vec<&'static str> {
    positions().into_iter().step_by(TIMED).collect()
}

/// Returns the positions without a legal move.
pub fn mated() -> Vec<&'static str> {
    lines().filter(|(_, counts)| counts.starts_with("D1 0 ")).map(|(fen, _)| fen).collect()
}

/// Returns each FEN of the perft suite, and its counts.
fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    PERFT.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" ;"))
}

/// Returns all games.
pub fn games() -> Vec<Line> {
    let field = |name| VERDICTS.lines().filter_map(move |line: &'static str| line.strip_prefix(name));
    field("fen: ").zip(field("moves: ")).map(|(fen, moves)| Line { fen, moves }).collect()
}

/// Returns the games that are timed.
pub fn timed_games() -> Vec<Line> {
    games().into_iter().step_by(TIMED).collect()
}
