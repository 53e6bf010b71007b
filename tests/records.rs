//! Tests of game records: every format, real files, damaged files, and reading back what was written.

mod binary;
mod dirty;
mod formats;
mod games;
mod lost;
mod mutants;
mod pack;
mod random;
mod rare;
mod table;
mod tree;

use chuhe::records::{self, Node, NodeId, Opened, ReadError, Record};
use chuhe::rules::notation::chinese;

/// Opens a text that must be readable.
fn open(text: &str) -> Opened {
    records::read_native(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Returns the error of a text that must be refused.
fn refused(text: &str) -> ReadError {
    match records::read_native(text.as_bytes()) {
        Ok(opened) => panic!("{text} is read: {:?}", opened.record.main_line()),
        Err(error) => error,
    }
}

/// Formats the main line in coordinates, separated by spaces.
fn moves(record: &Record) -> String {
    record.main_line().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Formats the main line in Chinese notation, separated by spaces.
fn chinese_moves(record: &Record) -> String {
    let mut board = record.start().board.clone();
    let mut words = Vec::new();
    for mv in record.main_line() {
        words.push(chinese::write(&board, mv).expect("a legal move"));
        board.make(mv);
    }
    words.join(" ")
}

/// Returns the node after `ply` plies of the main line.
fn node(record: &Record, ply: usize) -> &Node {
    let id = record.main_nodes().nth(ply.wrapping_sub(1));
    record.node(if ply == 0 { NodeId::ROOT } else { id.expect("a ply of the main line") })
}

/// Formats the whole tree on one line: moves, `$signs`, `<evaluations>`, `[shapes]`, `{comments}`, `(variations)`.
fn show(record: &Record) -> String {
    fn line(record: &Record, id: NodeId, text: &mut String) {
        let mut at = id;
        loop {
            let Some((main, others)) = record.node(at).children().split_first() else { return };
            one(record, *main, text);
            for other in others {
                text.push_str(" (");
                one(record, *other, text);
                line(record, *other, text);
                text.push(')');
            }
            at = *main;
        }
    }
    fn one(record: &Record, id: NodeId, text: &mut String) {
        let node = record.node(id);
        let mv = node.mv().map(|mv| mv.to_string()).unwrap_or_default();
        let space = if text.is_empty() || text.ends_with('(') { "" } else { " " };
        text.extend([space, &mv]);
        said(node, text);
    }
    fn said(node: &Node, text: &mut String) {
        node.signs().iter().for_each(|sign| text.push_str(&format!(" ${sign}")));
        if let Some(value) = node.evaluation() {
            text.push_str(&format!(" <{value}>"));
        }
        if !node.shapes().is_empty() {
            let shapes: Vec<String> = node.shapes().iter().map(ToString::to_string).collect();
            text.push_str(&format!(" [{}]", shapes.join(" ")));
        }
        if !node.comment().is_empty() {
            text.push_str(&format!(" {{{}}}", node.comment()));
        }
    }
    let mut text = String::new();
    said(record.node(NodeId::ROOT), &mut text);
    line(record, NodeId::ROOT, &mut text);
    text.trim_start().to_owned()
}
