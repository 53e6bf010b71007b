//! The two files of a run: the annotated games as PGN, and a line of JSON for each. A game is appended whole to the first
//! and then to the second, so that the second tells how much of the first counts.

use super::entry::{Row, Settings};
use super::failed;
use super::work::Outcome;
use crate::error::CliError;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Where games go that are done.
pub struct Store {
    pgn: File,
    lines: File,
}

/// The games that an earlier run has done, in the order of the input.
pub struct Done {
    lines: PathBuf,
    /// The file and the number in it.
    games: Vec<(String, usize)>,
}

impl Store {
    /// Goes on behind what an earlier run has written to `place` with endings, or begins. What that run had not written
    /// to its end is cut off.
    ///
    /// # Errors
    /// [`CliError::Foreign`], [`CliError::File`], [`CliError::NoReview`], [`CliError::Entry`], and
    /// [`CliError::Unlike`] where the earlier run had other settings.
    pub fn open(place: &Path, settings: &Settings) -> Result<(Store, Done), CliError> {
        let pgn = place.with_extension("pgn");
        // A run writes both from its beginning.
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
    /// How many games there are.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether the game with this index among those of the run is one of them.
    ///
    /// # Errors
    /// [`CliError::Unlike`] where another game is in its place: the input is not what it was.
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

/// What a run makes that was not there before: folders, the innermost first, and the two files.
pub struct Made {
    games: PathBuf,
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
}

impl Made {
    /// What a run will make that is about to open the store at `place`.
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

    /// Takes it away again, unless there is a game in it.
    pub fn remove_without_games(self) {
        if fs::metadata(&self.games).is_ok_and(|games| games.len() > 0) {
            return;
        }
        // What cannot be removed, such as a folder that others have written to, stays.
        self.files.iter().for_each(|path| drop(fs::remove_file(path)));
        self.folders.iter().for_each(|path| drop(fs::remove_dir(path)));
    }
}

/// Gives the length of each whole line in bytes, and what it says, to `take`, until that says that it is enough.
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
            // Half a line is what a kill has left, if it begins like one.
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

/// All whole lines of a file.
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
    use crate::review::work::Task;
    use chuhe::records::{Export, ReadReason};

    fn outcome(number: usize, settings: &Settings) -> Outcome {
        let game = Err(ReadReason::Empty.into());
        let mut entry = Entry::new(&Task { file: "a.pgn".into(), number, game }, settings);
        let pgn = format!("[Event \"{number}\"]\n\n1. 炮二平五 *\n\n");
        entry.bytes = pgn.len() as u64;
        Outcome { pgn, line: json(&entry), notice: None }
    }

    #[test]
    fn wherever_it_is_cut_the_rest_is_written_again() {
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
        // Killed while the game is written, and while its line is.
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
        // The games are gone, or some of them.
        fs::write(&paths[0], &whole[0][..before[0] - 1]).expect("it is cut");
        assert_eq!(open().1.len(), 1);
        fs::remove_dir_all(folder).expect("it goes");
    }
}
