//! Tests of the command `chuhe review`, which writes annotated games and a report: in one run, in several runs, and
//! after a kill.

use chuhe::records;
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// A temporary folder with games and space for the results, removed when dropped.
struct Folder(PathBuf);

/// The games: a cannon is given away, with an existing comment; a mate is missed; one is unreadable; in one Black
/// begins.
const GAMES: &str = "[Event \"甲\"]\n[Date \"1996.04.17\"]\n[Red \"胡, 荣华\"]\n[Black \"吕 \\\"钦\\\"\"]\n[Result \"0-1\"]\n\n\
    1. h2e2 h9g7 {a known move} 2. e2e6 g7e6 0-1\n\n\
    [Event \"乙\"]\n[FEN \"4k4/R7r/9/9/9/9/9/9/9/1R1K5 w\"]\n\n1. b0b5 i8a8 *\n\n\
    [Event \"丙\"]\n\n1. a0a9 *\n\n\
    [Event \"丁\"]\n[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1 b\"]\n\n1. ... h9g7 *\n";
const MORE: &str = "[Event \"戊\"]\n\n1. b2e2 b9c7 2. h0g2 *\n\n[Event \"己\"]\n\n1. c3c4 *\n";

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("chuhe-review-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("in")).expect("it can be made");
        fs::write(folder.join("in/a.pgn"), GAMES).expect("it can be written");
        fs::write(folder.join("in/b.pgn"), MORE).expect("it can be written");
        Folder(folder)
    }

    /// Returns the command that reviews some games.
    fn review(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
        command.arg("review").args(arguments).current_dir(&self.0);
        command
    }

    /// Returns the command that reviews all games.
    fn command(&self, out: &str, arguments: &[&str]) -> Command {
        let mut command = self.review(&["in", "--out", out, "--nodes", "300"]);
        command.args(arguments);
        command
    }

    fn run(&self, out: &str, arguments: &[&str]) -> Output {
        self.command(out, arguments).output().expect("it runs")
    }

    fn done(&self, out: &str, arguments: &[&str]) -> String {
        let output = self.run(out, arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    fn text(&self, path: &str) -> String {
        fs::read_to_string(self.0.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    fn lines(&self, path: &str) -> Vec<Value> {
        self.text(path).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The extensions of the four files of a run.
const ENDINGS: [&str; 4] = ["pgn", "jsonl", "json", "csv"];

fn all(folder: &Folder, out: &str) -> Vec<String> {
    ENDINGS.iter().map(|ending| folder.text(&format!("{out}/review.{ending}"))).collect()
}

#[test]
fn games_are_annotated_and_reported() {
    let folder = Folder::new("annotated");
    let told = folder.done("out", &["--to", "pgn-iccs"]);
    assert!(told.starts_with("out/review.json: games 5, refused 1, moves 11, "), "{told}");
    let pgn = folder.text("out/review.pgn");
    let blunder = "2. E2-E6 $4\n{[%eval -";
    assert!(pgn.contains(blunder), "{pgn}");
    for words in [
        "The game turned on move 2, E2-E6.\nChances ",
        "It loses a cannon at once, for only a soldier.",
        "a known move}",
        "It misses mate in 1.",
        "(1. B0-B9",
        "{[%eval 299.99",
    ] {
        assert!(pgn.contains(words), "{words}: {pgn}");
    }
    let lines = folder.lines("out/review.jsonl");
    let names: Vec<(&str, i64)> = lines
        .iter()
        .map(|line| (line["file"].as_str().expect("a name"), line["game"].as_i64().expect("a number")))
        .collect();
    let expected = [
        ("in/a.pgn", 1),
        ("in/a.pgn", 2),
        ("in/a.pgn", 3),
        ("in/a.pgn", 4),
        ("in/b.pgn", 1),
        ("in/b.pgn", 2),
    ];
    assert_eq!(names, expected);
    let first = &lines[0];
    assert_eq!(first["review"]["red"]["turningPoint"], 2);
    assert_eq!(first["review"]["mistakes"][0]["facts"][0]["name"], "lose-exchange-now");
    assert_eq!(first["review"]["positions"].as_array().map(Vec::len), Some(5));
    assert!(lines[2]["refused"].as_str().is_some_and(|why| why.contains("move 1 of red, 'a0a9'")));
    let report: Value = serde_json::from_str(&folder.text("out/review.json")).expect("JSON");
    assert_eq!((&report["games"], &report["refused"]), (&5.into(), &1.into()));
    assert_eq!(report["list"][0]["sides"]["red"]["blunders"], 1);
    let csv = folder.text("out/review.csv");
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows.len(), 7);
    assert!(
        rows[1].starts_with("in/a.pgn,1,\"胡, 荣华\",\"吕 \"\"钦\"\"\",甲,1996.04.17,0-1,4,2,0."),
        "{}",
        rows[1]
    );
    assert!(rows.iter().all(|row| row.matches(',').count() >= 20), "{csv}");
}

#[test]
fn annotated_games_are_read_back_with_the_same_moves() {
    let folder = Folder::new("again");
    folder.done("out", &[]);
    let games = |path: &str| -> Vec<records::Opened> {
        let (mut games, mut found) = (records::Games::default(), Vec::new());
        games.push(folder.text(path).as_bytes());
        games.finish();
        while let Some(game) = games.next(&|_, _| None) {
            found.extend(game.ok());
        }
        found
    };
    let (before, after) = ([games("in/a.pgn"), games("in/b.pgn")].concat(), games("out/review.pgn"));
    assert_eq!(after.len(), 5);
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(after.left_out, None);
        assert_eq!(after.record.moves_only(), before.record.moves_only());
        assert!(after.record.main_nodes().all(|id| after.record.node(id).evaluation().is_some()));
    }
}

#[test]
fn comments_come_in_every_language() {
    let folder = Folder::new("languages");
    for (lang, words) in [("zh", "胜算 "), ("zh-Hant", "勝算 "), ("vi", "Cơ hội "), ("en", "Chances ")]
    {
        folder.done(lang, &["--lang", lang]);
        let pgn = folder.text(&format!("{lang}/review.pgn"));
        assert!(pgn.contains(words) && pgn.contains("2. 炮五进四 $4"), "{lang}: {pgn}");
    }
    folder.done("wxf", &["--to", "pgn-wxf"]);
    assert!(folder.text("wxf/review.pgn").contains("2. C5+4 $4"));
}

#[test]
fn results_do_not_depend_on_jobs_or_shards() {
    let folder = Folder::new("shared");
    folder.done("one", &["--jobs", "1"]);
    folder.done("two", &["--jobs", "2"]);
    let whole = all(&folder, "one");
    assert_eq!(all(&folder, "two"), whole);
    for number in 1..=4 {
        folder.done("parts", &["--shard", &format!("{number}/4")]);
    }
    assert_eq!(folder.lines("parts/review-2-of-4.jsonl").len(), 2);
    for ending in ["pgn", "jsonl"] {
        let parts = (1..=4).map(|number| folder.text(&format!("parts/review-{number}-of-4.{ending}")));
        fs::create_dir_all(folder.0.join("whole")).expect("a folder");
        fs::write(folder.0.join("whole/review.").with_extension(ending), parts.collect::<String>())
            .expect("written");
    }
    let output =
        folder.review(&["--report", "whole/review.jsonl", "--out", "whole"]).output().expect("it runs");
    assert!(output.status.success(), "{}", said(&output));
    let parts = all(&folder, "whole");
    assert_eq!(parts[2..], whole[2..], "the report is that of one run");
    let sorted = |text: &str, between: &str| {
        let mut pieces: Vec<String> = text.split(between).map(str::to_owned).collect();
        pieces.sort_unstable();
        pieces
    };
    assert_eq!(sorted(&parts[0], "[Game "), sorted(&whole[0], "[Game "));
    assert_eq!(sorted(&parts[1], "\n"), sorted(&whole[1], "\n"));
}

#[test]
fn an_interrupted_run_resumes() {
    let folder = Folder::new("cut");
    folder.done("out", &[]);
    let whole = all(&folder, "out");
    for (pgn, lines) in
        [(0, 0), (10, 0), (whole[0].len() / 2, whole[1].len()), (whole[0].len(), whole[1].len() - 9)]
    {
        for (ending, text, len) in [("pgn", &whole[0], pgn), ("jsonl", &whole[1], lines)] {
            fs::write(folder.0.join("out/review").with_extension(ending), &text.as_bytes()[..len])
                .expect("cut");
        }
        fs::remove_file(folder.0.join("out/review.json")).expect("the report goes");
        folder.done("out", &["--jobs", "2"]);
        assert_eq!(all(&folder, "out"), whole, "{pgn} {lines}");
    }
    let told = folder.run("out", &[]);
    assert!(said(&told).contains("6 games were done before"), "{}", said(&told));
    assert_eq!(all(&folder, "out"), whole);
    let first = whole[1].lines().next().expect("a line");
    fs::write(folder.0.join("out/review.jsonl"), format!("{first}\n")).expect("cut");
    let told = folder.run("out", &[]);
    assert!(said(&told).starts_with("1 game was done before\n"), "{}", said(&told));
}

/// Waits until a file has a line.
fn wait_for_line(path: &Path) {
    for _ in 0..6000 {
        let has_line = fs::File::open(path).ok().and_then(|file| BufReader::new(file).lines().next());
        if has_line.is_some() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("nothing was written to {}", path.display());
}

#[test]
fn a_killed_run_resumes() {
    let folder = Folder::new("killed");
    folder.done("whole", &[]);
    let mut child = folder.command("out", &["--jobs", "1"]).stdout(Stdio::null()).spawn().expect("it runs");
    wait_for_line(&folder.0.join("out/review.jsonl"));
    child.kill().expect("it dies");
    child.wait().expect("it is dead");
    folder.done("out", &[]);
    assert_eq!(all(&folder, "out"), all(&folder, "whole"));
}

#[test]
fn unreadable_games_are_named_and_skipped() {
    let folder = Folder::new("broken");
    let output = folder.run("out", &[]);
    assert!(output.status.success());
    let words = "notice: in/a.pgn: game 3: the record cannot be read as pgn: line 16, move 1 of red, 'a0a9'";
    assert!(said(&output).contains(words), "{}", said(&output));
    fs::write(folder.0.join("in/a.pgn"), "[Event \"丙\"]\n\n1. a0a9 *\n").expect("written");
    fs::remove_file(folder.0.join("in/b.pgn")).expect("gone");
    let output = folder.run("other", &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("error: in/a.pgn: the record cannot be read"), "{}", said(&output));
    let output = folder.run("out", &["missing.pgn"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("missing.pgn"), "{}", said(&output));
}

#[test]
fn a_report_of_an_invalid_jsonl_is_refused_with_a_message() {
    let folder = Folder::new("report");
    folder.done("out", &[]);
    fs::write(folder.0.join("text"), "no line ends here").expect("written");
    for file in ["out/review.pgn", "out/review.json", "out/review.csv", "text"] {
        let output = folder.review(&["--report", file, "--out", "deep/report"]).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{file}");
        let words =
            format!("error: {file} is no .jsonl of an earlier run: its first line is no game that was");
        assert!(said(&output).starts_with(&words), "{}", said(&output));
        assert!(!folder.0.join("deep").exists(), "{file}");
    }
    // The incomplete line of a killed run.
    let half = folder.text("out/review.jsonl");
    fs::write(folder.0.join("half.jsonl"), &half[..half.len() - 9]).expect("written");
    let output = folder.review(&["--report", "half.jsonl", "--out", "report"]).output().expect("it runs");
    assert!(String::from_utf8_lossy(&output.stdout).contains("games 4, refused 1"), "{}", said(&output));
}

#[test]
fn a_run_that_cannot_begin_leaves_no_files() {
    let folder = Folder::new("nothing");
    fs::write(folder.0.join("text"), "no game").expect("written");
    fs::create_dir(folder.0.join("empty")).expect("a folder");
    let refused = |out: &str, files: &[&str]| {
        let mut command = folder.review(files);
        command.args(["--out", out, "--nodes", "300"]).stdin(Stdio::null());
        let output = command.output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{files:?}: {}", said(&output));
    };
    let cases: [&[&str]; 6] =
        [&["missing"], &["in", "missing"], &["-", "missing"], &["text"], &["empty"], &["-"]];
    for files in cases {
        refused("deep/out", files);
        assert!(!folder.0.join("deep").exists(), "{files:?}");
    }
    // Existing files stay unchanged.
    fs::create_dir(folder.0.join("out")).expect("a folder");
    fs::write(folder.0.join("out/review.pgn"), GAMES).expect("written");
    refused("out", &["in", "missing"]);
    assert_eq!(folder.text("out/review.pgn"), GAMES);
    fs::remove_file(folder.0.join("out/review.pgn")).expect("gone");
    refused("out", &["text"]);
    assert_eq!(fs::read_dir(folder.0.join("out")).expect("it stays").count(), 0);
}

#[test]
fn files_of_other_origin_are_not_overwritten() {
    let folder = Folder::new("foreign");
    let own = folder.0.join("in/review.pgn");
    fs::write(&own, MORE).expect("it can be written");
    let output = folder.review(&["in/review.pgn", "--out", "in"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("in/review.pgn is there already"), "{}", said(&output));
    assert_eq!(folder.text("in/review.pgn"), MORE);
    assert!(!folder.0.join("in/review.jsonl").exists());
}

#[test]
fn progress_is_reported_before_the_end() {
    let folder = Folder::new("progress");
    let mut command = folder.review(&["-", "--out", "out", "--nodes", "300"]);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    let mut games = child.stdin.take().expect("an input");
    // The format is detected from the first 64 KiB, so no game is read before.
    games.write_all([GAMES, MORE, &"\n".repeat(1 << 16)].concat().as_bytes()).expect("written");
    let (tell, told) = channel();
    let lines = BufReader::new(child.stderr.take().expect("an output")).lines();
    let reader = thread::spawn(move || lines.map_while(Result::ok).for_each(|line| drop(tell.send(line))));
    // The input stays open, so the progress must be reported before its end.
    let mut line = String::from("nothing was told");
    while let Ok(next) = told.recv_timeout(Duration::from_secs(60)) {
        line = next;
        if line.contains(" an hour") {
            break;
        }
    }
    drop(games);
    assert!(child.wait().expect("it ends").success());
    reader.join().expect("it ends");
    let (done, speed) = line.split_once(", ").unwrap_or_else(|| panic!("{line}"));
    assert!(done.contains(" game") && speed.ends_with(" an hour"), "{line}");
}

#[test]
fn impossible_values_are_refused_by_name() {
    let folder = Folder::new("values");
    for (name, value) in [
        ("--shard", "0/4"),
        ("--shard", "5/4"),
        ("--shard", "+1/4"),
        ("--shard", "1"),
        ("--shard", "1/0"),
        ("--jobs", "0"),
        ("--lang", "fr"),
        ("--to", "dhtmlxq"),
    ] {
        let output = folder.run("out", &[name, value]);
        assert_eq!(output.status.code(), Some(2), "{name} {value}");
        let said = said(&output);
        assert!(said.contains(name) && said.contains(value), "{said}");
        assert!(
            name != "--to" || said.contains("'dhtmlxq' is none of pgn, pgn-wxf, pgn-vietnamese, pgn-iccs\n"),
            "{said}"
        );
    }
    assert!(!folder.0.join("out").exists());
    fs::write(folder.0.join("file"), "").expect("written");
    let output = folder.run("file", &[]);
    assert!(output.status.code() == Some(2) && said(&output).contains("file"), "{}", said(&output));
}

#[test]
fn a_run_with_other_settings_or_games_does_not_resume() {
    let folder = Folder::new("other");
    folder.done("out", &[]);
    let before = all(&folder, "out");
    for (name, value, there) in [("--lang", "vi", "en"), ("--to", "pgn-iccs", "pgn")] {
        let output = folder.run("out", &[name, value]);
        assert_eq!(output.status.code(), Some(2));
        let words = format!("out/review.jsonl was made with {name} {there}, not {value}");
        assert!(said(&output).contains(&words), "{}", said(&output));
    }
    fs::rename(folder.0.join("in/b.pgn"), folder.0.join("in/A.pgn")).expect("renamed");
    let output = folder.run("out", &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said(&output).contains("game 1 of in/a.pgn in this place, not 1 of in/A.pgn"),
        "{}",
        said(&output)
    );
    assert_eq!(all(&folder, "out"), before);
    fs::write(folder.0.join("out/review.jsonl"), "{}\n").expect("written");
    let output = folder.run("out", &[]);
    assert!(said(&output).contains("out/review.jsonl is no .jsonl of an earlier run"), "{}", said(&output));
    let damaged = format!("{}\n{{}}\n", before[1].lines().next().expect("a line"));
    fs::write(folder.0.join("out/review.jsonl"), damaged).expect("written");
    let output = folder.run("out", &[]);
    assert!(said(&output).contains("out/review.jsonl: line 2 is no game"), "{}", said(&output));
}
