//! Properties of boards and moves that hold in every position.
//!
//! Positions come from random walks that begin with the perft suite, or from random placement of pieces on points
//! where they may stand. The seed is fixed, so each run has the same cases. `PROPTEST_CASES` sets their number (256
//! by default), `PROPTEST_RNG_SEED` another seed.

use crate::common::{Case, Mirror, suite};
use chuhe::rules::attacks;
use chuhe::rules::bitboard::Bitboard;
use chuhe::rules::board::{Board, Observer};
use chuhe::rules::fen::{self, FenReason, Position, Setup};
use chuhe::rules::game::{self, Game};
use chuhe::rules::movegen::{MoveKind, MoveList};
use chuhe::rules::types::{Color, Move, POINTS, Piece, Role, Square};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngSeed};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The positions of the perft suite, from which walks begin.
static STARTS: LazyLock<Vec<Board>> = LazyLock::new(|| {
    let board = |case: Case| {
        let count = case.board.legal_moves().len() as u64;
        assert_eq!(count, case.counts[0], "tests/data/perft.txt:{}: {}", case.line, case.fen);
        case.board
    };
    suite().into_iter().map(board).collect()
});

fn config() -> Config {
    let defaults = Config::default();
    let rng_seed = if defaults.rng_seed == RngSeed::Random { RngSeed::Fixed(90) } else { defaults.rng_seed };
    Config { failure_persistence: None, rng_seed, ..defaults }
}

/// Generates a start and the choice of a move for each ply.
fn walk() -> impl Strategy<Value = (Board, Vec<Index>)> {
    let start = any::<Index>().prop_map(|index| index.get(&STARTS).clone());
    (start, prop::collection::vec(any::<Index>(), 0..80))
}

/// Returns the boards of a walk, each with its next move. A walk ends where there is no legal move.
fn steps((start, choices): (Board, Vec<Index>)) -> Vec<(Board, Move)> {
    let mut board = start;
    let mut found = Vec::new();
    for choice in choices {
        let moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = *choice.get(&moves);
        found.push((board.clone(), mv));
        board.make(mv);
    }
    found
}

/// Generates the board at the end of a walk.
fn walked() -> impl Strategy<Value = Board> {
    walk().prop_map(|walk| {
        let start = walk.0.clone();
        steps(walk).pop().map_or(start, |(mut board, mv)| {
            board.make(mv);
            board
        })
    })
}

/// Generates a valid position of generals and random pieces on random points.
fn scattered() -> impl Strategy<Value = Board> {
    let piece = (prop::sample::select(&Role::ALL[1..]), any::<bool>(), 0..POINTS);
    let drops = prop::collection::vec(piece, 0..40);
    (0..9u8, 0..9u8, any::<bool>(), drops).prop_filter_map("unsound", |(red, black, side, drops)| {
        let mut squares = [None; POINTS];
        for (role, is_red, point) in drops {
            squares[point] = Some(Piece::new(if is_red { Color::Red } else { Color::Black }, role));
        }
        for (color, place) in [(Color::Red, red), (Color::Black, black)] {
            let home = Square::at(3 + (place % 3) as i8, (place / 3) as i8)?;
            let square = if color == Color::Red { home } else { home.flip_ranks() };
            squares[square.index()] = Some(Piece::new(color, Role::General));
        }
        sound_board(squares, if side { Color::Red } else { Color::Black })
    })
}

/// Returns the board without its misplaced and surplus pieces if the rest is valid.
fn sound_board(squares: [Option<Piece>; POINTS], turn: Color) -> Option<Board> {
    let mut setup = Setup { squares, turn, no_capture: 0, fullmove: 1 };
    loop {
        let mut reasons = setup.validate_for_play();
        reasons.retain(|reason| !matches!(reason.code(), "doubled" | "crowded"));
        reasons.sort_by_key(|reason| !matches!(reason.code(), "misplaced" | "tooMany"));
        let Some(reason) = reasons.first() else { return Board::from_pieces(&setup.squares, turn) };
        let wrong = match reason {
            FenReason::Misplaced { square, .. } => Some(square.index()),
            FenReason::TooMany { color, role, .. } => {
                setup.squares.iter().position(|place| *place == Some(Piece::new(*color, *role)))
            }
            _ => None,
        };
        setup.squares[wrong?] = None;
    }
}

fn any_board() -> impl Strategy<Value = Board> {
    prop_oneof![walked(), scattered()]
}

fn all_moves() -> impl Iterator<Item = Move> {
    Square::all().flat_map(|from| Square::all().filter_map(move |to| Move::try_new(from, to)))
}

fn pseudo_moves(board: &Board, kind: MoveKind) -> MoveList {
    let mut list = MoveList::new();
    board.pseudo_moves(kind, &mut list);
    list
}

/// Returns the moves as a set. Fails if a move is listed twice.
fn set(moves: &[Move]) -> BTreeSet<u16> {
    let set: BTreeSet<u16> = moves.iter().map(|mv| mv.bits()).collect();
    assert_eq!(set.len(), moves.len(), "a move is listed twice: {moves:?}");
    set
}

fn after(board: &Board, mv: Move) -> Board {
    let mut board = board.clone();
    board.make(mv);
    board
}

/// Returns the same position, built piece by piece.
fn rebuilt(board: &Board) -> Board {
    let mut squares = [None; POINTS];
    for square in Square::all() {
        squares[square.index()] = board.piece_at(square);
    }
    Board::from_pieces(&squares, board.turn()).expect("both generals")
}

/// An observer that tracks the pieces by point.
struct Listener([Option<Piece>; POINTS]);

impl Observer for Listener {
    fn put(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0[square.index()].replace(piece), None, "{square} was taken");
    }
    fn remove(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0[square.index()].take(), Some(piece), "{square}");
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn unmake_restores_the_board(board in any_board()) {
        let mut changed = board.clone();
        for mv in pseudo_moves(&board, MoveKind::All) {
            if board.piece_at(mv.to()).is_some_and(|piece| piece.role() == Role::General) {
                continue;
            }
            let captured = changed.make(mv);
            prop_assert_eq!(captured, board.piece_at(mv.to()));
            prop_assert_ne!(&changed, &board);
            changed.unmake(mv, captured);
            prop_assert_eq!(&changed, &board, "{}", mv);
        }
        changed.pass();
        prop_assert_eq!(changed.turn(), !board.turn());
        changed.pass();
        prop_assert_eq!(changed, board);
    }

    #[test]
    fn a_whole_walk_can_be_taken_back(walk in walk()) {
        let steps = steps(walk);
        if let Some((mut board, last)) = steps.last().cloned() {
            board.make(last);
            for (before, mv) in steps.into_iter().rev() {
                board.unmake(mv, before.piece_at(mv.to()));
                prop_assert_eq!(&board, &before);
            }
        }
    }

    #[test]
    fn all_views_and_the_key_stay_in_step(walk in walk()) {
        for (board, mv) in steps(walk) {
            let after = after(&board, mv);
            prop_assert_eq!(&after, &rebuilt(&after));
            prop_assert_eq!(after.key(), after.recomputed_key());
            prop_assert_eq!(after.key(), board.key_after(mv));
            prop_assert_ne!(after.key(), board.key());
        }
    }

    #[test]
    fn an_observer_is_notified_of_every_change(walk in walk()) {
        for (board, mv) in steps(walk) {
            let mut listener = Listener([None; POINTS]);
            board.pieces().for_each(|(square, piece)| listener.put(piece, square));
            let mut after = board;
            after.make_observed(mv, &mut listener);
            let found: Vec<_> = Square::all().map(|square| after.piece_at(square)).collect();
            prop_assert_eq!(&listener.0[..], &found[..]);
        }
    }

    #[test]
    fn listed_moves_are_the_legal_ones(board in any_board()) {
        let listed = set(&board.legal_moves());
        let legal: Vec<Move> = all_moves().filter(|mv| board.is_legal(*mv)).collect();
        prop_assert_eq!(&listed, &set(&legal));
        prop_assert_eq!(board.has_legal_move(), !listed.is_empty());
        for mv in all_moves() {
            prop_assert_eq!(game::refusal(&board, mv).is_none(), listed.contains(&mv.bits()), "{}", mv);
        }
        let pseudo: Vec<Move> = all_moves().filter(|mv| board.is_pseudo_legal(*mv)).collect();
        prop_assert_eq!(set(&pseudo_moves(&board, MoveKind::All)), set(&pseudo));
    }

    #[test]
    fn a_move_is_legal_when_the_general_cannot_be_taken_next(walk in walk(), dropped in scattered()) {
        let walked = steps(walk).into_iter().map(|(board, _)| board);
        for board in walked.chain([dropped]) {
            let is_sound = |mv: &Move| !takes_general(&after(&board, *mv));
            let sound: Vec<Move> = pseudo_moves(&board, MoveKind::All).into_iter().filter(is_sound).collect();
            prop_assert_eq!(set(&board.legal_moves()), set(&sound));
        }
    }

    #[test]
    fn captures_and_quiets_divide_the_moves(board in any_board()) {
        let is_capture = |mv: &Move| board.piece_at(mv.to()).is_some();
        let (captures, quiets): (Vec<Move>, Vec<Move>) = board.legal_moves().into_iter().partition(is_capture);
        prop_assert_eq!(set(&board.legal_captures()), set(&captures));
        let safety = board.safety();
        let safe_quiets: Vec<Move> =
            pseudo_moves(&board, MoveKind::Quiets).into_iter().filter(|mv| board.is_safe(*mv, &safety)).collect();
        prop_assert_eq!(set(&safe_quiets), set(&quiets));
    }

    #[test]
    fn mirrored_boards_have_mirrored_moves(board in any_board()) {
        for mirror in Mirror::ALL {
            let turned = mirror.board(&board);
            let map = |mv: &Move| Move::new(mirror.square(mv.from()), mirror.square(mv.to()));
            let expected: Vec<Move> = board.legal_moves().iter().map(map).collect();
            prop_assert_eq!(set(&turned.legal_moves()), set(&expected), "{:?}", mirror);
            let checkers: Bitboard = board.checkers().into_iter().map(|square| mirror.square(square)).collect();
            prop_assert_eq!(turned.checkers(), checkers, "{:?}", mirror);
            prop_assert_eq!(&mirror.board(&turned), &board);
        }
    }

    #[test]
    fn in_check_is_when_an_enemy_move_takes_the_general(board in any_board()) {
        let mut passed = board.clone();
        passed.pass();
        prop_assert_eq!(board.in_check(), takes_general(&passed));
        prop_assert_eq!(board.checkers(), takers(&passed));
        prop_assert_eq!(board.attacks_general(!board.turn()), board.in_check());
        prop_assert!(!board.attacks_general(board.turn()));
        let checked = board.in_check().then(|| board.general(board.turn()));
        prop_assert_eq!(game::checked_general(&board), checked);
    }

    #[test]
    fn a_move_gives_check_when_the_other_side_is_in_check_after_it(board in any_board()) {
        let checks = board.checks();
        for mv in board.legal_moves() {
            let expected = after(&board, mv).in_check();
            prop_assert_eq!(board.gives_check(mv), expected, "{}", mv);
            prop_assert_eq!(board.is_check(mv, &checks), expected, "{}", mv);
        }
    }

    #[test]
    fn a_side_mates_next_when_a_move_leaves_the_other_in_check_and_without_moves(board in any_board()) {
        for mv in board.legal_moves() {
            let next = after(&board, mv);
            prop_assert_eq!(next.has_legal_move(), !next.legal_moves().is_empty(), "after {}", mv);
        }
        let is_mate = |after: Board| after.in_check() && after.legal_moves().is_empty();
        let expected = board.legal_moves().into_iter().any(|mv| is_mate(after(&board, mv)));
        let mut asked = board.clone();
        prop_assert_eq!(asked.mates_next(), expected);
        prop_assert_eq!(asked, board);
    }

    #[test]
    fn attackers_are_the_pieces_that_reach_the_point(board in any_board()) {
        for (target, prey) in board.pieces() {
            let by = !prey.color();
            let far = |role| matches!(role, Role::General | Role::Advisor | Role::Elephant);
            let reaches = |(square, piece): &(Square, Piece)| {
                piece.color() == by && !far(piece.role()) && board.reach(*piece, *square).has(target)
            };
            let expected: Bitboard = board.pieces().filter(reaches).map(|(square, _)| square).collect();
            let found = board.attackers(target, board.occupied(), by, !board.of_role(Role::General));
            prop_assert_eq!(found, expected, "{}", target);
        }
    }

    #[test]
    fn fen_round_trip(board in any_board(), no_capture in 0..=9999u32, fullmove in 0..=9999u32) {
        let position = Position { board, no_capture, fullmove };
        let text = position.to_string();
        let read: Position = text.parse()?;
        prop_assert_eq!(read.board.key(), position.board.key());
        prop_assert_eq!(&read, &position);
        prop_assert_eq!(read.to_string(), text);
    }

    #[test]
    fn a_game_plays_and_takes_back(walk in walk()) {
        let start = Position { board: walk.0.clone(), no_capture: 3, fullmove: 7 };
        let mut game = Game::new(start.clone());
        let mut history = Vec::new();
        for (board, mv) in steps(walk) {
            prop_assert_eq!(game.board(), &board);
            history.push((game.position(), game.verdict(), mv));
            game.play(mv)?;
        }
        for (position, verdict, mv) in history.into_iter().rev() {
            prop_assert_eq!(game.undo(), Some(mv));
            prop_assert_eq!(game.position(), position);
            prop_assert_eq!(game.verdict(), verdict);
        }
        prop_assert_eq!(game.undo(), None);
        prop_assert_eq!(game.position(), start);
    }

    #[test]
    fn sets_contain_exactly_their_inserted_points(points in prop::collection::btree_set(0..POINTS, 0..POINTS)) {
        let squares: Vec<Square> = points.iter().map(|index| Square::from_index(*index)).collect();
        let set: Bitboard = squares.iter().copied().collect();
        prop_assert_eq!(set.into_iter().collect::<Vec<_>>(), squares.clone());
        prop_assert_eq!(set.count() as usize, squares.len());
        prop_assert_eq!((set.is_empty(), set.many()), (squares.is_empty(), squares.len() > 1));
        prop_assert_eq!(set.first(), squares.first().copied());
        for square in Square::all() {
            let is_in = squares.contains(&square);
            prop_assert_eq!(set.has(square), is_in);
            prop_assert_eq!((!set).has(square), !is_in);
            prop_assert_eq!(set.rank_bits(square.rank()) >> square.file() & 1 == 1, is_in);
            prop_assert_eq!(set.file_bits(square.file()) >> square.rank() & 1 == 1, is_in);
        }
        for rank in 0..10 {
            let bits = Bitboard::from_rank_bits(rank, set.rank_bits(rank) as u64);
            prop_assert!(bits.into_iter().all(|square| square.rank() == rank && set.has(square)));
        }
        for file in 0..9 {
            let bits = Bitboard::from_file_bits(file, set.file_bits(file));
            prop_assert!(bits.into_iter().all(|square| square.file() == file && set.has(square)));
        }
    }
}

/// Returns the pieces of the side to move that could take the other general, including a facing general.
fn takers(board: &Board) -> Bitboard {
    let (own, enemy) = (board.general(board.turn()), board.general(!board.turn()));
    let moves = pseudo_moves(board, MoveKind::Captures);
    let mut takers: Bitboard = moves.iter().filter(|mv| mv.to() == enemy).map(|mv| mv.from()).collect();
    let between = |square: &Square| {
        let (low, high) = if own < enemy { (own, enemy) } else { (enemy, own) };
        square.file() == own.file() && low < *square && *square < high && board.piece_at(*square).is_some()
    };
    if own.file() == enemy.file() && !Square::all().any(|square| between(&square)) {
        takers = takers.with(own);
    }
    takers
}

fn takes_general(board: &Board) -> bool {
    !takers(board).is_empty()
}

#[test]
fn moves_survive_text_and_bits() {
    for mv in all_moves() {
        assert_eq!(mv.to_string().parse(), Ok(mv));
        assert_eq!(Move::from_bits(mv.bits()), Some(mv));
    }
    for bits in 0..=u16::MAX {
        assert!(Move::from_bits(bits).is_none_or(|mv| mv.bits() == bits && mv.from() != mv.to()));
    }
}

#[test]
fn keys_tell_pieces_points_and_sides_apart() {
    let bare: Position = "3k5/9/9/9/9/9/9/9/9/4K4 w".parse().expect("a position");
    let mut keys = BTreeSet::new();
    let mut count = 0;
    for color in Color::ALL {
        for role in &Role::ALL[1..] {
            for square in Square::all().filter(|square| bare.board.piece_at(*square).is_none()) {
                let mut squares = [None; POINTS];
                bare.board.pieces().for_each(|(square, piece)| squares[square.index()] = Some(piece));
                squares[square.index()] = Some(Piece::new(color, *role));
                for turn in Color::ALL {
                    keys.insert(Board::from_pieces(&squares, turn).expect("both generals").key());
                    count += 1;
                }
            }
        }
    }
    assert_eq!(keys.len(), count);
}

#[test]
fn points_between_two_points() {
    for a in Square::all() {
        for b in Square::all() {
            let is_inside = |x: u8, low: u8, high: u8| low.min(high) < x && x < low.max(high);
            let expected: Bitboard = Square::all()
                .filter(|s| {
                    (a.file() == b.file() && s.file() == a.file() && is_inside(s.rank(), a.rank(), b.rank()))
                        || (a.rank() == b.rank()
                            && s.rank() == a.rank()
                            && is_inside(s.file(), a.file(), b.file()))
                })
                .collect();
            assert_eq!(attacks::between(a, b), expected, "{a} {b}");
        }
    }
}

#[test]
fn the_start_position_is_its_own_mirror() {
    for mirror in [Mirror::None, Mirror::Files] {
        assert_eq!(mirror.board(&fen::start()), fen::start());
    }
}
