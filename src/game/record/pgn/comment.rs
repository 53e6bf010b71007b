//! Comments and the evaluations in them.

use super::super::search::{find, occurrences};
use std::fmt::Write;

const EVALUATION: &str = "[%eval ";

/// What is written between braces. Reading it gives back the same text and evaluation.
pub fn write(comment: &str, evaluation: Option<i32>) -> String {
    let mut text = String::new();
    if let Some(value) = evaluation {
        let sign = if value < 0 { "-" } else { "" };
        let value = value.unsigned_abs();
        // Writing to a text cannot fail.
        let _ = write!(text, "{EVALUATION}{sign}{}.{:02}]", value / 100, value % 100);
        if !comment.is_empty() {
            text.push(' ');
        }
    }
    let start = comment.len() - comment.trim_ascii_start().len();
    let inner = start..comment.trim_ascii_end().len().max(start);
    for (at, letter) in comment.char_indices() {
        let means_something = match letter {
            '}' | '\r' => true,
            '&' => comment[at..].starts_with("&#"),
            '[' => read_evaluation(&comment[at..]).is_some(),
            _ => !inner.contains(&at),
        };
        if means_something {
            let _ = write!(text, "&#{};", u32::from(letter));
        } else {
            text.push(letter);
        }
    }
    text
}

/// The text and the evaluation of what stands between braces.
pub fn read(inner: &str) -> (String, Option<i32>) {
    let inner = inner.trim_ascii();
    let found = occurrences(inner, EVALUATION).find_map(|at| {
        let (value, len) = read_evaluation(&inner[at..])?;
        Some((at, value, len))
    });
    let Some((at, value, len)) = found else { return (decode(inner), None) };
    let (before, behind) = (inner[..at].trim_ascii_end(), inner[at + len..].trim_ascii_start());
    let space = if before.is_empty() || behind.is_empty() { "" } else { " " };
    (decode(&[before, space, behind].concat()), Some(value))
}

/// Centipawns and the length of `[%eval 0.35]` or `[%eval 0.35,20]` at the beginning of a text. A mate
/// (`#3`) is no evaluation and stays text.
fn read_evaluation(text: &str) -> Option<(i32, usize)> {
    /// Longest text of a value with its depth.
    const LONGEST: usize = 32;
    let rest = text.strip_prefix(EVALUATION)?;
    let end = rest.bytes().take(LONGEST).position(|byte| byte == b']')?;
    let value = rest[..end].split(',').next()?.trim();
    let (negative, digits) = match value.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, value.strip_prefix('+').unwrap_or(value)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 9 || !is_number(whole) || !is_number(fraction) {
        return None;
    }
    let hundredths = format!("{fraction:0<2}");
    let value = whole.parse::<i64>().ok()? * 100 + hundredths[..2].parse::<i64>().ok()?;
    Some((i32::try_from(if negative { -value } else { value }).ok()?, EVALUATION.len() + end + 1))
}

/// The text with `&#N;` as the character N.
fn decode(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = find(rest, "&#") {
        decoded.push_str(&rest[..at]);
        let behind = &rest[at + 2..];
        let digits = behind.bytes().take(8).take_while(u8::is_ascii_digit).count();
        let letter = behind[..digits].parse().ok().and_then(char::from_u32);
        match letter.filter(|_| behind[digits..].starts_with(';')) {
            Some(letter) => {
                decoded.push(letter);
                rest = &behind[digits + 1..];
            }
            None => {
                decoded.push_str("&#");
                rest = behind;
            }
        }
    }
    decoded.push_str(rest);
    decoded
}

/// A sign of the standard, `$1` to `$6`, as people write it; others as they are.
pub fn sign(text: &str) -> &str {
    match text {
        "$1" => "!",
        "$2" => "?",
        "$3" => "!!",
        "$4" => "??",
        "$5" => "!?",
        "$6" => "?!",
        other => other,
    }
}
