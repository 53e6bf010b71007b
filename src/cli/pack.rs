//! Writes the games of `chuhe games` as a pack.

use crate::error::CliError;
use chuhe::records::PackWriter;
use chuhe::records::library::kept::Kept;
use chuhe::records::library::{Id, labels};
use std::fs;
use std::io::{self, Cursor, Write};
use std::path::Path;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// The extension of a pack that is not in an archive, or inside its archive.
const EXTENSION: &str = "pack";

/// Writes games as a pack, each with the label `label`. If the name of the file ends in `.zip`, the pack is compressed in
/// a ZIP archive. Returns the ids of the games that are left out, because their text cannot be read again.
///
/// # Errors
/// [`CliError::File`] if the games do not fit into a pack, or if the file cannot be written.
pub fn write<'a>(
    path: &Path,
    label: Option<&str>,
    games: impl Iterator<Item = (Id, Kept<'a>)>,
) -> Result<Vec<Id>, CliError> {
    let failed = |cause: io::Error| CliError::File { file: path.to_string_lossy().into_owned(), cause };
    let (mut pack, mut left_out) = (PackWriter::default(), Vec::new());
    for (id, game) in games {
        let Some(mut record) = game.record() else {
            left_out.push(id);
            continue;
        };
        if let Some(label) = label.map(str::trim).filter(|label| !label.is_empty()) {
            let own = record.tags.get("Labels").unwrap_or_default().to_owned();
            let all: Vec<&str> = labels(&own).filter(|other| *other != label).chain([label]).collect();
            record.tags.set("Labels", &all.join(", "));
        }
        pack.add(&record).map_err(|cause| failed(io::Error::other(cause)))?;
    }
    let bytes = pack.into_bytes();
    let is_archive = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip"));
    let bytes = if is_archive { zipped(path, &bytes).map_err(failed)? } else { bytes };
    fs::write(path, bytes).map_err(failed)?;
    Ok(left_out)
}

/// Returns a ZIP archive with the pack. Its bytes depend only on the pack and on the name of the file.
fn zipped(path: &Path, pack: &[u8]) -> io::Result<Vec<u8>> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let method = CompressionMethod::Deflated;
    let options = SimpleFileOptions::default()
        .compression_method(method)
        .compression_level(Some(9))
        .last_modified_time(zip::DateTime::default());
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    archive.start_file(format!("{stem}.{EXTENSION}"), options)?;
    archive.write_all(pack)?;
    Ok(archive.finish()?.into_inner())
}
