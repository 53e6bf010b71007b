//! The chapters of the practical endings, in the order in which manuals teach them.

/// The result that the person has to reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    Win,
    Draw,
}

impl Goal {
    /// Returns the name in the file.
    pub fn code(self) -> &'static str {
        match self {
            Goal::Win => "win",
            Goal::Draw => "draw",
        }
    }
}

/// A part of a chapter.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// A classic ending with a name and texts of its own: id and placement, with Red to move.
    Classic(&'static str, &'static str),
    /// A material, and the number of positions that are chosen from its table.
    Chosen(&'static str, usize),
    /// A material, and the number of positions in which a single move reaches the goal.
    OnlyMoves(&'static str, usize),
}

/// A chapter: its id, the goal of its endings, and its parts.
pub type Chapter = (&'static str, Goal, &'static [Part]);

use Part::{Chosen, Classic, OnlyMoves};

/// All chapters. Soldiers, horses, cannons and rooks come before pairs, and winning comes before holding.
pub const CHAPTERS: &[Chapter] = &[
    (
        "soldier",
        Goal::Win,
        &[
            Classic("soldier", "5k3/9/9/9/3P5/9/9/9/9/4K4"),
            Chosen("P vs K", 4),
            Chosen("P vs A", 4),
            Chosen("PA vs A", 3),
            Chosen("P vs E", 2),
            Chosen("P vs AA", 2),
        ],
    ),
    (
        "soldiers",
        Goal::Win,
        &[
            Chosen("PP vs A", 3),
            Chosen("PP vs E", 3),
            Classic("soldiers-advisors", "3ak4/4a4/2P3P2/9/9/9/9/9/9/3K5"),
            Chosen("PP vs AA", 4),
            Chosen("PP vs EE", 3),
            Chosen("PP vs AE", 2),
        ],
    ),
    (
        "horse",
        Goal::Win,
        &[
            Chosen("N vs K", 3),
            Classic("horse-advisor", "4k4/4a4/9/9/9/9/4N4/9/9/3K5"),
            Chosen("N vs A", 6),
            Chosen("N vs E", 4),
            Chosen("N vs AA", 3),
            Chosen("N vs AE", 2),
        ],
    ),
    (
        "cannon",
        Goal::Win,
        &[
            Chosen("CA vs K", 2),
            Chosen("CA vs A", 4),
            Chosen("CA vs E", 4),
            Classic("cannon-advisors", "3a1k3/4a4/9/9/9/9/9/1C7/9/3AK4"),
            Chosen("CA vs AA", 5),
            Chosen("CAA vs AA", 2),
            Chosen("CA vs AE", 2),
        ],
    ),
    (
        "rook",
        Goal::Win,
        &[
            Classic("rook-horse", "3k5/9/9/9/4n4/9/9/7R1/9/4K4"),
            Classic("rook-advisors", "3k5/4a4/3a5/9/9/9/9/R8/9/4K4"),
            Chosen("R vs AA", 4),
            Classic("rook-elephants", "4k4/9/4b4/9/2b6/9/9/9/6R2/3K5"),
            Chosen("R vs EE", 4),
            Classic("rook-four", "2bak4/4a4/9/9/9/9/9/9/6R2/3K5"),
            Chosen("R vs AAE", 4),
            Classic("rook-one-advisor", "2b1k4/4a4/4b4/9/9/9/9/9/6R2/3K5"),
            Chosen("R vs AEE", 5),
        ],
    ),
    (
        "horse-soldier",
        Goal::Win,
        &[
            Classic("horse-soldier", "3ak4/4a4/9/5P3/9/9/4N4/9/9/3K5"),
            Chosen("NP vs AA", 4),
            Chosen("NP vs EE", 4),
            Chosen("NP vs AE", 4),
        ],
    ),
    ("cannon-soldier", Goal::Win, &[Chosen("CP vs AA", 4), Chosen("CP vs EE", 3), Chosen("CP vs AE", 3)]),
    (
        "two-horses",
        Goal::Win,
        &[
            Chosen("NN vs AA", 3),
            Chosen("NN vs EE", 3),
            Chosen("NN vs AE", 3),
            Classic("two-horses", "2bak4/4a4/4b4/9/9/9/3N1N3/9/9/3K5"),
        ],
    ),
    (
        "full-defence",
        Goal::Win,
        &[
            Classic("rook-cannon", "3k1ab2/4a4/4b4/9/9/9/9/7C1/8R/4K4"),
            Classic("rook-soldier", "2bak4/4a4/4b4/2P6/9/9/9/9/6R2/3K5"),
            Chosen("RP vs AAEE", 2),
            Chosen("NN vs AAEE", 3),
            Chosen("NP vs AAEE", 3),
            Classic("three-soldiers", "2bak4/4a4/4b4/2P1P1P2/9/9/9/9/9/3K5"),
            Classic("horse-cannon", "2bak4/4a4/4b4/9/9/4N4/9/7C1/4A4/2BAK1B2"),
        ],
    ),
    (
        "hold-soldiers",
        Goal::Draw,
        &[
            Chosen("P vs A", 3),
            Classic("hold-soldier-advisors", "3ak4/4a4/9/3P5/9/9/9/9/9/3K5"),
            Chosen("P vs AA", 2),
            Chosen("PP vs EE", 3),
            Chosen("PP vs AE", 4),
            Classic("hold-two-soldiers", "2bak4/4a4/4b4/3P1P3/9/9/9/9/9/3K5"),
        ],
    ),
    (
        "hold-horse",
        Goal::Draw,
        &[
            Classic("hold-horse-advisors", "3ak4/4a4/9/9/9/4N4/9/9/9/3K5"),
            Chosen("N vs AA", 5),
            Classic("hold-horse-elephants", "4k4/9/4b4/9/2b6/4N4/9/9/9/3K5"),
            Chosen("N vs EE", 2),
            Chosen("N vs AE", 4),
            Chosen("N vs E", 4),
        ],
    ),
    (
        "hold-cannon",
        Goal::Draw,
        &[
            Classic("hold-cannon", "5k3/9/9/9/9/9/9/4C4/9/4K4"),
            Chosen("CA vs EE", 4),
            Chosen("CA vs AE", 4),
            Chosen("CA vs AAE", 2),
        ],
    ),
    (
        "hold-rook",
        Goal::Draw,
        &[
            Classic("hold-rook", "2bak4/4a4/4b4/9/9/9/9/1R7/9/3K5"),
            Chosen("R vs AAEE", 6),
            Chosen("RA vs AAEE", 3),
        ],
    ),
    (
        "hold-pairs",
        Goal::Draw,
        &[
            Chosen("CP vs EE", 3),
            Chosen("CP vs AE", 3),
            Chosen("NP vs AAEE", 3),
            Classic("hold-horse-soldier", "2bak4/4a4/4b4/5P3/9/4N4/9/9/9/3K5"),
        ],
    ),
    (
        "only-win",
        Goal::Win,
        &[
            OnlyMoves("P vs A", 4),
            OnlyMoves("PA vs A", 2),
            OnlyMoves("P vs AA", 2),
            OnlyMoves("PP vs AA", 3),
            OnlyMoves("PP vs AE", 4),
            OnlyMoves("N vs E", 5),
            OnlyMoves("N vs AA", 5),
            OnlyMoves("N vs AE", 4),
            OnlyMoves("CA vs AE", 3),
            OnlyMoves("CA vs EE", 3),
            OnlyMoves("R vs AAEE", 5),
        ],
    ),
    (
        "only-draw",
        Goal::Draw,
        &[
            OnlyMoves("P vs A", 4),
            OnlyMoves("PP vs A", 3),
            OnlyMoves("PP vs EE", 4),
            OnlyMoves("PP vs AE", 4),
            OnlyMoves("N vs E", 5),
            OnlyMoves("N vs AA", 5),
            OnlyMoves("N vs AE", 3),
            OnlyMoves("CA vs EE", 4),
            OnlyMoves("R vs AAEE", 6),
        ],
    ),
];
