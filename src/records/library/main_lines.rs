//! Finds the lines of an opening that are worth learning: the usual replies of the opponent, and one answer to each.

use super::pattern::Pattern;
use super::replay::Finder;
use super::{Id, Library};
use chuhe_rules::board::Board;
use chuhe_rules::types::{Color, Move};
use std::collections::HashMap;

/// The lines that [`Library::main_lines`] returns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LineChoice {
    /// The side that learns the lines.
    pub side: Color,
    /// The least share of an opponent's reply among all replies in its position, from 0 to 1.
    pub share: f64,
    /// The least number of games of a move.
    pub games: u32,
    /// The greatest length of a line, in plies.
    pub plies: usize,
    /// The greatest number of lines.
    pub lines: usize,
}

/// A line to learn. It ends with a move of the side that learns it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MainLine {
    /// The moves from the position in which the lines begin.
    pub moves: Vec<Move>,
    /// The number of games that follow the line to its end.
    pub games: u32,
}

/// The games that reach a position, in groups by the move played there; the largest group first.
type Groups = Vec<(Move, Vec<Id>)>;

impl Library {
    /// Returns the lines that were played most from a position in the games `ids`, the most frequent first.
    ///
    /// Follows the most played move of the side that learns, and each frequent reply of the opponent. A game counts in
    /// a line only if it reaches the position at the end of every move of the line, in any order of moves.
    pub fn main_lines(
        &self,
        board: &Board,
        ids: impl IntoIterator<Item = Id>,
        choice: &LineChoice,
    ) -> Vec<MainLine> {
        let ids: Vec<Id> = ids.into_iter().collect();
        let mut lines = Vec::new();
        self.follow(board, &ids, choice, &mut Vec::new(), &mut lines);
        lines.sort_by_key(|line| u32::MAX - line.games);
        lines.truncate(choice.lines);
        lines
    }

    /// Adds the lines that begin with `moves`, which lead to `board`. Returns true if there is one.
    fn follow(
        &self,
        board: &Board,
        ids: &[Id],
        choice: &LineChoice,
        moves: &mut Vec<Move>,
        lines: &mut Vec<MainLine>,
    ) -> bool {
        if moves.len() == choice.plies {
            return false;
        }
        let is_own = board.turn() == choice.side;
        let mut groups = self.groups(board, ids);
        let all: usize = groups.iter().map(|(_, games)| games.len()).sum();
        groups.retain(|(_, games)| games.len() as u32 >= choice.games.max(1));
        if is_own {
            groups.truncate(1);
        } else {
            groups.retain(|(_, games)| games.len() as f64 >= choice.share * all as f64);
        }
        let mut has_line = false;
        for (mv, games) in groups {
            let mut after = board.clone();
            after.make(mv);
            moves.push(mv);
            let is_longer = self.follow(&after, &games, choice, moves, lines);
            if is_own && !is_longer {
                lines.push(MainLine { moves: moves.clone(), games: games.len() as u32 });
            }
            has_line |= is_own || is_longer;
            moves.pop();
        }
        has_line
    }

    fn groups(&self, board: &Board, ids: &[Id]) -> Groups {
        let mut finder = Finder::new(&Pattern::position(board));
        let mut groups: HashMap<Move, Vec<Id>> = HashMap::new();
        for (id, game) in self.games(ids.iter().copied()) {
            let Some(hit) = finder.first(game) else { continue };
            let Some(mv) = hit.next else { continue };
            let mv = board.canonical(if hit.is_mirrored { mv.mirror_files() } else { mv });
            groups.entry(mv).or_default().push(id);
        }
        let mut groups: Groups = groups.into_iter().collect();
        groups.sort_unstable_by_key(|(mv, games)| (u32::MAX - games.len() as u32, mv.bits()));
        groups
    }
}
