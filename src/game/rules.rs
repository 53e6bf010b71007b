//! A whole game: its history and its verdict.
//!
//! The rules adopted are the Asian rules (AXF) as computers play them: a side without a legal move
//! has lost; at the third occurrence of a position a side that gave check with every move of the
//! cycle loses, and any other repetition is a draw; 120 plies without a capture are a draw, where a
//! side's checks beyond ten are not counted; so is a board on which nobody can attack.

use super::bitboard::Bitboard;
use super::board::Board;
use super::fen::{MAX_COUNTER, Position};
use super::types::{ByColor, Color, Move, Piece, Role, Square};
use std::fmt;

/// Plies without a capture after which the game is drawn.
pub const NATURAL_LIMIT: u32 = 120;
/// Checks of one side that count towards [`NATURAL_LIMIT`].
pub const COUNTED_CHECKS: u32 = 10;

/// Why a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// 将死: in check and no legal move.
    Checkmate,
    /// 困毙: no legal move; it loses too.
    Stalemate,
    /// 长将: one side checked with every move of a cycle.
    PerpetualCheck,
    /// A position occurred three times and nobody, or both, offended.
    Repetition,
    /// 自然限着: [`NATURAL_LIMIT`] plies without a capture.
    NaturalLimit,
    /// Neither side has a rook, horse, cannon or soldier.
    NoAttackers,
}

impl Reason {
    /// A stable name for programs, such as `perpetualCheck`.
    pub const fn code(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::PerpetualCheck => "perpetualCheck",
            Reason::Repetition => "repetition",
            Reason::NaturalLimit => "naturalLimit",
            Reason::NoAttackers => "noAttackers",
        }
    }
}

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It goes on.
    Ongoing,
    /// Nobody won.
    Draw,
    /// This side won.
    Win(Color),
}

/// How a game stands, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Who won, if anybody.
    pub outcome: Outcome,
    /// Why the game ended; `None` while it goes on.
    pub reason: Option<Reason>,
    /// The side that broke a repetition rule and lost by it.
    pub offender: Option<Color>,
}

impl Verdict {
    const ONGOING: Verdict = Verdict { outcome: Outcome::Ongoing, reason: None, offender: None };

    fn win(winner: Color, reason: Reason) -> Verdict {
        Verdict { outcome: Outcome::Win(winner), reason: Some(reason), offender: None }
    }

    fn draw(reason: Reason) -> Verdict {
        Verdict { outcome: Outcome::Draw, reason: Some(reason), offender: None }
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.outcome != Outcome::Ongoing
    }
}

/// Why a move cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// There is no piece on the source.
    NoPiece,
    /// The piece belongs to the other side.
    NotYours,
    /// A piece of one's own stands on the target.
    OwnPiece,
    /// The piece does not go there.
    CannotReach,
    /// The generals would face each other.
    GeneralsFace,
    /// The general is in check and would still be.
    StillInCheck,
    /// The general would be in check.
    LeavesCheck,
}

impl Refusal {
    /// A stable name for programs, such as `cannotReach`.
    pub const fn code(self) -> &'static str {
        match self {
            Refusal::NoPiece => "noPiece",
            Refusal::NotYours => "notYours",
            Refusal::OwnPiece => "ownPiece",
            Refusal::CannotReach => "cannotReach",
            Refusal::GeneralsFace => "generalsFace",
            Refusal::StillInCheck => "stillInCheck",
            Refusal::LeavesCheck => "leavesCheck",
        }
    }
}

/// Why `mv` is not legal on `board`; `None` when it is.
pub fn refusal(board: &Board, mv: Move) -> Option<Refusal> {
    let us = board.turn();
    let Some(piece) = board.piece_at(mv.from()) else { return Some(Refusal::NoPiece) };
    if piece.color() != us {
        return Some(Refusal::NotYours);
    }
    if board.of_color(us).has(mv.to()) {
        return Some(Refusal::OwnPiece);
    }
    if !board.is_pseudo_legal(mv) {
        return Some(Refusal::CannotReach);
    }
    let safety = board.safety();
    if board.is_safe(mv, &safety) {
        return None;
    }
    let mut after = board.clone();
    after.make(mv);
    let attackers = after.attackers(after.general(us), after.occupied(), !us, Bitboard::FULL);
    Some(if attackers.has(after.general(!us)) {
        Refusal::GeneralsFace
    } else if safety.checkers.is_empty() {
        Refusal::LeavesCheck
    } else {
        Refusal::StillInCheck
    })
}

/// A move that was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// Why.
    pub refusal: Refusal,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the move {} is illegal ({})", self.mv, self.refusal.code())
    }
}

impl std::error::Error for IllegalMove {}

/// One played move with what is needed to judge and undo it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// What it captured.
    pub captured: Option<Piece>,
    /// Whether it gave check.
    pub gives_check: bool,
    /// The key of the position before it.
    pub key_before: u64,
}

/// A game: a start position and the moves since.
///
/// ```
/// use chuhe::game::rules::Game;
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
}

impl Default for Game {
    fn default() -> Game {
        Game::new(Position::default())
    }
}

impl Game {
    /// A game from a position, no move played.
    pub fn new(start: Position) -> Game {
        let board = start.board.clone();
        Game { start, board, plies: Vec::new() }
    }

    /// The position that the game started from.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves played.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The board now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The position now, with its counters, which stop at [`MAX_COUNTER`].
    pub fn position(&self) -> Position {
        let black_started = self.start.board.turn() == Color::Black;
        let half_moves = self.plies.len() as u32 + u32::from(black_started);
        Position {
            board: self.board().clone(),
            no_capture: self.plies_since_capture().min(MAX_COUNTER),
            fullmove: (self.start.fullmove + half_moves / 2).min(MAX_COUNTER),
        }
    }

    /// Plays a legal move. Whether the game is over already is not looked at.
    ///
    /// # Errors
    /// [`IllegalMove`] with the reason; the game is then as it was.
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

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let ply = self.plies.pop()?;
        self.board.unmake(ply.mv, ply.captured);
        Some(ply.mv)
    }

    /// The side that played ply number `index`.
    pub fn mover(&self, index: usize) -> Color {
        let first = self.start.board.turn();
        if index % 2 == 0 { first } else { !first }
    }

    /// The index of the first ply after the last capture.
    fn quiet_since(&self) -> usize {
        self.plies.iter().rposition(|ply| ply.captured.is_some()).map_or(0, |index| index + 1)
    }

    fn plies_since_capture(&self) -> u32 {
        let since = self.quiet_since();
        let before = if since == 0 { self.start.no_capture } else { 0 };
        before + (self.plies.len() - since) as u32
    }

    /// Plies that count towards the [`NATURAL_LIMIT`].
    pub fn natural_count(&self) -> u32 {
        let since = self.quiet_since();
        let mut checks = ByColor([0u32; 2]);
        let mut count = if since == 0 { self.start.no_capture } else { 0 };
        for (index, ply) in self.plies.iter().enumerate().skip(since) {
            let mover = self.mover(index);
            checks[mover] += u32::from(ply.gives_check);
            count += u32::from(!ply.gives_check || checks[mover] <= COUNTED_CHECKS);
        }
        count
    }

    /// How the game stands.
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
        if self.natural_count() >= NATURAL_LIMIT {
            return Verdict::draw(Reason::NaturalLimit);
        }
        Verdict::ONGOING
    }

    /// The verdict at the third occurrence of the position on the board.
    fn repetition_verdict(&self) -> Option<Verdict> {
        let key = self.board().key();
        let since = self.quiet_since();
        let earlier: Vec<usize> =
            (since..self.plies.len()).filter(|index| self.plies[*index].key_before == key).collect();
        let [.., first, _] = earlier[..] else { return None };
        let always_checks = |color| {
            let mut own = (first..self.plies.len()).filter(|index| self.mover(*index) == color);
            own.all(|index| self.plies[index].gives_check)
        };
        Some(match (always_checks(Color::Red), always_checks(Color::Black)) {
            (true, false) => perpetual_check(Color::Red),
            (false, true) => perpetual_check(Color::Black),
            _ => Verdict::draw(Reason::Repetition),
        })
    }
}

fn perpetual_check(offender: Color) -> Verdict {
    Verdict { offender: Some(offender), ..Verdict::win(!offender, Reason::PerpetualCheck) }
}

/// How many pieces of both sides can cross the river.
pub fn attackers_left(board: &Board) -> u32 {
    let roles = [Role::Rook, Role::Horse, Role::Cannon, Role::Soldier];
    roles.iter().map(|role| board.of_role(*role).count()).sum()
}

/// The point of the general in check, if the side to move is.
pub fn checked_general(board: &Board) -> Option<Square> {
    board.in_check().then(|| board.general(board.turn()))
}
