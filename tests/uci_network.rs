//! Tests of the options of UCI and UCCI that select the network and the book.

use crate::network;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Returns the output of the program for these lines.
fn said(lines: &[&str]) -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    let mut child =
        command.arg("uci").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("it has an input");
    input.write_all((lines.join("\n") + "\n").as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
}

/// Returns the line and score of the last report of a short search with these options, without the time.
fn search(options: &[&str]) -> String {
    let game = ["position startpos moves h2e2 h9g7", "go depth 6"];
    let lines = said(&[options, &game].concat());
    let complaint = lines.iter().find(|line| line.contains("error"));
    assert_eq!(complaint, None);
    let info = lines.iter().rfind(|line| line.starts_with("info depth")).expect("it reports");
    let words: Vec<&str> = info.split(' ').collect();
    let after = |name: &str| words.iter().skip_while(|word| **word != name).nth(1).copied();
    format!("{:?} {:?}", after("cp"), after("nodes"))
}

/// Writes a file in the temporary folder of the tests and returns its path.
fn file(name: &str, content: &[u8]) -> String {
    let path: PathBuf = [env!("CARGO_TARGET_TMPDIR"), name].iter().collect();
    std::fs::write(&path, content).expect("the folder is writable");
    path.to_str().expect("a path in UTF-8").to_owned()
}

#[test]
fn the_options_are_listed() {
    let lines = said(&["uci"]);
    for option in [
        "option name Use NNUE type check default true",
        "option name EvalFile type string default <empty>",
        "option name BookFile type string default <empty>",
    ] {
        assert!(lines.iter().any(|line| line == option), "{option}");
    }
    let lines = said(&["ucci"]);
    assert!(lines.iter().any(|line| line == "option usennue type check default true"));
}

#[test]
fn a_search_uses_the_chosen_network() {
    let path = file("random network.nnue", &network::random(5).to_bytes());
    let named = format!("setoption name EvalFile value {path}");
    let built_in = search(&[]);
    let by_hand = search(&["setoption name Use NNUE value false"]);
    let other = search(&[&named]);
    assert!(built_in != by_hand && by_hand != other && other != built_in);
    assert_eq!(search(&["ucci", "setoption usennue false", "uci"]), by_hand);
    assert_eq!(search(&[&named, "setoption name Use NNUE value false"]), by_hand);
    assert_eq!(search(&[&named, "setoption name Hash value 8"]), other, "a new table keeps the network");
    for empty in ["<empty>", ""] {
        assert_eq!(search(&[&named, &format!("setoption name EvalFile value {empty}")]), built_in);
    }
}

#[test]
fn a_file_that_is_missing_or_bad_is_refused_and_changes_nothing() {
    let good = network::random(5).to_bytes();
    let named = format!("setoption name EvalFile value {}", file("good.nnue", &good));
    let cut = file("cut.nnue", &good[..1000]);
    let text = file("text.nnue", b"no network at all");
    let old = file("old.nnue", &[b"CHUHENN1", &good[8..]].concat());
    for (path, cause) in [
        ("no/such/file", "No such file"),
        (&*cut, "its length in bytes is 1000, not "),
        (&*text, "it does not begin with CHUHENN"),
        (&*old, "the version of its format is 1, not 3"),
    ] {
        let bad = format!("setoption name EvalFile value {path}");
        let lines = said(&[&bad]);
        let wanted = format!("info string error: EvalFile '{path}' is not a network: {cause}");
        assert!(lines[0].starts_with(&wanted), "{lines:?}");
        let after = said(&[&named, &bad, "position startpos", "go nodes 3000"]);
        let alone = said(&[&named, "position startpos", "go nodes 3000"]);
        assert_eq!(after.last(), alone.last());
    }
    let lines = said(&["setoption name Use NNUE value perhaps"]);
    assert_eq!(lines, ["info string error: Use NNUE 'perhaps' is not true or false"]);
}

/// Returns the last line that the program says to these lines.
fn best_move(options: &[&str]) -> String {
    let lines =
        said(&[options, &["setoption name OwnBook value true", "position startpos", "go depth 1"]].concat());
    lines.last().expect("an answer").clone()
}

#[test]
fn the_book_of_a_file_is_played_from() {
    let text = "chuhe-book 1\nrnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w e3e4=1\n";
    let named = format!("setoption name BookFile value {}", file("own book.txt", text.as_bytes()));
    assert_eq!(best_move(&[&named]), "bestmove e3e4");
    let start = chuhe::rules::fen::start();
    let weighted = chuhe::engine::book::Weighted { mv: "e0e1".parse().expect("a move"), weight: 1 };
    let binary = chuhe::engine::book::Book::new([(&start, vec![weighted])]).to_bytes();
    let named = format!("setoption name BookFile value {}", file("own book.bin", &binary));
    assert_eq!(best_move(&[&named]), "bestmove e0e1");
    assert_ne!(best_move(&[&named, "setoption name BookFile value <empty>"]), "bestmove e0e1");

    let bad = file("bad book.txt", b"chuhe-book 1\n9/9 w e0e1=1\n");
    for path in [&bad, "/no/such/book"] {
        let lines = said(&["uci", &format!("setoption name BookFile value {path}")]);
        let wanted = format!("info string error: BookFile '{path}' is not a book: ");
        assert!(lines.iter().any(|line| line.starts_with(&wanted)), "{lines:?}");
    }
}
