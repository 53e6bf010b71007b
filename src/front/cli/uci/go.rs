//! What `go` asks for: a search within limits, or in UCCI the static evaluation.

use super::command::{Fault, Go};
use super::{Dialect, Engine, Settings, Shell, Task};
use chuhe::engine::book::Book;
use chuhe::engine::limits::Limits;
use chuhe::engine::session::{self, Info, ReportLine};
use std::io::{self, Write};

impl<W: Write> Shell<W> {
    pub(super) fn go(&mut self, go: &Go) -> io::Result<()> {
        for word in &go.ignored {
            self.say(&self.dialect.message(&format!("go: the word '{word}' is ignored")))?;
        }
        match self.prepare(go) {
            Err(fault) => self.refuse_go(&fault),
            Ok(()) if go.is_static() => self.evaluate(),
            Ok(()) => self.start(),
        }
    }

    pub(super) fn refuse_go(&mut self, fault: &Fault) -> io::Result<()> {
        self.complain(fault)?;
        self.say(self.dialect.no_move())
    }

    /// Gives the session its job, if `go` is in order.
    fn prepare(&mut self, go: &Go) -> Result<(), Fault> {
        self.check_position()?;
        if go.is_static() && self.dialect == Dialect::Uci {
            return Err(Fault::value("depth", "0", "a number from 1 on"));
        }
        let limits = go.limits(self.game.board().turn(), self.settings.unit)?;
        let wanted = self.read_moves("searchmoves", &go.search_moves)?;
        let Settings { multipv, level, seed, .. } = self.settings;
        let network = self.settings.network.clone().filter(|_| self.settings.uses_network);
        // Who asks for a search without end wants to see one.
        let book = self.settings.book && !go.infinite && !go.ponder;
        let Engine::Idle(session) = &mut self.engine else { return Ok(()) };
        session.set_network(network);
        session.set_book(Book::embedded());
        session.begin(&self.game, session::Options { limits, multipv, level, seed, book });
        let banned = &self.banned;
        session.keep_roots(|mv| !banned.contains(&mv) && (wanted.is_empty() || wanted.contains(&mv)));
        let is_unlimited = Limits { mate: None, ..limits } == Limits::default() && level.is_none();
        let is_infinite = go.infinite || limits.mate.is_none() && is_unlimited;
        self.task = Task {
            is_infinite,
            is_endless: is_infinite || is_unlimited || go.ponder,
            // In UCCI an endless search may end by itself when nothing is left to find.
            waits: go.ponder || is_infinite && self.dialect == Dialect::Uci,
            is_offered_draw: go.draw,
        };
        Ok(())
    }

    /// Tells the static evaluation of the job that was prepared, as UCCI's depth 0 asks for.
    fn evaluate(&mut self) -> io::Result<()> {
        let Engine::Idle(session) = &self.engine else { return Ok(()) };
        let info = Info { line: ReportLine { pv: vec![], ..session.snapshot().line }, ..session.snapshot() };
        self.say(&self.dialect.info(&info, self.base, false))?;
        self.say(self.dialect.no_move())
    }
}
