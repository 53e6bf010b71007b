//! Tests of the network: all implementations compute the same numbers, both sides are evaluated alike, and a session
//! uses a new network from its next search on.

use crate::common::network::{self, numbers};
use chuhe::engine::eval::nnue::file::{FILE_LEN, Parameters};
use chuhe::engine::eval::nnue::{Change, Evaluator, INPUTS, Network, Path, bucket, feature};
use chuhe::engine::limits::Limits;
use chuhe::engine::line::Line;
use chuhe::engine::session::{Options, Session};
use chuhe::lab::bench::POSITIONS;
use chuhe::rules::attacks;
use chuhe::rules::bitboard::Bitboard;
use chuhe::rules::board::Board;
use chuhe::rules::fen::{Position, Setup};
use chuhe::rules::game::Game;
use chuhe::rules::types::{Color, Piece, Role, Square};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

fn networks() -> impl Iterator<Item = Arc<Network>> {
    let made = [network::random(1), network::random(2), network::material()];
    made.into_iter().map(|parameters| Arc::new(Network::new(&parameters))).chain(Network::embedded())
}

fn game(fen: &str) -> Game {
    Game::new(fen.parse::<Position>().expect("a valid FEN"))
}

/// Returns the board with colours and ranks swapped.
fn swapped(board: &Board) -> Board {
    let mut squares = [None; 90];
    for (square, piece) in board.pieces() {
        squares[square.flip_ranks().index()] = Some(Piece::new(!piece.color(), piece.role()));
    }
    Board::from_pieces(&squares, !board.turn()).expect("both generals are there")
}

/// Walks at random: moves, null moves and steps back, up to 60 plies from the root.
fn walk(line: &mut Line, seed: u64, steps: usize, mut look: impl FnMut(&Line)) {
    let mut next = numbers(seed);
    for _ in 0..steps {
        let moves = line.board().legal_moves();
        match next() % 10 {
            0..3 if line.ply() > 0 => line.unmake(),
            3 if line.ply() < 60 && !line.in_check() => line.make_null(),
            _ if line.ply() < 60 && !moves.is_empty() => line.make(moves[next() as usize % moves.len()]),
            _ => (0..line.ply()).for_each(|_| line.unmake()),
        }
        // Some positions are not evaluated, so that several plies wait for their computation.
        if next() % 3 > 0 {
            look(line);
        }
    }
}

/// Returns every piece on every point.
fn places() -> impl Iterator<Item = (Piece, Square)> {
    Piece::ALL.into_iter().flat_map(|piece| Square::all().map(move |square| (piece, square)))
}

/// Returns the points that a piece can reach from its starting points on an empty board.
fn reach(piece: Piece) -> Bitboard {
    let steps = |square| match piece.role() {
        Role::General => attacks::general(square),
        Role::Advisor => attacks::advisor(square),
        Role::Elephant => attacks::elephant(square, Bitboard::EMPTY),
        Role::Horse => attacks::horse(square, Bitboard::EMPTY),
        Role::Rook | Role::Cannon => attacks::rook(square, Bitboard::EMPTY),
        Role::Soldier => attacks::soldier(piece.color(), square),
    };
    let mut reached = Game::default().board().of(piece.color(), piece.role());
    loop {
        let further = reached.into_iter().fold(reached, |sum, square| sum | steps(square));
        if further == reached {
            return reached;
        }
        reached = further;
    }
}

/// Returns a board with the generals on their starting points and one further piece.
fn with(piece: Piece, square: Square) -> Board {
    let mut squares = [None; 90];
    squares[4] = Some(Piece::new(Color::Red, Role::General));
    squares[85] = Some(Piece::new(Color::Black, Role::General));
    squares[square.index()] = Some(piece);
    Board::from_pieces(&squares, Color::Red).expect("both generals are there")
}

#[test]
fn there_is_a_feature_for_each_point_that_a_piece_can_get_to() {
    for (piece, square) in places() {
        let mut setup = Setup { squares: [None; 90], turn: Color::Red, no_capture: 0, fullmove: 1 };
        setup.squares[square.index()] = Some(piece);
        let can_stand = !setup.validate_for_play().iter().any(|reason| reason.code() == "misplaced");
        assert_eq!(reach(piece).has(square), can_stand, "{piece:?} {square}");
        for perspective in Color::ALL {
            assert_eq!(feature(perspective, piece, square).is_some(), can_stand, "{piece:?} {square}");
        }
    }
}

#[test]
fn both_sides_number_their_features_alike() {
    for (piece, square) in places() {
        let other = Piece::new(!piece.color(), piece.role());
        let seen = feature(Color::Red, other, square.flip_ranks());
        assert_eq!(feature(Color::Black, piece, square), seen, "{piece:?} {square}");
    }
}

#[test]
fn a_piece_where_it_can_never_stand_counts_on_the_nearest_point_where_it_can() {
    let network = Network::new(&network::random(6));
    let is_judged_as = |piece: char, from: &str, to: &str| {
        let piece = Piece::from_letter(piece).expect("a piece");
        let value = |name: &str| network.evaluate(&with(piece, name.parse().expect("a point")));
        assert_eq!(value(from), value(to), "{piece:?} {from} {to}");
    };
    for (piece, from, to) in [
        ('P', "b3", "c3"), // a3 is as near, c3 nearer to the middle
        ('P', "h4", "g4"),
        ('P', "a0", "a3"),
        ('p', "f9", "e6"),
        ('A', "d1", "e1"),
        ('a', "a9", "d9"),
        ('B', "e3", "e2"),
        ('b', "i0", "g5"),
    ] {
        is_judged_as(piece, from, to);
    }
    // The generals occupy two points.
    for (piece, square) in places().filter(|(_, square)| ![4, 85].contains(&square.index())) {
        if piece.role() != Role::General && feature(Color::Red, piece, square).is_none() {
            let value = network.evaluate(&with(piece, square));
            let steps = |at: &Square| at.file().abs_diff(square.file()) + at.rank().abs_diff(square.rank());
            let least = reach(piece).into_iter().map(|at| steps(&at)).min();
            let mut nearest = reach(piece).into_iter().filter(|at| Some(steps(at)) == least);
            assert!(nearest.any(|at| network.evaluate(&with(piece, at)) == value), "{piece:?} {square}");
        }
    }
}

#[test]
fn sums_are_kept_in_step_from_a_position_that_no_game_reaches() {
    for network in networks() {
        let mut squares = [None; 90];
        for (square, piece) in Game::default().board().pieces() {
            squares[square.index()] = Some(piece);
        }
        squares[10] = Piece::from_letter('P');
        squares[79] = Piece::from_letter('p');
        squares[44] = Piece::from_letter('B');
        let board = Board::from_pieces(&squares, Color::Red).expect("both generals are there");
        let mut line = Line::new(&Game::new(Position { board, no_capture: 0, fullmove: 1 }));
        let mut evaluator = Evaluator::new(network.clone(), line.board());
        walk(&mut line, 9, 400, |line| {
            assert_eq!(evaluator.evaluate(line.board(), line), network.evaluate(line.board()));
        });
    }
}

#[test]
fn features_are_numbered_without_gaps() {
    for perspective in Color::ALL {
        let all: Vec<usize> =
            places().filter_map(|(piece, square)| feature(perspective, piece, square)).collect();
        let distinct: HashSet<usize> = all.iter().copied().collect();
        assert_eq!((all.len(), distinct.len(), distinct.iter().max()), (INPUTS, INPUTS, Some(&(INPUTS - 1))));
    }
    assert_eq!([2, 4, 5, 16, 17, 28, 29, 32].map(bucket), [0, 0, 1, 3, 4, 6, 7, 7]);
}

#[test]
fn sums_kept_in_step_equal_those_computed_anew() {
    for (number, network) in networks().enumerate() {
        let scalar = Network::clone(&network).scalar();
        for (index, fen) in POSITIONS.iter().enumerate() {
            let mut line = Line::new(&game(fen));
            let mut evaluator = Evaluator::new(network.clone(), line.board());
            walk(&mut line, (number * 100 + index) as u64, 400, |line| {
                let value = evaluator.evaluate(line.board(), line);
                assert_eq!(value, network.evaluate(line.board()), "{:?}", line.board());
                assert_eq!(value, scalar.evaluate(line.board()), "{:?}", line.board());
            });
        }
    }
}

/// `wasm_node.rs` compares the kernel of the browser with the same record.
#[test]
fn random_networks_give_the_values_on_record() {
    let found: Vec<u64> = (0..8).map(network::values_in_random_games).collect();
    assert_eq!(found, network::RECORD, "change the record if the format or the generator was changed");
}

#[test]
fn an_evaluator_can_change_its_root() {
    for network in networks() {
        let mut evaluator = Evaluator::new(network.clone(), Game::default().board());
        let mut kept = Evaluator::new(Arc::new(Network::clone(&network).scalar()), Game::default().board());
        for (index, fen) in POSITIONS.iter().enumerate() {
            let mut line = Line::new(&game(fen));
            evaluator.start(line.board());
            walk(&mut line, index as u64, 50, |line| {
                let value = evaluator.evaluate(line.board(), line);
                assert_eq!(value, network.evaluate(line.board()));
                // Also without a notice of the new root.
                assert_eq!(kept.evaluate(line.board(), line), value);
            });
        }
    }
}

#[test]
fn a_path_deeper_than_any_search_is_evaluated() {
    struct Deep(Board);
    impl Path for Deep {
        fn ply(&self) -> usize {
            1000
        }
        fn key(&self, _: usize) -> u64 {
            self.0.key()
        }
        fn change(&self, _: usize) -> Option<Change> {
            None
        }
    }
    let network = Arc::new(Network::new(&network::random(3)));
    let board = Game::default().board().clone();
    let mut evaluator = Evaluator::new(network.clone(), &board);
    assert_eq!(evaluator.evaluate(&board, &Deep(board.clone())), network.evaluate(&board));
}

#[test]
fn both_sides_are_evaluated_alike() {
    for network in networks() {
        for (index, fen) in POSITIONS.iter().enumerate() {
            walk(&mut Line::new(&game(fen)), index as u64, 60, |line| {
                let other = swapped(line.board());
                assert_eq!(network.evaluate(line.board()), network.evaluate(&other), "{other:?}");
            });
        }
    }
}

#[test]
fn values_stay_far_below_won_scores() {
    let mut parameters = network::random(4);
    for head in parameters.heads.iter_mut() {
        head.output_bias = i32::MAX;
    }
    let network = Network::new(&parameters);
    assert_eq!(network.evaluate(Game::default().board()), 20_000);
    // Without attackers nobody is far ahead.
    let bare = game("3aka3/9/9/9/9/9/9/4B4/4A4/2BAK4 w");
    assert_eq!(network.evaluate(bare.board()), 20_000 / 16);
}

#[test]
fn the_embedded_network_is_valid() {
    let file = include_bytes!("../www/assets/chuhe.nnue");
    assert_eq!(file.len(), FILE_LEN);
    assert_eq!(Parameters::read(file).expect("it is whole").to_bytes(), file);
    assert!(Network::embedded().is_some());
}

fn nodes(limit: u64) -> Options {
    Options { limits: Limits { nodes: Some(limit), ..Limits::default() }, ..Options::default() }
}

#[test]
fn a_session_uses_a_new_network_from_its_next_search() {
    let one = Some(Arc::new(Network::new(&network::material())));
    let game = game(POSITIONS[5]);
    let mut session = Session::new(4);
    let found = |session: &mut Session| session.go(&game, nodes(20_000), &mut |_| {}).lines;
    let by_hand = found(&mut session);
    // A running search keeps the evaluation that it began with.
    session.new_game();
    session.begin(&game, nodes(20_000));
    session.step(Duration::ZERO, &mut |_| {});
    session.set_network(one.clone());
    session.run(&mut |_| {});
    assert_eq!(session.finish().lines, by_hand);
    let by_network = found(&mut session);
    assert_ne!(by_network, by_hand);
    let mut other = Session::new(4);
    other.set_network(one);
    assert_eq!(found(&mut other), by_network, "what was found by hand is forgotten");
    session.set_network(None);
    assert_eq!(found(&mut session), by_hand);
}

#[test]
fn a_search_with_a_network_can_be_cut_into_slices() {
    for network in networks() {
        let mut session = Session::new(4);
        session.set_network(Some(network));
        for fen in &POSITIONS[..8] {
            let game = game(fen);
            session.new_game();
            let whole = session.go(&game, nodes(15_000), &mut |_| {});
            session.new_game();
            session.begin(&game, nodes(15_000));
            while !session.step(Duration::ZERO, &mut |_| {}) {}
            let report = session.finish();
            assert_eq!((report.lines, report.info.leaves), (whole.lines, whole.info.leaves), "{fen}");
        }
    }
}
