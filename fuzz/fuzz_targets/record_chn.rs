//! CHN with any head and moves.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| chuhe_fuzz::check_record(b"GL\xd0\x07\xd4\x07", data));
