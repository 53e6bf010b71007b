//! Sets of packed tables.

use crate::files::assert_refused;
use crate::{is_long, material, one_attacker, sample, solved};
use chuhe_endings::{Index, TableSet, Tables, Value, mirror_sides};

fn packed(tables: &Tables) -> Vec<u8> {
    TableSet::pack(tables.iter()).expect("not too deep")
}

/// Asserts that a set has the values of a table, at all indices or at `count` random ones.
fn assert_equal(set: &TableSet, tables: &Tables, text: &str, count: usize) {
    let index = Index::new(material(text));
    let mut compared = 0;
    for (at, side) in sample(index.len(), count) {
        let Some(board) = index.board(at, side) else { continue };
        let Some(value) = tables.probe(&board) else { continue };
        assert_eq!(set.probe(&board), Some(value), "{text}: {board}");
        compared += 1;
    }
    assert!(compared > 100, "{text}");
}

#[test]
fn a_set_has_the_values_of_its_tables_for_either_colour() {
    // The attackers can lose with a horse and two advisors, and all kinds of own camps are here.
    let texts = ["NAA vs A", "CA vs A", "PP vs E", "PE vs A", "R vs AE", "CEE vs K"];
    let tables = solved(&texts);
    let set = TableSet::read(packed(&tables)).expect("a set");
    assert_eq!(set.materials().count(), tables.iter().count());
    for text in texts {
        assert_equal(&set, &tables, text, 20_000);
    }
    let index = Index::new(material("NAA vs A"));
    for (at, side) in sample(index.len(), 2_000) {
        let Some(board) = index.board(at, side).filter(|board| tables.probe(board).is_some()) else {
            continue;
        };
        let mirrored = mirror_sides(&board).expect("a board");
        assert_eq!(set.probe(&mirrored), tables.probe(&board));
    }
    let lost = crate::board("3a1k3/9/5a3/9/9/9/9/9/4N4/3AKA3 b");
    assert!(matches!(solved(&["NAA vs AA"]).probe(&lost), Some(Value::Win(_))), "the attackers lose");
}

#[test]
fn moves_and_lines_are_those_of_the_tables() {
    let tables = solved(&["N vs A"]);
    let set = TableSet::read(packed(&tables)).expect("a set");
    let board = crate::board("9/4a4/4k4/9/9/9/9/9/9/N2K5 b");
    assert_eq!(set.probe(&board), Some(Value::Loss(38)));
    assert_eq!(set.probe_moves(&board), tables.probe_moves(&board));
    let line = set.best_line(&board, 100);
    assert_eq!(line.len(), 38);
    assert_eq!(line, tables.best_line(&board, 100));
}

#[test]
fn what_no_table_has_is_unknown() {
    let set = TableSet::read(packed(&solved(&["R vs A"]))).expect("a set");
    for fen in ["4k4/9/9/9/9/9/9/9/9/N2K5 w", "4k4/9/9/9/r8/9/9/9/9/R2K5 w", "4kab2/9/9/9/9/9/9/9/9/R2K5 w"] {
        assert_eq!(set.probe(&crate::board(fen)), None, "{fen}");
    }
    assert_eq!(set.probe(&crate::board("3k5/9/9/9/9/9/9/9/9/4K4 w")), Some(Value::Draw));
}

#[test]
fn a_changed_or_cut_set_is_refused() {
    assert_refused(&packed(&solved(&["P vs K"])), 13, |bytes| TableSet::read(bytes).err());
}

#[test]
fn the_set_of_the_engine_has_the_values_of_new_tables() {
    let set = TableSet::embedded().expect("it is embedded");
    let materials: Vec<_> = set.materials().map(|material| material.to_string()).collect();
    assert!(one_attacker().iter().all(|text| materials.contains(text)));
    for material in set.materials() {
        for smaller in material.after_captures() {
            assert!(set.materials().any(|other| other == smaller), "{material} becomes {smaller}");
        }
    }
    let some = ["R vs AEE", "N vs AA", "CA vs AA", "PP vs A", "NP vs K"].map(str::to_owned).to_vec();
    let texts = if is_long() { materials } else { some };
    let tables = solved(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    for text in texts {
        assert_equal(&set, &tables, &text, 50_000);
    }
    let longest = crate::board("9/4a4/b2a1k3/9/R1b6/9/9/9/9/3K5 b");
    assert_eq!(set.probe(&longest), Some(Value::Loss(64)));
}
