//! Measures how hard an ending is by the share of moves that keep its value.

use chuhe::endings::{Tables, Value};
use chuhe::rules::board::Board;
use chuhe::rules::types::Move;
use std::collections::HashSet;

/// Number of the defender's moves that are looked at in a drawn ending.
const HOLD_MOVES: usize = 12;

/// The moves of a person who reaches the goal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difficulty {
    /// Number of the person's moves that were looked at.
    pub moves: usize,
    /// The sum of the binary logarithms of legal moves by good moves: a random mover finds all of them with a chance of
    /// one in two to this power.
    pub bits: f64,
    /// Number of moves that were the only good ones.
    pub only: usize,
}

impl Difficulty {
    const NONE: Difficulty = Difficulty { moves: 0, bits: 0.0, only: 0 };

    fn add(&mut self, good: usize, legal: usize) {
        self.moves += 1;
        self.bits += (legal as f64 / good.max(1) as f64).log2();
        self.only += usize::from(good == 1 && legal > 1);
    }

    /// Returns the bits of a move on average.
    pub fn mean(&self) -> f64 {
        self.bits / self.moves.max(1) as f64
    }
}

/// Returns the difficulty of winning a position with the winner to move, against the longest defence.
pub fn of_win(tables: &Tables, board: &Board) -> Option<Difficulty> {
    let mut board = board.clone();
    let mut difficulty = Difficulty::NONE;
    loop {
        let moves = tables.probe_moves(&board)?;
        let (best, _) = moves.first()?;
        let good = moves.iter().filter(|(_, value)| matches!(value, Value::Win(_))).count();
        difficulty.add(good, moves.len());
        board.make(*best);
        let replies = tables.probe_moves(&board)?;
        let Some((reply, _)) = replies.first() else { return Some(difficulty) };
        board.make(*reply);
    }
}

/// Returns the difficulty of holding a drawn position with the attacker to move, who each time leaves the defender the
/// smallest share of good moves.
pub fn of_hold(tables: &Tables, board: &Board) -> Option<Difficulty> {
    let mut board = board.clone();
    let mut seen = HashSet::from([board.key()]);
    let mut difficulty = Difficulty::NONE;
    for _ in 0..HOLD_MOVES {
        let Some((attack, replies)) = hardest(tables, &board, &seen)? else { break };
        board.make(attack);
        let good: Vec<Move> = holding(&replies);
        difficulty.add(good.len(), replies.len());
        // The defender avoids positions that were there, so that the attacker cannot repeat the same question.
        let fresh = good.iter().find(|mv| !seen.contains(&board.key_after(**mv)));
        board.make(*fresh.or(good.first())?);
        seen.insert(board.key());
    }
    Some(difficulty)
}

fn holding(moves: &[(Move, Value)]) -> Vec<Move> {
    moves.iter().filter(|(_, value)| *value == Value::Draw).map(|(mv, _)| *mv).collect()
}

/// An attacker's move with the values of the defender's replies.
type Attack = (Move, Vec<(Move, Value)>);

/// Returns the attacker's move that leaves the smallest share of good replies, none of which captures; `None` inside if
/// no move is like that.
fn hardest(tables: &Tables, board: &Board, seen: &HashSet<u64>) -> Option<Option<Attack>> {
    let mut hardest: Option<(f64, Attack)> = None;
    let mut after = board.clone();
    for mv in board.legal_moves() {
        let captured = after.make(mv);
        let replies = tables.probe_moves(&after)?;
        let takes = |mv: &Move| after.piece_at(mv.to()).is_some();
        let good = holding(&replies);
        let share = good.len() as f64 / replies.len().max(1) as f64;
        let is_open = captured.is_none() && !good.is_empty() && !good.iter().any(takes);
        if is_open && !seen.contains(&after.key()) && hardest.as_ref().is_none_or(|(least, _)| share < *least)
        {
            hardest = Some((share, (mv, replies)));
        }
        after.unmake(mv, captured);
    }
    Some(hardest.map(|(_, attack)| attack))
}

/// The single good move of a position, and how far ahead its point lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnlyMove {
    pub mv: Move,
    /// Plies to the end: of the win that the move keeps, or of the longest loss that it avoids.
    pub plies: u16,
}

/// Returns the only move that keeps the value of a position, if there is just one among at least `least` legal moves.
pub fn only_move(tables: &Tables, board: &Board, least: usize) -> Option<OnlyMove> {
    let moves = tables.probe_moves(board)?;
    let ((mv, best), second) = (moves.first()?, moves.get(1)?);
    if moves.len() < least {
        return None;
    }
    match (best, second.1) {
        (Value::Win(plies), Value::Draw | Value::Loss(_)) => Some(OnlyMove { mv: *mv, plies: *plies }),
        (Value::Draw, Value::Loss(plies)) => Some(OnlyMove { mv: *mv, plies }),
        _ => None,
    }
}
