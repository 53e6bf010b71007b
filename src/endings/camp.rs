//! The placements of a general with its advisors and elephants, which never leave their own half.

use crate::material::Guards;
use chuhe_rules::attacks;
use chuhe_rules::bitboard::Bitboard;
use chuhe_rules::{Color, Piece, Role, Square};
use std::sync::OnceLock;

/// One placement of a general, its advisors and its elephants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Camp {
    pub general: Square,
    pub advisors: Bitboard,
    pub elephants: Bitboard,
    /// All points that hold a piece of the camp.
    pub all: Bitboard,
}

impl Camp {
    fn new(general: Square, advisors: Bitboard, elephants: Bitboard) -> Camp {
        Camp { general, advisors, elephants, all: (advisors | elephants).with(general) }
    }

    fn mirrored(&self) -> Camp {
        let mirror = |set: Bitboard| set.into_iter().map(Square::mirror_files).collect();
        Camp::new(self.general.mirror_files(), mirror(self.advisors), mirror(self.elephants))
    }

    /// Returns the order of the camps of a list: by general, advisors, elephants.
    fn key(&self) -> (Square, [u64; 2], [u64; 2]) {
        (self.general, self.advisors.0, self.elephants.0)
    }
}

/// A step of a piece within its camp to a point that no other piece of the camp holds. The step back is one too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CampStep {
    pub from: Square,
    pub to: Square,
    /// The point that must be empty of attackers: the eye of an elephant's step.
    pub eye: Bitboard,
    /// The camp after the step.
    pub next: u16,
}

/// A camp after one of its guards was captured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CampLoss {
    pub square: Square,
    pub role: Role,
    /// The camp in the list for one guard fewer.
    pub next: u16,
}

/// All camps of one side with the same numbers of guards, numbered from 0.
pub(crate) struct Camps {
    pub list: Vec<Camp>,
    /// `[camp]`: the number of the camp with files mirrored.
    pub mirrored: Vec<u16>,
    color: Color,
    guards: Guards,
    /// Made when a table is solved; looking positions up needs none.
    changes: OnceLock<Changes>,
}

struct Changes {
    /// `[camp]`
    steps: Vec<Vec<CampStep>>,
    /// `[camp]`
    losses: Vec<Vec<CampLoss>>,
}

impl Camps {
    pub fn new(color: Color, guards: Guards) -> Camps {
        let list = list(color, guards);
        let mirrored = list.iter().map(|camp| number(&list, &camp.mirrored())).collect();
        Camps { list, mirrored, color, guards, changes: OnceLock::new() }
    }

    /// Returns the steps within a camp.
    #[inline]
    pub fn steps(&self, camp: u16) -> &[CampStep] {
        &self.changes().steps[usize::from(camp)]
    }

    /// Returns the captures of a camp's guards.
    #[inline]
    pub fn losses(&self, camp: u16) -> &[CampLoss] {
        &self.changes().losses[usize::from(camp)]
    }

    #[inline]
    fn changes(&self) -> &Changes {
        self.changes.get_or_init(|| {
            let Guards { advisors, elephants } = self.guards;
            let fewer = [
                advisors.checked_sub(1).map(|advisors| list(self.color, Guards { advisors, elephants })),
                elephants.checked_sub(1).map(|elephants| list(self.color, Guards { advisors, elephants })),
            ];
            Changes {
                steps: self.list.iter().map(|camp| steps(&self.list, camp)).collect(),
                losses: self.list.iter().map(|camp| losses(&fewer, camp)).collect(),
            }
        })
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns the number of the camp with these pieces.
    pub fn find(&self, general: Square, advisors: Bitboard, elephants: Bitboard) -> Option<u16> {
        find(&self.list, &Camp::new(general, advisors, elephants))
    }
}

fn find(list: &[Camp], camp: &Camp) -> Option<u16> {
    list.binary_search_by_key(&camp.key(), Camp::key).ok().map(|at| at as u16)
}

/// Returns the number of a camp that the list has.
fn number(list: &[Camp], camp: &Camp) -> u16 {
    find(list, camp).unwrap_or_else(|| unreachable!("each camp is in the list"))
}

/// Returns the sets of `count` points on which a side's advisors (5) or elephants (7) can stand.
fn subsets(color: Color, role: Role, count: u8) -> Vec<Bitboard> {
    let points: Vec<Square> = attacks::points(Piece::new(color, role)).into_iter().collect();
    let all = (0..1u32 << points.len()).filter(|bits| bits.count_ones() == u32::from(count));
    let set = |bits: u32| (0..points.len()).filter(|at| bits >> at & 1 == 1).map(|at| points[at]).collect();
    all.map(set).collect()
}

fn list(color: Color, guards: Guards) -> Vec<Camp> {
    let advisors = subsets(color, Role::Advisor, guards.advisors);
    let elephants = subsets(color, Role::Elephant, guards.elephants);
    let mut list = Vec::new();
    for general in Square::all().filter(|square| square.in_palace(color)) {
        for advisors in advisors.iter().filter(|set| !set.has(general)) {
            for elephants in elephants.iter().filter(|set| !set.has(general)) {
                // Nearly always the last place; a sort would be more code to download.
                let camp = Camp::new(general, *advisors, *elephants);
                list.insert(list.partition_point(|other: &Camp| other.key() < camp.key()), camp);
            }
        }
    }
    list
}

fn steps(list: &[Camp], camp: &Camp) -> Vec<CampStep> {
    let mut steps = Vec::new();
    let mut push =
        |from, to, eye, next: Camp| steps.push(CampStep { from, to, eye, next: number(list, &next) });
    for to in attacks::general(camp.general) & !camp.all {
        push(camp.general, to, Bitboard::EMPTY, Camp::new(to, camp.advisors, camp.elephants));
    }
    for from in camp.advisors {
        for to in attacks::advisor(from) & !camp.all {
            let advisors = camp.advisors.without(from).with(to);
            push(from, to, Bitboard::EMPTY, Camp::new(camp.general, advisors, camp.elephants));
        }
    }
    for from in camp.elephants {
        for to in attacks::elephant(from, camp.all) & !camp.all {
            let eye = (from.index() + to.index()) / 2;
            let elephants = camp.elephants.without(from).with(to);
            let next = Camp::new(camp.general, camp.advisors, elephants);
            push(from, to, Bitboard::of(Square::from_index(eye)), next);
        }
    }
    steps
}

fn losses([advisors, elephants]: &[Option<Vec<Camp>>; 2], camp: &Camp) -> Vec<CampLoss> {
    let mut losses = Vec::new();
    if let Some(list) = advisors {
        losses.extend(camp.advisors.into_iter().map(|square| {
            let next = Camp::new(camp.general, camp.advisors.without(square), camp.elephants);
            CampLoss { square, role: Role::Advisor, next: number(list, &next) }
        }));
    }
    if let Some(list) = elephants {
        losses.extend(camp.elephants.into_iter().map(|square| {
            let next = Camp::new(camp.general, camp.advisors, camp.elephants.without(square));
            CampLoss { square, role: Role::Elephant, next: number(list, &next) }
        }));
    }
    losses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_defences_have_3339_camps() {
        for color in Color::ALL {
            let counts = Guards::ALL.map(|guards| Camps::new(color, guards).len());
            assert_eq!(counts, [9, 62, 183, 40, 275, 810, 70, 480, 1410]);
            assert_eq!(counts.into_iter().sum::<usize>(), 3339);
        }
    }

    #[test]
    fn each_step_can_be_taken_back() {
        let camps = Camps::new(Color::Black, Guards { advisors: 2, elephants: 2 });
        for at in 0..camps.len() as u16 {
            for step in camps.steps(at) {
                let back = camps.steps(step.next).iter().find(|back| back.next == at);
                assert!(back.is_some_and(|back| back.from == step.to && back.to == step.from));
            }
        }
    }
}
