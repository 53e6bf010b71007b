//! What a word among the moves means.

use super::super::error::ReadReason;
use super::super::tags::read_result;
use super::san;
use crate::game::board::Board;
use crate::game::notation::coordinate::RankBase;
use crate::game::notation::{NotationReason, read_any};
use crate::game::rules::{self, Outcome};
use crate::game::types::Move;

/// The meaning of a word.
#[derive(Debug)]
pub enum Word {
    /// A number or dots.
    Nothing,
    Move(Move),
    /// Several moves of four characters each without anything between them: where each ends.
    Moves(Vec<usize>),
    Result(Outcome),
    /// A move that cannot be played.
    Refused(ReadReason),
    /// No move.
    Unknown,
}

impl Word {
    /// Whether it is a move, though perhaps one that cannot be played.
    pub fn is_attempt(&self) -> bool {
        matches!(self, Word::Move(_) | Word::Moves(_) | Word::Refused(_))
    }
}

/// A word with what stands round the move.
pub struct Found {
    pub word: Word,
    /// How many dots stand before the move; an ellipsis counts as three.
    pub dots: usize,
    /// Where the signs behind the move begin, such as `!?`.
    pub mark: usize,
}

/// Reads a word: a result, or a number, dots, a move and its signs, each of which may be missing.
pub fn read(board: &Board, text: &str, base: RankBase) -> Found {
    let found = |word, dots, mark| Found { word, dots, mark };
    if let Some(result) = read_result(text) {
        return found(Word::Result(result), 0, text.len());
    }
    let (dots, at) = number_len(text);
    let rest = &text[at..];
    let mark = at + rest.trim_end_matches(['!', '?', '！', '？', '.', '。', '…', ':', '：']).len();
    let rest = &text[at..mark];
    let signs = &text[mark..];
    let mark = mark + signs.len() - signs.trim_start_matches(['.', '。', '…', ':', '：']).len();
    if rest.is_empty() {
        return found(Word::Nothing, dots, text.len());
    }
    let word = match read_move(board, rest, base) {
        Word::Unknown => several(board, text, at, base),
        word => word,
    };
    found(word, dots, mark)
}

/// The dots, and the length of a number with its dots at the beginning of a word. Digits that neither dots
/// nor the end follow are no number.
fn number_len(text: &str) -> (usize, usize) {
    let is_digit = |letter: char| letter.is_ascii_digit() || ('０'..='９').contains(&letter);
    let is_dot = |letter: char| matches!(letter, '.' | '．' | '。' | '…' | '·');
    let digits = text.len() - text.trim_start_matches(is_digit).len();
    let rest = &text[digits..];
    let dots = rest.len() - rest.trim_start_matches(is_dot).len();
    if digits > 0 && dots == 0 && !rest.is_empty() {
        return (0, 0);
    }
    let count = rest[..dots].chars().map(|letter| if letter == '…' { 3 } else { 1 }).sum();
    (count, digits + dots)
}

fn read_move(board: &Board, text: &str, base: RankBase) -> Word {
    if san::has_shape(text)
        && let Some(Ok(mv)) = san::read(board, text, base)
    {
        return Word::Move(mv);
    }
    let reason = match read_any(board, text, base) {
        Ok(mv) => return Word::Move(mv),
        Err(error) => error.reason,
    };
    Word::Refused(match reason {
        NotationReason::NotANotation => {
            return match san::read(board, text, base) {
                None => Word::Unknown,
                Some(Ok(mv)) => Word::Move(mv),
                Some(Err(reason)) => Word::Refused(reason),
            };
        }
        NotationReason::NoSuchPiece { .. } => ReadReason::NoSuchPiece,
        NotationReason::Ambiguous { .. } => ReadReason::Ambiguous,
        NotationReason::Illegal { mv, .. } => {
            ReadReason::IllegalMove(mv.and_then(|mv| rules::refusal(board, mv)))
        }
    })
}

/// A word as moves of four characters each, the first behind `at`, the others perhaps behind their numbers, if its
/// first four are a move.
fn several(board: &Board, text: &str, at: usize, base: RankBase) -> Word {
    let four = |at: usize| text[at..].char_indices().nth(4).map(|(len, _)| at + len);
    let Some(first) = four(at) else { return Word::Unknown };
    let Word::Move(_) = read_move(board, &text[at..first], base) else { return Word::Unknown };
    let (mut ends, mut next) = (Vec::new(), Some(first));
    while let Some(end) = next {
        ends.push(end);
        let (dots, len) = number_len(&text[end..]);
        next = four(if dots > 0 { end + len } else { end });
    }
    ends.push(text.len());
    Word::Moves(ends)
}

/// Whether a move number is that of the first move.
pub fn is_first_number(text: &str) -> bool {
    text.strip_prefix(['1', '１']).is_some_and(|rest| !rest.starts_with(char::is_numeric))
}

/// Whether three of a word's four characters are such as a move has there: a move with a slip in it.
pub fn resembles_move(text: &str) -> bool {
    let rest = text[number_len(text).1..].trim_end_matches(['!', '?', '！', '？', '.', '。', ',']);
    let letters: Vec<char> = rest.chars().take(5).collect();
    let Ok([piece, place, way, number]) = <[char; 4]>::try_from(letters) else { return false };
    let is_digit = |c: char| "123456789１２３４５６７８９一二三四五六七八九".contains(c);
    let is_file = |c: char| ('a'..='i').contains(&c.to_ascii_lowercase());
    let chinese = [
        "车車俥马馬傌炮砲包兵卒相象仕士帅帥将將前后後中".contains(piece),
        is_digit(place) || "车車马馬炮砲兵卒".contains(place),
        "平进進退".contains(way),
        is_digit(number),
    ];
    let points = [is_file(piece), place.is_ascii_digit(), is_file(way), number.is_ascii_digit()];
    let count = |shape: [bool; 4]| shape.into_iter().filter(|fits| *fits).count();
    count(chinese) >= 3 || count(points) >= 3
}

/// Whether a word could hold a point such as `e2`.
pub fn has_points(text: &str) -> bool {
    let is_file = |byte: u8| (b'a'..=b'i').contains(&byte.to_ascii_lowercase());
    text.as_bytes().windows(2).any(|pair| is_file(pair[0]) && pair[1].is_ascii_digit())
}
