//! CHE with any numbers.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| chuhe_fuzz::check_record(b"1 3 21 32 1 0 1 2 2 0 1 0 10 ", data));
