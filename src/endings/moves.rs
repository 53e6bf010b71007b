//! Moves forward and backward, by index.

use crate::index::{Index, Layout, Placement, Side};
use chuhe_rules::attacks;
use chuhe_rules::bitboard::Bitboard;
use chuhe_rules::{Color, Move, Role, Square};

/// A legal move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub from: Square,
    pub to: Square,
    pub result: Target,
}

/// The position after a move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    /// The index in the same table.
    Quiet(usize),
    /// The weak side captured this attacker; `weak` is its camp now.
    Attacker { slot: usize, weak: u16 },
    /// The strong side captured a guard: the points of the attackers, and the weak camp in the smaller table.
    Guard { squares: [Square; 2], strong: u16, role: Role, weak: u16 },
}

/// Returns whether the generals face each other.
#[inline]
fn faces(a: Square, b: Square, occupied: Bitboard) -> bool {
    a.file() == b.file() && (attacks::between(a, b) & occupied).is_empty()
}

/// Returns whether a red attacker attacks a point.
#[inline]
fn attacks_point(role: Role, from: Square, to: Square, occupied: Bitboard) -> bool {
    let is_straight = from.file() == to.file() || from.rank() == to.rank();
    let between = || (attacks::between(from, to) & occupied).count();
    match role {
        Role::Rook => is_straight && between() == 0,
        Role::Cannon => is_straight && between() == 1,
        Role::Horse => attacks::horse_to(to, occupied).has(from),
        _ => attacks::soldier_to(Color::Red, to).has(from),
    }
}

impl Index {
    /// Returns the legal moves of [`Index::board`] with this side to move; `None` if it is no position: pieces share a
    /// point, the generals face each other or the side that is not to move is in check.
    pub fn legal_moves(&self, index: usize, to_move: Side) -> Option<Vec<Move>> {
        let at = self.placement(index);
        let layout = self.layout(at).filter(|layout| self.is_position(layout, to_move))?;
        let mut moves = Vec::new();
        self.each_move(at, &layout, to_move, |step| moves.push(Move::new(step.from, step.to)));
        Some(moves)
    }

    /// Returns whether an attacker attacks `general`, besides one that stands on a point of `captured`.
    #[inline]
    fn is_attacked(&self, layout: &Layout, general: Square, occupied: Bitboard, captured: Bitboard) -> bool {
        let attackers = self.attackers.roles.iter().zip(layout.squares);
        attackers
            .into_iter()
            .any(|(role, from)| !captured.has(from) && attacks_point(*role, from, general, occupied))
    }

    /// Returns whether the layout is a position with this side to move: the generals do not face each other, and the
    /// weak general is not in check if the strong side is to move. The weak side can never give check.
    #[inline]
    pub(crate) fn is_position(&self, layout: &Layout, to_move: Side) -> bool {
        let general = layout.weak.general;
        !faces(layout.strong.general, general, layout.occupied)
            && (to_move == Side::Weak || !self.is_attacked(layout, general, layout.occupied, Bitboard::EMPTY))
    }

    /// Returns whether the weak general is in check.
    pub(crate) fn is_check(&self, layout: &Layout) -> bool {
        self.is_attacked(layout, layout.weak.general, layout.occupied, Bitboard::EMPTY)
    }

    /// Calls `visit` with each legal move.
    #[inline]
    pub(crate) fn each_move(
        &self,
        at: Placement,
        layout: &Layout,
        to_move: Side,
        mut visit: impl FnMut(Step),
    ) {
        match to_move {
            Side::Strong => {
                self.each_camp_move(at, layout, &mut visit);
                self.each_attacker_move(at, layout, &mut visit);
            }
            Side::Weak => self.each_weak_move(at, layout, &mut visit),
        }
    }

    fn each_camp_move(&self, at: Placement, layout: &Layout, visit: &mut impl FnMut(Step)) {
        for step in self.strong.steps(at.strong) {
            if layout.attackers.has(step.to) || !(step.eye & layout.attackers).is_empty() {
                continue;
            }
            let general = self.strong.list[usize::from(step.next)].general;
            let occupied = layout.occupied.without(step.from).with(step.to);
            if !faces(general, layout.weak.general, occupied) {
                let result = Target::Quiet(self.at(Placement { strong: step.next, ..at }));
                visit(Step { from: step.from, to: step.to, result });
            }
        }
    }

    fn each_attacker_move(&self, at: Placement, layout: &Layout, visit: &mut impl FnMut(Step)) {
        let own = layout.attackers | layout.strong.all;
        for (slot, role) in self.attackers.roles.iter().enumerate() {
            let from = layout.squares[slot];
            for to in reach(*role, from, layout.occupied) & !own {
                let occupied = layout.occupied.without(from).with(to);
                if faces(layout.strong.general, layout.weak.general, occupied) {
                    continue;
                }
                let squares = self.moved(layout.squares, slot, to);
                let result = if layout.weak.all.has(to) {
                    self.guard_captured(at, squares, to)
                } else {
                    self.locate(squares, at.strong, at.weak).map(Target::Quiet)
                };
                if let Some(result) = result {
                    visit(Step { from, to, result });
                }
            }
        }
    }

    /// Returns the points of the attackers with one of them moved.
    #[inline]
    fn moved(&self, mut squares: [Square; 2], slot: usize, to: Square) -> [Square; 2] {
        squares[slot] = to;
        if self.attackers.roles.len() == 1 {
            squares[1] = to;
        }
        squares
    }

    fn guard_captured(&self, at: Placement, squares: [Square; 2], to: Square) -> Option<Target> {
        let loss = self.weak.losses(at.weak).iter().find(|loss| loss.square == to)?;
        Some(Target::Guard { squares, strong: at.strong, role: loss.role, weak: loss.next })
    }

    fn each_weak_move(&self, at: Placement, layout: &Layout, visit: &mut impl FnMut(Step)) {
        for step in self.weak.steps(at.weak) {
            if !(step.eye & layout.attackers).is_empty() {
                continue;
            }
            let general = self.weak.list[usize::from(step.next)].general;
            let occupied = layout.occupied.without(step.from).with(step.to);
            if faces(layout.strong.general, general, occupied)
                || self.is_attacked(layout, general, occupied, Bitboard::of(step.to))
            {
                continue;
            }
            let result = if layout.attackers.has(step.to) {
                Target::Attacker { slot: usize::from(layout.squares[0] != step.to), weak: step.next }
            } else {
                Target::Quiet(self.at(Placement { weak: step.next, ..at }))
            };
            visit(Step { from: step.from, to: step.to, result });
        }
    }

    /// Returns whether the strong side has a legal move without any attacker.
    pub(crate) fn bare_has_move(&self, strong: u16, weak: u16) -> bool {
        let (camp, enemy) = (&self.strong.list[usize::from(strong)], &self.weak.list[usize::from(weak)]);
        self.strong.steps(strong).iter().any(|step| {
            let general = self.strong.list[usize::from(step.next)].general;
            let occupied = (camp.all | enemy.all).without(step.from).with(step.to);
            !faces(general, enemy.general, occupied)
        })
    }

    /// Calls `visit` with the index before each quiet move by which `mover` can have reached a position. Some of these
    /// may be no positions. An index with two such moves, which are mirror images, is visited twice.
    #[inline]
    pub(crate) fn each_origin(
        &self,
        at: Placement,
        layout: &Layout,
        mover: Side,
        mut visit: impl FnMut(usize),
    ) {
        let camps = if mover == Side::Strong { &self.strong } else { &self.weak };
        let camp = if mover == Side::Strong { at.strong } else { at.weak };
        for step in camps.steps(camp) {
            if !layout.attackers.has(step.to) && (step.eye & layout.attackers).is_empty() {
                visit(self.at(match mover {
                    Side::Strong => Placement { strong: step.next, ..at },
                    Side::Weak => Placement { weak: step.next, ..at },
                }));
            }
        }
        if mover == Side::Strong {
            self.each_attacker_origin(at, layout, &mut visit);
        }
    }

    fn each_attacker_origin(&self, at: Placement, layout: &Layout, visit: &mut impl FnMut(usize)) {
        let is_symmetric = self.attackers.symmetric[usize::from(at.attackers)];
        for (slot, role) in self.attackers.roles.iter().enumerate() {
            let to = layout.squares[slot];
            for from in origins(*role, to, layout.occupied) & !layout.occupied {
                let Some(found) = self.attackers.find(self.moved(layout.squares, slot, from)) else {
                    continue;
                };
                let before = Placement { attackers: found.number, ..at };
                // Attackers that are no mirror image of themselves have one index for both images, and each image can
                // come from either image of symmetric attackers. The other way round, the moves of the mirror image
                // belong to the mirror image of this index.
                match (is_symmetric, self.attackers.symmetric[usize::from(found.number)]) {
                    (false, true) => {
                        visit(self.at(before));
                        visit(self.at(self.mirrored_camps(before)));
                    }
                    (true, false) if found.is_mirrored => {}
                    _ if found.is_mirrored => visit(self.at(self.mirrored_camps(before))),
                    _ => visit(self.at(before)),
                }
            }
        }
    }
}

/// Returns the points that a red attacker reaches, including pieces of both sides that it protects or captures.
#[inline]
fn reach(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Rook => attacks::rook(from, occupied),
        Role::Cannon => {
            let (slide, jump) = attacks::rook_and_cannon(from, occupied);
            slide & !occupied | jump
        }
        Role::Horse => attacks::horse(from, occupied),
        _ => attacks::soldier(Color::Red, from),
    }
}

/// Returns the points from which a red attacker can have come by a quiet move.
#[inline]
fn origins(role: Role, to: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Rook | Role::Cannon => attacks::rook(to, occupied),
        Role::Horse => attacks::horse_to(to, occupied),
        _ => attacks::soldier_to(Color::Red, to),
    }
}
