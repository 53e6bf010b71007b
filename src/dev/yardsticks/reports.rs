//! The programs of the reports from which Chuhe grew, as in the Lab.

use super::{Player, Random, Yardstick};
use chuhe::lab::tree::{DepthRule, Judge, Method, search};
use chuhe::rules::game::Game;
use chuhe::rules::types::Move;

pub(crate) struct Report {
    judge: Judge,
    depth: DepthRule,
}

impl Report {
    pub(crate) fn of(yardstick: Yardstick) -> Report {
        match yardstick {
            Yardstick::ReportC => Report { judge: Judge::ReportC, depth: DepthRule::Fixed(5) },
            Yardstick::ReportD => Report { judge: Judge::ReportC, depth: DepthRule::ByPhase },
            _ => Report { judge: Judge::ReportA, depth: DepthRule::Fixed(4) },
        }
    }
}

impl Player for Report {
    fn choose(&mut self, game: &Game, _: &mut Random) -> Option<Move> {
        let depth = self.depth.depth(game);
        let found = search(game.board(), Method::PvsTable, self.judge, depth, &mut ()).ok()?;
        found.line.first().copied().or_else(|| game.board().legal_moves().first().copied())
    }
}
