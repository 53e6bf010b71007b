//! Breaks an evaluation down into terms and into the weights that it counts.
//!
//! ```
//! use chuhe_engine::eval::hand::explain::terms;
//! let account = terms(&chuhe_rules::Position::default().board);
//! assert!(!account.lines.is_empty());
//! ```

use super::features::{Tally, View};
use super::layout::{GROUPS, NUM, Term};
use super::scale::{FULL, scale};
use super::sums::{FULL_PHASE, Sums};
use super::tables::WEIGHTS;
use super::taper;
use super::tapered::Tapered;
use crate::score::Value;
use chuhe_rules::board::Board;
use chuhe_rules::types::{ByColor, Color};

/// One term of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The aspect of the position.
    pub term: Term,
    /// The value of the term for each side, in centipawns.
    pub sides: ByColor<Tapered>,
}

/// The terms of an evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// Every term, including those of value 0.
    pub lines: Vec<Line>,
    /// The phase of the game, from [`FULL_PHASE`] with all attackers on the board to 0 with none.
    pub phase: i32,
    /// The part of the advantage that counts, out of [`FULL`]; less in endings that are hard to win.
    pub scale: i32,
    /// The value for Red: the difference between the sides, tapered and scaled, in centipawns.
    pub value: Value,
}

/// The weights of one side, each with its count.
struct List(Vec<(usize, i32)>);

impl Tally for List {
    fn add(&mut self, weight: usize, times: i32) {
        if times != 0 {
            self.0.push((weight, times));
        }
    }
}

fn list(view: &View<'_>, color: Color) -> Vec<(usize, i32)> {
    let mut list = List(Vec::with_capacity(128));
    view.tell_pieces(color, &mut list);
    view.tell_rest(color, &mut list);
    list.0
}

/// The term of every weight, `[weight]`.
static TERM_OF: [Term; NUM] = {
    let mut table = [Term::Tempo; NUM];
    let (mut group, mut index) = (0, 0);
    while group < GROUPS.len() {
        let mut i = 0;
        while i < GROUPS[group].len {
            table[index] = GROUPS[group].term;
            (i, index) = (i + 1, index + 1);
        }
        group += 1;
    }
    table
};

/// Returns the evaluation of a board by terms.
pub fn terms(board: &Board) -> Account {
    let sums = Sums::of(board);
    let view = View::new(board, &sums);
    let mut sides = ByColor([[Tapered::default(); Term::NUM]; 2]);
    for color in Color::ALL {
        for (weight, times) in list(&view, color) {
            sides[color][TERM_OF[weight] as usize] += WEIGHTS[weight] * times;
        }
    }
    let line = |term: Term| {
        let [red, black] = sides.0;
        Line { term, sides: ByColor([red[term as usize], black[term as usize]]) }
    };
    let lines: Vec<Line> = Term::ALL.into_iter().map(line).collect();
    let sum = lines.iter().fold(Tapered::default(), |sum, it| sum + it.sides.0[0] - it.sides.0[1]);
    let (phase, raw) = (sums.phase(), taper(sum, sums.phase()));
    let ahead = match raw {
        0 => !board.turn(),
        _ if raw > 0 => Color::Red,
        _ => Color::Black,
    };
    let scale = scale(board, &sums, ahead);
    Account { lines, phase, scale, value: raw * scale / FULL }
}

/// The coefficients of a board's evaluation, for the tuner.
#[derive(Clone, Debug)]
pub struct Coefficients {
    /// Indexes of the weights with their counts for the side to move less those for the other side.
    pub counts: Vec<(usize, i32)>,
    /// The share of the opening in the value, 0 to 1; the endgame has the rest.
    pub opening: f32,
    /// The part of an advantage that counts, 0 to 1, for the side to move and for the other side.
    pub scales: [f32; 2],
}

/// Returns the coefficients of a board, for the side to move less those for the other side.
pub fn coefficients(board: &Board) -> Coefficients {
    let sums = Sums::of(board);
    let view = View::new(board, &sums);
    let us = board.turn();
    let mut counts = list(&view, us);
    counts.extend(list(&view, !us).into_iter().map(|(weight, times)| (weight, -times)));
    counts.sort_unstable_by_key(|(weight, _)| *weight);
    counts.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        if is_same {
            kept.1 += next.1;
        }
        is_same
    });
    counts.retain(|(_, times)| *times != 0);
    let share = |color| scale(board, &sums, color) as f32 / FULL as f32;
    let opening = sums.phase() as f32 / FULL_PHASE as f32;
    Coefficients { counts, opening, scales: [share(us), share(!us)] }
}
