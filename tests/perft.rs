//! Perft: compares the numbers of sequences of legal moves with other programs' counts.
//!
//! The counts of the start position are published, and every Xiangqi program agrees on them. Fairy-Stockfish counted
//! the suite in `tests/data/perft.txt`, as its head describes. The independent move generator
//! `examples/representation/mailbox.rs` is compared with both.

#[path = "../examples/representation/mailbox.rs"]
mod mailbox;

use crate::common::{Case, Mirror, suite};
use chuhe::rules::board::Board;
use chuhe::rules::fen;
use chuhe::rules::movegen::{perft, perft_playing_all};
use mailbox::Mailbox;

/// The numbers of leaves from the start position at depths 1 to 5.
const START: [u64; 5] = [44, 1920, 79_666, 3_290_240, 133_312_995];

/// Counts the leaves of a board and returns the differences from the expected counts.
fn faults(case: &Case, mirror: Mirror, count: fn(&mut Board, u32) -> u64) -> Vec<String> {
    let mut board = mirror.board(&case.board);
    let check = |(depth, expected): (u32, &u64)| {
        let found = count(&mut board, depth);
        let place = format!("tests/data/perft.txt:{}: depth {depth}, mirror {mirror:?}", case.line);
        (found != *expected).then(|| format!("{place}: {found}, not {expected}: {}", case.fen))
    };
    (1..).zip(&case.counts).filter_map(check).collect()
}

fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "{} counts differ\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn start_position() {
    let mut board = fen::start();
    for (depth, expected) in (1..).zip(START) {
        assert_eq!(perft(&mut board, depth), expected, "depth {depth}");
    }
    assert_eq!(board, fen::start());
}

#[test]
fn start_position_with_every_move_played() {
    for (depth, expected) in (1..).zip(START).take(4) {
        assert_eq!(perft_playing_all(&mut fen::start(), depth), expected, "depth {depth}");
    }
}

#[test]
fn suite_is_large_and_complete() {
    let suite = suite();
    assert!(suite.len() >= 240, "{} positions", suite.len());
    for case in suite {
        assert_eq!(case.counts.len(), 3, "tests/data/perft.txt:{}", case.line);
    }
}

#[test]
fn suite_and_its_mirrors() {
    let of_case = |case: &Case| Mirror::ALL.map(|mirror| faults(case, mirror, perft)).concat();
    assert_none(&suite().iter().flat_map(of_case).collect::<Vec<_>>());
}

#[test]
fn mailbox_counts_equal_the_suite() {
    let of_case = |case: &Case| {
        let mut mailbox = Mailbox::from_fen(case.fen).expect("a position");
        let counts = [mailbox.perft(1), mailbox.perft(2), mailbox.perft(3), mailbox.perft_playing_all(3)];
        let expected = [case.counts[0], case.counts[1], case.counts[2], case.counts[2]];
        (counts != expected)
            .then(|| format!("tests/data/perft.txt:{}: {counts:?}, not {expected:?}", case.line))
    };
    assert_none(&suite().iter().filter_map(of_case).collect::<Vec<_>>());
    assert_eq!(Mailbox::from_fen(fen::START).map(|mut mailbox| mailbox.perft(4)), Some(START[3]));
}
