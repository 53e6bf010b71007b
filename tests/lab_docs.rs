//! Checks the documents of the laboratory: the counts in `docs/ALGORITHMS.md`, and the tests that `docs/SOURCES.md`
//! names.

use chuhe::lab::figures::report_d;
use chuhe::lab::route::{Grid, Heuristic, solve};
use chuhe::lab::tree::{DepthRule, Judge, Method, search};
use chuhe::rules::fen;
use std::fs;
use std::path::Path;

/// The document of each language and its template.
const DOCUMENTS: [(&str, &str); 2] =
    [("docs/ALGORITHMS.md", "docs/algorithms/en.md"), ("docs/ALGORITHMS.zh.md", "docs/algorithms/zh.md")];
/// The greatest count that is verified by a search; greater ones would take too long.
const COUNTED: u64 = 400_000;
/// The methods in the order of the columns.
const METHODS: [Method; 7] = Method::ALL;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|cause| panic!("{}: {cause}", path.display()))
}

/// Returns the cells of a table's body.
fn table(document: &str, name: &str) -> Vec<Vec<String>> {
    let mark = format!("<!-- table {name} -->");
    let (_, rest) = document.split_once(&mark).unwrap_or_else(|| panic!("no table '{name}'"));
    let lines = rest.trim_start().lines().take_while(|line| line.starts_with('|'));
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    lines.skip(2).map(cells).collect()
}

/// Reads a count; `None` for an empty cell.
fn number(cell: &str) -> Option<u64> {
    cell.replace(',', "").parse().ok()
}

fn leaves(method: Method, judge: Judge, depth: u32) -> u64 {
    search(&fen::start(), method, judge, depth, &mut ()).expect("nothing stops it").counts.leaves
}

/// Checks the table of each document.
fn each(name: &str, check: impl Fn(Vec<Vec<String>>)) {
    for (document, _) in DOCUMENTS {
        let rows = table(&read(document), name);
        assert!(!rows.is_empty(), "{document}: {name}");
        check(rows);
    }
}

#[test]
fn documented_leaves_match_a_new_count_and_report_d() {
    each("leaves", |rows| {
        let mut counted = 0;
        for row in rows {
            let depth: u32 = row[0].parse().expect("a depth");
            let mut cells = row[1..].iter();
            for method in METHODS {
                let own = number(cells.next().expect("a cell"));
                if let Some(own) = own.filter(|own| *own <= COUNTED) {
                    assert_eq!(leaves(method, Judge::ReportC, depth), own, "{} {depth}", method.code());
                    counted += 1;
                }
                if report_d(method, 5).is_some() {
                    let listed = number(cells.next().expect("a cell"));
                    assert_eq!(listed, report_d(method, depth), "{} {depth}", method.code());
                }
            }
        }
        assert!(counted > 25, "{counted}");
    });
}

#[test]
fn documented_counters_match_a_new_count() {
    each("work", |rows| {
        assert_eq!(rows.len(), METHODS.len());
        for (row, method) in rows.iter().zip(METHODS) {
            assert_eq!(row[0], format!("`{}`", method.code()));
            if number(&row[1]) > Some(COUNTED) {
                continue;
            }
            let found = search(&fen::start(), method, Judge::ReportC, 4, &mut ()).expect("nothing stops it");
            let counts = found.counts;
            let counted = [counts.nodes, counts.leaves, counts.cutoffs, counts.researches, counts.known];
            assert_eq!(
                row[1..6].iter().map(|cell| number(cell)).collect::<Vec<_>>(),
                counted.map(Some),
                "{row:?}"
            );
        }
    });
    each("judges", |rows| {
        let methods = METHODS.into_iter().filter(|it| !matches!(it, Method::Minimax | Method::Chuhe));
        for (row, judge) in rows.iter().zip(Judge::ALL) {
            assert_eq!(row[0], format!("`{}`", judge.code()));
            for (cell, method) in row[1..].iter().zip(methods.clone()) {
                let count = number(cell).expect("a count");
                assert!(
                    count > COUNTED || leaves(method, judge, 4) == count,
                    "{} {}",
                    judge.code(),
                    method.code()
                );
            }
        }
    });
    each("routes", |rows| {
        for row in rows {
            let (_, rest) = row[0].split_once("](").expect("a link");
            let grid: Grid = read(&format!("docs/{}", rest.trim_end_matches(')'))).parse().expect("a grid");
            let [informed, blind] = [Heuristic::Manhattan, Heuristic::Zero].map(|it| solve(&grid, it));
            let steps = informed.route.expect("a route").steps().len() as u64;
            let counted = [steps, informed.expanded as u64, blind.expanded as u64];
            assert_eq!([&row[3], &row[4], &row[5]].map(|cell| number(cell)), counted.map(Some), "{row:?}");
        }
    });
    each("phases", |rows| {
        let by_phase = [0, 9, 10, 49, 50].map(|plies| DepthRule::ByPhase.depth_at(plies, 32));
        let by_pieces = [32, 28, 12, 6].map(|pieces| DepthRule::ByPieces(4).depth_at(0, pieces));
        let depths: Vec<u32> = by_phase.into_iter().chain(by_pieces).collect();
        assert_eq!(rows[0].iter().map(|cell| cell.parse().expect("a depth")).collect::<Vec<u32>>(), depths);
    });
}

#[test]
fn alpha_beta_saved_more_than_sixty_percent_of_the_time_when_it_was_measured() {
    each("saving", |rows| {
        let deepest = rows.last().expect("a row");
        let percent = |cell: &str| cell.trim_end_matches(" %").parse::<f64>().expect("hundredths");
        assert!(percent(&deepest[3]) > 60.0 && percent(&deepest[6]) > 60.0, "{deepest:?}");
        let [all, cut] = [&deepest[1], &deepest[2]].map(|cell| number(cell).expect("a count"));
        assert!((percent(&deepest[3]) - 100.0 * (1.0 - cut as f64 / all as f64)).abs() < 0.06, "{deepest:?}");
    });
}

#[test]
fn documents_equal_their_templates_with_numbers() {
    for (document, template) in DOCUMENTS {
        let (document, template) = (read(document), read(template));
        let mut lines = document.lines();
        for line in template.lines().filter(|line| !line.contains('{')) {
            assert!(lines.any(|other| other == line), "written by hand, or not written anew: {line}");
        }
        assert!(!document.contains("{depth}"));
    }
}

/// Returns the texts between backquotes.
fn spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn tests_named_in_the_sources_exist() {
    let text = read("docs/SOURCES.md");
    let folders = ["tests/", "src/", "www/", "docs/", "tools/", "examples/", "benches/"];
    let files = ["Cargo.toml", "build.sh", "README.md"];
    let mut named = 0;
    for span in spans(&text) {
        let (path, place) = span.split_once('#').map_or((span, None), |(path, place)| (path, Some(place)));
        if !folders.iter().any(|folder| path.starts_with(folder)) && !files.contains(&path) {
            continue;
        }
        named += 1;
        let found = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        assert!(found.exists(), "{span}: there is no {path}");
        if let Some(place) = place {
            assert!(read(path).contains(place), "{span}: '{place}' is not in {path}");
        }
    }
    assert!(named > 60, "{named}");
    for line in text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| ---")) {
        assert!(spans(line).count() > 0 || line.contains("| how Chuhe"), "nothing proves it: {line}");
    }
}
