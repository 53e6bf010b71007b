//! Wins and losses by rule that the search reports: the referee must confirm each of them when the line is played
//! out.

use chuhe::engine::limits::Limits;
use chuhe::engine::score::Score;
use chuhe::engine::session::{Options, Session};
use chuhe::rules::board::Board;
use chuhe::rules::fen::{Position, Setup};
use chuhe::rules::game::{Game, Outcome};
use chuhe::rules::types::{Color, Move, POINTS, Piece, Role, Square};
use std::time::Duration;

/// The greatest ordinary score in centipawns. A greater one that is not a mate claims a result by rule, see
/// docs/API.md.
const ORDINARY: i32 = 31_000;
/// The greatest number of plies for which a claim is played out.
const MOST_PLIES: usize = 100;
/// Number of attempts to play out a claim.
const TRIES: usize = 4;
/// The greatest number of repetitions of a cycle.
const LAPS: usize = 3;

fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(fen.parse::<Position>().expect("a FEN"));
    for text in moves.split_whitespace() {
        game.play(text.parse().expect("a move")).unwrap_or_else(|error| panic!("{error} in {fen} {moves}"));
    }
    game
}

/// Returns true if the referee gives `winner` the win after a line whose final cycle is repeated.
fn is_confirmed(game: &Game, line: &[Move], winner: Color) -> bool {
    let mut end = game.clone();
    for mv in line {
        if end.verdict().is_over() || end.play(*mv).is_err() {
            return false;
        }
    }
    let key = end.board().key();
    let plies = end.plies();
    let first = plies.iter().rposition(|ply| ply.key_before == key).unwrap_or(plies.len());
    let lap: Vec<Move> = plies[first..].iter().map(|ply| ply.mv).collect();
    for mv in std::iter::repeat_n(lap, LAPS).flatten() {
        if end.verdict().is_over() || end.play(mv).is_err() {
            break;
        }
    }
    end.verdict().outcome == Outcome::Win(winner)
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

/// Returns options for the best three lines within some limits.
fn options(limits: Limits) -> Options {
    Options { limits, multipv: 3, ..Options::default() }
}

/// Returns the moves that neither lose at once nor allow mate on the next move.
fn defences(game: &Game) -> Vec<Move> {
    let loses = |mv: &Move| {
        let mut next = game.clone();
        next.play(*mv).expect("a legal move");
        let verdict = next.verdict();
        if verdict.is_over() { verdict.outcome != Outcome::Draw } else { next.board().clone().mates_next() }
    };
    game.board().legal_moves().into_iter().filter(|mv| !loses(mv)).collect()
}

/// Returns a random move of the side that is reported to lose.
fn defence(game: &Game, dice: &mut Dice) -> Option<Move> {
    let (sound, all) = (defences(game), game.board().legal_moves());
    let choice = if sound.is_empty() { &all[..] } else { &sound };
    (!choice.is_empty()).then(|| choice[dice.below(choice.len())])
}

/// Returns true if `winner` wins when the engine plays for it and the other side defends at random.
fn is_won(game: &Game, winner: Color, limits: Limits, dice: &mut Dice) -> bool {
    let (mut end, mut session) = (game.clone(), Session::new(1));
    for _ in 0..MOST_PLIES {
        if end.verdict().is_over() {
            break;
        }
        let mv = match end.board().turn() == winner {
            true => session.go(&end, options(limits), &mut |_| {}).best,
            false => defence(&end, dice),
        };
        end.play(mv.expect("a move")).expect("a legal move");
    }
    end.verdict().outcome == Outcome::Win(winner)
}

/// Returns the number of claims by rule in the reports of a search, and descriptions of the unconfirmed ones.
fn claims(game: &Game, limits: Limits) -> (usize, Vec<String>) {
    let mut lines = Vec::new();
    let report = Session::new(1).go(game, options(limits), &mut |info| lines.push(info.line.clone()));
    let best = report.lines.first().map_or(Score::Centipawns(0), |line| line.score);
    lines.extend(report.lines);
    let (mut count, mut false_claims) = (0, Vec::new());
    for line in lines {
        let Score::Centipawns(value) = line.score else { continue };
        if value.abs() <= ORDINARY {
            continue;
        }
        count += 1;
        let turn = game.board().turn();
        if !is_confirmed(game, &line.pv, if value > 0 { turn } else { !turn }) {
            let pv: Vec<String> = line.pv.iter().map(Move::to_string).collect();
            let (position, depth) = (game.position(), line.depth);
            false_claims.push(format!(
                "{position}, depth {depth}: {value} {:?} {}",
                line.bound,
                pv.join(" ")
            ));
        }
    }
    if let Score::Centipawns(value) = best
        && value.abs() > ORDINARY
    {
        let winner = if value > 0 { game.board().turn() } else { !game.board().turn() };
        let mut dice = Dice(7);
        let won = (0..TRIES).filter(|_| is_won(game, winner, limits, &mut dice)).count();
        if won < TRIES {
            false_claims.push(format!("{}: {value}, won {won} of {TRIES}", game.position()));
        }
    }
    (count, false_claims)
}

/// Returns every `every`th history of `cycles.txt`, each cut at one of four plies: before any move, after one lap,
/// and one or two plies before the third occurrence.
fn positions(every: usize) -> impl Iterator<Item = Game> {
    let lines = include_str!("data/cycles.txt").lines().filter(|line| !line.starts_with('#'));
    lines.enumerate().filter(move |(number, _)| number % every == 0).map(move |(number, line)| {
        let mut fields = line.split('|').map(str::trim);
        let (fen, moves) = (fields.next().expect("a FEN"), fields.next().expect("moves"));
        let moves: Vec<&str> = moves.split(' ').collect();
        let length = moves.len();
        let cut = [0, length / 2, length - 1, length - 2][number / every % 4];
        game(fen, &moves[..cut].join(" "))
    })
}

/// Returns random endgames of few pieces in which the side to move is not in check and would be mated after a pass,
/// so it must check or chase. In some of them it can do so for ever, in one cycle or in several.
fn threatened() -> impl Iterator<Item = Game> {
    let mut dice = Dice(20_261_128);
    std::iter::repeat_with(move || placed_by_lot(&mut dice)).flatten()
}

/// Returns positions of the rule books' diagrams and [`CHASE_OR_CHECK`], with one or two pieces moved at random.
fn varied() -> impl Iterator<Item = Game> {
    let fens = include_str!("data/verdicts.txt").lines().filter_map(|line| line.strip_prefix("fen: "));
    let starts: Vec<Position> =
        fens.chain([CHASE_OR_CHECK; 60]).map(|fen| fen.parse().expect("a valid FEN")).collect();
    let mut dice = Dice(48);
    std::iter::repeat_with(move || {
        let start = &starts[dice.below(starts.len())].board;
        let mut squares: [Option<Piece>; POINTS] =
            std::array::from_fn(|index| start.piece_at(Square::from_index(index)));
        for _ in 0..1 + dice.below(2) {
            let occupied: Vec<usize> = (0..POINTS).filter(|point| squares[*point].is_some()).collect();
            let (from, to) = (occupied[dice.below(occupied.len())], dice.below(POINTS));
            if squares[to].is_none() {
                squares.swap(from, to);
            }
        }
        position(squares, start.turn())
    })
    .flatten()
}

/// Returns the game if its position is reachable and not over.
fn position(squares: [Option<Piece>; POINTS], turn: Color) -> Option<Game> {
    let setup = Setup { squares, turn, no_capture: 0, fullmove: 1 };
    let board = Board::from_pieces(&squares, turn).filter(|_| setup.validate_for_play().is_empty())?;
    board.has_legal_move().then(|| Game::new(Position { board, no_capture: 0, fullmove: 1 }))
}

fn placed_by_lot(dice: &mut Dice) -> Option<Game> {
    let mut squares: [Option<Piece>; POINTS] = [None; POINTS];
    for color in Color::ALL {
        let general = Square::at(3 + dice.below(3) as i8, dice.below(3) as i8).expect("a point");
        let general = if color == Color::Red { general } else { general.flip_ranks() };
        squares[general.index()] = Some(Piece::new(color, Role::General));
        for _ in 0..1 + dice.below(4) {
            const ROLES: [Role; 7] = [
                Role::Rook,
                Role::Rook,
                Role::Cannon,
                Role::Horse,
                Role::Horse,
                Role::Advisor,
                Role::Soldier,
            ];
            squares[dice.below(POINTS)].get_or_insert(Piece::new(color, ROLES[dice.below(7)]));
        }
    }
    let turn = Color::ALL[dice.below(2)];
    let game = position(squares, turn).filter(|game| !game.board().in_check())?;
    let mut passed = game.board().clone();
    passed.pass();
    let is_threatened = !passed.in_check() && passed.mates_next();
    (is_threatened && (2..=6).contains(&defences(&game).len())).then_some(game)
}

/// Checks the claims of some positions. Returns the number of claims.
fn check(positions: impl Iterator<Item = Game>, limits: Limits) -> usize {
    let (mut searched, mut claimed, mut wrong) = (0, 0, Vec::new());
    for game in positions {
        let (count, false_claims) = claims(&game, limits);
        searched += 1;
        claimed += count;
        wrong.extend(false_claims);
    }
    println!("{searched} positions, {claimed} claims, {} of them not confirmed", wrong.len());
    assert!(
        wrong.is_empty(),
        "{} of {claimed} claims, such as\n{}",
        wrong.len(),
        wrong[..wrong.len().min(9)].join("\n")
    );
    claimed
}

/// Returns limits by nodes alone.
fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

#[test]
fn referee_confirms_claims_by_rule_in_sampled_positions() {
    assert!(check(positions(24), nodes(3_000)) > 50);
    assert!(check(threatened().take(80), nodes(8_000)) > 20);
    check(varied().take(60), nodes(3_000));
}

#[test]
#[ignore = "a minute: run with --ignored after a change to the search"]
fn referee_confirms_claims_by_rule_in_three_thousand_positions() {
    assert!(check(positions(3), nodes(20_000)) > 1_000);
    assert!(check(threatened().take(1_000), nodes(20_000)) > 1_000);
    check(varied().take(1_000), nodes(20_000));
}

/// The cannon threatens mate to Black, who can check with the rook for ever, or chase the cannon for ever. Either
/// alone loses; alternating them is no offence.
const CHASE_OR_CHECK: &str = "3aka3/4n4/9/9/9/9/9/2C6/6r2/3AK4 b";
const CHASES: &str = "g1c1 c2g2 c1g1 g2c2";
const CHECKS: &str = "g1g0 e0e1 g0g1 e1e0";

#[test]
fn chase_and_check_by_turns_are_reported_as_no_loss() {
    for (cycles, outcome) in [
        ([CHASES, CHASES], Outcome::Win(Color::Red)),
        ([CHECKS, CHECKS], Outcome::Win(Color::Red)),
        ([CHECKS, CHASES], Outcome::Draw),
        ([CHASES, CHECKS], Outcome::Draw),
    ] {
        assert_eq!(game(CHASE_OR_CHECK, &cycles.join(" ")).verdict().outcome, outcome, "{cycles:?}");
    }
    let game = game(CHASE_OR_CHECK, "");
    let mut session = Session::new(1);
    for depth in 1..=20 {
        // Each depth is searched with the table of the previous depths, and with an empty one.
        for is_new in [false, true] {
            if is_new {
                session.new_game();
            }
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let report = session.go(&game, Options { limits, ..Options::default() }, &mut |_| {});
            let score = report.lines[0].score;
            assert!(matches!(score, Score::Centipawns(0..ORDINARY)), "depth {depth}: {score:?}");
            assert!(depth < 8 || score == Score::Centipawns(0), "depth {depth}: {score:?}");
        }
    }
}

#[test]
fn search_in_slices_that_becomes_strict_ends_as_in_one_piece() {
    let limits = Limits { depth: Some(12), ..Limits::default() };
    for game in std::iter::once(game(CHASE_OR_CHECK, "")).chain(threatened().take(20)) {
        let mut sliced = Session::new(1);
        sliced.begin(&game, options(limits));
        while !sliced.step(Duration::ZERO, &mut |_| {}) {}
        let (sliced, whole) = (sliced.finish(), Session::new(1).go(&game, options(limits), &mut |_| {}));
        assert_eq!((sliced.best, sliced.lines), (whole.best, whole.lines), "{}", game.position());
        assert_eq!(sliced.info.nodes, whole.info.nodes, "{}", game.position());
    }
}
