//! Tests texts for the shape of a move in any notation, without a board.

use chuhe_rules::types::Role;

/// One character of a move.
#[derive(Clone, Copy)]
enum Slot {
    /// A Chinese piece, or the position of one among several pieces (前, 后).
    Piece,
    /// A file, the position of one among several pieces, or a Chinese piece.
    Place,
    /// 平, 进 or 退.
    Way,
    /// A digit of any kind.
    Digit,
    /// A letter of a piece, or a sign.
    Letter,
    /// `+`, `-`, `.` or `=`.
    Sign,
    /// `.`, `-` or `/`, the direction of a move in Vietnamese.
    Stroke,
    /// A letter of a piece in Vietnamese.
    Initial,
    /// `-`.
    Dash,
    /// `a` to `i` in either case.
    File,
    /// An ASCII digit.
    Rank,
}

/// The shape of a move, character by character.
type Shape = &'static [Slot];

const CHINESE: Shape = &[Slot::Piece, Slot::Place, Slot::Way, Slot::Digit];
const WXF: Shape = &[Slot::Letter, Slot::Place, Slot::Sign, Slot::Digit];
const VIETNAMESE: Shape = &[Slot::Initial, Slot::Place, Slot::Stroke, Slot::Digit];
const POINTS: Shape = &[Slot::File, Slot::Rank, Slot::File, Slot::Rank];
const ICCS: Shape = &[Slot::File, Slot::Rank, Slot::Dash, Slot::File, Slot::Rank];

/// The greatest length of a move in characters. A Chinese move has five at most; two points of three characters with a
/// dash between them have seven.
const LONGEST: usize = 7;

impl Slot {
    #[inline(never)]
    fn fits(self, letter: char) -> bool {
        let is_digit = |letter| "123456789１２３４５６７８９一二三四五六七八九".contains(letter);
        let is_piece = |letter| "车車俥马馬傌炮砲包兵卒相象仕士帅帥将將".contains(letter);
        let is_letter = |letter: char| Role::from_letter(letter).is_some() || "abcdetgs".contains(letter);
        match self {
            Slot::Piece => is_piece(letter) || "前后後中一二三四五".contains(letter),
            Slot::Place => {
                is_digit(letter) || is_piece(letter) || is_letter(letter) || "+-.=前后後中".contains(letter)
            }
            Slot::Way => "平进進退".contains(letter),
            Slot::Digit => is_digit(letter),
            Slot::Letter => Role::from_letter(letter).is_some() || "+-=".contains(letter),
            Slot::Sign => "+-.=．＝＋－".contains(letter),
            Slot::Stroke => "./-".contains(letter),
            Slot::Initial => "STVMXPBCG".contains(letter.to_ascii_uppercase()),
            Slot::Dash => "-－–—".contains(letter),
            Slot::File => ('a'..='i').contains(&letter.to_ascii_lowercase()),
            Slot::Rank => letter.is_ascii_digit(),
        }
    }
}

#[inline(never)]
fn fits(letters: &[char], shape: Shape) -> bool {
    letters.len() == shape.len() && letters.iter().zip(shape).all(|(letter, slot)| slot.fits(*letter))
}

/// Returns true if the characters are a move with at most one slip: a character is wrong, added or missing, or two
/// characters are swapped.
#[inline(never)]
fn nearly_fits(letters: &[char], shape: Shape) -> bool {
    // The characters before a slip match from the left, those after it from the right.
    let before = letters.iter().zip(shape).take_while(|(letter, slot)| slot.fits(**letter)).count();
    let behind =
        letters.iter().rev().zip(shape.iter().rev()).take_while(|(letter, slot)| slot.fits(**letter)).count();
    let (len, wanted) = (letters.len(), shape.len());
    let is_swapped = || {
        len == wanted
            && before + 2 + behind >= len
            && before + 1 < len
            && shape[before].fits(letters[before + 1])
            && shape[before + 1].fits(letters[before])
    };
    len.abs_diff(wanted) <= 1 && before + behind + 1 >= len.max(wanted) || is_swapped()
}

/// Returns the length of the move at the beginning of a text, in bytes; `None` if there is none.
pub fn len(text: &str) -> Option<usize> {
    let letters: Vec<(usize, char)> = text.char_indices().take(LONGEST).collect();
    let plain: Vec<char> = letters.iter().map(|(_, letter)| *letter).collect();
    let bytes = |count: usize| letters.get(count).map_or(text.len(), |(at, _)| *at);
    if let Some(count) = points_len(&plain) {
        return Some(bytes(count));
    }
    // 前四兵进一 has five characters.
    let is_long = plain.len() >= 5 && Slot::Piece.fits(plain[0]) && fits(&plain[1..5], CHINESE);
    let four = plain.get(..4)?;
    match fits(four, CHINESE) || fits(four, WXF) {
        true => Some(bytes(4)),
        false => is_long.then(|| bytes(5)),
    }
}

/// Returns the number of characters of two points: `h2e2`, `H2-E2`, `a10a9`.
fn points_len(letters: &[char]) -> Option<usize> {
    let point = |at: usize| {
        let is_point = Slot::File.fits(*letters.get(at)?) && Slot::Rank.fits(*letters.get(at + 1)?);
        let is_ten = letters.get(at + 1..at + 3) == Some(&['1', '0']);
        is_point.then_some(at + if is_ten { 3 } else { 2 })
    };
    let middle = point(0)?;
    let is_dash = letters.get(middle).is_some_and(|letter| "-－–—".contains(*letter));
    point(middle + usize::from(is_dash))
}

/// Returns true if a text consists of two points.
pub fn is_points(text: &str) -> bool {
    points_len(&text.chars().collect::<Vec<char>>()).is_some_and(|count| count == text.chars().count())
}

/// Returns the points with ranks counted from the other side: `h7e7` for `h2e2`.
pub fn turned(text: &str) -> String {
    let turn =
        |letter: char| letter.to_digit(10).and_then(|rank| char::from_digit(9 - rank, 10)).unwrap_or(letter);
    text.chars().map(turn).collect()
}

/// Returns true if a text has the shape of a move.
pub fn is_move(text: &str) -> bool {
    len(text) == Some(text.len()) && !text.is_empty()
}

/// Returns true if a text looks like a move with one slip.
pub fn is_nearly_move(text: &str) -> bool {
    let letters: Vec<char> = text.chars().take(LONGEST).collect();
    [CHINESE, POINTS].into_iter().any(|shape| nearly_fits(&letters, shape))
}

/// Returns true if a text looks like a move with one slip, in the notation of the move `other`.
pub fn is_nearly_like(text: &str, other: &str) -> bool {
    let letters = |text: &str| text.chars().take(LONGEST).collect::<Vec<char>>();
    let (letters, other) = (letters(text), letters(other));
    // `Tg5.1` has one letter more than other moves in Vietnamese.
    let is_of = |shape| fits(&other, shape) || other.len() == 5 && fits(&other[1..], shape);
    let is_nearly =
        |shape| nearly_fits(&letters, shape) || letters.len() > 3 && nearly_fits(&letters[1..], shape);
    let mut shapes = [CHINESE, WXF, VIETNAMESE, POINTS, ICCS].into_iter();
    shapes.any(|shape| is_of(shape) && is_nearly(shape))
}

/// The part of a word that consists of moves.
struct Share {
    /// The number of moves, and their length in bytes.
    moves: usize,
    bytes: usize,
    /// True if the last move ends the word.
    at_end: bool,
}

fn share(text: &str) -> Share {
    let (mut at, mut share) = (0, Share { moves: 0, bytes: 0, at_end: false });
    while at < text.len() {
        let len = len(&text[at..]);
        if let Some(len) = len {
            (share.moves, share.bytes) = (share.moves + 1, share.bytes + len);
        }
        share.at_end = len.is_some();
        at += len.or_else(|| text[at..].chars().next().map(char::len_utf8)).unwrap_or(1);
    }
    share
}

/// Returns true if a word is a move with more digits after it, or consists of at least two moves and little other text.
pub fn is_glued(text: &str) -> bool {
    let digits_behind = |len: usize| text[len..].chars().all(char::is_numeric);
    let Share { moves, bytes, .. } = share(text);
    len(text).is_some_and(digits_behind) || moves > 1 && bytes * 2 >= text.len()
}

/// Returns true if a word begins or ends with a move, or if moves make up at least half of it.
pub fn holds_move(text: &str) -> bool {
    let Share { moves, bytes, at_end } = share(text);
    len(text).is_some() || moves > 0 && (at_end || bytes * 2 >= text.len())
}
