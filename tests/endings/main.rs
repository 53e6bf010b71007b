//! Tests of the tables of endings. Small tables are compared in full, larger ones at random positions; with
//! `CHUHE_ENDINGS=all` all tables of one attacker, at more than two million positions.

mod files;
mod indices;
mod known;
mod repetition;
mod set;
mod solver;
mod values;

use chuhe_endings::{Guards, Material, Side, Table, Tables};
use chuhe_rules::{Board, Position};
use std::sync::Arc;

/// Returns whether the long tests were asked for.
fn is_long() -> bool {
    std::env::var("CHUHE_ENDINGS").is_ok_and(|which| which == "all")
}

fn material(text: &str) -> Material {
    text.parse().expect("a material")
}

/// Returns the tables of these materials and all that they need.
fn solved(texts: &[&str]) -> Tables {
    let mut tables = Tables::default();
    for text in texts {
        tables.solve(material(text), 2).expect("smaller tables are solved first");
    }
    tables
}

fn table(tables: &Tables, text: &str) -> Arc<Table> {
    tables.get(material(text)).expect("the table is solved")
}

fn board(fen: &str) -> Board {
    fen.parse::<Position>().expect("a position").board
}

/// Returns the texts of all materials of one attacker and a bare general.
fn one_attacker() -> Vec<String> {
    let defences =
        Guards::ALL.map(|guards| if guards == Guards::default() { "K".into() } else { guards.to_string() });
    ["R", "N", "C", "P"]
        .iter()
        .flat_map(|role| defences.iter().map(move |it| format!("{role} vs {it}")))
        .collect()
}

/// Returns `count` numbers below `limit`, by the SplitMix64 generator (Steele, Lea, Flood 2014).
fn random(count: usize, limit: usize) -> impl Iterator<Item = usize> {
    let mut state = 55u64;
    std::iter::repeat_with(move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as usize % limit
    })
    .take(count)
}

/// Returns indices to test with either side to move: all of a small table, `count` random ones of a large one.
fn sample(length: usize, count: usize) -> Vec<(usize, Side)> {
    let indices: Vec<usize> =
        if length <= count { (0..length).collect() } else { random(count, length).collect() };
    indices.into_iter().flat_map(|index| Side::ALL.map(|side| (index, side))).collect()
}
