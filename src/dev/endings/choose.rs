//! Chooses positions of a material from its table.

use super::course::Goal;
use super::difficulty::{OnlyMove, of_hold, of_win, only_move};
use super::nature::{is_quiet, oddness};
use crate::opening::Random;
use chuhe::endings::{Material, Side, Table, Tables, Value, mirror_sides};
use chuhe::rules::board::Board;
use chuhe::rules::types::{Color, Move};
use std::collections::HashSet;

/// Number of indices of a table that are drawn at random.
const DRAWS: usize = 3_000_000;
/// Number of candidates that are measured.
const CANDIDATES: usize = 240;
/// The bounds of the distance of a win, in plies.
const PLIES: std::ops::RangeInclusive<u16> = 3..=60;
/// The greatest oddness of a position; rare endings accept more.
const ODDEST: u32 = 5;
/// The least number of legal moves where a single one is good.
const LEAST_MOVES: usize = 5;
/// The least difficulty of an ending to hold: a random mover fails one time in eight.
const LEAST_BITS: f64 = 0.2;
/// The least number of plies that the only good move must look ahead.
const LEAST_AHEAD: u16 = 5;

/// A position for the page, with Red to move.
#[derive(Clone, Debug)]
pub struct Chosen {
    pub board: Board,
    /// The side of the person.
    pub side: Color,
    /// Plies of the win; `None` for a draw.
    pub plies: Option<u16>,
    /// The only good move, in a puzzle of that kind.
    pub only: Option<Move>,
    /// The higher the harder; comparable within a material and a goal.
    pub difficulty: f64,
}

/// A position that may be chosen.
struct Candidate {
    chosen: Chosen,
    /// The place on the scale over which the chosen positions are spread.
    place: f64,
    /// Reasons to take it before others at the same place.
    merit: f64,
}

/// Returns `count` endings of a material to win or to hold, the easier first.
///
/// # Errors
/// If the table has too few.
pub fn endings(
    tables: &Tables,
    material: Material,
    goal: Goal,
    count: usize,
    random: &mut Random,
) -> Result<Vec<Chosen>, String> {
    let draws = boards(tables, material, Side::Strong, goal, random)?;
    let mut candidates: Vec<Candidate> = Vec::new();
    for (board, value) in draws.into_iter().filter(|(board, _)| is_quiet(board)).take(CANDIDATES) {
        candidates.extend(match goal {
            Goal::Win => win(tables, board, value),
            Goal::Draw => hold(tables, board),
        });
    }
    let found = candidates.len();
    spread(candidates, count).ok_or_else(|| format!("{material}: {found} positions are too few"))
}

fn win(tables: &Tables, board: Board, value: Value) -> Option<Candidate> {
    let plies = value.plies()?;
    let measured = of_win(tables, &board)?;
    let merit = measured.mean() - 0.3 * f64::from(oddness(&board));
    let chosen =
        Chosen { board, side: Color::Red, plies: Some(plies), only: None, difficulty: measured.bits };
    Some(Candidate { place: f64::from(plies), merit, chosen })
}

fn hold(tables: &Tables, board: Board) -> Option<Candidate> {
    let measured = of_hold(tables, &board).filter(|measured| measured.bits > LEAST_BITS)?;
    let merit = 0.2 * measured.only as f64 - 0.3 * f64::from(oddness(&board));
    let chosen = Chosen { board, side: Color::Black, plies: None, only: None, difficulty: measured.bits };
    Some(Candidate { place: measured.bits, merit, chosen })
}

/// Returns `count` positions of a material in which a single move reaches the goal, the easier first. Positions with a
/// key in `used` are left out.
///
/// # Errors
/// If the table has too few.
pub fn only_moves(
    tables: &Tables,
    material: Material,
    goal: Goal,
    count: usize,
    used: &HashSet<u64>,
    random: &mut Random,
) -> Result<Vec<Chosen>, String> {
    let side = if goal == Goal::Win { Side::Strong } else { Side::Weak };
    let mut candidates = Vec::new();
    let drawn = boards(tables, material, side, goal, random)?.into_iter();
    for (board, _) in drawn.filter(|(board, _)| !used.contains(&board.key())) {
        candidates.extend(only(tables, board, goal));
        if candidates.len() == CANDIDATES {
            break;
        }
    }
    let found = candidates.len();
    spread(candidates, count)
        .ok_or_else(|| format!("{material}: {found} positions with one good move are too few"))
}

fn only(tables: &Tables, board: Board, goal: Goal) -> Option<Candidate> {
    // A defence alone has few moves.
    let least = if goal == Goal::Win { LEAST_MOVES } else { LEAST_MOVES - 2 };
    let OnlyMove { mv, plies } = only_move(tables, &board, least)?;
    let is_capture = board.piece_at(mv.to()).is_some();
    if plies < LEAST_AHEAD || board.in_check() || is_capture || board.gives_check(mv) {
        return None;
    }
    let merit = board.legal_moves().len() as f64 * 0.05 - 0.3 * f64::from(oddness(&board));
    let place = f64::from(plies);
    let (board, mv) = match goal {
        Goal::Win => (board, mv),
        Goal::Draw => (mirror_sides(&board)?, Move::new(mv.from().flip_ranks(), mv.to().flip_ranks())),
    };
    let plies = (goal == Goal::Win).then_some(plies);
    let chosen = Chosen { board, side: Color::Red, plies, only: Some(mv), difficulty: place };
    Some(Candidate { place, merit, chosen })
}

/// Returns boards of the material that are worth this goal, the usual ones first, in a random order otherwise.
fn boards(
    tables: &Tables,
    material: Material,
    side: Side,
    goal: Goal,
    random: &mut Random,
) -> Result<Vec<(Board, Value)>, String> {
    let table = tables.get(material).ok_or_else(|| format!("{material}: no table"))?;
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for _ in 0..DRAWS {
        let index = random.next() as usize % table.index().len();
        let value = table.value(index, side).filter(|value| fits(*value, goal));
        let Some(value) = value.filter(|_| seen.insert(index)) else { continue };
        found.extend(usual_board(&table, index, side).map(|(board, oddness)| (oddness, board, value)));
    }
    found.sort_by_key(|(oddness, ..)| *oddness);
    Ok(found.into_iter().map(|(_, board, value)| (board, value)).collect())
}

fn fits(value: Value, goal: Goal) -> bool {
    match (value, goal) {
        (Value::Win(plies), Goal::Win) => PLIES.contains(&plies),
        (Value::Draw, Goal::Draw) => true,
        _ => false,
    }
}

fn usual_board(table: &Table, index: usize, side: Side) -> Option<(Board, u32)> {
    let board = table.index().board(index, side)?;
    let oddness = oddness(&board);
    (oddness <= ODDEST).then_some((board, oddness))
}

/// Returns the candidates of most merit at `count` evenly spaced places, by rising difficulty. Each has a formation of
/// its own.
fn spread(mut candidates: Vec<Candidate>, count: usize) -> Option<Vec<Chosen>> {
    candidates.sort_by(|a, b| a.place.total_cmp(&b.place));
    let (first, last) = (candidates.first()?.place, candidates.last()?.place);
    let mut chosen: Vec<Chosen> = Vec::new();
    for number in 0..count {
        let place = first + (last - first) * (number as f64 + 0.5) / count as f64;
        let reach = (last - first) / (2.0 * count as f64);
        let rank = |candidate: &Candidate| {
            let away = (candidate.place - place).abs();
            // Outside of its reach a candidate counts only if there is no other.
            candidate.merit - if away <= reach { 0.0 } else { 100.0 + away }
        };
        let others =
            candidates.iter().filter(|candidate| !chosen.iter().any(|it| is_like(it, &candidate.chosen)));
        let best = others.max_by(|a, b| rank(a).total_cmp(&rank(b)))?;
        chosen.push(best.chosen.clone());
    }
    chosen.sort_by(|a, b| a.difficulty.total_cmp(&b.difficulty));
    Some(chosen)
}

/// Returns whether two positions differ by one piece at most.
fn is_like(one: &Chosen, other: &Chosen) -> bool {
    let differing =
        one.board.pieces().filter(|(square, piece)| other.board.piece_at(*square) != Some(*piece));
    differing.count() <= 1
}
