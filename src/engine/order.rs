//! Move ordering: the picker returns the moves of a node in stages.

use super::history::{Context, Histories};
use super::line::Line;
use super::score::Value;
use super::see;
use arrayvec::ArrayVec;
use chuhe_rules::movegen::{MoveKind, MoveList};
use chuhe_rules::types::Move;

/// The stages of the picker, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum Stage {
    TtMove,
    MakeCaptures,
    GoodCaptures,
    Refutations(usize),
    MakeQuiets,
    Quiets,
    Listed,
}

/// Capacity for the moves of one kind in a position.
const ROOM: usize = 128;

/// Moves and their scores in parallel arrays, so that vector instructions find the greatest score.
#[derive(Default)]
struct Scored {
    moves: ArrayVec<Move, ROOM>,
    scores: ArrayVec<i32, ROOM>,
}

impl Scored {
    #[inline]
    fn push(&mut self, mv: Move, score: i32) {
        self.moves.push(mv);
        self.scores.push(score);
    }

    /// Removes and returns the move with the greatest score; the first one if several are equal.
    #[inline]
    fn take_best(&mut self) -> Option<Move> {
        // The index is packed below the score, the first index highest, so that one maximum yields both.
        let ranked = |(index, score): (usize, &i32)| score * ROOM as i32 + (ROOM - 1 - index) as i32;
        let best = self.scores.iter().enumerate().map(ranked).fold(i32::MIN, i32::max);
        let index = ROOM - 1 - best.rem_euclid(ROOM as i32) as usize;
        self.scores.swap_pop(index)?;
        self.moves.swap_pop(index)
    }
}

/// Returns the pseudo-legal moves of a node, the likeliest to cut off first: the table move, captures that do
/// not lose material, killers and counter-move, quiet moves by history, losing captures.
pub struct Picker {
    stage: Stage,
    tt_move: Option<Move>,
    refutations: [Option<Move>; 3],
    moves: Scored,
    /// Moves returned in the stored order: losing captures, or the root moves.
    listed: ArrayVec<Move, ROOM>,
    next_listed: usize,
    /// Whether to return quiet moves and losing captures too.
    all: bool,
    /// Least gain of a capture by the exchange, in centipawns, to come before the quiet moves.
    threshold: Value,
}

impl Picker {
    /// Returns a picker for all moves of a node `ply` plies from the root.
    pub fn new(line: &Line, histories: &Histories, tt_move: Option<Move>, ply: usize) -> Picker {
        Picker { refutations: histories.refutations(line, ply), ..Picker::start(line, tt_move, true) }
    }

    /// Returns a picker for captures that do not lose material, or for all moves in check.
    pub fn quiescence(line: &Line, tt_move: Option<Move>) -> Picker {
        if line.in_check() { Picker::start(line, tt_move, true) } else { Picker::winning(line, tt_move, 0) }
    }

    /// Returns a picker for captures that win at least `threshold` by the exchange.
    pub fn winning(line: &Line, tt_move: Option<Move>, threshold: Value) -> Picker {
        let board = line.board();
        let is_fit = |mv: &Move| board.piece_at(mv.to()).is_some() && see::reaches(board, *mv, threshold);
        Picker { threshold, ..Picker::start(line, tt_move.filter(is_fit), false) }
    }

    /// Returns a picker for the given moves in the given order.
    pub fn listed(line: &Line, moves: impl Iterator<Item = Move>) -> Picker {
        Picker { stage: Stage::Listed, listed: moves.take(ROOM).collect(), ..Picker::start(line, None, true) }
    }

    fn start(line: &Line, tt_move: Option<Move>, all: bool) -> Picker {
        Picker {
            stage: Stage::TtMove,
            tt_move: tt_move.filter(|mv| line.board().is_pseudo_legal(*mv)),
            refutations: [None; 3],
            moves: Scored::default(),
            listed: ArrayVec::new(),
            next_listed: 0,
            all,
            threshold: 0,
        }
    }

    /// Returns the next pseudo-legal move.
    pub fn next(&mut self, line: &Line, histories: &Histories) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::MakeCaptures;
                    if self.tt_move.is_some() {
                        return self.tt_move;
                    }
                }
                Stage::MakeCaptures => self.make_captures(line, histories),
                Stage::GoodCaptures => match self.good_capture(line) {
                    Some(mv) => return Some(mv),
                    None if self.all => self.stage = Stage::Refutations(0),
                    None => return None,
                },
                Stage::Refutations(index) => {
                    if let Some(mv) = self.refutation(line, index) {
                        return Some(mv);
                    }
                }
                Stage::MakeQuiets => self.make_quiets(line, histories),
                Stage::Quiets => match self.moves.take_best() {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Listed,
                },
                Stage::Listed => {
                    self.next_listed += 1;
                    return self.listed.get(self.next_listed - 1).copied();
                }
            }
        }
    }

    fn make_captures(&mut self, line: &Line, histories: &Histories) {
        let mut list = MoveList::new();
        line.board().pseudo_moves(MoveKind::Captures, &mut list);
        for mv in list.into_iter().filter(|mv| Some(*mv) != self.tt_move) {
            let victim = line.board().piece_at(mv.to()).map_or(0, |piece| see::VALUES[piece.role().index()]);
            self.moves.push(mv, victim * 16 + histories.of_capture(line, mv) / 4);
        }
        self.stage = Stage::GoodCaptures;
    }

    fn good_capture(&mut self, line: &Line) -> Option<Move> {
        while let Some(mv) = self.moves.take_best() {
            if see::reaches(line.board(), mv, self.threshold) {
                return Some(mv);
            }
            if self.all {
                self.listed.push(mv);
            }
        }
        None
    }

    fn refutation(&mut self, line: &Line, index: usize) -> Option<Move> {
        if index == self.refutations.len() {
            self.stage = Stage::MakeQuiets;
            return None;
        }
        self.stage = Stage::Refutations(index + 1);
        self.refutations[index].filter(|mv| {
            let board = line.board();
            Some(*mv) != self.tt_move && board.piece_at(mv.to()).is_none() && board.is_pseudo_legal(*mv)
        })
    }

    fn make_quiets(&mut self, line: &Line, histories: &Histories) {
        self.stage = Stage::Quiets;
        let mut list = MoveList::new();
        line.board().pseudo_moves(MoveKind::Quiets, &mut list);
        let context = Context::now(line);
        for mv in
            list.into_iter().filter(|mv| Some(*mv) != self.tt_move && !self.refutations.contains(&Some(*mv)))
        {
            if let Some(piece) = line.board().piece_at(mv.from()) {
                self.moves.push(mv, histories.of_quiet(&context, piece, mv));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_rules::fen::Position;
    use chuhe_rules::game::Game;

    fn picked_moves(fen: &str, picker: impl Fn(&Line) -> Picker) -> Vec<String> {
        let line = Line::new(&Game::new(fen.parse::<Position>().expect("a valid FEN")));
        let (mut picker, histories) = (picker(&line), Histories::default());
        std::iter::from_fn(|| picker.next(&line, &histories)).map(|mv| mv.to_string()).collect()
    }

    /// The rook can take an unprotected horse and a protected soldier.
    const FEN: &str = "3k5/9/9/8p/n3R3p/9/9/9/9/4K4 w";

    #[test]
    fn winning_captures_come_first_and_losing_captures_last() {
        let moves = picked_moves(FEN, |line| Picker::new(line, &Histories::default(), None, 0));
        assert_eq!(moves.first().map(String::as_str), Some("e5a5"));
        assert_eq!(moves.last().map(String::as_str), Some("e5i5"));
        let tt_move = "e0e1".parse().ok();
        let moves = picked_moves(FEN, |line| Picker::new(line, &Histories::default(), tt_move, 0));
        assert_eq!(moves.first().map(String::as_str), Some("e0e1"));
    }

    #[test]
    fn a_threshold_excludes_captures_that_win_less() {
        assert_eq!(picked_moves(FEN, |line| Picker::winning(line, None, 400)), ["e5a5"]);
        assert!(picked_moves(FEN, |line| Picker::winning(line, None, 401)).is_empty());
        let losing = "e5i5".parse().ok();
        assert_eq!(picked_moves(FEN, |line| Picker::winning(line, losing, 1)), ["e5a5"]);
    }
}
