//! MXQ with any texts.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| chuhe_fuzz::check_record(b"\x01x\x05Moves\x057C-4C", data));
