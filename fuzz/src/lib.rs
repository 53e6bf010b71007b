//! What must hold of any input that a record reader is given.

use chuhe::records::{self, Export, read_native};

/// Reads `head` and what follows it as a record. What is read is the same after it was written and read
/// again, in every format that holds all of it.
pub fn check_record(head: &[u8], rest: &[u8]) {
    let Ok(opened) = read_native(&[head, rest].concat()) else { return };
    for export in Export::ALL.into_iter().filter(|export| export.is_lossless()) {
        let text = records::write(&opened.record, export);
        match read_native(text.as_bytes()) {
            Ok(again) => assert_eq!(again.record, opened.record, "{text}"),
            Err(error) => panic!("{error}\n{text}"),
        }
    }
}
