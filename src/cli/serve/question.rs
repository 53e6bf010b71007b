//! Reads positions, games and limits from the fields of a request.

use super::fault::Fault;
use super::fields::Fields;
use crate::codes::{notation, ruleset, side};
use crate::questions;
use chuhe::engine::level::{self, Strength};
use chuhe::engine::limits::Limits;
use chuhe::engine::session::{MAX_DEPTH, MAX_LINES, MAX_TIME};
use chuhe::rules::game::{ASIAN, Declaration, Game, Ruleset};
use std::time::Duration;

impl Fields {
    /// Reads the game: the position `fen`, and the moves of `move` in the notation `from`, separated by commas or spaces.
    pub(crate) fn game(&self) -> Result<Game, Fault> {
        let fen = self.text("fen");
        let fen = fen.ok_or_else(|| Fault::new("badFen", "fen", "", "the field 'fen' is missing"))?;
        let moves = self.text("move").unwrap_or_default().replace(',', " ");
        Ok(questions::game(fen, &moves, self.read("from", notation)?)?)
    }

    /// Reads the rules of repetition, by default the Asian rules.
    pub(crate) fn ruleset(&self) -> Result<&'static Ruleset, Fault> {
        Ok(self.read("rules", ruleset)?.unwrap_or(&ASIAN))
    }

    /// Reads the declaration of the players: at most one of `resigned`, `timed-out` and `agreed`.
    pub(crate) fn declaration(&self) -> Result<Option<Declaration>, Fault> {
        let declared = [
            ("resigned", self.read("resigned", side)?.map(Declaration::Resignation)),
            ("timed-out", self.read("timed-out", side)?.map(Declaration::Time)),
            ("agreed", self.flag("agreed")?.filter(|agreed| *agreed).map(|_| Declaration::Agreement)),
        ];
        let mut declared = declared.into_iter().filter_map(|(field, it)| Some((field, it?)));
        let first = declared.next();
        if let (Some((first, _)), Some((second, _))) = (first, declared.next()) {
            let message = format!("{second}: the game has ended already by the field '{first}'");
            let value = self.text(second).unwrap_or_default();
            return Err(Fault::new("badOption", second, value, message));
        }
        Ok(first.map(|(_, declaration)| declaration))
    }

    /// Reads the limits of a search.
    pub(crate) fn limits(&self) -> Result<Limits, Fault> {
        let movetime = self.number("movetime", 1, MAX_TIME.as_millis() as u64)?;
        Ok(Limits {
            depth: self.number("depth", 1, MAX_DEPTH as u64)?.map(|depth| depth as i32),
            nodes: self.number("nodes", 1, u64::MAX)?,
            movetime: movetime.map(Duration::from_millis),
            ..Limits::default()
        })
    }

    /// Reads the number of lines to report.
    pub(crate) fn multipv(&self) -> Result<usize, Fault> {
        Ok(self.number("multipv", 1, MAX_LINES as u64)?.unwrap_or(1) as usize)
    }

    /// Reads the strength from `level` or `strength`.
    pub(crate) fn strength(&self) -> Result<Option<Strength>, Fault> {
        let of = |field, least: u8, read: fn(f64) -> Option<Strength>| {
            self.read(field, |text| {
                let strength = text.parse().ok().and_then(read);
                strength.ok_or_else(|| format!("'{text}' is no number from {least} to {}", level::MAX))
            })
        };
        let level = of("level", level::MIN, Strength::from_level)?;
        let strength = of("strength", 0, Strength::of)?;
        if level.is_some() && strength.is_some() {
            let value = self.text("strength").unwrap_or_default();
            let message = "strength: it stands in place of the field 'level', which is there too";
            return Err(Fault::new("badOption", "strength", value, message));
        }
        Ok(level.or(strength))
    }
}
