//! The layout of the weights of the handcrafted evaluation in [`super::tables::WEIGHTS`]. The tuner and the
//! list of terms use the same layout.
//!
//! ```
//! use chuhe_engine::eval::hand::layout::{GROUPS, NUM};
//! assert_eq!(GROUPS.iter().map(|group| group.len).sum::<usize>(), NUM);
//! ```

use chuhe_rules::types::{Color, Square};

/// The term of an evaluation to which a group of weights belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// The values of the pieces, alone and in combination.
    Material,
    /// The squares of the pieces.
    Placement,
    /// The moves of the pieces.
    Mobility,
    /// The attack on the enemy general and its palace.
    Attack,
    /// Pieces that may not leave because they shield their general.
    Pins,
    /// Attacks on enemy pieces.
    Threats,
    /// Own pieces that are protected.
    Protection,
    /// Soldiers beyond the river and side by side.
    Soldiers,
    /// The advantage of the side to move.
    Tempo,
}

impl Term {
    /// Number of terms.
    pub const NUM: usize = 9;
    /// All terms in the order of their indexes.
    pub const ALL: [Term; Term::NUM] = [
        Term::Material,
        Term::Placement,
        Term::Mobility,
        Term::Attack,
        Term::Pins,
        Term::Threats,
        Term::Protection,
        Term::Soldiers,
        Term::Tempo,
    ];

    /// Returns a stable name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Term::Material => "material",
            Term::Placement => "placement",
            Term::Mobility => "mobility",
            Term::Attack => "attack",
            Term::Pins => "pins",
            Term::Threats => "threats",
            Term::Protection => "protection",
            Term::Soldiers => "soldiers",
            Term::Tempo => "tempo",
        }
    }
}

/// A group of consecutive weights.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The name of the constant that holds the first weight's index.
    pub name: &'static str,
    /// Number of weights in the group.
    pub len: usize,
    /// Number of weights in a line of the table.
    pub row: usize,
    /// The term to which the weights belong.
    pub term: Term,
}

const fn product(dimensions: &[usize]) -> usize {
    let mut product = 1;
    let mut i = 0;
    while i < dimensions.len() {
        product *= dimensions[i];
        i += 1;
    }
    product
}

const fn start(group: usize) -> usize {
    let mut sum = 0;
    let mut i = 0;
    while i < group {
        sum += GROUPS[i].len;
        i += 1;
    }
    sum
}

/// Defines for every group a constant with the index of its first weight, and the list of all groups.
macro_rules! groups {
    ($($(#[$doc:meta])* $name:ident [$($dimension:expr),+] $term:ident;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy)]
        enum Id { $($name),* }

        /// All groups in the order of their weights.
        pub const GROUPS: &[Group] = &[$({
            const DIMENSIONS: &[usize] = &[$($dimension),+];
            Group {
                name: stringify!($name),
                len: product(DIMENSIONS),
                row: DIMENSIONS[DIMENSIONS.len() - 1],
                term: Term::$term,
            }
        }),*];

        $($(#[$doc])* pub const $name: usize = start(Id::$name as usize);)*
    };
}

groups! {
    /// `[role]`: a piece.
    MATERIAL [7] Material;
    /// `[role]`: the second piece of its role.
    PAIR [7] Material;
    /// `[soldiers, 0 to 5]`: the number of soldiers.
    SOLDIERS [6] Material;
    /// `[own advisors and elephants]`: a cannon with these pieces as its carriage.
    CARRIAGE [5] Material;
    /// `[pieces on the board less 1, by fours]`: a cannon, which is better with many pieces.
    CANNON_CROWD [8] Material;
    /// `[pieces on the board less 1, by fours]`: a horse, which is better with few pieces.
    HORSE_CROWD [8] Material;
    /// `[rook, horse, cannon, soldier][enemy advisors][enemy elephants]`: a piece against these guards.
    GUARDED [4, 3, 3] Material;
    /// `[role][rank from the own back rank][file a to e]`: the board is symmetric.
    PLACEMENT [7, 10, 5] Placement;
    /// `[points]`: points of its file that a rook may safely go to.
    ROOK_FILE [10] Mobility;
    /// `[points]`: points of its rank that a rook may safely go to.
    ROOK_RANK [9] Mobility;
    /// `[points]`: empty points that a cannon may safely go to.
    CANNON_MOVES [18] Mobility;
    /// `[points]`: points that a horse may safely go to.
    HORSE_MOVES [9] Mobility;
    /// `[points]`: points that an elephant may go to.
    ELEPHANT_MOVES [5] Mobility;
    /// `[enemy advisors and elephants][attackers, at most 6]`: pieces that attack the enemy palace.
    SIEGE [5, 7] Attack;
    /// `[pieces between, at most 4]`: a cannon on the enemy general's file; 0 is 空头炮.
    CANNON_FILE [5] Attack;
    /// `[pieces between, at most 4]`: a cannon on the enemy general's rank; on the last rank 沉底炮.
    CANNON_LINE [5] Attack;
    /// `[other heavy pieces, at most 5]`: an open cannon, 空头炮, with the support of these pieces.
    OPEN_CANNON [6] Attack;
    /// `[rook, horse, cannon][unsafe, safe]`: a point from which the piece could give check next.
    CHECKS [3, 2] Attack;
    /// `[points]`: points that the enemy general may step to.
    ESCAPES [5] Attack;
    /// `[by a rook or general, by a cannon][role]`: an enemy piece that may not leave.
    PINNED [2, 7] Pins;
    /// `[not our move, our move][rook, horse, cannon, soldier, guard][role][hanging, protected]`
    THREATS [2, 5, 7, 2] Threats;
    /// `[role]`: an own piece that another protects.
    PROTECTED [7] Protection;
    /// `[soldiers]`: soldiers beyond the river and not yet on the last rank.
    CROSSED [6] Soldiers;
    /// Two soldiers beyond the river side by side.
    LINKED [1] Soldiers;
    /// The advantage of the side to move.
    TEMPO [1] Tempo;
}

/// Total number of weights.
pub const NUM: usize = start(GROUPS.len());

/// Returns the index of a square in the half table of a side.
pub const fn half_index(square: Square, us: Color) -> usize {
    let file = square.file() as usize;
    let column = if file < 5 { file } else { 8 - file };
    square.relative_rank(us) as usize * 5 + column
}
