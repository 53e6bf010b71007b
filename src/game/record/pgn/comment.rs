//! Comments, with the evaluations and shapes in them.

use super::super::detect::unix_lines;
use super::super::marks::{self, ARROWS, EVALUATION, RINGS};
use super::super::{Node, Shape};

/// What is written for a comment. Reading it gives back the same text, evaluation and shapes.
pub fn write(node: &Node) -> String {
    let mut parts = Vec::new();
    if let Some(value) = node.evaluation() {
        let sign = if value < 0 { "-" } else { "" };
        let value = value.unsigned_abs();
        parts.push(format!("{EVALUATION}{sign}{}.{:02}]", value / 100, value % 100));
    }
    let (rings, arrows) = node.shapes().split_at(node.shapes().partition_point(Shape::is_ring));
    for (command, shapes) in [(RINGS, rings), (ARROWS, arrows)] {
        if !shapes.is_empty() {
            parts.push(format!("{command}{}]", marks::write_list(shapes)));
        }
    }
    if !node.comment().is_empty() {
        parts.push(node.comment().to_owned());
    }
    parts.join(" ")
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
