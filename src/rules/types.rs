//! The vocabulary: colours, roles, pieces, points of the board and moves.
//!
//! Points are named `a0` to `i9`: file `a` is on Red's left, rank `0` is Red's back rank. The index
//! of a point is `rank * 9 + file`, 0 to 89.
//!
//! ```
//! use chuhe_rules::{Color, Move, Piece, Role, Square};
//! let mv: Move = "h2e2".parse()?;
//! assert_eq!((mv.from().file(), mv.from().rank(), mv.to().to_string()), (7, 2, "e2".to_owned()));
//! assert_eq!(Piece::from_letter('c'), Some(Piece::new(Color::Black, Role::Cannon)));
//! assert!("e0".parse::<Square>()?.in_palace(Color::Red));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::num::{NonZeroU8, NonZeroU16};
use core::ops::{Index, IndexMut, Not};
use core::str::FromStr;

/// Number of files, `a` to `i`.
pub const FILES: u8 = 9;
/// Number of ranks, `0` to `9`.
pub const RANKS: u8 = 10;
/// Number of points on the board.
pub const POINTS: usize = 90;

/// One of the two sides. Red moves first and is written `w` in FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// The side that starts at ranks 0 to 4.
    Red,
    /// The side that starts at ranks 5 to 9.
    Black,
}

impl Color {
    /// Both sides, Red first.
    pub const ALL: [Color; 2] = [Color::Red, Color::Black];

    /// Returns 0 for Red, 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the other side, usable in constants.
    pub const fn other(self) -> Color {
        match self {
            Color::Red => Color::Black,
            Color::Black => Color::Red,
        }
    }

    /// Returns the lower-case English name: `red` or `black`.
    pub const fn name(self) -> &'static str {
        match self {
            Color::Red => "red",
            Color::Black => "black",
        }
    }

    /// Returns the side with this [name](Color::name).
    pub fn from_name(name: &str) -> Option<Color> {
        [Color::Red, Color::Black].into_iter().find(|color| color.name() == name)
    }
}

impl Not for Color {
    type Output = Color;
    fn not(self) -> Color {
        self.other()
    }
}

/// A value for each side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByColor<T>(pub [T; 2]);

impl<T> Index<Color> for ByColor<T> {
    type Output = T;
    fn index(&self, color: Color) -> &T {
        &self.0[color.index()]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color.index()]
    }
}

/// The type of a piece, without its colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Role {
    /// 帥 / 將, `K`.
    General,
    /// 仕 / 士, `A`.
    Advisor,
    /// 相 / 象, `B`.
    Elephant,
    /// 馬, `N`.
    Horse,
    /// 車, `R`.
    Rook,
    /// 炮 / 砲, `C`.
    Cannon,
    /// 兵 / 卒, `P`.
    Soldier,
}

impl Role {
    /// Number of roles.
    pub const NUM: usize = 7;
    /// All roles in the order of their indices.
    pub const ALL: [Role; 7] =
        [Role::General, Role::Advisor, Role::Elephant, Role::Horse, Role::Rook, Role::Cannon, Role::Soldier];
    /// Number of pieces of each role with which a side starts, by [`Role::index`].
    pub const START_COUNT: [u32; 7] = [1, 2, 2, 2, 2, 2, 5];

    /// Returns the index in [`Role::ALL`], 0 to 6.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns true for rooks, horses, cannons and soldiers, which can cross the river.
    pub const fn can_cross_river(self) -> bool {
        matches!(self, Role::Rook | Role::Horse | Role::Cannon | Role::Soldier)
    }

    /// Returns the capital FEN letter.
    pub const fn letter(self) -> char {
        ['K', 'A', 'B', 'N', 'R', 'C', 'P'][self as usize]
    }

    /// Returns the lower-case English name.
    pub const fn name(self) -> &'static str {
        ["general", "advisor", "elephant", "horse", "rook", "cannon", "soldier"][self as usize]
    }

    /// Returns the role for a FEN letter of either case, synonyms included (`H` = `N`, `E` and `M` = `B`, `G` =
    /// `A`: the letters of XBoard and of old ICCS and WXF files).
    pub const fn from_letter(letter: char) -> Option<Role> {
        Some(match letter.to_ascii_uppercase() {
            'K' => Role::General,
            'A' | 'G' => Role::Advisor,
            'B' | 'E' | 'M' => Role::Elephant,
            'N' | 'H' => Role::Horse,
            'R' => Role::Rook,
            'C' => Role::Cannon,
            'P' => Role::Soldier,
            _ => return None,
        })
    }
}

/// A coloured piece in one byte; `Option<Piece>` is one byte too.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(NonZeroU8);

const _: () = assert!(size_of::<Option<Piece>>() == 1);

impl Piece {
    /// Number of coloured pieces.
    pub const NUM: usize = 14;
    /// All coloured pieces by their [index](Piece::index).
    pub const ALL: [Piece; Piece::NUM] = {
        let mut all = [Piece::new(Color::Red, Role::General); Piece::NUM];
        let mut i = 0;
        while i < Piece::NUM {
            all[i] = Piece::new(Color::ALL[i / Role::NUM], Role::ALL[i % Role::NUM]);
            i += 1;
        }
        all
    };

    /// Returns the piece of a side and a role.
    pub const fn new(color: Color, role: Role) -> Piece {
        match NonZeroU8::new((color as u8) << 3 | (role as u8 + 1)) {
            Some(code) => Piece(code),
            None => unreachable!(),
        }
    }

    /// Returns 0 to 6 for Red's roles, 7 to 13 for Black's.
    pub const fn index(self) -> usize {
        self.role() as usize + 7 * self.color() as usize
    }

    /// Returns the side that owns the piece.
    pub const fn color(self) -> Color {
        if self.0.get() < 8 { Color::Red } else { Color::Black }
    }

    /// Returns the role, without the colour.
    pub const fn role(self) -> Role {
        match self.0.get() & 7 {
            1 => Role::General,
            2 => Role::Advisor,
            3 => Role::Elephant,
            4 => Role::Horse,
            5 => Role::Rook,
            6 => Role::Cannon,
            _ => Role::Soldier,
        }
    }

    /// Returns the FEN letter: capitals are Red.
    pub const fn letter(self) -> char {
        match self.color() {
            Color::Red => self.role().letter(),
            Color::Black => self.role().letter().to_ascii_lowercase(),
        }
    }

    /// Returns the piece for a FEN letter, synonyms as in [`Role::from_letter`].
    pub fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::Red } else { Color::Black };
        Role::from_letter(letter).map(|role| Piece::new(color, role))
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A point of the board, index `rank * 9 + file`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Returns the point with this index; `None` if it is 90 or more.
    pub const fn try_index(index: usize) -> Option<Square> {
        if index < POINTS { Some(Square(index as u8)) } else { None }
    }

    /// Returns the point with this index.
    ///
    /// # Panics
    /// If `index` is 90 or more.
    pub const fn from_index(index: usize) -> Square {
        assert!(index < POINTS);
        Square(index as u8)
    }

    /// Returns the point of a bit that is known to be on the board.
    #[inline]
    pub(crate) const fn from_bit(index: u32) -> Square {
        debug_assert!(index < POINTS as u32);
        Square(index as u8)
    }

    /// Returns the point of a file (0 to 8) and a rank (0 to 9), if both are on the board.
    pub const fn at(file: i8, rank: i8) -> Option<Square> {
        if file < 0 || file > 8 || rank < 0 || rank > 9 {
            return None;
        }
        Some(Square((rank * 9 + file) as u8))
    }

    /// Returns all 90 points in index order.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..POINTS as u8).map(Square)
    }

    /// Returns the index `rank * 9 + file`, 0 to 89.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the file, 0 (file a) to 8 (file i).
    pub const fn file(self) -> u8 {
        self.0 % 9
    }

    /// Returns the rank, 0 (Red's back rank) to 9 (Black's back rank).
    pub const fn rank(self) -> u8 {
        self.0 / 9
    }

    /// Returns the rank counted from `color`'s own back rank.
    pub const fn relative_rank(self, color: Color) -> u8 {
        match color {
            Color::Red => self.rank(),
            Color::Black => 9 - self.rank(),
        }
    }

    /// Returns the point `file` steps to the right and `rank` steps up, if it is on the board.
    pub const fn try_offset(self, file: i8, rank: i8) -> Option<Square> {
        Square::at(self.file() as i8 + file, self.rank() as i8 + rank)
    }

    /// Returns the point with ranks reversed: `a0` becomes `a9`.
    pub const fn flip_ranks(self) -> Square {
        Square((9 - self.rank()) * 9 + self.file())
    }

    /// Returns the point with files mirrored: `a0` becomes `i0`.
    pub const fn mirror_files(self) -> Square {
        Square(self.rank() * 9 + 8 - self.file())
    }

    /// Returns whether the point lies beyond the river for `color`.
    pub const fn across_river(self, color: Color) -> bool {
        self.relative_rank(color) >= 5
    }

    /// Returns whether the point lies in `color`'s palace.
    pub const fn in_palace(self, color: Color) -> bool {
        self.file() >= 3 && self.file() <= 5 && self.relative_rank(color) <= 2
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The error of a text that is not a point or not a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoordinateError {
    /// The rejected text.
    pub value: String,
}

impl fmt::Display for CoordinateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = shown(&self.value);
        write!(f, "'{value}' is not a coordinate: files are a to i, ranks 0 to 9, a move is like h2e2")
    }
}

/// Most characters of a text that a message repeats.
const SHOWN: usize = 120;

/// Returns a text for use in a message. A long text is cut, and control characters are replaced, so that the
/// text cannot control a terminal.
///
/// ```
/// use chuhe_rules::types::shown;
/// assert_eq!(shown("a\u{1b}[2J"), "a\u{fffd}[2J");
/// assert_eq!(shown(&"x".repeat(200)).chars().count(), 121);
/// ```
pub fn shown(text: &str) -> String {
    let end = text.char_indices().nth(SHOWN).map_or(text.len(), |(end, _)| end);
    let mut shown: String =
        text[..end].chars().map(|letter| if letter.is_control() { '\u{fffd}' } else { letter }).collect();
    if end < text.len() {
        shown.push('…');
    }
    shown
}

impl core::error::Error for CoordinateError {}

impl FromStr for Square {
    type Err = CoordinateError;
    fn from_str(text: &str) -> Result<Square, CoordinateError> {
        let error = || CoordinateError { value: text.to_owned() };
        let &[file @ b'a'..=b'i', rank @ b'0'..=b'9'] = text.as_bytes() else {
            return Err(error());
        };
        Square::at((file - b'a') as i8, (rank - b'0') as i8).ok_or_else(error)
    }
}

/// A move from one point to another, never to the same point.
///
/// Two bytes: the target in bits 0 to 6, the source in bits 7 to 13. `Option<Move>` is two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    /// Returns the move between two different points; `None` when they are the same.
    pub const fn try_new(from: Square, to: Square) -> Option<Move> {
        if from.0 == to.0 {
            return None;
        }
        match NonZeroU16::new((from.0 as u16) << 7 | to.0 as u16) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }

    /// Returns the move between two different points.
    ///
    /// # Panics
    /// If both points are `a0`; two equal other points give a move that is never legal.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        match NonZeroU16::new((from.0 as u16) << 7 | to.0 as u16) {
            Some(bits) => Move(bits),
            None => panic!("a move needs two different points"),
        }
    }

    /// Returns the source point.
    #[inline]
    pub const fn from(self) -> Square {
        Square((self.0.get() >> 7) as u8)
    }

    /// Returns the target point.
    #[inline]
    pub const fn to(self) -> Square {
        Square((self.0.get() & 127) as u8)
    }

    /// Returns the move with files mirrored: `a0b0` becomes `i0h0`.
    pub const fn mirror_files(self) -> Move {
        Move::new(self.from().mirror_files(), self.to().mirror_files())
    }

    /// Returns the move packed in two bytes, for hash tables.
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Returns the move that [`Move::bits`] packed; `None` if the bits are not a move.
    pub const fn from_bits(bits: u16) -> Option<Move> {
        let (from, to) = (bits >> 7, bits & 127);
        if from as usize >= POINTS || to as usize >= POINTS || from == to {
            return None;
        }
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Move {
    type Err = CoordinateError;
    fn from_str(text: &str) -> Result<Move, CoordinateError> {
        let error = || CoordinateError { value: text.to_owned() };
        let (from, to) = text.split_at_checked(2).ok_or_else(error)?;
        let from = from.parse().map_err(|_| error())?;
        let to = to.parse().map_err(|_| error())?;
        Move::try_new(from, to).ok_or_else(error)
    }
}
