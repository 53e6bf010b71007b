//! Which weights the handcrafted evaluation has, and in what order they stand in
//! [`super::tables::WEIGHTS`]. The tuner and the terms told in words read the same list.
//!
//! ```
//! use chuhe_engine::eval::hand::layout::{GROUPS, NUM};
//! assert_eq!(GROUPS.iter().map(|group| group.len).sum::<usize>(), NUM);
//! ```

use chuhe_rules::types::{Color, Square};

/// What a group of weights belongs to when an evaluation is told term by term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// What the pieces are worth, and what they are worth together.
    Material,
    /// Where the pieces stand.
    Placement,
    /// Where the pieces may go.
    Mobility,
    /// What bears on the other general and its palace.
    Attack,
    /// Pieces that may not leave because their general stands behind them.
    Pins,
    /// What attacks the other side's pieces.
    Threats,
    /// Own pieces that are protected.
    Protection,
    /// Soldiers beyond the river and side by side.
    Soldiers,
    /// Having the move.
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

    /// The name, as stable as a code.
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

/// Weights that stand together.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The name of the constant that holds the first weight's index.
    pub name: &'static str,
    /// How many weights.
    pub len: usize,
    /// How many of them make a line of the table.
    pub row: usize,
    /// What they belong to.
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

/// Makes, for every group, a constant that holds the index of its first weight, and the list of all.
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
    /// `[soldiers, 0 to 5]`: how many soldiers there are.
    SOLDIERS [6] Material;
    /// `[own advisors and elephants]`: a cannon with these as its carriage.
    CARRIAGE [5] Material;
    /// `[pieces on the board less 1, by fours]`: a cannon, which wants many.
    CANNON_CROWD [8] Material;
    /// `[pieces on the board less 1, by fours]`: a horse, which wants few.
    HORSE_CROWD [8] Material;
    /// `[rook, horse, cannon, soldier][enemy advisors][enemy elephants]`: such a piece against these.
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
    /// `[other heavy pieces, at most 5]`: an open cannon, 空头炮, with these to help.
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
    /// Having the move.
    TEMPO [1] Tempo;
}

/// How many weights there are.
pub const NUM: usize = start(GROUPS.len());

/// Where a square stands in a half table of a side.
pub const fn half_index(square: Square, us: Color) -> usize {
    let file = square.file() as usize;
    let column = if file < 5 { file } else { 8 - file };
    square.relative_rank(us) as usize * 5 + column
}
