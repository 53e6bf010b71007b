//! All tests of the library in one program, as thirty programs would each be linked and would run one after the
//! other.

use std::collections::BTreeSet;
use std::path::Path;

mod common;

mod book;
mod book_text;
mod dependencies;
mod endgames;
mod fen;
mod fen_fuzz;
mod fingerprint;
mod games_library;
mod games_names;
mod lab_docs;
mod lab_tree;
mod level;
mod nnue;
mod notation;
mod notation_fuzz;
mod perft;
mod practical_endings;
mod properties;
mod records;
mod referee;
mod repetition;
mod review;
mod route;
mod rule_claims;
mod rules;
mod rules_doc;
mod search;
mod session;
mod threads;
mod verdicts;

/// A test file outside every program would never run.
#[test]
fn every_file_of_tests_belongs_to_a_program() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let programs = ["library", "command_line", "matches", "wasm_node", "wasm_worker"];
    let text = |name: &str| std::fs::read_to_string(folder.join(format!("{name}.rs"))).unwrap();
    let mut named: BTreeSet<String> = programs.map(str::to_owned).into();
    for program in programs {
        let modules = text(program);
        named.extend(
            modules.lines().filter_map(|line| Some(line.strip_prefix("mod ")?.strip_suffix(';')?.to_owned())),
        );
    }
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.file_stem().unwrap().to_str().unwrap();
            assert!(named.contains(name), "tests/{name}.rs is no module of {programs:?}");
        }
    }
}
