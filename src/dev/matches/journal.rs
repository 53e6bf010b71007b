//! Writes the files of a match: its PGN, and beside it a journal from which an interrupted match is resumed.
//!
//! The journal (`MATCH.pgn.journal`) has the settings of the match in its first line and then one game a line, all in
//! JSON. A game is written there first and with a single write, so that only games in progress are lost when the
//! program is killed. A last line that was cut short is dropped. A resumed match rewrites the PGN from the journal.

use super::limit::Limit;
use super::played::Played;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The open files.
pub struct Journal {
    path: PathBuf,
    journal: File,
    pgn: File,
    limits: [Limit; 2],
}

/// The way to open the files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// Fails if one of the files exists.
    New,
    /// Continues existing files.
    Resume,
}

impl Journal {
    /// Opens the files and returns their games. `terms` holds every setting that the games depend on.
    ///
    /// # Errors
    /// A message that names the file.
    pub fn open(
        pgn: &Path,
        terms: &str,
        limits: [Limit; 2],
        start: Start,
    ) -> Result<(Journal, Vec<Played>), String> {
        let mut path = pgn.as_os_str().to_owned();
        path.push(".journal");
        let path = PathBuf::from(path);
        let exists = [&*path, pgn].into_iter().find(|path| path.exists());
        if let Some(path) = exists.filter(|_| start == Start::New) {
            return Err(format!("{} exists: --resume goes on with its match", path.display()));
        }
        let played = if path.exists() { recover(&path, terms)? } else { Vec::new() };
        if played.is_empty() {
            write(&path, &format!("{terms}\n"))?;
        }
        let texts: Result<String, String> = played.iter().map(|game| game.pgn(&limits)).collect();
        write(pgn, &texts.map_err(|cause| format!("{}: {cause}", path.display()))?)?;
        let append = |path: &Path| OpenOptions::new().append(true).open(path).map_err(|e| failed(path, e));
        Ok((Journal { journal: append(&path)?, pgn: append(pgn)?, path, limits }, played))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// A message that names the file.
    pub fn add(&mut self, game: &Played) -> Result<(), String> {
        let line = serde_json::to_string(game).map_err(|error| error.to_string())?;
        let written = self.journal.write_all(format!("{line}\n").as_bytes());
        written.and_then(|()| self.journal.sync_data()).map_err(|error| failed(&self.path, error))?;
        let text = game.pgn(&self.limits)?;
        self.pgn.write_all(text.as_bytes()).map_err(|error| format!("cannot write the PGN: {error}"))
    }
}

/// Returns the games in the journal of a match with these terms. Cuts off a last line that is incomplete.
fn recover(path: &Path, terms: &str) -> Result<Vec<Played>, String> {
    let mut text = fs::read_to_string(path).map_err(|error| failed(path, error))?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    if whole < text.len() {
        text.truncate(whole);
        write(path, &text)?;
    }
    let mut lines = text.lines();
    match lines.next() {
        None => return Ok(Vec::new()),
        Some(line) if line == terms => {}
        Some(line) => {
            let place = path.display();
            return Err(format!("{place} is of another match.\n  then: {line}\n  now:  {terms}"));
        }
    }
    let read = |(index, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| format!("{}, line {}: {error}", path.display(), index + 2))
    };
    lines.enumerate().map(read).collect()
}

fn failed(path: &Path, error: std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// Replaces the text of a file atomically.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    let new = PathBuf::from(new);
    fs::write(&new, text).map_err(|error| failed(&new, error))?;
    fs::rename(&new, path).map_err(|error| failed(path, error))
}
