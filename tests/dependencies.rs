//! The library must not bring in the dependencies of the command line or the page.

use std::collections::BTreeSet;
use std::process::Command;

/// The library's dependencies, direct and indirect.
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
const OWN: [&str; 8] = [
    "chuhe",
    "chuhe-endings",
    "chuhe-engine",
    "chuhe-example",
    "chuhe-lab",
    "chuhe-records",
    "chuhe-review",
    "chuhe-rules",
];

/// Returns what `cargo tree` prints with these arguments.
fn cargo_tree(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--prefix", "none"])
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Returns the packages that cargo compiles for a program that depends on `package`.
fn tree(package: &str) -> BTreeSet<String> {
    let tree = cargo_tree(&["-e", "normal", "--package", package]);
    tree.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

#[test]
fn a_program_that_uses_the_library_gets_its_few_dependencies_alone() {
    let expected = ALLOWED.into_iter().chain(OWN).map(str::to_owned).collect();
    assert_eq!(tree("chuhe-example"), expected);
}

#[test]
fn a_program_that_uses_the_rules_gets_arrayvec_alone() {
    assert_eq!(tree("chuhe-rules"), ["arrayvec", "chuhe-rules"].map(str::to_owned).into());
}

/// `examples/no_std.rs` of the crate checks the same by compiling, but without the feature `serde`.
#[test]
fn the_rules_use_no_dependency_with_its_standard_library() {
    let edges = "normal,features,no-proc-macro";
    let tree = cargo_tree(&["-e", edges, "--package", "chuhe-rules", "--all-features"]);
    assert!(tree.contains("serde_core feature \"alloc\""), "{tree}");
    let needs_std = |line: &&str| {
        !line.starts_with("chuhe-rules") && (line.contains("\"std\"") || line.contains("\"default\""))
    };
    assert_eq!(tree.lines().find(needs_std), None, "{tree}");
}

/// Each crate may depend only on lower ones. Cargo would accept any dependency without a circle.
#[test]
fn each_crate_depends_only_on_lower_crates() {
    let own = |package: &str| -> BTreeSet<String> {
        tree(package).into_iter().filter(|name| name.starts_with("chuhe")).collect()
    };
    let floors = |names: &[&str]| names.iter().map(|name| format!("chuhe-{name}")).collect::<BTreeSet<_>>();
    assert_eq!(own("chuhe-records"), floors(&["records", "rules"]));
    assert_eq!(own("chuhe-endings"), floors(&["endings", "rules"]));
    assert_eq!(own("chuhe-engine"), floors(&["endings", "engine", "rules"]));
    assert_eq!(own("chuhe-lab"), floors(&["endings", "engine", "lab", "rules"]));
    assert_eq!(own("chuhe-review"), floors(&["endings", "engine", "review", "rules"]));
}
