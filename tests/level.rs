//! Tests of the levels: their moves are legal, reproducible, and as strong as intended.

use chuhe::engine::eval::nnue::Network;
use chuhe::engine::level::{self, Level, Strength};
use chuhe::engine::limits::Limits;
use chuhe::engine::session::{Options, Session};
use chuhe::lab::bench::POSITIONS;
use chuhe::rules::fen::Position;
use chuhe::rules::game::{Game, Outcome};
use chuhe::rules::types::Move;
use std::collections::HashSet;

fn game(fen: &str) -> Game {
    Game::new(fen.parse::<Position>().expect("a valid FEN"))
}

fn session(megabytes: usize) -> Session {
    let mut session = Session::new(megabytes);
    session.set_network(Network::embedded());
    session
}

fn at(level: impl Into<f64>, seed: u64) -> Options {
    Options { level: Strength::of(level.into()), seed, ..Options::default() }
}

fn go(session: &mut Session, game: &Game, options: Options) -> (Option<Move>, u64) {
    let report = session.go(game, options, &mut |_| {});
    (report.best, report.info.nodes)
}

#[test]
fn a_level_plays_the_same_whatever_was_searched_before_and_however_large_the_table() {
    let (mut used, mut large) = (session(1), session(64));
    for number in [0.0, 1.0, 4.5, 8.0, 10.5, 12.0] {
        for (index, fen) in POSITIONS.iter().enumerate().step_by(4) {
            let game = game(fen);
            let seed = index as u64;
            let first = go(&mut session(4), &game, at(number, seed));
            // Searches at full strength, at another level and of the same position come before.
            let limits = Limits { nodes: Some(3_000), ..Limits::default() };
            go(&mut used, &game, Options { limits, ..Options::default() });
            go(&mut used, &game, at(number + 0.75, seed));
            go(&mut used, &game, at(number, seed));
            assert_eq!(go(&mut used, &game, at(number, seed)), first, "level {number}, {fen}");
            assert_eq!(go(&mut large, &game, at(number, seed)), first, "level {number}, {fen}");
        }
    }
}

#[test]
fn lower_levels_do_not_use_the_network() {
    let game = Game::default();
    // With the same number of nodes, the top levels may find the same move, so the scores are compared.
    let told = |mut session: Session, number, seed| session.go(&game, at(number, seed), &mut |_| {}).lines;
    let without = |number, seed| told(Session::new(4), number, seed);
    let with = |number, seed| told(session(4), number, seed);
    for number in level::MIN..level::MAX {
        let same = (0..4).all(|seed| without(number, seed) == with(number, seed));
        assert_eq!(same, !Level::numbered(number).is_some_and(|level| level.network), "level {number}");
    }
}

#[test]
fn the_seed_varies_the_play_of_levels_that_err() {
    let game = game("r1bakabr1/9/1cn4cn/p1p1p1p1p/9/9/P1P1P1P1P/1C4C1N/9/RNBAKAB1R w");
    let mut session = session(4);
    for number in [1, 3, 5, 6, 7, 9, 11] {
        let moves: HashSet<Move> =
            (0..30).filter_map(|seed| go(&mut session, &game, at(number, seed)).0).collect();
        assert!(moves.len() >= 2, "level {number}: {moves:?}");
    }
}

#[test]
fn a_move_is_played_however_many_are_overlooked() {
    let mut session = session(4);
    for fen in POSITIONS {
        let game = game(fen);
        for seed in 0..20 {
            let (best, _) = go(&mut session, &game, at((seed % 4) as u8, seed));
            assert!(best.is_some_and(|mv| game.board().is_legal(mv)), "{fen}");
        }
    }
}

#[test]
fn mates_in_one_are_played_from_the_seventh_level_on_and_missed_at_the_lowest() {
    let game = game("3k5/1R7/9/9/9/9/9/7r1/R8/4K4 w");
    let mate: Option<Move> = "a1a9".parse().ok();
    let mut session = session(4);
    let missed = (0..40).filter(|seed| go(&mut session, &game, at(1, *seed)).0 != mate).count();
    assert!(missed > 10, "{missed} of 40");
    for number in 7..level::MAX {
        assert!((0..20).all(|seed| go(&mut session, &game, at(number, seed)).0 == mate), "level {number}");
    }
}

#[test]
fn a_piece_that_has_just_captured_is_taken_back() {
    // The classic first exchange: the cannon takes the horse beside the rook.
    let mut game = Game::default();
    game.play("h2h9".parse().expect("a move")).expect("a legal move");
    let takes_back: Option<Move> = "i9h9".parse().ok();
    let mut session = session(4);
    let mut count = |number: f64| {
        (0..60).filter(|seed| go(&mut session, &game, at(number, *seed)).0 == takes_back).count()
    };
    let [lower_end, lowest, middle] = [0.0, 1.0, 5.0].map(&mut count);
    assert!(lower_end >= 36 && lowest >= 54 && middle >= 54, "{lower_end}, {lowest}, {middle} of 60");
}

/// Returns a move that depends only on the seed.
fn random_move(game: &Game, seed: u64) -> Move {
    let moves = game.board().legal_moves();
    let mixed = (game.board().key() ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
    moves[mixed as usize % moves.len()]
}

#[test]
fn level_1_mates_a_random_mover_within_80_moves() {
    let mut session = session(4);
    let won = |seed: &u64| {
        let mut game = Game::default();
        for ply in 0..160 {
            let is_level = ply % 2 == *seed as usize % 2;
            let mv = match is_level {
                true => go(&mut session, &game, at(1, *seed)).0.expect("a move"),
                false => random_move(&game, *seed),
            };
            game.play(mv).expect("a legal move");
            if game.verdict().is_over() {
                return is_level && matches!(game.verdict().outcome, Outcome::Win(_));
            }
        }
        false
    };
    let won = (0..20).filter(won).count();
    assert!(won >= 18, "{won} of 20");
}

#[test]
fn level_1_mates_a_random_mover_with_two_rooks_cannon_and_horse() {
    let start = game("2bakab2/9/9/9/9/9/9/4C1N2/4A4/R3KA2R w");
    let mut session = session(4);
    let mates = |seed: &u64| {
        let mut game = start.clone();
        for ply in 0..160 {
            let mv = match ply % 2 {
                0 => go(&mut session, &game, at(1, *seed)).0.expect("a move"),
                _ => random_move(&game, *seed),
            };
            game.play(mv).expect("a legal move");
            if game.verdict().is_over() {
                return ply % 2 == 0 && matches!(game.verdict().outcome, Outcome::Win(_));
            }
        }
        false
    };
    assert!((0..10).filter(mates).count() >= 9);
}

#[test]
fn the_lowest_level_overlooks_what_the_middle_ones_see() {
    // A distant rook attacks Red's rook; any quiet move elsewhere loses it.
    let game = game("3ak4/4a4/9/9/R7r/9/9/2N6/4A4/3AK4 w");
    let mut session = session(4);
    let mut saves = |number| {
        let kept = |seed: &u64| {
            let mut next = game.clone();
            let best = go(&mut session, &game, at(number, *seed)).0.expect("a move");
            next.play(best).expect("a legal move");
            !next.board().legal_captures().iter().any(|mv| mv.to() == "a5".parse().expect("a point"))
        };
        (0..60).filter(kept).count()
    };
    let (lowest, middle) = (saves(3), saves(12));
    assert!(lowest < 45 && middle > 55 && lowest + 15 < middle, "{lowest} and {middle} of 60");
}

#[test]
fn a_level_plays_only_the_remaining_root_moves() {
    let game = Game::default();
    let mut session = session(4);
    session.set_book(chuhe::engine::book::Book::embedded());
    for (number, seed) in (0..20).map(|seed| (1 + seed % u64::from(level::MAX), seed)) {
        let limits = Limits { depth: Some(2), ..Limits::default() };
        session.begin(&game, Options { limits, book: true, ..at(number as u8, seed) });
        session.keep_roots(|mv| mv.to_string() == "a0a1");
        session.run(&mut |_| {});
        let report = session.finish();
        assert_eq!(report.best.map(|mv| mv.to_string()).as_deref(), Some("a0a1"), "level {number}");
        assert!(!report.is_book);
    }
}
