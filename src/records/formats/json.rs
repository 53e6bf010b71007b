//! Reads lists of moves in JSON: `["h2e2", …]`, or an object with the list, the start position and tags.
//!
//! The list is the document itself or a field such as `moves`. Its items are texts, or objects with a field such as
//! `move` or `iccs`, or with the fields `from` and `to`. The field `fen` is the start position, and fields with the
//! names of tags are tags.

use super::pgn;
use crate::error::{ReadError, ReadReason};
use crate::tags::{read_result_field, usual_name};
use crate::{Format, Found};
use chuhe_rules::fen::Position;
use serde_json::{Map, Value};

/// Fields that may hold the list.
const LISTS: [&str; 9] =
    ["moves", "movelist", "move_list", "list", "history", "steps", "record", "game", "pv"];
/// Fields that may hold the move of an object. The first one in this order counts.
const MOVES: [&str; 10] = ["move", "iccs", "ucci", "uci", "mv", "chinese", "wxf", "notation", "text", "san"];

/// Returns true if a text is JSON.
pub(crate) fn is_format(text: &str) -> bool {
    let text = text.trim_start();
    let behind = text.strip_prefix(['[', '{']).map(str::trim_start);
    let begins = behind.is_some_and(|behind| behind.starts_with(['"', '{', '[']));
    begins && serde_json::from_str::<Value>(text).is_ok()
}

/// Reads the first list of moves.
pub(crate) fn read(text: &str) -> Result<Found, ReadError> {
    let unknown = || ReadError::from(ReadReason::UnknownText);
    let value: Value = serde_json::from_str(text).map_err(|_| unknown())?;
    let (object, list) = match &value {
        // Only the first game of a list of games is read.
        Value::Array(items) => match items.first() {
            Some(Value::Object(first)) if list_of(first).is_some() => (Some(first), list_of(first)),
            _ => (None, Some(&value)),
        },
        Value::Object(object) => (Some(object), list_of(object)),
        _ => return Err(unknown()),
    };
    let moves = list.map(moves_of).transpose()?.unwrap_or_default();
    let field = |name: &str| object.and_then(|object| text_of(object, name));
    let start = match field("fen").or_else(|| field("position")).or_else(|| field("start")) {
        Some(fen) if fen != "startpos" => pgn::start_of(fen)?,
        _ => (Position::default(), false),
    };
    if moves.is_empty() && object.is_none_or(|object| text_of(object, "fen").is_none()) {
        return Err(unknown());
    }
    let mut found = pgn::read_list_from(start, &moves, 0, Format::Fen)?;
    for (name, value) in object.into_iter().flatten() {
        match (usual_name(name), value) {
            (Some("Result"), Value::String(value)) => {
                found.record.result = read_result_field(value).unwrap_or(found.record.result);
            }
            (Some(name), Value::String(value)) => found.record.tags.set(name, value),
            _ => {}
        }
    }
    // Line numbers would refer to the list built from the moves, not to the file.
    found.left_out = found.left_out.map(|error| ReadError { line: None, ..error });
    if let Some(second) = value.as_array().filter(|_| object.is_some()).and_then(|games| games.get(1)) {
        let further = || ReadError::from(ReadReason::AfterResult).at_token(&second.to_string());
        found.left_out.get_or_insert_with(further);
    }
    Ok(found)
}

fn text_of<'a>(object: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    object.iter().find(|(other, _)| other.eq_ignore_ascii_case(name))?.1.as_str()
}

fn list_of(object: &Map<String, Value>) -> Option<&Value> {
    let field = |name: &&str| object.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
    let (_, list) = LISTS.iter().find_map(field)?;
    match list {
        Value::Object(inner) => list_of(inner),
        list => Some(list),
    }
}

/// Returns the moves with spaces between them.
fn moves_of(list: &Value) -> Result<String, ReadError> {
    let refuse = |value: &Value| ReadError::from(ReadReason::UnknownText).at_token(&value.to_string());
    let word = |item: &Value| match item {
        Value::String(text) => Ok(text.clone()),
        Value::Array(pair) => pair
            .iter()
            .map(|mv| mv.as_str().ok_or_else(|| refuse(item)))
            .collect::<Result<Vec<_>, _>>()
            .map(|pair| pair.join(" ")),
        Value::Object(object) => {
            let points =
                text_of(object, "from").zip(text_of(object, "to")).map(|(from, to)| [from, to].concat());
            let text = MOVES.iter().find_map(|name| text_of(object, name)).map(str::to_owned);
            text.or(points).ok_or_else(|| refuse(item))
        }
        _ => Err(refuse(item)),
    };
    match list {
        Value::String(text) => Ok(text.clone()),
        Value::Array(items) => Ok(items.iter().map(word).collect::<Result<Vec<_>, _>>()?.join(" ")),
        other => Err(refuse(other)),
    }
}
