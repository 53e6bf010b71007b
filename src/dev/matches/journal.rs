//! The files of a match: its PGN, and beside it a journal from which a broken match goes on.
//!
//! The journal (`MATCH.pgn.journal`) has the match's terms in its first line and then a game a line, all
//! in JSON. A game is written there first and in one piece, so that whatever ends the program costs no game
//! but those on the boards. The last line is left out if it was cut short. The PGN is made anew from the
//! journal when a match is resumed.

use super::limit::Limit;
use super::played::Played;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The files, open for the next game.
pub struct Journal {
    path: PathBuf,
    journal: File,
    pgn: File,
    limits: [Limit; 2],
}

/// How to begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// The files must not be there yet.
    New,
    /// What the files hold is kept.
    Resume,
}

impl Journal {
    /// Opens the files and gives the games that they hold. `terms` is all that the games depend on.
    ///
    /// # Errors
    /// A sentence that names the file.
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
    /// A sentence that names the file.
    pub fn add(&mut self, game: &Played) -> Result<(), String> {
        let line = serde_json::to_string(game).map_err(|error| error.to_string())?;
        let written = self.journal.write_all(format!("{line}\n").as_bytes());
        written.and_then(|()| self.journal.sync_data()).map_err(|error| failed(&self.path, error))?;
        let text = game.pgn(&self.limits)?;
        self.pgn.write_all(text.as_bytes()).map_err(|error| format!("cannot write the PGN: {error}"))
    }
}

/// What the journal of a match with these terms holds; a last line that was cut short is cut off.
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

/// Puts a text in the place of a file, which is never seen half-written.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    let new = PathBuf::from(new);
    fs::write(&new, text).map_err(|error| failed(&new, error))?;
    fs::rename(&new, path).map_err(|error| failed(path, error))
}
