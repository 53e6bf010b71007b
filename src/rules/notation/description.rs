//! What Chinese notation and WXF say of a move, in no alphabet.
//!
//! Both say which piece it is, which way it goes and how far or where to; they differ only in their
//! characters. The rules are those of the xqbase notation specification, 《着法表示》, as ElephantEye
//! (`cchess.cpp`) and vschess (`function.nodeToMove.js`) apply them. Files are counted 1 to 9 from the
//! mover's right; the front one of several pieces is the furthest along its side's way.

use crate::board::Board;
use crate::types::{Color, Move, Piece, Role, Square};
use std::cmp::Ordering;

/// A piece's place among its like on one file, or among all that share a file with another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    Front,
    /// The one with as many before it as behind it.
    Middle,
    Rear,
    /// Counted from 1, the right file first, on each file the front one first.
    Nth(u8),
}

/// How a text tells a piece from its like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// By its file.
    File(u8),
    /// By its place among those that share a file with another.
    Among(Order),
    /// By its place on a file; never written.
    OnFile(Order, u8),
    /// By being the first or last of four or five on a file; never written.
    End(Order),
}

/// Which way a piece goes, as its side sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Toward {
    Forward,
    Sideways,
    Back,
}

/// What a text says of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Description {
    pub role: Role,
    pub place: Place,
    pub toward: Toward,
    /// 1 to 9: the file that is entered, or how many ranks a piece that goes straight advances or
    /// retreats.
    pub number: u8,
}

impl Description {
    /// What is to be written of a move; `None` when no piece stands on its source.
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

    /// Where the described piece goes from a point, if that is on the board.
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

/// Whether a role changes its file with every move, so that the file entered tells how far it goes.
fn changes_file(role: Role) -> bool {
    matches!(role, Role::Advisor | Role::Elephant | Role::Horse)
}

/// The file counted 1 to 9 from the right of `color`.
fn file_number(color: Color, square: Square) -> u8 {
    match color {
        Color::Red => 9 - square.file(),
        Color::Black => square.file() + 1,
    }
}

/// The index, 0 for file a, of a file counted from the right of `color`.
fn file_index(color: Color, number: u8) -> i8 {
    match color {
        Color::Red => 9 - number as i8,
        Color::Black => number as i8 - 1,
    }
}

/// A side's pieces of one role in order: from its right file, on each file the front one first.
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

    /// The points in order.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The points of each file.
    pub fn files(&self) -> impl Iterator<Item = &[Square]> {
        self.squares.chunk_by(|a, b| a.file() == b.file())
    }

    /// The points of each file that has two or more.
    pub fn crowded(&self) -> impl Iterator<Item = &[Square]> {
        self.files().filter(|file| file.len() >= 2)
    }

    /// The points of a file.
    pub fn on_file(&self, number: u8) -> &[Square] {
        let is_there = |file: &&[Square]| file_number(self.piece.color(), file[0]) == number;
        self.files().find(is_there).unwrap_or_default()
    }

    /// How the place of one of the pieces is written.
    ///
    /// Advisors and elephants on one file go different ways, so that their file is enough. Two or
    /// three others on one file are told by their order; more, or two files with several, are counted
    /// through.
    pub fn place_of(&self, square: Square) -> Option<Place> {
        let is_told_by_way = matches!(self.piece.role(), Role::Advisor | Role::Elephant);
        let file = file_number(self.piece.color(), square);
        if is_told_by_way || self.on_file(file).len() < 2 {
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
