//! Sets the position to search and reads the moves of commands.

use super::command::Fault;
use super::{Engine, Shell, answer};
use chuhe::rules::fen::{FenReason, Position};
use chuhe::rules::game::Game;
use chuhe::rules::notation::coordinate::RankBase;
use chuhe::rules::types::Move;
use std::io::{self, Write};

impl<W: Write> Shell<W> {
    pub(crate) fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), Fault> {
        self.is_refused = true;
        self.game = self.read_game(fen, moves)?;
        self.is_refused = false;
        self.banned.clear();
        Ok(())
    }

    /// Writes a message if no game can lead to the position.
    pub(crate) fn tell_oddities(&mut self) -> io::Result<()> {
        let oddities: Vec<String> = self.game.start().oddities().iter().map(FenReason::to_string).collect();
        if oddities.is_empty() {
            return Ok(());
        }
        let text = format!("no game leads to this position: {}", oddities.join("; "));
        self.say(&self.dialect.message(&text))
    }

    pub(crate) fn read_game(&self, fen: Option<&str>, moves: &[String]) -> Result<Game, Fault> {
        let start = fen.map_or_else(|| Ok(Position::default()), str::parse)?;
        let read = |base| {
            let mut game = Game::new(start.clone()).under(self.settings.ruleset);
            let mut each = moves.iter().map(|text| play(&mut game, "moves", text, base));
            each.try_for_each(|played| played.map(drop))?;
            Ok(game)
        };
        read(self.base).map_err(|fault: Fault| fault.or_ranks(self.base, |base| read(base).is_ok()))
    }

    pub(crate) fn probe(&mut self, fen: Option<&str>, moves: &[String]) -> io::Result<Result<(), Fault>> {
        let game = match self.read_game(fen, moves) {
            Ok(game) => game,
            Err(fault) => return Ok(Err(fault)),
        };
        let Engine::Idle(session) = &self.engine else { return Ok(Ok(())) };
        let tt_entry = session.probe(&game);
        self.say(&answer::pop_hash(tt_entry, self.base)).map(Ok)
    }

    pub(crate) fn ban(&mut self, moves: &[String]) -> Result<(), Fault> {
        self.check_position()?;
        self.banned = self.read_moves("banmoves", moves)?;
        Ok(())
    }

    /// Reads moves; each must be legal in the current position.
    pub(crate) fn read_moves(&self, field: &'static str, texts: &[String]) -> Result<Vec<Move>, Fault> {
        let read = |base| -> Result<Vec<Move>, Fault> {
            texts.iter().map(|text| play(&mut self.game.clone(), field, text, base)).collect()
        };
        read(self.base).map_err(|fault| fault.or_ranks(self.base, |base| read(base).is_ok()))
    }

    pub(crate) fn check_position(&self) -> Result<(), Fault> {
        if self.is_refused { Err(Fault::NoPosition) } else { Ok(()) }
    }
}

/// Reads a move with ranks counted from `base` and plays it; a fault names `field`.
fn play(game: &mut Game, field: &'static str, text: &str, base: RankBase) -> Result<Move, Fault> {
    let mv = base.read(text).map_err(|cause| Fault::Move { field, cause })?;
    let illegal = |reason| Fault::Illegal { field, value: text.to_owned(), reason };
    game.play(mv).map_err(|cause| illegal(cause.refusal.code()))?;
    Ok(mv)
}
