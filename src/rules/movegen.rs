//! Legal moves.
//!
//! Moves are generated pseudo-legally, role by role, and filtered by [`Safety`]: for a side that is
//! not in check, only a move that leaves one of a few points, or enters one between the general and
//! an enemy cannon, can expose the general; all other moves are legal without a further look.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::Board;
use super::types::{Color, Move, Role, Square};
use arrayvec::ArrayVec;
use std::convert::Infallible;
use std::ops::BitOr;

/// A list of moves. No position with a legal number of pieces has more than 116 of them: two rooks
/// and two cannons 17 each, two horses 8, five soldiers 3, elephants 8, advisors 5, the general 4.
pub type MoveList = ArrayVec<Move, 128>;

/// Which pseudo-legal moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// All of them.
    All,
    /// Those that capture, for quiescence.
    Captures,
    /// Those that do not capture.
    Quiets,
}

/// What must be known of the side to move to tell quickly whether a move exposes its general.
#[derive(Clone, Copy, Debug)]
pub struct Safety {
    /// The pieces that give check.
    pub checkers: Bitboard,
    /// Points whose leaving may expose the general: pins, cannon mounts, horse legs.
    leaving: Bitboard,
    /// Empty points whose entering gives an enemy cannon its mount.
    entering: Bitboard,
}

/// What must be known of the other side's general to tell quickly whether a move gives check.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    /// `[role]`: the points where such a piece gives check, itself or as the mount of a cannon.
    points: [Bitboard; Role::NUM],
    /// Pieces of the side to move for which `points` do not tell: leaving may open a line or a leg, or they stand
    /// on a line with the general.
    unsure: Bitboard,
}

impl Board {
    /// The [`Safety`] of the side to move.
    pub fn safety(&self) -> Safety {
        let us = self.turn();
        let checkers = self.attackers(self.general(us), self.occupied(), !us, Bitboard::FULL);
        let (leaving, entering, _) = self.exposure(us);
        Safety { checkers, leaving, entering }
    }

    /// The points whose leaving may expose a side's general, those whose entering gives an enemy cannon its mount, and
    /// the enemy's rooks, cannons and general on its lines.
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

    /// The [`Checks`] of the side to move, which must not attack the other general already.
    pub fn checks(&self) -> Checks {
        let us = self.turn();
        let general = self.general(!us);
        let occupied = self.occupied();
        let (leaving, entering, sliders) = self.exposure(!us);
        let straight = attacks::rook(general, occupied);
        let mut points = [entering; Role::NUM];
        points[Role::Rook.index()] |= straight;
        // A cannon gives check from beyond the first piece of a line, its mount, as far as the second.
        points[Role::Cannon.index()] |= attacks::rook(general, occupied & !straight) & !straight;
        points[Role::Horse.index()] |= attacks::horse_to(general, occupied);
        points[Role::Soldier.index()] |= attacks::soldier_to(us, general);
        Checks { points, unsure: (leaving | sliders) & self.of_color(us) }
    }

    /// [`Board::gives_check`], with the [`Checks`] of this position: quicker for several moves.
    #[inline]
    pub fn is_check(&self, mv: Move, checks: &Checks) -> bool {
        if checks.unsure.has(mv.from()) {
            return self.gives_check(mv);
        }
        self.piece_at(mv.from()).is_some_and(|piece| checks.points[piece.role().index()].has(mv.to()))
    }

    /// Whether a pseudo-legal move leaves the mover's general safe. `safety` is of this position.
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

    /// Whether the piece on the move's source belongs to the side to move and reaches its target,
    /// the safety of the general aside.
    #[inline]
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let Some(piece) = self.piece_at(mv.from()) else { return false };
        piece.color() == self.turn()
            && !self.of_color(piece.color()).has(mv.to())
            && self.reach(piece, mv.from()).has(mv.to())
    }

    /// Whether the move is legal for the side to move.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && self.is_safe(mv, &self.safety())
    }

    /// The points that moves of a kind may lead to.
    #[inline]
    fn targets(&self, kind: MoveKind) -> Bitboard {
        match kind {
            MoveKind::All => !self.of_color(self.turn()),
            MoveKind::Captures => self.of_color(!self.turn()),
            MoveKind::Quiets => !self.occupied(),
        }
    }

    /// Gives each of `pieces` of the side to move with those of `targets` that it reaches; own pieces must not be
    /// among these.
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

    /// All legal moves.
    ///
    /// ```
    /// let board = chuhe_rules::fen::start();
    /// assert_eq!(board.legal_moves().len(), 44);
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        self.safe_moves(MoveKind::All)
    }

    /// The legal moves that capture.
    pub fn legal_captures(&self) -> MoveList {
        self.safe_moves(MoveKind::Captures)
    }

    /// Whether the side to move can give checkmate with its next move. Afterwards the board is as it was.
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

    /// Whether the side to move has a legal move; without one it has lost.
    pub fn has_legal_move(&self) -> bool {
        let safety = self.safety();
        let is_safe = |mv| self.is_safe(mv, &safety);
        let free = !self.of_color(self.turn());
        // The general's moves first: they are what most often answers a check.
        let general = self.general(self.turn());
        let steps = attacks::general(general) & free;
        if steps.into_iter().any(|to| is_safe(Move::new(general, to))) {
            return true;
        }
        let mut list = MoveList::new();
        let mut targets = free;
        if let Some(checker) = safety.checkers.first().filter(|_| !safety.checkers.many()) {
            // It is taken, blocked or, a horse, hobbled; or a cannon's mount steps away.
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

/// The number of move sequences of `depth` plies, the last ply counted without being played.
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

/// [`perft`] that plays every move, the last ply too: the raw speed of make and unmake.
pub fn perft_playing_all(board: &mut Board, depth: u32) -> u64 {
    if depth == 0 { 1 } else { children(board, depth, perft_playing_all) }
}

fn children(board: &mut Board, depth: u32, count: fn(&mut Board, u32) -> u64) -> u64 {
    let Ok(total) = divide::<Infallible>(board, depth, count, |_, _| Ok(()));
    total
}

/// The sum of `count` over the positions after each legal move, `depth` being at least 1. `visit` is
/// told of each move and its share.
///
/// # Errors
/// The first that `visit` gives; the board is as it was then too.
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
