//! Rules of repetition: no table of one attacker depends on them.

use crate::{is_long, one_attacker, random, solved, table};
use chuhe_endings::{Offender, Side, Tables, Value};
use chuhe_rules::bitboard::Bitboard;
use chuhe_rules::chase::take_back_chases;
use chuhe_rules::game::{ASIAN, CHINESE, Ruleset};
use chuhe_rules::{Board, Game, Move, Outcome, Position};

#[test]
fn no_draw_depends_on_perpetual_checks_or_chases() {
    let texts =
        if is_long() { one_attacker() } else { ["N vs AE", "C vs AA", "P vs AE"].map(str::to_owned).into() };
    let tables = solved(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    for text in texts {
        for offender in Offender::ALL {
            let report = tables.cycles(&table(&tables, &text), offender, 2).expect("all tables are there");
            assert_eq!(report.endless, [], "{text}, {offender:?}");
        }
    }
}

/// Returns the moves that keep the draw.
fn drawing(tables: &Tables, board: &Board) -> Vec<Move> {
    let moves = tables.probe_moves(board).expect("all tables are there");
    moves.into_iter().filter(|(_, value)| *value == Value::Draw).map(|(mv, _)| mv).collect()
}

fn bound(tables: &Tables, text: &str) -> Vec<Board> {
    let table = table(tables, text);
    let report = tables.cycles(&table, Offender::WeakChases, 1).expect("all tables are there");
    let boards = report.bound.iter().map(|index| table.index().board(*index, Side::Weak));
    boards.map(|board| board.expect("a position has a board")).collect()
}

#[test]
fn in_bound_positions_each_move_that_draws_chases() {
    let tables = solved(&["N vs E"]);
    let boards = bound(&tables, "N vs E");
    assert_eq!(boards.len(), 42);
    for board in boards {
        for mv in drawing(&tables, &board) {
            let mut after = board.clone();
            let captured = after.make(mv);
            assert!(
                !take_back_chases(&mut after, (mv, captured), Bitboard::FULL).is_empty(),
                "{board:?} {mv}"
            );
        }
    }
}

/// Plays a drawn position for 80 plies. The attacker prefers moves that repeat a position, the defender moves that keep
/// the draw by the table and by the rules of repetition.
fn outcome(tables: &Tables, board: &Board, ruleset: &'static Ruleset, seed: usize) -> Outcome {
    let mut game = Game::new(Position { board: board.clone(), no_capture: 0, fullmove: 1 }).under(ruleset);
    for choice in random(80, 1 << 20).map(|number| number.wrapping_add(seed * 7)) {
        if game.verdict().is_over() {
            break;
        }
        let mut moves = drawing(tables, game.board());
        if game.board().turn() == board.turn() {
            moves.retain(|mv| game.loss_by_repetition(*mv).is_none());
        } else {
            let seen =
                |mv: &Move| game.plies().iter().any(|ply| ply.key_before == game.board().key_after(*mv));
            if moves.iter().any(seen) {
                moves.retain(seen);
            }
        }
        assert!(!moves.is_empty(), "{board:?}\n{:?}", game.board());
        game.play(moves[choice % moves.len()]).expect("a legal move");
    }
    game.verdict().outcome
}

#[test]
fn a_bound_defender_draws_under_the_rules_of_chasing_too() {
    let tables = solved(&["N vs E"]);
    for board in bound(&tables, "N vs E") {
        for ruleset in [&ASIAN, &CHINESE] {
            for seed in 0..3 {
                let outcome = outcome(&tables, &board, ruleset, seed);
                assert!(matches!(outcome, Outcome::Draw | Outcome::Ongoing), "{board:?} {}", ruleset.code);
            }
        }
    }
}
