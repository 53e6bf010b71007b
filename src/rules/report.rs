//! Verdicts, and repetitions under several rule sets.

use crate::game::{CyclePly, Finding, Referee, Ruleset, Ruling, Verdict};
use crate::types::{Color, Piece, Square};
use serde::Serialize;

/// `{ result, reason, offender, cycle }`
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct VerdictReport {
    /// `red` or `black` has won, `draw` or `ongoing`.
    pub result: &'static str,
    /// The code of the reason; `None` while the game goes on.
    pub reason: Option<&'static str>,
    /// `red` or `black`, who broke a rule of repetition.
    pub offender: Option<&'static str>,
    /// The plies that a verdict on repetition is about.
    pub cycle: Vec<CyclePlyReport>,
}

/// One ply of a cycle.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct CyclePlyReport {
    /// Its index among the game's moves, from 0.
    pub ply: usize,
    /// Such as `h2e2`.
    #[serde(rename = "move")]
    pub mv: String,
    /// `red` or `black`.
    pub side: &'static str,
    /// `check`, `chase` or `idle`; under the Chinese rules also `kill`.
    pub kind: &'static str,
    /// The pieces that it chased.
    pub targets: Vec<Target>,
}

/// A chased piece.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Target {
    /// Where it stands after the ply.
    pub square: String,
    /// Its letter: `KABNRCP` for Red, `kabnrcp` for Black.
    pub piece: char,
}

impl From<&Verdict> for VerdictReport {
    fn from(verdict: &Verdict) -> VerdictReport {
        VerdictReport {
            result: verdict.outcome.code(),
            reason: verdict.reason.map(|reason| reason.code()),
            offender: verdict.offender.map(Color::name),
            cycle: verdict.cycle.iter().map(CyclePlyReport::from).collect(),
        }
    }
}

impl From<&CyclePly> for CyclePlyReport {
    fn from(ply: &CyclePly) -> CyclePlyReport {
        CyclePlyReport {
            ply: ply.ply,
            mv: ply.mv.to_string(),
            side: ply.color.name(),
            kind: ply.kind.code(),
            targets: ply.targets.iter().map(Target::from).collect(),
        }
    }
}

/// A repetition under several rule sets: `{ occurrences, plies, rulings }`
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct RefereeReport {
    /// How often the position has occurred: 2 (nothing is decided yet) or 3.
    pub occurrences: usize,
    /// The plies since the first occurrence that counts.
    pub plies: Vec<FindingReport>,
    /// What each rule set says, the Asian rules first.
    pub rulings: Vec<RulingReport>,
}

/// What a ply was.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct FindingReport {
    /// What it was under the Asian rules.
    pub ply: CyclePlyReport,
    /// `check`, `kill`, `chase` or `idle`: what the Chinese rules call it.
    pub chinese: &'static str,
    /// The captures that it threatens, such as `h2h9`, of the general too.
    pub lines: Vec<String>,
    /// The first move of the mate that it threatens.
    pub kill: Option<String>,
}

/// How a rule set judges.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct RulingReport {
    /// `asian`, `chinese` or `plain`.
    pub ruleset: &'static str,
    /// What Red did with every ply: `none`, `chase`, `check` or `attack`.
    pub red: &'static str,
    /// The same of Black.
    pub black: &'static str,
    /// `red` or `black`; `None` is a draw.
    pub loser: Option<&'static str>,
}

impl From<&Referee> for RefereeReport {
    fn from(referee: &Referee) -> RefereeReport {
        let rulings = Ruleset::ALL.map(|ruleset| RulingReport::from(referee.verdict_under(ruleset)));
        RefereeReport {
            occurrences: referee.occurrences,
            plies: referee.plies.iter().map(FindingReport::from).collect(),
            rulings: rulings.into(),
        }
    }
}

impl From<&Finding> for FindingReport {
    fn from(found: &Finding) -> FindingReport {
        FindingReport {
            ply: CyclePlyReport::from(&found.ply),
            chinese: found.chinese.code(),
            lines: found.lines.iter().map(|line| line.to_string()).collect(),
            kill: found.kill.map(|mv| mv.to_string()),
        }
    }
}

impl From<Ruling> for RulingReport {
    fn from(ruling: Ruling) -> RulingReport {
        RulingReport {
            ruleset: ruling.ruleset,
            red: ruling.offences[Color::Red].code(),
            black: ruling.offences[Color::Black].code(),
            loser: ruling.loser.map(Color::name),
        }
    }
}

impl From<&(Square, Piece)> for Target {
    fn from((square, piece): &(Square, Piece)) -> Target {
        Target { square: square.to_string(), piece: piece.letter() }
    }
}
