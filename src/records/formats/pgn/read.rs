//! Reads PGN and lists of moves.

use super::parser::{Parsed, Parser};
use super::tag;
use super::word::Dialect;
use crate::error::{ReadError, ReadReason};
use crate::formats::start;
use crate::tags::{MAX_TAGS, read_labels, read_result_field, usual_name};
use crate::{Format, Found, NodeId, Tags};
use chuhe_rules::fen::{FenReason, Position};
use chuhe_rules::game::Outcome;
use chuhe_rules::notation::coordinate::RankBase;

/// The text before the moves.
struct Head {
    /// The start position, and true if its FEN gives the side to move.
    start: Option<(Position, bool)>,
    tags: Tags,
    result: Option<Outcome>,
    /// The offset of the moves.
    end: usize,
}

/// Reads the game of a text.
pub fn read(text: &str, format: Format) -> Result<Found, ReadError> {
    let head = head(text, format)?;
    let parsed = read_moves(text, head.end, head.start.clone(), format)?;
    let mut record = parsed.record;
    record.tags = head.tags;
    for (name, value) in parsed.tags {
        add_tag(&mut record.tags, &name, &value);
    }
    let (labels, labelled) = read_labels(&text[head.end..parsed.first_move]);
    labels.iter().for_each(|(name, value)| add_tag(&mut record.tags, name, value));
    let from_tag = head.result.filter(|result| *result != Outcome::Ongoing);
    record.result = from_tag.or(parsed.result).or(labelled).unwrap_or(Outcome::Ongoing);
    let is_said =
        head.start.is_some() || parsed.result.is_some() || !record.node(NodeId::ROOT).comment().is_empty();
    if record.nodes().len() == 1 && !is_said {
        return Err(ReadError::new(ReadReason::Empty).in_format(format));
    }
    Ok(Found { record, games: 1, left_out: parsed.left_out })
}

/// Reads a list of moves at an offset of a text, from a position whose side to move is certain.
pub fn read_list(start: Position, text: &str, at: usize, format: Format) -> Result<Found, ReadError> {
    read_list_from((start, true), text, at, format)
}

/// Reads a list like [`read_list`]. `start` has the position, and true if its side to move is certain.
pub fn read_list_from(
    start: (Position, bool),
    text: &str,
    at: usize,
    format: Format,
) -> Result<Found, ReadError> {
    let parsed = read_moves(text, at, Some(start), format)?;
    let mut record = parsed.record;
    record.result = parsed.result.unwrap_or(Outcome::Ongoing);
    Ok(Found { record, games: 1, left_out: parsed.left_out })
}

/// Reads the moves with ranks from 0. If some moves of the game do not fit, it reads all moves as Vietnamese or with
/// ranks from 1. If the first move would change the side to move, it reads the moves with ranks from Black's side.
fn read_moves(
    text: &str,
    at: usize,
    start: Option<(Position, bool)>,
    format: Format,
) -> Result<Parsed, ReadError> {
    let parse = |dialect| {
        let mut parser = Parser::new(text, at, start.clone(), format, dialect);
        let result = parser.run();
        (result.map(|()| parser.demoted()), parser)
    };
    let (zero, first) = parse(Dialect::Ranks(RankBase::Zero));
    if zero.is_err() && first.has_vietnamese() {
        let (error, parser) = parse(Dialect::Vietnamese);
        let is_better = error.is_ok() || parser.plies() > first.plies();
        return if is_better { parser.finish(error.err()) } else { first.finish(zero.err()) };
    }
    if zero == Ok(0) && !first.has_turned() || !first.has_points() {
        return first.finish(zero.err());
    }
    let (one, second) = parse(Dialect::Ranks(RankBase::One));
    let (top, third) = parse(Dialect::RanksFromTop);
    // If tags name the players but not the start position, Red moves first.
    let begins_red = format == Format::Pgn && start.is_none();
    let turns = |read: &Result<usize, ReadError>, parser: &Parser<'_>| {
        read.is_err() || parser.has_turned() && begins_red
    };
    if top == Ok(0) && turns(&zero, &first) && turns(&one, &second) {
        return third.finish(None);
    }
    match (zero, one) {
        (Ok(zero), Ok(one)) => if one < zero { second } else { first }.finish(None),
        (Ok(_), Err(_)) => first.finish(None),
        (Err(_), Ok(_)) => second.finish(None),
        (Err(zero), Err(one)) => {
            let (error, parser) = if second.plies() > first.plies() { (one, second) } else { (zero, first) };
            parser.finish(Some(error))
        }
    }
}

/// Reads the tags. It skips lines before the first tag and blank lines between tags.
fn head(text: &str, format: Format) -> Result<Head, ReadError> {
    let mut head = Head { start: None, tags: Tags::default(), result: None, end: 0 };
    if format != Format::Pgn {
        return Ok(head);
    }
    // Each line is tested alone, without skipping blank lines first, so that the text is read once.
    let is_blank = |letter: char| letter != '\n' && letter.is_whitespace();
    let is_tag = |at: &usize| tag(text[*at..].trim_start_matches(is_blank)).is_some();
    let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
    head.end = lines.into_iter().find(is_tag).unwrap_or_default();
    loop {
        let at = text.len() - text[head.end..].trim_start().len();
        let Some((name, value, len)) = tag(&text[at..]) else { return Ok(head) };
        head.end = at + len;
        match usual_name(name) {
            Some("FEN") if !value.trim().is_empty() => {
                let error = |error: ReadError| error.in_format(Format::Pgn).on_line(text, at);
                head.start = Some(start_of(value.trim()).map_err(error)?);
            }
            Some("Result") => head.result = head.result.or(read_result_field(&value)),
            _ => add_tag(&mut head.tags, name, &value),
        }
    }
}

/// Reads a FEN, whose side to move may be missing. Returns the position, and true if the FEN gives the side.
pub fn start_of(fen: &str) -> Result<(Position, bool), ReadError> {
    let parsed = start::usual_fen(fen).parse::<Position>();
    let is_told = !matches!(&parsed, Err(error) if error.reasons == [FenReason::MissingSide]);
    Ok((start::from_fen(fen, None)?, is_told))
}

/// Adds a tag of a file. If a name has several values, the first one counts.
fn add_tag(tags: &mut Tags, name: &str, value: &str) {
    if tags.iter().count() >= MAX_TAGS {
        return;
    }
    tags.set_missing(name, value);
}
