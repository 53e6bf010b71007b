//! Reads XQF, the file format of 象棋演播室 (XQStudio), versions 1.0 to 1.8, and writes version 1.0, which every program
//! reads.
//!
//! A file has a head of 0x400 bytes, then the tree of moves, depth first: a move, the moves after it, then its next
//! alternative. Version 1.0 (number 10) is not encrypted. Later versions add keys to the points of the pieces, to the
//! moves and to the lengths of comments, and a key of 32 bytes to all bytes after the head. Points are `file * 10 +
//! rank`, with rank 0 nearest to Red. Texts are GBK.
//!
//! Sources: the description of version 1.0 by its author (`XQFTOOLS/XQF.TXT` of ElephantEye); for the keys,
//! `function.xqf.js` of vschess and the formulas of `XQFRW.pas` that walker8088/cchess quotes.

mod read;
mod vietnamese;
mod write;

pub(crate) use read::{read, text};
pub(crate) use write::write;

/// The number of bytes before the moves.
const HEAD: usize = 0x400;
/// The last version without keys.
const PLAIN: u8 = 10;
/// The offset of the points of the pieces.
const PIECES_AT: usize = 0x10;
/// The numbers that are added to the points of a move.
const FROM: u8 = 24;
const TO: u8 = 32;

/// The texts as `(offset, greatest length, tag)`. The byte at the offset is the length of the text, and the text
/// follows.
const TEXTS: [(usize, usize, &str); 11] = [
    (0x50, 127, "Title"),
    (0xd0, 63, "Event"),
    (0x110, 15, "Date"),
    (0x120, 15, "Site"),
    (0x130, 15, "Red"),
    (0x140, 15, "Black"),
    (0x150, 63, "TimeControl"),
    (0x190, 15, "RedTime"),
    (0x1a0, 15, "BlackTime"),
    (0x1d0, 15, "Annotator"),
    (0x1e0, 15, "Author"),
];
/// The offset of the result: 1 Red won, 2 Black won, 3 a draw.
const RESULT: usize = 0x33;
/// The offset of the side to move: 1 for Black.
const SIDE: usize = 0x32;

/// Returns true if a file begins with `XQ` and the byte of a version.
pub(crate) fn is_format(bytes: &[u8]) -> bool {
    matches!(bytes, [b'X', b'Q', version, ..] if *version < b' ')
}
