//! Attack tables, all built at compile time, and the queries over them.
//!
//! Rooks and cannons look up their rank's nine bits and their file's ten bits of occupancy. Horses and
//! elephants look up the four points that can block them. Every query takes the occupancy as an
//! argument, so that exchanges and legality can be checked without making moves on a board.
//!
//! ```
//! use chuhe_rules::attacks;
//! use chuhe_rules::bitboard::Bitboard;
//! use chuhe_rules::Square;
//! let (horse, leg): (Square, Square) = ("b0".parse()?, "b1".parse()?);
//! assert_eq!(attacks::horse(horse, Bitboard::default()).count(), 3);
//! assert_eq!(attacks::horse(horse, Bitboard::of(leg)).count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::bitboard::Bitboard;
use super::types::{Color, POINTS, Piece, Role, Square};

/// The points that a rook reaches and those on which a cannon captures on one line, for one occupancy.
#[derive(Clone, Copy)]
struct Line {
    /// Empty points up to the first piece each way, and that piece's point.
    slide: u16,
    /// The point of the second piece each way, which a cannon attacks over the first.
    jump: u16,
}

const fn line(length: usize, position: usize, occupied: usize) -> Line {
    let mut slide = 0;
    let mut jump = 0;
    let mut step = 0;
    while step < 2 {
        let mut screens = 0;
        let mut at = position;
        while screens < 2 && (if step == 0 { at + 1 < length } else { at > 0 }) {
            at = if step == 0 { at + 1 } else { at - 1 };
            let is_occupied = occupied >> at & 1 == 1;
            if screens == 0 {
                slide |= 1 << at;
            } else if is_occupied {
                jump |= 1 << at;
            }
            if is_occupied {
                screens += 1;
            }
        }
        step += 1;
    }
    Line { slide, jump }
}

/// `[file][occupancy of the rank]`
static RANK_LINES: [[Line; 512]; 9] = {
    let mut table = [[Line { slide: 0, jump: 0 }; 512]; 9];
    let mut file = 0;
    while file < 9 {
        let mut occupied = 0;
        while occupied < 512 {
            table[file][occupied] = line(9, file, occupied);
            occupied += 1;
        }
        file += 1;
    }
    table
};

/// `[rank][occupancy of the file]`
static FILE_LINES: [[Line; 1024]; 10] = {
    let mut table = [[Line { slide: 0, jump: 0 }; 1024]; 10];
    let mut rank = 0;
    while rank < 10 {
        let mut occupied = 0;
        while occupied < 1024 {
            table[rank][occupied] = line(10, rank, occupied);
            occupied += 1;
        }
        rank += 1;
    }
    table
};

const ORTHOGONAL: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// The four points that can block a leaper, and its targets for each of their sixteen occupancies. A
/// blocker off the board is replaced by the leaper's own point.
#[derive(Clone, Copy)]
struct Leaper {
    blockers: [u8; 4],
    targets: [Bitboard; 16],
}

/// Builds a leaper's table from the direction of each blocker and the jumps that it blocks.
const fn leaper(square: Square, blocks: [(i8, i8); 4], jumps: [[(i8, i8); 2]; 4]) -> Leaper {
    let mut table = Leaper { blockers: [square.index() as u8; 4], targets: [Bitboard::EMPTY; 16] };
    let mut direction = 0;
    while direction < 4 {
        if let Some(block) = square.try_offset(blocks[direction].0, blocks[direction].1) {
            table.blockers[direction] = block.index() as u8;
            let mut jump = 0;
            while jump < 2 {
                let (file, rank) = jumps[direction][jump];
                if let Some(target) = square.try_offset(file, rank) {
                    let mut occupied = 0;
                    while occupied < 16 {
                        if occupied >> direction & 1 == 0 {
                            table.targets[occupied] = table.targets[occupied].with(target);
                        }
                        occupied += 1;
                    }
                }
                jump += 1;
            }
        }
        direction += 1;
    }
    table
}

/// Builds the tables of all points, `[point]`.
const fn leapers(blocks: [(i8, i8); 4], jumps: [[(i8, i8); 2]; 4]) -> [Leaper; POINTS] {
    let mut table = [Leaper { blockers: [0; 4], targets: [Bitboard::EMPTY; 16] }; POINTS];
    let mut i = 0;
    while i < POINTS {
        table[i] = leaper(Square::from_index(i), blocks, jumps);
        i += 1;
    }
    table
}

/// `[point]`: the targets of a horse; its leg is the orthogonal neighbour.
static HORSE_FROM: [Leaper; POINTS] =
    leapers(ORTHOGONAL, [[(2, 1), (2, -1)], [(-2, 1), (-2, -1)], [(1, 2), (-1, 2)], [(1, -2), (-1, -2)]]);

/// `[point]`: the points from which a horse attacks this one; its leg is this one's diagonal neighbour.
static HORSE_TO: [Leaper; POINTS] =
    leapers(DIAGONAL, [[(2, 1), (1, 2)], [(-2, 1), (-1, 2)], [(2, -1), (1, -2)], [(-2, -1), (-1, -2)]]);

/// `[point]`: the targets of an elephant, also across the river; its eye is the diagonal neighbour.
static ELEPHANT: [Leaper; POINTS] =
    leapers(DIAGONAL, [[(2, 2), (2, 2)], [(-2, 2), (-2, 2)], [(2, -2), (2, -2)], [(-2, -2), (-2, -2)]]);

const fn steps(square: Square, offsets: [(i8, i8); 4]) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut i = 0;
    while i < 4 {
        if let Some(target) = square.try_offset(offsets[i].0, offsets[i].1) {
            set = set.with(target);
        }
        i += 1;
    }
    set
}

/// Builds the steps from each point that stay inside a palace, for generals and advisors. One table
/// serves both palaces, because no step leads from one to the other.
const fn palace_steps(offsets: [(i8, i8); 4]) -> [Bitboard; POINTS] {
    let mut table = [Bitboard::EMPTY; POINTS];
    let mut i = 0;
    while i < POINTS {
        let square = Square::from_index(i);
        let palace = palace_of(square);
        let set = steps(square, offsets);
        table[i] = Bitboard([set.0[0] & palace.0[0], set.0[1] & palace.0[1]]);
        i += 1;
    }
    table
}

const fn palace_of(square: Square) -> Bitboard {
    if square.in_palace(Color::Red) {
        palace(Color::Red)
    } else if square.in_palace(Color::Black) {
        palace(Color::Black)
    } else {
        Bitboard::EMPTY
    }
}

static GENERAL: [Bitboard; POINTS] = palace_steps(ORTHOGONAL);
static ADVISOR: [Bitboard; POINTS] = palace_steps(DIAGONAL);

/// `[color][point]`: the points that a soldier reaches.
static SOLDIER_FROM: [[Bitboard; POINTS]; 2] = [soldier_table(Color::Red, 1), soldier_table(Color::Black, 1)];
/// `[color][point]`: the points from which a soldier of that colour attacks the point.
static SOLDIER_TO: [[Bitboard; POINTS]; 2] = [soldier_table(Color::Red, -1), soldier_table(Color::Black, -1)];

const fn soldier_table(color: Color, sense: i8) -> [Bitboard; POINTS] {
    let forward = match color {
        Color::Red => sense,
        Color::Black => -sense,
    };
    let mut table = [Bitboard::EMPTY; POINTS];
    let mut i = 0;
    while i < POINTS {
        let square = Square::from_index(i);
        let mut set = Bitboard::EMPTY;
        if let Some(target) = square.try_offset(0, forward) {
            set = set.with(target);
        }
        if square.across_river(color) {
            let sides = steps(square, [(1, 0), (-1, 0), (1, 0), (-1, 0)]);
            set = Bitboard([set.0[0] | sides.0[0], set.0[1] | sides.0[1]]);
        }
        table[i] = set;
        i += 1;
    }
    table
}

/// Returns the nine points of a side's palace.
pub const fn palace(color: Color) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut i = 0;
    while i < POINTS {
        let square = Square::from_index(i);
        if square.in_palace(color) {
            set = set.with(square);
        }
        i += 1;
    }
    set
}

/// The five points where a side's advisors can stand, `[color]`.
const ADVISOR_POINTS: [Bitboard; 2] = both_sides(&[(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)]);

/// The seven points where a side's elephants can stand, `[color]`.
const ELEPHANT_POINTS: [Bitboard; 2] = both_sides(&[(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)]);

/// Returns the points where a piece can stand.
#[inline]
pub const fn points(piece: Piece) -> Bitboard {
    PLACES[piece.index()]
}

/// The points where a piece can stand, by the piece's [index](Piece::index).
pub const PLACES: [Bitboard; Piece::NUM] = {
    let mut places = [Bitboard::FULL; Piece::NUM];
    let mut i = 0;
    while i < 2 {
        let color = Color::ALL[i];
        places[Piece::new(color, Role::General).index()] = palace(color);
        places[Piece::new(color, Role::Advisor).index()] = ADVISOR_POINTS[i];
        places[Piece::new(color, Role::Elephant).index()] = ELEPHANT_POINTS[i];
        places[Piece::new(color, Role::Soldier).index()] = SOLDIER_POINTS[i];
        i += 1;
    }
    places
};

/// Returns the sets `[color]` of Red's points, given as files and ranks, and of the same points with
/// ranks reversed for Black.
const fn both_sides(points: &[(i8, i8)]) -> [Bitboard; 2] {
    let mut sets = [Bitboard::EMPTY; 2];
    let mut i = 0;
    while i < points.len() {
        if let Some(square) = Square::at(points[i].0, points[i].1) {
            sets[0] = sets[0].with(square);
            sets[1] = sets[1].with(square.flip_ranks());
        }
        i += 1;
    }
    sets
}

/// The points where a side's soldiers can stand, `[color]`: all points beyond the river, and before it
/// two ranks of their starting files.
const SOLDIER_POINTS: [Bitboard; 2] = {
    let mut sets = [Bitboard::EMPTY; 2];
    let mut i = 0;
    while i < POINTS {
        let square = Square::from_index(i);
        let rank = square.rank();
        if rank >= 5 || (rank >= 3 && square.file() % 2 == 0) {
            sets[0] = sets[0].with(square);
            sets[1] = sets[1].with(square.flip_ranks());
        }
        i += 1;
    }
    sets
};

#[inline]
fn leap(table: &Leaper, occupied: Bitboard) -> Bitboard {
    let [a, b, c, d] = table.blockers.map(|block| bit(occupied, block));
    table.targets[a | b << 1 | c << 2 | d << 3]
}

#[inline]
fn bit(set: Bitboard, index: u8) -> usize {
    let (word, shift) = if index < 45 { (set.0[0], index) } else { (set.0[1], index - 45) };
    (word >> shift & 1) as usize
}

#[inline]
fn lines(square: Square, occupied: Bitboard) -> (Line, Line) {
    let (file, rank) = (square.file(), square.rank());
    (RANK_LINES[file as usize][occupied.rank_bits(rank)], FILE_LINES[rank as usize][occupied.file_bits(file)])
}

/// Returns the points that a rook on `square` reaches, including the first piece each way.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let (rank, file) = lines(square, occupied);
    Bitboard::from_rank_bits(square.rank(), rank.slide as u64)
        | Bitboard::from_file_bits(square.file(), file.slide as usize)
}

/// Returns the points on which a cannon on `square` can capture: the second piece each way.
#[inline]
pub fn cannon(square: Square, occupied: Bitboard) -> Bitboard {
    let (rank, file) = lines(square, occupied);
    Bitboard::from_rank_bits(square.rank(), rank.jump as u64)
        | Bitboard::from_file_bits(square.file(), file.jump as usize)
}

/// Returns [`rook`] and [`cannon`] of one point with one look-up.
#[inline]
pub fn rook_and_cannon(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
    let (rank, file) = lines(square, occupied);
    (
        Bitboard::from_rank_bits(square.rank(), rank.slide as u64)
            | Bitboard::from_file_bits(square.file(), file.slide as usize),
        Bitboard::from_rank_bits(square.rank(), rank.jump as u64)
            | Bitboard::from_file_bits(square.file(), file.jump as usize),
    )
}

/// Returns the points that a horse on `square` reaches.
#[inline]
pub fn horse(square: Square, occupied: Bitboard) -> Bitboard {
    leap(&HORSE_FROM[square.index()], occupied)
}

/// Returns the points from which a horse reaches `square`.
#[inline]
pub fn horse_to(square: Square, occupied: Bitboard) -> Bitboard {
    leap(&HORSE_TO[square.index()], occupied)
}

/// Returns the points that an elephant on `square` reaches, on its own side of the river.
#[inline]
pub fn elephant(square: Square, occupied: Bitboard) -> Bitboard {
    let half = if square.rank() < 5 { Bitboard([!0, 0]) } else { Bitboard([0, !0]) };
    leap(&ELEPHANT[square.index()], occupied) & half
}

/// Returns the points that an advisor on `square` reaches.
#[inline]
pub fn advisor(square: Square) -> Bitboard {
    ADVISOR[square.index()]
}

/// Returns the points that a general on `square` reaches by a step.
#[inline]
pub fn general(square: Square) -> Bitboard {
    GENERAL[square.index()]
}

/// Returns the points that a soldier of `color` on `square` reaches.
#[inline]
pub fn soldier(color: Color, square: Square) -> Bitboard {
    SOLDIER_FROM[color.index()][square.index()]
}

/// Returns the points from which a soldier of `color` reaches `square`.
#[inline]
pub fn soldier_to(color: Color, square: Square) -> Bitboard {
    SOLDIER_TO[color.index()][square.index()]
}

/// Returns the points from which a horse would reach `square` on an empty board.
#[inline]
pub fn horse_star(square: Square) -> Bitboard {
    HORSE_TO[square.index()].targets[0]
}

/// Returns the diagonal neighbours of a point: the legs of the horses that attack it.
#[inline]
pub fn horse_legs_to(square: Square) -> Bitboard {
    LEGS_TO[square.index()]
}

static LEGS_TO: [Bitboard; POINTS] = {
    let mut table = [Bitboard::EMPTY; POINTS];
    let mut i = 0;
    while i < POINTS {
        table[i] = steps(Square::from_index(i), DIAGONAL);
        i += 1;
    }
    table
};

/// Returns the points that affect attacks on `square`: its file and rank, its diagonal neighbours, and
/// the points from which a horse could reach it. A move that neither leaves nor enters one of them does
/// not change which pieces attack `square`.
#[inline]
pub fn near(square: Square) -> Bitboard {
    NEAR[square.index()]
}

static NEAR: [Bitboard; POINTS] = {
    let mut table = [Bitboard::EMPTY; POINTS];
    let mut i = 0;
    while i < POINTS {
        let square = Square::from_index(i);
        let rank = Bitboard::from_rank_bits(square.rank(), 511);
        let file = Bitboard::from_file_bits(square.file(), 1023);
        let (legs, horses) = (LEGS_TO[i], HORSE_TO[i].targets[0]);
        let mut word = 0;
        while word < 2 {
            table[i].0[word] = rank.0[word] | file.0[word] | legs.0[word] | horses.0[word];
            word += 1;
        }
        i += 1;
    }
    table
};

/// Returns the points strictly between two points of one rank or file; empty for other pairs.
#[inline]
pub const fn between(a: Square, b: Square) -> Bitboard {
    if a.rank() == b.rank() {
        Bitboard::from_rank_bits(a.rank(), inner_bits(a.file(), b.file()) as u64)
    } else if a.file() == b.file() {
        Bitboard::from_file_bits(a.file(), inner_bits(a.rank(), b.rank()))
    } else {
        Bitboard::EMPTY
    }
}

/// Returns the bits strictly between two bit positions.
const fn inner_bits(a: u8, b: u8) -> usize {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    ((1 << high) - 1) & !((2 << low) - 1)
}
