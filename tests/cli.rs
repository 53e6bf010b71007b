//! Tests of the commands about the rules: their output and exit status.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn chuhe(arguments: &[&str]) -> Output {
    chuhe_with_input(arguments, "")
}

fn chuhe_with_input(arguments: &[&str], input: &str) -> Output {
    chuhe_with_bytes(arguments, input.as_bytes())
}

fn chuhe_with_bytes(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    child.stdin.take().expect("piped").write_all(input).expect("it reads");
    child.wait_with_output().expect("it ends")
}

/// Returns the standard output of a command that must succeed.
fn said(arguments: &[&str]) -> String {
    let output = chuhe(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*errors), (Some(0), ""), "{arguments:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Returns the standard error of a command that must be refused.
fn refused(arguments: &[&str]) -> String {
    let output = chuhe(arguments);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&said(arguments)).expect("JSON")
}

const CHASE: &str = "3k4n/9/9/9/9/9/9/9/9/4K2R1 w";
const LAP: [&str; 4] = ["h0i0", "i9h7", "i0h0", "h7i9"];

#[test]
fn moves_lists_the_legal_moves_with_the_fen() {
    let answer = json(&["moves", "startpos", "--json"]);
    assert_eq!(answer["fen"], chuhe::rules::fen::START);
    let moves = answer["moves"].as_array().expect("a list");
    assert_eq!((moves.len(), moves[0].as_str()), (44, Some("a0a1")));
    assert!(moves.contains(&"h2e2".into()));
    let after =
        json(&["moves", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r", "h2e2", "--json"]);
    assert_eq!(after["fen"], "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1");
    assert_eq!(said(&["moves", "4k4/9/9/4P4/9/9/9/9/9/3RK4 b"]), "e9e8 e9f9\n");
}

#[test]
fn verdict_tells_result_reason_offender_and_cycle() {
    let moves = LAP.repeat(2);
    let answer = json(&[&["verdict", CHASE], &moves[..], &["--json"]].concat());
    assert_eq!(
        (&answer["result"], &answer["reason"], &answer["offender"]),
        (&"black".into(), &"perpetualChase".into(), &"red".into())
    );
    let cycle = answer["cycle"].as_array().expect("a list");
    assert_eq!(cycle.len(), 8);
    let expected = serde_json::json!({"ply": 2, "move": "i0h0", "side": "red", "kind": "chase",
        "targets": [{"square": "h7", "piece": "n"}]});
    assert_eq!(cycle[2], expected);
    let ongoing = json(&["verdict", "startpos", "--json"]);
    let expected = serde_json::json!({"result": "ongoing", "reason": null, "offender": null, "cycle": []});
    assert_eq!(ongoing, expected);
    let told = said(&[&["verdict", CHASE], &moves[..]].concat());
    assert!(told.starts_with("black wins: perpetual chase by red\n"), "{told}");
    assert!(told.contains("h0i0 车二平一 chase of the horse on i9"), "{told}");
}

#[test]
fn verdict_takes_what_the_players_declared() {
    for (option, value, result, reason) in [
        ("--resigned", "red", "black", "resignation"),
        ("--timed-out", "black", "red", "time"),
        ("--agreed", "", "draw", "agreement"),
    ] {
        let declared: Vec<&str> = [option, value].into_iter().filter(|text| !text.is_empty()).collect();
        let answer = json(&[&["verdict", "startpos", "--json"], &declared[..]].concat());
        assert_eq!((&answer["result"], &answer["reason"]), (&result.into(), &reason.into()));
    }
    assert!(refused(&["verdict", "startpos", "--resigned", "white"]).contains("white"));
}

#[test]
fn notate_reads_any_notation_and_writes_the_one_asked_for() {
    let given = ["炮二平五", "馬8進7", "H2+3", "I9-H9"];
    for (to, expected) in [
        ("chinese", ["炮二平五", "马８进７", "马二进三", "车９平８"]),
        ("wxf", ["C2.5", "H8+7", "H2+3", "R9.8"]),
        ("iccs", ["H2-E2", "H9-G7", "H0-G2", "I9-H9"]),
        ("ucci", ["h2e2", "h9g7", "h0g2", "i9h9"]),
        ("uci", ["h3e3", "h10g8", "h1g3", "i10h10"]),
    ] {
        let answer = json(&[&["notate", "startpos", "--to", to, "--json"], &given[..]].concat());
        assert_eq!(answer["moves"], serde_json::json!(expected));
        assert_eq!(answer["fen"], "rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 4 3");
    }
    // The text is a different move in each notation; the given notation decides.
    assert_eq!(said(&["notate", "startpos", "h3e3", "--from", "uci", "--to", "ucci"]), "h2e2\n");
}

#[test]
fn errors_are_named_with_status_2() {
    let error = refused(&["moves", "9/9/9 w"]);
    assert!(error.starts_with("error: the FEN '9/9/9 w' is refused"), "{error}");
    let error = refused(&["verdict", "startpos", "h2e2", "h9g7", "h2h3"]);
    assert!(error.contains("move 3") && error.contains("h2h3") && error.contains("noPiece"), "{error}");
    let error = refused(&["notate", "startpos", "炮二平五", "马8进9", "xx", "--to", "wxf"]);
    assert!(error.contains("move 3") && error.contains("'xx'"), "{error}");
    assert!(refused(&["notate", "startpos", "h2e2", "--to", "klingon"]).contains("klingon"));
    assert!(refused(&["moves"]).contains("FEN"));
    assert!(refused(&["verdict", "-", "h2e2"]).contains("h2e2"));
}

#[test]
fn input_lines_are_answered_in_order_and_bad_lines_are_named() {
    let input = format!("{CHASE}\nstartpos moves h2e2\n");
    let output = chuhe_with_input(&["moves", "-", "--json"], &input);
    let lines: Vec<serde_json::Value> = output
        .stdout
        .split(|byte| *byte == b'\n')
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(lines.len(), 2);
    assert!(lines[1]["moves"].as_array().is_some_and(|moves| moves.contains(&"h9g7".into())));
    let odd = "3k1p3/9/9/9/9/9/9/9/9/4K4 w";
    let input = format!("startpos\n{CHASE} moves h0h9x\n{odd}\n9/9 w\nstartpos moves h2e2\n");
    for command in ["verdict", "moves"] {
        let output = chuhe_with_input(&[command, "-"], &input);
        let answers = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!((output.status.code(), answers.lines().count()), (Some(2), 3), "{answers}");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        let told: Vec<&str> = error.lines().collect();
        assert!(told[0].starts_with("error: line 2: move 1: ") && told[0].contains("h0h9x"), "{error}");
        assert!(told[1].starts_with("notice: line 3: no game leads to this position: "), "{error}");
        assert!(told[2].starts_with("error: line 4: the FEN '9/9 w' is refused"), "{error}");
        assert_eq!(told[3..], ["error: 2 of 5 lines have no answer"], "{error}");
    }
}

#[test]
fn a_line_of_invalid_utf8_is_named_and_later_lines_are_answered() {
    let output = chuhe_with_bytes(&["verdict", "-"], b"startpos\n\xff\xfe\nstartpos\n");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b"ongoing\nongoing\n"[..]), "{error}");
    assert!(error.starts_with("error: line 2: "), "{error}");
}

const RECORD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/records/nine-pieces.pgn");

#[test]
fn convert_turns_a_record_into_every_format_and_back() {
    let pgn = said(&["convert", RECORD, "--to", "pgn"]);
    for to in ["pgn", "pgn-wxf", "pgn-iccs", "dhtmlxq"] {
        let text = said(&["convert", RECORD, "--to", to]);
        let back = chuhe_with_input(&["convert", "-", "--to", "pgn"], &text);
        assert_eq!(
            (back.status.code(), String::from_utf8_lossy(&back.stdout)),
            (Some(0), pgn.as_str().into()),
            "{to}"
        );
    }
    let answer = json(&["convert", RECORD, "--to", "fen", "--json"]);
    assert_eq!((&answer["format"], &answer["to"]), (&"pgn".into(), &"fen".into()));
    let fen = answer["text"].as_str().expect("text").trim();
    assert!(fen.parse::<chuhe::rules::fen::Position>().is_ok(), "{fen}");
}

#[test]
fn convert_writes_xqf_of_one_game() {
    let xqf = chuhe(&["convert", RECORD, "--to", "xqf"]);
    assert_eq!((xqf.status.code(), &xqf.stdout[..3]), (Some(0), &b"XQ\n"[..]));
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    let file = std::env::temp_dir().join(format!("chuhe-{}.xqf", std::process::id()));
    std::fs::write(&file, &xqf.stdout).expect("it can be written");
    let back = command.args(["convert", &file.to_string_lossy(), "--to", "iccs"]).output().expect("it runs");
    let _ = std::fs::remove_file(&file);
    assert_eq!(String::from_utf8_lossy(&back.stdout), said(&["convert", RECORD, "--to", "iccs"]));
    let two = chuhe_with_input(
        &["convert", "-", "--to", "xqf"],
        "[Event \"a\"]\n\n1. h2e2 *\n\n[Event \"b\"]\n\n1. h2e2 *\n",
    );
    assert_eq!(
        (two.status.code(), String::from_utf8_lossy(&two.stderr).contains("there are 2")),
        (Some(2), true)
    );
}

#[test]
fn convert_lists_every_format_for_an_unknown_one() {
    let error = refused(&["convert", RECORD, "--to", "foo"]);
    for to in ["pgn", "pgn-wxf", "pgn-iccs", "dhtmlxq", "fen", "iccs", "ucci", "xqf"] {
        assert!(error.contains(&format!("{to}, ")) || error.contains(&format!(", {to}\n")), "{to}: {error}");
        assert_eq!(chuhe(&["convert", RECORD, "--to", to]).status.code(), Some(0), "{to}");
    }
}

#[test]
fn commands_accept_moves_in_the_notations_of_records() {
    for moves in [&["Che2", "Hg7"][..], &["77477062"], &["1.", "炮二平五", "马８进７"], &["1.炮二平五马8进7"]]
    {
        let asked = [&["notate", "startpos"], moves, &["--to", "ucci"]].concat();
        assert_eq!(said(&asked), "h2e2 h9g7\n", "{moves:?}");
    }
    assert_eq!(said(&["verdict", "\u{feff}startpos", "77477062"]), "ongoing\n");
    let output = chuhe_with_input(&["moves", "-"], "\u{feff}4k4/9/9/4P4/9/9/9/9/9/3RK4 b\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "e9e8 e9f9\n");
    assert!(refused(&["notate", "startpos", "h2e2", "hello", "--to", "ucci"]).contains("hello"));
    let control = refused(&["moves", "startpos", "h2\u{1b}[2J"]);
    assert!(!control.trim_end().contains(char::is_control), "{control:?}");
}

#[test]
fn a_position_that_no_game_reaches_is_answered_with_a_notice() {
    let output = chuhe(&["moves", "3k1p3/9/9/9/9/9/9/9/9/4K4 w"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "e0e1 e0f0\n");
    let notice = "notice: no game leads to this position: black soldier can never stand on f9\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), notice);
    let output = chuhe_with_input(&["uci"], "position fen 3k1p3/9/9/9/9/9/9/9/9/4K4 w\ngo depth 1\nquit\n");
    let answer = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(answer.contains("info string no game leads to this position: black soldier"), "{answer}");
    assert!(answer.contains("bestmove e0"), "{answer}");
}

#[test]
fn convert_reports_omitted_parts() {
    let text = "1. 炮二平五 马８进７ 2. 马二进三 车９平８ 3. 马三进一 卒７进１";
    let output = chuhe_with_input(&["convert", "-", "--to", "ucci"], text);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "position startpos moves h2e2 h9g7 h0g2 i9h9\n");
    let why = "line 1, move 3 of red, '马三进一': the move is illegal (ownPiece)";
    let notice = format!("notice: -: the game is kept up to here, the rest is left out: {why}\n");
    assert_eq!(
        (output.status.code(), String::from_utf8_lossy(&output.stderr)),
        (Some(0), notice.as_str().into())
    );
    let output = chuhe_with_input(&["convert", "-", "--to", "ucci", "--json"], text);
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["leftOut"], why);
}

#[test]
fn too_large_input_is_refused_by_its_size() {
    let file = std::env::temp_dir().join(format!("chuhe-large-{}.txt", std::process::id()));
    std::fs::File::create(&file).and_then(|file| file.set_len(50 << 20)).expect("a file of 50 MiB");
    let name = file.to_string_lossy().into_owned();
    let said = refused(&["convert", &name, "--to", "fen"]);
    assert!(said.contains(&name) && said.contains("more than 8388608"), "{said}");
    std::fs::remove_file(&file).expect("it was there");
}

/// The file never ends, so it must be refused before it is read whole.
#[cfg(unix)]
#[test]
fn play_refuses_an_endless_file_before_reading_it_whole() {
    let played = chuhe_with_input(&["play", "--two", "--lang", "en"], "load /dev/zero\n");
    let said = String::from_utf8_lossy(&played.stdout).into_owned();
    assert!(said.contains("/dev/zero") && said.contains("more than 8388608"), "{said}");
}

#[test]
fn convert_leaves_comments_and_variations_out_when_asked() {
    let text = "[Red \"甲\"]\n{前言} 1. 炮二平五 {好} 马８进７ (1. ... 炮８平５ {也好}) 2. 马二进三 1-0";
    let output = chuhe_with_input(&["convert", "-", "--to", "pgn", "--moves-only"], text);
    let expected = "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n[Result \"1-0\"]\n[Format \"Chinese\"]\n\n\
        1. 炮二平五 马８进７\n2. 马二进三\n1-0\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}

#[test]
fn convert_keeps_evaluations_and_clocks_in_pgn_alone_unless_asked() {
    let text = "1. 炮二平五 {[%clk 0:09:59] [%eval 0.35] 好} 马８进７ {[%eval -0.20]} 2. 马二进三 {[%clk 0:09:50]} *";
    let converted = |to: &str, choices: &[&str]| {
        let output = chuhe_with_input(&[&["convert", "-", "--to", to], choices].concat(), text);
        assert_eq!(output.status.code(), Some(0), "{to} {choices:?}");
        output.stdout
    };
    let has = |bytes: &[u8], part: &str| bytes.windows(part.len()).any(|window| window == part.as_bytes());
    for (to, eval) in [("pgn", "[%eval 0.35]"), ("xqf", "[%eval 0.35]"), ("dhtmlxq", "_eval1]35")] {
        for (choices, evaluations, clocks) in [
            (&[] as &[&str], to == "pgn", to == "pgn"),
            (&["--evaluations", "yes"], true, to == "pgn"),
            (&["--clocks", "yes"], to == "pgn", true),
            (&["--evaluations", "yes", "--clocks", "yes"], true, true),
            (&["--evaluations", "no", "--clocks", "no"], false, false),
        ] {
            let bytes = converted(to, choices);
            assert_eq!(
                (has(&bytes, eval), has(&bytes, "[%clk 0:09:5")),
                (evaluations, clocks),
                "{to} {choices:?}"
            );
        }
    }
    // A move that has nothing else has no comment at all.
    let bare = converted("dhtmlxq", &[]);
    assert_eq!(String::from_utf8_lossy(&bare).matches("[DhtmlXQ_comment").count(), 1);
    let whole = converted("pgn", &[]);
    let back = chuhe_with_bytes(
        &["convert", "-", "--to", "pgn"],
        &converted("xqf", &["--evaluations", "yes", "--clocks", "yes"]),
    );
    assert_eq!(String::from_utf8_lossy(&back.stdout), String::from_utf8_lossy(&whole));
}

#[test]
fn convert_names_the_file_the_token_and_the_move_that_are_bad() {
    let output = chuhe_with_input(&["convert", "-", "--to", "pgn"], "1. 炮二平五 马８进７ 2. 马二进四");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(error.contains("马二进四") && error.contains('2'), "{error}");
    assert!(refused(&["convert", "no/such/file", "--to", "pgn"]).contains("no/such/file"));
    assert!(refused(&["convert", RECORD, "--to", "cbl"]).contains("cbl"));
    let output = chuhe_with_input(&["convert", "-", "--to", "pgn"], &" ".repeat(8 * 1024 * 1024 + 1));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn an_illegal_move_is_refused_with_place_and_reason() {
    let text = refused(&["moves", "startpos", "炮二平五", "马8进6"]);
    assert!(text.contains("move 2: '马8进6'") && text.contains("cannotReach"), "{text}");
    let output = chuhe_with_input(&["verdict", "-"], "startpos moves h2e2\nstartpos moves h2e3\n");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(text.contains("line 2: move 1: "), "{text}");
}

#[test]
fn route_prints_steps_and_way_or_minus_one() {
    let crossing = "5 4 3\n1 1 4 1\n1 1 0 1\n1 2 0 1\n1 1 0 1\n1 1 3 1\n";
    let output = chuhe_with_input(&["route", "-"], crossing);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "6\nUULRUU\n");
    let output = chuhe_with_input(&["route", "-", "--json", "--heuristic", "zero"], crossing);
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&answer["steps"], &answer["heuristic"]), (&6.into(), &"zero".into()));
    assert!(answer["expanded"].as_u64() >= Some(6));
    let output = chuhe_with_input(&["route", "-"], "1 3 1\n3 0 4\n");
    assert_eq!((output.status.code(), &*output.stdout), (Some(0), &b"-1\n"[..]));
    let output = chuhe_with_input(&["route", "-"], "1 3 1\n3 7 4\n");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("line 2, column 3") && error.contains("'7'"), "{error}");
    assert!(refused(&["route", "no-such-file"]).contains("no-such-file"));
}
