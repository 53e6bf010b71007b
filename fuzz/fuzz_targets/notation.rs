//! Any text as a move in every notation, after some moves of a game: what is read is legal, and
//! written again it is read as the same move.
#![no_main]

use chuhe::rules::fen::{self, Position};
use chuhe::rules::notation::coordinate::RankBase;
use chuhe::rules::notation::{Notation, read_any};
use libfuzzer_sys::fuzz_target;

/// Soldiers and other pieces in tandem, where notation is hardest.
const CROWDED: [&str; 3] = [
    "3k5/9/3P1P3/9/3P1P3/4P4/9/9/9/4K4 w",
    "4k4/9/9/9/2C1P4/4P1R2/2C1P4/4P1R2/9/3K5 w",
    "3k5/9/9/9/9/p1p6/p1p6/2p6/9/4K4 b",
];

fuzz_target!(|input: (u8, Vec<u8>, &str)| {
    let (start, choices, text) = input;
    let crowded = CROWDED.get(usize::from(start)).and_then(|fen| fen.parse::<Position>().ok());
    let mut board = crowded.map_or_else(fen::start, |position| position.board);
    for choice in choices.into_iter().take(200) {
        let moves = board.legal_moves();
        let Some(mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
        board.make(*mv);
    }
    for base in [RankBase::Zero, RankBase::One] {
        if let Ok(mv) = read_any(&board, text, base) {
            assert!(board.is_legal(mv));
        }
    }
    for notation in Notation::ALL {
        if let Ok(mv) = notation.read(&board, text) {
            let written = notation.write(&board, mv).expect("a legal move is written");
            assert_eq!(notation.read(&board, &written), Ok(mv), "{text} is {written}");
        }
    }
});
