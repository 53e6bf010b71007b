//! The board with the moves that led to it, from the game and from the search.
//!
//! ```
//! use chuhe_engine::line::Line;
//! let mut line = Line::new(&chuhe_rules::Game::default());
//! line.make("h2e2".parse()?);
//! line.make("h9g7".parse()?);
//! assert_eq!(line.ended(2), None);
//! line.unmake();
//! assert_eq!(line.board().turn(), chuhe_rules::Color::Black);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::eval::hand::Sums;
use super::eval::nnue::{Change, Path};
use super::keys::Keys;
use super::oversight::Oversight;
use super::score::{DRAW, LEAST_RULED, MATE_BOUND, Value, mated_in, ruled_in};
use chuhe_rules::board::Board;
use chuhe_rules::chase::Offence;
use chuhe_rules::game::{self, Game, Ruleset, attackers_left};
use chuhe_rules::movegen::Safety;
use chuhe_rules::types::{ByColor, Color, Move, Piece, Square};

/// The state that each ply changes and that undoing the ply restores.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// Running sums of the handcrafted evaluation.
    pub sums: Sums,
    /// Keys of parts of the position.
    pub keys: Keys,
    /// Checkers and pins of the side to move.
    pub safety: Safety,
    /// Plies since the last capture or null move, the greatest distance of a repetition.
    reversible: u32,
    /// Plies that count towards the natural limit.
    natural: u32,
    /// Checks of each side since the last capture.
    checks: ByColor<u32>,
}

/// A played ply, with the data to undo it.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The state before the ply.
    before: State,
    /// The position key before the ply.
    key: u64,
    /// The move and its piece; `None` for a null move.
    mv: Option<(Move, Piece)>,
    captured: Option<Piece>,
}

/// The board with the plies that led to it.
#[derive(Clone, Debug)]
pub struct Line {
    board: Board,
    state: State,
    frames: Vec<Frame>,
    /// Number of frames that belong to the game, not to the search.
    root: usize,
    /// The rules of repetition and draws.
    ruleset: &'static Ruleset,
    /// The replies to root moves that the search overlooks.
    oversight: Option<Oversight>,
    /// Whether a side loses by rule only at the third occurrence of a position, as in the game.
    is_strict: bool,
}

impl Line {
    /// Creates the line of a game. The current position becomes the root of a search.
    pub fn new(game: &Game) -> Line {
        let start = game.start();
        let board = start.board.clone();
        let state = State {
            sums: Sums::of(&board),
            keys: Keys::of(&board),
            safety: board.safety(),
            reversible: 0,
            natural: start.no_capture,
            checks: ByColor([0; 2]),
        };
        let (frames, ruleset) = (Vec::with_capacity(256), game.ruleset());
        let mut line = Line { board, state, frames, root: 0, ruleset, oversight: None, is_strict: false };
        for ply in game.plies() {
            line.make(ply.mv);
        }
        line.root = line.frames.len();
        line
    }

    /// Makes the search overlook replies to the root moves.
    pub fn set_oversight(&mut self, oversight: Oversight) {
        self.oversight = Some(oversight);
    }

    /// Makes the line strict: a side then loses by rule only at the third occurrence of a position, as in the game.
    pub fn set_strict(&mut self) {
        self.is_strict = true;
    }

    /// Returns whether a side loses by rule only at the third occurrence of a position.
    #[inline]
    pub fn is_strict(&self) -> bool {
        self.is_strict
    }

    /// Returns the least value of a certain win: a mate, or if the line is strict a win by rule.
    #[inline]
    pub fn least_certain(&self) -> Value {
        if self.is_strict { LEAST_RULED } else { MATE_BOUND }
    }

    /// Returns whether a pseudo-legal move is legal and not overlooked.
    #[inline]
    pub fn is_playable(&self, mv: Move) -> bool {
        self.board.is_safe(mv, &self.state.safety) && (self.oversight.is_none() || self.is_seen(mv))
    }

    /// Returns whether a move is not overlooked. Only replies to root moves are overlooked, and never in check.
    #[cold]
    fn is_seen(&self, mv: Move) -> bool {
        if self.frames.len() != self.root + 1 || self.in_check() {
            return true;
        }
        let last = self.frames.last().and_then(|frame| frame.mv).map(|(mv, _)| mv);
        !self.oversight.is_some_and(|oversight| oversight.misses_reply(&self.board, mv, last))
    }

    /// Returns whether a side to move without a playable move has lost. It has not if it only overlooks its moves.
    pub fn is_lost(&self) -> bool {
        self.oversight.is_none() || !self.board.has_legal_move()
    }

    /// Returns the board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the current state.
    #[inline]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Returns whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.state.safety.checkers.is_empty()
    }

    /// Returns the piece that moved `back` plies ago (1 is the last ply) and its target square.
    #[inline]
    pub fn moved(&self, back: usize) -> Option<(Piece, Square)> {
        let frame = self.frames.len().checked_sub(back).and_then(|index| self.frames.get(index))?;
        frame.mv.map(|(mv, piece)| (piece, mv.to()))
    }

    /// Returns the last ply and its piece if it was a move without capture.
    #[inline]
    pub fn last_quiet(&self) -> Option<(Move, Piece)> {
        self.frames.last().filter(|frame| frame.captured.is_none())?.mv
    }

    /// Returns whether the last ply was a capture.
    pub fn has_captured(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.captured.is_some())
    }

    /// Returns whether the last ply was a null move.
    #[inline]
    pub fn after_null(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.mv.is_none())
    }

    /// Plays a legal move.
    #[inline]
    pub fn make(&mut self, mv: Move) {
        let Some(piece) = self.board.piece_at(mv.from()) else { return };
        let (before, key) = (self.state, self.board.key());
        let captured = self.board.make_observed(mv, &mut self.state.sums);
        self.frames.push(Frame { before, key, mv: Some((mv, piece)), captured });
        self.state.keys.note(piece, mv, captured);
        self.state.safety = self.board.safety();
        if captured.is_some() {
            self.state.reversible = 0;
            self.state.natural = 0;
            self.state.checks = ByColor([0; 2]);
        } else {
            self.state.reversible += 1;
            self.count_natural(piece);
        }
    }

    #[inline]
    fn count_natural(&mut self, piece: Piece) {
        let gives_check = self.in_check();
        let checks = &mut self.state.checks[piece.color()];
        *checks += u32::from(gives_check);
        self.state.natural += u32::from(!gives_check || *checks <= self.ruleset.counted_checks);
    }

    /// Plays a null move.
    pub fn make_null(&mut self) {
        self.frames.push(Frame { before: self.state, key: self.board.key(), mv: None, captured: None });
        self.board.pass();
        self.state.safety = self.board.safety();
        self.state.reversible = 0;
        self.state.natural += 1;
    }

    /// Undoes the last ply.
    #[inline]
    pub fn unmake(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        match frame.mv {
            Some((mv, _)) => self.board.unmake(mv, frame.captured),
            None => self.board.pass(),
        }
        self.state = frame.before;
    }

    /// Returns the value, `ply` plies from the root, of a position that ends the game by rule. Checks for mate
    /// only where the position would otherwise be a draw.
    #[inline]
    pub fn ended(&self, ply: usize) -> Option<Value> {
        if let Some(value) = self.repetition(ply) {
            return Some(value);
        }
        let is_draw = self.state.natural >= self.ruleset.natural_limit || attackers_left(&self.board) == 0;
        is_draw.then(|| if self.board.has_legal_move() { DRAW } else { mated_in(ply) })
    }

    /// Returns the number of plies until the game is drawn by the natural limit, if nothing is captured.
    pub fn plies_left(&self) -> u32 {
        self.ruleset.natural_limit.saturating_sub(self.state.natural)
    }

    /// Returns whether the side to move can checkmate with its next move.
    pub fn mates_next(&mut self) -> bool {
        self.board.mates_next()
    }

    /// Returns whether the other side could checkmate if it were to move. Do not call it in check.
    pub fn is_threatened(&mut self) -> bool {
        self.board.pass();
        let is_mate = self.board.mates_next();
        self.board.pass();
        is_mate
    }

    /// Returns whether a quiet move leads to a position of the line since the last capture or null move.
    pub fn recurs(&self, mv: Move) -> bool {
        let (length, reversible) = (self.frames.len(), self.state.reversible as usize);
        if reversible < 3 {
            return false;
        }
        let key = self.board.key_after(mv);
        (3..=reversible.min(length)).step_by(2).any(|back| self.frames[length - back].key == key)
    }

    /// Returns the value of a repetition. The rules of the game decide the third occurrence. The second one
    /// counts too if the whole cycle lies within the search, since a side can repeat what it did. If the line
    /// is strict, a second occurrence decides only if neither side offended. The offender may continue with
    /// another cycle, and a mixture of two offences can be no offence.
    fn repetition(&self, ply: usize) -> Option<Value> {
        let (second, third) = self.earlier_occurrences()?;
        if third.is_none() && second < self.root {
            return None;
        }
        let offences = self.offences(third.unwrap_or(second));
        if third.is_none() && self.is_strict && offences.0 != [Offence::None; 2] {
            return None;
        }
        Some(match self.ruleset.loser(offences) {
            None => DRAW,
            Some(color) if color == self.board.turn() => -ruled_in(ply),
            Some(_) => ruled_in(ply),
        })
    }

    /// Returns the side that would lose by repeating the cycle just completed, if the line is strict and the
    /// position has occurred for the second time within the search. The repetition gains that side at most a
    /// draw, because it could have played any other move the first time.
    #[cold]
    pub fn repeater(&self) -> Option<Color> {
        let (second, third) = self.earlier_occurrences().filter(|_| self.is_strict)?;
        (third.is_none() && second >= self.root).then(|| self.ruleset.loser(self.offences(second)))?
    }

    /// Returns the frame indexes of the last two earlier occurrences of the current position, the later one
    /// first.
    #[inline]
    fn earlier_occurrences(&self) -> Option<(usize, Option<usize>)> {
        let (length, key) = (self.frames.len(), self.board.key());
        let backs = (4..=(self.state.reversible as usize).min(length)).step_by(2);
        let mut earlier = backs.map(|back| length - back).filter(|index| self.frames[*index].key == key);
        Some((earlier.next()?, earlier.next()))
    }

    /// Returns the offence of each side in its plies since frame `first`.
    #[cold]
    fn offences(&self, first: usize) -> ByColor<Offence> {
        let played = |frame: &Frame| frame.mv.map(|(mv, _)| (mv, frame.captured));
        let plies = self.frames[first..].iter().rev().map_while(played);
        game::offences(self.ruleset, &self.board, plies)
    }
}

impl Path for Line {
    #[inline]
    fn ply(&self) -> usize {
        self.frames.len() - self.root
    }

    #[inline]
    fn key(&self, ply: usize) -> u64 {
        self.frames.get(self.root + ply).map_or(self.board.key(), |frame| frame.key)
    }

    #[inline]
    fn change(&self, ply: usize) -> Option<Change> {
        let frame = self.frames.get(self.root + ply - 1)?;
        let (mv, piece) = frame.mv?;
        Some(Change { piece, from: mv.from(), to: mv.to(), captured: frame.captured })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partial_keys_are_updated_with_each_move() {
        let mut line = Line::new(&Game::default());
        for ply in 0..200_usize {
            let moves = line.board().legal_moves();
            let Some(mv) = moves.get(ply * ply % moves.len().max(1)) else { break };
            line.make(*mv);
            assert_eq!(line.state().keys, Keys::of(line.board()));
        }
    }
}
