//! A text of dpxq.com with any moves.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| chuhe_fuzz::check_record("标题: x\n红方: y\n".as_bytes(), data));
