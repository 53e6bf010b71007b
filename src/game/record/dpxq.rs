//! What dpxq.com gives as text, read only: lines such as `红方: 甲`, then the moves in Chinese.
//!
//! Facts: a text of the site.

use super::error::ReadError;
use super::tags::read_result_field;
use super::{Format, Found, Tags, pgn};
use crate::game::fen::Position;

/// Lines that are tags; of two for one tag the later is the better one.
const TAGS: [(&str, &str); 19] = [
    ("标题", "Title"),
    ("赛事", "Event"),
    ("轮次", "Round"),
    ("组别", "Group"),
    ("台次", "Table"),
    ("布局", "Opening"),
    ("红方", "Red"),
    ("黑方", "Black"),
    ("日期", "Date"),
    ("地点", "Site"),
    ("记时规则", "TimeControl"),
    ("红方用时", "RedTime"),
    ("黑方用时", "BlackTime"),
    ("红方团体", "RedTeam"),
    ("红方姓名", "Red"),
    ("黑方团体", "BlackTeam"),
    ("黑方姓名", "Black"),
    ("评论", "Annotator"),
    ("棋谱主人", "Author"),
];

/// The line of the result.
const RESULT: &str = "结果";
/// Longest name of a line, in bytes: five Chinese characters.
const LONGEST: usize = 15;

/// Name and value of a line of the head.
fn field(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.trim().split_once([':', '：'])?;
    let is_name = name.len() <= LONGEST && !name.is_empty() && !name.chars().any(|letter| letter.is_ascii());
    is_name.then(|| (name, value.trim()))
}

/// Whether a text begins with at least two lines of such a head.
pub(super) fn is_one(text: &str) -> bool {
    let is_known = |name: &str| name == RESULT || TAGS.iter().any(|(known, _)| *known == name);
    let mut lines = text.trim_start().lines();
    let first = lines.next().and_then(field);
    first.is_some_and(|(name, _)| is_known(name)) && lines.next().and_then(field).is_some()
}

/// Reads the head, then the moves.
pub(super) fn read(text: &str) -> Result<Found, ReadError> {
    let (mut tags, mut result, mut at) = (Tags::default(), None, 0);
    for line in text.split_inclusive('\n') {
        match field(line) {
            Some((RESULT, value)) => result = read_result_field(value),
            Some((name, value)) => {
                if let Some((_, tag)) =
                    TAGS.iter().find(|(known, _)| *known == name).filter(|_| !value.is_empty())
                {
                    tags.set(tag, value);
                }
            }
            None if line.trim().is_empty() => {}
            None => break,
        }
        at += line.len();
    }
    let mut found = pgn::read_list(Position::default(), text, at, Format::Dpxq)?;
    found.record.tags = tags;
    found.record.result = result.unwrap_or(found.record.result);
    Ok(found)
}
