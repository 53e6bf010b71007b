//! No module imports from above itself, and no two beside each other import in a circle: read from the source text.
//!
//! The test looks at every `crate::…`, `super::…` and `self::…` path of `src/**/*.rs`, in `use` and
//! inline. Comments, strings and modules under `#[cfg(test)]` do not count. `lib.rs` stands above everything and
//! may use anything, and so does what is below `front/`: packages of their own, which the library cannot name.

mod lexer;

use lexer::{Token, tokens};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules from the lowest to the highest. A module may use itself and everything before it.
const ORDER: &[&str] = &[
    "game/types",
    "game/bitboard",
    "game/attacks",
    "game/board",
    "game/position",
    "game/movegen",
    "game/fen",
    "game/notation",
    "game/chase",
    "game/rules",
    "game/record",
    "library",
    "engine/score",
    "engine/wdl",
    "engine/params",
    "engine/eval",
    "engine/random",
    "engine/oversight",
    "engine/keys",
    "engine/line",
    "engine/tt",
    "engine/see",
    "engine/history",
    "engine/order",
    "engine/limits",
    "engine/pace",
    "engine/book",
    "engine/style",
    "engine/level",
    "engine/rating",
    "engine/etiquette",
    "engine/search",
    "engine/session",
    "lab",
    "bench",
    "report",
    "review",
];

/// Whether a module is another one or lies inside it.
fn is_within(inner: &str, outer: &str) -> bool {
    inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Where a path stands in [`ORDER`] by the module that it lies in.
fn listed(path: &[String]) -> Option<usize> {
    let name = path.join("/");
    ORDER.iter().position(|entry| is_within(&name, entry))
}

/// Where a folder as a whole stands: with its highest module.
fn of_folder(folder: &str) -> Option<usize> {
    ORDER.iter().rposition(|entry| is_within(entry, folder))
}

/// Where an imported path stands; names that a folder exports stand with the folder.
fn level(path: &[String]) -> Option<usize> {
    listed(path).or_else(|| of_folder(path.first()?))
}

/// The module path of a file below `src`, such as `["game", "board"]`; empty for the crate's roots.
fn module_of(file: &Path) -> Vec<String> {
    let parts: Vec<String> = file.with_extension("").iter().map(|p| p.to_string_lossy().into()).collect();
    match parts.first().map(String::as_str) {
        Some("lib" | "front") | None => Vec::new(),
        Some(_) => parts.into_iter().filter(|part| part != "mod").collect(),
    }
}

/// A path that the text names, with its line.
#[derive(Debug, PartialEq, Eq)]
struct Import {
    line: usize,
    path: Vec<String>,
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Walks over the tokens of one file.
struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
    /// The module that the walk is in, inline modules included.
    module: Vec<String>,
    /// The braces that are open; those of inline modules are marked.
    braces: Vec<bool>,
    imports: Vec<Import>,
}

impl Reader<'_> {
    fn text(&self, ahead: usize) -> &str {
        self.tokens.get(self.at + ahead).map_or("", |token| &token.text)
    }

    fn run(&mut self) {
        while self.at < self.tokens.len() {
            match self.text(0) {
                "#" if self.starts_test_module() => self.skip_block(),
                "mod" if self.text(2) == "{" => self.enter_module(),
                "{" => self.open(false),
                "}" => self.close(),
                "crate" | "super" | "self" if self.text(1) == "::" && !self.follows("in") => self.read_root(),
                _ => self.at += 1,
            }
        }
    }

    fn follows(&self, word: &str) -> bool {
        self.at > 0 && self.tokens[self.at - 1].text == word
    }

    fn starts_test_module(&self) -> bool {
        ["#", "[", "cfg", "(", "test", ")", "]", "mod"].iter().enumerate().all(|(i, t)| self.text(i) == *t)
    }

    /// Goes behind the block that opens next, or behind the `;` that comes before one.
    fn skip_block(&mut self) {
        let mut depth = 0;
        while self.at < self.tokens.len() {
            match self.text(0) {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            let ends = depth == 0 && matches!(self.text(0), "}" | ";");
            self.at += 1;
            if ends {
                return;
            }
        }
    }

    fn enter_module(&mut self) {
        self.module.push(self.text(1).to_owned());
        self.at += 2;
        self.open(true);
    }

    fn open(&mut self, is_module: bool) {
        self.braces.push(is_module);
        self.at += 1;
    }

    fn close(&mut self) {
        if self.braces.pop() == Some(true) {
            self.module.pop();
        }
        self.at += 1;
    }

    /// Reads a path from its `crate`, `super` or `self` on.
    fn read_root(&mut self) {
        let mut base = if self.text(0) == "crate" { Vec::new() } else { self.module.clone() };
        while matches!(self.text(0), "crate" | "super" | "self") && self.text(1) == "::" {
            if self.text(0) == "super" {
                base.pop();
            }
            self.at += 2;
        }
        self.read_tree(base);
    }

    /// Reads what follows a `::`: names, then perhaps a group in braces.
    fn read_tree(&mut self, mut path: Vec<String>) {
        let line = self.tokens.get(self.at).map_or(0, |token| token.line);
        while is_name(self.text(0)) {
            if self.text(0) != "self" {
                path.push(self.text(0).to_owned());
            }
            self.at += 1;
            if self.text(0) != "::" {
                break;
            }
            self.at += 1;
        }
        if self.text(0) == "{" {
            return self.read_group(path);
        }
        self.at += usize::from(self.text(0) == "*");
        self.imports.push(Import { line, path });
    }

    fn read_group(&mut self, base: Vec<String>) {
        self.at += 1;
        while !matches!(self.text(0), "}" | "") {
            match self.text(0) {
                "as" => self.at += 2,
                word if word == "*" || is_name(word) => self.read_tree(base.clone()),
                _ => self.at += 1,
            }
        }
        self.at += 1;
    }
}

/// The paths that a file of a module names.
fn imports(module: &[String], text: &str) -> Vec<Import> {
    let tokens = tokens(text);
    let mut reader =
        Reader { tokens: &tokens, at: 0, module: module.to_vec(), braces: vec![], imports: vec![] };
    reader.run();
    reader.imports
}

/// What is wrong with the imports of one file.
fn faults(file: &Path, text: &str) -> Vec<String> {
    let module = module_of(file);
    if module.is_empty() {
        return Vec::new();
    }
    let Some(own) = listed(&module).or_else(|| of_folder(&module.join("/"))) else {
        return vec![format!("{}: add {} to ORDER in tests/layering.rs", file.display(), module.join("/"))];
    };
    let is_above = |import: &Import| level(&import.path).is_none_or(|other| other > own);
    let tell = |import: Import| {
        let (name, target) = (module.join("/"), import.path.join("::"));
        format!("{}:{}: {name} may not use crate::{target}", file.display(), import.line)
    };
    imports(&module, text).into_iter().filter(is_above).map(tell).collect()
}

fn rust_files(folder: &Path, found: &mut BTreeSet<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.insert(path);
        }
    }
}

/// Modules that stand beside each other, by their paths, with those that each imports from.
type Neighbours = BTreeMap<Vec<String>, BTreeSet<Vec<String>>>;

/// The imports among the modules that `files` hold, each laid to the two that stand beside each other: of `a::b` from
/// `a::c::d` those are `a::c` and `a::b`.
fn neighbours(files: &[(Vec<String>, String)]) -> Neighbours {
    let modules: BTreeSet<&[String]> = files.iter().map(|(module, _)| &module[..]).collect();
    let mut found = Neighbours::new();
    for (module, text) in files {
        for import in imports(module, text) {
            let shared = module.iter().zip(&import.path).take_while(|(a, b)| a == b).count();
            let (Some(from), Some(to)) = (module.get(..=shared), import.path.get(..=shared)) else {
                continue;
            };
            if modules.contains(to) {
                found.entry(from.to_vec()).or_default().insert(to.to_vec());
            }
        }
    }
    found
}

/// The modules that import from each other in a circle, directly or by way of others.
fn in_circles(all: &Neighbours) -> Vec<String> {
    let is_reached = |goal: &Vec<String>| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![goal]);
        while let Some(module) = open.pop() {
            open.extend(all.get(module).into_iter().flatten().filter(|next| seen.insert(*next)));
        }
        seen.contains(goal)
    };
    all.keys().filter(|module| is_reached(module)).map(|module| module.join("/")).collect()
}

#[test]
fn no_modules_import_in_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = BTreeSet::new();
    rust_files(&root, &mut files);
    let read = |file: &PathBuf| {
        let module = module_of(file.strip_prefix(&root).expect("below src"));
        (module, fs::read_to_string(file).expect("UTF-8 source"))
    };
    let library: Vec<_> = files.iter().map(read).filter(|(module, _)| !module.is_empty()).collect();
    assert_eq!(in_circles(&neighbours(&library)), Vec::<String>::new());
}

#[test]
fn circles_are_found() {
    let module = |path: &str, text: &str| (path.split('/').map(str::to_owned).collect(), text.to_owned());
    let files = [
        module("a", "use crate::b::inner::X;"),
        module("a/one", "use super::two::Y; use super::Z;"),
        module("a/two", "use crate::a::three::V;"),
        module("a/three", "use super::one::W;"),
        module("b", "mod inner;"),
        module("b/inner", "use crate::c::X;"),
        module("c", "use crate::a::one::W;"),
    ];
    assert_eq!(in_circles(&neighbours(&files)), ["a", "a/one", "a/three", "a/two", "b", "c"]);
    assert_eq!(in_circles(&neighbours(&files[3..])), Vec::<String>::new());
}

#[test]
fn no_module_imports_from_above_itself() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = BTreeSet::new();
    rust_files(&root, &mut files);
    assert!(files.len() > 5, "the sources were not found");
    let read = |file: &PathBuf| {
        let text = fs::read_to_string(file).expect("UTF-8 source");
        faults(file.strip_prefix(&root).expect("below src"), &text)
    };
    let found: Vec<String> = files.iter().flat_map(read).collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn every_kind_of_import_from_above_is_found() {
    let bad = [
        ("game/board.rs", "use crate::engine::tt::Table;"),
        ("game/board.rs", "pub use super::{types::{Move as M, Role}, movegen::{self as m}};"),
        ("game/board.rs", "use crate::{game::types::Move, engine::{score::Score}};"),
        ("game/board.rs", "use super::{self as game, types::*};"),
        ("game/board.rs", "use crate::game::*;"),
        ("game/board.rs", "fn f() -> crate::game::fen::Setup { todo!() }"),
        ("game/board.rs", "mod inner { use super::super::rules::Game; }"),
        ("game/notation/iccs.rs", "use super::super::rules::Game;"),
        ("engine/eval.rs", "use crate::lab::tree;"),
        ("engine/search/node.rs", "use super::super::session::Session;"),
        ("lab/tree.rs", "use crate::front::uci;"),
        ("engine/session.rs", "use crate::report::VerdictReport;"),
        ("game/types.rs", "use crate::VERSION;"),
        ("game/types.rs", "const A: char = '\"'; use crate::game::board; // \""),
        ("game/types.rs", "fn f<'a>(x: &'a str) -> &'a str { super::fen::START }"),
        ("game/novelty.rs", ""),
    ];
    for (file, text) in bad {
        assert_eq!(faults(Path::new(file), text).len(), 1, "{file}: {text}");
    }
}

#[test]
fn imports_from_below_pass() {
    let good = [
        ("game/board.rs", "use super::types::{Color, Move};\nuse crate::game::attacks;"),
        (
            "game/board.rs",
            "/// [`super::fen::Setup`]\n/* use crate::lab; /* nested */ */ const A: &str = \"crate::lab::x\";",
        ),
        ("game/board.rs", "const A: &str = r#\"\" crate::lab::x\"#; pub(in crate::game) fn f() {}"),
        ("game/board.rs", "#[cfg(test)]\nmod tests { use crate::game::fen; }\nuse super::types::Move;"),
        ("game/board.rs", "mod inner { mod deep { use super::super::super::types::Move; } }"),
        ("engine/search.rs", "mod node; use crate::game::rules::Game; use super::score::Score;"),
        ("engine/eval/hand.rs", "use super::Trait; use crate::engine::params;"),
        ("engine.rs", "pub use self::session::Session;"),
        ("bench.rs", "use crate::{engine::session::{self, Session}, lab::route};"),
        ("lib.rs", "pub use engine::session; use crate::anything;"),
        ("front/cli/main.rs", "use crate::anything;"),
    ];
    for (file, text) in good {
        assert_eq!(faults(Path::new(file), text), Vec::<String>::new(), "{file}: {text}");
    }
}

#[test]
fn a_fault_names_file_line_and_path() {
    let found = faults(Path::new("game/types.rs"), "//! Types.\n\nuse super::rules::Game;");
    assert_eq!(found, ["game/types.rs:3: game/types may not use crate::game::rules::Game"]);
}
