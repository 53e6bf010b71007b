//! Tests of the native program in UCI and UCCI over its pipes.

use crate::talk::{Engine, number, word};
use chuhe::rules::game::Game;
use chuhe::rules::notation::coordinate::RankBase;
use std::process::Command;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Returns the game of these moves from the start position.
fn game(moves: &str) -> Game {
    let mut game = Game::default();
    for text in moves.split_whitespace() {
        game.play(text.parse().expect("a move")).expect("a legal move");
    }
    game
}

#[test]
fn uci_handshake() {
    let mut engine = Engine::start();
    let lines = engine.ask("uci", "uciok");
    assert!(lines[0].starts_with("id name Chuhe ") && lines[1].starts_with("id author "));
    for option in [
        "option name Hash type spin default 32 min 1 max 1024",
        "option name Threads type spin default 1 min 1 max 64",
        "option name Clear Hash type button",
        "option name Ponder type check default false",
        "option name UCI_ShowWDL type check default false",
        "option name MultiPV type spin default 1 min 1 max 120",
        "option name RankBase type spin default 0 min 0 max 1",
        "option name Level type spin default 15 min 1 max 15",
    ] {
        assert!(lines.iter().any(|line| line == option), "{option}");
    }
    assert_eq!(engine.ask("isready", "readyok").len(), 1);
    engine.say("quit");
    assert_eq!(engine.close(), (vec![], true));
}

#[test]
fn ucci_handshake_search_and_farewell() {
    let mut engine = Engine::start();
    let lines = engine.ask("ucci", "ucciok");
    assert!(lines.iter().any(|line| line == "option usemillisec type check default true"));
    assert!(lines.iter().any(|line| line == "option hashsize type spin min 1 max 1024 default 32"));
    assert!(lines.iter().any(|line| line == "option threads type spin min 1 max 64 default 1"));
    assert!(lines.iter().all(|line| !line.contains("option name")));
    engine.say("setoption hashsize 8");
    engine.say("setoption newgame");
    engine.say("setoption bookfiles none.dat");
    engine.say(&format!("position fen {START} moves h2e2"));
    let lines = engine.ask("go depth 4", "bestmove");
    let info = &lines[lines.len() - 2];
    assert_eq!(number(info, "depth"), 4);
    assert!(word(info, "score").parse::<i32>().is_ok(), "{info}");
    let lines = engine.ask("go time 50", "bestmove");
    assert!(lines.len() > 1);
    assert_eq!(engine.ask("position fen x", "info message error: ").len(), 1);
    assert_eq!(engine.ask("stop", "nobestmove").len(), 1);
    engine.say("quit");
    assert_eq!(engine.close(), (vec!["bye".to_owned()], true));
}

#[test]
fn ucci_bans_moves_until_the_next_position() {
    let mut engine = Engine::start();
    engine.ask("ucci", "ucciok");
    // Either rook gives mate at once.
    let position = "position fen 4k4/R8/1R7/9/9/9/9/9/9/3K5 w";
    engine.say(position);
    let best = engine.ask("go depth 3", "bestmove").pop().unwrap();
    engine.say(&format!("banmoves {}", word(&best, "bestmove")));
    let other = engine.ask("go depth 3", "bestmove").pop().unwrap();
    assert_ne!(word(&best, "bestmove"), word(&other, "bestmove"));
    engine.say(position);
    engine.say("setoption clearhash");
    assert_eq!(engine.ask("go depth 3", "bestmove").pop().unwrap(), best);
}

#[test]
fn a_lost_side_has_no_best_move() {
    // Black's general is in the line of one rook, and the other rook guards the palace's next file.
    let mated = "position fen R3k4/1R7/9/9/9/9/9/9/9/3K5 b";
    let mut engine = Engine::start();
    engine.say(mated);
    let lines = engine.ask("go depth 3", "bestmove");
    assert_eq!(lines.last().unwrap(), "bestmove (none)");
    assert!(lines[0].contains("score mate 0"), "{}", lines[0]);
    engine.ask("ucci", "ucciok");
    engine.ask("go depth 3", "nobestmove");
}

#[test]
fn perft_ends_with_the_total() {
    let mut engine = Engine::start();
    let lines = engine.ask("go perft 3", "Nodes searched");
    assert_eq!(lines.last().unwrap(), "Nodes searched: 79666");
    let divided = lines.iter().filter(|line| line.contains(": ")).count() - 1;
    assert_eq!(divided, 44);
    assert!(lines.iter().any(|line| line.starts_with("h2e2: ")));
}

#[test]
fn depth_nodes_and_time_limit_the_search() {
    let mut engine = Engine::start();
    engine.say("position startpos moves h2e2 h9g7");
    let lines = engine.ask("go depth 5", "bestmove");
    let depths: Vec<u64> = lines[..lines.len() - 1].iter().map(|line| number(line, "depth")).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5]);
    let pv = word(&lines[lines.len() - 2], "pv");
    assert_eq!(pv, word(lines.last().unwrap(), "bestmove"));
    let lines = engine.ask("go nodes 3000", "bestmove");
    assert_eq!(number(&lines[lines.len() - 2], "nodes"), 3000);
    for go in ["go movetime 30", "go wtime 300 btime 1 winc 10", "go movestogo 2 wtime 100"] {
        assert!(engine.ask(go, "bestmove").len() > 1, "{go}");
    }
}

#[test]
fn stop_ends_an_infinite_search() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    engine.until("info depth 5 ");
    engine.ask("isready", "readyok");
    engine.ask("d", "Fen: ");
    let best = engine.ask("stop", "bestmove").pop().unwrap();
    assert_ne!(word(&best, "bestmove"), "(none)");
    engine.say("stop");
    assert_eq!(engine.ask("isready", "readyok").len(), 1);
}

#[test]
fn an_infinite_search_waits_for_stop_even_without_a_legal_move() {
    let mut engine = Engine::start();
    engine.say("position fen R3k4/1R7/9/9/9/9/9/9/9/3K5 b");
    engine.say("go infinite");
    assert_eq!(engine.ask("isready", "readyok").len(), 1);
    engine.ask("stop", "bestmove (none)");
}

#[test]
fn commands_wait_for_the_search_and_the_end_of_input_lets_it_finish() {
    let mut engine = Engine::start();
    engine.say("go depth 6");
    engine.say("position startpos moves h2e2");
    engine.say("go depth 3");
    engine.say("go infinite");
    let (lines, success) = engine.close();
    assert!(success);
    let results: Vec<&String> = lines.iter().filter(|line| line.starts_with("bestmove")).collect();
    assert_eq!(results.len(), 3);
    assert!(lines.iter().any(|line| line.starts_with("info depth 6 ")));
    // The second and the third search are Black's.
    assert!(results[1..].iter().all(|line| "56789".contains(&word(line, "bestmove")[1..2])), "{results:?}");
}

#[test]
fn quit_ends_a_running_search() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    engine.until("info depth 3 ");
    engine.say("quit");
    let (lines, succeeded) = engine.close();
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
    assert!(succeeded);
}

#[test]
fn ranks_can_be_counted_from_one() {
    let mut engine = Engine::start();
    engine.say("setoption name RankBase value 1");
    engine.say("position startpos moves h3e3 b10c8 a1a2 i10i9");
    assert_eq!(engine.fen(), "r1bakabn1/8r/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/R8/1NBAKABNR w - - 4 3");
    let drawn = engine.ask("d", "Fen: ");
    assert!(drawn[0].starts_with("10 ") && drawn[9].starts_with(" 1 "), "{drawn:?}");
    let lines = engine.ask("go perft 1", "Nodes searched");
    assert!(lines.iter().any(|line| line == "a2b2: 1") && lines.iter().all(|line| !line.starts_with("a1b1")));
    engine.say("position startpos moves h3e3");
    let best = engine.ask("go depth 3", "bestmove").pop().unwrap();
    let mv = RankBase::One.read(word(&best, "bestmove")).expect("a move counted from one");
    assert!(game("h2e2").board().is_legal(mv), "{best}");
    assert!(engine.complaint("position startpos moves h0e0").contains("'h0e0'"));
    engine.say("setoption name RankBase value 0");
    engine.say("position startpos moves h2e2");
    assert!(engine.fen().contains(" b - - 1 1"));
}

#[test]
fn bad_input_is_named_and_changes_nothing() {
    let mut engine = Engine::start();
    engine.say("position startpos moves h2e2");
    let before = engine.fen();
    for (line, parts) in [
        ("position fen 9/9 w", vec!["9/9 w", "there are 2 ranks"]),
        ("position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNX w", vec!["'X' at i0"]),
        ("position startpos moves h2e2 h2e2", vec!["moves", "'h2e2'", "noPiece"]),
        ("position startpos moves h2e", vec!["moves", "'h2e'"]),
        ("position here", vec!["position", "'here'"]),
        ("go perft 0", vec!["perft", "'0'", "1 to 20"]),
        ("go perft", vec!["perft", "missing"]),
        ("banmoves a0a1", vec!["banmoves", "'a0a1'", "notYours"]),
        ("setoption name Hash value 0", vec!["Hash", "'0'", "1 to 1024"]),
        ("setoption name Threads value 65", vec!["Threads", "'65'", "1 to 64"]),
        ("setoption name UCI_ShowWDL value perhaps", vec!["UCI_ShowWDL", "'perhaps'"]),
        ("setoption name Level value 16", vec!["Level", "'16'"]),
        ("setoption name Colour value red", vec!["option", "'Colour'"]),
        ("castle", vec!["command", "'castle'"]),
    ] {
        if !line.starts_with("position") {
            engine.say("position startpos moves h2e2");
        }
        let complaint = engine.complaint(line);
        assert!(parts.iter().all(|part| complaint.contains(part)), "{line}: {complaint}");
        assert_eq!(engine.fen(), before, "{line}");
    }
    // The engine continues as before.
    engine.ask("go depth 2", "bestmove");
}

#[test]
fn several_lines_and_levels() {
    let mut engine = Engine::start();
    engine.say("setoption name MultiPV value 3");
    let lines = engine.ask("go depth 4", "bestmove");
    let last: Vec<&String> = lines.iter().filter(|line| line.starts_with("info depth 4 ")).collect();
    let numbers: Vec<u64> = last.iter().map(|line| number(line, "multipv")).collect();
    assert_eq!(numbers, [1, 2, 3]);
    let mut firsts: Vec<&str> = last.iter().map(|line| word(line, "pv")).collect();
    firsts.dedup();
    assert_eq!(firsts.len(), 3);
    engine.say("setoption name MultiPV value 1");
    engine.say("setoption name Level value 1");
    let lines = engine.ask("go depth 9", "bestmove");
    assert!(lines.iter().all(|line| !line.starts_with("info depth 2 ")), "level 1 looks one ply ahead");
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let mut engine = Engine::start();
    for (go, best) in [("go searchmoves a0a1 depth 3", "a0a1"), ("go depth 3 searchmoves i3i4", "i3i4")] {
        assert_eq!(word(&engine.ask(go, "bestmove").pop().unwrap(), "bestmove"), best);
    }
}

#[test]
fn the_other_commands_check_their_arguments() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_chuhe")).args(arguments).output().expect("it starts");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    for bad in [
        &["perft", "0"][..],
        &["perft", "x"],
        &["perft", "2", "--fen", "9/9 w"],
        &["bench", "--depth", "0"],
        &["bench", "--hash", "0"],
        &["nothing"],
    ] {
        let (code, output, error) = run(bad);
        assert_eq!((code, output.as_str()), (Some(2), ""), "{bad:?}");
        assert!(!error.is_empty());
    }
    assert_eq!(run(&[]), (Some(0), String::new(), String::new()), "without a command it talks UCI");
    assert!(run(&["perft", "2", "--fen", "9/9 w"]).2.contains("there are 2 ranks"));
    assert!(run(&["perft", "3", "--all"]).1.starts_with("79666 nodes, "));
    let divided = run(&["perft", "2", "--divide", "--fen", "4k4/9/9/9/9/9/9/9/9/3K4R w"]).1;
    assert!(divided.lines().any(|line| line.starts_with("i0i9: ")), "{divided}");
    assert_eq!(run(&["bench", "--positions"]).1.lines().count(), 24);
    let (code, bench, _) = run(&["bench", "--depth", "3", "--hash", "1"]);
    assert_eq!((code, bench.lines().count()), (Some(0), 26));
    let total = |text: &str| text.lines().last().map(|line| number(line, "Bench:")).unwrap();
    assert_eq!(total(&bench), total(&run(&["bench", "--depth", "3", "--hash", "1"]).1));
}

#[test]
fn the_own_book_is_closed_until_it_is_asked_for() {
    let mut engine = Engine::start();
    assert!(engine.ask("uci", "uciok").contains(&"option name OwnBook type check default false".to_owned()));
    let nodes = |lines: Vec<String>| number(&lines[lines.len() - 2], "nodes");
    assert_eq!(nodes(engine.ask("go nodes 2000", "bestmove")), 2000);
    engine.say("setoption name OwnBook value true");
    assert_eq!(nodes(engine.ask("go nodes 2000", "bestmove")), 0);
    let lines = engine.ask("go nodes 2000 searchmoves a0a1", "bestmove");
    assert_eq!(lines.last().map(String::as_str).map(|line| &line[..13]), Some("bestmove a0a1"));
    engine.say("position startpos moves a0a1 a9a8 a1a0 a8a9");
    assert_eq!(nodes(engine.ask("go nodes 2000", "bestmove")), 2000, "a position has recurred");
}
