//! Reads games from files, folders of them, ZIP archives and standard input.

use crate::error::{CliError, ErrorReport};
use crate::{say, told};
use chuhe::records::{self, Encoding, Games, Opened, ReadError};
use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, stdin};
use std::path::Path;
use zip::ZipArchive;
use zip::read::ZipFile;

/// Number of bytes read from a file at a time.
const PIECE: usize = 1 << 20;
/// First bytes of a ZIP archive.
const ZIP: [u8; 4] = *b"PK\x03\x04";

/// A file, or a file inside an archive.
pub struct Source<'a> {
    /// Path of the file; inside an archive, the archive's path and then the file's.
    pub name: &'a str,
    input: &'a mut dyn Read,
}

/// Reports files and games that are left out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Notices {
    /// Reports nothing.
    Silent,
    /// Writes a notice to standard error.
    Words,
    /// Writes a notice to standard error and an object to standard output.
    Objects,
}

impl Notices {
    /// Returns the notices of a command that answers in words or in JSON.
    pub fn of(is_json: bool) -> Notices {
        if is_json { Notices::Objects } else { Notices::Words }
    }

    /// Reports a game that cannot be read, by its file and its number there, from 1.
    pub fn game(self, file: &str, number: usize, cause: &ReadError) -> Result<(), CliError> {
        let report = || ErrorReport::of_record(cause).at(file, number);
        self.report(&format!("{file}: game {number}: {cause}"), report)
    }

    /// Reports a file that cannot be read.
    fn file(self, file: &str, cause: &io::Error) -> Result<(), CliError> {
        let report = || failed(file, io::Error::new(cause.kind(), cause.to_string())).report();
        self.report(&format!("{file}: left out: {cause}"), report)
    }

    /// Reports an error in words, and as an object if the answer is in JSON.
    pub fn report(self, words: &str, object: impl FnOnce() -> ErrorReport) -> Result<(), CliError> {
        if self != Notices::Silent {
            eprintln!("notice: {}", told(words));
        }
        if self == Notices::Objects { say(object().line()) } else { Ok(()) }
    }
}

fn failed(name: &str, cause: impl Into<io::Error>) -> CliError {
    CliError::File { file: name.to_owned(), cause: cause.into() }
}

impl<'a> Source<'a> {
    /// Creates a source that reads from `input`.
    pub fn new(name: &'a str, input: &'a mut dyn Read) -> Source<'a> {
        Source { name, input }
    }

    /// Reads the file game by game and passes each with its number, from 1, to `each`.
    ///
    /// # Errors
    /// [`CliError::File`] if the file cannot be read, and the errors of `each`.
    pub fn each_game(
        self,
        mut each: impl FnMut(usize, Result<Opened, ReadError>) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let (mut games, mut piece, mut number) = (Games::default(), vec![0; PIECE], 0);
        loop {
            let len = self.input.read(&mut piece).or_else(|cause| match cause.kind() {
                io::ErrorKind::Interrupted => Ok(usize::MAX),
                _ => Err(failed(self.name, cause)),
            })?;
            match len {
                usize::MAX => continue,
                0 => games.finish(),
                _ => games.push(&piece[..len]),
            }
            while let Some(game) = games.next(&records::decode) {
                number += 1;
                each(number, game)?;
            }
            if len == 0 || games.is_over() {
                return Ok(());
            }
        }
    }
}

/// Passes a file to `each` (`-` is standard input), or all files of a folder and its subfolders in the order of
/// their names, or all files of a ZIP archive in its order. Reports unreadable files of a folder or an archive and goes
/// on.
///
/// # Errors
/// [`CliError::File`] if the file, or every file of the folder or archive, is unreadable. [`CliError::LeftOut`] at
/// the end if some files of a folder are unreadable. Otherwise the errors of `each`.
pub fn each_source(
    path: &Path,
    notices: Notices,
    each: &mut dyn FnMut(Source<'_>) -> Result<(), CliError>,
) -> Result<(), CliError> {
    walk(path, notices, each).map_err(|fault| match &fault {
        // The files of a folder or an archive were reported one by one.
        CliError::File { file, .. } if notices == Notices::Objects && Path::new(file) != path => {
            CliError::Reported(Box::new(fault))
        }
        _ => fault,
    })
}

fn walk(
    path: &Path,
    notices: Notices,
    each: &mut dyn FnMut(Source<'_>) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let name = path.to_string_lossy();
    if name == "-" {
        return each(Source { name: &name, input: &mut stdin().lock() });
    }
    if !path.is_dir() {
        let mut file = File::open(path).map_err(|cause| failed(&name, cause))?;
        return match is_archive(&mut file).map_err(|cause| failed(&name, cause))? {
            true => each_entry(&name, file, notices, each),
            false => each(Source { name: &name, input: &mut file }),
        };
    }
    let entries: io::Result<Vec<_>> = fs::read_dir(path).and_then(Iterator::collect);
    let mut paths: Vec<_> =
        entries.map_err(|cause| failed(&name, cause))?.iter().map(fs::DirEntry::path).collect();
    paths.sort_unstable();
    // Skip links to folders, which may form a circle.
    let paths = paths.iter().filter(|path| !path.is_symlink() || path.is_file());
    let mut parts = Parts::new(notices);
    for path in paths {
        parts.take(&path.to_string_lossy(), walk(path, notices, each))?;
    }
    let left_out = parts.left_out;
    parts.end()?;
    if left_out == 0 { Ok(()) } else { Err(CliError::LeftOut(left_out)) }
}

/// Separates [`CliError::LeftOut`] from the errors of [`each_source`]: the caller reports it at the end, after the
/// answer from the readable files.
pub fn without_left_out(read: Result<(), CliError>) -> Result<Option<CliError>, CliError> {
    match read {
        Err(left_out @ CliError::LeftOut(_)) => Ok(Some(left_out)),
        other => other.map(|()| None),
    }
}

/// The counts of read and unreadable parts of a folder or an archive.
struct Parts {
    notices: Notices,
    read: usize,
    left_out: usize,
    first_fault: Option<CliError>,
}

impl Parts {
    fn new(notices: Notices) -> Parts {
        Parts { notices, read: 0, left_out: 0, first_fault: None }
    }

    /// Counts the result of a part. A part may itself be a folder whose unreadable files are reported already.
    fn take(&mut self, name: &str, done: Result<(), CliError>) -> Result<(), CliError> {
        match done {
            Ok(()) => self.read += 1,
            Err(CliError::LeftOut(files)) => {
                self.read += 1;
                self.left_out += files;
            }
            Err(CliError::File { file, cause }) if Path::new(&file).starts_with(name) => {
                if file == name {
                    self.notices.file(name, &cause)?;
                }
                self.left_out += 1;
                self.first_fault.get_or_insert(CliError::File { file, cause });
            }
            // Other errors end the run, such as those of the output.
            Err(other) => return Err(other),
        }
        Ok(())
    }

    /// Returns the first fault if nothing could be read.
    fn end(self) -> Result<(), CliError> {
        self.first_fault.filter(|_| self.read == 0).map_or(Ok(()), Err)
    }
}

/// Returns whether a file begins like a ZIP archive, and rewinds it. A file without random access, such as a pipe,
/// is not an archive.
fn is_archive(file: &mut File) -> io::Result<bool> {
    if file.stream_position().is_err() {
        return Ok(false);
    }
    let mut start = Vec::new();
    file.take(ZIP.len() as u64).read_to_end(&mut start)?;
    file.rewind()?;
    Ok(start == ZIP)
}

fn each_entry(
    name: &str,
    file: File,
    notices: Notices,
    each: &mut dyn FnMut(Source<'_>) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(|cause| failed(name, cause))?;
    let mut parts = Parts::new(notices);
    for index in 0..archive.len() {
        let path = path_of(&archive.by_index_raw(index).map_err(|cause| failed(name, cause))?);
        if path.ends_with('/') || is_os_metadata(&path) {
            continue;
        }
        let name = format!("{name}/{path}");
        let done = match archive.by_index(index) {
            Ok(mut entry) => each(Source { name: &name, input: &mut entry }),
            Err(cause) => Err(failed(&name, cause)),
        };
        parts.take(&name, done)?;
    }
    parts.end()
}

/// Returns the path of a file in an archive. Most Chinese programs write it in GBK without marking it.
fn path_of<R: Read>(entry: &ZipFile<'_, R>) -> String {
    let bytes = entry.name_raw();
    match std::str::from_utf8(bytes) {
        Ok(path) => path.to_owned(),
        Err(_) => records::decode(bytes, Encoding::Gb18030)
            .unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned()),
    }
}

/// Returns whether a path is one of the metadata files that operating systems add: hidden files, previews of folders.
fn is_os_metadata(path: &str) -> bool {
    path.split('/').map(|part| Cow::from(part.to_ascii_lowercase())).any(|part| {
        let is_hidden = part.starts_with('.') && part.len() > 1 && !part.starts_with("..");
        is_hidden || ["__macosx", "thumbs.db", "desktop.ini"].contains(&&*part)
    })
}
