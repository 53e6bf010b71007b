//! How a job is set up for its rules and its level: table, judge, the moves it thinks of, the opening book.

use super::{Options, Session};
use crate::level;
use crate::search::root::RootMove;
use chuhe_rules::game::Game;
use std::sync::Arc;

impl Session {
    /// Forgets what was found by other rules of repetition than those of a game.
    pub(crate) fn change_rules(&mut self, game: &Game) {
        if game.ruleset() != self.game.ruleset() {
            self.search.forget();
            self.spare.clear();
            self.helpers.forget();
        }
    }

    /// Has the hash table that belongs to the level. Those below the top find theirs empty: what was in it
    /// would change their moves.
    pub(crate) fn change_table(&mut self) {
        let is_level = self.level().is_some();
        if is_level != self.is_level {
            std::mem::swap(&mut self.search.table, &mut self.spare);
            self.is_level = is_level;
        }
        if is_level {
            self.search.forget();
        }
    }

    /// Has positions judged as the level judges them.
    pub(crate) fn change_judge(&mut self) {
        let network = self.network.as_ref().filter(|_| self.level().is_none_or(|level| level.network));
        if network.map(Arc::as_ptr) != self.search.network().map(Arc::as_ptr) {
            self.search.set_network(network.cloned());
            self.search.table.clear();
        }
    }

    /// The moves to search: all, or those that a level which errs thinks of.
    pub(crate) fn root_moves(&mut self, game: &Game) -> Vec<RootMove> {
        let Some(mood) = self.mood.filter(|mood| mood.level.errs()) else {
            return game.board().legal_moves().into_iter().map(|mv| RootMove::new(mv, 0)).collect();
        };
        self.search.line.set_oversight(mood.oversight);
        mood.seen(game).into_iter().map(|mv| RootMove::new(mv, mood.bias(game, mv))).collect()
    }

    /// Ends the job with a move of the opening book, if that is wanted and there is one.
    pub(crate) fn open_book(&mut self, game: &Game) {
        let Options { level, seed, book, .. } = self.options;
        let is_open = book && game.plies().len() < level::book_plies(level);
        let chosen = self.book.as_ref().filter(|_| is_open).and_then(|book| book.choose(game, seed));
        self.is_book = chosen.is_some();
        if let Some(mv) = chosen {
            self.search.root.moves = vec![RootMove::new(mv, 0)];
            self.is_done = true;
        }
    }
}
