//! What Chinese notation and WXF say of a move, in no alphabet.
//!
//! Both say which piece it is, which way it goes and how far or where to; they differ only in their
//! characters. The rules are those of the xqbase notation specification, 《着法表示》, as ElephantEye
//! (`cchess.cpp`) and vschess (`function.nodeToMove.js`) apply them.

use super::error::NotationReason;
use crate::game::board::Board;
use crate::game::types::{Color, Move, Piece, Role, Square};
use std::cmp::Ordering;

/// A piece's place among its like, the front one first: the furthest along its side's way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    Front,
    /// The one with as many before it as behind it.
    Middle,
    Rear,
    /// Counted from 1.
    Nth(u8),
}

impl Order {
    /// The index among `count` pieces of one file, if there is such a piece and it has company.
    fn index(self, count: usize) -> Option<usize> {
        let index = match self {
            Order::Front => 0,
            Order::Middle => (count % 2 == 1).then_some(count / 2)?,
            Order::Rear => count.checked_sub(1)?,
            Order::Nth(n) => usize::from(n).checked_sub(1)?,
        };
        (count >= 2 && index < count).then_some(index)
    }
}

/// How a text tells a piece from its like. Files are counted 1 to 9 from the mover's right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
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
pub(super) enum Toward {
    Forward,
    Sideways,
    Back,
}

/// What a text says of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Description {
    pub role: Role,
    pub place: Place,
    pub toward: Toward,
    /// 1 to 9: the file that is entered, or how many ranks a piece that goes straight advances or
    /// retreats.
    pub number: u8,
}

/// Whose texts are read; they differ where soldiers share a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    Chinese,
    Wxf,
}

/// The file counted 1 to 9 from the right of `color`.
fn file_number(color: Color, square: Square) -> u8 {
    match color {
        Color::Red => 9 - square.file(),
        Color::Black => square.file() + 1,
    }
}

/// Whether a piece changes its file with every move, so that the file entered tells how far it goes.
fn is_leaper(role: Role) -> bool {
    matches!(role, Role::Advisor | Role::Elephant | Role::Horse)
}

/// A side's pieces of one role that share a file.
type Group = Vec<Square>;

/// A side's pieces of one role by file, from its right, on each file the front one first.
fn groups(board: &Board, piece: Piece) -> Vec<Group> {
    let color = piece.color();
    let mut squares: Group = board.of(color, piece.role()).into_iter().collect();
    squares.sort_by_key(|square| (file_number(color, *square), 9 - square.relative_rank(color)));
    squares.chunk_by(|a, b| a.file() == b.file()).map(<[Square]>::to_vec).collect()
}

/// The groups of two and more.
fn crowded(groups: &[Group]) -> impl Iterator<Item = &Group> {
    groups.iter().filter(|group| group.len() >= 2)
}

/// How the place of one of these pieces is written.
///
/// Advisors and elephants on one file go different ways, so that their file is enough. Two or three
/// others on one file are told by their order; more, or two files with several, are counted through.
fn written_place(groups: &[Group], piece: Piece, square: Square) -> Option<Place> {
    let is_paired = matches!(piece.role(), Role::Advisor | Role::Elephant);
    let group = groups.iter().find(|group| group.contains(&square))?;
    if is_paired || group.len() < 2 {
        return Some(Place::File(file_number(piece.color(), square)));
    }
    let all: Group = crowded(groups).flatten().copied().collect();
    let index = all.iter().position(|other| *other == square)?;
    Some(Place::Among(match (crowded(groups).count(), all.len(), index) {
        (1, 2 | 3, 0) => Order::Front,
        (1, 3, 1) => Order::Middle,
        (1, 2 | 3, _) => Order::Rear,
        _ => Order::Nth(u8::try_from(index + 1).ok()?),
    }))
}

impl Description {
    /// What is to be written of a move; `None` when no piece stands on its source.
    pub fn of(board: &Board, mv: Move) -> Option<Description> {
        let piece = board.piece_at(mv.from())?;
        let (color, role) = (piece.color(), piece.role());
        let place = written_place(&groups(board, piece), piece, mv.from())?;
        let (before, after) = (mv.from().relative_rank(color), mv.to().relative_rank(color));
        let toward = match after.cmp(&before) {
            Ordering::Less => Toward::Back,
            Ordering::Equal => Toward::Sideways,
            Ordering::Greater => Toward::Forward,
        };
        let is_file = is_leaper(role) || toward == Toward::Sideways;
        let number = if is_file { file_number(color, mv.to()) } else { before.abs_diff(after) };
        Some(Description { role, place, toward, number })
    }

    /// The legal move that is described.
    pub fn find(&self, board: &Board, dialect: Dialect) -> Result<Move, NotationReason> {
        let piece = Piece::new(board.turn(), self.role);
        let groups = groups(board, piece);
        let readings = self.readings(&groups, piece, dialect);
        for squares in &readings {
            let moves = squares.iter().filter_map(|from| self.move_from(piece.color(), *from));
            let legal: Vec<Move> = moves.filter(|mv| board.is_legal(*mv)).collect();
            match legal[..] {
                [] => {}
                [mv] => return Ok(mv),
                _ => return Err(NotationReason::Ambiguous { candidates: legal }),
            }
        }
        Err(self.refusal(piece.color(), &readings.concat()))
    }

    /// The points of the pieces that may be meant, the first reading before the next. What is written
    /// so is meant so, whatever else it could mean.
    fn readings(&self, groups: &[Group], piece: Piece, dialect: Dialect) -> Vec<Group> {
        let is_written = |square: &&Square| written_place(groups, piece, **square) == Some(self.place);
        let written: Group = groups.iter().flatten().filter(is_written).copied().collect();
        if written.is_empty() { self.loose_readings(groups, piece, dialect) } else { vec![written] }
    }

    /// What may be meant by a text that is not written so.
    fn loose_readings(&self, groups: &[Group], piece: Piece, dialect: Dialect) -> Vec<Group> {
        let on_file = |file| groups.iter().filter(move |group| file_number(piece.color(), group[0]) == file);
        let at = |group: &Group, order: Order| order.index(group.len()).map(|index| group[index]);
        let is_soldier = self.role == Role::Soldier;
        match self.place {
            Place::File(file) => {
                let is_middle_meant = is_soldier && dialect == Dialect::Wxf;
                let middle = on_file(file).filter_map(|group| at(group, Order::Middle));
                let middle = middle.filter(|_| is_middle_meant).collect();
                vec![middle, on_file(file).flatten().copied().collect()]
            }
            Place::OnFile(order, file) => vec![on_file(file).filter_map(|group| at(group, order)).collect()],
            Place::End(order) => {
                let long = groups.iter().filter(|group| group.len() >= 4);
                vec![long.filter_map(|group| at(group, order)).collect()]
            }
            Place::Among(Order::Nth(_)) if !is_soldier || crowded(groups).count() > 1 => Vec::new(),
            Place::Among(order) => {
                let inner = |group: &Group| inner(order, group.len()).filter(|_| dialect == Dialect::Wxf);
                let of_group = |group: &Group| {
                    at(group, order)
                        .into_iter()
                        .chain(inner(group).map(|index| group[index]))
                        .collect::<Group>()
                };
                vec![crowded(groups).flat_map(of_group).collect()]
            }
        }
    }

    /// Where the described piece goes from a point, if that is on the board.
    fn move_from(&self, color: Color, from: Square) -> Option<Move> {
        let forward: i8 = if color == Color::Red { 1 } else { -1 };
        let number = i8::try_from(self.number).ok()?;
        let file = match color {
            Color::Red => 9 - number,
            Color::Black => number - 1,
        };
        let aside = file - from.file() as i8;
        let far = match self.role {
            _ if self.toward == Toward::Sideways => 0,
            Role::Advisor => (aside.abs() == 1).then_some(1)?,
            Role::Elephant => (aside.abs() == 2).then_some(2)?,
            Role::Horse => (1..=2).contains(&aside.abs()).then_some(3 - aside.abs())?,
            _ => number,
        };
        let (aside, ahead) = match self.toward {
            Toward::Sideways => (aside, 0),
            _ if !is_leaper(self.role) => (0, far * forward),
            _ => (aside, far * forward),
        };
        let ahead = if self.toward == Toward::Back { -ahead } else { ahead };
        Move::try_new(from, from.try_offset(aside, ahead)?)
    }

    /// Why none of these pieces makes the move.
    fn refusal(&self, color: Color, squares: &[Square]) -> NotationReason {
        let only = |squares: &[Square]| match squares {
            [first, others @ ..] if others.iter().all(|other| other == first) => Some(*first),
            _ => None,
        };
        if squares.is_empty() {
            return NotationReason::NoSuchPiece { role: self.role };
        }
        let reaching = squares.iter().copied().filter(|from| self.move_from(color, *from).is_some());
        let reaching: Group = reaching.collect();
        let from = only(if reaching.is_empty() { squares } else { &reaching });
        NotationReason::Illegal { from, mv: from.and_then(|from| self.move_from(color, from)) }
    }
}

/// The index of the piece that the WXF page calls front or rear among four or five on a file: the one
/// next to the end, which other readers call so.
fn inner(order: Order, count: usize) -> Option<usize> {
    match order {
        Order::Front if count >= 4 => Some(1),
        Order::Rear if count >= 4 => Some(count - 2),
        _ => None,
    }
}
