//! The game tree: an arena of moves with comments, evaluations, signs, shapes and variations.

use super::marks::{MAX_SHAPES, Shape, read_comment};
use super::tags::Tags;
use super::text::plain;
use chuhe_rules::board::Board;
use chuhe_rules::fen::Position;
use chuhe_rules::game::{self, IllegalMove, Outcome};
use chuhe_rules::notation::Notation;
use chuhe_rules::types::{Move, Piece};
use std::fmt;

/// The largest number of moves in one line.
pub const MAX_PLIES: usize = 10_000;

/// The largest number of moves in a tree. Published collections of openings have up to about 100,000 moves.
pub const MAX_MOVES: usize = 300_000;

/// A node of the tree of one [`Record`]: its root or one of its moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The root, which stands for the start position.
    pub const ROOT: NodeId = NodeId(0);

    /// Returns the index in [`Record::nodes`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node of the tree: one move with its annotations, or the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    mv: Option<Move>,
    parent: Option<NodeId>,
    /// The number of moves from the root.
    depth: u32,
    children: Vec<NodeId>,
    comment: String,
    evaluation: Option<i32>,
    /// The numbers of the signs, in rising order.
    signs: Vec<u8>,
    /// The rings, then the arrows.
    shapes: Vec<Shape>,
}

impl Node {
    fn new(mv: Option<Move>, parent: Option<NodeId>, depth: u32) -> Node {
        let (children, comment, signs, shapes) = (Vec::new(), String::new(), Vec::new(), Vec::new());
        Node { mv, parent, depth, children, comment, evaluation: None, signs, shapes }
    }

    /// Returns the move; `None` only at the root.
    pub fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// Returns the node of the previous move; `None` only at the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// Returns the number of moves from the start position.
    pub fn depth(&self) -> usize {
        self.depth as usize
    }

    /// Returns the nodes of the next moves: the main move first, then the variations.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// Returns the comment on the move. The comment of the root is about the game before its first move.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// Returns the evaluation in centipawns from Red's view.
    pub fn evaluation(&self) -> Option<i32> {
        self.evaluation
    }

    /// Returns the numeric annotation glyphs of the PGN standard for the move, in rising order: 1 is `!`, 14 is `⩲`.
    pub fn signs(&self) -> &[u8] {
        &self.signs
    }

    /// Adds the signs that the move does not have yet.
    pub fn add_signs(&mut self, signs: &[u8]) {
        for sign in signs {
            // A loop instead of a sort, because the code of a sort would enlarge the WebAssembly of the page.
            let place = self.signs.iter().take_while(|other| *other < sign).count();
            if self.signs.get(place) != Some(sign) {
                self.signs.insert(place, *sign);
            }
        }
    }

    /// Returns the drawings on the board: rings first, then arrows.
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// Adds shapes until the move has [`MAX_SHAPES`]. A new shape replaces the shape with the same points.
    pub fn draw(&mut self, shapes: &[Shape]) {
        for shape in shapes {
            let same = |other: &&mut Shape| (other.from, other.to) == (shape.from, shape.to);
            if let Some(other) = self.shapes.iter_mut().find(same) {
                other.brush = shape.brush;
            } else if self.shapes.len() < MAX_SHAPES {
                let rings = self.shapes.partition_point(Shape::is_ring);
                let place = if shape.is_ring() { rings } else { self.shapes.len() };
                self.shapes.insert(place, *shape);
            }
        }
    }

    /// Removes all signs and shapes.
    pub fn wipe(&mut self) {
        self.signs.clear();
        self.shapes.clear();
    }

    /// Replaces the comment and the evaluation of the move.
    ///
    /// A comment may hold any text. The record normalizes it, so that every format returns the same text: line breaks
    /// become `\n`, `&#N;` becomes the character N, control characters other than the tab become spaces, and white
    /// space at the ends is removed. Commands such as `[%csl Ge2]` and `[%cal Gh2e2]` become shapes. If `evaluation` is
    /// `None`, the first `[%eval 0.35]` in the comment becomes the evaluation.
    pub fn annotate(&mut self, comment: &str, evaluation: Option<i32>) {
        self.comment.clear();
        self.evaluation = evaluation;
        self.append_comment(comment);
    }

    /// Appends text to the comment, on a new line.
    pub(crate) fn append_comment(&mut self, text: &str) {
        let said = read_comment(&plain(text), self.evaluation.is_some());
        self.evaluate(said.evaluation);
        self.draw(&said.shapes);
        if !self.comment.is_empty() && !said.text.is_empty() {
            self.comment.push('\n');
        }
        self.comment.push_str(&said.text);
    }

    /// Sets the evaluation unless the move has one.
    pub(crate) fn evaluate(&mut self, evaluation: Option<i32>) {
        self.evaluation = self.evaluation.or(evaluation);
    }
}

/// The reason why a move cannot be added to a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddError {
    /// The rules reject the move.
    Illegal(IllegalMove),
    /// The line would have more than [`MAX_PLIES`] moves.
    TooManyPlies,
    /// The tree would have more than [`MAX_MOVES`] moves.
    TooManyMoves,
}

impl fmt::Display for AddError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AddError::Illegal(cause) => cause.fmt(f),
            AddError::TooManyPlies => write!(f, "a line may have {MAX_PLIES} moves at most"),
            AddError::TooManyMoves => write!(f, "a record may have {MAX_MOVES} moves at most"),
        }
    }
}

impl std::error::Error for AddError {}

/// A game record: start position, tags, result and the tree of moves.
///
/// Two records are equal if their contents are equal, even if their moves were added in a different order.
///
/// ```
/// use chuhe_records::{NodeId, Record};
/// let mut record = Record::default();
/// let first = record.add(NodeId::ROOT, "h2e2".parse()?)?;
/// record.add(first, "h9g7".parse()?)?;
/// record.add(NodeId::ROOT, "b0c2".parse()?)?;
/// assert_eq!(record.main_line().len(), 2);
/// assert_eq!(record.node(NodeId::ROOT).children().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    start: Position,
    /// The event, the players and other tags, in the order of the file.
    pub tags: Tags,
    /// The result of the game.
    pub result: Outcome,
    /// The nodes, indexed by [`NodeId`]: the root first, every move after its parent.
    nodes: Vec<Node>,
}

impl Default for Record {
    fn default() -> Record {
        Record::new(Position::default())
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        self.start == other.start
            && self.tags == other.tags
            && self.result == other.result
            && self.same_tree(other)
    }
}

impl Record {
    /// Creates a record without moves.
    pub fn new(start: Position) -> Record {
        let nodes = vec![Node::new(None, None, 0)];
        Record { start, tags: Tags::default(), result: Outcome::Ongoing, nodes }
    }

    /// Creates a record of moves from a position, without variations.
    ///
    /// # Errors
    /// [`AddError`] at the first move that cannot be added.
    pub fn from_moves(start: Position, moves: &[Move]) -> Result<Record, AddError> {
        let mut record = Record::new(start);
        record.set_main_line(moves)?;
        Ok(record)
    }

    /// Returns the position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Replaces the start position. The record must not have moves.
    pub(crate) fn set_start(&mut self, start: Position) {
        self.start = start;
    }

    /// Returns the root and all moves, each after its parent.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the node at an index of [`Record::nodes`]; `None` beyond the end.
    pub fn id(&self, index: usize) -> Option<NodeId> {
        let id = u32::try_from(index).ok().filter(|_| index < self.nodes.len());
        id.map(NodeId)
    }

    /// Returns a node of the tree.
    ///
    /// # Panics
    /// If the id belongs to another, larger record.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// Returns a node of the tree, to change its comment, evaluation, signs or shapes.
    ///
    /// # Panics
    /// If the id belongs to another, larger record.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// Returns the moves from the start position to a node.
    pub fn line_to(&self, id: NodeId) -> Vec<Move> {
        let mut moves = Vec::with_capacity(self.node(id).depth());
        let mut at = self.node(id);
        while let (Some(mv), Some(parent)) = (at.mv, at.parent) {
            moves.push(mv);
            at = self.node(parent);
        }
        moves.reverse();
        moves
    }

    /// Returns the board after the moves from the start position to a node.
    pub fn board_at(&self, id: NodeId) -> Board {
        let mut board = self.start.board.clone();
        for mv in self.line_to(id) {
            board.make(mv);
        }
        board
    }

    /// Returns the main line: the first move at every fork, from the start position.
    pub fn main_line(&self) -> Vec<Move> {
        self.main_nodes().filter_map(|id| self.node(id).mv).collect()
    }

    /// Returns a copy of the record with only the start position, the tags, the result and the main line.
    pub fn moves_only(&self) -> Record {
        let mut record = Record::new(self.start.clone());
        (record.tags, record.result) = (self.tags.clone(), self.result);
        let mut at = NodeId::ROOT;
        for id in self.main_nodes() {
            let nodes = record.nodes.len() as u32;
            record.nodes.push(Node::new(self.node(id).mv, Some(at), nodes));
            record.node_mut(at).children.push(NodeId(nodes));
            at = NodeId(nodes);
        }
        record
    }

    /// Removes the evaluations of all moves. In formats without a place for them they are part of the comments, where
    /// other programs show them as text.
    pub fn remove_evaluations(&mut self) {
        self.nodes.iter_mut().for_each(|node| node.evaluation = None);
    }

    /// Removes the times on the clock, such as `[%clk 0:03:12]`, from the beginning of all comments.
    pub fn remove_clocks(&mut self) {
        for node in &mut self.nodes {
            if let Some(rest) = after_clock(&node.comment) {
                node.comment = rest.to_owned();
            }
        }
    }

    /// Returns the nodes of the main line without the root.
    pub fn main_nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        let next = |id: &NodeId| self.node(*id).children.first().copied();
        std::iter::successors(next(&NodeId::ROOT), move |id| next(id))
    }

    /// Returns the child of a node with this move; `None` if it has no such child.
    pub fn child(&self, parent: NodeId, mv: Move) -> Option<NodeId> {
        let children = &self.node(parent).children;
        children.iter().copied().find(|child| self.node(*child).mv == Some(mv))
    }

    /// Adds a move after `parent` as its last variation, and returns the node. If `parent` already has the move, it
    /// returns the existing node.
    ///
    /// # Errors
    /// [`AddError`] if the move cannot be added. The record is then unchanged.
    pub fn add(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, AddError> {
        if let Some(refusal) = game::refusal(&self.board_at(parent), mv) {
            return Err(AddError::Illegal(IllegalMove { mv, refusal }));
        }
        self.add_legal(parent, mv)
    }

    /// Adds a move without checking that it is legal.
    pub(crate) fn add_legal(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, AddError> {
        if let Some(child) = self.child(parent, mv) {
            return Ok(child);
        }
        let depth = self.node(parent).depth + 1;
        if depth as usize > MAX_PLIES {
            return Err(AddError::TooManyPlies);
        }
        if self.nodes.len() > MAX_MOVES {
            return Err(AddError::TooManyMoves);
        }
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node::new(Some(mv), Some(parent), depth));
        self.node_mut(parent).children.push(id);
        Ok(id)
    }

    /// Removes the nodes that were added last, until `len` nodes remain.
    pub(crate) fn truncate(&mut self, len: usize) {
        while self.nodes.len() > len.max(1) {
            let id = NodeId(self.nodes.len() as u32 - 1);
            if let Some(parent) = self.nodes.pop().and_then(|node| node.parent) {
                self.node_mut(parent).children.retain(|child| *child != id);
            }
        }
    }

    /// Moves a node before its siblings. The order of the siblings does not change.
    pub fn promote(&mut self, id: NodeId) {
        let Some(parent) = self.node(id).parent else { return };
        let children = &mut self.node_mut(parent).children;
        if let Some(place) = children.iter().position(|child| *child == id) {
            children[..=place].rotate_right(1);
        }
    }

    /// Makes `moves` the main line: each move becomes the first at its fork, and missing moves are added. The old main
    /// line becomes a variation. Moves after the end of the line stay.
    ///
    /// # Errors
    /// [`AddError`] at the first move that cannot be added. The record is then unchanged.
    pub fn set_main_line(&mut self, moves: &[Move]) -> Result<(), AddError> {
        let mut board = self.start.board.clone();
        let (mut at, mut missing) = (Some(NodeId::ROOT), 0);
        for mv in moves.iter().copied() {
            if let Some(refusal) = game::refusal(&board, mv) {
                return Err(AddError::Illegal(IllegalMove { mv, refusal }));
            }
            board.make(mv);
            at = at.and_then(|id| self.child(id, mv));
            missing += usize::from(at.is_none());
        }
        if moves.len() > MAX_PLIES {
            return Err(AddError::TooManyPlies);
        }
        if self.nodes.len() + missing > MAX_MOVES + 1 {
            return Err(AddError::TooManyMoves);
        }
        let mut at = NodeId::ROOT;
        for mv in moves {
            at = self.add_legal(at, *mv)?;
            self.promote(at);
        }
        Ok(())
    }

    /// Returns the text of every move in a notation, indexed by [`NodeId::index`]. The text of the root is empty.
    pub fn texts(&self, notation: Notation) -> Vec<String> {
        enum Task {
            Enter(NodeId),
            Leave(Move, Option<Piece>),
        }
        let mut texts = vec![String::new(); self.nodes.len()];
        let mut board = self.start.board.clone();
        let mut tasks = vec![Task::Enter(NodeId::ROOT)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Leave(mv, captured) => board.unmake(mv, captured),
                Task::Enter(id) => {
                    let node = self.node(id);
                    if let Some(mv) = node.mv {
                        texts[id.index()] = notation.write(&board, mv).unwrap_or_default();
                        let captured = board.make(mv);
                        tasks.push(Task::Leave(mv, captured));
                    }
                    tasks.extend(node.children.iter().map(|child| Task::Enter(*child)));
                }
            }
        }
        texts
    }

    /// Returns true if both trees have the same moves in the same order, with the same comments, evaluations, signs
    /// and shapes.
    pub fn same_tree(&self, other: &Record) -> bool {
        let mut pairs = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((mine, theirs)) = pairs.pop() {
            let (mine, theirs) = (self.node(mine), other.node(theirs));
            let is_same = mine.mv == theirs.mv
                && mine.comment == theirs.comment
                && mine.evaluation == theirs.evaluation
                && mine.signs == theirs.signs
                && mine.shapes == theirs.shapes
                && mine.children.len() == theirs.children.len();
            if !is_same {
                return false;
            }
            pairs.extend(mine.children.iter().copied().zip(theirs.children.iter().copied()));
        }
        true
    }
}

/// Returns the comment after the time on the clock at its beginning; `None` if there is none.
fn after_clock(comment: &str) -> Option<&str> {
    let (time, rest) = comment.trim_start().strip_prefix("[%clk ")?.split_once(']')?;
    let is_time = |letter: char| letter.is_ascii_digit() || matches!(letter, ':' | '.');
    (!time.is_empty() && time.chars().all(is_time)).then(|| rest.trim_start())
}
