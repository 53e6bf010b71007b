//! Reads and writes PGN, and lists of moves, which are PGN without tags.
//!
//! The reader accepts the forms that occur in real files:
//! - moves in Chinese, WXF, ICCS, UCCI, UCI and the short notation of engines (`Che2`);
//! - comments in `{…}` and after `;`, and variations in parentheses;
//! - signs such as `!`, `±` and `$1` (unknown signs become comments);
//! - move numbers and dots of every kind, or none;
//! - other text before the moves, after the result and at the end.
//!
//! A parenthesis with an illegal move becomes a comment. Whether points count ranks from 0, from 1 or from Black's side
//! depends on the whole game. The FEN gives the side to move first. If there is no FEN, or the FEN gives no side, the
//! side is the one that can play the first move; `1. ……` before the move means Black.
//!
//! Moves after the result are left out and reported as an error. Other text after the result becomes a comment.
//!
//! The writer follows the xqbase standard. A comment is written in braces, or after semicolons, line by line, if it
//! contains `}`. An evaluation is written before the text of the comment as `[%eval 0.35]`, in units of 100 centipawns
//! from Red's view. Rings follow as `[%csl Ge2,Rh2]` and arrows as `[%cal Gh2e2]`, with the points of ICCS. Signs are
//! written as `$1`.

mod comment;
mod lexer;
mod parser;
mod read;
mod san;
mod shape;
mod word;
mod write;

use crate::tags::is_name;
use crate::text::replace;
pub(crate) use comment::write as write_comment;
pub(crate) use read::{read, read_list, read_list_from, start_of};
pub(crate) use word::holds_moves;
pub(crate) use write::{write, write_list};

/// Reads the tag at the beginning of a text, `[Event "…"]` on one line, and returns its name, value and length. The
/// name may be Chinese.
///
/// A quotation mark inside the value need not be escaped: only a quotation mark before the closing bracket ends the
/// value.
pub(crate) fn tag(text: &str) -> Option<(&str, String, usize)> {
    let inside = text.strip_prefix(['[', '［'])?;
    let inside = inside.trim_start_matches([' ', '\t']);
    let (name, rest) = inside.split_at(inside.find(|letter| !is_name(letter)).unwrap_or(inside.len()));
    if name.is_empty() {
        return None;
    }
    let rest = rest.trim_start_matches([' ', '\t']);
    let quote = rest.chars().next().filter(|letter| matches!(letter, '"' | '“' | '”' | '＂'))?;
    let rest = &rest[quote.len_utf8()..];
    let closes = |letter| letter == quote || quote == '“' && letter == '”';
    let mut value = String::new();
    let mut letters = rest.char_indices();
    while let Some((at, letter)) = letters.next() {
        let behind = &rest[at + letter.len_utf8()..];
        match letter {
            '\n' => return None,
            '\\' if behind.starts_with(['"', '\\']) => value.extend(letters.next().map(|(_, next)| next)),
            _ if closes(letter) => match behind.trim_start_matches([' ', '\t']).strip_prefix([']', '］']) {
                Some(end) => return Some((name, value, text.len() - end.len())),
                None => value.push(letter),
            },
            _ => value.push(letter),
        }
    }
    None
}

/// Escapes the value of a tag.
fn quote(value: &str) -> String {
    replace(&replace(value, "\\", "\\\\"), "\"", "\\\"")
}
