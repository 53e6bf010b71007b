//! A file of PlayOK with any moves.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| chuhe_fuzz::check_record(b"FORMAT WXF\nRED a;1;;\nSTART{", data));
