//! Comments and the evaluations in them.

use super::super::detect::unix_lines;
use super::super::search::occurrences;
use std::fmt::Write;

const EVALUATION: &str = "[%eval ";

/// What is written for a comment that is [`plain`]. Reading it gives back the same text and evaluation.
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
    text.push_str(comment);
    text
}

/// The text and the evaluation of a comment.
pub fn read(text: &str) -> (String, Option<i32>) {
    let text = plain(text);
    let found = occurrences(&text, EVALUATION).find_map(|at| {
        let (value, len) = read_evaluation(&text[at..])?;
        Some((at, value, len))
    });
    let Some((at, value, len)) = found else { return (text, None) };
    let (before, behind) = (text[..at].trim_ascii_end(), text[at + len..].trim_ascii_start());
    let space = if before.is_empty() || behind.is_empty() { "" } else { " " };
    ([before, space, behind].concat(), Some(value))
}

/// A text as records keep it, and as every format gives it back: `&#N;`, which stands for characters in files
/// of the web, is the character N, every line break `\n`, and there is no white space at the ends.
pub fn plain(text: &str) -> String {
    unix_lines(&decode(text)).trim_ascii().to_owned()
}

/// The lines behind semicolons. A space behind one belongs to it.
pub fn read_lines(text: &str) -> String {
    let line = |line: &str| {
        let line = line.strip_prefix([';', '；']).unwrap_or(line);
        line.strip_prefix(' ').unwrap_or(line).to_owned()
    };
    text.split('\n').map(line).collect::<Vec<String>>().join("\n")
}

/// Centipawns and the length of `[%eval 0.35]` or `[%eval 0.35,20]` at the beginning of a text, on one line.
/// A mate (`#3`) is no evaluation and stays text.
fn read_evaluation(text: &str) -> Option<(i32, usize)> {
    /// Longest text of a value with its depth.
    const LONGEST: usize = 32;
    let rest = text.strip_prefix(EVALUATION)?;
    let end = rest.bytes().take(LONGEST).position(|byte| byte == b']')?;
    if rest[..end].contains('\n') {
        return None;
    }
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

/// The text with `&#N;` as the character N, also where only that makes it one.
fn decode(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    for letter in text.chars() {
        decoded.push(letter);
        while let Some((at, letter)) = reference_at_end(&decoded) {
            decoded.truncate(at);
            decoded.push(letter);
        }
    }
    decoded
}

/// Where the reference begins that a text ends with, and what it stands for.
fn reference_at_end(text: &str) -> Option<(usize, char)> {
    let inner = text.strip_suffix(';')?;
    let digits = inner.bytes().rev().take(8).take_while(u8::is_ascii_digit).count();
    let (start, number) = inner.split_at(inner.len() - digits);
    let letter = number.parse().ok().and_then(char::from_u32)?;
    Some((start.strip_suffix("&#")?.len(), letter))
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
