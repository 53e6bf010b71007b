//! Writes a record as PGN, and its main line as a list.

use super::{comment, quote, tag};
use crate::tags::result_text;
use crate::{NodeId, Record};
use chuhe_rules::board::Board;
use chuhe_rules::fen::START;
use chuhe_rules::notation::Notation;
use chuhe_rules::types::{Color, Move, Piece};
use std::fmt::Write;

/// Writes the whole record.
pub fn write(record: &Record, notation: Notation) -> String {
    let (format, notation) = match notation {
        Notation::Chinese => ("Chinese", Notation::Chinese),
        Notation::Wxf => ("WXF", Notation::Wxf),
        Notation::Vietnamese => ("Vietnamese", Notation::Vietnamese),
        _ => ("ICCS", Notation::Iccs),
    };
    let mut text = String::from("[Game \"Chinese Chess\"]\n");
    let mut tag = |name: &str, value: &str| {
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "[{name} \"{}\"]", quote(value));
    };
    record.tags.iter().for_each(|(name, value)| tag(name, value));
    tag("Result", result_text(record.result));
    let start = record.start().to_string();
    if start != START {
        tag("FEN", &start);
    }
    tag("Format", format);
    text.push('\n');
    let mut writer = Writer::new(record, notation, text);
    writer.run();
    writer.break_line(true);
    writer.text.extend([result_text(record.result), "\n"]);
    writer.text
}

/// Writes the main line in ICCS, after the FEN if the start position is not the usual one or the record has no moves.
pub fn write_list(record: &Record) -> String {
    let mut text = String::new();
    let moves = record.main_line();
    let start = record.start().to_string();
    if start != START || moves.is_empty() {
        text.extend([&start, "\n"]);
    }
    let mut board = record.start().board.clone();
    let mut words = Vec::with_capacity(moves.len());
    for mv in moves {
        words.push(Notation::Iccs.write(&board, mv).unwrap_or_default());
        board.make(mv);
    }
    if !words.is_empty() {
        text.extend([&words.join(" "), "\n"]);
    }
    text
}

/// A task that remains in the traversal of the tree.
enum Task {
    /// Writes the move on the board of its parent.
    Move(NodeId),
    /// Plays the move and writes the moves after it.
    Follow(NodeId),
    /// Unmakes the last move.
    Back,
    Open,
    Close,
}

struct Writer<'a> {
    record: &'a Record,
    notation: Notation,
    board: Board,
    played: Vec<(Move, Option<Piece>)>,
    tasks: Vec<Task>,
    /// The number of open parentheses.
    depth: usize,
    /// True if Black's next move needs a number.
    numbered: bool,
    /// True if no game can reach the start position.
    is_odd: bool,
    text: String,
}

impl<'a> Writer<'a> {
    fn new(record: &'a Record, notation: Notation, text: String) -> Writer<'a> {
        let board = record.start().board.clone();
        let (played, tasks) = (Vec::new(), Vec::new());
        let is_odd = !record.start().oddities().is_empty();
        Writer { record, notation, board, played, tasks, depth: 0, numbered: true, is_odd, text }
    }

    fn run(&mut self) {
        self.signs(NodeId::ROOT);
        self.comment(NodeId::ROOT);
        self.follow(NodeId::ROOT);
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Move(id) => self.write_move(id),
                Task::Follow(id) => {
                    if let Some(mv) = self.record.node(id).mv() {
                        let captured = self.board.make(mv);
                        self.played.push((mv, captured));
                    }
                    self.follow(id);
                }
                Task::Back => {
                    if let Some((mv, captured)) = self.played.pop() {
                        self.board.unmake(mv, captured);
                    }
                }
                Task::Open => {
                    self.break_line(self.depth == 0);
                    self.text.push('(');
                    (self.depth, self.numbered) = (self.depth + 1, true);
                }
                Task::Close => {
                    self.text.push(')');
                    (self.depth, self.numbered) = (self.depth - 1, true);
                }
            }
        }
    }

    /// Pushes the tasks after a node: the main move, its variations, then the rest of the main line.
    fn follow(&mut self, id: NodeId) {
        let Some((main, others)) = self.record.node(id).children().split_first() else { return };
        self.tasks.extend([Task::Back, Task::Follow(*main)]);
        for other in others.iter().rev() {
            let variation = [Task::Close, Task::Back, Task::Follow(*other), Task::Move(*other), Task::Open];
            self.tasks.extend(variation);
        }
        self.tasks.push(Task::Move(*main));
    }

    /// Writes a line break if one is requested, or else a space if one is needed.
    fn break_line(&mut self, is_wanted: bool) {
        if self.text.ends_with('\n') {
            return;
        }
        if is_wanted {
            self.text.push('\n');
        } else if !self.text.ends_with('(') {
            self.text.push(' ');
        }
    }

    fn write_move(&mut self, id: NodeId) {
        let node = self.record.node(id);
        let Some(mv) = node.mv() else { return };
        let (number, side) = crate::error::next_move(self.record, node.depth() - 1);
        let is_red = side == Color::Red;
        self.break_line(self.depth == 0 && (is_red || self.numbered));
        // Every notation gets `...`, because some readers of Chinese moves do not know `……`.
        let dots = if is_red { "" } else { " ..." };
        if is_red || self.numbered {
            let _ = write!(self.text, "{number}.{dots} ");
        }
        self.text.push_str(&self.name(mv).unwrap_or_else(|| mv.to_string()));
        self.numbered = false;
        self.signs(id);
        self.comment(id);
    }

    /// Returns the text of a move in the notation. In a position that no game can reach, the text may fit two moves.
    /// The move is then written in ICCS.
    fn name(&self, mv: Move) -> Option<String> {
        let text = self.notation.write(&self.board, mv)?;
        let is_told = !self.is_odd || self.notation.read(&self.board, &text) == Ok(mv);
        if is_told { Some(text) } else { Notation::Iccs.write(&self.board, mv) }
    }

    /// Writes the signs and the comment after a move. Those of the start position have lines of their own.
    fn signs(&mut self, id: NodeId) {
        for (index, sign) in self.record.node(id).signs().iter().enumerate() {
            self.break_line(id == NodeId::ROOT && index == 0);
            let _ = write!(self.text, "${sign}");
        }
    }

    fn comment(&mut self, id: NodeId) {
        let node = self.record.node(id);
        let text = comment::write(node);
        if text.is_empty() {
            return;
        }
        // In braces, a closing brace would end the comment, and text that looks like a tag could begin another game.
        let is_risky = text.contains('}') || text.lines().any(|line| tag(line.trim_start()).is_some());
        self.break_line(is_risky || self.depth == 0);
        if is_risky {
            text.split('\n').for_each(|line| self.text.extend(["; ", line, "\n"]));
        } else {
            self.text.extend(["{", &text, "}"]);
        }
        self.numbered = true;
    }
}
