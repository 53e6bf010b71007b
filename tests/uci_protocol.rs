//! Tests of the protocol that graphical programs rely on: pondering, stopping, resigning and draws, and whole
//! dialogues in UCI and in UCCI.

use crate::talk::{Engine, number, word};
use chuhe::rules::game::Game;
use std::time::Duration;

/// Red has two rooks against a bare general and mates at once.
const WON: &str = "4k4/R8/1R7/9/9/9/9/9/9/3K5 w";
/// Black is to move and has two advisors against two rooks.
const LOST: &str = "3aka3/9/9/9/R8/8R/9/9/4A4/3AK4 b";

fn best(lines: &[String]) -> &str {
    word(lines.last().expect("an answer"), "bestmove")
}

#[test]
fn a_refused_position_is_not_searched() {
    let mut engine = Engine::start();
    engine.say("position startpos moves h2e2");
    for bad in ["position fen 9/9 w", "position here", "position startpos moves h2e2 h2e2"] {
        engine.complaint(bad);
        let lines = engine.ask("go depth 2", "bestmove");
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(lines[0].starts_with("info string error: there is no position"), "{bad}: {lines:?}");
        assert_eq!(lines[1], "bestmove 0000");
        assert!(engine.complaint("go perft 1").contains("no position"));
        assert!(engine.complaint("banmoves h9g7").contains("no position"));
    }
    engine.ask("ucci", "ucciok");
    engine.ask("position fen x", "info message error");
    assert_eq!(engine.ask("go depth 2", "nobestmove").len(), 2);
    engine.say("position startpos");
    assert_ne!(best(&engine.ask("go depth 2", "bestmove")), "0000");
}

#[test]
fn ranks_counted_from_the_other_base_name_the_option() {
    let mut engine = Engine::start();
    for told in ["position startpos moves h3e3", "position startpos moves b3b4 h10g8", "banmoves a1a2 h3e3"] {
        let complaint = engine.complaint(told);
        assert!(complaint.ends_with("set the option RankBase to 1"), "{complaint}");
        engine.say("position startpos");
    }
    let complaint = engine.complaint("position startpos moves h3e3 a1a5");
    assert!(!complaint.contains("RankBase"), "neither counting helps: {complaint}");
    engine.say("setoption name RankBase value 1");
    engine.say("position startpos moves h3e3 h10g8");
    assert!(engine.complaint("position startpos moves h2e2").ends_with("set the option RankBase to 0"));
}

#[test]
fn a_queued_bad_position_is_refused_in_order() {
    let mut engine = Engine::start();
    engine.say("go depth 7");
    engine.say("position fen 9/9 w");
    engine.say("go depth 3");
    assert_ne!(best(&engine.until("bestmove")), "0000", "the search before it");
    assert_eq!(best(&engine.until("bestmove")), "0000");
}

#[test]
fn words_without_meaning_do_not_refuse_a_search() {
    let mut engine = Engine::start();
    let lines = engine.ask("go fast depth 3", "bestmove");
    assert!(lines[0].starts_with("info string") && lines[0].contains("'fast'"), "{}", lines[0]);
    assert_eq!(number(&lines[lines.len() - 2], "depth"), 3);
}

/// Returns the output before the search begins, and true if the answer is a legal move.
fn answer_to(engine: &mut Engine, moves: &str, go: &str) -> (Vec<String>, bool) {
    engine.say(&format!("position startpos moves {moves}"));
    let mut lines = engine.ask(go, "bestmove");
    let answer = lines.pop().expect("an answer");
    let mut game = Game::default();
    moves.split(' ').for_each(|text| game.play(text.parse().expect("a move")).expect("a legal move"));
    let is_legal = best(&[answer]).parse().is_ok_and(|mv| game.board().is_legal(mv));
    lines.retain(|line| !line.starts_with("info depth"));
    (lines, is_legal)
}

#[test]
fn a_lone_bad_number_never_costs_a_game() {
    let mut engine = Engine::start();
    for (go, told) in [
        ("go btime 885300", "the time left is not known: the move takes 100 ms"),
        ("go wtime 300 btime 300 movestogo 0", "movestogo '0'"),
        ("go wtime 300 btime 300 movestogo -3", "movestogo '-3'"),
        ("go wtime 1000.5 btime 1000.5", "wtime '1000.5' is read as 1000"),
        ("go movetime 100.0", "movetime '100.0' is read as 100"),
        ("go mate", "mate has no number"),
        ("go wtime -50 btime -20", "wtime '-50' is read as 0"),
        ("go wtime btime 300", "wtime has no number"),
        ("go wtime soon btime 300", "wtime 'soon' is no number"),
        ("go depth 0", "depth '0' is less than 1"),
        ("go depth -1", "depth '-1' is less than 1"),
        ("go depth 3.9", "depth '3.9' is read as 3"),
        ("go nodes 0", "nodes '0' is less than 1"),
        ("go nodes many", "nodes 'many' is no number"),
        ("go movetime", "movetime has no number"),
        ("go movetime +50", "movetime '+50' is read as 50"),
        ("go depth 99999999999999999999 nodes 500", "depth '99999999999999999999' is read as 10000"),
        ("go searchmoves a0a9 depth 2", "searchmoves: no move is left, so all are searched"),
        ("go depth 2 often", "the word 'often' is ignored"),
    ] {
        let (lines, is_legal) = answer_to(&mut engine, "h2e2 h9g7", go);
        assert!(is_legal, "{go}");
        assert!(lines.iter().all(|line| line.starts_with("info string go: ")), "{go}: {lines:?}");
        assert!(lines.iter().any(|line| line.contains(told)), "{go}: {lines:?}");
    }
    // The other side's clock does not help Black either.
    let (lines, is_legal) = answer_to(&mut engine, "h2e2", "go wtime 885300");
    assert!(is_legal && lines[0].contains("the time left is not known"), "{lines:?}");
    let (_, is_legal) = answer_to(&mut engine, "h2e2", "go searchmoves h9g7 a0a1 depth 2");
    assert!(is_legal);
    assert_eq!(best(&engine.ask("go searchmoves h9g7 a0a1 depth 2", "bestmove")), "h9g7");
}

#[test]
fn a_lone_bad_number_never_costs_a_game_in_ucci() {
    let mut engine = Engine::start();
    engine.ask("ucci", "ucciok");
    for go in [
        "go opptime 885300",
        "go time 300 movestogo 0 opptime 300",
        "go time 300.5 increment x",
        "go time -20 increment 0",
        "go time",
        "go mate",
        "go depth -1",
        "go nodes 0",
        "go draw time ?",
    ] {
        let (lines, is_legal) = answer_to(&mut engine, "h2e2 h9g7", go);
        assert!(is_legal, "{go}");
        let is_told = |line: &String| line.starts_with("info message go: ");
        assert!(lines.iter().all(is_told), "{go}: {lines:?}");
        assert!(!lines.is_empty(), "{go}");
    }
}

#[test]
fn a_search_without_limits_ends_where_a_mate_is_found() {
    let mut engine = Engine::start();
    engine.say(&format!("position fen {WON}"));
    let lines = engine.ask("go", "bestmove");
    assert!(lines[lines.len() - 2].contains("score mate 1 "), "{lines:?}");
}

#[test]
fn a_new_game_begins_in_either_protocol() {
    for (greeting, words) in
        [("uci", &["ucinewgame"][..]), ("ucci", &["uccinewgame", "newgame", "setoption newgame"])]
    {
        let mut engine = Engine::start();
        engine.ask(greeting, &format!("{greeting}ok"));
        let search = |engine: &mut Engine| {
            let lines = engine.ask("go depth 7", "bestmove");
            number(&lines[lines.len() - 2], "nodes")
        };
        engine.say("position startpos");
        let fresh = search(&mut engine);
        assert_ne!(search(&mut engine), fresh, "what was found before is remembered");
        for word in words {
            search(&mut engine);
            engine.say(word);
            assert_eq!(engine.ask("isready", "readyok"), ["readyok"], "{word} is not complained of");
            assert_eq!(search(&mut engine), fresh, "{word}");
        }
    }
}

#[test]
fn several_lines_in_ucci_have_numbers_and_the_best_comes_last() {
    let mut engine = Engine::start();
    engine.ask("ucci", "ucciok");
    engine.say("setoption multipv 3");
    let mut lines = engine.ask("go depth 5", "bestmove");
    let answer = lines.pop().expect("an answer");
    let of_last = |line: &&String| line.starts_with("info depth 5 ");
    let numbers: Vec<u64> = lines.iter().filter(of_last).map(|line| number(line, "multipv")).collect();
    assert_eq!(numbers, [3, 2, 1]);
    let scores: Vec<i32> =
        lines.iter().filter(of_last).map(|line| word(line, "score").parse().unwrap()).collect();
    assert!(scores.is_sorted(), "{scores:?}");
    assert_eq!(word(lines.last().unwrap(), "pv"), word(&answer, "bestmove"));
    engine.say("setoption multipv 1");
    let lines = engine.ask("go depth 3", "bestmove");
    assert!(lines.iter().all(|line| !line.contains("multipv")), "a lone line looks as ever: {lines:?}");
}

#[test]
fn switches_accept_several_spellings() {
    let mut engine = Engine::start();
    engine.ask("ucci", "ucciok");
    for value in ["1", "0", "true", "off"] {
        engine.say(&format!("setoption ponder {value}"));
        assert_eq!(engine.ask("isready", "readyok"), ["readyok"], "{value}");
    }
}

#[test]
fn positions_are_understood_in_the_dialect_of_cyclone() {
    let mut engine = Engine::start();
    engine.say("fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r moves h2e2 h9g7");
    assert!(engine.fen().ends_with(" w - - 2 2"));
    engine.say("startpos moves h2e2");
    assert!(engine.fen().ends_with(" b - - 1 1"));
}

#[test]
fn pondering_waits_for_the_hit() {
    let mut engine = Engine::start();
    engine.say("position startpos moves h2e2 h9g7");
    // The clock is nearly down and must not run before the hit.
    engine.say("go ponder wtime 300 btime 300");
    engine.until("info depth 6 ");
    std::thread::sleep(Duration::from_millis(400));
    let lines = engine.ask("isready", "readyok");
    assert!(lines.iter().all(|line| !line.starts_with("bestmove")), "{lines:?}");
    assert_eq!(best(&engine.ask("ponderhit", "bestmove")).len(), 4);
    // A miss is stopped.
    engine.say("go ponder wtime 300000 btime 300000");
    engine.until("info depth 3 ");
    assert_eq!(best(&engine.ask("stop", "bestmove")).len(), 4);
}

#[test]
fn several_threads_ponder_stop_and_answer() {
    for (greeting, option) in [("uci", "setoption name Threads value 4"), ("ucci", "setoption threads 4")] {
        let mut engine = Engine::start();
        engine.ask(greeting, &format!("{greeting}ok"));
        engine.say(option);
        engine.say("position startpos moves h2e2 h9g7");
        engine.say("go ponder wtime 300 btime 300");
        engine.until("info depth 6 ");
        let lines = engine.ask("isready", "readyok");
        assert!(lines.iter().all(|line| !line.starts_with("bestmove")), "{lines:?}");
        assert_eq!(best(&engine.ask("ponderhit", "bestmove")).len(), 4);
        engine.say("go ponder wtime 300000 btime 300000");
        engine.until("info depth 5 ");
        assert_eq!(best(&engine.ask("stop", "bestmove")).len(), 4);
        engine.say("setoption name Hash value 8");
        engine.say("setoption name Threads value 2");
        engine.say("go infinite");
        engine.until("info depth 5 ");
        let lines = engine.ask("stop", "bestmove");
        let told = lines.iter().rfind(|line| line.starts_with("info")).expect("what it has found");
        assert_eq!(word(told, "pv"), best(&lines), "{lines:?}");
        engine.say("quit");
        assert!(engine.close().1);
    }
}

#[test]
fn a_depth_has_one_answer_with_any_number_of_threads() {
    let answers = |threads: u32| {
        let mut engine = Engine::start();
        engine.say(&format!("setoption name Threads value {threads}"));
        let mut lines = engine.ask("go depth 9", "bestmove");
        lines.retain(|line| !line.contains(" currmove ")); // told only where a search takes longer than a second
        let found = |line: &String| line.split(" nps ").next().map(str::to_owned);
        lines.iter().filter_map(found).collect::<Vec<_>>()
    };
    assert_eq!(answers(1), answers(4));
}

#[test]
fn results_of_pondering_are_held_back_until_the_end() {
    for greeting in ["uci", "ucci"] {
        let mut engine = Engine::start();
        engine.ask(greeting, &format!("{greeting}ok"));
        engine.say("go ponder depth 2");
        engine.until("info depth 2 ");
        let lines = engine.ask("isready", "readyok");
        assert!(lines.iter().all(|line| !line.starts_with("bestmove")), "{lines:?}");
        assert_eq!(best(&engine.ask("ponderhit", "bestmove")).len(), 4);
    }
}

#[test]
fn a_ponder_hit_counts_only_while_pondering() {
    let mut engine = Engine::start();
    engine.say("ponderhit");
    engine.say("go infinite");
    engine.until("info depth 2 ");
    engine.say("ponderhit");
    let lines = engine.ask("isready", "readyok");
    assert!(lines.iter().all(|line| !line.starts_with("bestmove")));
    engine.ask("stop", "bestmove");
}

#[test]
fn perft_can_be_stopped_and_commands_are_read_meanwhile() {
    let mut engine = Engine::start();
    engine.say("go perft 9");
    assert_eq!(engine.ask("isready", "readyok").pop().unwrap(), "readyok");
    engine.ask("stop", "perft was stopped");
    assert_eq!(engine.ask("go perft 2", "Nodes searched").pop().unwrap(), "Nodes searched: 1920");
    engine.say("go perft 9");
    engine.say("quit");
    assert!(engine.close().1);
}

#[test]
fn chances_are_reported_only_on_request() {
    let mut engine = Engine::start();
    let lines = engine.ask("go depth 3", "bestmove");
    assert!(lines.iter().all(|line| !line.contains(" wdl ")));
    engine.say("setoption name UCI_ShowWDL value true");
    let lines = engine.ask("go depth 3", "bestmove");
    let info = &lines[lines.len() - 2];
    let words: Vec<&str> = info.split(' ').skip_while(|word| *word != "wdl").collect();
    let chances: Vec<u32> = words[1..4].iter().map(|word| word.parse().unwrap()).collect();
    assert_eq!(chances.iter().sum::<u32>(), 1000, "{info}");
    engine.say(&format!("position fen {WON}"));
    let lines = engine.ask("go depth 3", "bestmove");
    assert!(lines[lines.len() - 2].contains("score mate 1 wdl 1000 0 0"), "{lines:?}");
}

#[test]
fn a_mate_ends_the_search_for_it() {
    let mut engine = Engine::start();
    engine.say("position fen 3k1C3/4R4/6N2/9/9/9/8P/p8/4A4/3AK4 w");
    let lines = engine.ask("go mate 2", "bestmove");
    assert!(lines[lines.len() - 2].contains("score mate 2 "), "{lines:?}");
}

#[test]
fn the_hash_table_changes_its_size() {
    let mut engine = Engine::start();
    for size in [1, 64, 8] {
        engine.say(&format!("setoption name Hash value {size}"));
        let lines = engine.ask("go depth 5", "bestmove");
        assert_eq!(number(&lines[lines.len() - 2], "depth"), 5);
    }
    engine.ask("ucci", "ucciok");
    engine.say("setoption hashsize 0");
    let lines = engine.ask("go depth 3", "bestmove");
    assert!(lines.iter().all(|line| !line.contains("error")), "{lines:?}");
}

#[test]
fn long_searches_report_the_current_move() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    let line = loop {
        let line = engine.next();
        if line.contains("currmove") {
            break line;
        }
    };
    assert!(number(&line, "depth") > 0 && number(&line, "currmovenumber") > 0, "{line}");
    assert_eq!(word(&line, "currmove").len(), 4);
    engine.ask("stop", "bestmove");
}

#[test]
fn lines_that_were_not_reached_are_not_reported() {
    let mut engine = Engine::start();
    engine.say("setoption name MultiPV value 40");
    let lines = engine.ask("go nodes 60", "bestmove");
    assert!(lines.len() > 2);
    for line in &lines[..lines.len() - 1] {
        assert!(number(line, "depth") > 0, "{line}");
    }
}

#[test]
fn static_values_and_the_hash_table_in_ucci() {
    let mut engine = Engine::start();
    engine.ask("ucci", "ucciok");
    engine.say("position fen 4k4/9/9/9/9/9/9/9/R8/3K5 w");
    let lines = engine.ask("go depth 0", "nobestmove");
    assert_eq!(lines.len(), 2);
    assert_eq!(number(&lines[0], "depth"), 0);
    assert!(number(&lines[0], "score") > 100, "a rook is worth two horses: {}", lines[0]);
    engine.say("position startpos");
    engine.say("setoption clearhash");
    assert_eq!(engine.ask("probe startpos", "pophash").pop().unwrap(), "pophash");
    let best = engine.ask("go depth 6", "bestmove").pop().unwrap();
    let known = engine.ask(&format!("probe startpos moves {}", word(&best, "bestmove")), "pophash");
    assert!(known[0].contains("bound "), "the search leaves what it found: {}", known[0]);
}

#[test]
fn a_draw_is_accepted_by_the_worse_side() {
    let mut engine = Engine::start();
    engine.ask("ucci", "ucciok");
    engine.say(&format!("position fen {LOST} - - 0 40"));
    assert!(engine.ask("go draw depth 4", "bestmove").pop().unwrap().ends_with(" draw"));
    assert!(!engine.ask("go depth 4", "bestmove").pop().unwrap().ends_with(" draw"), "nobody offered one");
    engine.say("position fen 3aka3/9/9/9/R8/8R/9/9/4A4/3AK4 w - - 0 40");
    assert!(!engine.ask("go draw depth 4", "bestmove").pop().unwrap().ends_with(" draw"));
    // The offer comes while the engine ponders.
    engine.say(&format!("position fen {LOST} - - 0 40"));
    engine.say("go ponder depth 3");
    engine.until("info depth 3 ");
    assert!(engine.ask("ponderhit draw", "bestmove").pop().unwrap().ends_with(" draw"));
}

#[test]
fn a_hopeless_game_is_resigned_but_not_in_analysis() {
    let mut engine = Engine::start();
    engine.ask("ucci", "ucciok");
    let mut moves = String::new();
    let mut side_is_lost = true;
    for _ in 0..60 {
        engine.say(&format!("position fen {LOST} - - 0 40 moves{moves}"));
        let answer = engine.ask("go nodes 3000", "bestmove").pop().unwrap();
        if answer.ends_with(" resign") {
            assert!(side_is_lost, "the winner resigned");
            engine.say("go infinite");
            let mut lines = engine.ask("stop", "bestmove");
            assert!(!lines.pop().unwrap().ends_with(" resign"));
            return;
        }
        moves = format!("{moves} {}", word(&answer, "bestmove"));
        side_is_lost = !side_is_lost;
    }
    panic!("it plays on: {moves}");
}

/// The dialogue from the example of the UCCI 3.0 document: a game on a clock of five minutes, with a ponder hit and a
/// miss, as in Xiangqi Wizard.
#[test]
fn a_dialogue_in_ucci() {
    let mut engine = Engine::start();
    let start = "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    engine.ask("ucci", "ucciok");
    for line in ["setoption usemillisec true", "setoption usebook false", "setoption newgame", start] {
        engine.say(line);
    }
    let clock = "time 3000 increment 0 opptime 3000 oppincrement 0";
    let answer = engine.ask(&format!("go {clock}"), "bestmove").pop().unwrap();
    let (mine, expected) = (word(&answer, "bestmove"), word(&answer, "ponder"));
    engine.say(&format!("{start} moves {mine} {expected}"));
    engine.say(&format!("go ponder {clock}"));
    engine.until("info depth 5 ");
    let answer = engine.ask("ponderhit", "bestmove").pop().unwrap();
    let mine_too = word(&answer, "bestmove");
    engine.say(&format!("{start} moves {mine} {expected} {mine_too} {}", word(&answer, "ponder")));
    engine.say(&format!("go ponder {clock}"));
    engine.until("info depth 3 ");
    engine.ask("stop", "bestmove");
    engine.say(&format!("{start} moves {mine} {expected} {mine_too} a9a8"));
    assert_eq!(word(&engine.ask(&format!("go {clock}"), "bestmove").pop().unwrap(), "bestmove").len(), 4);
    engine.say("quit");
    assert_eq!(engine.close(), (vec!["bye".to_owned()], true));
}

/// The commands of a UCI program in a game and then in analysis.
#[test]
fn a_dialogue_in_uci() {
    let mut engine = Engine::start();
    engine.ask("uci", "uciok");
    for line in [
        "setoption name UCI_Variant value xiangqi",
        "setoption name Hash value 16",
        "setoption name Ponder value true",
        "debug off",
        "register later",
        "ucinewgame",
    ] {
        engine.say(line);
    }
    let lines = engine.ask("isready", "readyok");
    assert_eq!(lines, ["readyok"], "nothing is complained of");
    engine.say("position startpos");
    // A depth at which a reply is expected, with enough time on a busy machine.
    let answer = engine.ask("go depth 4 wtime 600000 btime 600000", "bestmove").pop().unwrap();
    let clock = "wtime 3000 btime 3000 winc 20 binc 20";
    let (mine, expected) = (word(&answer, "bestmove"), word(&answer, "ponder"));
    engine.say(&format!("position startpos moves {mine} {expected}"));
    engine.say(&format!("go ponder {clock}"));
    engine.until("info depth 4 ");
    engine.ask("ponderhit", "bestmove");
    engine.say("setoption name MultiPV value 3");
    engine.say("go infinite");
    engine.until("info depth 5 ");
    engine.say("stop");
    engine.until("bestmove");
    engine.say("quit");
    assert_eq!(engine.close(), (vec![], true));
}
