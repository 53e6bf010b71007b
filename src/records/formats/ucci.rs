//! Reads and writes the command `position` of UCCI and UCI, and positions as FEN with or without moves after them.

use super::{pgn, start};
use crate::error::{ReadError, ReadReason};
use crate::text::{find, occurrences};
use crate::tree::MAX_PLIES;
use crate::{Format, Found, Record};
use chuhe_rules::fen::Position;
use chuhe_rules::game::Game;
use std::fmt::Write;

/// The greatest number of fields of a FEN.
const FEN_FIELDS: usize = 6;

/// Returns true if a text is the command `position`, with or without the word `position`, or a FEN and then the word
/// `moves`.
pub(crate) fn is_format(text: &str) -> bool {
    let has_moves = || text.split_whitespace().any(|word| word == "moves");
    matches!(first_word(text), "position" | "startpos") || begins_with_fen(text) && has_moves()
}

/// Returns true if a text begins with a FEN or with a link that contains one.
pub(crate) fn begins_with_fen(text: &str) -> bool {
    let first = first_word(text);
    let slashes = first.matches('/').count() + occurrences(first, "%2F").count();
    first == "fen"
        || slashes >= 9 && !first.starts_with(['[', '{'])
        || first.starts_with("http") && find(first, "fen=").is_some()
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

/// Reads `position [fen FEN | startpos] moves …`. The word `position` may be missing. The text is ignored from
/// `banmoves` or another command on.
pub(crate) fn read(text: &str) -> Result<Found, ReadError> {
    let at = text.len() - text.trim_start().len();
    let at = at + if text[at..].starts_with("position") { "position".len() } else { 0 };
    let ends = ["banmoves", "go", "position"].map(|word| word_at(&text[at..], word));
    let end = ends.into_iter().flatten().min().map_or(text.len(), |len| at + len);
    let text = &text[..end];
    let (start, moves) = match word_at(&text[at..], "moves") {
        Some(len) => (&text[at..at + len], at + len + "moves".len()),
        None => (&text[at..], end),
    };
    let start = match start.trim() {
        "" if moves == end => return Err(ReadError::new(ReadReason::Empty).in_format(Format::Ucci)),
        "" | "startpos" => Position::default(),
        fen => fen_text(fen).parse().map_err(|error| ReadError::from(error).in_format(Format::Ucci))?,
    };
    pgn::read_list(start, text, moves, Format::Ucci)
}

/// Reads a FEN or a link that contains one, and the moves after it.
pub(crate) fn read_fen(text: &str) -> Result<Found, ReadError> {
    let at = text.len() - text.trim_start().len();
    let end = text[at..].find('\n').map_or(text.len(), |len| at + len);
    let end = at + fen_len(&text[at..end]);
    let fen = fen_text(&text[at..end]);
    let start = pgn::start_of(&fen).map_err(|error| error.in_format(Format::Fen))?;
    pgn::read_list_from(start, text, end, Format::Fen)
}

/// Returns the length of the FEN at the beginning of a line. The FEN is the whole line, unless moves follow its fields.
fn fen_len(line: &str) -> usize {
    let mut fields = 0;
    let mut at = if line.starts_with("fen ") { "fen ".len() } else { 0 };
    loop {
        at += line[at..].len() - line[at..].trim_start().len();
        let word = &line[at..at + line[at..].find(char::is_whitespace).unwrap_or(line.len() - at)];
        let is_field = match fields {
            0 => true,
            1 => start::side_of(word).is_some(),
            _ => word == "-" || word.bytes().all(|byte| byte.is_ascii_digit()),
        };
        if word.is_empty() || fields >= FEN_FIELDS || !is_field {
            let begins_list = word == "1" || pgn::holds_moves(&line[at..]);
            return if begins_list { at } else { line.len() };
        }
        fields += 1;
        at += word.len();
    }
}

/// Returns the FEN of a line: after `fen`, or in the parameter `fen` of a link.
fn fen_text(line: &str) -> String {
    let line = line.trim();
    if line.starts_with("http")
        && let Some((_, fen)) = find(line, "fen=").map(|at| line.split_at(at + 4))
    {
        return fen.split(['&', '#']).next().unwrap_or_default().to_owned();
    }
    let line = line.strip_prefix("fen ").unwrap_or(line);
    line.split_whitespace().take(FEN_FIELDS + 1).collect::<Vec<_>>().join(" ")
}

/// Returns the offset of the first occurrence of a word.
fn word_at(text: &str, word: &str) -> Option<usize> {
    let is_word = |at: &usize| {
        let (before, behind) = (&text[..*at], &text[at + word.len()..]);
        before.chars().next_back().is_none_or(char::is_whitespace)
            && behind.chars().next().is_none_or(char::is_whitespace)
    };
    occurrences(text, word).find(is_word)
}

/// Writes the FEN of the position at the end of the main line.
pub(crate) fn write_fen(record: &Record) -> String {
    let mut game = Game::new(record.start().clone());
    // The moves of a record are legal. At an illegal move, the line would end before it.
    let _ = record.main_line().into_iter().try_for_each(|mv| game.play(mv));
    format!("{}\n", game.position())
}

/// Writes the command `position` with the main line.
pub(crate) fn write(record: &Record) -> String {
    let mut text = String::from("position ");
    if *record.start() == Position::default() {
        text.push_str("startpos");
    } else {
        // Writing to a `String` cannot fail.
        let _ = write!(text, "fen {}", record.start());
    }
    for (index, mv) in record.main_line().into_iter().take(MAX_PLIES).enumerate() {
        let _ = write!(text, "{} {mv}", if index == 0 { " moves" } else { "" });
    }
    text.push('\n');
    text
}
