//! Any text as a FEN: what is accepted is written and read back the same.
#![no_main]

use chuhe::rules::fen::Position;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Position>() {
        Ok(position) => assert_eq!(position.to_string().parse(), Ok(position)),
        Err(error) => assert!(!error.reasons.is_empty() && !error.to_string().is_empty()),
    }
});
