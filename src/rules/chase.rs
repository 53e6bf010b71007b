//! What a ply attacks, and what a side did throughout a cycle: check, chase or neither.
//!
//! The definitions are those of the Asian Xiangqi Federation (AXF, rules of play, chapter 4, with their
//! diagrams), read as programs must read them, from positions alone:
//!
//! - A *threat* is a legal capture that the side could make if it were to move; that it stands in check
//!   before its ply does not make an attack new which it had all along (H. G. Muller). Generals and soldiers
//!   may threaten what they like, and soldiers that have not crossed the river may be threatened.
//! - What is truly protected is not threatened: after the capture the other side could legally take
//!   back. A protector that is pinned, blocked or must meet a check does not count. A rook is
//!   threatened by a horse or a cannon even if it is protected.
//! - Between two pieces of one kind that can take each other the threat is an offer to exchange.
//! - A ply *chases* the pieces that are threatened after it and were not threatened before it, by
//!   whichever piece: an attack that the other side left standing is not renewed, and an attack
//!   uncovered, or a protection undone, by another piece counts.
//! - But a piece that stands still under a threat itself does not chase because a protection was undone:
//!   that ply answers the threat (AXF diagrams 25 and 39 to 41, against the one of the appendix, where
//!   nothing threatens the rook).
//! - A ply that gives check may chase as well: where a move can be read in two ways, the reading that
//!   is forbidden counts. The check is thought answered when protection and exchange are looked at.
//!
//! A side offends when every one of its plies in the cycle gave check, or when every one chased the
//! same piece.
//!
//! ```
//! use chuhe_rules::chase::{Offence, offences};
//! use chuhe_rules::Game;
//! // The rook pursues the horse, which can only run.
//! let mut game = Game::new("3k4n/9/9/9/9/9/9/9/9/4K2R1 w".parse()?);
//! for mv in "h0i0 i9h7 i0h0 h7i9".split(' ') {
//!     game.play(mv.parse()?)?;
//! }
//! let played = game.plies().iter().rev().map(|ply| (ply.mv, ply.captured));
//! assert_eq!(offences(game.board(), played)[chuhe_rules::Color::Red], Offence::Chase);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::bitboard::Bitboard;
use super::board::Board;
use super::movegen::MoveList;
use super::types::{ByColor, Color, Move, Piece, Role, Square};

/// A played move with what it captured.
pub type Played = (Move, Option<Piece>);

/// What a ply threatened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlyThreats {
    /// It gave check.
    pub checks: bool,
    /// The points of the pieces that it chased.
    pub chased: Bitboard,
}

/// What a side did with every ply of a cycle. How grave it is depends on the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offence {
    /// Nothing that every ply did.
    None,
    /// It chased one piece.
    Chase,
    /// It gave check.
    Check,
    /// It gave check, threatened mate or chased any piece, by turns or not.
    Attack,
}

impl Offence {
    /// Number of offences.
    pub const NUM: usize = 4;

    /// A stable name for programs: `none`, `chase`, `check` or `attack`.
    pub const fn code(self) -> &'static str {
        ["none", "chase", "check", "attack"][self as usize]
    }
}

/// Which of the enemy pieces on `among` the side to move threatens to take. Either side may be in
/// check: the checks that there are do not keep a piece from taking.
pub fn threats(board: &mut Board, among: Bitboard) -> Bitboard {
    let mut threatened = Bitboard::EMPTY;
    each_threat(board, among, |capture| threatened = threatened.with(capture.to()));
    threatened
}

/// Every capture by which the side to move threatens one of the enemy pieces on `among`.
fn each_threat(board: &mut Board, among: Bitboard, mut visit: impl FnMut(Move)) {
    let us = board.turn();
    let victims = prey(board, us) & among;
    if victims.is_empty() {
        return;
    }
    let checkers = board.checkers();
    for from in hunters(board, us) {
        let Some(hunter) = board.piece_at(from) else { continue };
        for to in board.reach(hunter, from) & victims {
            if takes_safely(board, from, to, !checkers)
                && is_threat(board, Move::new(from, to), hunter.role())
            {
                visit(Move::new(from, to));
            }
        }
    }
}

/// The pieces of the other side that can be chased.
fn prey(board: &Board, us: Color) -> Bitboard {
    let mut prey = board.of_color(!us).without(board.general(!us));
    for soldier in board.of(!us, Role::Soldier) {
        if !soldier.across_river(!us) {
            prey = prey.without(soldier);
        }
    }
    prey
}

/// The pieces of a side that can chase.
fn hunters(board: &Board, us: Color) -> Bitboard {
    board.of_color(us) & !board.of_role(Role::Soldier) & !board.of_role(Role::General)
}

/// Whether a legal capture by the side to move is a threat.
fn is_threat(board: &mut Board, capture: Move, hunter: Role) -> bool {
    let Some(victim) = board.piece_at(capture.to()).map(Piece::role) else { return false };
    if is_offer(board, capture) {
        return false;
    }
    victim == Role::Rook && matches!(hunter, Role::Horse | Role::Cannon) || !is_protected(board, capture)
}

/// Whether a legal capture by the side to move is one of two pieces of a kind that can take each other.
pub fn is_offer(board: &mut Board, capture: Move) -> bool {
    let role = |square| board.piece_at(square).map(Piece::role);
    role(capture.to()) == role(capture.from()) && can_take_first(board, capture)
}

/// Whether the victim of a capture could legally take the captor if it were its turn. Checks that it is
/// in already are thought answered.
fn can_take_first(board: &mut Board, capture: Move) -> bool {
    board.pass();
    let back = Move::new(capture.to(), capture.from());
    let can = board.is_pseudo_legal(back) && takes_safely(board, back.from(), back.to(), !board.checkers());
    board.pass();
    can
}

/// Whether the other side could legally take back after a capture. Checks that it is in already are
/// thought answered.
fn is_protected(board: &mut Board, capture: Move) -> bool {
    let us = board.turn();
    let answered =
        board.attackers(board.general(!us), board.occupied(), us, Bitboard::FULL.without(capture.from()));
    let captured = board.make(capture);
    let can = board.of_color(!us).into_iter().any(|from| {
        let reaches = |piece| board.reach(piece, from).has(capture.to());
        board.piece_at(from).is_some_and(reaches) && takes_safely(board, from, capture.to(), !answered)
    });
    board.unmake(capture, captured);
    can
}

/// Whether a capture by the side to move leaves its general safe from the enemy pieces on `among`.
fn takes_safely(board: &Board, from: Square, to: Square, among: Bitboard) -> bool {
    let us = board.turn();
    let general = if from == board.general(us) { to } else { board.general(us) };
    board.attackers(general, board.occupied().without(from), !us, among.without(to)).is_empty()
}

/// Takes the last ply back and says what it did. Of chased pieces only those on `among` are named.
pub fn take_back(board: &mut Board, played: Played, among: Bitboard) -> PlyThreats {
    let checks = board.in_check();
    let captures = take_back_chases(board, played, among);
    PlyThreats { checks, chased: captures.iter().map(|capture| capture.to()).collect() }
}

/// Takes the last ply back and returns the captures by which it chased pieces on `among`.
pub fn take_back_chases(board: &mut Board, played: Played, among: Bitboard) -> MoveList {
    let mut captures = MoveList::new();
    board.pass();
    each_threat(board, among, |capture| captures.push(capture));
    board.pass();
    board.unmake(played.0, played.1);
    let after: Bitboard = captures.iter().map(|capture| capture.to()).collect();
    let fresh = if after.is_empty() { after } else { after & !threats(board, after) };
    captures.retain(|capture| fresh.has(capture.to()) && !answers_threat(board, *capture, played.0));
    captures
}

/// Whether a capture became a threat by `mv`, yet to be played, only because a protection was undone,
/// while its captor stood still under a threat itself.
fn answers_threat(board: &mut Board, capture: Move, mv: Move) -> bool {
    let (hunter, victim) = (capture.from(), capture.to());
    if hunter == mv.to() || !board.is_pseudo_legal(capture) {
        return false;
    }
    let was_legal = takes_safely(board, hunter, victim, !board.checkers());
    was_legal && {
        board.pass();
        let is_threatened = !threats(board, Bitboard::of(hunter)).is_empty();
        board.pass();
        is_threatened
    }
}

/// What a side may still be guilty of while its plies are looked at from the last to the first.
#[derive(Clone, Copy)]
struct Suspect {
    /// Every ply so far gave check.
    checks: bool,
    /// The pieces that every ply so far chased, where they stand now.
    victims: Bitboard,
}

impl Suspect {
    const FRESH: Suspect = Suspect { checks: true, victims: Bitboard::FULL };

    fn is_cleared(&self) -> bool {
        !self.checks && self.victims.is_empty()
    }

    fn saw(&mut self, threats: PlyThreats) {
        self.checks &= threats.checks;
        self.victims &= threats.chased;
    }

    /// The other side's ply was taken back.
    fn follow(&mut self, mv: Move) {
        if self.victims.has(mv.to()) {
            self.victims = self.victims.without(mv.to()).with(mv.from());
        }
    }

    fn offence(&self) -> Offence {
        match (self.checks, self.victims.is_empty()) {
            (true, _) => Offence::Check,
            (false, false) => Offence::Chase,
            (false, true) => Offence::None,
        }
    }
}

/// What both sides may still be guilty of while their plies are taken back, the last one first.
pub struct Suspects(ByColor<Suspect>);

impl Suspects {
    /// Before any ply is looked at.
    pub const FRESH: Suspects = Suspects(ByColor([Suspect::FRESH; 2]));

    /// The ply `mv` of `mover` was taken back, and made these threats.
    pub fn saw(&mut self, mover: Color, mv: Move, threats: PlyThreats) {
        self.0[mover].saw(threats);
        self.0[!mover].follow(mv);
    }

    /// What each side did with all of its plies; of each at least one must have been seen.
    pub fn offences(self) -> ByColor<Offence> {
        ByColor(self.0.0.map(|suspect| suspect.offence()))
    }
}

/// What each side did with all of its plies. `plies` led to `board`, the last one first; there must be
/// at least one of each side, and no capture among them.
pub fn offences(board: &Board, plies: impl Iterator<Item = Played>) -> ByColor<Offence> {
    let mut board = board.clone();
    let mut suspects = Suspects::FRESH;
    for played in plies {
        let mover = !board.turn();
        let suspect = suspects.0[mover];
        if suspect.is_cleared() {
            board.unmake(played.0, played.1);
            suspects.0[!mover].follow(played.0);
        } else {
            let threats = take_back(&mut board, played, suspect.victims);
            suspects.saw(mover, played.0, threats);
        }
        if suspects.0.0.iter().all(Suspect::is_cleared) {
            break;
        }
    }
    suspects.offences()
}
