//! Prepares a job for its rules and its level: hash table, evaluation, root moves and opening book.

use super::{Options, Session};
use crate::level;
use crate::search::root::RootMove;
use chuhe_rules::game::Game;
use std::sync::Arc;

impl Session {
    /// Clears everything learned if the rules of repetition change.
    pub(crate) fn change_rules(&mut self, game: &Game) {
        if game.ruleset() != self.game.ruleset() {
            self.search.forget();
            self.spare.clear();
            self.helpers.forget();
        }
    }

    /// Selects the hash table of the level. A level below the top begins with an empty table, since earlier
    /// entries would change its moves.
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

    /// Selects the evaluation of the level.
    pub(crate) fn change_judge(&mut self) {
        let network = self.network.as_ref().filter(|_| self.level().is_none_or(|level| level.network));
        if network.map(Arc::as_ptr) != self.search.network().map(Arc::as_ptr) {
            self.search.set_network(network.cloned());
            self.search.table.clear();
        }
    }

    /// Returns the moves to search: all legal moves, or those that an erring level considers.
    pub(crate) fn root_moves(&mut self, game: &Game) -> Vec<RootMove> {
        let Some(mood) = self.mood.filter(|mood| mood.level.errs()) else {
            return game.board().legal_moves().into_iter().map(|mv| RootMove::new(mv, 0)).collect();
        };
        self.search.line.set_oversight(mood.oversight);
        mood.seen(game).into_iter().map(|mv| RootMove::new(mv, mood.bias(game, mv))).collect()
    }

    /// Ends the job with a move of the opening book if the options request one and the book has one.
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
