//! Runs fixed searches whose node counts are a checksum of the search. A change that is not meant to alter the
//! search must keep the counts, and the browser must give the same counts as the native program.
//!
//! ```
//! use chuhe_engine::Limits;
//! use chuhe_lab::bench::{POSITIONS, measure};
//! let limits = Limits { depth: Some(3), ..Limits::default() };
//! let nodes = || measure(POSITIONS[0], limits, 1, None).unwrap().nodes;
//! assert_eq!(nodes(), nodes());
//! ```

use crate::figures::report_d;
use crate::tree::Method;
use chuhe_engine::eval::nnue::Network;
use chuhe_engine::limits::Limits;
use chuhe_engine::session::{Options, Session};
use chuhe_rules::fen::{FenError, Position};
use chuhe_rules::game::Game;
use chuhe_rules::types::Move;
use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// Default depth of [`run`] in plies.
pub const DEFAULT_DEPTH: i32 = 14;
/// Default size of the hash table of [`run`] in MiB.
pub const DEFAULT_HASH: usize = 16;

/// Positions of every kind: the opening, middle games from Chuhe's own games after random first moves, and
/// endings. Either side is to move, and in three positions it is in check.
pub const POSITIONS: [&str; 24] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    "r1bakabr1/9/1cn3nc1/p1p1p3p/6p2/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 w",
    "1rbakabnr/9/2n4c1/p1p1p1p1p/9/6P2/PcP1P3P/2N1C2C1/9/1RBAKABNR b",
    "rnbakabn1/9/3c5/p1p1p1p1p/9/9/P1P1P1P1P/BNC6/4A4/R2AK1BNR b",
    "2bakab2/9/n5n2/p1p1p1p1p/9/9/P1P1c1P1P/BR2C4/4A2R1/3AK1BN1 w",
    "rnbakabr1/9/6n2/p1p1p1p1p/9/9/PRP1PCPCP/9/9/RNBAKABc1 b",
    "3aka3/9/2n1b1nC1/2p1p1p1p/p1b6/9/P1P1P1P1P/9/3R5/1NBAKABc1 w",
    "4kan1C/4a4/7R1/2p1p4/p1b2Np1p/9/P3P1P1P/9/9/2BAKAB1c b",
    "2bakab2/9/4c2r1/P1p1n1p1p/4p4/9/1rP1P1P1P/2N1C1N2/R3A4/2B1KAB1R w",
    "2bakab2/9/4C1n2/1P6p/2p1p1p2/9/4P1P1P/2rAB1N2/1R2A4/4K1BR1 b",
    "4kab2/4a4/4b4/r2PR4/2p1p1p2/9/4P1P1P/4B1N2/4A4/3AK1B2 w",
    "2ba3R1/4ak3/9/1N2PP3/9/6P2/5r3/4B4/3pA4/3AK1B2 b",
    "r1b1ka3/3Can2r/1cn4cb/pCp1p1p1p/9/9/P1P1P1P1P/8R/4K4/RNBA1ABN1 w",
    "1r2ka3/4a4/c3b2nb/p1n3p1p/9/2P1P4/P5P1P/2N3N2/R8/2BAKAB2 b",
    "4ka3/3na4/2c1b3b/2r2np1p/p2P5/9/P3N1P1P/B3N4/4A4/R3KAB2 w",
    "3R2b2/4k4/5n3/2N3p1p/9/6P2/8P/c3B4/4A4/4KA3 b",
    "2bak1bnr/4a4/4c4/p1R1C3p/6p2/9/P1P1P1P1P/1r4N2/9/2BAKAB1R w",
    "3ak1b2/4a4/9/2c5C/3R2p2/9/P1P1PnPrP/1r2B1N2/8R/2BAKA3 b",
    "r1baka1nr/9/1cn1b2c1/p3p4/2C3p1p/4C4/P1P1P1P1P/9/9/RNBAKABNR w",
    "r1baka3/9/cRn1b2c1/p4C2C/4p3p/6pn1/P1P1P1P1P/2N6/9/2BAKABNR b",
    "2baka3/9/2n1b1n2/p8/4p3p/2P3P2/P3P1c1P/2N3NC1/5r3/2BAKAB1R w",
    "3akabnr/9/n1c1b4/p1p1p1pRp/8C/P8/2P1P1P1P/N2rB1N2/2C1K4/R2A1AB2 b",
    "3ak1b1r/1Rn1a2R1/2c1b3n/2p1p1p2/8p/1NP6/4P1P1P/4B1N2/2C1K4/3r1AB2 w",
    "3a3R1/3k5/3r1a3/2P6/9/5NP2/4P3P/4B4/9/2B1KA3 b",
];

/// Number of [`POSITIONS`], from the first, that the [`fingerprint`] uses.
const MARKED: usize = 10;
/// Limits of the fingerprint, `(depth, nodes)`. Each position is searched with both.
const MARK_LIMITS: [(Option<i32>, Option<u64>); 2] = [(Some(6), None), (None, Some(6_000))];
/// Size of the fingerprint's hash table in MiB: small, so that entries are lost and replaced.
const MARK_HASH: usize = 1;

/// Greatest depth of [`compare_leaves`] in plies.
const LEAF_DEPTH: i32 = 8;
/// The methods whose leaf evaluations at the first move report D lists, for comparison in [`compare_leaves`].
const YARDSTICKS: [(&str, Method); 3] =
    [("alpha-beta", Method::AlphaBeta), ("ordered", Method::Ordered), ("pvs", Method::Pvs)];

/// The result and the cost of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measure {
    /// The best move; `None` if there is no legal move.
    pub best: Option<Move>,
    /// Number of visited nodes.
    pub nodes: u64,
    /// Number of leaf evaluations.
    pub leaves: u64,
    /// Time taken.
    pub time: Duration,
}

/// The evaluation: a network, or `None` for the handcrafted one.
pub type Judge<'a> = Option<&'a Arc<Network>>;

/// Searches a position with an empty table of `hash` MiB.
///
/// # Errors
/// [`FenError`] if `fen` is not a valid position.
pub fn measure(fen: &str, limits: Limits, hash: usize, judge: Judge<'_>) -> Result<Measure, FenError> {
    let game = Game::new(fen.parse::<Position>()?);
    let mut session = Session::new(hash);
    session.set_network(judge.cloned());
    let report = session.go(&game, Options { limits, ..Options::default() }, &mut |_| {});
    let info = report.info;
    Ok(Measure { best: report.best, nodes: info.nodes, leaves: info.leaves, time: info.time })
}

/// A search of the [`fingerprint`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The position as a FEN.
    pub fen: &'static str,
    /// The best move; `None` if there is no legal move.
    pub best: Option<Move>,
    /// Number of visited nodes.
    pub nodes: u64,
}

impl fmt::Display for Mark {
    /// Writes `move nodes FEN`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let best = self.best.map_or("-".to_owned(), |mv| mv.to_string());
        write!(f, "{best} {} {}", self.nodes, self.fen)
    }
}

/// Returns the results of some short searches, which are the same on every machine and in the browser.
///
/// # Errors
/// Never: all [`POSITIONS`] are valid, which a test asserts.
pub fn fingerprint(judge: Judge<'_>) -> Result<Vec<Mark>, FenError> {
    let mut marks = Vec::with_capacity(MARKED * MARK_LIMITS.len());
    for fen in &POSITIONS[..MARKED] {
        for (depth, nodes) in MARK_LIMITS {
            let limits = Limits { depth, nodes, ..Limits::default() };
            let Measure { best, nodes, .. } = measure(fen, limits, MARK_HASH, judge)?;
            marks.push(Mark { fen, best, nodes });
        }
    }
    Ok(marks)
}

fn at_depth(depth: i32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn invalid(error: FenError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

fn speed(nodes: u64, time: Duration) -> f64 {
    nodes as f64 / time.as_secs_f64().max(1e-9)
}

/// Searches all [`POSITIONS`] to `depth`, each with an empty table of `hash` MiB. Writes a line for each, a
/// line for the total, and a last line such as `Bench: 1234567 nodes 987654 nps`.
///
/// # Errors
/// An error of writing to `out`.
pub fn run(out: &mut impl Write, depth: i32, hash: usize, judge: Judge<'_>) -> io::Result<()> {
    let (mut nodes, mut leaves, mut time) = (0, 0, Duration::ZERO);
    for (index, fen) in POSITIONS.iter().enumerate() {
        let found = measure(fen, at_depth(depth), hash, judge).map_err(invalid)?;
        nodes += found.nodes;
        leaves += found.leaves;
        time += found.time;
        write_line(out, &format!("{:>5}", index + 1), found.nodes, found.leaves, found.time)?;
    }
    write_line(out, "total", nodes, leaves, time)?;
    writeln!(out, "Bench: {nodes} nodes {:.0} nps", speed(nodes, time))
}

fn write_line(out: &mut impl Write, name: &str, nodes: u64, leaves: u64, time: Duration) -> io::Result<()> {
    let (millis, speed) = (time.as_millis(), speed(nodes, time));
    writeln!(out, "{name}  {nodes:>10} nodes  {leaves:>10} leaves  {millis:>6} ms  {speed:>9.0} nodes/s")
}

/// Writes the numbers of leaf evaluations of searches from the start position, next to those that report D
/// lists: alpha-beta with unordered and with ordered moves, and principal variation search.
///
/// # Errors
/// An error of writing to `out`.
pub fn compare_leaves(out: &mut impl Write, hash: usize, judge: Judge<'_>) -> io::Result<()> {
    let names: String = YARDSTICKS.iter().map(|(name, _)| format!("  {name:>10}")).collect();
    writeln!(out, "depth  {:>10}{names}", "chuhe")?;
    for depth in 1..=LEAF_DEPTH {
        let found = measure(POSITIONS[0], at_depth(depth), hash, judge).map_err(invalid)?;
        write!(out, "{depth:>5}  {:>10}", found.leaves)?;
        for (_, method) in YARDSTICKS {
            let listed = report_d(method, depth as u32);
            write!(out, "  {:>10}", listed.map_or("-".to_owned(), |leaves| leaves.to_string()))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn positions_are_valid_and_different() {
        assert!(
            POSITIONS.iter().all(|fen| fen.parse::<Position>().is_ok_and(|it| it.board.has_legal_move()))
        );
        assert_eq!(POSITIONS.iter().collect::<HashSet<_>>().len(), POSITIONS.len());
    }

    #[test]
    fn the_fingerprint_is_the_same_twice() {
        let marks = fingerprint(None).unwrap();
        assert_eq!(marks, fingerprint(None).unwrap());
        assert!(marks.iter().all(|mark| mark.best.is_some() && mark.nodes > 0));
    }

    #[test]
    fn the_last_line_is_the_checksum() {
        let mut out = Vec::new();
        run(&mut out, 2, 1, None).unwrap();
        let text = String::from_utf8(out).unwrap();
        let words: Vec<&str> = text.lines().last().unwrap().split(' ').collect();
        let [name, nodes, "nodes", speed, "nps"] = words[..] else { panic!("{text}") };
        assert_eq!(name, "Bench:");
        assert!(nodes.parse::<u64>().unwrap() > 0 && speed.parse::<u64>().is_ok());
    }
}
