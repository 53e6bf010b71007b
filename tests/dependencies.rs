//! Whoever uses the library gets nothing of the command line's or the page's dependencies.

use std::collections::BTreeSet;
use std::process::Command;

/// What the library depends on, and what that depends on.
const ALLOWED: [&str; 13] = [
    "arrayvec",
    "itoa",
    "memchr",
    "proc-macro2",
    "quote",
    "serde",
    "serde_core",
    "serde_derive",
    "serde_json",
    "syn",
    "unicode-ident",
    "web-time",
    "zmij",
];
const OWN: [&str; 2] = ["chuhe", "chuhe-example"];

#[test]
fn a_program_that_uses_the_library_gets_its_few_dependencies_alone() {
    let arguments = ["tree", "--locked", "-e", "normal", "--prefix", "none", "--package", "chuhe-example"];
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).expect("UTF-8");
    let found: BTreeSet<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    let mut expected = BTreeSet::from(ALLOWED);
    expected.extend(OWN);
    assert_eq!(found, expected, "\n{tree}");
}
