//! The description of a move that Chinese notation and WXF share, without their characters.
//!
//! Both name the piece, its direction, and its distance or target file; they differ only in their
//! characters. The rules are those of the xqbase notation specification, 《着法表示》, as ElephantEye
//! (`cchess.cpp`) and vschess (`function.nodeToMove.js`) apply them. Files are counted 1 to 9 from the
//! mover's right; the front one of several pieces is the one furthest forward for its side.

use crate::board::Board;
use crate::types::{Color, Move, Piece, Role, Square};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The order of a piece among its side's pieces of the same role: on one file, or on all files with
/// several of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    Front,
    /// The piece with equal numbers in front of it and behind it.
    Middle,
    Rear,
    /// The number of the piece from 1, from the right file, and from the front on each file.
    Nth(u8),
}

/// The way in which a text identifies a piece among others of its role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// By its file.
    File(u8),
    /// By its order among those that share a file with another.
    Among(Order),
    /// By its order on a file; read, but never written.
    OnFile(Order, u8),
    /// By being the first or last of four or five on a file; read, but never written.
    End(Order),
}

/// The direction of a move from the mover's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Toward {
    Forward,
    Sideways,
    Back,
}

/// The parts of the text of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Description {
    pub role: Role,
    pub place: Place,
    pub toward: Toward,
    /// 1 to 9: the target file, or the number of ranks by which a piece that moves straight advances
    /// or retreats.
    pub number: u8,
}

impl Description {
    /// Returns the description by which a move is written; `None` if no piece stands on its source.
    pub fn of(board: &Board, mv: Move) -> Option<Description> {
        let piece = board.piece_at(mv.from())?;
        let (color, role) = (piece.color(), piece.role());
        let place = Like::on(board, piece).place_of(mv.from())?;
        let (before, after) = (mv.from().relative_rank(color), mv.to().relative_rank(color));
        let toward = match after.cmp(&before) {
            Ordering::Less => Toward::Back,
            Ordering::Equal => Toward::Sideways,
            Ordering::Greater => Toward::Forward,
        };
        let is_file = changes_file(role) || toward == Toward::Sideways;
        let number = if is_file { file_number(color, mv.to()) } else { before.abs_diff(after) };
        Some(Description { role, place, toward, number })
    }

    /// Returns the described move from a point, if its target is on the board.
    pub fn move_from(&self, color: Color, from: Square) -> Option<Move> {
        let aside = file_index(color, self.number) - from.file() as i8;
        let ahead = match (self.role, aside.abs()) {
            _ if self.toward == Toward::Sideways => 0,
            (Role::Advisor, 1) => 1,
            (Role::Elephant, 2) => 2,
            (Role::Horse, across @ 1..=2) => 3 - across,
            (Role::Advisor | Role::Elephant | Role::Horse, _) => return None,
            _ => self.number as i8,
        };
        let is_straight = !changes_file(self.role) && self.toward != Toward::Sideways;
        let is_up = (color == Color::Red) == (self.toward == Toward::Forward);
        let to = from.try_offset(if is_straight { 0 } else { aside }, if is_up { ahead } else { -ahead })?;
        Move::try_new(from, to)
    }
}

/// Returns whether a role changes its file with every move, so that the target file determines the
/// distance.
fn changes_file(role: Role) -> bool {
    matches!(role, Role::Advisor | Role::Elephant | Role::Horse)
}

/// Returns the file counted 1 to 9 from the right of `color`.
fn file_number(color: Color, square: Square) -> u8 {
    match color {
        Color::Red => 9 - square.file(),
        Color::Black => square.file() + 1,
    }
}

/// Returns the index, 0 for file a, of a file counted from the right of `color`.
fn file_index(color: Color, number: u8) -> i8 {
    match color {
        Color::Red => 9 - number as i8,
        Color::Black => number as i8 - 1,
    }
}

/// A side's pieces of one role, ordered from its right file, and from the front on each file.
pub(crate) struct Like {
    piece: Piece,
    squares: Vec<Square>,
}

impl Like {
    pub fn on(board: &Board, piece: Piece) -> Like {
        let color = piece.color();
        let place = |square: &Square| (file_number(color, *square), 9 - square.relative_rank(color));
        let mut squares = Vec::new();
        for square in board.of(color, piece.role()) {
            let at = squares.iter().take_while(|other| place(other) < place(&square)).count();
            squares.insert(at, square);
        }
        Like { piece, squares }
    }

    /// Returns the points in order.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// Returns the points of each file.
    pub fn files(&self) -> impl Iterator<Item = &[Square]> {
        self.squares.chunk_by(|a, b| a.file() == b.file())
    }

    /// Returns the points of each file that has two or more.
    pub fn crowded(&self) -> impl Iterator<Item = &[Square]> {
        self.files().filter(|file| file.len() >= 2)
    }

    /// Returns the points of a file.
    pub fn on_file(&self, number: u8) -> &[Square] {
        let is_there = |file: &&[Square]| file_number(self.piece.color(), file[0]) == number;
        self.files().find(is_there).unwrap_or_default()
    }

    /// Returns the way in which one of the pieces is identified in writing.
    ///
    /// Advisors and elephants on one file move in different directions, so that their file is enough.
    /// Two or three other pieces on one file are identified by their order. More pieces, or two files
    /// with several, are numbered.
    pub fn place_of(&self, square: Square) -> Option<Place> {
        let file_is_enough = matches!(self.piece.role(), Role::Advisor | Role::Elephant);
        let file = file_number(self.piece.color(), square);
        if file_is_enough || self.on_file(file).len() < 2 {
            return self.squares.contains(&square).then_some(Place::File(file));
        }
        let index = self.crowded().flatten().position(|other| *other == square)?;
        let count = self.crowded().flatten().count();
        Some(Place::Among(match (self.crowded().count(), count, index) {
            (1, 2 | 3, 0) => Order::Front,
            (1, 3, 1) => Order::Middle,
            (1, 2 | 3, _) => Order::Rear,
            _ => Order::Nth(u8::try_from(index + 1).ok()?),
        }))
    }
}
