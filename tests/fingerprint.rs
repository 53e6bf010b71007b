//! Compares the results of short searches with recorded ones. `wasm_node.rs` and `wasm_worker.rs` compare the
//! browser's engine with the same records.

use chuhe::engine::eval::nnue::Network;
use chuhe::lab::bench::{Judge, fingerprint};

/// Compares searches with a record. `CHUHE_BLESS=1` rewrites the record after an intended change of the search.
fn check(judge: Judge<'_>, file: &str, record: &str) {
    let marks = fingerprint(judge).expect("the positions are valid");
    let found: String = marks.iter().map(|mark| format!("{mark}\n")).collect();
    if std::env::var_os("CHUHE_BLESS").is_some() {
        let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
        std::fs::write(path, &found).expect("tests/data is writable");
    } else {
        assert_eq!(found, record, "run with CHUHE_BLESS=1 if this was meant");
    }
}

#[test]
fn searches_by_hand_find_what_is_on_record() {
    check(None, "fingerprint.txt", include_str!("data/fingerprint.txt"));
}

#[test]
fn searches_with_the_network_find_what_is_on_record() {
    let network = Network::embedded().expect("it comes along");
    check(Some(&network), "fingerprint-nnue.txt", include_str!("data/fingerprint-nnue.txt"));
}
