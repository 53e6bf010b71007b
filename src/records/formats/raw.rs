//! The unchecked move tree of a file whose moves are pairs of points, and its conversion to a record.

use crate::error::{ReadError, ReadReason};
use crate::marks::{self, Shape};
use crate::tree::{AddError, MAX_MOVES};
use crate::{Format, Found, NodeId, Record};
use chuhe_rules::board::Board;
use chuhe_rules::types::{Move, Piece, Square};
use std::mem;

/// One move of a file.
pub(crate) struct RawNode {
    /// The code of the move in the file.
    code: u16,
    pub comment: String,
    pub evaluation: Option<i32>,
    pub signs: Vec<u8>,
    pub shapes: Vec<Shape>,
    children: Vec<u32>,
}

impl RawNode {
    fn new(code: u16) -> RawNode {
        let (comment, signs, shapes, children) = (String::new(), Vec::new(), Vec::new(), Vec::new());
        RawNode { code, comment, evaluation: None, signs, shapes, children }
    }

    /// Stores a comment. Signs at its beginning become signs of the move, because the format has no field for signs.
    pub fn say(&mut self, comment: String) {
        let mut rest = comment.as_str();
        while let Some((sign, behind)) = marks::leading_sign(rest) {
            self.signs.push(sign);
            rest = behind;
        }
        self.comment = rest.to_owned();
    }
}

/// The form in which a format writes moves.
#[derive(Clone, Copy)]
pub(crate) struct Codec {
    pub format: Format,
    /// Returns the move of a code, if both its points are on the board.
    pub decode: fn(u16) -> Option<Move>,
    /// Returns the text of a code for an error.
    pub name: fn(u16) -> String,
}

/// A move as the binary formats store it: the moves after it follow, then its next sibling.
pub(crate) struct Step {
    /// The code of the move in the file.
    pub code: u16,
    pub has_next: bool,
    pub has_sibling: bool,
    pub comment: String,
}

/// A reader of the bytes of a file, from front to back.
pub(crate) struct Bytes<'a> {
    all: &'a [u8],
    at: usize,
    format: Format,
}

impl<'a> Bytes<'a> {
    pub fn new(all: &'a [u8], at: usize, format: Format) -> Bytes<'a> {
        Bytes { all, at, format }
    }

    /// Returns the offset of the next byte.
    pub fn at(&self) -> usize {
        self.at
    }

    pub fn is_empty(&self) -> bool {
        self.at >= self.all.len()
    }

    /// Returns the next `len` bytes, or an error if the file has fewer.
    pub fn take(&mut self, len: usize) -> Result<&'a [u8], ReadError> {
        let end = self.at.checked_add(len).filter(|end| *end <= self.all.len());
        let end = end.ok_or_else(|| ReadError::new(ReadReason::Truncated).in_format(self.format))?;
        let taken = &self.all[self.at..end];
        self.at = end;
        Ok(taken)
    }
}

/// Returns the code of two points, for formats without codes of their own.
pub(crate) fn code_of(from: Option<Square>, to: Option<Square>) -> u16 {
    let index = |square: Option<Square>| square.map_or(0xff, |square| square.index() as u16);
    index(from) << 8 | index(to)
}

/// Returns the codec for the codes of [`code_of`].
pub(crate) const fn points(format: Format) -> Codec {
    Codec { format, decode: decode_points, name: name_points }
}

fn decode_points(code: u16) -> Option<Move> {
    let point = |index: u16| Square::at((index % 9) as i8, (index / 9) as i8);
    Move::try_new(point(code >> 8)?, point(code & 0xff)?)
}

fn name_points(code: u16) -> String {
    decode_points(code).map_or_else(|| String::from("?"), |mv| mv.to_string())
}

/// A tree whose moves may be illegal.
pub(crate) struct RawTree {
    codec: Codec,
    /// The nodes by index, the root first.
    nodes: Vec<RawNode>,
    /// The error that ended the reading of the file early.
    left_out: Option<ReadError>,
}

/// A remaining task of the walk over the tree.
enum Task {
    Enter { raw: u32, parent: NodeId, is_main: bool },
    Leave(Move, Option<Piece>),
}

/// A remaining task of writing an illegal variation as text.
enum Words {
    Move(u32),
    /// Writes the moves after a move.
    Follow(u32),
    Open(u32),
    Close,
}

impl RawTree {
    /// The index of the root.
    pub const ROOT: u32 = 0;

    pub fn new(codec: Codec) -> RawTree {
        RawTree { codec, nodes: vec![RawNode::new(0)], left_out: None }
    }

    /// Creates a tree of one line of moves.
    pub fn of_line(codec: Codec, codes: impl IntoIterator<Item = u16>) -> Result<RawTree, ReadError> {
        let mut tree = RawTree::new(codec);
        let mut at = RawTree::ROOT;
        for code in codes {
            at = tree.add(at, code)?;
        }
        Ok(tree)
    }

    /// Stores the error that ended the reading of the file early. Only the first error is stored.
    pub fn leave_out(&mut self, error: ReadError) {
        self.left_out.get_or_insert(error.in_format(self.codec.format));
    }

    /// Creates a tree from the step `root`, which holds no move, and the steps of `step`, in the order of the file.
    pub fn of_steps(
        codec: Codec,
        root: Step,
        mut step: impl FnMut() -> Result<Option<Step>, ReadError>,
    ) -> Result<RawTree, ReadError> {
        let mut tree = RawTree::new(codec);
        tree.node_mut(RawTree::ROOT).say(root.comment);
        let mut parent = root.has_next.then_some(RawTree::ROOT);
        let mut forks = Vec::new();
        while let Some(at) = parent {
            let step = match step() {
                Err(error) if error.reason == ReadReason::Truncated => {
                    tree.leave_out(error);
                    break;
                }
                step => step?,
            };
            let Some(step) = step else { break };
            let node = tree.add(at, step.code)?;
            tree.node_mut(node).say(step.comment);
            parent = match (step.has_next, step.has_sibling) {
                (true, has_sibling) => {
                    forks.extend(has_sibling.then_some(at));
                    Some(node)
                }
                (false, true) => Some(at),
                (false, false) => forks.pop(),
            };
        }
        Ok(tree)
    }

    pub fn node_mut(&mut self, id: u32) -> &mut RawNode {
        &mut self.nodes[id as usize]
    }

    /// Adds a move as the last child of a node and returns its index.
    pub fn add(&mut self, parent: u32, code: u16) -> Result<u32, ReadError> {
        if self.nodes.len() > MAX_MOVES {
            return Err(ReadError::from(AddError::TooManyMoves).in_format(self.codec.format));
        }
        let id = self.nodes.len() as u32;
        self.nodes.push(RawNode::new(code));
        self.node_mut(parent).children.push(id);
        Ok(id)
    }

    /// Makes the last child of a node its first child.
    pub fn promote_last(&mut self, parent: u32) {
        self.node_mut(parent).children.rotate_right(1);
    }

    /// Returns the first move of the main line.
    pub fn first_move(&self) -> Option<Move> {
        let first = self.nodes[0].children.first()?;
        (self.codec.decode)(self.nodes[*first as usize].code)
    }

    /// Checks the moves and adds them to a record. The main line ends before an illegal move, which is an error if no
    /// move comes before it. In a variation, an illegal move and the moves after it become text of the comment on the
    /// move before. Equal siblings become one move.
    pub fn build(mut self, mut record: Record) -> Result<Found, ReadError> {
        let (board, cut) = (record.start().board.clone(), self.left_out.take());
        let mut builder =
            Builder { raw: self, record: &mut record, board, tasks: Vec::new(), left_out: None };
        builder.fill(Self::ROOT, NodeId::ROOT, true);
        while let Some(task) = builder.tasks.pop() {
            match task {
                Task::Leave(mv, captured) => builder.board.unmake(mv, captured),
                Task::Enter { raw, parent, is_main } => builder.enter(raw, parent, is_main)?,
            }
        }
        match builder.left_out.take().or(cut) {
            Some(error) if record.nodes().len() == 1 => Err(error),
            left_out => Ok(Found { record, games: 1, left_out }),
        }
    }

    /// Writes a subtree as text in parentheses.
    fn in_words(&self, from: u32) -> String {
        let mut text = String::new();
        let mut words = vec![Words::Open(from)];
        while let Some(word) = words.pop() {
            match word {
                Words::Close => text.push(')'),
                Words::Open(id) => {
                    text.push_str(if text.is_empty() { "(" } else { " (" });
                    words.extend([Words::Close, Words::Follow(id), Words::Move(id)]);
                }
                Words::Move(id) => {
                    let node = &self.nodes[id as usize];
                    let space = if text.ends_with('(') { "" } else { " " };
                    text.extend([space, &(self.codec.name)(node.code)]);
                    if !node.comment.is_empty() {
                        text.extend([" ", &node.comment]);
                    }
                }
                Words::Follow(id) => {
                    if let Some((main, others)) = self.nodes[id as usize].children.split_first() {
                        words.push(Words::Follow(*main));
                        words.extend(others.iter().rev().map(|id| Words::Open(*id)));
                        words.push(Words::Move(*main));
                    }
                }
            }
        }
        text
    }
}

/// Builds a record from a raw tree.
struct Builder<'a> {
    raw: RawTree,
    record: &'a mut Record,
    board: Board,
    tasks: Vec<Task>,
    /// The error for the illegal move after the main line.
    left_out: Option<ReadError>,
}

impl Builder<'_> {
    fn enter(&mut self, raw: u32, parent: NodeId, is_main: bool) -> Result<(), ReadError> {
        let Codec { format, decode, name } = self.raw.codec;
        let code = self.raw.nodes[raw as usize].code;
        let mv = decode(code);
        let place = |error: ReadError, record: &Record| error.in_format(format).after(record, parent);
        let Some(mv) = mv.filter(|mv| self.board.is_legal(*mv)) else {
            if is_main {
                let error = ReadError::illegal(&self.board, mv).at_token(&name(code));
                self.left_out = Some(place(error, self.record));
                return Ok(());
            }
            let text = self.raw.in_words(raw);
            self.record.node_mut(parent).append_comment(&text);
            return Ok(());
        };
        let added = self.record.add_legal(parent, mv);
        let node = added.map_err(|cause| place(cause.into(), self.record))?;
        let captured = self.board.make(mv);
        self.tasks.push(Task::Leave(mv, captured));
        self.fill(raw, node, is_main);
        Ok(())
    }

    /// Moves the notes of a node to the record, and pushes its children as tasks.
    fn fill(&mut self, raw: u32, node: NodeId, is_main: bool) {
        let from = self.raw.node_mut(raw);
        let (comment, evaluation) = (mem::take(&mut from.comment), from.evaluation);
        let (signs, shapes) = (mem::take(&mut from.signs), mem::take(&mut from.shapes));
        let children = mem::take(&mut from.children);
        let to = self.record.node_mut(node);
        to.evaluate(evaluation);
        to.append_comment(&comment);
        to.add_signs(&signs);
        to.draw(&shapes);
        let tasks = children.iter().enumerate().rev().map(|(place, child)| Task::Enter {
            raw: *child,
            parent: node,
            is_main: is_main && place == 0,
        });
        self.tasks.extend(tasks);
    }
}
