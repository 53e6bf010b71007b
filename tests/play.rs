//! Tests of a game in the terminal, over a pipe.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.arg("play").args(arguments).env("LC_ALL", "en_GB.UTF-8");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    child.stdin.take().expect("piped").write_all(input).expect("it reads");
    child.wait_with_output().expect("it ends")
}

/// Returns the output of a game that ends without an error.
fn played(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input.as_bytes());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*errors), (Some(0), ""), "{arguments:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Returns the FEN lines of the output.
fn fens(said: &str) -> Vec<&str> {
    said.lines()
        .map(|line| line.trim_start_matches(|c: char| c != '>').trim_start_matches("> "))
        .filter(|line| line.contains('/') && line.contains(" - - "))
        .collect()
}

#[test]
fn the_engine_answers_moves_in_any_notation() {
    for typed in ["炮二平五", "C2.5", "h2e2", "H2-E2"] {
        let said = played(&["--level", "1", "--seed", "7"], &format!("{typed}\nfen\n"));
        let fen = fens(&said)[0].to_owned();
        assert!(
            fen.contains(" w - - ") && !fen.starts_with("rnbakabnr/9/1c5c1/p1p1p1p1p/9"),
            "{typed}: {fen}"
        );
        assert!(said.contains("Red: C2.5") && said.contains("Black: "), "{said}");
    }
}

#[test]
fn the_engine_moves_first_as_black_or_as_red() {
    let said = played(&["--engine-first", "--level", "1"], "fen\n");
    assert!(said.contains("Black: ") && !said.contains("Red: "), "{said}");
    assert!(fens(&said)[0].contains(" w - - "), "{said}");
    let said = played(&["--side", "black", "--level", "1"], "fen\n");
    assert!(said.contains("Red: ") && fens(&said)[0].contains(" b - - "), "{said}");
}

#[test]
fn undo_takes_back_to_the_persons_turn_and_redo_plays_again() {
    let said = played(&["--level", "1", "--seed", "1"], "undo\nh2e2\nfen\nundo\nfen\nredo\nfen\nredo\n");
    assert!(said.contains("nothing to take back") && said.contains("nothing to play again"), "{said}");
    let fens = fens(&said);
    assert!(fens[1].starts_with("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"), "{fens:?}");
    assert_eq!(fens[0], fens[2]);
}

#[test]
fn mistakes_are_explained_in_words() {
    let said = played(&["--two"], "e0e5\nh9h8\nnonsense\nlevel 16\nlevel 4\nh5h6\n");
    for words in [
        "cannot go there",
        "your opponent's",
        "'nonsense' is neither",
        "not '16'",
        "level 4",
        "no piece there",
    ] {
        assert!(said.contains(words), "{words}\n{said}");
    }
    // A rook gives check, and the move leaves the general in check.
    let said = played(&["--two", "--fen", "4k4/9/9/9/9/9/9/9/4r4/3K4R w"], "i0i1\n");
    assert!(said.contains("Red> "), "{said}");
    let said = played(&["--two", "--fen", "5k3/9/9/9/9/9/9/9/3r5/3K4R w"], "i0i1\n");
    assert!(said.contains("must answer it"), "{said}");
    let output = run(&["--two"], b"\xff\xfe\nfen\n");
    assert_eq!(output.status.code(), Some(0), "bytes that are no text do no harm");
}

#[test]
fn captures_checks_and_the_end_are_announced() {
    let said = played(&["--two", "--fen", "4k4/R8/9/9/9/9/9/9/p8/1R3K3 w"], "R9-7\nq\n");
    assert!(said.contains("takes the soldier"), "{said}");
    let said = played(&["--two", "--fen", "4k4/R8/9/9/9/9/9/9/9/1R3K3 w"], "b0b9\nb9b8\nundo\nb0b1\n");
    assert!(said.contains("Red wins: checkmate.") && said.contains("The game is over"), "{said}");
    let said = played(&["--two", "--fen", "3k5/R8/9/9/9/9/9/9/9/1R3K3 w"], "b0d0\n");
    assert!(said.contains("Check!"), "{said}");
    let said = played(&["--two"], "resign\n");
    assert!(said.contains("Black wins: the other side resigned."), "{said}");
    let said = played(&["--two"], "draw\nundo\nh2e2\n");
    assert!(said.contains("a draw: both agreed") && said.contains("Red: C2.5"), "{said}");
}

#[test]
fn a_hint_makes_the_engine_neither_accept_a_draw_nor_resign() {
    let without_rooks = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABN1 w";
    let said = played(&["--fen", without_rooks], "hint\ndraw\nplayon\n");
    assert!(said.contains("The engine declines."), "{said}");
    assert!(said.contains("Nobody has resigned."), "{said}");
}

#[test]
fn a_game_is_saved_and_loaded() {
    let folder = std::env::temp_dir().join(format!("chuhe-play-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("game.pgn").to_string_lossy().into_owned();
    let said =
        played(&["--two"], &format!("h2e2\nh9g7\nfen\nsave {file}\nsave {file}\nh0g2\nsave! {file}\nsave\n"));
    assert!(
        said.contains("saved to") && said.contains("save! replaces it") && said.contains("a name is missing"),
        "{said}"
    );
    let loaded = played(&["--two"], &format!("load {file}\nfen\nmoves\nload {file}.not\n"));
    assert!(loaded.contains("H2+3") && loaded.contains("game.pgn.not: "), "{loaded}");
    assert!(fens(&loaded)[0].contains(" b - - "));
    std::fs::remove_dir_all(&folder).expect("it was there");
}

#[test]
fn omitted_parts_of_a_loaded_game_are_reported() {
    let file = std::env::temp_dir().join(format!("chuhe-play-cut-{}.pgn", std::process::id()));
    let file = file.to_string_lossy().into_owned();
    let load = |text: &str, language: &str| {
        std::fs::write(&file, text).expect("a file");
        played(&["--two", "--lang", language], &format!("load {file}\nfen\n"))
    };
    let whole = "[Game \"Chinese Chess\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9";
    let broken = format!("{whole} 3. a0a9");
    for (language, left_out) in [("en", "the rest is left out: "), ("zh", "其余的没有读入: ")] {
        let said = load(&broken, language);
        let told = said.split(left_out).nth(1).unwrap_or_else(|| panic!("{said}"));
        assert!(told.lines().next().is_some_and(|why| why.contains("a0a9")), "{said}");
        assert!(fens(&said)[0].starts_with("rnbakabr1/"), "{said}");
        assert!(!load(whole, language).contains(left_out));
    }
    std::fs::remove_file(&file).expect("it was there");
}

#[test]
fn a_hint_names_a_move_and_what_it_is_worth() {
    let said = played(&["--two", "--fen", "4k4/R8/9/9/9/9/9/9/9/1R3K3 w"], "hint\n");
    assert!(said.contains("Red mates in 1"), "{said}");
}

#[test]
fn chinese_commands_and_messages_work() {
    let said = played(&["--lang", "zh", "--two"], "帮助\n炮二平五\n认输\n");
    assert!(
        said.contains("悔棋 undo") && said.contains("红方：炮二平五") && said.contains("红方胜：对方认输。"),
        "{said}"
    );
}
