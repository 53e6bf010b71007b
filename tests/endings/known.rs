//! Results that manuals state. docs/ENDINGS.md has the sources.

use crate::{board, solved, table};
use chuhe_endings::{Side, Value};

/// Returns the share of positions that the attackers, to move, win, in hundredths of a percent.
fn won(text: &str) -> u64 {
    let share = table(&solved(&[text]), text).share(Side::Strong);
    share.won * 10_000 / share.positions()
}

#[test]
fn a_rook_beats_each_defence_but_the_full_one() {
    for text in ["R vs K", "R vs AA", "R vs EE", "R vs AE", "R vs AAE", "R vs AEE"] {
        assert_eq!(won(text), 10_000, "{text}");
    }
}

#[test]
fn the_full_defence_in_its_formation_holds_against_a_rook() {
    let tables = solved(&["R vs AAEE"]);
    for side in ['w', 'b'] {
        let fen = format!("2b1ka3/4a4/4b4/9/9/9/9/9/4R4/3K5 {side}");
        assert_eq!(tables.probe(&board(&fen)), Some(Value::Draw), "{fen}");
    }
}

#[test]
fn a_horse_beats_a_bare_general_and_nearly_always_one_advisor() {
    assert_eq!(won("N vs K"), 10_000);
    assert!((9_900..10_000).contains(&won("N vs A")));
    for text in ["N vs AA", "N vs EE", "N vs AE"] {
        assert!(won(text) < 1_000, "{text}");
    }
}

#[test]
fn a_cannon_needs_an_advisor_of_its_own() {
    for text in ["C vs K", "C vs A", "C vs E", "C vs EE"] {
        assert_eq!(won(text), 0, "{text}");
    }
    for text in ["CA vs K", "CA vs A"] {
        assert!(won(text) > 9_000, "{text}: {}", won(text));
    }
}

#[test]
fn a_soldier_beats_a_bare_general_unless_it_is_on_the_last_rank() {
    let tables = solved(&["P vs K"]);
    assert_eq!(
        tables.probe(&board("3k5/9/9/9/4P4/9/9/9/9/4K4 w")).map(|it| matches!(it, Value::Win(_))),
        Some(true)
    );
    assert_eq!(tables.probe(&board("P8/9/3k5/9/9/9/9/9/9/4K4 w")), Some(Value::Draw));
    for text in ["P vs EE", "P vs AEE"] {
        assert_eq!(won(text), 0, "{text}");
    }
}

#[test]
fn a_horse_before_its_general_and_two_advisors_is_stalemated() {
    let tables = solved(&["NAA vs AA"]);
    let board = board("3a1k3/9/5a3/9/9/9/9/9/4N4/3AKA3 b");
    assert_eq!(tables.probe(&board), Some(Value::Win(1)));
    assert_eq!(tables.best_line(&board, 9), ["f9e9".parse().expect("a move")]);
    assert!(table(&tables, "NAA vs AA").share(Side::Strong).lost > 0);
}
