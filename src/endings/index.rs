//! The numbers of the positions of a material.

use crate::attackers::Attackers;
use crate::camp::{Camp, Camps};
use crate::material::Material;
use chuhe_rules::bitboard::Bitboard;
use chuhe_rules::types::POINTS;
use chuhe_rules::{Board, Color, Piece, Role, Square};

/// One of the two sides of an ending.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The side with the attackers, Red in the tables.
    Strong,
    /// The other side, Black in the tables.
    Weak,
}

impl Side {
    /// Both sides, the strong one first.
    pub const ALL: [Side; 2] = [Side::Strong, Side::Weak];

    /// Returns the other side.
    pub const fn other(self) -> Side {
        match self {
            Side::Strong => Side::Weak,
            Side::Weak => Side::Strong,
        }
    }

    /// Returns the side's colour in the tables.
    pub const fn color(self) -> Color {
        match self {
            Side::Strong => Color::Red,
            Side::Weak => Color::Black,
        }
    }
}

/// The three parts of an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placement {
    pub attackers: u16,
    pub strong: u16,
    pub weak: u16,
}

/// The pieces of a placement on the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// The points of the attackers; a single attacker is in both elements.
    pub squares: [Square; 2],
    pub strong: Camp,
    pub weak: Camp,
    pub attackers: Bitboard,
    pub occupied: Bitboard,
}

/// Numbers the placements of a material's pieces from 0, without gaps: each index is one placement, and each placement
/// or its mirror image has one index.
///
/// The strong side is Red. An index is `(attackers * strong camps + strong camp) * weak camps + weak camp`. A camp is a
/// general with its advisors and elephants: 119 placements of general and advisors and 29 of elephants make 3,339 for
/// the nine defences together, because general and elephant cannot share the point before the palace's edge. Of a
/// placement and its mirror image the one is numbered whose first attacker is on files a to e; if it is on file e, the
/// second attacker decides. Placements whose attackers are their own mirror image are all numbered.
///
/// An attacker may share a point with a piece of a camp; such an index is no position, like those in which the side to
/// move could take the general.
///
/// ```
/// use chuhe_endings::{Guards, Index};
/// use chuhe_rules::Role;
/// let of = |role| Guards::ALL.map(|defence| {
///     chuhe_endings::Material::new(&[role], Guards::default(), defence).map_or(0, |it| Index::new(it).len())
/// });
/// assert_eq!(of(Role::Rook).iter().sum::<usize>(), 1_502_550);
/// assert_eq!(of(Role::Soldier).iter().sum::<usize>(), 931_581);
/// ```
pub struct Index {
    material: Material,
    pub(crate) attackers: Attackers,
    pub(crate) strong: Camps,
    pub(crate) weak: Camps,
}

impl Index {
    /// Returns the index of a material.
    pub fn new(material: Material) -> Index {
        Index {
            material,
            attackers: Attackers::new(material.attackers().collect()),
            strong: Camps::new(Color::Red, material.own),
            weak: Camps::new(Color::Black, material.defence),
        }
    }

    /// Returns the material.
    pub fn material(&self) -> Material {
        self.material
    }

    /// Returns the number of indices.
    #[allow(clippy::len_without_is_empty)] // it is never empty
    pub fn len(&self) -> usize {
        self.attackers.len() * self.block()
    }

    /// Returns the number of indices with the same attackers.
    pub(crate) fn block(&self) -> usize {
        self.strong.len() * self.weak.len()
    }

    /// Returns the index of a placement.
    #[inline]
    pub(crate) fn at(&self, placement: Placement) -> usize {
        let Placement { attackers, strong, weak } = placement;
        (usize::from(attackers) * self.strong.len() + usize::from(strong)) * self.weak.len()
            + usize::from(weak)
    }

    /// Returns the placement with an index.
    #[inline]
    pub(crate) fn placement(&self, index: usize) -> Placement {
        let (rest, weak) = (index / self.weak.len(), index % self.weak.len());
        let (attackers, strong) = (rest / self.strong.len(), rest % self.strong.len());
        Placement { attackers: attackers as u16, strong: strong as u16, weak: weak as u16 }
    }

    /// Returns the index of attackers and camps, or of their mirror image.
    #[inline]
    pub(crate) fn locate(&self, squares: [Square; 2], strong: u16, weak: u16) -> Option<usize> {
        let found = self.attackers.find(squares)?;
        let placement = Placement { attackers: found.number, strong, weak };
        Some(self.at(if found.is_mirrored { self.mirrored_camps(placement) } else { placement }))
    }

    /// Returns a placement with the camps mirrored and the attackers unchanged.
    #[inline]
    pub(crate) fn mirrored_camps(&self, placement: Placement) -> Placement {
        let strong = self.strong.mirrored[usize::from(placement.strong)];
        let weak = self.weak.mirrored[usize::from(placement.weak)];
        Placement { strong, weak, ..placement }
    }

    /// Returns the pieces of a placement; `None` if an attacker shares a point with a piece of a camp.
    #[inline]
    pub(crate) fn layout(&self, placement: Placement) -> Option<Layout> {
        let squares = self.attackers.list[usize::from(placement.attackers)];
        let strong = self.strong.list[usize::from(placement.strong)];
        let weak = self.weak.list[usize::from(placement.weak)];
        let attackers = Bitboard::of(squares[0]).with(squares[1]);
        let camps = strong.all | weak.all;
        (attackers & camps).is_empty().then_some(Layout {
            squares,
            strong,
            weak,
            attackers,
            occupied: camps | attackers,
        })
    }

    /// Returns the board of an index; `None` if pieces share a point. The board may have the side that is not to move
    /// in check, or the generals facing each other.
    pub fn board(&self, index: usize, to_move: Side) -> Option<Board> {
        let layout = self.layout(self.placement(index))?;
        let mut squares = [None; POINTS];
        for (role, square) in self.attackers.roles.iter().zip(layout.squares) {
            squares[square.index()] = Some(Piece::new(Color::Red, *role));
        }
        for (color, camp) in [(Color::Red, layout.strong), (Color::Black, layout.weak)] {
            squares[camp.general.index()] = Some(Piece::new(color, Role::General));
            let guards = [(Role::Advisor, camp.advisors), (Role::Elephant, camp.elephants)];
            for (role, square) in
                guards.into_iter().flat_map(|(role, set)| set.into_iter().map(move |at| (role, at)))
            {
                squares[square.index()] = Some(Piece::new(color, role));
            }
        }
        Board::from_pieces(&squares, to_move.color())
    }

    /// Returns the index of a board whose strong side is Red; `None` if its pieces are others, or stand on points that
    /// they can never reach.
    pub fn of_board(&self, board: &Board) -> Option<usize> {
        let is_of_material = Material::with_strong_side(board) == Some((self.material, Color::Red));
        is_of_material.then(|| self.of_pieces(board, Color::Red))?
    }

    /// Returns the index of a board with the pieces of this material and this strong side.
    pub(crate) fn of_pieces(&self, board: &Board, strong: Color) -> Option<usize> {
        // In the tables the strong side is Red.
        let seen = |square: Square| if strong == Color::Red { square } else { square.flip_ranks() };
        let points = |color, role| -> Bitboard { board.of(color, role).into_iter().map(seen).collect() };
        let mut squares = self.material.attackers().scan(Bitboard::EMPTY, |used, role| {
            let square = (points(strong, role) & !*used).first()?;
            *used = used.with(square);
            Some(square)
        });
        let first = squares.next()?;
        let second = squares.next().unwrap_or(first);
        let camp = |camps: &Camps, color| {
            camps.find(
                seen(board.general(color)),
                points(color, Role::Advisor),
                points(color, Role::Elephant),
            )
        };
        self.locate([first, second], camp(&self.strong, strong)?, camp(&self.weak, !strong)?)
    }
}
