//! Reads `FORMAT WXF`, the text format of PlayOK and other programs.
//!
//! The head has lines of a name and a value, with the players and their ratings as `NAME;RATING;;`. The moves in WXF
//! follow between `START{` and `}END`. Signs may come before the number of the next move: `H8+7 !22.` Sources: files of
//! PlayOK and of engine matches.

use super::pgn;
use crate::error::{ReadError, ReadReason};
use crate::tags::read_result_field;
use crate::text::find;
use crate::{Format, Found};
use chuhe_rules::fen::Position;
use chuhe_rules::game::Outcome;

/// The names of the lines that are tags.
const TAGS: [(&str, &str); 5] =
    [("EVENT", "Event"), ("DATE", "Date"), ("SITE", "Site"), ("ROUND", "Round"), ("GAME", "Title")];

/// Returns true if a text begins with the word `FORMAT`.
pub(crate) fn is_format(text: &str) -> bool {
    text.get(..6).is_some_and(|word| word.eq_ignore_ascii_case("format"))
}

/// Reads the head of a file, then the moves.
pub(crate) fn read(text: &str) -> Result<Found, ReadError> {
    let mark =
        find(&text.to_ascii_uppercase(), "START{").ok_or_else(|| ReadError::from(ReadReason::Truncated))?;
    let begin = mark + "START{".len();
    let end = text[begin..].find('}').map(|len| begin + len);
    let (moves, is_whole) = (&text[begin..end.unwrap_or(text.len())], end.is_some());
    let spread = [&text[..begin], &spread(moves)].concat();
    let mut found = pgn::read_list(Position::default(), &spread, begin, Format::Wxf)?;
    if !is_whole {
        found.left_out.get_or_insert(ReadError::from(ReadReason::Truncated).in_format(Format::Wxf));
    }
    let record = &mut found.record;
    for line in text[..mark].lines() {
        let Some((name, value)) = line.trim().split_once(char::is_whitespace) else { continue };
        match name.to_ascii_uppercase().as_str() {
            name @ ("RED" | "BLACK") => {
                let mut parts = value.split(';');
                let (tag, rating) = if name == "RED" { ("Red", "RedElo") } else { ("Black", "BlackElo") };
                record.tags.set(tag, parts.next().unwrap_or_default());
                record.tags.set(rating, parts.next().unwrap_or_default());
            }
            "RESULT" => record.result = read_result_field(value).unwrap_or(Outcome::Ongoing),
            name => {
                if let Some((_, tag)) = TAGS.iter().find(|(other, _)| *other == name) {
                    record.tags.set(tag, value);
                }
            }
        }
    }
    Ok(found)
}

/// Returns the moves with a space between a sign and the number after it.
fn spread(moves: &str) -> String {
    let mut spread = String::with_capacity(moves.len());
    let mut before = ' ';
    for letter in moves.chars() {
        if matches!(before, '!' | '?') && letter.is_ascii_digit() {
            spread.push(' ');
        }
        spread.push(letter);
        before = letter;
    }
    spread
}
