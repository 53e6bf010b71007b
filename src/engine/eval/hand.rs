//! The handcrafted evaluation: material and piece-square values, mobility, attacks on the palace and
//! cannons bearing on an open general, each tapered from the opening to the endgame.
//!
//! The numbers are our own: set by hand from playing principles, not taken from another program.

use super::super::score::Value;
use super::scaled;
use crate::game::attacks;
use crate::game::bitboard::Bitboard;
use crate::game::board::{Board, Observer};
use crate::game::types::{Color, POINTS, Piece, Role, Square};
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A value in the opening and one in the endgame.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tapered {
    /// With all attackers on the board.
    pub opening: i32,
    /// With none.
    pub endgame: i32,
}

const fn t(opening: i32, endgame: i32) -> Tapered {
    Tapered { opening, endgame }
}

impl Add for Tapered {
    type Output = Tapered;
    fn add(self, other: Tapered) -> Tapered {
        t(self.opening + other.opening, self.endgame + other.endgame)
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    fn sub(self, other: Tapered) -> Tapered {
        t(self.opening - other.opening, self.endgame - other.endgame)
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    fn neg(self) -> Tapered {
        t(-self.opening, -self.endgame)
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    fn mul(self, factor: i32) -> Tapered {
        t(self.opening * factor, self.endgame * factor)
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}

/// `[role]`
const MATERIAL: [Tapered; Role::NUM] =
    [t(0, 0), t(115, 110), t(120, 115), t(400, 430), t(900, 960), t(440, 410), t(60, 75)];

/// What each role weighs in the game phase; both sides together start with [`FULL_PHASE`].
const PHASE: [i32; Role::NUM] = [0, 0, 0, 3, 6, 3, 0];
const FULL_PHASE: i32 = 48;

/// Half tables, `[rank from the own back rank][file a to e]`; the board is symmetric. Added to both
/// ends of the taper.
type Half = [[i32; 5]; 10];

const GENERAL: Half = {
    let mut table = [[0; 5]; 10];
    table[0] = [0, 0, 0, 0, 8];
    table[1] = [0, 0, 0, -18, -12];
    table[2] = [0, 0, 0, -32, -28];
    table
};

const ADVISOR: Half = {
    let mut table = [[0; 5]; 10];
    table[1][4] = 6;
    table[2][3] = -6;
    table
};

const ELEPHANT: Half = {
    let mut table = [[0; 5]; 10];
    table[2][0] = -12;
    table[2][4] = 10;
    table[4][2] = -4;
    table
};

const HORSE: Half = [
    [-22, -14, -8, -10, -12],
    [-10, -6, -2, 0, -32],
    [-4, 0, 8, 4, 0],
    [0, 6, 6, 8, 6],
    [2, 10, 10, 14, 12],
    [6, 14, 16, 16, 16],
    [8, 20, 20, 22, 18],
    [8, 14, 24, 18, 16],
    [6, 24, 18, 14, 2],
    [2, 4, 8, 6, 2],
];

const ROOK: Half = [
    [-12, 2, 2, 8, -4],
    [-4, 4, 2, 8, -4],
    [0, 4, 2, 8, 4],
    [0, 6, 4, 10, 8],
    [6, 8, 6, 12, 12],
    [8, 10, 8, 14, 14],
    [8, 12, 10, 14, 14],
    [4, 8, 6, 14, 16],
    [10, 16, 12, 18, 24],
    [8, 10, 8, 14, 16],
];

const CANNON: Half = [
    [-4, -4, 0, 2, 4],
    [-2, 0, 2, 4, 4],
    [0, 0, 6, 6, 14],
    [-2, 0, 2, 2, 6],
    [-2, 0, 2, 2, 8],
    [0, 0, 0, 2, 10],
    [2, 4, 2, 2, 8],
    [4, 4, 0, -4, -2],
    [6, 4, 2, -4, -6],
    [12, 8, 2, -4, -8],
];

const SOLDIER: Half = [
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [-4, 0, -2, 0, 8],
    [4, 0, 8, 0, 10],
    [20, 26, 32, 36, 40],
    [30, 38, 50, 58, 62],
    [34, 48, 64, 78, 82],
    [32, 50, 70, 92, 98],
    [-10, -4, 4, 12, 16],
];

/// `[role]`
const TABLES: [Half; Role::NUM] = [GENERAL, ADVISOR, ELEPHANT, HORSE, ROOK, CANNON, SOLDIER];

/// `[piece][point]`, from Red's side: Black's values are negative.
static PIECE_SQUARE: [[Tapered; POINTS]; Piece::NUM] = {
    let mut table = [[t(0, 0); POINTS]; Piece::NUM];
    let mut role = 0;
    while role < Role::NUM {
        let mut point = 0;
        while point < POINTS {
            let square = Square::from_index(point);
            let file = square.file() as usize;
            let column = if file < 5 { file } else { 8 - file };
            let bonus = TABLES[role][square.rank() as usize][column];
            let value = t(MATERIAL[role].opening + bonus, MATERIAL[role].endgame + bonus);
            table[role][point] = value;
            table[role + Role::NUM][square.flip_ranks().index()] = t(-value.opening, -value.endgame);
            point += 1;
        }
        role += 1;
    }
    table
};

/// The part of the evaluation that is a sum over pieces, kept move by move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sums {
    /// Material and piece-square values, Red less Black.
    pub value: Tapered,
    /// The sum of [`PHASE`] over all pieces.
    phase: i32,
}

impl Observer for Sums {
    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.value += PIECE_SQUARE[piece.index()][square.index()];
        self.phase += PHASE[piece.role().index()];
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.value -= PIECE_SQUARE[piece.index()][square.index()];
        self.phase -= PHASE[piece.role().index()];
    }
}

impl Sums {
    /// The sums of a board, computed anew.
    pub fn of(board: &Board) -> Sums {
        let mut sums = Sums::default();
        for (square, piece) in board.pieces() {
            sums.put(piece, square);
        }
        sums
    }
}

/// For a point that a rook, cannon or horse may go to.
const ROOK_MOBILITY: Tapered = t(2, 4);
const CANNON_MOBILITY: Tapered = t(1, 2);
const HORSE_MOBILITY: Tapered = t(7, 7);
/// For each point of the enemy palace that a piece attacks.
const ROOK_ATTACK: Tapered = t(6, 4);
const CANNON_ATTACK: Tapered = t(9, 3);
const HORSE_ATTACK: Tapered = t(10, 6);
const SOLDIER_ATTACK: Tapered = t(7, 9);
/// For a cannon on the enemy general's file with nothing between: 空头炮.
const OPEN_CANNON: Tapered = t(75, 20);
/// For a cannon that bears on the general through two pieces, one of which may leave.
const MASKED_CANNON: Tapered = t(12, 4);
/// For each enemy advisor or elephant that is missing, with each heavy attacker that could use it.
const STRIPPED: Tapered = t(9, 5);
/// For having the move.
const TEMPO: Value = 12;

/// The value for the side to move.
pub fn evaluate(board: &Board, sums: &Sums) -> Value {
    let us = board.turn();
    let activity = activity(board, us) - activity(board, !us);
    let own = if us == Color::Red { sums.value } else { -sums.value };
    let total = own + activity;
    let phase = sums.phase.min(FULL_PHASE);
    let value = (total.opening * phase + total.endgame * (FULL_PHASE - phase)) / FULL_PHASE;
    let stronger = if value > 0 { us } else { !us };
    scaled(board, stronger, value) + TEMPO
}

/// Mobility and attack of one side.
fn activity(board: &Board, us: Color) -> Tapered {
    let occupied = board.occupied();
    let free = !board.of_color(us);
    let palace = PALACES[(!us).index()];
    let mut sum = t(0, 0);
    for square in board.of(us, Role::Rook) {
        let reach = attacks::rook(square, occupied);
        sum += ROOK_MOBILITY * (reach & free).count() as i32;
        sum += ROOK_ATTACK * (reach & palace).count() as i32;
    }
    for square in board.of(us, Role::Horse) {
        let reach = attacks::horse(square, occupied);
        sum += HORSE_MOBILITY * (reach & free).count() as i32;
        sum += HORSE_ATTACK * (reach & palace).count() as i32;
    }
    for square in board.of(us, Role::Cannon) {
        let (slide, jump) = attacks::rook_and_cannon(square, occupied);
        sum += CANNON_MOBILITY * (slide & !occupied).count() as i32;
        sum += CANNON_ATTACK * (jump & palace).count() as i32;
        sum += bearing(board, square, us, occupied);
    }
    for square in board.of(us, Role::Soldier) {
        sum += SOLDIER_ATTACK * (attacks::soldier(us, square) & palace).count() as i32;
    }
    sum + stripped(board, us)
}

static PALACES: [Bitboard; 2] = [attacks::palace(Color::Red), attacks::palace(Color::Black)];

/// What a cannon on the enemy general's lines is worth.
fn bearing(board: &Board, cannon: Square, us: Color, occupied: Bitboard) -> Tapered {
    let general = board.general(!us);
    if cannon.file() != general.file() && cannon.rank() != general.rank() {
        return t(0, 0);
    }
    match (attacks::between(cannon, general) & occupied).count() {
        0 if cannon.file() == general.file() => OPEN_CANNON,
        2 => MASKED_CANNON,
        _ => t(0, 0),
    }
}

/// What the enemy's missing guards are worth to us.
fn stripped(board: &Board, us: Color) -> Tapered {
    let guards = board.of(!us, Role::Advisor).count() + board.of(!us, Role::Elephant).count();
    let heavy = board.of(us, Role::Rook).count() * 2
        + board.of(us, Role::Horse).count()
        + board.of(us, Role::Cannon).count();
    STRIPPED * ((4 - guards.min(4)) * heavy) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::fen;

    /// The board with colours swapped and ranks turned round.
    fn swapped(board: &Board) -> Board {
        let mut squares = [None; POINTS];
        for (square, piece) in board.pieces() {
            squares[square.flip_ranks().index()] = Some(Piece::new(!piece.color(), piece.role()));
        }
        Board::from_pieces(&squares, !board.turn()).expect("both generals are there")
    }

    /// Plays `plies` moves chosen by a fixed rule and calls `look` after each.
    fn walk(plies: usize, seed: usize, mut look: impl FnMut(&Board, &Sums)) {
        let mut board = fen::start();
        let mut sums = Sums::of(&board);
        for ply in 0..plies {
            let moves = board.legal_moves();
            let Some(mv) = moves.get((ply * ply + seed * 31) % moves.len().max(1)) else { return };
            board.make_observed(*mv, &mut sums);
            look(&board, &sums);
        }
    }

    #[test]
    fn sums_are_kept_in_step() {
        (0..20).for_each(|seed| walk(120, seed, |board, sums| assert_eq!(*sums, Sums::of(board))));
    }

    #[test]
    fn both_sides_are_judged_alike() {
        (0..20).for_each(|seed| {
            walk(120, seed, |board, sums| {
                let other = swapped(board);
                assert_eq!(evaluate(board, sums), evaluate(&other, &Sums::of(&other)), "{board:?}");
            });
        });
    }

    #[test]
    fn a_rook_is_worth_two_cannons() {
        let value = |role: Role| MATERIAL[role.index()].opening;
        assert!(value(Role::Rook) > 2 * value(Role::Cannon) && value(Role::Rook) > 2 * value(Role::Horse));
        assert_eq!(PHASE[Role::Rook.index()], 2 * PHASE[Role::Cannon.index()]);
        assert_eq!(Sums::of(&fen::start()).phase, FULL_PHASE);
    }

    #[test]
    fn a_bare_side_cannot_be_ahead_by_much() {
        let position: fen::Position = "3aka3/4n4/9/9/9/9/9/4B4/4A4/2BAK4 w".parse().expect("valid");
        assert!(evaluate(&position.board, &Sums::of(&position.board)) < 0);
    }
}
