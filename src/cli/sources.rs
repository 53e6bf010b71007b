//! Where games are read from: files, folders of them, ZIP archives, standard input.

use crate::error::CliError;
use crate::told;
use chuhe::records::{self, Encoding, Games, Opened, ReadError};
use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, stdin};
use std::path::Path;
use zip::ZipArchive;
use zip::read::ZipFile;

/// So much of a file is read at a time, in bytes.
const PIECE: usize = 1 << 20;
/// How a ZIP archive begins.
const ZIP: [u8; 4] = *b"PK\x03\x04";

/// A file, or one that lies in an archive.
pub struct Source<'a> {
    /// Its path; that of one in an archive goes on behind the archive's.
    pub name: &'a str,
    input: &'a mut dyn Read,
}

fn failed(name: &str, cause: impl Into<io::Error>) -> CliError {
    CliError::File { file: name.to_owned(), cause: cause.into() }
}

impl Source<'_> {
    /// Reads it game by game; they count from 1.
    ///
    /// # Errors
    /// [`CliError::File`] where it cannot be read, or what `each` says.
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

/// Gives a file to `each` (`-` is standard input), or all files of a folder and of those in it in the order of their
/// names, or all that lie in a ZIP archive in its order. What cannot be read of a folder or an archive is said on standard
/// error, and does not keep from the rest.
///
/// # Errors
/// [`CliError::File`] where a file, or nothing of a folder or an archive, can be read, [`CliError::LeftOut`] in the end
/// where files of a folder cannot, or what `each` says.
pub fn each_source(
    path: &Path,
    each: &mut dyn FnMut(Source<'_>) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let name = path.to_string_lossy();
    if name == "-" {
        return each(Source { name: &name, input: &mut stdin().lock() });
    }
    if !path.is_dir() {
        let mut file = File::open(path).map_err(|cause| failed(&name, cause))?;
        return match is_archive(&mut file).map_err(|cause| failed(&name, cause))? {
            true => each_entry(&name, file, each),
            false => each(Source { name: &name, input: &mut file }),
        };
    }
    let entries: io::Result<Vec<_>> = fs::read_dir(path).and_then(Iterator::collect);
    let mut paths: Vec<_> =
        entries.map_err(|cause| failed(&name, cause))?.iter().map(fs::DirEntry::path).collect();
    paths.sort_unstable();
    // A link may lead back to where it stands.
    let paths = paths.iter().filter(|path| !path.is_symlink() || path.is_file());
    let mut parts = Parts::default();
    for path in paths {
        parts.take(&path.to_string_lossy(), each_source(path, each))?;
    }
    let left_out = parts.left_out;
    parts.end()?;
    if left_out == 0 { Ok(()) } else { Err(CliError::LeftOut(left_out)) }
}

/// What [`each_source`] says, but that files were left out, which is for the end: the rest has an answer.
pub fn without_left_out(read: Result<(), CliError>) -> Result<Option<CliError>, CliError> {
    match read {
        Err(left_out @ CliError::LeftOut(_)) => Ok(Some(left_out)),
        other => other.map(|()| None),
    }
}

/// The parts of a folder or an archive: those that cannot be read are left out.
#[derive(Default)]
struct Parts {
    read: usize,
    left_out: usize,
    first_fault: Option<CliError>,
}

impl Parts {
    /// Takes what became of a part. It may itself be a folder, the parts of which were told of.
    fn take(&mut self, name: &str, done: Result<(), CliError>) -> Result<(), CliError> {
        match done {
            Ok(()) => self.read += 1,
            Err(CliError::LeftOut(files)) => {
                self.read += 1;
                self.left_out += files;
            }
            Err(CliError::File { file, cause }) if Path::new(&file).starts_with(name) => {
                if file == name {
                    eprintln!("notice: {}", told(&format!("{name}: left out: {cause}")));
                }
                self.left_out += 1;
                self.first_fault.get_or_insert(CliError::File { file, cause });
            }
            // Where the answer is written to, for one.
            Err(other) => return Err(other),
        }
        Ok(())
    }

    /// The first fault, where nothing could be read.
    fn end(self) -> Result<(), CliError> {
        self.first_fault.filter(|_| self.read == 0).map_or(Ok(()), Err)
    }
}

/// Whether it begins like one; it is at its beginning again. What cannot be gone back in, a pipe, is none.
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
    each: &mut dyn FnMut(Source<'_>) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(|cause| failed(name, cause))?;
    let mut parts = Parts::default();
    for index in 0..archive.len() {
        let path = path_of(&archive.by_index_raw(index).map_err(|cause| failed(name, cause))?);
        if path.ends_with('/') || is_litter(&path) {
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

/// The path in the archive. Most Chinese programs write it in GBK and do not say so.
fn path_of<R: Read>(entry: &ZipFile<'_, R>) -> String {
    let bytes = entry.name_raw();
    match std::str::from_utf8(bytes) {
        Ok(path) => path.to_owned(),
        Err(_) => records::decode(bytes, Encoding::Gb18030)
            .unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned()),
    }
}

/// Whether it is what systems leave beside people's files: hidden files, previews of folders.
fn is_litter(path: &str) -> bool {
    path.split('/').map(|part| Cow::from(part.to_ascii_lowercase())).any(|part| {
        let is_hidden = part.starts_with('.') && part.len() > 1 && !part.starts_with("..");
        is_hidden || ["__macosx", "thumbs.db", "desktop.ini"].contains(&&*part)
    })
}
