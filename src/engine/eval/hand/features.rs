//! Counts the features of the handcrafted evaluation. For each feature on the board a [`Tally`] receives the
//! index of the weight and its count. The evaluation sums the weights; the tuner and the Lab list them.

use super::layout::{self as w};
use super::sums::Sums;
use arrayvec::ArrayVec;
use chuhe_rules::attacks;
use chuhe_rules::bitboard::Bitboard;
use chuhe_rules::board::Board;
use chuhe_rules::types::{ByColor, Color, Role, Square};

/// Receives the features of one side.
pub trait Tally {
    /// Adds `times` to the count of a weight.
    fn add(&mut self, weight: usize, times: i32);
}

/// A rook, horse or cannon.
struct Heavy {
    square: Square,
    /// Index in the tables: rook 0, horse 1, cannon 2.
    kind: usize,
    /// Points that the piece attacks; for a cannon those beyond one screen.
    attacks: Bitboard,
    /// Points that the piece may move to; for a cannon only the empty ones.
    moves: Bitboard,
}

const ROOK: usize = 0;
const HORSE: usize = 1;
const CANNON: usize = 2;
const SOLDIER: usize = 3;
const GUARD: usize = 4;

/// The points that one side's pieces attack.
struct Side {
    /// At most six pieces in every position that the parser accepts.
    heavy: ArrayVec<Heavy, 6>,
    soldiers: Bitboard,
    /// Points attacked by general, advisors and elephants.
    guards: Bitboard,
    /// Points attacked by any piece except a rook.
    below_rook: Bitboard,
    all: Bitboard,
}

impl Side {
    #[inline]
    fn new(board: &Board, occupied: Bitboard, us: Color) -> Side {
        let mut soldiers = Bitboard::EMPTY;
        for square in board.of(us, Role::Soldier) {
            soldiers |= attacks::soldier(us, square);
        }
        let mut guards = attacks::general(board.general(us));
        for square in board.of(us, Role::Advisor) {
            guards |= attacks::advisor(square);
        }
        for square in board.of(us, Role::Elephant) {
            guards |= attacks::elephant(square, occupied);
        }
        let mut side = Side {
            heavy: ArrayVec::new(),
            soldiers,
            guards,
            below_rook: guards | soldiers,
            all: Bitboard::EMPTY,
        };
        for square in board.of(us, Role::Horse) {
            let reach = attacks::horse(square, occupied);
            side.below_rook |= reach;
            side.push(Heavy { square, kind: HORSE, attacks: reach, moves: reach });
        }
        for square in board.of(us, Role::Cannon) {
            let (slide, jump) = attacks::rook_and_cannon(square, occupied);
            side.below_rook |= jump;
            side.push(Heavy { square, kind: CANNON, attacks: jump, moves: slide & !occupied });
        }
        side.all = side.below_rook;
        for square in board.of(us, Role::Rook) {
            let reach = attacks::rook(square, occupied);
            side.all |= reach;
            side.push(Heavy { square, kind: ROOK, attacks: reach, moves: reach });
        }
        side
    }

    #[inline]
    fn push(&mut self, heavy: Heavy) {
        // Ignores a seventh piece, which no game has.
        let _ = self.heavy.try_push(heavy);
    }
}

/// A board with the points that both sides attack.
pub struct View<'a> {
    board: &'a Board,
    sums: &'a Sums,
    occupied: Bitboard,
    sides: ByColor<Side>,
}

static PALACES: [Bitboard; 2] = [attacks::palace(Color::Red), attacks::palace(Color::Black)];

/// The points beyond the river except for the last rank, `[color]`.
static ADVANCED: [Bitboard; 2] = [Bitboard([0, (1 << 36) - 1]), Bitboard([((1 << 45) - 1) ^ 511, 0])];

impl<'a> View<'a> {
    /// Creates the view of a board with its sums.
    #[inline]
    pub fn new(board: &'a Board, sums: &'a Sums) -> View<'a> {
        let occupied = board.occupied();
        let side = |us| Side::new(board, occupied, us);
        View { board, sums, occupied, sides: ByColor([side(Color::Red), side(Color::Black)]) }
    }

    /// Counts material and placement, which [`Sums`] maintains.
    pub fn tell_pieces<T: Tally>(&self, us: Color, tally: &mut T) {
        for square in self.board.of_color(us) {
            let Some(piece) = self.board.piece_at(square) else { continue };
            let role = piece.role().index();
            tally.add(w::MATERIAL + role, 1);
            tally.add(w::PLACEMENT + role * 50 + w::half_index(square, us), 1);
        }
    }

    /// Counts all other features of a side.
    #[inline]
    pub fn tell_rest<T: Tally>(&self, us: Color, tally: &mut T) {
        self.tell_company(us, tally);
        self.tell_mobility(us, tally);
        self.tell_siege(us, tally);
        self.tell_bearing(us, tally);
        self.tell_checks(us, tally);
        self.tell_threats(us, tally);
        self.tell_soldiers(us, tally);
        if self.board.turn() == us {
            tally.add(w::TEMPO, 1);
        }
    }

    /// Counts combinations of pieces and pieces against the enemy's guards.
    #[inline]
    fn tell_company<T: Tally>(&self, us: Color, tally: &mut T) {
        let count = |color, role| self.sums.count(color, role);
        for role in [Role::Advisor, Role::Elephant, Role::Horse, Role::Rook, Role::Cannon] {
            if count(us, role) > 1 {
                tally.add(w::PAIR + role.index(), 1);
            }
        }
        let (horses, cannons) = (count(us, Role::Horse), count(us, Role::Cannon));
        let soldiers = count(us, Role::Soldier);
        tally.add(w::SOLDIERS + soldiers.min(5), 1);
        let guards = (count(us, Role::Advisor) + count(us, Role::Elephant)).min(4);
        tally.add(w::CARRIAGE + guards, cannons as i32);
        let crowd = ((self.occupied.count() as usize - 1) / 4).min(7);
        tally.add(w::CANNON_CROWD + crowd, cannons as i32);
        tally.add(w::HORSE_CROWD + crowd, horses as i32);
        let against = 3 * count(!us, Role::Advisor).min(2) + count(!us, Role::Elephant).min(2);
        for (kind, number) in [count(us, Role::Rook), horses, cannons, soldiers].into_iter().enumerate() {
            tally.add(w::GUARDED + 9 * kind + against, number as i32);
        }
    }

    #[inline]
    fn tell_mobility<T: Tally>(&self, us: Color, tally: &mut T) {
        let theirs = &self.sides[!us];
        let free = !self.board.of_color(us);
        let safe = free & !(theirs.soldiers | theirs.guards);
        let safe_for_rook = free & !theirs.below_rook;
        for heavy in &self.sides[us].heavy {
            match heavy.kind {
                ROOK => {
                    let reach = heavy.attacks & safe_for_rook;
                    let rank = reach.rank_bits(heavy.square.rank()).count_ones();
                    tally.add(w::ROOK_RANK + rank as usize, 1);
                    tally.add(w::ROOK_FILE + (reach.count() - rank) as usize, 1);
                }
                HORSE => tally.add(w::HORSE_MOVES + (heavy.moves & safe).count() as usize, 1),
                _ => tally.add(w::CANNON_MOVES + (heavy.moves & safe).count() as usize, 1),
            }
        }
        for square in self.board.of(us, Role::Elephant) {
            let reach = attacks::elephant(square, self.occupied) & free;
            tally.add(w::ELEPHANT_MOVES + reach.count() as usize, 1);
        }
    }

    /// Counts the attackers of the enemy palace and the escapes of its general.
    #[inline]
    fn tell_siege<T: Tally>(&self, us: Color, tally: &mut T) {
        let ours = &self.sides[us];
        let palace = PALACES[(!us).index()];
        let mut attackers = 0;
        for heavy in &ours.heavy {
            attackers += usize::from(!(heavy.attacks & palace).is_empty());
        }
        if !(ours.soldiers & palace).is_empty() {
            for square in self.board.of(us, Role::Soldier) & ADVANCED[us.index()] {
                attackers += usize::from(!(attacks::soldier(us, square) & palace).is_empty());
            }
        }
        let guards = self.sums.count(!us, Role::Advisor) + self.sums.count(!us, Role::Elephant);
        tally.add(w::SIEGE + 7 * guards.min(4) + attackers.min(6), 1);
        let steps = attacks::general(self.board.general(!us)) & !self.board.of_color(!us) & !ours.all;
        tally.add(w::ESCAPES + steps.count() as usize, 1);
    }

    /// Counts pieces on the lines of the enemy general and the pieces that they pin.
    #[inline]
    fn tell_bearing<T: Tally>(&self, us: Color, tally: &mut T) {
        let (general, own) = (self.board.general(!us), self.board.general(us));
        for heavy in &self.sides[us].heavy {
            let square = heavy.square;
            let on_file = square.file() == general.file();
            if heavy.kind == HORSE || (!on_file && square.rank() != general.rank()) {
                continue;
            }
            let between = attacks::between(square, general) & self.occupied;
            let count = between.count() as usize;
            if heavy.kind == CANNON {
                let table = if on_file { w::CANNON_FILE } else { w::CANNON_LINE };
                tally.add(table + count.min(4), 1);
                if count == 0 && on_file {
                    tally.add(w::OPEN_CANNON + self.sides[us].heavy.len() - 1, 1);
                }
            }
            if count == if heavy.kind == CANNON { 2 } else { 1 } {
                self.tell_pinned(us, between, usize::from(heavy.kind == CANNON), tally);
            }
        }
        if own.file() == general.file() {
            let between = attacks::between(own, general) & self.occupied;
            if !between.many() {
                self.tell_pinned(us, between, 0, tally);
            }
        }
    }

    #[inline]
    fn tell_pinned<T: Tally>(&self, us: Color, between: Bitboard, by: usize, tally: &mut T) {
        for square in between & self.board.of_color(!us) {
            if let Some(piece) = self.board.piece_at(square) {
                tally.add(w::PINNED + 7 * by + piece.role().index(), 1);
            }
        }
    }

    /// Counts points from which a piece could give check next.
    #[inline]
    fn tell_checks<T: Tally>(&self, us: Color, tally: &mut T) {
        let general = self.board.general(!us);
        let free = !self.board.of_color(us);
        let protected = self.sides[!us].all;
        let lines = attacks::rook(general, self.occupied);
        // The points beyond the first piece on each line, where that piece would be a cannon's screen.
        let beyond = attacks::rook(general, self.occupied & !lines) & !lines;
        let points = [lines, attacks::horse_to(general, self.occupied), beyond];
        for heavy in &self.sides[us].heavy {
            let checks = (heavy.moves | heavy.attacks & self.occupied) & points[heavy.kind] & free;
            if !checks.is_empty() {
                let safe = (checks & !protected).count();
                tally.add(w::CHECKS + 2 * heavy.kind, (checks.count() - safe) as i32);
                tally.add(w::CHECKS + 2 * heavy.kind + 1, safe as i32);
            }
        }
    }

    /// Counts attacks on enemy pieces and protected own pieces.
    #[inline]
    fn tell_threats<T: Tally>(&self, us: Color, tally: &mut T) {
        let ours = &self.sides[us];
        let enemies = self.board.of_color(!us).without(self.board.general(!us));
        for heavy in &ours.heavy {
            self.tell_victims(us, heavy.attacks & enemies, heavy.kind, tally);
        }
        self.tell_victims(us, ours.soldiers & enemies, SOLDIER, tally);
        self.tell_victims(us, ours.guards & enemies, GUARD, tally);
        let protected = ours.all & self.board.of_color(us);
        for role in [Role::Horse, Role::Cannon, Role::Soldier] {
            let count = (protected & self.board.of_role(role)).count();
            tally.add(w::PROTECTED + role.index(), count as i32);
        }
    }

    #[inline]
    fn tell_victims<T: Tally>(&self, us: Color, victims: Bitboard, kind: usize, tally: &mut T) {
        let attacker = usize::from(self.board.turn() == us) * 5 + kind;
        for square in victims {
            if let Some(piece) = self.board.piece_at(square) {
                let is_protected = self.sides[!us].all.has(square);
                let victim = attacker * 7 + piece.role().index();
                tally.add(w::THREATS + 2 * victim + usize::from(is_protected), 1);
            }
        }
    }

    #[inline]
    fn tell_soldiers<T: Tally>(&self, us: Color, tally: &mut T) {
        let advanced = self.board.of(us, Role::Soldier) & ADVANCED[us.index()];
        let count = advanced.count() as usize;
        tally.add(w::CROSSED + count.min(5), 1);
        if count > 1 {
            tally.add(w::LINKED, linked(advanced));
        }
    }
}

/// Returns the number of points whose right neighbour is in the set too.
#[inline]
fn linked(points: Bitboard) -> i32 {
    /// All files except the first, on every rank of a half.
    const NOT_FIRST: u64 = {
        let mut bits = 0;
        let mut rank = 0;
        while rank < 5 {
            bits |= 510 << (9 * rank);
            rank += 1;
        }
        bits
    };
    let count = |half: u64| (half & half << 1 & NOT_FIRST).count_ones() as i32;
    count(points.0[0]) + count(points.0[1])
}
