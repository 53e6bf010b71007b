//! The practical endings of the page against tables that are solved here. Large tables are solved only with
//! `CHUHE_ENDINGS=all`; `chuhe-dev endings --check` compares all of them with stored tables.

use chuhe::Position;
use chuhe::endings::{Index, Material, Tables, Value};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// The greatest number of indices of the tables that are solved in every run.
const FEW: usize = 1_000_000;

/// Returns the endings of the file by their material. Three classic ones have none.
fn endings_by_material() -> BTreeMap<String, Vec<Json>> {
    let text = include_str!("../www/assets/endings.json");
    let file: Json = serde_json::from_str(text).expect("JSON");
    let chapters = file["chapters"].as_array().expect("chapters");
    let endings = chapters.iter().flat_map(|chapter| chapter["endings"].as_array().expect("endings"));
    let mut by_material: BTreeMap<String, Vec<Json>> = BTreeMap::new();
    for ending in endings {
        let group = ending["group"].as_str().unwrap_or("none").to_owned();
        by_material.entry(group).or_default().push(ending.clone());
    }
    by_material
}

fn indices(material: Material) -> usize {
    let missing = Tables::default().missing(material);
    missing.into_iter().map(|material| Index::new(material).len()).sum()
}

/// Compares value, plies and the only good move of an ending with the tables.
fn compare(tables: &Tables, ending: &Json) {
    let id = &ending["id"];
    let position: Position = ending["fen"].as_str().expect("a FEN").parse().expect("a position");
    let is_win = ending["goal"] == "win";
    let is_good = |value: Value| matches!((value, is_win), (Value::Win(_), true) | (Value::Draw, false));
    let value = tables.probe(&position.board).expect("the table has it");
    assert!(is_good(value), "{id}: {value:?}");
    assert_eq!(ending["plies"].as_u64(), value.plies().map(u64::from), "{id}");
    let Some(only) = ending["move"].as_str() else { return };
    let moves = tables.probe_moves(&position.board).expect("the tables have its moves");
    let good: Vec<String> =
        moves.iter().filter(|(_, value)| is_good(*value)).map(|(mv, _)| mv.to_string()).collect();
    assert_eq!(good, [only], "{id}");
    assert!(moves.len() >= 3, "{id}");
}

#[test]
fn practical_endings_have_the_values_of_their_tables() {
    let is_long = std::env::var("CHUHE_ENDINGS").is_ok_and(|which| which == "all");
    let mut compared = 0;
    for (group, endings) in endings_by_material() {
        let Ok(material) = group.parse::<Material>() else { continue };
        if !is_long && indices(material) > FEW {
            continue;
        }
        let mut tables = Tables::default();
        tables.solve(material, 2).expect("smaller tables are solved first");
        endings.iter().for_each(|ending| compare(&tables, ending));
        compared += endings.len();
    }
    assert!(compared >= 100, "{compared}");
}
