//! The command `position` with anything behind it.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| chuhe_fuzz::check_record(b"position ", data));
