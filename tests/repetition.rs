//! Tests of chases and of the verdicts on repetition.

use crate::common::Mirror;
use chuhe::rules::bitboard::Bitboard;
use chuhe::rules::board::Board;
use chuhe::rules::chase;
use chuhe::rules::fen::Position;
use chuhe::rules::game::{ASIAN, Declaration, Game, Outcome, PlyKind, Reason, Verdict};
use chuhe::rules::types::{Color, Move, Role};

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(fen.parse::<Position>().expect("a valid FEN"));
    for text in moves.split_whitespace() {
        game.play(mv(text)).unwrap_or_else(|error| panic!("{error} in {fen}"));
    }
    game
}

/// Red's rook chases the horse from h0 and i0.
const CHASE: &str = "3k4n/9/9/9/9/9/9/9/9/4K2R1 w";
const CHASE_CYCLE: &str = "h0i0 i9h7 i0h0 h7i9";

#[test]
fn a_chase_is_judged_at_the_third_occurrence_and_explained() {
    let mut chased = game(CHASE, &[CHASE_CYCLE; 2].join(" "));
    let verdict = chased.verdict();
    assert_eq!(verdict.outcome, Outcome::Win(Color::Black));
    assert_eq!((verdict.reason, verdict.offender), (Some(Reason::PerpetualChase), Some(Color::Red)));
    let told: Vec<String> = verdict
        .cycle
        .iter()
        .map(|ply| {
            let targets: Vec<String> =
                ply.targets.iter().map(|(at, piece)| format!("{}{at}", piece.letter())).collect();
            format!("{} {} {} {}", ply.ply, ply.color.name(), ply.kind.code(), targets.join(","))
        })
        .collect();
    let lap = ["red chase ni9", "black idle ", "red chase nh7", "black idle "];
    let expected: Vec<String> = (0..8).map(|ply| format!("{ply} {}", lap[ply % 4])).collect();
    assert_eq!(told, expected);
    chased.undo();
    assert_eq!(chased.verdict(), Game::new(chased.start().clone()).verdict(), "two occurrences are none");
}

#[test]
fn one_idle_ply_in_two_laps_makes_it_a_draw() {
    let verdict = game(CHASE, "h0i0 i9h7 i0h0 h7i9 h0i0 i9h7 i0g0 h7i9 g0h0 i9h7 h0i0 h7i9 i0h0").verdict();
    assert_eq!(verdict.outcome, Outcome::Ongoing);
    let verdict = game("3k4n/9/9/9/9/9/9/9/9/4K2R1 w", "h0h1 i9g8 h1h0 g8i9 h0h1 i9g8 h1h0 g8i9").verdict();
    assert_eq!((verdict.outcome, verdict.reason), (Outcome::Draw, Some(Reason::Repetition)));
}

#[test]
fn a_capture_begins_a_new_count() {
    let verdict = game("3k4n/9/9/9/9/9/9/9/7p1/4K2R1 w", "h0h1 d9d8 h1i1 i9h7 i1h1 h7i9 h1i1 i9h7 i1h1 h7i9");
    assert_eq!(verdict.verdict().outcome, Outcome::Win(Color::Black));
    let fen = "3k4n/9/9/9/9/9/9/9/7p1/4K2R1 w";
    let once_less = game(fen, "h0h1 d9d8 h1i1 i9h7 i1h1 h7i9 h1i1 i9h7");
    assert_eq!(once_less.verdict().outcome, Outcome::Ongoing);
}

/// Returns the threats of the side to move, directly from the definition. Neither side may be in check.
fn threats_by_definition(board: &Board) -> Bitboard {
    let us = board.turn();
    let is_threat = |capture: &Move| {
        let role = |square| board.piece_at(square).expect("a piece").role();
        let (hunter, victim) = (role(capture.from()), role(capture.to()));
        let is_hunter = !matches!(hunter, Role::General | Role::Soldier);
        let is_prey = victim != Role::Soldier || capture.to().across_river(!us);
        let mut passed = board.clone();
        passed.pass();
        let is_offer = hunter == victim && passed.is_legal(Move::new(capture.to(), capture.from()));
        let mut after = board.clone();
        after.make(*capture);
        let is_protected = after.legal_moves().iter().any(|back| back.to() == capture.to());
        let is_rook = victim == Role::Rook && matches!(hunter, Role::Horse | Role::Cannon);
        is_hunter && is_prey && !is_offer && (is_rook || !is_protected)
    };
    board.legal_captures().iter().filter(|capture| is_threat(capture)).map(|capture| capture.to()).collect()
}

/// The generator xorshift64*, which gives the same numbers on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }
}

#[test]
fn threats_are_what_the_definition_says() {
    let mut dice = Dice(7);
    let (mut compared, mut found) = (0, 0);
    for case in crate::common::suite() {
        let mut board = case.board.clone();
        for _ in 0..60 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            board.make(moves[dice.below(moves.len())]);
            if board.in_check() {
                continue;
            }
            let threats = chase::threats(&mut board, Bitboard::FULL);
            assert_eq!(threats, threats_by_definition(&board), "{board:?}");
            compared += 1;
            found += threats.count();
        }
    }
    assert!(compared > 5_000 && found > 5_000, "{compared} boards, {found} threats");
}

/// Returns a history of up to `plies` plies whose sides often move back.
fn wavering(start: &Board, plies: usize, dice: &mut Dice) -> Game {
    let mut game = Game::new(Position { board: start.clone(), no_capture: 0, fullmove: 1 });
    for _ in 0..plies {
        let moves = game.board().legal_moves();
        if moves.is_empty() {
            break;
        }
        let back = |plies: usize| game.plies().len().checked_sub(plies).map(|index| game.plies()[index].mv);
        let mood = dice.below(100);
        let again = back(4).filter(|_| mood > 12);
        let home = back(2).filter(|_| mood > 5).and_then(|mv| Move::try_new(mv.to(), mv.from()));
        let wanted = again.into_iter().chain(home).find(|mv| moves.contains(mv));
        game.play(wanted.unwrap_or_else(|| moves[dice.below(moves.len())])).expect("a legal move");
    }
    game
}

fn mirrored(verdict: &Verdict, mirror: Mirror) -> String {
    let outcome = match verdict.outcome {
        Outcome::Win(color) => Outcome::Win(mirror.color(color)),
        other => other,
    };
    let cycle = verdict.cycle.iter().map(|ply| {
        let mut targets: Vec<usize> =
            ply.targets.iter().map(|(square, _)| mirror.square(*square).index()).collect();
        targets.sort_unstable();
        format!("{} {:?} {targets:?}", ply.kind.code(), mirror.color(ply.color))
    });
    let offender = verdict.offender.map(|color| mirror.color(color));
    format!("{outcome:?} {:?} {offender:?} {:?}", verdict.reason, cycle.collect::<Vec<_>>())
}

#[test]
fn three_hundred_thousand_histories_are_judged_alike_in_the_mirror() {
    let starts: Vec<Board> = crate::common::suite()
        .into_iter()
        .map(|case| case.board)
        .filter(|board| board.occupied().count() <= 14)
        .collect();
    let mut dice = Dice(11);
    let mut counts = std::collections::BTreeMap::<&str, u32>::new();
    for round in 0..300_000 {
        let game = wavering(&starts[dice.below(starts.len())], 8 + dice.below(12), &mut dice);
        let verdict = game.verdict();
        *counts.entry(verdict.reason.map_or("ongoing", |reason| reason.code())).or_default() += 1;
        if round % 8 == 0 {
            let mirror = Mirror::ALL[1 + dice.below(3)];
            let mut other =
                Game::new(Position { board: mirror.board(&game.start().board), ..game.start().clone() });
            for ply in game.plies() {
                let turned = Move::new(mirror.square(ply.mv.from()), mirror.square(ply.mv.to()));
                other.play(turned).expect("legal in the mirror");
            }
            assert_eq!(mirrored(&verdict, mirror), mirrored(&other.verdict(), Mirror::None));
        }
    }
    for reason in ["checkmate", "perpetualCheck", "perpetualChase", "repetition"] {
        assert!(counts.get(reason).is_some_and(|count| *count > 300), "{counts:?}");
    }
}

#[test]
fn the_mover_is_warned_of_a_loss_by_repetition() {
    let at_once = game(CHASE, "");
    assert_eq!(at_once.loss_by_repetition(mv("h0i0")), None, "the first time");
    // The horse's escape completes the repetition, so the rook's move before it is the last chance.
    let last = game(CHASE, "h0i0 i9h7 i0h0 h7i9 h0i0 i9h7");
    let warning = last.loss_by_repetition(mv("i0h0")).expect("a warning");
    assert_eq!((warning.reason, warning.offender), (Some(Reason::PerpetualChase), Some(Color::Red)));
    assert_eq!(last.loss_by_repetition(mv("i0i1")), None);
    assert_eq!(last.loss_by_repetition(mv("i0a9")), None, "an illegal move is no loss");
    // Here the chaser's own move completes the repetition.
    let own = game("3k5/7n1/9/9/9/9/9/9/9/4K2R1 b", "h8i6 h0i0 i6h8 i0h0 h8i6 h0i0 i6h8");
    let warning = own.loss_by_repetition(mv("i0h0")).expect("a warning");
    assert_eq!(warning.outcome, Outcome::Win(Color::Black));
    assert!(warning.cycle.iter().all(|ply| ply.color == Color::Black || ply.kind == PlyKind::Chase));
}

#[test]
fn a_declared_result_ends_the_game_until_undone() {
    let mut played = game(CHASE, "h0i0");
    played.declare(Declaration::Resignation(Color::Black));
    assert_eq!(
        (played.verdict().outcome, played.verdict().reason),
        (Outcome::Win(Color::Red), Some(Reason::Resignation))
    );
    played.declare(Declaration::Time(Color::Red));
    assert_eq!(
        (played.verdict().outcome, played.verdict().reason),
        (Outcome::Win(Color::Black), Some(Reason::Time))
    );
    played.declare(Declaration::Agreement);
    assert_eq!((played.verdict().outcome, played.verdict().reason), (Outcome::Draw, Some(Reason::Agreement)));
    played.undo();
    assert!(!played.verdict().is_over());
    // The board takes precedence over declarations: a game already lost by rule stays lost.
    let mut judged = game(CHASE, &[CHASE_CYCLE; 2].join(" "));
    judged.declare(Declaration::Resignation(Color::Black));
    assert_eq!(judged.verdict().reason, Some(Reason::PerpetualChase));
}

#[test]
fn the_table_decides_between_two_offences() {
    use chase::Offence::{Chase, Check, None as Nothing};
    use chuhe::rules::types::ByColor;
    let offender = |red, black| ASIAN.offender(ByColor([red, black]));
    for alike in [Nothing, Chase, Check] {
        assert_eq!(offender(alike, alike), None);
    }
    assert_eq!(offender(Check, Chase), Some((Color::Red, Reason::PerpetualCheck)));
    assert_eq!(offender(Chase, Check), Some((Color::Black, Reason::PerpetualCheck)));
    assert_eq!(offender(Chase, Nothing), Some((Color::Red, Reason::PerpetualChase)));
}
