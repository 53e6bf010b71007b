//! The two files of a run: the annotated games as PGN, and a line of JSON for each. A game is appended whole to
//! the first and then to the second, so the second tells which part of the first is complete.

use super::entry::{Row, Settings};
use super::failed;
use super::work::Outcome;
use crate::error::CliError;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write, stdout};
use std::path::{Path, PathBuf};

/// The open files to which finished games are appended.
pub struct Store {
    pgn: File,
    lines: File,
}

/// The output for finished games.
pub enum Sink {
    Files(Store),
    /// Lines of JSON on standard output.
    Lines,
}

impl Sink {
    /// Appends a game.
    pub fn write(&mut self, outcome: &Outcome) -> io::Result<()> {
        match self {
            Sink::Files(store) => store.write(outcome),
            Sink::Lines => {
                let mut output = stdout().lock();
                output.write_all(outcome.line.as_bytes())?;
                output.flush()
            }
        }
    }
}

/// The games finished by an earlier run, in the order of the input.
#[derive(Default)]
pub struct Done {
    lines: PathBuf,
    /// The file and the number in it of each game.
    games: Vec<(String, usize)>,
}

impl Store {
    /// Opens or creates the files at `place` with their extensions, to append to an earlier run. Cuts off a game
    /// that the earlier run left incomplete.
    ///
    /// # Errors
    /// [`CliError::Foreign`], [`CliError::File`], [`CliError::NoReview`], [`CliError::Entry`], and
    /// [`CliError::Unlike`] if the earlier run had other settings.
    pub fn open(place: &Path, settings: &Settings) -> Result<(Store, Done), CliError> {
        let pgn = place.with_extension("pgn");
        // A run creates both files at its start, so a PGN file alone is not from a run.
        let is_ours = place.with_extension("jsonl").exists();
        if !is_ours && pgn.metadata().is_ok_and(|about| about.len() > 0) {
            return Err(CliError::Foreign(pgn.display().to_string()));
        }
        let open = |ending: &str| {
            let path = place.with_extension(ending);
            let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
            options.map_err(|cause| failed(&path, cause))
        };
        let mut store = Store { pgn: open("pgn")?, lines: open("jsonl")? };
        let mut done = Done { lines: place.with_extension("jsonl"), games: Vec::new() };
        let there = store.pgn.metadata()?.len();
        let (mut games, mut lines) = (0, 0);
        each_line(&place.with_extension("jsonl"), |len, row| {
            if let Some((field, here, there)) = settings.unlike(&row.entry.settings) {
                return Err(done.unlike(field, there, here));
            }
            let is_whole = games + row.entry.bytes <= there;
            if is_whole {
                games += row.entry.bytes;
                lines += len as u64;
                done.games.push((row.entry.file, row.entry.game));
            }
            Ok(is_whole)
        })?;
        for (file, len) in [(&mut store.pgn, games), (&mut store.lines, lines)] {
            file.set_len(len)?;
            file.seek(SeekFrom::End(0))?;
        }
        Ok((store, done))
    }

    /// Appends a game.
    pub fn write(&mut self, outcome: &Outcome) -> io::Result<()> {
        self.pgn.write_all(outcome.pgn.as_bytes())?;
        self.lines.write_all(outcome.line.as_bytes())
    }
}

impl Done {
    /// Returns the number of games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Returns whether the game with this index in the run's input is finished.
    ///
    /// # Errors
    /// [`CliError::Unlike`] if another game has this index: the input has changed.
    pub fn has(&self, index: usize, file: &str, number: usize) -> Result<bool, CliError> {
        match self.games.get(index) {
            None => Ok(false),
            Some((known, known_number)) if known == file && *known_number == number => Ok(true),
            Some((known, known_number)) => {
                let there = format!("{known_number} of {known} in this place");
                Err(self.unlike("game", there, format!("{number} of {file}")))
            }
        }
    }

    fn unlike(&self, field: &'static str, there: String, here: String) -> CliError {
        CliError::Unlike { file: self.lines.display().to_string(), field, there, here }
    }
}

/// The files and folders that a run creates: folders, the innermost first, and the two files.
pub struct Made {
    games: PathBuf,
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
}

impl Made {
    /// Lists the files and folders that opening the store at `place` will create.
    pub fn at(place: &Path) -> Made {
        let is_missing = |path: &Path| !path.as_os_str().is_empty() && !path.exists();
        let files = ["pgn", "jsonl"].map(|ending| place.with_extension(ending));
        let folders = place.ancestors().skip(1);
        Made {
            games: files[0].clone(),
            files: files.into_iter().filter(|path| is_missing(path)).collect(),
            folders: folders.take_while(|path| is_missing(path)).map(PathBuf::from).collect(),
        }
    }

    /// Removes the created files and folders again, unless a game was written.
    pub fn remove_without_games(self) {
        if fs::metadata(&self.games).is_ok_and(|games| games.len() > 0) {
            return;
        }
        // Ignore errors: a folder in which others have created files stays.
        self.files.iter().for_each(|path| drop(fs::remove_file(path)));
        self.folders.iter().for_each(|path| drop(fs::remove_dir(path)));
    }
}

/// Passes the length of each complete line in bytes, and its contents, to `take` until it returns `false`.
fn each_line(
    path: &Path,
    mut take: impl FnMut(usize, Row) -> Result<bool, CliError>,
) -> Result<(), CliError> {
    let mut input = BufReader::new(File::open(path).map_err(|cause| failed(path, cause))?);
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let len = input.read_until(b'\n', &mut line).map_err(|cause| failed(path, cause))?;
        let file = || path.display().to_string();
        if !line.ends_with(b"\n") {
            // An incomplete line is from a killed run if it begins like an object.
            let is_foreign = number == 1 && line.first().is_some_and(|first| *first != b'{');
            return if is_foreign { Err(CliError::NoReview(file())) } else { Ok(()) };
        }
        let row = serde_json::from_slice(&line).map_err(|cause| match number {
            1 => CliError::NoReview(file()),
            _ => CliError::Entry { file: file(), number, cause },
        })?;
        if !take(len, row)? {
            return Ok(());
        }
    }
    Ok(())
}

/// Reads all complete lines of a file.
///
/// # Errors
/// [`CliError::File`], [`CliError::NoReview`] or [`CliError::Entry`].
pub fn rows(path: &Path) -> Result<Vec<Row>, CliError> {
    let mut rows = Vec::new();
    each_line(path, |_, row| {
        rows.push(row);
        Ok(true)
    })?;
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;
    use crate::review::entry::Entry;
    use chuhe::records::Export;

    fn outcome(number: usize, settings: &Settings) -> Outcome {
        let mut entry = Entry::new("a.pgn", number, settings);
        let pgn = format!("[Event \"{number}\"]\n\n1. 炮二平五 *\n\n");
        entry.bytes = pgn.len() as u64;
        Outcome { pgn, line: json(&entry), notice: None }
    }

    #[test]
    fn a_game_cut_off_at_any_byte_is_written_again() {
        let folder = std::env::temp_dir().join(format!("chuhe-store-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let place = folder.join("review");
        let settings = Settings::new(5, Export::Fen, "en");
        let open = || Store::open(&place, &settings).expect("it opens");
        let outcomes = [1, 2, 3].map(|number| outcome(number, &settings));
        let (mut store, _) = open();
        outcomes.iter().for_each(|outcome| store.write(outcome).expect("it is written"));
        let paths = ["pgn", "jsonl"].map(|ending| place.with_extension(ending));
        let whole = paths.clone().map(|path| fs::read(path).expect("a file"));
        let before = [0, 1].map(|at| {
            let last = [&outcomes[2].pgn, &outcomes[2].line][at].len();
            whole[at].len() - last
        });
        // A run is killed while it writes the game, or while it writes the line.
        let of_pgn = (before[0]..=whole[0].len()).map(|cut| [cut, before[1]]);
        let of_line = (before[1]..whole[1].len()).map(|cut| [whole[0].len(), cut]);
        for cuts in of_pgn.chain(of_line) {
            for at in [0, 1] {
                fs::write(&paths[at], &whole[at][..cuts[at]]).expect("it is cut");
            }
            let (mut store, done) = open();
            assert_eq!(done.len(), 2, "{cuts:?}");
            assert!(
                done.has(1, "a.pgn", 2).expect("it is known") && !done.has(2, "a.pgn", 3).expect("it is new")
            );
            assert!(done.has(1, "b.pgn", 2).is_err());
            store.write(&outcomes[2]).expect("it is written");
            assert_eq!(paths.clone().map(|path| fs::read(path).expect("a file")), whole, "{cuts:?}");
        }
        // Games are missing from the PGN file.
        fs::write(&paths[0], &whole[0][..before[0] - 1]).expect("it is cut");
        assert_eq!(open().1.len(), 1);
        fs::remove_dir_all(folder).expect("it goes");
    }
}
