//! Reads records of every format. The first byte selects the format whose first bytes are put before the others; 255
//! selects none.
#![no_main]

use chuhe::records::Format;
use libfuzzer_sys::fuzz_target;

const NO_FORMAT: u8 = 255;

fuzz_target!(|data: &[u8]| {
    let [choice, rest @ ..] = data else { return };
    let format = (*choice != NO_FORMAT).then(|| Format::ALL[usize::from(*choice) % Format::ALL.len()]);
    chuhe_fuzz::check_record(format.map_or(b"", |format| format.head()), rest);
});
