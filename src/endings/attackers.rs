//! The placements of the attackers, one for each pair of mirror images.

use chuhe_rules::types::POINTS;
use chuhe_rules::{Color, Role, Square};

/// The placements of one or two attackers, numbered from 0.
///
/// Points are ordered by file, then rank. Of a placement and its mirror image the list has the lesser, so the first
/// attacker stands on files a to e, and if it is on file e, the second does too. Two attackers of one role have no
/// order: the lesser point comes first.
pub(crate) struct Attackers {
    pub roles: Vec<Role>,
    /// `[placement][attacker]`; a single attacker is in both elements.
    pub list: Vec<[Square; 2]>,
    /// `[placement]`: whether it is its own mirror image.
    pub symmetric: Vec<bool>,
    /// `[first point * 90 + second point]`: the placement times 2, plus 1 if the points are those of its mirror image.
    lookup: Vec<u16>,
}

/// The entry of points that are no placement.
const NONE: u16 = u16::MAX;

/// A placement as [`Attackers::find`] returns it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    pub number: u16,
    /// True if the points are those of the mirror image of the placement in the list.
    pub is_mirrored: bool,
}

impl Attackers {
    pub fn new(roles: Vec<Role>) -> Attackers {
        let mut attackers =
            Attackers { roles, list: Vec::new(), symmetric: Vec::new(), lookup: vec![NONE; POINTS * POINTS] };
        let points: Vec<Square> = by_file().collect();
        for first in &points {
            for second in &points {
                attackers.add([*first, *second]);
            }
        }
        attackers
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Adds a placement with its mirror image, unless it is impossible or one of them is in the list.
    fn add(&mut self, squares: [Square; 2]) {
        let is_pair = self.roles.len() == 2;
        let fits = self.roles.iter().zip(squares).all(|(role, square)| can_stand(*role, square));
        if !fits || is_pair == (squares[0] == squares[1]) || self.lookup[at(squares)] != NONE {
            return;
        }
        let number = self.list.len() as u16;
        let mirrored = squares.map(Square::mirror_files);
        let same = |squares: [Square; 2]| [squares, [squares[1], squares[0]]];
        let images = if is_pair && self.roles[0] == self.roles[1] { 2 } else { 1 };
        for image in &same(mirrored)[..images] {
            self.lookup[at(*image)] = number * 2 + 1;
        }
        for image in &same(squares)[..images] {
            self.lookup[at(*image)] = number * 2;
        }
        self.symmetric.push(self.lookup[at(mirrored)] == number * 2);
        self.list.push(squares);
    }

    /// Returns the placement with attackers on these points.
    #[inline]
    pub fn find(&self, squares: [Square; 2]) -> Option<Found> {
        let entry = self.lookup[at(squares)];
        (entry != NONE).then_some(Found { number: entry >> 1, is_mirrored: entry & 1 == 1 })
    }
}

#[inline]
fn at([first, second]: [Square; 2]) -> usize {
    first.index() * POINTS + second.index()
}

/// Returns all points, file a first.
fn by_file() -> impl Iterator<Item = Square> {
    (0..9).flat_map(|file| (0..10).filter_map(move |rank| Square::at(file, rank)))
}

/// Returns whether a red attacker can ever stand on a point: soldiers start on rank 3 and stay on their file until
/// they have crossed the river.
fn can_stand(role: Role, square: Square) -> bool {
    let is_start_file = square.file() % 2 == 0 && square.rank() >= 3;
    role != Role::Soldier || square.across_river(Color::Red) || is_start_file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_placements() {
        let count = |roles: &[Role]| Attackers::new(roles.to_vec()).len();
        assert_eq!(count(&[Role::Rook]), 50);
        assert_eq!(count(&[Role::Soldier]), 31);
        assert_eq!(count(&[Role::Rook, Role::Horse]), 40 * 89 + 10 * (40 + 9));
        // Half of the pairs that are not their own mirror images, and all 40 + 45 that are.
        assert_eq!(count(&[Role::Horse, Role::Horse]), (90 * 89 / 2 - 85) / 2 + 85);
    }

    #[test]
    fn each_placement_is_found_and_its_mirror_image_too() {
        for roles in [vec![Role::Cannon], vec![Role::Rook, Role::Soldier], vec![Role::Soldier, Role::Soldier]]
        {
            let attackers = Attackers::new(roles);
            for (number, squares) in attackers.list.iter().enumerate() {
                let number = number as u16;
                assert_eq!(attackers.find(*squares), Some(Found { number, is_mirrored: false }));
                let is_mirrored = !attackers.symmetric[usize::from(number)];
                let mirrored = squares.map(Square::mirror_files);
                assert_eq!(attackers.find(mirrored), Some(Found { number, is_mirrored }));
            }
        }
    }
}
