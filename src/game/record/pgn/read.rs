//! PGN and lists of moves as records.

use super::super::error::{ReadError, ReadReason};
use super::super::start;
use super::super::tags::{MAX_TAGS, read_result_field};
use super::super::{Format, Found, NodeId, Tags};
use super::parser::{Parsed, Parser};
use super::tag;
use crate::game::fen::Position;
use crate::game::notation::coordinate::RankBase;
use crate::game::rules::Outcome;

/// What stands before the moves.
struct Head {
    start: Option<Position>,
    tags: Tags,
    result: Option<Outcome>,
    /// Where the moves begin.
    end: usize,
}

/// The first game of a text, and how many there seem to be.
pub fn read(text: &str, format: Format) -> Result<Found, ReadError> {
    let head = head(text, format)?;
    let parsed = read_moves(text, head.end, head.start.clone(), format)?;
    let mut record = parsed.record;
    let is_said =
        head.start.is_some() || parsed.result.is_some() || !record.node(NodeId::ROOT).comment().is_empty();
    if record.nodes().len() == 1 && !is_said {
        return Err(ReadError::new(ReadReason::Empty).in_format(format));
    }
    record.tags = head.tags;
    for (name, value) in parsed.tags {
        add_tag(&mut record.tags, &name, &value);
    }
    let from_tag = head.result.filter(|result| *result != Outcome::Ongoing);
    record.result = from_tag.or(parsed.result).unwrap_or(Outcome::Ongoing);
    Ok(Found { record, games: 1 + further_games(&text[parsed.end..]), left_out: parsed.left_out })
}

/// The moves of a list from a position; they begin at an offset in a text.
pub fn read_list(start: Position, text: &str, at: usize, format: Format) -> Result<Found, ReadError> {
    let parsed = read_moves(text, at, Some(start), format)?;
    let mut record = parsed.record;
    record.result = parsed.result.unwrap_or(Outcome::Ongoing);
    Ok(Found { record, games: 1, left_out: parsed.left_out })
}

/// Reads the moves with ranks from 0, and where that does not fit the whole game, from 1.
fn read_moves(text: &str, at: usize, start: Option<Position>, format: Format) -> Result<Parsed, ReadError> {
    let parse = |base| {
        let mut parser = Parser::new(text, at, start.clone(), format, base);
        let result = parser.run();
        (result.map(|()| parser.demoted()), parser)
    };
    let (zero, first) = parse(RankBase::Zero);
    if zero == Ok(0) || !first.has_points() {
        return first.finish(zero.err());
    }
    let (one, second) = parse(RankBase::One);
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

/// Reads the tags. Lines before the first one are left out, blank lines between them do not count.
fn head(text: &str, format: Format) -> Result<Head, ReadError> {
    let mut head = Head { start: None, tags: Tags::default(), result: None, end: 0 };
    if format != Format::Pgn {
        return Ok(head);
    }
    // Blank lines are not skipped here: each line is looked at for itself, so that a text is read once.
    let is_blank = |letter: char| letter != '\n' && letter.is_whitespace();
    let is_tag = |at: &usize| tag(text[*at..].trim_start_matches(is_blank)).is_some();
    let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
    head.end = lines.into_iter().find(is_tag).unwrap_or_default();
    loop {
        let at = text.len() - text[head.end..].trim_start().len();
        let Some((name, value, len)) = tag(&text[at..]) else { return Ok(head) };
        head.end = at + len;
        match name {
            "FEN" if !value.trim().is_empty() => {
                let error = |error: ReadError| error.in_format(Format::Pgn).on_line(text, at);
                head.start = Some(start::from_fen(value.trim(), None).map_err(error)?);
            }
            "Result" => head.result = read_result_field(&value),
            _ => add_tag(&mut head.tags, name, &value),
        }
    }
}

/// Adds a tag of a file. The first value of a name counts.
fn add_tag(tags: &mut Tags, name: &str, value: &str) {
    if tags.iter().count() >= MAX_TAGS {
        return;
    }
    tags.set_missing(name, value);
}

/// How often tags begin anew in what follows the first game.
fn further_games(text: &str) -> usize {
    let (mut games, mut was_tag) = (0, false);
    for line in text.lines().map(str::trim_start).filter(|line| !line.is_empty()) {
        let is_tag = tag(line).is_some();
        games += usize::from(is_tag && !was_tag);
        was_tag = is_tag;
    }
    games
}
