//! A record of every format, by the first byte: how its files begin, and any bytes behind.
#![no_main]

use chuhe::records::Format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let [choice, rest @ ..] = data else { return };
    let format = Format::ALL.get(usize::from(*choice) % (Format::ALL.len() + 1));
    chuhe_fuzz::check_record(format.map_or(b"", |format| format.head()), rest);
});
