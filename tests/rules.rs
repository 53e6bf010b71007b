//! Tests of verdicts on whole games, refused moves, and the search's agreement with the verdicts.

use chuhe::engine::limits::Limits;
use chuhe::engine::line::Line;
use chuhe::engine::score::{DRAW, Score, mated_in, ruled_in};
use chuhe::engine::session::{Options, Session};
use chuhe::rules::fen::Position;
use chuhe::rules::game::{self, ASIAN, Game, Obstacle, Outcome, Reason, Refusal, Ruleset, Verdict};
use chuhe::rules::types::{Color, Move};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngSeed};
use std::collections::BTreeSet;

fn game(fen: &str) -> Game {
    Game::new(fen.parse::<Position>().expect("a valid FEN"))
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        game.play(text.parse().expect("a move")).expect("a legal move");
    }
}

fn ending(verdict: Verdict) -> (Outcome, Option<Reason>, Option<Color>) {
    (verdict.outcome, verdict.reason, verdict.offender)
}

/// Red's rook checks from a8 and a9 while Black's general moves back and forth.
const CHECKS: &str = "3k5/R8/9/9/3r5/9/9/9/4A4/2BAK1B2 w";
const CYCLE: &str = "a8a9 d9d8 a9a8 d8d9";

/// Cycles in which both sides give check with every move. Fairy-Stockfish also declares them drawn.
const MUTUAL: [(&str, &str); 3] = [
    ("9/4rk3/4c4/9/4R4/2n6/5C3/4K4/9/9 w", "e5f5 e7f7 f5e5 f7e7"),
    ("3r1k3/4R4/9/9/3c5/2B6/3N5/9/3K5/5C3 w", "d3f2 d5f5 f2d3 f5d5"),
    ("9/9/4ck3/9/6R2/5nn2/4C4/4K4/9/5R3 w", "e3f3 f4e6 f3e3 e6f4"),
];

#[test]
fn the_third_occurrence_is_judged() {
    let mut checked = game(CHECKS);
    play(&mut checked, CYCLE);
    play(&mut checked, "a8a9 d9d8 a9a8");
    assert_eq!(checked.verdict().outcome, Outcome::Ongoing);
    play(&mut checked, "d8d9");
    let lost = (Outcome::Win(Color::Black), Some(Reason::PerpetualCheck), Some(Color::Red));
    assert_eq!(ending(checked.verdict()), lost);
    // One ply without check within the two cycles makes it a draw.
    let mut idle = game(CHECKS);
    play(&mut idle, CYCLE);
    play(&mut idle, "a8a7 d9d8 a7a8 d8d9");
    assert_eq!(ending(idle.verdict()), (Outcome::Draw, Some(Reason::Repetition), None));
}

#[test]
fn mutual_perpetual_check_is_a_draw() {
    for (fen, cycle) in MUTUAL {
        let mut game = game(fen);
        play(&mut game, cycle);
        assert_eq!(game.verdict().outcome, Outcome::Ongoing, "{fen}");
        play(&mut game, cycle);
        assert!(game.plies().iter().all(|ply| ply.gives_check), "{fen}");
        assert_eq!(ending(game.verdict()), (Outcome::Draw, Some(Reason::Repetition), None), "{fen}");
    }
}

#[test]
fn the_natural_limit_counts_ten_checks_of_a_side() {
    let mut game = game(CHECKS);
    for _ in 0..5 {
        play(&mut game, CYCLE);
    }
    assert_eq!(game.natural_count(), 20);
    play(&mut game, "a8a9");
    assert_eq!(game.natural_count(), 20, "the eleventh check");
    play(&mut game, "d9d8");
    assert_eq!((game.natural_count(), game.position().no_capture), (21, 22));
}

#[test]
fn the_natural_limit_is_exact_and_a_capture_begins_anew() {
    let fen = format!("3k5/9/9/9/2p6/9/9/9/4A4/R1BAK1B2 w - - {} 70", ASIAN.natural_limit - 2);
    let mut game = game(&fen);
    play(&mut game, "a0a1");
    assert_eq!(game.verdict().outcome, Outcome::Ongoing);
    play(&mut game, "d9d8");
    assert_eq!(ending(game.verdict()), (Outcome::Draw, Some(Reason::NaturalLimit), None));
    game.undo();
    play(&mut game, "c5c4");
    assert_eq!(game.verdict().reason, Some(Reason::NaturalLimit));
    game.undo();
    game.undo();
    play(&mut game, "a0a5 d9d8 a5c5");
    assert_eq!((game.natural_count(), game.verdict().outcome), (0, Outcome::Ongoing));
}

#[test]
fn mate_takes_precedence_over_the_limits() {
    // The last ply before the limit wins, by mate or by leaving no move.
    let fen = format!("3k5/R8/4R4/9/9/9/9/9/9/4K4 w - - {} 70", ASIAN.natural_limit - 1);
    let mut game = game(&fen);
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let report = Session::new(1).go(&game, Options { limits, ..Options::default() }, &mut |_| {});
    assert_eq!(report.lines[0].score, Score::Mate(1));
    play(&mut game, &report.best.expect("a move").to_string());
    assert_eq!(game.verdict().outcome, Outcome::Win(Color::Red));
    assert!(matches!(game.verdict().reason, Some(Reason::Checkmate | Reason::Stalemate)));
}

/// Positions in check with all replies that leave the general in place.
const ANSWERS: [(&str, &str); 7] = [
    // The line of a chariot is blocked.
    ("3nkn3/9/9/9/9/9/9/9/4R4/3K5 b", "d9e7 f9e7"),
    // A cannon gets a second mount or loses its own.
    ("3nkn3/4a4/9/9/9/4C4/9/9/9/3K5 b", "d9e7 f9e7 e8d7 e8f7"),
    // A horse is blocked at its leg.
    ("3aka3/r3n4/3N5/9/9/9/9/9/9/4K4 b", "a8d8"),
    // The horse is captured.
    ("3aka3/4n4/3N5/9/9/9/9/9/3r5/4K4 b", "d1d7"),
    // No reply is possible.
    ("3aka3/4n4/3N5/9/9/9/9/9/9/4K4 b", ""),
    // A reply to one of two checks may leave the other. In the second position, a mount steps onto the leg and
    // answers both.
    ("3aka3/4n4/3N5/9/9/4C4/9/9/3r5/5K3 b", ""),
    ("3aka3/4r4/3N5/9/9/4C4/9/9/9/5K3 b", "e8d8"),
];

#[test]
fn a_check_is_answered_in_every_way() {
    for (fen, answers) in ANSWERS {
        let board = game(fen).board().clone();
        let legal: BTreeSet<String> = board.legal_moves().iter().map(Move::to_string).collect();
        assert_eq!(legal, answers.split_whitespace().map(str::to_string).collect(), "{fen}");
        assert_eq!(board.has_legal_move(), !answers.is_empty(), "{fen}");
    }
}

#[test]
fn counters_stop_where_a_fen_can_still_be_read() {
    let mut game = game("3k5/9/9/9/9/9/9/9/9/R3K4 b - - 9999 9999");
    play(&mut game, "d9d8 a0a1");
    let position = game.position();
    assert_eq!((position.no_capture, position.fullmove), (9_999, 9_999));
    assert_eq!(position.to_string().parse(), Ok(position));
}

#[test]
fn without_attackers_nobody_wins() {
    let mut game = game("3k5/4P4/8b/9/9/9/9/9/9/4K4 w");
    play(&mut game, "e8d8 d9d8");
    assert_eq!(ending(game.verdict()), (Outcome::Draw, Some(Reason::NoAttackers), None));
}

#[test]
fn refused_moves_have_a_reason() {
    // The rook on e8 pins the one on e1; the cannon on h0 has no second piece to jump to.
    let board = game("3k5/4r4/9/9/9/9/9/9/4R4/R3K2C1 w").board().clone();
    let in_check = game("3k5/4r4/9/9/9/9/9/9/9/R3K4 w").board().clone();
    let facing = game("4k4/9/9/9/9/4N4/9/9/9/4K4 w").board().clone();
    for (board, mv, code) in [
        (&board, "b0b1", Some("noPiece")),
        (&board, "d9d8", Some("notYours")),
        (&board, "e0e1", Some("ownPiece")),
        (&board, "e1f2", Some("cannotReach")),
        (&board, "h0e0", Some("ownPiece")),
        (&board, "e0e8", Some("cannotReach")),
        (&board, "e1f1", Some("leavesCheck")),
        (&board, "e0d0", Some("generalsFace")),
        (&board, "e1e8", None),
        (&in_check, "a0a1", Some("stillInCheck")),
        (&in_check, "e0e1", Some("stillInCheck")),
        (&in_check, "e0d0", Some("generalsFace")),
        (&in_check, "e0f0", None),
        (&facing, "e4d6", Some("generalsFace")),
        (&facing, "e0e9", Some("cannotReach")),
    ] {
        let found = game::refusal(board, mv.parse().expect("a move"));
        assert_eq!(found.map(|refusal| refusal.code()), code, "{mv} on\n{board}");
    }
}

#[test]
fn the_obstacle_of_a_refused_move_is_named() {
    let blocked = |square: &str| Obstacle::Blocked(square.parse().expect("a point"));
    for (fen, mv, obstacle) in [
        // A rook and a cannon stop at the first piece on their line, in every direction.
        ("5k3/9/9/9/4n4/9/4n4/9/9/3KR4 w", "e0e6", blocked("e3")),
        ("5k3/9/9/4R4/9/4n4/4n4/9/9/3K5 w", "e6e1", blocked("e4")),
        ("3k5/9/9/9/9/9/9/R2nn3r/9/5K3 w", "a2i2", blocked("d2")),
        ("3k5/9/9/9/9/9/9/9/R8/5K3 w", "a1b2", Obstacle::NotItsMove),
        ("5k3/9/9/9/4n4/9/4n4/9/9/3KC4 w", "e0e4", blocked("e3")),
        ("5k3/9/9/9/9/9/4n4/9/9/3KC4 w", "e0e3", Obstacle::Screens(0)),
        ("5k3/4n4/9/9/4p4/9/4n4/9/9/3KC4 w", "e0e8", Obstacle::Screens(2)),
        ("5k3/9/9/9/9/9/9/9/9/3KC4 w", "e0f1", Obstacle::NotItsMove),
        // A horse is blocked at its leg, an elephant at its eye, for either side.
        ("5k3/9/9/9/9/9/9/9/1p7/1N1K5 w", "b0c2", blocked("b1")),
        ("5k3/9/9/9/9/9/9/9/9/1NpK5 w", "b0d1", blocked("c0")),
        ("5k3/9/9/9/9/9/9/9/9/1N1K5 w", "b0b2", Obstacle::NotItsMove),
        ("4k1b2/5P3/9/9/9/9/9/9/9/3K5 b", "g9e7", blocked("f8")),
        ("5k3/9/9/9/9/2B6/9/9/9/3K5 w", "c4e6", Obstacle::River),
        ("5k3/9/9/9/2b6/9/9/9/9/3K5 b", "c5a3", Obstacle::River),
        ("5k3/9/9/9/9/2B6/9/9/9/3K5 w", "c4c3", Obstacle::NotItsMove),
        // Pieces of the palace, and soldiers.
        ("5k3/9/9/9/9/9/9/9/9/3K1A3 w", "f0g1", Obstacle::Palace),
        ("5k3/9/9/9/9/9/9/9/9/3K1A3 w", "f0f1", Obstacle::NotItsMove),
        ("5k3/9/9/9/9/9/9/9/9/3K5 w", "d0c0", Obstacle::Palace),
        ("5k3/9/9/9/9/9/9/9/9/3K5 w", "d0e1", Obstacle::NotItsMove),
        ("4k4/9/9/9/9/4N4/9/9/9/4K4 w", "e0e9", Obstacle::Palace),
        ("3k5/9/9/9/9/2P6/9/9/9/4K4 w", "c4d4", Obstacle::NotAcross),
        ("3k5/9/9/9/9/2P6/9/9/9/4K4 w", "c4c3", Obstacle::Back),
        ("3k5/9/9/9/9/2p6/9/9/9/4K4 b", "c4c5", Obstacle::Back),
        ("3k5/9/9/9/2p6/9/9/9/9/4K4 b", "c5b5", Obstacle::NotAcross),
        ("3k5/9/9/9/9/2P6/9/9/9/4K4 w", "c4c6", Obstacle::NotItsMove),
    ] {
        let found = game::refusal(game(fen).board(), mv.parse().expect("a move"));
        assert_eq!(found, Some(Refusal::CannotReach(obstacle)), "{mv} in {fen}");
    }
}

/// Positions with many checks and few pieces that prevent repetition.
const STARTS: [&str; 8] = [
    CHECKS,
    MUTUAL[0].0,
    MUTUAL[1].0,
    MUTUAL[2].0,
    "3k5/9/9/9/9/9/9/5r3/2r6/4K2R1 w",
    "2b1k4/4a4/4b4/9/9/9/9/4C1N2/4A4/3AK2c1 w",
    "3k4n/9/9/9/9/9/9/9/9/4K2R1 w",
    "4k4/9/9/c1c6/9/r8/9/9/C8/3K5 w",
];

/// Returns a game whose sides often move back and often give check.
fn wavering(start: &str, no_capture: u32, choices: &[(Index, u8)]) -> Game {
    let mut game = Game::new(Position { no_capture, ..game(start).start().clone() });
    for (index, mood) in choices {
        let moves = game.board().legal_moves();
        if moves.is_empty() {
            break;
        }
        let back = |plies: usize| game.plies().len().checked_sub(plies).map(|index| game.plies()[index].mv);
        let again = back(4).filter(|_| *mood > 25);
        let home = back(2).filter(|_| *mood > 12).and_then(|mv| Move::try_new(mv.to(), mv.from()));
        let wanted = again.into_iter().chain(home).find(|mv| moves.contains(mv));
        game.play(wanted.unwrap_or_else(|| *index.get(&moves))).expect("a legal move");
    }
    game
}

proptest! {
    #![proptest_config(Config { failure_persistence: None, rng_seed: RngSeed::Fixed(90), ..Config::default() })]

    #[test]
    fn the_search_judges_as_the_game_does(
        start in prop::sample::select(&STARTS[..]),
        ruleset in prop::sample::select(&Ruleset::ALL[..]),
        no_capture in 60..=ASIAN.natural_limit,
        choices in prop::collection::vec((any::<Index>(), 0..100u8), 0..60),
    ) {
        let mut game = wavering(start, no_capture, &choices).under(ruleset);
        loop {
            let verdict = game.verdict();
            let value = match (verdict.outcome, verdict.reason) {
                (Outcome::Draw, _) => Some(DRAW),
                (Outcome::Win(color), _) if verdict.offender.is_some() => {
                    Some(if color == game.board().turn() { ruled_in(2) } else { -ruled_in(2) })
                }
                _ => None,
            };
            let found = Line::new(&game).ended(2);
            let is_mate = matches!(verdict.reason, Some(Reason::Checkmate | Reason::Stalemate));
            prop_assert!(found == value || is_mate && found == Some(mated_in(2)), "{:?} {:?}", verdict, found);
            if game.undo().is_none() {
                break;
            }
        }
    }
}
