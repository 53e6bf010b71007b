//! Tests of `--json` in commands that read many things: an object a line, also for what cannot be answered.

use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A temporary folder of games, removed when dropped: `a.pgn` has a bad second game, `b.txt` none at all.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("chuhe-lines-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("it can be made");
        let games =
            "[Event \"a\"]\n\n1. h2e2 *\n\n[Event \"b\"]\n\n1. a0a9 *\n\n[Event \"c\"]\n\n1. c3c4 *\n";
        fs::write(folder.join("a.pgn"), games).expect("it can be written");
        fs::write(folder.join("b.txt"), "nothing at all\n").expect("it can be written");
        Folder(folder)
    }

    fn path(&self, file: &str) -> String {
        self.0.join(file).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Returns the exit status and the objects that a command writes.
fn lines(arguments: &[&str], input: &str) -> (Option<i32>, Vec<Value>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.args(arguments).arg("--json");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("it starts");
    // A command without a question on standard input ends before it reads.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let read = |line: &str| serde_json::from_str(line).unwrap_or_else(|_| panic!("an object, not {line}"));
    (output.status.code(), text.lines().map(read).collect())
}

/// Returns the file, the number and the code of an error.
fn error(line: &Value) -> (&str, Option<u64>, &str) {
    let error = &line["error"];
    assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()), "{line}");
    let text = |name: &str| error[name].as_str().unwrap_or_default();
    (text("file"), error["number"].as_u64(), text("code"))
}

#[test]
fn each_line_of_input_has_its_line_of_output() {
    let input = "startpos moves h2e2\n9/9 w\nstartpos moves h2e2 h2e2\nstartpos moves xx\nstartpos\n";
    for (command, answer) in [
        (&["moves", "-"][..], "moves"),
        (&["verdict", "-"], "result"),
        (&["notate", "-", "--to", "wxf"], "moves"),
    ] {
        let (status, lines) = lines(command, input);
        assert_eq!((status, lines.len()), (Some(2), 5), "{command:?}: {lines:?}");
        assert!([0, 4].iter().all(|at| !lines[*at][answer].is_null()), "{lines:?}");
        let errors: Vec<_> = lines[1..4].iter().map(error).collect();
        let expected = [("-", Some(2), "badFen"), ("-", Some(3), "illegalMove"), ("-", Some(4), "badMove")];
        assert_eq!(errors, expected, "{command:?}");
    }
    let (_, lines) = lines(&["moves", "-"], "startpos moves h2e2 h2e2\n");
    let expected = json!({"error": {"file": "-", "number": 1, "code": "illegalMove", "field": "move",
        "value": "h2e2", "message": "move 2: the move h2e2 is illegal (noPiece)"}});
    assert_eq!(lines, [expected]);
}

#[test]
fn unreadable_games_are_objects_with_file_and_number() {
    let (folder, other) = (Folder::new("games"), Folder::new("book"));
    let (all, games, nothing) = (folder.path(""), folder.path("a.pgn"), folder.path("b.txt"));
    let (all, book) = (all.trim_end_matches('/'), other.path("chuhe.book"));
    for (arguments, answers) in [
        (&["games", all][..], 2),
        (&["games", all, "--count"], 1),
        (&["book", all, "--out", &book, "--min-games", "1"], 1),
        (&["review", all, "--nodes", "100"], 2),
    ] {
        let (status, lines) = lines(arguments, "");
        assert_eq!(status, Some(0), "{arguments:?}");
        let (errors, others): (Vec<&Value>, Vec<&Value>) =
            lines.iter().partition(|line| !line["error"].is_null());
        let errors: Vec<_> = errors.into_iter().map(error).collect();
        assert_eq!(errors.len(), 2, "{arguments:?}: {lines:?}");
        assert_eq!(errors[0], (&*games, Some(2), "illegalMove"), "{arguments:?}");
        assert_eq!(errors[1].0, nothing, "{arguments:?}");
        assert_eq!(others.len(), answers, "{arguments:?}: {lines:?}");
    }
    let (_, listed) = lines(&["games", &games], "");
    let places: Vec<_> =
        listed[1..].iter().map(|game| (&game["file"], &game["game"], &game["number"])).collect();
    assert_eq!(places, [(&json!(games), &json!(1), &json!(1)), (&json!(games), &json!(3), &json!(2))]);
    let (_, reviewed) = lines(&["review", &games, "--nodes", "100", "--jobs", "2"], "");
    let numbers: Vec<_> =
        reviewed.iter().map(|line| line["game"].as_u64().or_else(|| error(line).1)).collect();
    assert_eq!(numbers, [Some(1), Some(2), Some(3)], "the order is that of the games");
    assert!(reviewed[0]["text"].as_str().is_some_and(|text| text.contains("[%eval")), "{}", reviewed[0]);
}

#[test]
fn a_review_names_an_unreadable_file_once_and_reviews_the_others() {
    let (folder, other) = (Folder::new("partly"), Folder::new("others"));
    fs::remove_file(folder.path("b.txt")).expect("it was there");
    // The file begins like an archive but is not one.
    fs::write(folder.path("b.zip"), "PK\u{3}\u{4}broken").expect("it can be written");
    let (status, lines) = lines(&["review", &folder.path(""), &other.path("a.pgn"), "--nodes", "100"], "");
    assert_eq!((status, lines.len()), (Some(2), 7), "{lines:?}");
    let unread: Vec<_> = lines
        .iter()
        .filter(|line| !line["error"].is_null())
        .map(error)
        .filter(|error| error.2 == "noFile")
        .collect();
    assert_eq!(unread, [(&*folder.path("b.zip"), None, "noFile")]);
    let reviewed: Vec<_> =
        lines.iter().filter(|line| line["error"].is_null()).map(|line| &line["file"]).collect();
    let [first, second] = [folder.path("a.pgn"), other.path("a.pgn")].map(Value::from);
    assert_eq!(reviewed, [&first, &first, &second, &second]);
}

#[test]
fn convert_writes_an_object_for_each_file() {
    let folder = Folder::new("convert");
    let (games, nothing) = (folder.path("a.pgn"), folder.path("b.txt"));
    fs::copy(&games, folder.path("c.pgn")).expect("a copy");
    let (status, lines) = lines(&["convert", &folder.path(""), "--to", "iccs"], "");
    assert_eq!((status, lines.len()), (Some(0), 3));
    let converted = &lines[0];
    assert_eq!((&converted["file"], &converted["games"]), (&json!(games), &json!(2)));
    assert_eq!(converted["text"], "H2-E2\nC3-C4\n");
    let refused = &converted["errors"][0];
    assert_eq!(
        (&refused["file"], &refused["number"], &refused["value"]),
        (&json!(games), &json!(2), &json!("a0a9"))
    );
    assert_eq!(error(&lines[1]).0, nothing);
    assert_eq!(lines[2]["text"], converted["text"]);
}

#[test]
fn a_command_without_any_answer_writes_one_error() {
    let folder = Folder::new("none");
    let nothing = folder.path("b.txt");
    for (arguments, file, code) in [
        (&["convert", "no/such/file", "--to", "pgn"][..], "no/such/file", "noFile"),
        (&["games", "no/such/file"], "no/such/file", "noFile"),
        (&["review", "no/such/file"], "no/such/file", "noFile"),
        (&["convert", &nothing, "--to", "pgn"], &nothing, "unknownText"),
        (&["games", &nothing], &nothing, "unknownText"),
        (&["review", &nothing], &nothing, "unknownText"),
        (&["moves", "9/9 w"], "", "badFen"),
        (&["verdict", "startpos", "h2e3"], "", "illegalMove"),
        (&["route", "no/such/file"], "no/such/file", "noFile"),
    ] {
        let (status, lines) = lines(arguments, "");
        assert_eq!((status, lines.len()), (Some(2), 1), "{arguments:?}: {lines:?}");
        let (of, _, said) = error(&lines[0]);
        assert_eq!((of, said), (file, code), "{arguments:?}");
    }
}
