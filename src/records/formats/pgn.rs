//! PGN, and lists of moves, which are PGN without tags.
//!
//! Read is what is found in the wild: moves in Chinese, WXF, ICCS, UCCI, UCI and the short form of engines
//! (`Che2`), comments in `{…}` and behind `;`, variations in parentheses, signs such as `!`, `±` and `$1`
//! (those that are not known become comments), numbers and dots of every kind or none, text before the moves, behind the result and
//! at the end. What stands in parentheses and is not legal there is kept as a comment. Whether points count
//! ranks from 0, from 1 or from Black's side is decided by the whole game. The side of the first move is the FEN's;
//! where there is none, or it names no side, the one whose move it can be; `1. ……` before it means Black.
//!
//! Moves behind the result are left out, which is told; other text there is kept as a comment.
//!
//! Written is the form of the xqbase standard. A comment stands between braces as it is; one that holds `}`
//! stands behind semicolons, line by line. An evaluation stands before the comment's text as `[%eval 0.35]`,
//! in units of 100 centipawns from Red's view; behind it rings as `[%csl Ge2,Rh2]` and arrows as `[%cal Gh2e2]`, in
//! the points of ICCS. Signs are written as `$1`.

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
/// A quotation mark inside the value need not be escaped: the value ends with a mark before a bracket.
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
