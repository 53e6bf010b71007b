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
const OWN: [&str; 7] =
    ["chuhe", "chuhe-engine", "chuhe-example", "chuhe-lab", "chuhe-records", "chuhe-review", "chuhe-rules"];

/// Returns the packages that cargo compiles for a program that depends on `package`.
fn tree(package: &str) -> BTreeSet<String> {
    let arguments = ["tree", "--locked", "-e", "normal", "--prefix", "none", "--package", package];
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).expect("UTF-8");
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

/// Each crate may depend only on lower ones. Cargo would accept any dependency without a circle.
#[test]
fn each_crate_depends_only_on_lower_crates() {
    let own = |package: &str| -> BTreeSet<String> {
        tree(package).into_iter().filter(|name| name.starts_with("chuhe")).collect()
    };
    let floors = |names: &[&str]| names.iter().map(|name| format!("chuhe-{name}")).collect::<BTreeSet<_>>();
    assert_eq!(own("chuhe-records"), floors(&["records", "rules"]));
    assert_eq!(own("chuhe-engine"), floors(&["engine", "rules"]));
    assert_eq!(own("chuhe-lab"), floors(&["engine", "lab", "rules"]));
    assert_eq!(own("chuhe-review"), floors(&["engine", "review", "rules"]));
}
