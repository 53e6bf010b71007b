//! Proves mates by trying all moves of the attacker and all replies.
//!
//! Nothing is pruned, so the results hold by the rules alone. The proof is slow beyond a few moves, so it stops after
//! a budget of moves. An attacker who only gives check allows proofs of far longer mates; if it finds none, a mate
//! with quiet moves may still exist.

use chuhe::rules::board::Board;
use chuhe::rules::movegen::MoveList;
use chuhe::rules::types::Move;
use std::collections::HashMap;

/// The budget was used up before the proof was complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exhausted;

/// Number of slots for refuting replies, by the number of remaining moves.
const MOST: usize = 16;

/// A prover with its results for one position.
pub struct Prover {
    left: u64,
    only_checks: bool,
    known: HashMap<(u64, u8), bool>,
    /// The last reply that refuted an attack, by the number of remaining moves.
    refuters: [Option<Move>; MOST],
}

impl Prover {
    /// Creates a prover that makes at most `budget` moves.
    pub fn new(budget: u64) -> Prover {
        Prover { left: budget, only_checks: false, known: HashMap::new(), refuters: [None; MOST] }
    }

    /// Creates a prover whose attacker only gives check.
    pub fn of_checks(budget: u64) -> Prover {
        Prover { only_checks: true, ..Prover::new(budget) }
    }

    /// Returns the attacker's moves, checks first.
    fn attacks(&self, board: &Board) -> MoveList {
        let moves = board.legal_moves();
        let checks = moves.iter().copied().filter(|mv| board.gives_check(*mv));
        let others = moves.iter().copied().filter(|mv| !self.only_checks && !board.gives_check(*mv));
        checks.chain(others).collect()
    }

    /// Returns true if the side to move mates within `moves` moves, by the moves that the prover tries.
    ///
    /// # Errors
    /// [`Exhausted`]
    pub fn mates(&mut self, board: &mut Board, moves: u8) -> Result<bool, Exhausted> {
        if moves == 0 {
            return Ok(false);
        }
        let place = (board.key(), moves);
        if let Some(known) = self.known.get(&place).filter(|_| moves > 1) {
            return Ok(*known);
        }
        let mut is_mate = false;
        for mv in self.attacks(board) {
            is_mate = self.keeps(board, mv, moves)?;
            if is_mate {
                break;
            }
        }
        // The last move of a mate is tried as quickly as looked up.
        if moves > 1 {
            self.known.insert(place, is_mate);
        }
        Ok(is_mate)
    }

    /// Returns true if a move mates within `moves` moves, including itself.
    ///
    /// # Errors
    /// [`Exhausted`]
    pub fn keeps(&mut self, board: &mut Board, mv: Move, moves: u8) -> Result<bool, Exhausted> {
        self.left = self.left.checked_sub(1).ok_or(Exhausted)?;
        let captured = board.make(mv);
        let holds = self.holds(board, moves - 1);
        board.unmake(mv, captured);
        Ok(!holds?)
    }

    /// Returns true if the defender, who is to move, is not mated within `moves` further moves of the attacker.
    fn holds(&mut self, board: &mut Board, moves: u8) -> Result<bool, Exhausted> {
        if moves == 0 {
            return Ok(board.has_legal_move());
        }
        let slot = usize::from(moves) % MOST;
        let mut answers = board.legal_moves();
        if let Some(index) = answers.iter().position(|mv| Some(*mv) == self.refuters[slot]) {
            answers.swap(0, index);
        }
        for mv in answers {
            if self.is_answer(board, mv, moves)? {
                self.refuters[slot] = Some(mv);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns true if a reply prevents mate within `moves` moves of the attacker.
    ///
    /// # Errors
    /// [`Exhausted`]
    pub fn is_answer(&mut self, board: &mut Board, mv: Move, moves: u8) -> Result<bool, Exhausted> {
        self.left = self.left.checked_sub(1).ok_or(Exhausted)?;
        let captured = board.make(mv);
        let is_mated = self.mates(board, moves);
        board.unmake(mv, captured);
        Ok(!is_mated?)
    }

    /// Returns all moves that mate within `moves` moves, of those that the prover tries.
    ///
    /// # Errors
    /// [`Exhausted`]
    pub fn winners(&mut self, board: &mut Board, moves: u8) -> Result<Vec<Move>, Exhausted> {
        let mut winners = Vec::new();
        for mv in self.attacks(board) {
            if self.keeps(board, mv, moves)? {
                winners.push(mv);
            }
        }
        Ok(winners)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::rules::fen::Position;

    fn winners(fen: &str, moves: u8) -> Vec<String> {
        let position: Position = fen.parse().expect("a valid FEN");
        let found = Prover::new(1_000_000).winners(&mut position.board.clone(), moves);
        found.expect("within the budget").iter().map(Move::to_string).collect()
    }

    #[test]
    fn two_rooks_mate_in_turn() {
        let fen = "4k4/9/R8/1R7/9/9/9/9/9/5K3 w";
        assert!(winners(fen, 1).is_empty());
        assert!(winners(fen, 2).contains(&"b6b8".to_owned()));
    }

    #[test]
    fn a_side_without_a_move_has_lost() {
        // The general on d9 is not in check, but e9 faces the red general and d8 is the rook's.
        let winners = winners("3k5/9/9/9/9/9/9/9/R8/4K4 w", 1);
        assert!(winners.contains(&"a1a8".to_owned()), "{winners:?}");
    }

    #[test]
    fn an_attacker_who_only_checks_misses_quiet_wins() {
        let position: Position = "3k5/9/4P4/9/9/9/9/9/9/4K4 w".parse().expect("a valid FEN");
        let (board, budget) = (&mut position.board.clone(), 1_000_000);
        assert_eq!(Prover::new(budget).mates(board, 1), Ok(true), "e7e8 leaves no move");
        assert_eq!(Prover::of_checks(budget).mates(board, 1), Ok(false));
        let rooks: Position = "4k4/9/R8/1R7/9/9/9/9/9/5K3 w".parse().expect("a valid FEN");
        let (all, board) = (winners("4k4/9/R8/1R7/9/9/9/9/9/5K3 w", 3), &mut rooks.board.clone());
        let checks = Prover::of_checks(budget).winners(board, 3).expect("within the budget");
        assert!(!checks.is_empty() && checks.len() < all.len(), "{checks:?} of {all:?}");
        assert!(checks.iter().all(|mv| board.gives_check(*mv)), "{checks:?}");
    }

    #[test]
    fn a_budget_ends_the_proof() {
        let position: Position = "4k4/9/R8/1R7/9/9/9/9/9/5K3 w".parse().expect("a valid FEN");
        assert_eq!(Prover::new(3).mates(&mut position.board.clone(), 2), Err(Exhausted));
    }
}
