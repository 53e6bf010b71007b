//! PGN with any tags, moves, variations and comments.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| chuhe_fuzz::check_record(b"[Game \"Chinese Chess\"]\n", data));
