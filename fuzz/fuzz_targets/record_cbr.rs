//! CBR with any header and tree.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| chuhe_fuzz::check_record(b"CCBridge Record\0", data));
