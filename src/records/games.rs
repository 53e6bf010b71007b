//! Splits files of many games into single games.
//!
//! [`Games`] takes the bytes of a file in pieces, and returns each game as soon as it is complete.
//!
//! Texts are split while they arrive, see [`cut`], and so are packs. A library of CCBridge or a page of DhtmlXQ is split when the whole
//! file has arrived.

pub(crate) mod cut;

use super::encoding;
use super::error::{ReadError, ReadReason};
use super::formats::{cbl, pack, usual_reader};
use super::{Decode, Encoding, Format, MAX_BYTES, Opened, read};
use cut::{Cutter, dhtmlxq_games};
use std::collections::VecDeque;
use std::iter;
use std::ops::Range;

/// The number of bytes at the head of a file from which its format is detected.
const LOOK: usize = 1 << 16;

/// The greatest size in bytes of a file that is split only when it is complete: a library of CCBridge, a page of
/// DhtmlXQ.
const MAX_WHOLE: usize = 1 << 28;

/// The way in which a file holds its games.
enum Parts {
    /// The format is not detected yet.
    Unknown,
    /// The file is a text in this encoding. Each game is split off as it arrives.
    Text(Encoding),
    /// The ranges of the games are found when the whole file has arrived.
    Whole,
    /// The games are in these ranges. If a format is given, it replaces the format that is read from each range.
    At(VecDeque<Range<usize>>, Option<Format>),
    /// The file is a pack. Each of its groups of games is read as it arrives.
    Pack(Box<pack::Unpacker>),
}

/// The games in a file of any format: all games of PGN, DhtmlXQ, CBL and packs, one game of other formats. An unreadable game
/// does not stop the others. A file may be larger than [`MAX_BYTES`], but a game may not. The line of an error counts
/// from the beginning of the file.
///
/// ```
/// use chuhe_records::Games;
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
/// # Ok::<(), chuhe_records::ReadError>(())
/// ```
pub struct Games {
    bytes: Vec<u8>,
    parts: Parts,
    /// The offset of the next game.
    at: usize,
    /// The number of line breaks from the beginning of the file to the next game.
    lines: usize,
    is_whole: bool,
}

impl Default for Games {
    fn default() -> Games {
        Games { bytes: Vec::new(), parts: Parts::Unknown, at: 0, lines: 0, is_whole: false }
    }
}

impl Games {
    /// Adds bytes of the file. Bytes of a file that is too large are dropped.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.at);
        self.at = 0;
        if !self.is_over() && self.bytes.len() <= MAX_WHOLE {
            self.bytes.extend_from_slice(bytes);
        }
    }

    /// Returns true if the file was too large or is a damaged pack. The last result was that error, and no game follows.
    pub fn is_over(&self) -> bool {
        match &self.parts {
            Parts::At(places, _) => places.is_empty() && !self.is_whole,
            Parts::Pack(unpacker) => unpacker.is_over(),
            _ => false,
        }
    }

    /// Marks the end of the file.
    pub fn finish(&mut self) {
        self.is_whole = true;
    }

    /// Returns the next game or its error; `None` if the next game is not complete yet, or if no game is left.
    pub fn next(&mut self, decode: Decode<'_>) -> Option<Result<Opened, ReadError>> {
        if self.bytes.len() > MAX_WHOLE {
            let error = ReadError::new(ReadReason::TooLarge(self.bytes.len()));
            (self.bytes, self.parts) = (Vec::new(), Parts::At(VecDeque::new(), None));
            return Some(Err(error));
        }
        self.find_parts(decode);
        if let Parts::Pack(unpacker) = &mut self.parts {
            let (used, game) = unpacker.next(&self.bytes[self.at..], self.is_whole);
            self.at += used;
            return game.map(|game| {
                let record = game.map_err(|error| error.in_format(Format::Pack))?;
                let (format, encoding) = (Format::Pack, Encoding::Binary);
                Ok(Opened { record, format, encoding, games: 1, left_out: None })
            });
        }
        let (part, format) = match &mut self.parts {
            Parts::Unknown | Parts::Whole | Parts::Pack(_) => return None,
            Parts::At(places, format) => (places.pop_front()?, *format),
            Parts::Text(encoding) => {
                let rest = &self.bytes[self.at..];
                let end = Cutter { encoding: *encoding, decode }.next_game(rest, self.is_whole);
                let end = end.or((self.is_whole && !rest.is_empty()).then_some(rest.len()))?;
                (self.at..self.at + end, None)
            }
        };
        let (bytes, lines) = (&self.bytes[part.clone()], self.lines);
        let game = read(bytes, decode);
        self.lines += cut::lines(bytes).filter(|line| line.ends_with(b"\n") || line.ends_with(b"\r")).count();
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

    /// Detects how to split the file, as soon as enough bytes have arrived.
    fn find_parts(&mut self, decode: Decode<'_>) {
        if matches!(self.parts, Parts::Unknown) && pack::is_format(&self.bytes) {
            self.parts = Parts::Pack(Box::default());
        }
        if matches!(self.parts, Parts::Unknown) && (self.is_whole || self.bytes.len() > LOOK) {
            let head = &self.bytes[..self.bytes.len().min(LOOK)];
            let text = encoding::text(head, decode).ok().filter(|_| !encoding::is_utf_16(head));
            let text = text.filter(|(text, _)| !text.trim().is_empty());
            self.parts = match text
                .map(|(text, encoding)| (usual_reader(&text).map(|reader| reader.format), encoding))
            {
                Some((Ok(Format::Pgn | Format::Moves | Format::Dpxq), encoding)) => Parts::Text(encoding),
                _ => Parts::Whole,
            };
        }
        if matches!(self.parts, Parts::Whole) && self.is_whole {
            if let Some(text) = encoding::utf_16_as_utf_8(&self.bytes) {
                (self.bytes, self.parts) = (text.into_bytes(), Parts::Unknown);
                return self.find_parts(decode);
            }
            let head = encoding::text(&self.bytes[..self.bytes.len().min(MAX_BYTES)], decode).ok();
            let dhtmlxq = head.filter(
                |(text, _)| matches!(usual_reader(text), Ok(reader) if reader.format == Format::Dhtmlxq),
            );
            let library = cbl::places(&self.bytes).filter(|places| !places.is_empty());
            self.parts = match library {
                Some(places) => Parts::At(places.into(), Some(Format::Cbl)),
                None => match dhtmlxq {
                    Some((_, encoding)) => {
                        Parts::At(dhtmlxq_games(&self.bytes, Cutter { encoding, decode }), None)
                    }
                    None => Parts::At(iter::once(0..self.bytes.len()).collect(), None),
                },
            };
        }
    }
}
