//! Serialisable reports of verdicts, and of repetitions under several rule sets.

use crate::game::{CyclePly, Finding, Referee, Ruleset, Ruling, Verdict};
use crate::types::{Color, Piece, Square};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;

/// A verdict: `{ result, reason, offender, cycle }`
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct VerdictReport {
    /// The winner, `red` or `black`; otherwise `draw` or `ongoing`.
    pub result: &'static str,
    /// The code of the reason; `None` while the game is ongoing.
    pub reason: Option<&'static str>,
    /// The side that broke a rule of repetition, `red` or `black`.
    pub offender: Option<&'static str>,
    /// The plies of a repetition; empty for other verdicts.
    pub cycle: Vec<CyclePlyReport>,
}

/// One ply of a cycle.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct CyclePlyReport {
    /// The index of the ply in the game, from 0.
    pub ply: usize,
    /// The move, such as `h2e2`.
    #[serde(rename = "move")]
    pub mv: String,
    /// The side that moved, `red` or `black`.
    pub side: &'static str,
    /// The kind of the ply: `check`, `chase` or `idle`; under the Chinese rules also `kill`.
    pub kind: &'static str,
    /// The chased pieces.
    pub targets: Vec<Target>,
}

/// A chased piece.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Target {
    /// The point of the piece after the ply.
    pub square: String,
    /// The letter of the piece: `KABNRCP` for Red, `kabnrcp` for Black.
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
    /// The number of occurrences of the position: 2 (nothing is decided yet) or 3.
    pub occurrences: usize,
    /// The plies since the first occurrence that counts.
    pub plies: Vec<FindingReport>,
    /// The ruling of each rule set, the Asian rules first.
    pub rulings: Vec<RulingReport>,
}

/// The kind of a ply under each rule book, with its threats.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct FindingReport {
    /// The ply under the Asian rules.
    pub ply: CyclePlyReport,
    /// The kind under the Chinese rules: `check`, `kill`, `chase` or `idle`.
    pub chinese: &'static str,
    /// The captures that the ply threatens, including that of the general, such as `h2h9`.
    pub lines: Vec<String>,
    /// The first move of the mate that the ply threatens.
    pub kill: Option<String>,
}

/// The ruling of a rule set on a repetition.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct RulingReport {
    /// The code of the rule set: `asian`, `chinese` or `plain`.
    pub ruleset: &'static str,
    /// The offence that Red committed on every ply of the cycle: `none`, `chase`, `check` or `attack`.
    pub red: &'static str,
    /// The offence that Black committed on every ply of the cycle, with the same values as `red`.
    pub black: &'static str,
    /// The losing side, `red` or `black`; `None` is a draw.
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
