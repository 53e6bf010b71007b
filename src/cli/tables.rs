//! Tables of endings for the commands: read from a folder, or solved.

use crate::error::CliError;
use chuhe::endings::{FileError, Index, Material, Table, TableSet, Tables};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

/// Bytes that a table takes in memory for each of its indices, and that solving it takes besides.
const STORED: usize = 4;
const SOLVING: usize = 2;

/// Returns the number of threads that was asked for, by default one a processor.
pub fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| available_parallelism().map_or(1, usize::from)).max(1)
}

/// Returns the file of a material's table in a folder.
pub fn path_in(folder: &Path, material: Material) -> PathBuf {
    folder.join(format!("{}.end", material.file_stem()))
}

/// Reads a material's table from a folder; `None` if the folder lacks it.
///
/// # Errors
/// [`CliError::File`] and [`CliError::Table`] name the file.
pub fn read(folder: &Path, material: Material) -> Result<Option<Table>, CliError> {
    let path = path_in(folder, material);
    let file = || if folder.is_dir() { &path } else { folder }.display().to_string();
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(cause) if cause.kind() == ErrorKind::NotFound && folder.is_dir() => return Ok(None),
        Err(cause) => return Err(CliError::File { file: file(), cause }),
    };
    Table::from_bytes(&bytes).map(Some).map_err(|cause| CliError::Table { file: file(), cause })
}

/// Creates a folder for tables unless it is there.
///
/// # Errors
/// [`CliError::File`] names the folder.
pub fn create(folder: &Path) -> Result<(), CliError> {
    let file = folder.display().to_string();
    fs::create_dir_all(folder).map_err(|cause| CliError::File { file, cause })
}

/// Writes tables into one small file.
///
/// # Errors
/// [`CliError::File`] and [`CliError::Table`] name the file.
pub fn write_set(path: &Path, tables: &Tables) -> Result<(), CliError> {
    replace(path, TableSet::pack(tables.iter()))
}

/// Writes a table into a folder.
///
/// # Errors
/// [`CliError::File`] and [`CliError::Table`] name the file.
pub fn write(folder: &Path, table: &Table) -> Result<(), CliError> {
    replace(&path_in(folder, table.material()), table.to_bytes())
}

/// Writes a file, which appears only when it is complete.
fn replace(path: &Path, bytes: Result<Vec<u8>, FileError>) -> Result<(), CliError> {
    let file = path.display().to_string();
    let bytes = bytes.map_err(|cause| CliError::Table { file: file.clone(), cause })?;
    let part = path.with_extension("part");
    let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, path));
    written.map_err(|cause| CliError::File { file, cause })
}

/// The memory that it takes to solve an ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Number of tables that are missing.
    pub tables: usize,
    /// Number of indices of those tables.
    pub indices: usize,
    /// Bytes of memory.
    pub bytes: usize,
}

impl Size {
    /// Returns the size of what `tables` lack for a material.
    pub fn of(tables: &Tables, material: Material) -> Size {
        let lengths: Vec<usize> =
            tables.missing(material).into_iter().map(|material| Index::new(material).len()).collect();
        let indices = lengths.iter().sum();
        let bytes = STORED * indices + SOLVING * lengths.iter().max().unwrap_or(&0);
        Size { tables: lengths.len(), indices, bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_counts_all_tables_that_are_missing() {
        let mut tables = Tables::default();
        let [rook, smaller] = ["R vs A", "R vs K"].map(|text| text.parse().expect("a material"));
        assert_eq!(Size::of(&tables, rook), Size { tables: 2, indices: 22_050, bytes: 124_200 });
        tables.solve(smaller, 1).expect("needs no other table");
        assert_eq!(Size::of(&tables, rook), Size { tables: 1, indices: 18_000, bytes: 108_000 });
    }
}
