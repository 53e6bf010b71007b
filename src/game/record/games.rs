//! Files of many games: where one ends and the next begins.
//!
//! A [`Games`] is fed with the bytes of a file as they come, and gives its games as soon as they are whole.
//!
//! A PGN file is cut before the first tag behind a game. That is seen in the bytes, before anything is decoded, so
//! that a file of any size is read game by game. Comments may hold what looks like a tag; one that is never closed
//! ends where a blank line and the tag `Event` or `Game` follow, which begin a game in nearly every file.

use super::detect;
use super::error::{ReadError, ReadReason};
use super::{Decode, Format, MAX_BYTES, Opened, cbl, read};
use std::collections::VecDeque;
use std::iter;
use std::ops::Range;

/// So much of a text is looked at to find out what it is, in bytes.
const LOOK: usize = 1 << 16;

/// Largest file that is kept as a whole until it is read: a library of CCBridge, a page of DhtmlXQ.
const MAX_WHOLE: usize = 1 << 28;

/// Where [`next_game`] stands in a text.
#[derive(Clone, Copy, Default)]
struct Lines<'a> {
    /// The name of the first tag of the game.
    first: &'a [u8],
    /// A move, a result or another text has come that is no tag.
    in_moves: bool,
    in_comment: bool,
    was_blank: bool,
}

impl<'a> Lines<'a> {
    /// Whether a line begins the next game.
    fn begins_game(&mut self, line: &'a [u8]) -> bool {
        let line = line.trim_ascii();
        let name = tag_name(line);
        let is_next = name.is_some_and(|name| match (self.in_comment, self.in_moves) {
            (true, _) => self.was_blank && matches!(name, b"Event" | b"Game"),
            (false, true) => true,
            // A game that has tags and nothing else.
            (false, false) => self.was_blank && name == self.first,
        });
        if self.first.is_empty() {
            self.first = name.unwrap_or_default();
        }
        self.was_blank = line.is_empty();
        if !is_next && !line.is_empty() && (name.is_none() || self.in_comment) {
            self.in_moves = true;
            self.in_comment = ends_in_comment(line, self.in_comment);
        }
        is_next
    }
}

/// The name of the tag that a line begins with: `[Event "…`.
fn tag_name(line: &[u8]) -> Option<&[u8]> {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let inside = line.strip_prefix(b"[")?.trim_ascii_start();
    let len = inside.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let (name, behind) = inside.split_at(len);
    // A quotation mark, of whatever kind and encoding.
    let is_tag = behind.trim_ascii_start().first().is_some_and(|byte| *byte == b'"' || *byte >= 0x80);
    (is_tag && !name.is_empty()).then_some(name)
}

/// Whether a comment is open behind a line. Braces may be the second bytes of characters in the older encodings.
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

/// Where the game of a PGN text ends that begins at the front: before the tags of the next one. `None` where no other
/// follows in these bytes.
fn next_game(bytes: &[u8]) -> Option<usize> {
    let (mut lines, mut at) = (Lines::default(), 0);
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        if lines.begins_game(line) {
            return Some(at);
        }
        at += line.len();
    }
    None
}

/// The games of a DhtmlXQ text; what stands before the first mark belongs to the first.
fn dhtmlxq_games(bytes: &[u8]) -> VecDeque<Range<usize>> {
    const MARK: &[u8] = b"[dhtmlxq]";
    let marks = bytes.windows(MARK.len()).enumerate();
    let begins = marks.filter(|(_, window)| window.eq_ignore_ascii_case(MARK)).map(|(at, _)| at);
    let mut begin = 0;
    let ends = begins.skip(1).chain([bytes.len()]);
    ends.map(|end| std::mem::replace(&mut begin, end)..end).collect()
}

/// How a file holds its games.
enum Parts {
    /// Not known yet.
    Unknown,
    /// One behind the other, each cut off as it comes.
    Pgn,
    /// At places that are known when the file is there as a whole.
    Whole,
    /// At these places, and of which format where the games alone do not tell.
    At(VecDeque<Range<usize>>, Option<Format>),
}

/// The games of a file, of any format: of PGN, DhtmlXQ and CBL as many as it holds, of others one. One that cannot be
/// read does not stop the others. A file may be larger than [`MAX_BYTES`], a game may not. The line of an error counts
/// from the beginning of the file.
///
/// ```
/// use chuhe::game::record::Games;
/// let mut games = Games::default();
/// let mut plies = Vec::new();
/// for piece in ["[Event \"a\"]\n\n1. h2e2 *\n\n[Ev", "ent \"b\"]\n\n1. b2e2 b7e7 *\n"] {
///     games.push(piece.as_bytes());
///     while let Some(game) = games.next(&|_, _| None) {
///         plies.push(game?.record.main_line().len());
///     }
/// }
/// games.finish();
/// while let Some(game) = games.next(&|_, _| None) {
///     plies.push(game?.record.main_line().len());
/// }
/// assert_eq!(plies, [1, 2]);
/// # Ok::<(), chuhe::game::record::ReadError>(())
/// ```
pub struct Games {
    bytes: Vec<u8>,
    parts: Parts,
    /// Where the rest begins.
    at: usize,
    /// Line breaks before it, from the beginning of the file.
    lines: usize,
    is_whole: bool,
}

impl Default for Games {
    fn default() -> Games {
        Games { bytes: Vec::new(), parts: Parts::Unknown, at: 0, lines: 0, is_whole: false }
    }
}

impl Games {
    /// More of the file. What cannot hold a game any more, since it is too large, is not kept.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.at);
        self.at = 0;
        if !self.is_over() && self.bytes.len() <= MAX_WHOLE {
            self.bytes.extend_from_slice(bytes);
        }
    }

    /// Whether no game comes any more, whatever follows: the file was too large to be read as a whole, which was said.
    pub fn is_over(&self) -> bool {
        matches!(&self.parts, Parts::At(places, _) if places.is_empty() && !self.is_whole)
    }

    /// No more is to come.
    pub fn finish(&mut self) {
        self.is_whole = true;
    }

    /// The next game, or why it cannot be read; `None` where more of the file is needed, or none is left.
    pub fn next(&mut self, decode: Decode<'_>) -> Option<Result<Opened, ReadError>> {
        if self.bytes.len() > MAX_WHOLE {
            let error = ReadError::new(ReadReason::TooLarge(self.bytes.len()));
            (self.bytes, self.parts) = (Vec::new(), Parts::At(VecDeque::new(), None));
            return Some(Err(error));
        }
        self.find_parts(decode);
        let (part, format) = match &mut self.parts {
            Parts::Unknown | Parts::Whole => return None,
            Parts::At(places, format) => (places.pop_front()?, *format),
            Parts::Pgn => {
                let rest = &self.bytes[self.at..];
                let end = next_game(rest).or((self.is_whole && !rest.is_empty()).then_some(rest.len()))?;
                (self.at..self.at + end, None)
            }
        };
        let (bytes, lines) = (&self.bytes[part.clone()], self.lines);
        let game = read(bytes, decode);
        self.lines += bytes.iter().filter(|byte| **byte == b'\n').count();
        self.at = part.end;
        let placed = |mut error: ReadError| {
            error.line = error.line.map(|line| line + lines);
            error
        };
        Some(match game {
            Ok(game) => Ok(Opened {
                format: format.unwrap_or(game.format),
                left_out: game.left_out.map(placed),
                ..game
            }),
            Err(error) => Err(placed(error)),
        })
    }

    /// Finds out how the file holds its games, as soon as there is enough of it.
    fn find_parts(&mut self, decode: Decode<'_>) {
        if matches!(self.parts, Parts::Unknown) && (self.is_whole || self.bytes.len() > LOOK) {
            let first = next_game(&self.bytes).unwrap_or(self.bytes.len()).min(MAX_BYTES);
            let is_pgn = !detect::is_utf_16(&self.bytes)
                && detect::format_of(&self.bytes[..first], decode) == Some(Format::Pgn);
            self.parts = if is_pgn { Parts::Pgn } else { Parts::Whole };
        }
        if matches!(self.parts, Parts::Whole) && self.is_whole {
            if let Some(text) = detect::utf_16_as_utf_8(&self.bytes) {
                (self.bytes, self.parts) = (text.into_bytes(), Parts::Unknown);
                return self.find_parts(decode);
            }
            let format = detect::format_of(&self.bytes[..self.bytes.len().min(MAX_BYTES)], decode);
            let library = cbl::places(&self.bytes).filter(|places| !places.is_empty());
            self.parts = match library {
                Some(places) => Parts::At(places.into(), Some(Format::Cbl)),
                None if format == Some(Format::Dhtmlxq) => Parts::At(dhtmlxq_games(&self.bytes), None),
                None => Parts::At(iter::once(0..self.bytes.len()).collect(), None),
            };
        }
    }
}
