//! How a game stands and why, and the rules of repetition as a table.

use crate::chase::{Offence, PlyThreats};
use crate::types::{ByColor, Color, Move, Piece, Square};

/// Why a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// 将死: in check and no legal move.
    Checkmate,
    /// 困毙: no legal move; it loses too.
    Stalemate,
    /// 长将: one side checked with every move of a cycle.
    PerpetualCheck,
    /// 长捉: one side chased the same piece with every move of a cycle.
    PerpetualChase,
    /// 长打: one side attacked with every move of a cycle: by check, threat of mate or chase, of any piece. An
    /// offence under the Chinese rules alone.
    PerpetualAttack,
    /// A position occurred three times and nobody offended, or both did alike.
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

    /// A stable name for programs, such as `perpetualCheck`.
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

/// An end of the game that the players declare and the board does not show.
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

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It goes on.
    Ongoing,
    /// Nobody won.
    Draw,
    /// This side won.
    Win(Color),
}

impl Outcome {
    /// A stable name for programs: `red`, `black`, `draw` or `ongoing`.
    pub const fn code(self) -> &'static str {
        match self {
            Outcome::Ongoing => "ongoing",
            Outcome::Draw => "draw",
            Outcome::Win(color) => color.name(),
        }
    }

    /// The outcome of this [code](Outcome::code).
    pub fn from_code(code: &str) -> Option<Outcome> {
        let outcomes = [Outcome::Ongoing, Outcome::Draw].into_iter();
        let wins = [Color::Red, Color::Black].map(Outcome::Win);
        outcomes.chain(wins).find(|outcome| outcome.code() == code)
    }
}

/// What a ply of a cycle was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlyKind {
    /// It gave check, and may have chased too.
    Check,
    /// It threatened mate. Only the Chinese rules make something of it.
    Kill,
    /// It chased.
    Chase,
    /// None of these.
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

    /// A stable name for programs: `check`, `kill`, `chase` or `idle`.
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
    /// Its index among the game's plies, from 0.
    pub ply: usize,
    /// The move.
    pub mv: Move,
    /// Who played it.
    pub color: Color,
    /// What it was.
    pub kind: PlyKind,
    /// The pieces that it chased, with the points on which they stand after it.
    pub targets: Vec<(Square, Piece)>,
}

/// How a game stands, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Who won, if anybody.
    pub outcome: Outcome,
    /// Why the game ended; `None` while it goes on.
    pub reason: Option<Reason>,
    /// The side that broke a repetition rule and lost by it.
    pub offender: Option<Color>,
    /// For a repetition, the plies since the first of the occurrences that count; else empty.
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

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.outcome != Outcome::Ongoing
    }
}

/// The rules on which rule books differ, as data. A [`Game`](super::Game) is judged by one of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruleset {
    /// A stable name for programs.
    pub code: &'static str,
    /// The occurrence of a position at which it is judged.
    pub occurrences: usize,
    /// Plies without a capture after which the game is drawn.
    pub natural_limit: u32,
    /// Checks of one side that count towards that limit.
    pub counted_checks: u32,
    /// `[offence]`: how grave it is. The side with the graver one loses; alike is a draw.
    pub gravity: [u8; Offence::NUM],
}

/// The rules of the Asian Xiangqi Federation as computers play them. A game has them unless it is given others.
pub const ASIAN: Ruleset =
    Ruleset { code: "asian", occurrences: 3, natural_limit: 120, counted_checks: 10, gravity: [0, 1, 2, 0] };

/// The rules of the Chinese Xiangqi Association (2020), chapter 6, as far as positions alone decide: 25.1
/// never lets one side check with every ply; 24.13 prohibits a cycle in which every ply of a side checks,
/// threatens mate or chases, in any mixture (24.11: of one piece or several); 25.3 lets the side lose that
/// does so alone, and where both do, it is a draw. What a ply is, [`super::referee`] says.
pub const CHINESE: Ruleset = Ruleset {
    code: "chinese",
    occurrences: 3,
    natural_limit: 120,
    counted_checks: 10,
    gravity: [0, 0, 2, 1],
};

/// Chess's rule and that of programs without rules of repetition: the third occurrence is a draw, whatever
/// was played. Nothing offends, perpetual check included.
pub const PLAIN: Ruleset = Ruleset {
    code: "plain",
    occurrences: 3,
    natural_limit: 100,
    counted_checks: u32::MAX,
    gravity: [0; Offence::NUM],
};

impl Ruleset {
    /// All rule sets, the one that a game has by itself first.
    pub const ALL: [&'static Ruleset; 3] = [&ASIAN, &CHINESE, &PLAIN];

    /// The rule set of this [code](Ruleset::code).
    pub fn from_code(code: &str) -> Option<&'static Ruleset> {
        Ruleset::ALL.into_iter().find(|ruleset| ruleset.code == code)
    }

    /// Whether it tells threats of mate, and chases of several pieces by turns, from idle plies.
    pub(crate) fn weighs_attacks(&self) -> bool {
        self.gravity[Offence::Attack as usize] > 0
    }

    /// Who loses by what the sides did throughout a cycle; `None` is a draw.
    pub fn loser(&self, offences: ByColor<Offence>) -> Option<Color> {
        let gravity = |color| self.gravity[offences[color] as usize];
        let (red, black) = (gravity(Color::Red), gravity(Color::Black));
        (red != black).then_some(if red > black { Color::Red } else { Color::Black })
    }

    /// Who loses, and for what; `None` is a draw.
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
