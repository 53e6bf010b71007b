//! Tests of `chuhe-dev match` and `chuhe-dev tune` as programs: faults, resuming, UCCI, the PGN, the end by SPRT.
#![cfg(unix)]

use chuhe::records::{Record, read_native};
use chuhe::rules::game::{Game, Outcome};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

const FAKE: &str = concat!("sh ", env!("CARGO_MANIFEST_DIR"), "/../../tests/data/fake_engine.sh");

/// Returns the path of the engine, which cargo builds beside `chuhe-dev`.
fn chuhe() -> &'static str {
    static COMMAND: LazyLock<String> = LazyLock::new(|| {
        let name = format!("chuhe{}", std::env::consts::EXE_SUFFIX);
        let program = Path::new(env!("CARGO_BIN_EXE_chuhe-dev")).with_file_name(name);
        assert!(program.exists(), "{} is missing: cargo build --bin chuhe", program.display());
        format!("{} uci", program.display())
    });
    &COMMAND
}

/// Returns an empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn dev(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe-dev"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> (Output, String) {
    let output = dev(arguments).output().expect("it runs");
    let text = String::from_utf8_lossy(&[&*output.stdout, b"\n--\n", &*output.stderr].concat()).into_owned();
    (output, text)
}

/// Returns the games of a PGN file.
fn games(pgn: &Path) -> Vec<Record> {
    let text = fs::read_to_string(pgn).expect("a PGN");
    let texts = text.split("[Game ").skip(1).map(|rest| format!("[Game {rest}"));
    texts.map(|text| read_native(text.as_bytes()).expect("a game").record).collect()
}

/// Returns the games of a journal.
fn journal(pgn: &Path) -> Vec<Value> {
    let text = fs::read_to_string(format!("{}.journal", pgn.display())).unwrap_or_default();
    text.lines().skip(1).filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// Returns the numbers and the moves of all games.
fn moves(games: &[Value]) -> Vec<(u64, Value)> {
    let mut moves: Vec<_> =
        games.iter().map(|game| (game["index"].as_u64().expect("a number"), game["moves"].clone())).collect();
    moves.sort_by_key(|(index, _)| *index);
    moves
}

#[test]
fn every_fault_loses_the_game_and_is_written_in_the_pgn() {
    let folder = folder("faults");
    for (kind, said) in [
        ("illegal", "a0a9"),
        ("nonsense", "it answers 'bestmove (none)'"),
        ("crash", "it has ended (exit status: 3)"),
        ("hang", "no answer within 1500 ms"),
    ] {
        let pgn = folder.join(kind);
        let engine = format!("{FAKE} {kind}");
        let file = pgn.to_string_lossy();
        let (output, text) = run(&[
            "match",
            "--games",
            "2",
            "--nodes-a",
            "50",
            "--patience",
            "1500",
            "--nodes-b",
            "50",
            "--engine-a",
            chuhe(),
            "--engine-b",
            &engine,
            "--pgn",
            &file,
        ]);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains("2 games +2 =0 -0 (100.0 %)") && text.contains(said), "{kind}: {text}");
        for (index, record) in games(&pgn).iter().enumerate() {
            let winner = if index == 0 { "Red" } else { "Black" };
            assert!(record.tags.get(winner).is_some_and(|name| name.starts_with("Chuhe")), "{kind}");
            let fault = record.tags.get("Fault").unwrap_or_default();
            assert!(fault.contains(said), "{kind}: {fault}");
            assert_eq!(record.tags.get("Termination"), Some("fault"));
            let last = record.main_nodes().last().map(|id| record.node(id).comment().to_owned());
            assert!(last.is_some_and(|comment| comment.contains(said)), "{kind}");
        }
    }
}

#[test]
fn a_move_beyond_its_time_loses_and_one_within_the_forfeit_is_late() {
    let folder = folder("late");
    let openings = folder.join("openings");
    fs::write(&openings, "3k5/9/9/9/9/9/9/9/9/R3K3p w # rook\n").expect("written");
    let (openings, engine) = (openings.to_string_lossy(), format!("{FAKE} late"));
    let arguments = [
        "match",
        "--games",
        "2",
        "--movetime-a",
        "20",
        "--depth-b",
        "1",
        "--max-plies",
        "1",
        "--engine-a",
        &engine,
        "--engine-b",
        chuhe(),
        "--openings-file",
        &openings,
        "--tolerance",
        "0",
    ];
    let (output, text) = run(&[&arguments[..], &["--forfeit", "60000"]].concat());
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("(Fake): 1 moves") && text.contains("late 1, faults 0"), "{text}");
    let (output, text) = run(&[&arguments[..], &["--forfeit", "10"]].concat());
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("fault: engine A: no answer within 30 ms"), "{text}");
}

#[test]
fn a_killed_match_goes_on_without_losing_a_game() {
    let folder = folder("resume");
    let arguments = |pgn: &Path| {
        let file = pgn.to_string_lossy().into_owned();
        let fixed = [
            "match",
            "--games",
            "8",
            "--nodes",
            "400",
            "--max-plies",
            "60",
            "--concurrency",
            "2",
            "--engine-a",
            chuhe(),
            "--engine-b",
            chuhe(),
            "--option-b",
            "Hash=1",
            "--pgn",
        ];
        [fixed.map(str::to_owned).to_vec(), vec![file]].concat()
    };
    let start = |pgn: &Path, more: &[&str]| -> Child {
        let arguments = arguments(pgn);
        let all: Vec<&str> = arguments.iter().map(String::as_str).chain(more.iter().copied()).collect();
        dev(&all).spawn().expect("it starts")
    };
    let whole = folder.join("whole.pgn");
    assert!(start(&whole, &[]).wait_with_output().expect("it ends").status.success());

    let broken = folder.join("broken.pgn");
    let mut child = start(&broken, &[]);
    let deadline = Instant::now() + Duration::from_secs(60);
    while journal(&broken).len() < 3 && Instant::now() < deadline {
        sleep(Duration::from_millis(5));
    }
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let before = journal(&broken);
    assert!((3..8).contains(&before.len()), "{}", before.len());
    // A line cut short, as after a full disk or a crash, and a PGN that ends within a game.
    let path = format!("{}.journal", broken.display());
    fs::write(&path, fs::read_to_string(&path).expect("text") + "{\"index\":7,\"na").expect("written");
    fs::write(&broken, "[Game \"Chinese Chess\"]\n[Eve").expect("written");

    let refused = start(&broken, &[]).wait_with_output().expect("it ends");
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--resume"));
    let resumed = start(&broken, &["--resume"]).wait_with_output().expect("it ends");
    assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
    let said = String::from_utf8_lossy(&resumed.stdout);
    assert!(said.contains(&format!("{} games were played before", before.len())), "{said}");
    let after = journal(&broken);
    assert_eq!(after[..before.len()], before);
    assert_eq!(moves(&after), moves(&journal(&whole)));
    assert_eq!((moves(&after).len(), games(&broken).len()), (8, 8));
    let last = said.lines().last().unwrap_or_default().to_owned();
    assert!(last.starts_with("result for A: 8 games "), "{last}");

    let other = start(&broken, &["--resume", "--seed", "2"]).wait_with_output().expect("it ends");
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("another match"));
}

#[test]
fn a_ucci_engine_plays_and_the_pgn_is_judged_the_same() {
    let folder = folder("ucci");
    let pgn = folder.join("match.pgn");
    let file = pgn.to_string_lossy();
    let (output, text) = run(&[
        "match",
        "--games",
        "2",
        "--nodes",
        "300",
        "--max-plies",
        "400",
        "--engine-a",
        chuhe(),
        "--protocol-a",
        "ucci",
        "--engine-b",
        chuhe(),
        "--rank-base-b",
        "1",
        "--option-b",
        "RankBase=1",
        "--pgn",
        &file,
        "--seed",
        "4",
    ]);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("engine A (Chuhe"), "{text}");
    let records = games(&pgn);
    assert_eq!(records.len(), 2);
    for record in records {
        let mut game = Game::new(record.start().clone());
        for mv in record.main_line() {
            assert!(!game.verdict().is_over());
            game.play(mv).expect("legal");
        }
        let verdict = game.verdict();
        let reason = record.tags.get("Termination").expect("a reason");
        match verdict.reason {
            Some(found) => assert_eq!((reason, record.result), (found.code(), verdict.outcome)),
            None => assert_eq!((reason, record.result), ("tooLong", Outcome::Draw)),
        }
        let nodes: Vec<_> = record.main_nodes().map(|id| record.node(id)).collect();
        assert!(
            nodes.iter().skip(7).all(|node| node.evaluation().is_some() && node.comment().starts_with('d'))
        );
    }
}

#[test]
fn a_decided_test_ends_the_match() {
    let engine = format!("{FAKE} nonsense");
    let (output, text) = run(&[
        "match",
        "--games",
        "400",
        "--nodes",
        "50",
        "--sprt",
        "0,200",
        "--engine-a",
        chuhe(),
        "--engine-b",
        &engine,
    ]);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("SPRT [0, 200]: LLR") && text.contains("the upper claim is accepted"), "{text}");
    assert!(!text.contains("\n40/400"), "{text}");
}

#[test]
fn bad_arguments_are_named() {
    for (arguments, said) in [
        (vec!["--engine-a", "/no/such/engine", "--engine-b", chuhe(), "--nodes", "9"], "/no/such/engine"),
        (vec!["--engine-a", chuhe(), "--engine-b", chuhe(), "--nodes-a", "9"], "engine B has no limit"),
        (
            vec!["--engine-a", chuhe(), "--engine-b", chuhe(), "--nodes", "9", "--openings-file", "/no/file"],
            "/no/file",
        ),
        (
            vec!["--engine-a", chuhe(), "--engine-b", chuhe(), "--nodes", "9", "--pgn", "/no/folder/x.pgn"],
            "/no/folder/x.pgn",
        ),
    ] {
        let (output, text) = run(&[&["match", "--games", "2"][..], &arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains("error: ") && text.contains(said), "{text}");
    }
    let state = folder("untunable").join("state.json");
    let state = state.to_string_lossy();
    let tune =
        ["tune", "--engine", chuhe(), "--state", &state, "--iterations", "1", "--nodes", "9", "--params"];
    for (params, said) in
        [("RFP_DEPTHS", "there is no parameter 'RFP_DEPTHS'"), ("RFP_DEPTH", "--features tune")]
    {
        let (output, text) = run(&[&tune[..], &[params]].concat());
        // Only a build with the feature has the option.
        if cfg!(feature = "tune") && params == "RFP_DEPTH" {
            continue;
        }
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(said), "{text}");
    }
}

/// Needs an engine with the feature: `cargo test --features tune --package chuhe-dev`.
#[cfg(feature = "tune")]
#[test]
fn a_tuning_resumes_from_its_state() {
    let path = folder("tune").join("state.json");
    let state = path.to_string_lossy();
    let tune = |iterations: &str| {
        let mut arguments = vec!["tune", "--engine", chuhe(), "--option", "Hash=1", "--state", &state];
        arguments.extend(["--nodes", "60", "--report", "1", "--max-plies", "30", "--concurrency", "2"]);
        arguments.extend(["--params", "RFP_MARGIN,NULL_MARGIN", "--iterations", iterations]);
        let (output, text) = run(&arguments);
        assert_eq!(output.status.code(), Some(0), "{text}");
        let kept: Value = serde_json::from_str(&fs::read_to_string(&path).expect("a state")).expect("JSON");
        (kept, text)
    };
    let (first, _) = tune("3");
    assert_eq!((&first["done"], first["params"].as_array().map(Vec::len)), (&3.into(), Some(2)));
    let (second, text) = tune("5");
    assert_eq!((&second["done"], &second["params"][0]["name"]), (&5.into(), &"RFP_MARGIN".into()));
    let games: u64 = second["games"].as_array().expect("a list").iter().filter_map(Value::as_u64).sum();
    assert!(games == 10 && text.contains("5 of 5 iterations") && !text.contains("3 of 5"), "{text}");
}

#[test]
fn the_openings_file_is_sane() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/openings.txt");
    let text = fs::read_to_string(path).expect("a file");
    let mut positions = std::collections::BTreeSet::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let (moves, name) = line.split_once('#').expect("a name");
        let record = read_native(moves.as_bytes()).expect("moves").record;
        let mut game = Game::default();
        record.main_line().into_iter().for_each(|mv| game.play(mv).expect("legal"));
        assert!(!game.verdict().is_over() && !name.trim().is_empty(), "{line}");
        assert!((4..=16).contains(&game.plies().len()), "{line}");
        assert!(positions.insert(game.board().key()), "twice: {line}");
    }
    assert!(positions.len() >= 90, "{}", positions.len());
}
