//! Carries out `go`: a search within limits, or in UCCI the static evaluation.

use super::command::Fault;
use super::limits::Go;
use super::{Dialect, Engine, Settings, Shell, Task};
use chuhe::endings::TableSet;
use chuhe::engine::limits::Limits;
use chuhe::engine::session::{self, Info, ReportLine};
use chuhe::rules::types::Move;
use std::io::{self, Write};

impl<W: Write> Shell<W> {
    pub(crate) fn go(&mut self, mut go: Go) -> io::Result<()> {
        if go.is_static() && self.dialect == Dialect::Uci {
            go.ignore_depth();
        }
        let prepared = self.prepare(&mut go);
        for notice in &go.notices {
            self.say(&self.dialect.message(&format!("go: {notice}")))?;
        }
        match prepared {
            Err(fault) => {
                self.complain(&fault)?;
                self.say(self.dialect.no_move())
            }
            Ok(()) if go.is_static() => self.evaluate(),
            Ok(()) => self.start(),
        }
    }

    /// Prepares the session for a search, if there is a position. Adds a notice for each ignored part of `go`.
    fn prepare(&mut self, go: &mut Go) -> Result<(), Fault> {
        self.check_position()?;
        let (limits, notice) = go.limits(self.game.board().turn(), self.settings.unit);
        go.notices.extend(notice);
        let wanted = self.wanted(go);
        let Settings { multipv, level, seed, .. } = self.settings;
        let network = self.settings.network.clone().filter(|_| self.settings.uses_network);
        // An endless search must not be answered at once by the book.
        let book = self.settings.book && !go.infinite && !go.ponder;
        let book_file = self.settings.book_file.clone();
        let endings = TableSet::embedded().filter(|_| self.settings.uses_endings);
        let Engine::Idle(session) = &mut self.engine else { return Ok(()) };
        session.set_endings(endings);
        session.set_network(network);
        session.set_book(book_file);
        session.begin(&self.game, session::Options { limits, multipv, level, seed, book });
        let banned = &self.banned;
        session.keep_roots(|mv| !banned.contains(&mv) && (wanted.is_empty() || wanted.contains(&mv)));
        let is_unlimited = Limits { mate: None, ..limits } == Limits::default() && level.is_none();
        let is_infinite = go.infinite || limits.mate.is_none() && is_unlimited;
        self.task = Task {
            is_infinite,
            is_endless: is_infinite || is_unlimited || go.ponder,
            // In UCCI an endless search may end by itself when it cannot find more.
            waits: go.ponder || go.infinite && self.dialect == Dialect::Uci,
            is_offered_draw: go.draw,
        };
        Ok(())
    }

    /// Returns the moves to search; empty for all. Ignores moves that cannot be played.
    fn wanted(&self, go: &mut Go) -> Vec<Move> {
        let mut moves = Vec::new();
        for text in &go.search_moves {
            match self.read_moves("searchmoves", std::slice::from_ref(text)) {
                Ok(read) => moves.extend(read),
                Err(fault) => go.notices.push(format!("{fault}: it is ignored")),
            }
        }
        if moves.is_empty() && !go.search_moves.is_empty() {
            go.notices.push("searchmoves: no move is left, so all are searched".to_owned());
        }
        moves
    }

    /// Writes the static evaluation of the prepared position, the answer to UCCI's depth 0.
    fn evaluate(&mut self) -> io::Result<()> {
        let Engine::Idle(session) = &self.engine else { return Ok(()) };
        let info = Info { line: ReportLine { pv: vec![], ..session.snapshot().line }, ..session.snapshot() };
        self.say(&self.dialect.info(&info, self.base, false, false))?;
        self.say(self.dialect.no_move())
    }
}
