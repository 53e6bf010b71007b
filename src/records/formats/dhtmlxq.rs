//! Reads and writes DhtmlXQ, the text format of 东萍象棋 and of many forums.
//!
//! A text consists of fields such as `[DhtmlXQ_title]…[/DhtmlXQ_title]`. `binit` holds the pieces and `movelist` the
//! main line, in digits: the file, then the rank from Black's side. `move_P_N_B` is branch B, which replaces ply N of
//! branch P (0 is the main line). `commentN` is the comment on ply N of the main line, and `commentB_N` on ply N of
//! branch B; ply 0 is the start position. `||` stands for a line break, and `\uXXXX` for a character. The first piece
//! that moves gives the side to move, unless the field `fen` gives it.
//!
//! Pages of dpxq.com contain several games, or the lines of moves in a script as `[P_N_B]…[/P_N_B]`.
//!
//! Chuhe adds fields for data that the format cannot hold: `evalN` and `evalB_N` hold evaluations in centipawns, `nagN`
//! the numbers of signs (`1 14`), `drawN` rings and arrows (`Re2,Gh2e2`), and `tag_NAME` other tags. Other programs
//! ignore these fields.
//!
//! Sources: files of dpxq.com and `function.dataToNode.js` of vschess.

mod read;
mod write;

pub(crate) use read::{read, read_digits};
pub(crate) use write::write;

use super::raw::Codec;
use crate::Format;
use chuhe_rules::types::{Move, Square};

/// Fields that are tags under another name. The writer uses all of them. If two fields set the same tag, the reader
/// takes the later one.
const TAGS: [(&str, &str); 22] = [
    ("title", "Title"),
    ("event", "Event"),
    ("place", "Site"),
    ("date", "Date"),
    ("round", "Round"),
    ("red", "Red"),
    ("redname", "Red"),
    ("redteam", "RedTeam"),
    ("black", "Black"),
    ("blackname", "Black"),
    ("blackteam", "BlackTeam"),
    ("open", "Opening"),
    ("timerule", "TimeControl"),
    ("redtime", "RedTime"),
    ("blacktime", "BlackTime"),
    ("redrating", "RedElo"),
    ("blackrating", "BlackElo"),
    ("remark", "Annotator"),
    ("author", "Author"),
    ("group", "Group"),
    ("table", "Table"),
    ("type", "Type"),
];

const CODEC: Codec = Codec { format: Format::Dhtmlxq, decode, name: |code| format!("{code:04}") };

/// Decodes a move of four digits: file and rank of the start, then of the target.
fn decode(code: u16) -> Option<Move> {
    let point = |digits: u16| Square::at((digits / 10) as i8, 9 - (digits % 10) as i8);
    Move::try_new(point(code / 100)?, point(code % 100)?)
}

/// Returns the two digits of a point.
fn digits(square: Square) -> [char; 2] {
    [(b'0' + square.file()) as char, (b'9' - square.rank()) as char]
}

/// Returns true if a text consists of moves with four digits each.
pub(crate) fn is_digits(text: &str) -> bool {
    let letters = || text.bytes().filter(|byte| !byte.is_ascii_whitespace());
    letters().all(|byte| byte.is_ascii_digit()) && letters().next().is_some() && letters().count() % 4 == 0
}

/// Returns true if a text begins with the opening or closing marker of a field, in any letter case.
fn is_mark(text: &str) -> bool {
    let bytes = text.as_bytes();
    let name = match bytes {
        [b'[', b'/', name @ ..] | [b'[', name @ ..] => name,
        _ => return false,
    };
    name.get(..7).is_some_and(|name| name.eq_ignore_ascii_case(b"dhtmlxq"))
}

/// Returns true if a text contains the opening or closing marker of a field.
pub(crate) fn has_mark(text: &str) -> bool {
    text.match_indices('[').any(|(at, _)| is_mark(&text[at..]))
}
