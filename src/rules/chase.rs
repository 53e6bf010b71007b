//! Finds the pieces that a ply attacks, and whether a side checked or chased throughout a cycle.
//!
//! The definitions are those of the Asian Xiangqi Federation (AXF, rules of play, chapter 4, with their
//! diagrams), as far as positions alone decide them:
//!
//! - A *threat* is a legal capture that the side could make on its turn. An attack that existed before the
//!   ply is not new merely because the side was in check then (H. G. Muller). Generals and soldiers may
//!   threaten any piece, and soldiers that have not crossed the river may be threatened.
//! - A truly protected piece is not threatened: after its capture the other side could legally take back. A
//!   protector that is pinned, blocked or must answer a check does not count. A rook is threatened by a
//!   horse or a cannon even if it is protected.
//! - Two pieces of one role that can take each other do not threaten each other: that is an offer to
//!   exchange.
//! - A ply *chases* the pieces that are threatened after it, by any piece, and were not threatened before
//!   it. An attack that the other side did not answer is not renewed. An attack that another piece uncovers,
//!   or a protection that it removes, counts.
//! - However, a piece that is threatened itself and does not move does not chase when a protection is
//!   removed: that ply answers the threat (AXF diagrams 25 and 39 to 41; in the diagram of the appendix, by
//!   contrast, nothing threatens the rook).
//! - A ply that gives check may chase as well: if a move can be read in two ways, the forbidden reading
//!   counts. Protection and exchange are tested as if the check were answered.
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

/// A played move with the captured piece.
pub type Played = (Move, Option<Piece>);

/// The threats of a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlyThreats {
    /// Whether the ply gave check.
    pub checks: bool,
    /// The points of the chased pieces.
    pub chased: Bitboard,
}

/// An offence that a side committed on every ply of a cycle. Its gravity depends on the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offence {
    /// No offence committed on every ply.
    None,
    /// Chasing one piece.
    Chase,
    /// Giving check.
    Check,
    /// Giving check, threatening mate or chasing any piece, in any mixture.
    Attack,
}

impl Offence {
    /// Number of offences.
    pub const NUM: usize = 4;

    /// Returns the stable name for programs: `none`, `chase`, `check` or `attack`.
    pub const fn code(self) -> &'static str {
        ["none", "chase", "check", "attack"][self as usize]
    }
}

/// Returns the enemy pieces on `among` that the side to move threatens to take. Either side may be in check:
/// existing checks do not prevent a capture.
pub fn threats(board: &mut Board, among: Bitboard) -> Bitboard {
    let mut threatened = Bitboard::EMPTY;
    each_threat(board, among, |capture| threatened = threatened.with(capture.to()));
    threatened
}

/// Calls `visit` with every capture by which the side to move threatens one of the enemy pieces on `among`.
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

/// Returns the pieces of the other side that can be chased.
fn prey(board: &Board, us: Color) -> Bitboard {
    let mut prey = board.of_color(!us).without(board.general(!us));
    for soldier in board.of(!us, Role::Soldier) {
        if !soldier.across_river(!us) {
            prey = prey.without(soldier);
        }
    }
    prey
}

/// Returns the pieces of a side that can chase.
fn hunters(board: &Board, us: Color) -> Bitboard {
    board.of_color(us) & !board.of_role(Role::Soldier) & !board.of_role(Role::General)
}

/// Returns whether a legal capture by the side to move is a threat.
fn is_threat(board: &mut Board, capture: Move, hunter: Role) -> bool {
    let Some(victim) = board.piece_at(capture.to()).map(Piece::role) else { return false };
    if is_offer(board, capture) {
        return false;
    }
    victim == Role::Rook && matches!(hunter, Role::Horse | Role::Cannon) || !is_protected(board, capture)
}

/// Returns whether a legal capture by the side to move is an offer to exchange: both pieces have the same
/// role and can take each other.
pub fn is_offer(board: &mut Board, capture: Move) -> bool {
    let role = |square| board.piece_at(square).map(Piece::role);
    role(capture.to()) == role(capture.from()) && can_take_first(board, capture)
}

/// Returns whether the victim of a capture could legally take the captor on its own turn. Existing checks
/// against its side are ignored.
fn can_take_first(board: &mut Board, capture: Move) -> bool {
    board.pass();
    let back = Move::new(capture.to(), capture.from());
    let can = board.is_pseudo_legal(back) && takes_safely(board, back.from(), back.to(), !board.checkers());
    board.pass();
    can
}

/// Returns whether the other side could legally take back after a capture. Existing checks against it are
/// ignored.
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

/// Returns whether a capture by the side to move leaves its general safe from the enemy pieces on `among`.
fn takes_safely(board: &Board, from: Square, to: Square, among: Bitboard) -> bool {
    let us = board.turn();
    let general = if from == board.general(us) { to } else { board.general(us) };
    board.attackers(general, board.occupied().without(from), !us, among.without(to)).is_empty()
}

/// Takes the last ply back and returns its threats. Only chased pieces on `among` are included.
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

/// Returns whether `mv`, which is not played yet, makes a capture a threat only by removing a protection,
/// while the captor does not move and is threatened itself.
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

/// The offences that a side may still have committed, while its plies are examined from the last to the
/// first.
#[derive(Clone, Copy)]
struct Suspect {
    /// Whether every ply so far gave check.
    checks: bool,
    /// The current points of the pieces that every ply so far chased.
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

    /// Moves the victims back when a ply of the other side was taken back.
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

/// The offences that both sides may still have committed, while their plies are taken back, the last one
/// first.
pub struct Suspects(ByColor<Suspect>);

impl Suspects {
    /// The state before any ply is examined.
    pub const FRESH: Suspects = Suspects(ByColor([Suspect::FRESH; 2]));

    /// Records the threats of the ply `mv` of `mover`, which was taken back.
    pub fn saw(&mut self, mover: Color, mv: Move, threats: PlyThreats) {
        self.0[mover].saw(threats);
        self.0[!mover].follow(mv);
    }

    /// Returns the offence of each side. At least one ply of each side must have been recorded.
    pub fn offences(self) -> ByColor<Offence> {
        ByColor(self.0.0.map(|suspect| suspect.offence()))
    }
}

/// Returns the offence that each side committed with all of its plies. `plies` led to `board`, the last one
/// first. They must include at least one ply of each side, and no capture.
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
