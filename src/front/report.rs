//! Verdicts as the page and the command line are told of them: one shape for both.

use crate::game::rules::{CyclePly, Verdict};
use crate::game::types::{Color, Piece, Square};
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
    /// `check`, `chase` or `idle`.
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

impl From<&(Square, Piece)> for Target {
    fn from((square, piece): &(Square, Piece)) -> Target {
        Target { square: square.to_string(), piece: piece.letter() }
    }
}
