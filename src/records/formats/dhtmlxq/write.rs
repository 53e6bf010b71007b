//! Writes DhtmlXQ.

use super::{TAGS, digits, is_mark};
use crate::formats::start::PIECES;
use crate::tags::result_word;
use crate::{NodeId, Record, marks};
use chuhe_rules::bitboard::Bitboard;
use chuhe_rules::fen::START;
use chuhe_rules::types::{Color, Piece};
use std::fmt::Write;

/// Writes the whole record.
pub fn write(record: &Record) -> String {
    let mut writer = Writer { record, text: String::from("[DhtmlXQ]\n") };
    writer.head();
    writer.branches();
    writer.text.push_str("[/DhtmlXQ]\n");
    writer.text
}

struct Writer<'a> {
    record: &'a Record,
    text: String,
}

/// A line of moves to write.
struct Branch {
    id: usize,
    parent: usize,
    /// The ply of the first move of the branch, from 1; 0 for the main line, which begins with the root.
    ply: usize,
    first: NodeId,
}

impl Writer<'_> {
    fn field(&mut self, name: &str, value: &str) {
        // Writing to a `String` cannot fail.
        let _ = writeln!(self.text, "[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]");
    }

    fn head(&mut self) {
        for (tag, value) in self.record.tags.iter() {
            let value = escape(value);
            let mut known = TAGS.iter().filter(|(_, name)| *name == tag).peekable();
            if known.peek().is_none() {
                self.field(&format!("tag_{tag}"), &value);
            }
            for (field, _) in known {
                self.field(field, &value);
            }
        }
        self.field("result", result_word(self.record.result));
        let start = self.record.start();
        if start.to_string() != START {
            self.field("fen", &start.to_string());
        }
        self.field("binit", &self.pieces());
    }

    /// Returns the points of the 32 pieces, with `99` for an absent piece.
    fn pieces(&self) -> String {
        let board = &self.record.start().board;
        let places = Color::ALL.into_iter().flat_map(|color| {
            PIECES.chars().take(16).filter_map(Piece::from_letter).map(move |piece| (color, piece.role()))
        });
        let mut taken = Bitboard::EMPTY;
        let mut text = String::new();
        for (color, role) in places {
            match board.of(color, role).into_iter().find(|square| !taken.has(*square)) {
                None => text.push_str("99"),
                Some(square) => {
                    taken |= Bitboard::of(square);
                    text.extend(digits(square));
                }
            }
        }
        text
    }

    fn branches(&mut self) {
        let mut waiting = vec![Branch { id: 0, parent: 0, ply: 0, first: NodeId::ROOT }];
        let mut named = 0;
        while let Some(branch) = waiting.pop() {
            let place = waiting.len();
            let mut moves = String::new();
            let (mut at, mut ply) = (Some(branch.first), branch.ply);
            while let Some(id) = at {
                let node = self.record.node(id);
                if let Some(mv) = node.mv() {
                    moves.extend(digits(mv.from()).into_iter().chain(digits(mv.to())));
                }
                for other in node.children().iter().skip(1) {
                    named += 1;
                    waiting.push(Branch { id: named, parent: branch.id, ply: ply + 1, first: *other });
                }
                self.said(id, branch.id, ply);
                at = node.children().first().copied();
                ply += 1;
            }
            waiting[place..].reverse();
            match branch.id {
                0 => self.field("movelist", &moves),
                id => self.field(&format!("move_{}_{}_{id}", branch.parent, branch.ply), &moves),
            }
        }
    }

    /// Writes the comment, evaluation, signs and shapes of a ply of a branch.
    fn said(&mut self, id: NodeId, branch: usize, ply: usize) {
        let node = self.record.node(id);
        let place = if branch == 0 { ply.to_string() } else { format!("{branch}_{ply}") };
        if !node.comment().is_empty() {
            self.field(&format!("comment{place}"), &escape(node.comment()));
        }
        if let Some(evaluation) = node.evaluation() {
            self.field(&format!("eval{place}"), &evaluation.to_string());
        }
        for (name, value) in
            [("nag", marks::write_signs(node.signs())), ("draw", marks::write_list(node.shapes()))]
        {
            if !value.is_empty() {
                self.field(&format!("{name}{place}"), &value);
            }
        }
    }
}

/// Escapes a text as the value of a field: special characters become `\uXXXX`.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        match letter {
            '\n' => escaped.push_str("||"),
            '\\' | '|' => code(&mut escaped, letter),
            '[' if is_mark(&text[at..]) => code(&mut escaped, letter),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// Writes an ASCII character as `\uXXXX`.
fn code(text: &mut String, letter: char) {
    let _ = write!(text, "\\u{:04x}", u32::from(letter));
}
