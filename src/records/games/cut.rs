//! Finds where one game of a text ends and the next begins.
//!
//! A game begins at a line with one of these:
//! - a tag, if moves or a result come before it, or if it repeats the first tag of the game after a blank line;
//! - the marker `[DhtmlXQ]`, if moves come before it;
//! - the number of the first move, if a result and a blank line come before it.
//!
//! Text without moves and without a result belongs to the game after it. A comment may contain lines that look like
//! tags. If a comment is never closed, it ends before the next tag `Event` or `Game` after a blank line, provided that
//! the next brace opens another comment.
//!
//! The lines are tested as bytes, so that a file of any size can be split while it arrives. Only lines that may contain
//! the first moves of a game are decoded.

use crate::formats::pgn;
use crate::{Decode, Encoding};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::Range;

/// Cuts the bytes of a text into games.
#[derive(Clone, Copy)]
pub(crate) struct Cutter<'a> {
    pub encoding: Encoding,
    pub decode: Decode<'a>,
}

/// The state of a cutter between two lines.
#[derive(Clone, Copy, Default)]
struct Lines<'a> {
    /// The name of the first tag of the game.
    first: &'a [u8],
    /// True after moves, a result or a field of DhtmlXQ.
    in_moves: bool,
    in_comment: bool,
    /// True after a field of DhtmlXQ.
    in_dhtmlxq: bool,
    was_blank: bool,
    /// True if the last line that is not blank ends with a result.
    has_ended: bool,
    /// The offset of the next game if the open comment is never closed.
    doubtful: Option<usize>,
}

impl<'a> Lines<'a> {
    /// Returns true if a line outside comments begins the next game.
    fn begins_game(&self, line: &'a [u8], name: Option<&'a [u8]>) -> bool {
        let is_next_tag = |name: &[u8]| self.in_moves || self.was_blank && name == self.first;
        let is_next_mark = match self.in_dhtmlxq {
            false => self.in_moves && is_dhtmlxq(line),
            true => line.eq_ignore_ascii_case(b"[dhtmlxq]"),
        };
        name.is_some_and(is_next_tag)
            || is_next_mark
            || self.has_ended && self.was_blank && begins_first_move(line)
    }
}

impl Cutter<'static> {
    /// Returns a cutter for text that is already UTF-8.
    pub fn of_text() -> Cutter<'static> {
        Cutter { encoding: Encoding::Utf8, decode: &|_, _| None }
    }
}

impl Cutter<'_> {
    /// Returns the end of the first game, before the first line of the next one; `None` if no other game follows in
    /// these bytes. `is_whole` is true if the text ends with these bytes.
    pub fn next_game(self, bytes: &[u8], is_whole: bool) -> Option<usize> {
        self.end_from(Lines::default(), bytes, is_whole)
    }

    /// Returns where the next game begins in the text after the moves of a game.
    pub fn game_behind_moves(self, bytes: &[u8]) -> Option<usize> {
        self.end_from(Lines { in_moves: true, ..Lines::default() }, bytes, true)
    }

    fn end_from<'b>(self, mut state: Lines<'b>, bytes: &'b [u8], is_whole: bool) -> Option<usize> {
        let mut at = 0;
        for line in lines(bytes) {
            if let Some(end) = self.end_of_game(&mut state, line, at) {
                return Some(end);
            }
            at += line.len();
        }
        state.doubtful.filter(|_| is_whole)
    }

    /// Returns the ranges of the games of a text.
    pub fn games(self, bytes: &[u8]) -> Vec<Range<usize>> {
        let (mut games, mut begin) = (Vec::new(), 0);
        while let Some(len) = self.next_game(&bytes[begin..], true) {
            games.push(begin..begin + len);
            begin += len;
        }
        games.push(begin..bytes.len());
        games
    }

    /// Processes a line at the offset `at`. Returns the end of the game if the line shows it.
    fn end_of_game<'b>(self, lines: &mut Lines<'b>, line: &'b [u8], at: usize) -> Option<usize> {
        let line = line.trim_ascii();
        let name = tag_name(line);
        if lines.in_comment {
            if lines.was_blank && matches!(name, Some(b"Event" | b"Game")) {
                lines.doubtful.get_or_insert(at);
            }
            let brace = line.iter().find(|byte| matches!(byte, b'{' | b'}'));
            match lines.doubtful {
                Some(end) if brace == Some(&b'{') => return Some(end),
                _ if brace.is_some() => lines.doubtful = None,
                _ => {}
            }
        } else if lines.begins_game(line, name) {
            return Some(at);
        }
        if lines.first.is_empty() {
            lines.first = name.unwrap_or_default();
        }
        lines.was_blank = line.is_empty();
        if !line.is_empty() && (name.is_none() || lines.in_comment) {
            self.look_at_moves(lines, line);
        }
        None
    }

    fn look_at_moves(self, lines: &mut Lines<'_>, line: &[u8]) {
        lines.in_dhtmlxq |= !lines.in_comment && is_dhtmlxq(line);
        lines.in_moves = lines.in_moves || !lines.in_comment && self.holds_moves(line);
        lines.in_comment = ends_in_comment(line, lines.in_comment);
        lines.has_ended = lines.in_moves && !lines.in_comment && ends_with_result(line);
    }

    /// Returns true if a line contains a move, a move number, a result or a field of DhtmlXQ.
    fn holds_moves(self, line: &[u8]) -> bool {
        is_dhtmlxq(line) || pgn::holds_moves(&self.text_of(line))
    }

    fn text_of<'b>(self, line: &'b [u8]) -> Cow<'b, str> {
        match std::str::from_utf8(line) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => match (self.decode)(line, self.encoding) {
                Some(text) => Cow::Owned(text),
                None => String::from_utf8_lossy(line),
            },
        }
    }
}

/// Returns the ranges of the records of a DhtmlXQ text. Text before the first marker `[DhtmlXQ]` belongs to the first
/// record. PGN games may follow the last record.
pub(crate) fn dhtmlxq_games(bytes: &[u8], cutter: Cutter<'_>) -> VecDeque<Range<usize>> {
    let places = |mark: &'static [u8]| {
        let windows = bytes.windows(mark.len()).enumerate();
        windows.filter(move |(_, window)| window.eq_ignore_ascii_case(mark)).map(|(at, _)| at)
    };
    let last = places(b"[/dhtmlxq").next_back().unwrap_or(bytes.len());
    let rest = cutter.game_behind_moves(&bytes[last..]).map_or(bytes.len(), |len| last + len);
    let mut begin = 0;
    let ends = places(b"[dhtmlxq]").skip(1).filter(|at| *at < rest).chain([rest]);
    let mut games: VecDeque<_> = ends.map(|end| std::mem::replace(&mut begin, end)..end).collect();
    let further = cutter.games(&bytes[rest..]).into_iter().filter(|_| rest < bytes.len());
    games.extend(further.map(|game| rest + game.start..rest + game.end));
    games
}

/// Quotation marks after a Chinese name: ASCII, in UTF-8, in GBK and in Big5.
const QUOTES: [&[u8]; 5] = [b"\"", "“".as_bytes(), "＂".as_bytes(), b"\xa1\xb0", b"\xa1\xa7"];

/// Returns the name of the tag at the beginning of a line: `[Event "…`.
fn tag_name(line: &[u8]) -> Option<&[u8]> {
    /// The full-width `[`, in UTF-8 and in GBK.
    const WIDE: [&[u8]; 2] = ["［".as_bytes(), b"\xa3\xdb"];
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let mut opens = std::iter::once(b"[".as_slice()).chain(WIDE);
    let inside = opens.find_map(|open| line.strip_prefix(open))?.trim_ascii_start();
    // Names may be Chinese, in any encoding.
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_' || **byte >= 0x80;
    let len = inside.iter().take_while(is_name).count();
    let (name, behind) = inside.split_at(len);
    let behind = behind.trim_ascii_start();
    let is_quoted = match name.iter().position(|byte| *byte >= 0x80) {
        // After an ASCII name, any byte from 0x80 on may begin a quotation mark. A name that begins with such a byte is
        // Chinese.
        None => !name.is_empty() && behind.first().is_some_and(|byte| *byte == b'"' || *byte >= 0x80),
        Some(0) => QUOTES.iter().any(|quote| behind.starts_with(quote)),
        Some(len) => return Some(&name[..len]),
    };
    is_quoted.then_some(name)
}

/// Returns the lines of a text, each with its line break: `\n`, `\r\n` or `\r`.
pub(crate) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let len = end.map_or(rest.len(), |end| end + 1 + usize::from(rest[end..].starts_with(b"\r\n")));
        let (line, behind) = rest.split_at(len);
        rest = behind;
        (!line.is_empty()).then_some(line)
    })
}

/// Returns true if a line begins a record of DhtmlXQ or a field of it.
fn is_dhtmlxq(line: &[u8]) -> bool {
    line.len() > 8 && line[..8].eq_ignore_ascii_case(b"[dhtmlxq")
}

/// Returns true if a line begins with the number of the first move.
fn begins_first_move(line: &[u8]) -> bool {
    matches!(line, [b'1', next, ..] if matches!(next, b'.' | b' ' | b'\t') || !next.is_ascii())
}

fn ends_with_result(line: &[u8]) -> bool {
    [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"].into_iter().any(|result| line.ends_with(result))
}

/// Returns true if a comment is open after a line. In the older encodings braces may be the second bytes of characters.
fn ends_in_comment(line: &[u8], mut in_comment: bool) -> bool {
    let is_double = std::str::from_utf8(line).is_err();
    let mut bytes = line.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'{' => in_comment = true,
            b'}' => in_comment = false,
            b';' if !in_comment => return false,
            0x81.. if is_double => drop(bytes.next()),
            _ => {}
        }
    }
    in_comment
}
