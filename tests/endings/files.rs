//! The files of tables.

use crate::{material, solved, table};
use chuhe_endings::{FileError, Side, Table};

fn bytes(text: &str) -> Vec<u8> {
    table(&solved(&[text]), text).to_bytes().expect("not too deep")
}

#[test]
fn a_stored_table_has_the_same_values() {
    for text in ["N vs A", "P vs EE", "CA vs K"] {
        let tables = solved(&[text]);
        let (before, after) = (table(&tables, text), Table::from_bytes(&bytes(text)).expect("a table"));
        assert_eq!(after.material(), material(text));
        for index in 0..before.index().len() {
            for side in Side::ALL {
                assert_eq!(after.value(index, side), before.value(index, side));
            }
        }
    }
}

#[test]
fn a_changed_or_cut_file_is_refused() {
    assert_refused(&bytes("P vs K"), 97, |bytes| Table::from_bytes(bytes).err());
}

/// Asserts the errors of a file that is changed at every `step`th byte, or cut.
pub fn assert_refused(bytes: &[u8], step: usize, error: impl Fn(&[u8]) -> Option<FileError>) {
    for at in (0..bytes.len()).step_by(step).chain([0, 8, 9, 10, bytes.len() - 1]) {
        let mut changed = bytes.to_vec();
        changed[at] ^= 4;
        let expected = match at {
            0..8 => FileError::NoTable,
            8 => FileError::Version(5),
            _ => FileError::Damaged,
        };
        assert_eq!(error(&changed), Some(expected), "byte {at}");
    }
    for length in [0, 7, 8, 9, 20, bytes.len() - 1] {
        assert!(error(&bytes[..length]).is_some(), "{length} bytes");
    }
}
