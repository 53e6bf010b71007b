//! CBF with any elements.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| chuhe_fuzz::check_record(b"<ChineseChessRecord Version=\"1.0\"><MoveList>", data));
