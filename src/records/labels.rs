//! What a text says before its moves in lines such as `红方：甲 黑方：乙`. dpxq.com gives games as such texts.

use super::Tags;
use super::tags::{is_name, read_result_field, usual_name};
use chuhe_rules::game::Outcome;

/// Whether a text begins like one of dpxq.com: with two lines of a Chinese name and a value, the first name a usual one.
pub(crate) fn begins_dpxq(text: &str) -> bool {
    let mut lines = text.trim_start().lines();
    let mut name = || Some(lines.next()?.trim().split_once([':', '：'])?.0).filter(|name| !name.is_ascii());
    name().is_some_and(|name| usual_name(name).is_some()) && name().is_some()
}

/// The tags and the result that a text names. Of two names for one tag the later is the better one: dpxq.com gives
/// `红方` with the team and then `红方姓名`.
pub(crate) fn read(text: &str) -> (Tags, Option<Outcome>) {
    let (mut tags, mut result) = (Tags::default(), None);
    for (name, value) in text.lines().flat_map(labels).filter(|(_, value)| !value.is_empty()) {
        match name {
            "Result" => result = result.or(read_result_field(value)),
            _ => tags.set(name, value),
        }
    }
    (tags, result)
}

/// The usual names with a colon and their values in a line. A value ends where the next such name begins.
fn labels(line: &str) -> Vec<(&'static str, &str)> {
    let mut found: Vec<(&'static str, usize, usize)> = Vec::new();
    for (colon, mark) in line.char_indices().filter(|(_, letter)| matches!(letter, ':' | '：')) {
        let begin = line[..colon].trim_end_matches(is_name).len();
        if let Some(name) = usual_name(&line[begin..colon]) {
            found.push((name, begin, colon + mark.len_utf8()));
        }
    }
    let ends = found.iter().skip(1).map(|(_, begin, _)| *begin).chain([line.len()]);
    let labels = found.iter().zip(ends).map(|((name, _, begin), end)| (*name, value(&line[*begin..end])));
    labels.collect()
}

/// A value without what separates it from the next one. The number of the first move may stand on the same line.
fn value(text: &str) -> &str {
    let is_edge =
        |letter: char| letter.is_whitespace() || matches!(letter, ',' | '，' | ';' | '；' | '、' | '|');
    let text = text.trim_matches(is_edge);
    text.strip_suffix("1.").map_or(text, |text| text.trim_end_matches(is_edge))
}
