//! Any history: it is judged without a panic, the same again after a ply is taken back and played, and
//! as the search judges it.
#![no_main]

use chuhe::engine::line::Line;
use chuhe::rules::fen::Position;
use chuhe::rules::game::{Game, Outcome};
use chuhe::rules::types::Move;
use libfuzzer_sys::fuzz_target;

/// Boards on which checks and chases abound.
const STARTS: [&str; 8] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    "3k5/R8/9/9/3r5/9/9/9/4A4/2BAK1B2 w",
    "9/4rk3/4c4/9/4R4/2n6/5C3/4K4/9/9 w",
    "3k4n/9/9/9/9/9/9/9/9/4K2R1 w",
    "4k4/9/9/c1c6/9/r8/9/9/C8/3K5 w",
    "5k3/9/9/9/9/9/7r1/9/2nRA3c/4K4 w",
    "4ka3/c2R1R2c/4b4/9/9/9/9/9/9/4K4 w",
    "9/3kc4/3a5/3P5/9/4p4/9/4K4/9/3C5 w",
];

fuzz_target!(|input: (u8, Vec<u8>)| {
    let (start, choices) = input;
    let start = STARTS[usize::from(start) % STARTS.len()].parse::<Position>().expect("a position");
    let mut game = Game::new(start);
    for choice in choices.into_iter().take(300) {
        let moves = game.board().legal_moves();
        let back = game.plies().len().checked_sub(2).map(|index| game.plies()[index].mv);
        let home = back.and_then(|mv| Move::try_new(mv.to(), mv.from()));
        let mv = match home.filter(|mv| choice >= 128 && moves.contains(mv)) {
            Some(mv) => mv,
            None if moves.is_empty() => break,
            None => moves[usize::from(choice) % moves.len()],
        };
        game.play(mv).expect("a legal move");
    }
    let verdict = game.verdict();
    for ply in &verdict.cycle {
        assert_eq!(ply.mv, game.plies()[ply.ply].mv);
    }
    if matches!(verdict.outcome, Outcome::Draw) || verdict.offender.is_some() {
        assert!(Line::new(&game).ended(1).is_some(), "the search sees {verdict:?}");
    }
    if let Some(mv) = game.undo() {
        let warning = game.loss_by_repetition(mv);
        if verdict.offender == Some(game.board().turn()) {
            assert_eq!(warning.as_ref(), Some(&verdict));
        }
        game.play(mv).expect("legal before");
        assert_eq!(game.verdict(), verdict);
    }
});
