//! Tests of verdicts and of the search's use of them, with every case of `tests/data/verdicts.txt` from the rule
//! books and the random histories of `tests/data/cycles.txt`.

use crate::common::Mirror;
use chuhe::engine::limits::Limits;
use chuhe::engine::line::Line;
use chuhe::engine::score::{DRAW, MAX_PLY, Score, ruled_in};
use chuhe::engine::session::{Options, Report, Session};
use chuhe::rules::fen::Position;
use chuhe::rules::game::{CyclePly, Game, Outcome, PlyKind, Reason, Verdict};
use chuhe::rules::types::{Color, Move};
use std::collections::BTreeMap;

/// One block of the file: fields by name.
type Case = BTreeMap<&'static str, &'static str>;

fn cases() -> Vec<Case> {
    let text = include_str!("data/verdicts.txt");
    let blocks = text.split("\n\n").map(|block| {
        let lines = block.lines().filter(|line| !line.starts_with('#'));
        lines.filter_map(|line| line.split_once(':')).map(|(name, value)| (name, value.trim())).collect()
    });
    blocks.filter(|case: &Case| !case.is_empty()).collect()
}

fn play(case: &Case) -> Game {
    let mut game = Game::new(case["fen"].parse::<Position>().expect("a FEN"));
    for text in case["moves"].split_whitespace() {
        let mv = text.parse().expect("a move");
        game.play(mv).unwrap_or_else(|error| panic!("{}: {error}", case["case"]));
    }
    game
}

/// Formats a verdict as in the file.
fn told(verdict: &Verdict) -> String {
    match verdict.reason {
        None => format!("{} reason=- offender=-", verdict.outcome.code()),
        Some(reason) => {
            let offender = verdict.offender.map_or("-", Color::name);
            format!("{} reason={} offender={offender}", verdict.outcome.code(), reason.code())
        }
    }
}

/// Formats a ply as in the file: `R:check`, `B:chase(c5)`, `R:idle`.
fn ply_told(ply: &CyclePly) -> String {
    let side = if ply.color == Color::Red { 'R' } else { 'B' };
    match ply.kind {
        PlyKind::Chase => {
            let targets: Vec<String> = ply.targets.iter().map(|(square, _)| square.to_string()).collect();
            format!("{side}:chase({})", targets.join(","))
        }
        kind => format!("{side}:{}", kind.code()),
    }
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

#[test]
fn every_case_of_the_rule_books_gets_its_verdict() {
    let cases = cases();
    assert!(cases.len() >= 150, "{} cases", cases.len());
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            let verdict = play(case).verdict();
            let found = told(&verdict);
            let expected = words(case["verdict"]).join(" ");
            let cycle: Vec<String> = verdict.cycle.iter().map(ply_told).collect();
            (found != expected).then(|| {
                let (name, fen, moves, text) = (case["case"], case["fen"], case["moves"], case["text"]);
                format!(
                    "{name}: {found}, not {expected}\n  {text}\n  {fen} moves {moves}\n  {}",
                    cycle.join(" ")
                )
            })
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn the_plies_of_a_cycle_are_what_the_rule_books_call_them() {
    let mut wrong = Vec::new();
    let mut compared = 0;
    for case in cases() {
        let Some(plies) = case.get("plies") else { continue };
        let verdict = play(&case).verdict();
        let expected = words(plies);
        let last_lap = verdict.cycle.len().saturating_sub(expected.len());
        let found: Vec<String> = verdict.cycle[last_lap..].iter().map(ply_told).collect();
        compared += 1;
        if found != expected {
            wrong.push(format!("{}: {}, not {plies}", case["case"], found.join(" ")));
        }
    }
    assert!(compared >= 25 && wrong.is_empty(), "{} of {compared}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_search_agrees_with_every_verdict() {
    for case in cases() {
        let game = play(&case);
        let turn = game.board().turn();
        let verdict = game.verdict();
        let expected = match (verdict.outcome, verdict.offender) {
            (Outcome::Win(winner), Some(_)) if winner == turn => Some(ruled_in(3)),
            (Outcome::Win(_), Some(_)) => Some(-ruled_in(3)),
            (Outcome::Draw, _) => Some(DRAW),
            _ => None,
        };
        assert_eq!(Line::new(&game).ended(3), expected, "{}", case["case"]);
    }
}

#[test]
fn every_case_is_judged_alike_with_the_sides_and_the_wings_exchanged() {
    for case in cases() {
        let game = play(&case);
        let verdict = game.verdict();
        for mirror in Mirror::ALL {
            let board = mirror.board(&game.start().board);
            let mut other = Game::new(Position { board, ..game.start().clone() });
            for ply in game.plies() {
                let mv = Move::new(mirror.square(ply.mv.from()), mirror.square(ply.mv.to()));
                other.play(mv).expect("legal in the mirror");
            }
            let found = other.verdict();
            let offender = verdict.offender.map(|color| mirror.color(color));
            assert_eq!(
                (found.reason, found.offender),
                (verdict.reason, offender),
                "{} {mirror:?}",
                case["case"]
            );
        }
    }
}

#[test]
fn random_histories_are_judged_as_fairy_stockfish_judges_checks() {
    let mut counts = BTreeMap::<&str, u32>::new();
    for line in include_str!("data/cycles.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('|').map(str::trim);
        let mut field = || fields.next().expect("three fields");
        let case = BTreeMap::from([("case", line), ("fen", field()), ("moves", field())]);
        let checker = field();
        let verdict = play(&case).verdict();
        let found = match (verdict.reason, verdict.offender) {
            (Some(Reason::PerpetualCheck), Some(color)) => color.name(),
            (Some(Reason::Repetition), _) if verdict.cycle.iter().all(|ply| ply.kind == PlyKind::Check) => {
                "both"
            }
            (Some(Reason::Repetition | Reason::PerpetualChase), _) => "none",
            _ => "no repetition",
        };
        assert_eq!(found, checker, "{line}");
        *counts.entry(checker).or_default() += 1;
    }
    assert!(counts["red"] >= 300 && counts["black"] >= 300 && counts["both"] >= 30, "{counts:?}");
    assert!(counts.values().sum::<u32>() >= 3000, "{counts:?}");
}

fn search(game: &Game, depth: i32) -> Report {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    Session::new(1).go(game, Options { limits, ..Options::default() }, &mut |_| {})
}

/// Returns true if a report says that the side to move wins (`sign` 1) or loses (-1), by mate or by rule.
fn is_won(report: &Report, sign: i32) -> bool {
    match report.lines[0].score {
        Score::Centipawns(value) => value * sign >= ruled_in(MAX_PLY),
        Score::Mate(plies) => plies * sign > 0,
    }
}

#[test]
fn the_search_neither_walks_into_a_lost_repetition_nor_misses_a_won_one() {
    let mut seen = [0; 2];
    for case in cases() {
        let mut game = play(&case);
        let Some(offender) = game.verdict().offender else { continue };
        // The last ply completes the repetition, so the side that plays it must know the result.
        let last = game.undo().expect("a ply");
        let mover = game.board().turn();
        for depth in [1, 2, 4, 7] {
            let report = search(&game, depth);
            if mover == offender {
                assert!(
                    report.best != Some(last) || is_won(&report, -1),
                    "{} at depth {depth}",
                    case["case"]
                );
            } else {
                assert!(is_won(&report, 1), "{} at depth {depth}", case["case"]);
            }
        }
        seen[usize::from(mover == offender)] += 1;
        // One ply earlier the offender must see the reply that completes the repetition.
        if mover != offender {
            let before = game.undo().expect("a ply");
            for depth in [2, 4, 7] {
                let report = search(&game, depth);
                assert!(
                    report.best != Some(before) || is_won(&report, -1),
                    "{} at depth {depth}",
                    case["case"]
                );
            }
        }
    }
    assert!(seen.iter().all(|count| *count >= 10), "{seen:?}");
}

#[test]
fn a_move_that_completes_a_won_repetition_is_never_pruned() {
    // Black's cannon is lost on c5 unless the repetition counts, so pruning of late and losing moves would skip the
    // move.
    let moves = "h2c2 b7b3 h0g2 h7h3 g3g4 h9i7 c3c4 b3b4 c4c5 i7g8 c5c6 b4c4 c0e2 c4c5 g2f4 a9a8 g4g5 i9h9 \
                 i0h0 h3h1 a0a1 a8f8 f4e6 f8b8 b2b9 b8b0 h0h1 h9i9 c6b6 c5b5 b6c6 b5c5 c6b6 c5b5";
    let game =
        play(&BTreeMap::from([("case", "a game"), ("fen", chuhe::rules::fen::START), ("moves", moves)]));
    let losing: Move = "b6c6".parse().expect("a move");
    assert_eq!(
        game.loss_by_repetition(losing).and_then(|verdict| verdict.reason),
        Some(Reason::PerpetualChase)
    );
    for depth in 2..=8 {
        assert_ne!(search(&game, depth).best, Some(losing), "depth {depth}");
    }
}
