//! A whole game: its history and its verdict.
//!
//! A [`Ruleset`] judges the game, by default [`ASIAN`], the Asian rules (AXF) as computers play them. A side without
//! a legal move has lost. At the third occurrence of a position a side that gave check on every move of the cycle
//! loses, then one that chased the same piece on every move (see [`super::chase`]); any other repetition is a
//! draw. 120 plies without a capture are a draw, not counting a side's checks beyond ten. The game is also a draw if
//! neither side has a piece that can attack.

mod referee;
mod refusal;
mod verdict;

pub use referee::{Finding, Referee, Ruling, offences};
pub use refusal::{IllegalMove, Obstacle, Refusal, refusal};
pub use verdict::{ASIAN, CHINESE, CyclePly, Declaration, Outcome, PLAIN, PlyKind, Reason, Ruleset, Verdict};

use super::bitboard::Bitboard;
use super::board::Board;
use super::chase::{self, Offence, Suspects};
use super::fen::{MAX_COUNTER, Position};
use super::types::{ByColor, Color, Move, Piece, Role, Square};
use alloc::vec::Vec;

/// One played move with the data to judge and undo it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// The captured piece.
    pub captured: Option<Piece>,
    /// Whether the move gave check.
    pub gives_check: bool,
    /// The Zobrist key of the position before the move.
    pub key_before: u64,
}

/// A game: a start position and the moves played from it.
///
/// ```
/// use chuhe_rules::game::Game;
/// let mut game = Game::default();
/// game.play("h2e2".parse()?)?;
/// assert_eq!(game.position().to_string(), "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    start: Position,
    board: Board,
    plies: Vec<Ply>,
    declared: Option<Declaration>,
    ruleset: &'static Ruleset,
}

impl Default for Game {
    fn default() -> Game {
        Game::new(Position::default())
    }
}

impl Game {
    /// Returns a game that starts from a position, without moves.
    pub fn new(start: Position) -> Game {
        let board = start.board.clone();
        Game { start, board, plies: Vec::new(), declared: None, ruleset: &ASIAN }
    }

    /// Returns the game with another rule set.
    ///
    /// ```
    /// use chuhe_rules::game::{Game, PLAIN};
    /// // The rook checks and the general steps aside, three times.
    /// let mut game = Game::new("3k5/9/9/9/9/9/9/9/4R4/5K3 w".parse()?).under(&PLAIN);
    /// for mv in "e1d1 d9e9 d1e1 e9d9".split(' ').cycle().take(8) {
    ///     game.play(mv.parse()?)?;
    /// }
    /// assert_eq!(game.verdict().outcome.code(), "draw");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn under(mut self, ruleset: &'static Ruleset) -> Game {
        self.ruleset = ruleset;
        self
    }

    /// Returns the rule set that judges the game.
    pub fn ruleset(&self) -> &'static Ruleset {
        self.ruleset
    }

    /// Returns the position that the game started from.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the played moves in order.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Returns the current board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the current position with its counters, which stop at [`MAX_COUNTER`].
    pub fn position(&self) -> Position {
        let black_started = self.start.board.turn() == Color::Black;
        let half_moves = self.plies.len() as u32 + u32::from(black_started);
        Position {
            board: self.board().clone(),
            no_capture: self.plies_since_capture().min(MAX_COUNTER),
            fullmove: (self.start.fullmove + half_moves / 2).min(MAX_COUNTER),
        }
    }

    /// Plays a legal move, even if the game is already over.
    ///
    /// # Errors
    /// [`IllegalMove`] with the reason; the game is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if let Some(refusal) = refusal(&self.board, mv) {
            return Err(IllegalMove { mv, refusal });
        }
        let key_before = self.board.key();
        let captured = self.board.make(mv);
        let gives_check = self.board.in_check();
        self.plies.push(Ply { mv, captured, gives_check, key_before });
        Ok(())
    }

    /// Ends the game by a declaration of the players. A verdict from the board takes precedence.
    pub fn declare(&mut self, declaration: Declaration) {
        self.declared = Some(declaration);
    }

    /// Withdraws the declaration of the players.
    pub fn withdraw(&mut self) {
        self.declared = None;
    }

    /// Takes back the last move and any declaration, and returns the move.
    pub fn undo(&mut self) -> Option<Move> {
        self.withdraw();
        let ply = self.plies.pop()?;
        self.board.unmake(ply.mv, ply.captured);
        Some(ply.mv)
    }

    /// Returns the side that played ply number `index`.
    pub fn mover(&self, index: usize) -> Color {
        let first = self.start.board.turn();
        if index % 2 == 0 { first } else { !first }
    }

    /// Returns the index of the first ply after the last capture.
    fn quiet_since(&self) -> usize {
        self.plies.iter().rposition(|ply| ply.captured.is_some()).map_or(0, |index| index + 1)
    }

    fn plies_since_capture(&self) -> u32 {
        let since = self.quiet_since();
        let before = if since == 0 { self.start.no_capture } else { 0 };
        before + (self.plies.len() - since) as u32
    }

    /// Returns the number of plies that count towards [`Ruleset::natural_limit`].
    pub fn natural_count(&self) -> u32 {
        let since = self.quiet_since();
        let mut checks = ByColor([0u32; 2]);
        let mut count = if since == 0 { self.start.no_capture } else { 0 };
        for (index, ply) in self.plies.iter().enumerate().skip(since) {
            let mover = self.mover(index);
            checks[mover] += u32::from(ply.gives_check);
            count += u32::from(!ply.gives_check || checks[mover] <= self.ruleset.counted_checks);
        }
        count
    }

    /// Returns the verdict, which depends only on the whole history of the game.
    pub fn verdict(&self) -> Verdict {
        let board = self.board();
        if !board.has_legal_move() {
            let reason = if board.in_check() { Reason::Checkmate } else { Reason::Stalemate };
            return Verdict::win(!board.turn(), reason);
        }
        if let Some(verdict) = self.repetition_verdict() {
            return verdict;
        }
        if attackers_left(board) == 0 {
            return Verdict::draw(Reason::NoAttackers);
        }
        if self.natural_count() >= self.ruleset.natural_limit {
            return Verdict::draw(Reason::NaturalLimit);
        }
        self.declared.map_or(Verdict::ONGOING, Declaration::verdict)
    }

    /// Returns the index of the ply played from the first of the last `occurrences` of the current position,
    /// counting the current one.
    fn cycle_start(&self, occurrences: usize) -> Option<usize> {
        let key = self.board.key();
        let quiet = self.plies[self.quiet_since()..].iter().enumerate().rev();
        let mut earlier = quiet.filter(|(_, ply)| ply.key_before == key).map(|(index, _)| index);
        Some(self.quiet_since() + earlier.nth(occurrences.checked_sub(2)?)?)
    }

    fn repetition_verdict(&self) -> Option<Verdict> {
        let first = self.cycle_start(self.ruleset.occurrences)?;
        let (cycle, offences) = if self.ruleset.weighs_attacks() {
            self.referee_from(first, self.ruleset.occurrences).cycle_under(self.ruleset)
        } else {
            self.cycle(first)
        };
        Some(match self.ruleset.offender(offences) {
            None => Verdict { cycle, ..Verdict::draw(Reason::Repetition) },
            Some((color, reason)) => Verdict { offender: Some(color), cycle, ..Verdict::win(!color, reason) },
        })
    }

    /// Returns the plies from index `first` on, and the offence that each side committed with all of its plies.
    fn cycle(&self, first: usize) -> (Vec<CyclePly>, ByColor<Offence>) {
        let (mut board, mut suspects) = (self.board.clone(), Suspects::FRESH);
        let taken_back = (first..self.plies.len()).rev().map(|index| {
            let (Ply { mv, captured, .. }, color) = (&self.plies[index], self.mover(index));
            let threats = chase::take_back(&mut board, (*mv, *captured), Bitboard::FULL);
            suspects.saw(color, *mv, threats);
            let target = |square| Some((square, board.piece_at(square)?));
            let targets = threats.chased.into_iter().filter_map(target).collect();
            CyclePly { ply: index, mv: *mv, color, kind: PlyKind::of(threats), targets }
        });
        let mut cycle: Vec<CyclePly> = taken_back.collect();
        cycle.reverse();
        (cycle, suspects.offences())
    }

    /// Returns the verdict by which the mover would lose through repetition after the legal move `mv`, at once or
    /// when an answer completes the repetition. Returns `None` if the mover would not lose, or if the move is
    /// illegal.
    pub fn loss_by_repetition(&self, mv: Move) -> Option<Verdict> {
        let mover = self.board.turn();
        let lost = |game: &Game| Some(game.verdict()).filter(|verdict| verdict.offender == Some(mover));
        let mut next = self.clone();
        next.withdraw();
        next.play(mv).ok()?;
        let verdict = next.verdict();
        if verdict.is_over() {
            return lost(&next);
        }
        let replies = next.board.legal_moves();
        replies.into_iter().filter(|reply| next.recurs(*reply)).find_map(|reply| {
            let mut after = next.clone();
            after.play(reply).ok()?;
            lost(&after)
        })
    }

    /// Returns whether a move leads to a position that has occurred since the last capture.
    fn recurs(&self, mv: Move) -> bool {
        let key = self.board.key_after(mv);
        self.board.piece_at(mv.to()).is_none()
            && self.plies[self.quiet_since()..].iter().any(|ply| ply.key_before == key)
    }
}

/// Returns the number of pieces of both sides that can cross the river.
pub fn attackers_left(board: &Board) -> u32 {
    let roles = [Role::Rook, Role::Horse, Role::Cannon, Role::Soldier];
    roles.iter().map(|role| board.of_role(*role).count()).sum()
}

/// Returns the point of the side to move's general if it is in check.
pub fn checked_general(board: &Board) -> Option<Square> {
    board.in_check().then(|| board.general(board.turn()))
}
