//! Uses the rules without the standard library, as firmware would.
//!
//! The panic handler below is also the check that the rules link no standard library: that library has a handler of its
//! own, and the compiler refuses a second one.

#![no_std]

extern crate alloc;

use alloc::string::{String, ToString};
use chuhe_rules::{Game, Notation, Verdict};

/// Plays a move that is written in the notation WXF, such as `C2.5`. Returns the verdict, or the reason for refusing the
/// move.
///
/// # Errors
/// The reason, in words.
pub fn play(game: &mut Game, text: &str) -> Result<Verdict, String> {
    let mv = Notation::Wxf.read(game.board(), text).map_err(|error| error.to_string())?;
    game.play(mv).map_err(|error| error.to_string())?;
    Ok(game.verdict())
}

// A build of the whole workspace turns the feature `serde` on, and other crates of the workspace need serde's `std`.
#[cfg(not(feature = "serde"))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
