//! Writes XQF.

use super::{FROM, HEAD, PIECES_AT, PLAIN, RESULT, SIDE, TEXTS, TO};
use crate::formats::pgn::write_comment;
use crate::formats::start::PIECES;
use crate::{Encode, Node, NodeId, Record};
use chuhe_rules::game::Outcome;
use chuhe_rules::types::{Color, Move, Piece, Square};

/// The point of an absent piece.
const ABSENT: u8 = 0xff;
/// Bits in the third byte of a move.
const HAS_NEXT: u8 = 0xf0;
const HAS_SIBLING: u8 = 0x0f;
/// The points of the first step, which holds no move.
const NO_MOVE: [u8; 2] = [FROM, TO];

/// Writes a record as an XQF file.
pub fn write(record: &Record, encode: Encode<'_>) -> Vec<u8> {
    let mut bytes = vec![0; HEAD];
    bytes[..3].copy_from_slice(&[b'X', b'Q', PLAIN]);
    bytes[PIECES_AT..PIECES_AT + 32].copy_from_slice(&places(record));
    bytes[RESULT] = match record.result {
        Outcome::Ongoing => 0,
        Outcome::Win(Color::Red) => 1,
        Outcome::Win(Color::Black) => 2,
        Outcome::Draw => 3,
    };
    bytes[SIDE] = u8::from(record.start().board.turn() == Color::Black);
    for (at, max, name) in TEXTS {
        let text = fitting(record.tags.get(name).unwrap_or_default(), max, encode);
        bytes[at] = text.len() as u8;
        bytes[at + 1..=at + text.len()].copy_from_slice(&text);
    }
    let mut rest = vec![(NodeId::ROOT, false)];
    while let Some((id, has_sibling)) = rest.pop() {
        let node = record.node(id);
        let next = if node.children().is_empty() { 0 } else { HAS_NEXT };
        let sibling = if has_sibling { HAS_SIBLING } else { 0 };
        bytes.extend(node.mv().map_or(NO_MOVE, points));
        let comment = encode(&said(node));
        bytes.extend([next | sibling, 0]);
        bytes.extend((comment.len() as u32).to_le_bytes());
        bytes.extend(comment);
        let last = node.children().len().saturating_sub(1);
        let children = node.children().iter().enumerate();
        rest.extend(children.rev().map(|(place, child)| (*child, place < last)));
    }
    bytes
}

/// Returns the text of a comment field: signs, evaluation, shapes and comment.
fn said(node: &Node) -> String {
    let signs = node.signs().iter().map(|sign| format!("${sign} "));
    let comment = signs.chain([write_comment(node)]).collect::<String>();
    comment.trim_end().replace('\n', "\r\n")
}

fn code(square: Square) -> u8 {
    square.file() * 10 + square.rank()
}

fn points(mv: Move) -> [u8; 2] {
    [FROM + code(mv.from()), TO + code(mv.to())]
}

/// Returns the points of the 32 pieces. A position never has more pieces of a kind than a set.
fn places(record: &Record) -> [u8; 32] {
    let mut places = [ABSENT; 32];
    for (square, piece) in record.start().board.pieces() {
        let fits =
            |(at, letter): (usize, char)| places[at] == ABSENT && Piece::from_letter(letter) == Some(piece);
        if let Some(place) = PIECES.chars().enumerate().position(fits) {
            places[place] = code(square);
        }
    }
    places
}

/// Encodes a text, or its longest prefix that fits in `max` bytes.
fn fitting(text: &str, max: usize, encode: Encode<'_>) -> Vec<u8> {
    let mut text = text.to_owned();
    loop {
        let bytes = encode(&text);
        if bytes.len() <= max {
            return bytes;
        }
        text.pop();
    }
}
