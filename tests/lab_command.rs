//! Tests of the command `chuhe lab`: reproducible figures, layouts and errors.

use chuhe::lab::tree::Judge;
use chuhe::rules::fen::{self, Position};
use std::process::{Command, Output};

fn lab(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chuhe")).arg("lab").args(arguments).output().expect("it ends")
}

fn text(arguments: &[&str]) -> String {
    let output = lab(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Returns the rows of an answer, each as a function from a column's name to a cell.
fn rows(arguments: &[&str]) -> Vec<impl Fn(&str) -> String + use<>> {
    let text = text(&[arguments, &["--csv"]].concat());
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let head = lines.next().expect("a head");
    let cell = |cells: Vec<String>| {
        let head = head.clone();
        move |name: &str| {
            let column = head.iter().position(|title| title == name).unwrap_or_else(|| panic!("no {name}"));
            cells[column].clone()
        }
    };
    lines.map(cell).collect()
}

#[test]
fn minimax_counts_every_sequence_of_moves() {
    let rows = rows(&["--methods", "minimax", "--depth", "4"]);
    let leaves: Vec<String> = rows.iter().map(|row| row("leaves")).collect();
    assert_eq!(leaves, ["44", "1920", "79666", "3290240"], "perft");
    let nodes: Vec<String> = rows.iter().map(|row| row("nodes")).collect();
    assert_eq!(nodes, ["45", "1965", "81631", "3371871"], "and all positions before");
    let branching: Vec<String> = rows.iter().map(|row| row("branching")).collect();
    assert_eq!(branching, ["44.00", "43.82", "43.03", "42.59"]);
    assert!(rows.iter().all(|row| row("cutoffs") == "0" && row("report D").is_empty()));
}

#[test]
fn methods_are_listed_beside_the_figures_of_report_d() {
    let rows = rows(&["--methods", "alphabeta,ordered,pvs,pvs-reversed,chuhe", "--depth", "3"]);
    let listed: Vec<String> = rows.iter().map(|row| row("report D")).collect();
    let expected = ["44", "1131", "27771", "44", "84", "1660", "", "", "", "48", "2063", "72295", "", "", ""];
    assert_eq!(listed, expected);
    assert!(
        rows.iter()
            .take(12)
            .all(|row| row("value") == rows[row("depth").parse::<usize>().unwrap() - 1]("value"))
    );
    assert!(rows.iter().all(|row| row("move").len() == 4));
    for counted in ["cutoffs", "again", "known"] {
        assert_ne!(rows[14](counted), "0", "Chuhe's own search counts {counted} as well");
    }
    let elsewhere = self::rows(&["startpos", "h2e2", "--methods", "ordered", "--depth", "2"]);
    assert!(elsewhere.iter().all(|row| row("report D").is_empty()), "they are of the first move");
}

#[test]
fn alpha_beta_at_depth_four_reports_its_move() {
    // Report C's second part gives boards and asks for moves. The rook takes the unprotected horse.
    let board = "4k4/9/9/4n4/9/9/9/9/4R4/3K5 w";
    for judge in ["a", "b", "c", "e"] {
        let rows = rows(&[board, "--methods", "alphabeta", "--depth", "4", "--judge", judge]);
        assert_eq!(rows[3]("move"), "e1e6", "{judge}");
    }
}

#[test]
fn layouts_have_the_same_cells() {
    let arguments = ["--methods", "minimax,alphabeta", "--depth", "2"];
    let markdown = text(&[&arguments[..], &["--markdown"]].concat());
    let table: Vec<&str> = markdown.lines().filter(|line| line.starts_with('|')).collect();
    assert_eq!(table.len(), 6, "{markdown}");
    assert!(table[1].starts_with("| --- | ---: |"), "{markdown}");
    assert!(table[3].starts_with("| minimax | 2 |") && table[3].contains("| 1920 |"), "{markdown}");
    let plain = text(&arguments);
    assert!(plain.contains("judged by 'c'") && plain.contains("1920"), "{plain}");
    assert!(plain.contains("alphabeta saves "), "{plain}");
}

#[test]
fn the_depth_may_follow_the_phase_or_the_pieces() {
    let deepest = |arguments: &[&str]| {
        rows(&[arguments, &["--methods", "pvs-table"]].concat()).last().expect("a row")("depth")
    };
    assert_eq!(deepest(&["--rule", "phase"]), "5");
    assert_eq!(deepest(&["3ak4/9/9/9/9/9/9/9/9/R2K5 w", "--rule", "pieces", "--depth", "2"]), "5");
}

#[test]
fn errors_are_named_with_status_2() {
    for (arguments, words) in [
        (&["nonsense"][..], "nonsense"),
        (&["--rule", "phase", "--depth", "3"], "'--depth 3' cannot be used with '--rule phase'"),
        (&["startpos", "e0e2"][..], "move 1"),
        (&["--methods", "best"][..], "'best' is none of minimax, alphabeta"),
        (&["--judge", "d"][..], "'d' is none of a, b, c, e, chuhe"),
        (&["--depth", "33"][..], "33"),
    ] {
        let output = lab(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
}

#[test]
fn evaluations_use_the_piece_values_of_their_reports() {
    // Without one of its pieces, Red's value at the start is lower by the value of that piece.
    let worth = |judge: Judge, (with, without): (&str, &str)| {
        let position: Position = fen::START.replacen(with, without, 1).parse().expect("a position");
        judge.evaluate(&fen::start()) - judge.evaluate(&position.board)
    };
    let pieces = [
        ("P1P1P1P1P", "2P1P1P1P"), // soldier
        ("1C5C1", "7C1"),
        ("/RNBAKABNR", "/1NBAKABNR"), // rook
        ("/RNBAKABNR", "/R1BAKABNR"), // horse
        ("/RNBAKABNR", "/RN1AKABNR"), // elephant
        ("/RNBAKABNR", "/RNB1KABNR"), // advisor
    ];
    assert_eq!(pieces.map(|piece| worth(Judge::ReportA, piece)), [15, 80, 100, 60, 20, 20]);
    assert_eq!(pieces.map(|piece| worth(Judge::ReportB, piece)), [100, 300, 700, 320, 150, 150]);
    let place = pieces.map(|piece| worth(Judge::ReportC, piece) - worth(Judge::ReportB, piece));
    let eight = pieces.map(|piece| worth(Judge::ReportE, piece) - worth(Judge::ReportB, piece));
    assert_eq!(eight, place.map(|place| 8 * place), "material and eight times the place");
    assert!(place.iter().any(|place| *place != 0));
    assert_eq!(Judge::ReportE.evaluate(&fen::start()), 0, "both sides alike");
}
