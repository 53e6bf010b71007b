//! Generation of legal moves.
//!
//! Pseudo-legal moves are generated role by role and filtered by [`Safety`]. If a side is not in check, a move of any
//! piece except the general can expose the general in only two ways: it leaves one of a few points, or it enters a
//! point between the general and an enemy cannon. All other such moves are legal without a further check.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::Board;
use super::types::{Color, Move, Role, Square};
use arrayvec::ArrayVec;
use core::convert::Infallible;
use core::ops::BitOr;

/// A list of moves. No position with a legal number of pieces has more than 116 of them: two rooks
/// and two cannons 17 each, two horses 8, five soldiers 3, elephants 8, advisors 5, the general 4.
pub type MoveList = ArrayVec<Move, 128>;

/// Which pseudo-legal moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// All pseudo-legal moves.
    All,
    /// Captures, for the quiescence search.
    Captures,
    /// Moves that do not capture.
    Quiets,
}

/// Data of the side to move for a quick test of whether a move exposes its general.
#[derive(Clone, Copy, Debug)]
pub struct Safety {
    /// The pieces that give check.
    pub checkers: Bitboard,
    /// Points from which a move may expose the general: pinned pieces, cannon mounts and horse legs.
    leaving: Bitboard,
    /// Empty points on which a piece would become the mount of an enemy cannon.
    entering: Bitboard,
}

/// Data of the other side's general for a quick test of whether a move gives check.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    /// `[role]`: the points on which a piece of this role gives check, directly or as the mount of a cannon.
    points: [Bitboard; Role::NUM],
    /// Pieces of the side to move for which `points` is not enough: their move may open a line or a leg, or they are a
    /// rook, cannon or general on a line with the enemy general.
    unsure: Bitboard,
}

impl Board {
    /// Returns the [`Safety`] of the side to move.
    pub fn safety(&self) -> Safety {
        let us = self.turn();
        let checkers = self.attackers(self.general(us), self.occupied(), !us, Bitboard::FULL);
        let (leaving, entering, _) = self.exposure(us);
        Safety { checkers, leaving, entering }
    }

    /// Returns three sets for a side's general: the points from which a move may expose it, the points on which a
    /// piece would become the mount of an enemy cannon, and the enemy's rooks, cannons and general on its lines.
    #[inline]
    fn exposure(&self, color: Color) -> (Bitboard, Bitboard, Bitboard) {
        let general = self.general(color);
        let (occupied, enemy) = (self.occupied(), self.of_color(!color));
        let (mut leaving, mut entering) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let cannons = self.of_role(Role::Cannon) & enemy;
        let straight = (self.of_role(Role::Rook) | self.of_role(Role::General)) & enemy;
        let sliders = (cannons | straight) & attacks::rook(general, Bitboard::EMPTY);
        for slider in sliders {
            let path = attacks::between(general, slider);
            let blockers = path & occupied;
            match (cannons.has(slider), blockers.count()) {
                (true, 0) => entering |= path,
                (true, 2) | (false, 1) => leaving |= blockers,
                _ => {}
            }
        }
        if !(self.of_role(Role::Horse) & enemy & attacks::horse_star(general)).is_empty() {
            leaving |= attacks::horse_legs_to(general);
        }
        (leaving, entering, sliders)
    }

    /// Returns the [`Checks`] of the side to move, which must not attack the other general already.
    pub fn checks(&self) -> Checks {
        let us = self.turn();
        let general = self.general(!us);
        let occupied = self.occupied();
        let (leaving, entering, sliders) = self.exposure(!us);
        let straight = attacks::rook(general, occupied);
        let mut points = [entering; Role::NUM];
        points[Role::Rook.index()] |= straight;
        // A cannon gives check from beyond the first piece of a line, its mount, up to the second piece.
        points[Role::Cannon.index()] |= attacks::rook(general, occupied & !straight) & !straight;
        points[Role::Horse.index()] |= attacks::horse_to(general, occupied);
        points[Role::Soldier.index()] |= attacks::soldier_to(us, general);
        Checks { points, unsure: (leaving | sliders) & self.of_color(us) }
    }

    /// Returns [`Board::gives_check`] by the [`Checks`] of this position, which is quicker for several moves.
    #[inline]
    pub fn is_check(&self, mv: Move, checks: &Checks) -> bool {
        if checks.unsure.has(mv.from()) {
            return self.gives_check(mv);
        }
        self.piece_at(mv.from()).is_some_and(|piece| checks.points[piece.role().index()].has(mv.to()))
    }

    /// Returns whether a pseudo-legal move leaves the mover's general safe. `safety` must belong to this position.
    #[inline]
    pub fn is_safe(&self, mv: Move, safety: &Safety) -> bool {
        let us = self.turn();
        let general = self.general(us);
        let moves_general = mv.from() == general;
        if !moves_general
            && safety.checkers.is_empty()
            && !safety.leaving.has(mv.from())
            && !safety.entering.has(mv.to())
        {
            return true;
        }
        let target = if moves_general { mv.to() } else { general };
        let occupied = self.occupied().without(mv.from()).with(mv.to());
        let among = !Bitboard::of(mv.to());
        self.attackers(target, occupied, !us, among).is_empty()
    }

    /// Returns whether the piece on the move's source belongs to the side to move and reaches its target. The safety
    /// of the general is not checked.
    #[inline]
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let Some(piece) = self.piece_at(mv.from()) else { return false };
        piece.color() == self.turn()
            && !self.of_color(piece.color()).has(mv.to())
            && self.reach(piece, mv.from()).has(mv.to())
    }

    /// Returns whether the move is legal for the side to move.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && self.is_safe(mv, &self.safety())
    }

    /// Returns the points to which moves of a kind may lead.
    #[inline]
    fn targets(&self, kind: MoveKind) -> Bitboard {
        match kind {
            MoveKind::All => !self.of_color(self.turn()),
            MoveKind::Captures => self.of_color(!self.turn()),
            MoveKind::Quiets => !self.occupied(),
        }
    }

    /// Calls `visit` with each piece of the side to move on `pieces` and the points of `targets` that it reaches.
    /// `targets` must not contain pieces of the side to move.
    #[inline(always)]
    fn each_piece(&self, pieces: Bitboard, targets: Bitboard, mut visit: impl FnMut(Square, Bitboard)) {
        let us = self.turn();
        let own = self.of_color(us) & pieces;
        let occupied = self.occupied();
        for from in own & self.of_role(Role::Rook) {
            visit(from, attacks::rook(from, occupied) & targets);
        }
        for from in own & self.of_role(Role::Cannon) {
            let (slide, jump) = attacks::rook_and_cannon(from, occupied);
            visit(from, (slide & !occupied | jump) & targets);
        }
        for from in own & self.of_role(Role::Horse) {
            visit(from, attacks::horse(from, occupied) & targets);
        }
        for from in own & self.of_role(Role::Soldier) {
            visit(from, attacks::soldier(us, from) & targets);
        }
        for from in own & self.of_role(Role::Elephant) {
            visit(from, attacks::elephant(from, occupied) & targets);
        }
        for from in own & self.of_role(Role::Advisor) {
            visit(from, attacks::advisor(from) & targets);
        }
        for from in own & self.of_role(Role::General) {
            visit(from, attacks::general(from) & targets);
        }
    }

    /// Appends the pseudo-legal moves of some pieces to some points.
    fn push_moves(&self, pieces: Bitboard, targets: Bitboard, list: &mut MoveList) {
        self.each_piece(pieces, targets, |from, targets| push(list, from, targets));
    }

    /// Appends the pseudo-legal moves of a kind.
    pub fn pseudo_moves(&self, kind: MoveKind, list: &mut MoveList) {
        self.push_moves(Bitboard::FULL, self.targets(kind), list);
    }

    fn safe_moves(&self, kind: MoveKind) -> MoveList {
        let mut list = MoveList::new();
        let safety = self.safety();
        let mut wary = safety.leaving.with(self.general(self.turn()));
        if !safety.checkers.is_empty() {
            wary = Bitboard::FULL;
        }
        self.each_piece(Bitboard::FULL, self.targets(kind), |from, targets| {
            if wary.has(from) || !(targets & safety.entering).is_empty() {
                let moves = targets.into_iter().map(|to| Move::new(from, to));
                list.extend(moves.filter(|mv| self.is_safe(*mv, &safety)));
            } else {
                push(&mut list, from, targets);
            }
        });
        list
    }

    /// Returns all legal moves.
    ///
    /// ```
    /// let board = chuhe_rules::fen::start();
    /// assert_eq!(board.legal_moves().len(), 44);
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        self.safe_moves(MoveKind::All)
    }

    /// Returns the legal moves that capture.
    pub fn legal_captures(&self) -> MoveList {
        self.safe_moves(MoveKind::Captures)
    }

    /// Returns whether the side to move can give checkmate with its next move. The board is unchanged afterwards.
    ///
    /// ```
    /// let mut position: chuhe_rules::Position = "3k5/R8/9/9/9/9/9/9/9/4K1R2 w".parse()?;
    /// assert!(position.board.mates_next());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mates_next(&mut self) -> bool {
        let checks = self.checks();
        let free = !self.of_color(self.turn());
        let points = checks.points.into_iter().fold(Bitboard::EMPTY, Bitboard::bitor);
        let mut list = MoveList::new();
        self.push_moves(!checks.unsure, points & free, &mut list);
        self.push_moves(checks.unsure, free, &mut list);
        if list.is_empty() {
            return false;
        }
        let safety = self.safety();
        list.into_iter().any(|mv| {
            self.is_check(mv, &checks) && self.is_safe(mv, &safety) && {
                let captured = self.make(mv);
                let is_mate = !self.has_legal_move();
                self.unmake(mv, captured);
                is_mate
            }
        })
    }

    /// Returns whether the side to move has a legal move; without one it has lost.
    pub fn has_legal_move(&self) -> bool {
        let safety = self.safety();
        let is_safe = |mv| self.is_safe(mv, &safety);
        let free = !self.of_color(self.turn());
        // The general's moves come first, because they answer a check most often.
        let general = self.general(self.turn());
        let steps = attacks::general(general) & free;
        if steps.into_iter().any(|to| is_safe(Move::new(general, to))) {
            return true;
        }
        let mut list = MoveList::new();
        let mut targets = free;
        if let Some(checker) = safety.checkers.first().filter(|_| !safety.checkers.many()) {
            // A check is answered by capturing or blocking the checker (a horse at its leg), or by moving the mount of
            // a cannon.
            let way = attacks::between(general, checker);
            self.push_moves(way, free, &mut list);
            let block = if way.is_empty() { attacks::horse_legs_to(general) } else { way };
            targets &= block.with(checker);
        }
        self.push_moves(!Bitboard::of(general), targets, &mut list);
        list.into_iter().any(is_safe)
    }
}

#[inline]
fn push(list: &mut MoveList, from: Square, targets: Bitboard) {
    targets.into_iter().for_each(|to| list.push(Move::new(from, to)));
}

/// Returns the number of move sequences of `depth` plies. The last ply is counted without being played.
///
/// ```
/// let mut board = chuhe_rules::fen::start();
/// assert_eq!(chuhe_rules::movegen::perft(&mut board, 3), 79_666);
/// ```
pub fn perft(board: &mut Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => board.legal_moves().len() as u64,
        _ => children(board, depth, perft),
    }
}

/// Returns [`perft`], but plays every move of the last ply too, to measure the raw speed of make and unmake.
pub fn perft_playing_all(board: &mut Board, depth: u32) -> u64 {
    if depth == 0 { 1 } else { children(board, depth, perft_playing_all) }
}

fn children(board: &mut Board, depth: u32, count: fn(&mut Board, u32) -> u64) -> u64 {
    let Ok(total) = divide::<Infallible>(board, depth, count, |_, _| Ok(()));
    total
}

/// Returns the sum of `count` over the positions after each legal move. `depth` must be at least 1. `visit` receives
/// each move and its share of the sum.
///
/// # Errors
/// The first error of `visit`. The board is unchanged in that case too.
pub fn divide<E>(
    board: &mut Board,
    depth: u32,
    count: fn(&mut Board, u32) -> u64,
    mut visit: impl FnMut(Move, u64) -> Result<(), E>,
) -> Result<u64, E> {
    let mut total = 0;
    let moves = board.legal_moves();
    for mv in &moves {
        let mv = *mv;
        let captured = board.make(mv);
        let share = count(board, depth - 1);
        board.unmake(mv, captured);
        total += share;
        visit(mv, share)?;
    }
    Ok(total)
}
