//! Reads and writes comments, with the evaluations and shapes in them.

use crate::marks::{self, ARROWS, EVALUATION, RINGS};
use crate::{Node, Shape};

/// Writes the comment of a node. The reader returns the same text, evaluation and shapes.
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

/// Reads a comment whose lines begin with semicolons. Removes each semicolon and the space after it.
pub fn read_lines(text: &str) -> String {
    let line = |line: &str| {
        let line = line.strip_prefix([';', '；']).unwrap_or(line);
        line.strip_prefix(' ').unwrap_or(line).to_owned()
    };
    text.split('\n').map(line).collect::<Vec<String>>().join("\n")
}
