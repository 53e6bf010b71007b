//! Reads DhtmlXQ.

use super::{CODEC, TAGS, is_digits, is_mark};
use crate::error::{ReadError, ReadReason};
use crate::formats::raw::RawTree;
use crate::formats::start::{self, Hint, PIECES, Squares};
use crate::tags::{MAX_TAGS, read_result_field};
use crate::text::{find, replace};
use crate::{Format, Found, Record, Tags, marks};
use chuhe_rules::fen::Position;
use chuhe_rules::game::Outcome;
use chuhe_rules::types::{Move, POINTS, Piece, Square};
use std::collections::HashMap;

/// Ignored fields: they describe the display of the game or repeat the moves.
const IGNORED: [&str; 6] = ["init", "ver", "length", "firstnum", "generator", "adddate"];

/// Chuhe's own fields about a move: evaluation, signs, shapes.
const MARKS: [&str; 3] = ["eval", "nag", "draw"];

/// A field with the offset of its name in the text.
#[derive(Clone, Copy)]
struct Field<'a> {
    /// The name in small letters.
    name: &'a str,
    value: &'a str,
    offset: usize,
}

/// The identifiers `[parent, ply, branch]` of a branch, and its moves.
struct Branch<'a> {
    ids: [u32; 3],
    field: Field<'a>,
}

/// The fields of a game, sorted by their meaning.
#[derive(Default)]
struct Fields<'a> {
    fen: Option<Field<'a>>,
    pieces: Option<Field<'a>>,
    main: Option<Field<'a>>,
    branches: Vec<Branch<'a>>,
    /// The comments as `[branch, ply]` and the field, in the order of the text.
    comments: Vec<([u32; 2], Field<'a>)>,
    /// Evaluations, signs and shapes, with the names of their fields.
    marks: Vec<(&'static str, [u32; 2], Field<'a>)>,
    tags: Tags,
    result: Option<Outcome>,
}

/// A line of moves in the tree.
struct Line {
    /// The ply of the first move of the line.
    ply: u32,
    /// The node before the first move of the line.
    before: u32,
    nodes: Vec<u32>,
}

impl Line {
    /// Returns the node after a ply, if the line reaches it or begins there.
    fn after(&self, ply: u32) -> Option<u32> {
        match (ply + 1).checked_sub(self.ply)? {
            0 => Some(self.before),
            place => self.nodes.get(place as usize - 1).copied(),
        }
    }

    /// Returns the node of a ply, or the nearest node of the line.
    fn nearest(&self, ply: u32) -> u32 {
        let place = ply.saturating_add(1).saturating_sub(self.ply) as usize;
        let place = place.min(self.nodes.len());
        place.checked_sub(1).map_or(self.before, |place| self.nodes[place])
    }
}

/// Reads the first game of a text, and ignores the text around it.
pub fn read(text: &str) -> Result<Found, ReadError> {
    // Offsets in `small` are also offsets in `text`, because only ASCII letters change.
    let small = text.to_ascii_lowercase();
    let mut fields = if is_digits(text) { Fields::of_moves(text) } else { collect(text, &small)? };
    if !fields.has_moves() {
        fields.collect_segments(text, &small)?;
    }
    if !fields.has_moves() && fields.fen.or(fields.pieces).is_none_or(|field| field.value.trim().is_empty()) {
        return Err(ReadError::new(ReadReason::Empty).in_format(Format::Dhtmlxq));
    }
    let at = |field: Option<Field<'_>>, error: ReadError| match field {
        Some(field) => error.in_format(Format::Dhtmlxq).on_line(text, field.offset),
        None => error.in_format(Format::Dhtmlxq),
    };
    let tree = tree(text, &fields)?;
    let start = start(&fields, tree.first_move()).map_err(|error| at(fields.fen.or(fields.pieces), error))?;
    let found = tree.build(Record::new(start)).map_err(|error| at(fields.main, error))?;
    let Found { mut record, left_out, .. } = found;
    record.tags = fields.tags;
    record.result = fields.result.unwrap_or(Outcome::Ongoing);
    let left_out = left_out.map(|error| if error.line.is_none() { at(fields.main, error) } else { error });
    Ok(Found { record, games: 1, left_out })
}

fn bad_field(text: &str, field: Field<'_>, name: &'static str) -> ReadError {
    let token = if field.value.trim().is_empty() { field.name } else { field.value.trim() };
    ReadError::new(ReadReason::BadField(name))
        .in_format(Format::Dhtmlxq)
        .at_token(token)
        .on_line(text, field.offset)
}

/// Collects the fields of a text. A value ends before the next marker of the format.
fn collect<'a>(text: &'a str, small: &'a str) -> Result<Fields<'a>, ReadError> {
    let mut fields = Fields::default();
    let mut at = 0;
    while let Some(found) = find(&small[at..], "[dhtmlxq_") {
        let offset = at + found;
        at = offset + "[dhtmlxq_".len();
        let name_len =
            small[at..].bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80).count();
        let (name, behind) = (&small[at..at + name_len], at + name_len);
        if !small[behind..].starts_with(']') {
            continue;
        }
        let len = value_len(&small[behind + 1..]);
        let field = Field { name, value: &text[behind + 1..behind + 1 + len], offset };
        let written = &text[at..behind];
        at = behind + 1 + len;
        fields.add(text, field, written)?;
    }
    Ok(fields)
}

/// Returns the distance in bytes to the next marker of the format.
fn value_len(text: &str) -> usize {
    text.match_indices('[').map(|(at, _)| at).find(|at| is_mark(&text[*at..])).unwrap_or(text.len())
}

/// Reads the moves of a text that [holds only digits](is_digits), from a position.
pub fn read_digits(start: Position, text: &str) -> Result<Found, ReadError> {
    tree(text, &Fields::of_moves(text))?.build(Record::new(start))
}

impl<'a> Fields<'a> {
    /// Creates the fields for a text without fields, which holds only moves.
    fn of_moves(text: &'a str) -> Fields<'a> {
        Fields { main: Some(Field { name: "movelist", value: text, offset: 0 }), ..Fields::default() }
    }

    fn add(&mut self, text: &str, field: Field<'a>, written: &str) -> Result<(), ReadError> {
        match field.name {
            "fen" => self.fen = Some(field),
            "binit" => self.pieces = Some(field),
            "movelist" => self.main = Some(field),
            "result" => self.result = read_result_field(&unescape(field.value)),
            name => {
                if let Some(tail) = name.strip_prefix("move_") {
                    self.add_branch(text, field, tail)?;
                } else if let Some(place) = name.strip_prefix("comment").and_then(place) {
                    self.comments.push((place, field));
                } else if let Some((mark, place)) =
                    MARKS.iter().find_map(|mark| Some((*mark, name.strip_prefix(mark).and_then(place)?)))
                {
                    self.marks.push((mark, place, field));
                } else {
                    self.add_tag(field, written);
                }
            }
        }
        Ok(())
    }

    /// Stores a line of moves by its identifiers, `PARENT_PLY_BRANCH`.
    fn add_branch(&mut self, text: &str, field: Field<'a>, ids: &str) -> Result<(), ReadError> {
        let ids: Option<Vec<u32>> = ids.split('_').map(|number| number.parse().ok()).collect();
        match ids.as_deref() {
            Some([_, _, 0]) => self.main = Some(field),
            Some(&[parent, ply, branch]) if ply > 0 => {
                self.branches.push(Branch { ids: [parent, ply, branch], field });
            }
            _ => return Err(bad_field(text, field, "move")),
        }
        Ok(())
    }

    fn has_moves(&self) -> bool {
        !self.branches.is_empty() || self.main.is_some_and(|field| !field.value.trim().is_empty())
    }

    /// Reads the lines of moves in the scripts of dpxq.com: `[0_1_0]7747…[/0_1_0][0_2_1]1022[/0_2_1]`.
    fn collect_segments(&mut self, text: &'a str, small: &'a str) -> Result<(), ReadError> {
        let is_id = |letter: char| letter.is_ascii_digit() || letter == '_';
        for (offset, _) in small.match_indices('[') {
            let rest = &small[offset + 1..];
            let (name, behind) = rest.split_at(rest.len() - rest.trim_start_matches(is_id).len());
            let Some(value) = behind.strip_prefix(']').filter(|_| name.matches('_').count() == 2) else {
                continue;
            };
            let value = &value[..value.find('[').unwrap_or(value.len())];
            self.add_branch(text, Field { name, value, offset }, name)?;
        }
        Ok(())
    }

    fn add_tag(&mut self, field: Field<'a>, written: &str) {
        if IGNORED.contains(&field.name) || self.tags.iter().count() >= MAX_TAGS {
            return;
        }
        let value = unescape(field.value);
        match (TAGS.iter().find(|(name, _)| *name == field.name), field.name.strip_prefix("tag_")) {
            (Some((_, tag)), _) if !value.is_empty() => self.tags.set(tag, &value),
            (Some(_), _) => {}
            (None, Some(_)) => self.tags.set(&written["tag_".len()..], &value),
            (None, None) => self.tags.set_missing(written, &value),
        }
    }
}

/// Reads `PLY` or `BRANCH_PLY` as `[branch, ply]`.
fn place(tail: &str) -> Option<[u32; 2]> {
    match tail.split_once('_') {
        None => Some([0, tail.parse().ok()?]),
        Some((branch, ply)) => Some([branch.parse().ok()?, ply.parse().ok()?]),
    }
}

/// Returns the position before the first move.
fn start(fields: &Fields<'_>, first: Option<Move>) -> Result<Position, ReadError> {
    let first = first.map(Move::from);
    if let Some(field) = fields.fen.filter(|field| !field.value.trim().is_empty()) {
        return start::from_fen(unescape(field.value).trim(), first);
    }
    let Some(field) = fields.pieces.filter(|field| !field.value.trim().is_empty()) else {
        return start::from_fen(chuhe_rules::fen::START, first);
    };
    let bad = || ReadError::new(ReadReason::BadField("binit")).at_token(field.value.trim());
    let digits: Option<Vec<u32>> =
        field.value.chars().filter(|c| !c.is_whitespace()).take(65).map(|c| c.to_digit(10)).collect();
    let digits = digits.filter(|digits| digits.len() == 64).ok_or_else(bad)?;
    let mut squares: Squares = [None; POINTS];
    for (pair, letter) in digits.chunks_exact(2).zip(PIECES.chars()) {
        if let Some(square) = Square::at(pair[0] as i8, 9 - pair[1] as i8) {
            squares[square.index()] = Piece::from_letter(letter);
        }
    }
    start::from_squares(&squares, Hint { first, side: None })
}

/// Adds the moves, comments and evaluations of all branches.
fn tree(text: &str, fields: &Fields<'_>) -> Result<RawTree, ReadError> {
    let mut tree = RawTree::new(CODEC);
    let mut lines = HashMap::new();
    let main =
        fields.main.map_or(Ok(Vec::new()), |field| add_moves(text, &mut tree, RawTree::ROOT, field))?;
    lines.insert(0, Line { ply: 1, before: RawTree::ROOT, nodes: main });
    // A branch waits until its parent is in the tree.
    let mut waiting: HashMap<u32, Vec<&Branch<'_>>> = HashMap::new();
    let mut ready: Vec<&Branch<'_>> = Vec::new();
    for branch in &fields.branches {
        let [parent, ..] = branch.ids;
        if !lines.contains_key(&parent) {
            waiting.entry(parent).or_default().push(branch);
            continue;
        }
        ready.push(branch);
        while let Some(next) = ready.pop() {
            let id = next.ids[2];
            let line = add_branch(text, &mut tree, &lines, next)?;
            if lines.insert(id, line).is_some() {
                return Err(bad_field(text, Field { value: "", ..next.field }, "move"));
            }
            ready.extend(waiting.remove(&id).unwrap_or_default().into_iter().rev());
        }
    }
    if let Some(branch) = waiting.values().flatten().min_by_key(|branch| branch.field.offset) {
        return Err(bad_field(text, Field { value: "", ..branch.field }, "move"));
    }
    for ([branch, ply], field) in &fields.comments {
        let node = tree.node_mut(lines.get(branch).map_or(RawTree::ROOT, |line| line.nearest(*ply)));
        if !node.comment.is_empty() {
            node.comment.push('\n');
        }
        node.comment.push_str(&unescape(field.value));
    }
    for (mark, [branch, ply], field) in &fields.marks {
        let node = tree.node_mut(lines.get(branch).map_or(RawTree::ROOT, |line| line.nearest(*ply)));
        let value = field.value.trim();
        let known = match *mark {
            "nag" => value
                .split(' ')
                .map(|sign| sign.parse().ok())
                .collect::<Option<_>>()
                .map(|signs| node.signs = signs),
            "draw" => marks::list(value).map(|shapes| node.shapes = shapes),
            _ => value.parse().ok().map(|value| node.evaluation = Some(value)),
        };
        known.ok_or_else(|| bad_field(text, *field, mark))?;
    }
    Ok(tree)
}

fn add_branch(
    text: &str,
    tree: &mut RawTree,
    lines: &HashMap<u32, Line>,
    branch: &Branch<'_>,
) -> Result<Line, ReadError> {
    let [parent, ply, _] = branch.ids;
    let before = lines.get(&parent).and_then(|line| line.after(ply - 1));
    let before = before.ok_or_else(|| bad_field(text, Field { value: "", ..branch.field }, "move"))?;
    let nodes = add_moves(text, tree, before, branch.field)?;
    Ok(Line { ply, before, nodes })
}

/// Adds the moves of a line, four digits each, and returns their nodes. The line ends before digits that are not a
/// move.
fn add_moves(text: &str, tree: &mut RawTree, parent: u32, field: Field<'_>) -> Result<Vec<u32>, ReadError> {
    let (mut at, mut nodes, mut token) = (parent, Vec::new(), String::new());
    for letter in field.value.chars().filter(|letter| !letter.is_whitespace()) {
        token.push(letter);
        if !letter.is_ascii_digit() {
            break;
        }
        if token.len() == 4 {
            at = tree.add(at, token.parse().unwrap_or_default())?;
            nodes.push(at);
            token.clear();
        }
    }
    if !token.is_empty() {
        let error = ReadError::new(ReadReason::UnknownText).at_token(&token);
        tree.leave_out(error.on_line(text, field.offset));
    }
    Ok(nodes)
}

/// Decodes a value: removes ASCII white space at its ends, and replaces `||` by a line break and `\uXXXX` by a
/// character.
fn unescape(value: &str) -> String {
    let value = replace(value.trim_ascii(), "||", "\n");
    let mut text = String::with_capacity(value.len());
    let mut rest = value.as_str();
    while let Some(at) = find(rest, "\\u") {
        text.push_str(&rest[..at]);
        match character(&rest[at..]) {
            Some((letter, len)) => {
                text.push(letter);
                rest = &rest[at + len..];
            }
            None => {
                text.push_str("\\u");
                rest = &rest[at + 2..];
            }
        }
    }
    text.push_str(rest);
    text
}

/// Returns the character of an escape, or of two escapes that are a surrogate pair, at the beginning of a text, and the
/// length in bytes.
fn character(text: &str) -> Option<(char, usize)> {
    let unit = |text: &str| {
        let digits =
            text.strip_prefix("\\u")?.get(..4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()))?;
        u16::from_str_radix(digits, 16).ok()
    };
    let first = unit(text)?;
    if let Some(letter) = char::from_u32(first.into()) {
        return Some((letter, 6));
    }
    let second = unit(text.get(6..)?)?;
    let letter = char::decode_utf16([first, second]).next()?.ok()?;
    Some((letter, 12))
}
