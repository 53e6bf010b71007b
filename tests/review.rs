//! Tests of the review: the explanations of `tests/data/explained.txt`, and a review whose answers come from outside.

use chuhe::engine::score::Score;
use chuhe::engine::session::Session;
use chuhe::review::explain::explain;
use chuhe::review::facts::Question;
use chuhe::review::judge::{Answer, Engine, Walk};
use chuhe::review::verdicts::{Comparison, loss_of, opposite};
use chuhe::review::{Answers, Fact, Finding, HASH, Judged, Nodes, Request, Review, Reviewer, WayBack};
use chuhe::rules::fen::Position;
use chuhe::rules::game::Game;
use chuhe::rules::types::{Color, Move};
use std::collections::BTreeMap;

/// One block of the file: fields by name.
type Case = BTreeMap<&'static str, &'static str>;

fn cases() -> Vec<Case> {
    let text = include_str!("data/explained.txt");
    let blocks = text.split("\n\n").map(|block| {
        let lines = block.lines().filter(|line| !line.starts_with('#'));
        lines.filter_map(|line| line.split_once(':')).map(|(name, value)| (name, value.trim())).collect()
    });
    blocks.filter(|case: &Case| !case.is_empty()).collect()
}

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace().map(|text| text.parse().expect("a move")).collect()
}

fn game(fen: Option<&str>, line: &str) -> Game {
    let start = fen.map_or_else(Position::default, |fen| fen.parse().expect("a FEN"));
    let mut game = Game::new(start);
    for mv in moves(line) {
        game.play(mv).expect("a legal move");
    }
    game
}

/// Reads the scores of the mistake and of the better move, such as `cp -600 mate 3`.
fn scores(text: &str) -> Comparison {
    let parts: Vec<&str> = text.split_whitespace().collect();
    let score = |at: usize| {
        let value = parts[at + 1].parse().expect("a number");
        if parts[at] == "mate" { Score::Mate(value) } else { Score::Centipawns(value) }
    };
    Comparison { played: score(0), best: score(2) }
}

/// Formats a fact as in the file: its name, its pieces and its count.
fn text_of(fact: &Fact, with_count: bool) -> String {
    let pieces = [fact.piece, fact.other].into_iter().flatten().map(|piece| piece.letter().to_string());
    let count = fact.count.filter(|_| with_count).map(|count| count.to_string());
    [fact.name.clone()].into_iter().chain(pieces).chain(count).collect::<Vec<_>>().join(" ")
}

#[test]
fn explanations_have_the_facts_that_the_lines_prove_and_no_others() {
    let cases = cases();
    assert_eq!(cases.len(), 33);
    for case in cases {
        let explanation = explain(&Question {
            game: game(Some(case["fen"]), case.get("moves").unwrap_or(&"")),
            played: case["played"].parse().unwrap(),
            punishment: &moves(case["punishment"]),
            better: &moves(case["better"]),
            scores: scores(case["scores"]),
        });
        let facts: Vec<String> = explanation.facts.iter().map(|fact| text_of(fact, true)).collect();
        assert_eq!(facts.join(", "), case["facts"], "{}", case["case"]);
        let reason = explanation.reason.map(|fact| text_of(&fact, false));
        assert_eq!(reason.as_deref(), case.get("reason").copied(), "{}", case["case"]);
    }
}

/// Repeats a step until all of its requests are answered. Returns its result and the requests.
fn complete<T>(
    game: &Game,
    nodes: Nodes,
    mut answer: impl FnMut(&Request) -> Answer,
    step: impl Fn(&mut Walk<'_, Answers>) -> Result<T, Request>,
) -> (T, Vec<Request>) {
    let (mut answers, mut requests) = (Answers::default(), Vec::new());
    loop {
        match step(&mut Walk { game, engine: &mut answers, nodes }) {
            Ok(result) => return (result, requests),
            Err(request) => {
                answers.add(request.clone(), answer(&request));
                requests.push(request);
            }
        }
    }
}

#[test]
fn answers_from_elsewhere_give_the_review_of_a_reviewer() {
    let game = game(None, "h2e2 h9g7 e2e6 g7e6 b2b9 a9b9 h0g2");
    let nodes = Nodes::of(500);
    let expected: Review = Reviewer::new(nodes, None).unwrap().review(&game);
    assert!(expected.moves.iter().filter(|judged| judged.finding.is_some()).count() >= 2);

    let mut session = Session::new(HASH);
    let search = |request: &Request| {
        let mut position = Game::default();
        request.moves.iter().for_each(|mv| position.play(*mv).unwrap());
        let Ok(answer) = session.ask(&position, request.limit);
        answer
    };
    let (review, requests) = complete(&game, nodes, search, |walk| walk.review());
    assert_eq!(review, expected);
    assert!(requests.len() >= review.positions.len() + 4, "two comparisons: {requests:?}");
    for (ply, judged) in review.moves.iter().enumerate() {
        let Some(Finding { scores, .. }) = &judged.finding else { continue };
        assert_eq!(review.positions[ply + 1].score, opposite(scores.played), "after move {ply}");
        assert_eq!(judged.loss, loss_of(&[*scores]), "move {ply}");
    }
    let known: Vec<Option<Judged>> = review.positions.iter().copied().map(Some).collect();
    for side in Color::ALL {
        let mut walk = Walk { game: &game, engine: &mut Session::new(HASH), nodes };
        let Ok(back) = walk.way_back(side, &known);
        let turn = back.filter(|back| back.finding.is_some()).map(|back| back.ply);
        assert_eq!(turn, review.turning_points[side]);
    }
}

#[test]
fn a_way_back_without_a_turning_point_is_the_last_move_before_which_the_game_was_open() {
    let game = game(None, "a0a1 a9a8 a1a0 a8a9");
    let judged = |value: i32| Judged { score: Score::Centipawns(value), best: None, is_over: false };
    let back = |values: [Option<i32>; 5]| {
        let positions = values.map(|value| value.map(judged));
        let no_search = |request: &Request| panic!("{request:?}");
        complete(&game, Nodes::USUAL, no_search, |walk| walk.way_back(Color::Red, &positions)).0
    };
    let expected = |ply, is_open| Some(WayBack { ply, finding: None, is_open });
    assert_eq!(back([0, 0, -30, 30, 0].map(Some)), expected(2, true));
    assert_eq!(back([0, 1500, -1500, 1500, 0].map(Some)), expected(0, true));
    assert_eq!(back([-1500, 1500, -1500, 1500, 0].map(Some)), expected(0, false));
    assert_eq!(back([None, None, Some(-1500), Some(1500), None]), expected(2, false));
    assert_eq!(back([None; 5]), None);
}

#[test]
fn a_loss_that_the_position_after_the_reply_shows_has_its_positions_searched_again() {
    let game = game(None, "h2e2 h9g7 h0g2");
    let nodes = Nodes { first: 10, position: 70, comparison: 90 };
    let judged = |value: i32| Judged {
        score: Score::Centipawns(value),
        best: Some("b2e2".parse().unwrap()),
        is_over: false,
    };
    let asked = |after: &[i32]| {
        let after: Vec<Judged> = after.iter().map(|value| judged(*value)).collect();
        let answer = |_: &Request| Answer { best: None, score: Score::Centipawns(0), pv: vec![], depth: 1 };
        let (moved, requests) = complete(&game, nodes, answer, |walk| walk.judge_move(0, &judged(0), &after));
        assert_eq!(moved.again.is_some(), !requests.is_empty());
        requests.iter().map(|request| (request.moves.len(), request.limit)).collect::<Vec<_>>()
    };
    let again = [0, 1].map(|plies| (plies, chuhe::review::SearchLimit::Nodes(70)));
    assert_eq!(asked(&[10]), []);
    assert_eq!(asked(&[10, -5]), []);
    assert_eq!(asked(&[200]), again);
    assert_eq!(asked(&[10, -200]), again);
    assert_eq!(asked(&[10, 200]), [], "the reply was bad");
}
