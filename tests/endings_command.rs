//! Tests of the commands `chuhe solve` and `chuhe probe`: values, files and errors.

use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn chuhe(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chuhe")).args(arguments).output().expect("it ends")
}

/// Returns the standard output of a command that must succeed without a notice.
fn answer(arguments: &[&str]) -> String {
    let output = chuhe(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*errors), (Some(0), ""), "{arguments:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Returns the answer of a command with `--json`, an object a line.
fn objects(arguments: &[&str]) -> Vec<Value> {
    let text = answer(&[arguments, &["--json"]].concat());
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Returns code, field and value of the error of a command that must be refused, and its message.
fn refusal(arguments: &[&str]) -> ([String; 3], String) {
    let output = chuhe(&[arguments, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let text = |field: &str| report["error"][field].as_str().expect("a text").to_owned();
    let message = text("message");
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("error: {message}\n"));
    (["code", "field", "value"].map(text), message)
}

/// A folder that is removed at the end of a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        Folder(std::env::temp_dir().join(format!("chuhe-endings-{name}-{}", std::process::id())))
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const SOLDIER: &str = "9/9/4k4/9/9/9/P8/9/9/3K5 w";
const HORSE: &str = "N8/9/5k2b/9/9/9/9/9/9/4K4 w";

#[test]
fn probe_solves_a_small_ending_in_memory() {
    let text = answer(&["probe", HORSE]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(&lines[..2], ["N vs E, Red to move: won in 31 plies", "  a9b7 won in 31 plies"]);
    assert!(lines[2..].iter().all(|line| line.ends_with(" drawn")), "{text}");
}

#[test]
fn probe_answers_in_json_for_either_colour() {
    let [red] = &objects(&["probe", SOLDIER, "--line", "3"])[..] else { panic!("one object") };
    assert_eq!(red["fen"], "9/9/4k4/9/9/9/P8/9/9/3K5 w - - 0 1");
    assert_eq!((&red["ending"], &red["value"], &red["plies"]), (&json!("P vs K"), &json!("win"), &json!(19)));
    assert_eq!(red["moves"][0], json!({"move": "a3a4", "value": "win", "plies": 19}));
    assert_eq!(red["line"].as_array().map(Vec::len), Some(3));
    let [black] = &objects(&["probe", "3k5/9/9/p8/9/9/9/4K4/9/9 b"])[..] else { panic!("one object") };
    assert_eq!((&black["ending"], &black["plies"]), (&red["ending"], &red["plies"]));
    assert_eq!(black.get("line"), None);
    let [horse] = &objects(&["probe", HORSE])[..] else { panic!("one object") };
    assert_eq!(horse["moves"][1], json!({"move": "a9c8", "value": "draw", "plies": null}));
}

#[test]
fn probe_looks_at_the_position_after_moves() {
    let [after] = &objects(&["probe", SOLDIER, "a3a4"])[..] else { panic!("one object") };
    assert_eq!((&after["value"], &after["plies"]), (&json!("loss"), &json!(18)));
    let [bare] = &objects(&["probe", "4ka3/9/9/9/9/9/9/9/9/3K5 w"])[..] else { panic!("one object") };
    assert_eq!((&bare["ending"], &bare["value"]), (&Value::Null, &json!("draw")), "nobody can attack");
}

#[test]
fn a_line_leads_from_the_position_to_the_mate() {
    let [report] = &objects(&["probe", SOLDIER, "--line", "99"])[..] else { panic!("one object") };
    let line: Vec<&str> =
        report["line"].as_array().expect("moves").iter().filter_map(Value::as_str).collect();
    assert_eq!(line.len(), 19);
    let verdict = objects(&[&["verdict", SOLDIER], &line[..]].concat());
    assert_eq!(verdict[0]["result"], "red");
}

#[test]
fn solve_reports_each_ending_and_the_smaller_ones_first() {
    let [bare, advisor] = &objects(&["solve", "P vs A", "--verify"])[..] else { panic!("two endings") };
    assert_eq!((&bare["ending"], &advisor["ending"]), (&json!("P vs K"), &json!("P vs A")));
    assert_eq!((&bare["faults"], &advisor["faults"]), (&json!(0), &json!(0)));
    let sides = ["attackers", "defence"].map(|side| &bare[side]);
    let positions: u64 = sides.iter().filter_map(|side| side["positions"].as_u64()).sum();
    assert_eq!(positions, 3294, "docs/ENDINGS.md");
    let longest = json!({"plies": 20, "fen": "9/9/5k3/9/9/9/P8/9/9/3K5 b - - 0 1"});
    assert_eq!(bare["defence"]["longest"], longest);
    let text = answer(&["solve", "R vs K", "--cycles", "--captures", "--rare", "1"]);
    assert!(text.starts_with("R vs K: "), "{text}");
    assert!(text.contains("WeakChases: bound 0, for ever 0"), "{text}");
    let row = answer(&["solve", "R vs K", "--markdown"]);
    assert!(row.starts_with("| R vs K | 4806 | 100 % | 97.26 % | 4 |"), "{row}");
}

#[test]
fn tables_are_written_once_and_read_by_both_commands() {
    let folder = Folder::new("read");
    let first = objects(&["solve", "P vs A", "--out", folder.path()]);
    let mut files: Vec<String> = fs::read_dir(&folder.0)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
        .collect();
    files.sort();
    assert_eq!(files, ["P-A.end", "P-K.end"]);
    assert_eq!(objects(&["solve", "P vs A", "--out", folder.path()]), first);
    let read = |fen| answer(&["probe", fen, "--tables", folder.path()]);
    assert_eq!(read(SOLDIER), answer(&["probe", SOLDIER]));
    assert_eq!(read("9/9/4k4/9/9/9/N8/9/9/3K5 w"), answer(&["probe", "9/9/4k4/9/9/9/N8/9/9/3K5 w"]));

    fs::write(folder.0.join("P-K.end"), "CHUHEEND\x01").expect("it is written");
    let file = folder.0.join("P-K.end").display().to_string();
    let (error, message) = refusal(&["probe", SOLDIER, "--tables", folder.path()]);
    assert_eq!(error, ["badTable".to_owned(), "file".to_owned(), file.clone()]);
    assert_eq!(message, format!("{file}: the table is damaged"));
}

#[test]
fn a_missing_folder_is_named() {
    let folder = Folder::new("missing");
    let (error, _) = refusal(&["probe", SOLDIER, "--tables", folder.path()]);
    assert_eq!(error[..2], ["noFile", "file"]);
    assert!(error[2].starts_with(folder.path()), "{error:?}");
}

#[test]
fn errors_name_the_field_and_the_value() {
    let [start, facing] = ["startpos", "4k4/9/9/9/9/9/9/9/9/4K4 w"];
    assert_eq!(refusal(&["solve", "R vs R"]).0, ["badEnding", "ending", "R vs R"]);
    assert_eq!(refusal(&["solve", "P vs K", "queen"]).0, ["badEnding", "ending", "queen"]);
    let (error, message) = refusal(&["probe", start]);
    assert_eq!(error, ["noEnding", "fen", chuhe::rules::fen::START]);
    assert!(message.contains("only advisors and elephants"), "{message}");
    assert_eq!(refusal(&["probe", facing]).0[0], "badFen");
    assert_eq!(refusal(&["probe", SOLDIER, "a3a9"]).0, ["illegalMove", "move", "a3a9"]);
}

#[test]
fn a_large_ending_is_refused_with_its_size_and_a_way() {
    let fen = "2bakab2/9/9/9/P8/9/9/4C4/9/3AK4 w";
    let (error, message) = refusal(&["probe", fen]);
    assert_eq!(error[..2], ["tooLarge", "fen"]);
    assert!(message.starts_with("CPA vs AAEE is large: 27 tables of "), "{message}");
    assert!(message.contains("`chuhe solve \"CPA vs AAEE\" --out DIR`"), "{message}");
}
