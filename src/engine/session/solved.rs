//! The root position of a job as a solved ending.

use super::{ReportLine, Session};
use crate::level;
use crate::score::Score;
use crate::search::endings::Endings;
use crate::search::root::RootMove;
use chuhe_endings::{TableSet, Value};
use chuhe_rules::game::attackers_left;
use std::sync::Arc;

/// Greatest number of plies of a line in a report that solved endings continue.
const LINE: usize = 40;

/// Greatest number of pieces that can attack, of both sides, in a position that is near a solved ending.
const NEAR: u32 = 4;

/// The knowledge of the root position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Knowledge {
    #[default]
    Unknown,
    /// All moves to search keep the draw. The search compares them without tables, to set the opponent problems.
    Drawn,
    /// The values of all moves are looked up.
    Solved,
}

impl Session {
    /// Sets the solved endings that later jobs know, as far as their level does. `None` is none at all.
    pub fn set_endings(&mut self, set: Option<Arc<TableSet>>) {
        self.endings = set;
    }

    /// Returns whether the job is near an ending that its level could look up, but no endings are set.
    pub fn needs_endings(&self) -> bool {
        let is_near = attackers_left(self.game.board()) <= NEAR;
        self.endings.is_none() && is_near && level::endings(self.options.level).is_some()
    }

    /// Looks the root position up and selects what the search knows.
    pub(crate) fn look_up_root(&mut self) {
        let known = level::endings(self.options.level);
        let endings = self.endings.as_ref().zip(known);
        self.search.endings =
            endings.map(|(set, (reach, draws))| Endings { set: Arc::clone(set), reach, draws });
        self.knowledge = self.known_root();
        if self.knowledge == Knowledge::Drawn {
            self.search.endings = None;
        }
    }

    /// Returns the number of positions after root moves that were looked up to find those that hold a draw.
    pub(crate) fn looked_up(&self) -> u64 {
        if self.knowledge == Knowledge::Drawn { self.roots().len() as u64 } else { 0 }
    }

    fn known_root(&mut self) -> Knowledge {
        let Some(endings) = &self.search.endings else { return Knowledge::Unknown };
        let (board, left) = (self.search.line.board(), self.search.line.plies_left());
        match endings.value(board, left) {
            None => Knowledge::Unknown,
            Some(Value::Draw) if self.options.multipv <= 1 => {
                let holds = |root: &RootMove| {
                    let mut after = board.clone();
                    after.make(root.mv);
                    endings.set.probe(&after) == Some(Value::Draw)
                };
                if !self.search.root.moves.iter().any(holds) {
                    return Knowledge::Unknown;
                }
                self.search.root.moves.retain(holds);
                Knowledge::Drawn
            }
            Some(_) => Knowledge::Solved,
        }
    }

    /// Returns the line that begins with a root move, with the value that is known.
    pub(crate) fn line(&self, root: &RootMove) -> ReportLine {
        let mut line = root.line(self.standing);
        match self.knowledge {
            Knowledge::Unknown => {}
            Knowledge::Drawn => line.score = Score::Centipawns(0),
            Knowledge::Solved => self.extend(&mut line),
        }
        line
    }

    /// Continues a line by the best moves of both sides.
    fn extend(&self, line: &mut ReportLine) {
        let Some(endings) = &self.search.endings else { return };
        let mut board = self.game.board().clone();
        for mv in &line.pv {
            board.make(*mv);
        }
        let most = match line.score {
            Score::Mate(plies) => plies.unsigned_abs() as usize,
            Score::Centipawns(_) => 0,
        };
        line.pv.extend(endings.set.best_line(&board, most.min(LINE).saturating_sub(line.pv.len())));
    }
}
