//! What short searches find natively; `wasm_node.rs` and `wasm_worker.rs` hold the browser's engine
//! against the same record.

use chuhe::front::bench::fingerprint;

const RECORD: &str = include_str!("data/fingerprint.txt");

/// Run with `CHUHE_BLESS=1` after a change that means to alter the behaviour of the search.
#[test]
fn searches_find_what_is_on_record() {
    let marks = fingerprint().expect("the positions are valid");
    let found: String = marks.iter().map(|mark| format!("{mark}\n")).collect();
    if std::env::var_os("CHUHE_BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/fingerprint.txt");
        std::fs::write(path, &found).expect("tests/data is writable");
    } else {
        assert_eq!(found, RECORD, "run with CHUHE_BLESS=1 if this was meant");
    }
}
