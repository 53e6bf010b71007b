//! A library with any records.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| chuhe_fuzz::check_record(b"CCBridgeLibrary\0", data));
