//! The outcome of a game with its reason, and the rules of repetition as a table.

use crate::chase::{Offence, PlyThreats};
use crate::types::{ByColor, Color, Move, Piece, Square};
use alloc::vec::Vec;

/// The reason for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// 将死: in check and no legal move.
    Checkmate,
    /// 困毙: no legal move; it loses too.
    Stalemate,
    /// 长将: one side gave check on every move of a cycle.
    PerpetualCheck,
    /// 长捉: one side chased the same piece on every move of a cycle.
    PerpetualChase,
    /// 长打: one side attacked on every move of a cycle, by check, threat of mate or chase of any piece. Only
    /// the Chinese rules have this offence.
    PerpetualAttack,
    /// A position occurred three times, and neither side offended or both offended equally.
    Repetition,
    /// 自然限着: [`Ruleset::natural_limit`] plies without a capture.
    NaturalLimit,
    /// Neither side has a rook, horse, cannon or soldier.
    NoAttackers,
    /// 认输: a side gave up.
    Resignation,
    /// 超时: a side's time ran out.
    Time,
    /// 议和: both agreed to a draw.
    Agreement,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Reason; 11] = [
        Reason::Checkmate,
        Reason::Stalemate,
        Reason::PerpetualCheck,
        Reason::PerpetualChase,
        Reason::PerpetualAttack,
        Reason::Repetition,
        Reason::NaturalLimit,
        Reason::NoAttackers,
        Reason::Resignation,
        Reason::Time,
        Reason::Agreement,
    ];

    /// Returns the stable name for programs, such as `perpetualCheck`.
    pub const fn code(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::PerpetualCheck => "perpetualCheck",
            Reason::PerpetualChase => "perpetualChase",
            Reason::PerpetualAttack => "perpetualAttack",
            Reason::Repetition => "repetition",
            Reason::NaturalLimit => "naturalLimit",
            Reason::NoAttackers => "noAttackers",
            Reason::Resignation => "resignation",
            Reason::Time => "time",
            Reason::Agreement => "agreement",
        }
    }
}

/// An end of the game that the players declare, because the board does not show it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Declaration {
    /// This side resigned.
    Resignation(Color),
    /// This side's time ran out.
    Time(Color),
    /// Both sides agreed to a draw.
    Agreement,
}

impl Declaration {
    pub(crate) fn verdict(self) -> Verdict {
        match self {
            Declaration::Resignation(loser) => Verdict::win(!loser, Reason::Resignation),
            Declaration::Time(loser) => Verdict::win(!loser, Reason::Time),
            Declaration::Agreement => Verdict::draw(Reason::Agreement),
        }
    }
}

/// The outcome of a game so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The game is not over.
    Ongoing,
    /// The game is drawn.
    Draw,
    /// This side won.
    Win(Color),
}

impl Outcome {
    /// Returns the stable name for programs: `red`, `black`, `draw` or `ongoing`.
    pub const fn code(self) -> &'static str {
        match self {
            Outcome::Ongoing => "ongoing",
            Outcome::Draw => "draw",
            Outcome::Win(color) => color.name(),
        }
    }

    /// Returns the outcome with this [code](Outcome::code).
    pub fn from_code(code: &str) -> Option<Outcome> {
        let outcomes = [Outcome::Ongoing, Outcome::Draw].into_iter();
        let wins = [Color::Red, Color::Black].map(Outcome::Win);
        outcomes.chain(wins).find(|outcome| outcome.code() == code)
    }
}

/// The kind of a ply of a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlyKind {
    /// The ply gave check, and may have chased too.
    Check,
    /// The ply threatened mate. Only the Chinese rules distinguish this kind.
    Kill,
    /// The ply chased a piece.
    Chase,
    /// The ply did none of these.
    Idle,
}

impl PlyKind {
    pub(crate) fn of(threats: PlyThreats) -> PlyKind {
        match (threats.checks, threats.chased.is_empty()) {
            (true, _) => PlyKind::Check,
            (false, false) => PlyKind::Chase,
            (false, true) => PlyKind::Idle,
        }
    }

    /// Returns the stable name for programs: `check`, `kill`, `chase` or `idle`.
    pub const fn code(self) -> &'static str {
        match self {
            PlyKind::Check => "check",
            PlyKind::Kill => "kill",
            PlyKind::Chase => "chase",
            PlyKind::Idle => "idle",
        }
    }
}

/// One ply of the cycle that a verdict on repetition is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CyclePly {
    /// The index of the ply in the game, from 0.
    pub ply: usize,
    /// The move.
    pub mv: Move,
    /// The side that played the move.
    pub color: Color,
    /// The kind of the ply.
    pub kind: PlyKind,
    /// The chased pieces, with their points after the ply.
    pub targets: Vec<(Square, Piece)>,
}

/// The outcome of a game with its reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The winner, a draw, or an ongoing game.
    pub outcome: Outcome,
    /// The reason for the end; `None` while the game is ongoing.
    pub reason: Option<Reason>,
    /// The side that broke a repetition rule and lost by it.
    pub offender: Option<Color>,
    /// The plies of a repetition since the first occurrence that counts; empty for other verdicts.
    pub cycle: Vec<CyclePly>,
}

impl Verdict {
    pub(crate) const ONGOING: Verdict =
        Verdict { outcome: Outcome::Ongoing, reason: None, offender: None, cycle: Vec::new() };

    pub(crate) fn win(winner: Color, reason: Reason) -> Verdict {
        Verdict { outcome: Outcome::Win(winner), reason: Some(reason), ..Verdict::ONGOING }
    }

    pub(crate) fn draw(reason: Reason) -> Verdict {
        Verdict { outcome: Outcome::Draw, reason: Some(reason), ..Verdict::ONGOING }
    }

    /// Returns whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.outcome != Outcome::Ongoing
    }
}

/// The rules on which rule books differ, as data. One rule set judges a [`Game`](super::Game).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruleset {
    /// A stable name for programs.
    pub code: &'static str,
    /// The number of occurrences of a position at which it is judged.
    pub occurrences: usize,
    /// Plies without a capture after which the game is drawn.
    pub natural_limit: u32,
    /// Most checks of one side that count towards `natural_limit`.
    pub counted_checks: u32,
    /// `[offence]`: its gravity. The side with the graver offence loses; equal gravity is a draw.
    pub gravity: [u8; Offence::NUM],
}

/// The rules of the Asian Xiangqi Federation as computers play them, which are the default.
pub const ASIAN: Ruleset =
    Ruleset { code: "asian", occurrences: 3, natural_limit: 120, counted_checks: 10, gravity: [0, 1, 2, 0] };

/// The rules of the Chinese Xiangqi Association (2020), chapter 6, as far as positions alone decide. Article
/// 25.1 forbids a side to check on every ply. Article 24.13 prohibits a cycle in which every ply of a side
/// checks, threatens mate or chases, in any mixture (24.11: one piece or several). By 25.3 a side that alone
/// does so loses; if both sides do so, the game is a draw. [`Referee`](super::Referee) classifies the plies.
pub const CHINESE: Ruleset = Ruleset {
    code: "chinese",
    occurrences: 3,
    natural_limit: 120,
    counted_checks: 10,
    gravity: [0, 0, 2, 1],
};

/// The rule of chess, and of programs without rules of repetition: the third occurrence is always a draw, even
/// after perpetual check.
pub const PLAIN: Ruleset = Ruleset {
    code: "plain",
    occurrences: 3,
    natural_limit: 100,
    counted_checks: u32::MAX,
    gravity: [0; Offence::NUM],
};

impl Ruleset {
    /// All rule sets, the default first.
    pub const ALL: [&'static Ruleset; 3] = [&ASIAN, &CHINESE, &PLAIN];

    /// Returns the rule set with this [code](Ruleset::code).
    pub fn from_code(code: &str) -> Option<&'static Ruleset> {
        Ruleset::ALL.into_iter().find(|ruleset| ruleset.code == code)
    }

    /// Returns whether the rule set distinguishes threats of mate, and chases of several pieces in turn, from
    /// idle plies.
    pub(crate) fn weighs_attacks(&self) -> bool {
        self.gravity[Offence::Attack as usize] > 0
    }

    /// Returns the side that loses by the offences of both sides in a cycle; `None` is a draw.
    pub fn loser(&self, offences: ByColor<Offence>) -> Option<Color> {
        let gravity = |color| self.gravity[offences[color] as usize];
        let (red, black) = (gravity(Color::Red), gravity(Color::Black));
        (red != black).then_some(if red > black { Color::Red } else { Color::Black })
    }

    /// Returns the losing side and the reason; `None` is a draw.
    pub fn offender(&self, offences: ByColor<Offence>) -> Option<(Color, Reason)> {
        let offender = self.loser(offences)?;
        let reason = match offences[offender] {
            Offence::Check => Reason::PerpetualCheck,
            Offence::Attack => Reason::PerpetualAttack,
            Offence::Chase | Offence::None => Reason::PerpetualChase,
        };
        Some((offender, reason))
    }
}
