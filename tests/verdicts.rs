//! The verdicts of the rule books: every case of `tests/data/verdicts.txt`.
#![cfg(not(target_arch = "wasm32"))]

use chuhe::engine::line::Line;
use chuhe::engine::score::{DRAW, ruled_in};
use chuhe::game::fen::Position;
use chuhe::game::rules::{CyclePly, Game, Kind, Outcome, Verdict};
use chuhe::game::types::Color;
use std::collections::BTreeMap;

/// One block of the file: the fields by name.
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

/// A verdict in the words of the file.
fn told(verdict: &Verdict) -> String {
    match verdict.reason {
        None => format!("{} reason=- offender=-", verdict.outcome.code()),
        Some(reason) => {
            let offender = verdict.offender.map_or("-", Color::name);
            format!("{} reason={} offender={offender}", verdict.outcome.code(), reason.code())
        }
    }
}

/// A ply in the words of the file: `R:check`, `B:chase(c5)`, `R:idle`.
fn ply_told(ply: &CyclePly) -> String {
    let side = if ply.color == Color::Red { 'R' } else { 'B' };
    match ply.kind {
        Kind::Chase => {
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
fn every_case_of_the_rule_books_is_judged_so() {
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
fn the_search_judges_every_case_so() {
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
