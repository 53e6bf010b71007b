//! Reads the meaning of a word among the moves.

use super::lexer::{LexemeKind, Lexer};
use super::{san, shape};
use crate::error::ReadReason;
use crate::tags::{read_result, usual_name};
use chuhe_rules::board::Board;
use chuhe_rules::game::{self, Outcome};
use chuhe_rules::notation::coordinate::RankBase;
use chuhe_rules::notation::{Notation, NotationReason, read_but_vietnamese, vietnamese};
use chuhe_rules::types::Move;

/// The meaning of a word.
#[derive(Debug)]
pub enum Word {
    /// A move number, dots or a separator.
    Nothing,
    Move(Move),
    /// Several moves, with or without separators between them. Each number is the end of a move.
    Moves(Vec<usize>),
    Result(Outcome),
    /// A move that cannot be played, and the reason.
    Refused(ReadReason),
    /// Any other text.
    Unknown,
}

impl Word {
    /// Returns true if the word is a move, legal or not.
    pub fn is_attempt(&self) -> bool {
        matches!(self, Word::Move(_) | Word::Moves(_) | Word::Refused(_))
    }
}

/// A word, with the dots and signs around its move.
pub struct Found {
    pub word: Word,
    /// The number of dots before the move; an ellipsis counts as three.
    pub dots: usize,
    /// The offset of the signs after the move, such as `!?`.
    pub mark: usize,
}

/// A way to read the moves. Only the whole game shows which one is right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// Points count ranks from Red's side, beginning with this number.
    Ranks(RankBase),
    /// Points count ranks from Black's side, beginning with 0.
    RanksFromTop,
    /// `P2-5` is Vietnamese, not WXF.
    Vietnamese,
}

/// The separators that may occur between two moves of a list, besides white space.
const SEPARATORS: &str = "-/|_~+>→=,;:·／｜＿～＞＝，；：—–";

/// Reads a word: a result, or a move with its number, dots and signs. Each of these parts may be missing.
pub fn read(board: &Board, text: &str, dialect: Dialect) -> Found {
    let found = |word, dots, mark| Found { word, dots, mark };
    if let Some(result) = result(text) {
        return found(Word::Result(result), 0, text.len());
    }
    let (dots, at) = number_len(text);
    let rest = &text[at..];
    let mark = at + rest.trim_end_matches(['!', '?', '！', '？', '.', '。', '…', ':', '：', '*']).len();
    let rest = &text[at..mark];
    let signs = &text[mark..];
    let mark = mark + signs.len() - signs.trim_start_matches(['.', '。', '…', ':', '：', '*']).len();
    if rest.is_empty() || is_separator(rest) {
        return found(Word::Nothing, dots, text.len());
    }
    let word = match read_move(board, rest, dialect) {
        Word::Unknown => several(board, text, at, dialect),
        word => word,
    };
    found(word, dots, mark)
}

/// Returns true if a word only separates moves: `-`, `->`, `|`. A word of more than three such characters underlines a
/// heading.
fn is_separator(text: &str) -> bool {
    text.chars().count() <= 3 && text.chars().all(|letter| SEPARATORS.contains(letter))
}

/// Reads a result with or without the name of the tag before it: `1-0`, `结果：红胜`.
fn result(text: &str) -> Option<Outcome> {
    let named = text.split_once([':', '：']).filter(|(name, _)| usual_name(name) == Some("Result"));
    read_result(named.map_or(text, |(_, value)| value))
}

/// Returns true if a result cannot be part of a sentence.
pub fn is_clear_result(text: &str) -> bool {
    text.contains(|letter: char| letter.is_ascii_digit() || matches!(letter, '*' | '½' | ':' | '：'))
}

/// Returns true if a line contains a move, a move number or a result.
pub fn holds_moves(line: &str) -> bool {
    let mut lexer = Lexer::new(line, 0);
    loop {
        let lexeme = lexer.next();
        match lexeme.kind {
            LexemeKind::End | LexemeKind::Semicolon | LexemeKind::Unclosed => return false,
            LexemeKind::Word => {
                let word = &line[lexeme.range];
                let (dots, at) = number_len(word);
                let is_number = dots > 0 && at > 0 && !word[at..].starts_with(|c: char| c.is_ascii_digit());
                let is_move =
                    shape::is_move(&word[at..]) || shape::is_glued(&word[at..]) || is_vietnamese(word);
                let is_result = read_result(word).is_some() && is_clear_result(word);
                if is_number || is_result || is_move {
                    return true;
                }
            }
            _ => {}
        }
    }
}

/// Returns the number of dots at the beginning of a word, and the length of the move number with its dots. Digits are a
/// move number only before dots or at the end of the word. `①` and `第1回合` are numbers too, and the side to move may
/// follow: `红：`.
fn number_len(text: &str) -> (usize, usize) {
    let is_digit = |letter: char| letter.is_ascii_digit() || ('０'..='９').contains(&letter);
    let is_dot = |letter: char| matches!(letter, '.' | '．' | '。' | '…' | '·');
    if let Some(len) = word_of_number(text).or_else(|| word_of_side(text)) {
        let (dots, more) = number_len(&text[len..]);
        return (dots.max(1), len + if dots > 0 { more } else { 0 });
    }
    let digits = text.len() - text.trim_start_matches(is_digit).len();
    let rest = &text[digits..];
    let dots = rest.len() - rest.trim_start_matches(is_dot).len();
    if digits > 0 && dots == 0 && !rest.is_empty() {
        return (0, 0);
    }
    let count = rest[..dots].chars().map(|letter| if letter == '…' { 3 } else { 1 }).sum();
    (count, digits + dots)
}

/// Returns the length of `①`, `第1回合` or `第一回合：` at the beginning of a text.
fn word_of_number(text: &str) -> Option<usize> {
    let is_mark = |letter: char| matches!(letter, ':' | '：' | '、' | '.' | '．');
    let is_round = |letter: char| matches!(letter, '\u{2460}'..='\u{249b}' | '㈠'..='㈩' | '㊀'..='㊉');
    let rest = match text.strip_prefix('第') {
        None => text.strip_prefix(is_round)?,
        Some(rest) => {
            let number = rest.trim_start_matches(|letter: char| {
                letter.is_numeric() || "一二三四五六七八九十百".contains(letter)
            });
            let unit =
                ["回合", "合", "步", "手", "着"].into_iter().find_map(|unit| number.strip_prefix(unit))?;
            Some(unit).filter(|_| number.len() < rest.len())?
        }
    };
    Some(text.len() - rest.trim_start_matches(is_mark).len())
}

/// Returns the length of `红：` or `Black:` at the beginning of a text.
fn word_of_side(text: &str) -> Option<usize> {
    let sides = ["红方", "紅方", "黑方", "红", "紅", "黑", "Red", "Black"];
    let rest = sides.into_iter().find_map(|side| text.strip_prefix(side)?.strip_prefix([':', '：']));
    Some(text.len() - rest?.len())
}

/// Reads a word that has only one move.
fn read_move(board: &Board, text: &str, dialect: Dialect) -> Word {
    match dialect {
        Dialect::Ranks(base) => read_from(board, text, base),
        Dialect::RanksFromTop if shape::is_points(text) => {
            read_from(board, &shape::turned(text), RankBase::Zero)
        }
        Dialect::Vietnamese if vietnamese::has_form(text) => Notation::Vietnamese
            .read(board, text)
            .map_or_else(|error| refused(board, error.reason), Word::Move),
        Dialect::RanksFromTop | Dialect::Vietnamese => read_from(board, text, RankBase::Zero),
    }
}

fn read_from(board: &Board, text: &str, base: RankBase) -> Word {
    if san::has_shape(text)
        && let Some(Ok(mv)) = san::read(board, text, base)
    {
        return Word::Move(mv);
    }
    match read_but_vietnamese(board, text, base) {
        Ok(mv) => Word::Move(mv),
        Err(error) => match (refused(board, error.reason), san::read(board, text, base)) {
            (Word::Unknown, Some(Ok(mv))) => Word::Move(mv),
            (Word::Unknown, Some(Err(reason))) => Word::Refused(reason),
            (word, _) => word,
        },
    }
}

/// Returns the meaning of a word that is no legal move.
fn refused(board: &Board, reason: NotationReason) -> Word {
    Word::Refused(match reason {
        NotationReason::NotANotation => return Word::Unknown,
        NotationReason::NoSuchPiece { .. } => ReadReason::NoSuchPiece,
        NotationReason::Ambiguous { .. } => ReadReason::Ambiguous,
        NotationReason::Illegal { mv, .. } => {
            ReadReason::IllegalMove(mv.and_then(|mv| game::refusal(board, mv)))
        }
    })
}

/// Reads a word as several moves, with or without numbers and separators between them. The first move must begin at
/// `at`.
fn several(board: &Board, text: &str, at: usize, dialect: Dialect) -> Word {
    let Some(first) = piece_len(&text[at..]).map(|len| at + len) else { return Word::Unknown };
    let Word::Move(_) = read_move(board, &text[at..first], dialect) else { return Word::Unknown };
    let (mut ends, mut end) = (Vec::new(), behind_signs(text, first));
    while end < text.len() {
        ends.push(end);
        let behind = &text[end..];
        let rest = behind.trim_start_matches(|letter| SEPARATORS.contains(letter));
        let number = number_len(rest);
        let is_digit = |letter: char| letter.is_ascii_digit() || ('０'..='９').contains(&letter);
        // Digits directly after a move are a typing error: `h2e22`.
        if rest.len() == behind.len() && number.0 == 0 && rest.starts_with(is_digit) {
            return Word::Unknown;
        }
        let at = text.len() - rest.len() + if number.0 > 0 { number.1 } else { 0 };
        let len = piece_len(&text[at..]).unwrap_or_else(|| unknown_len(&text[at..]));
        end = behind_signs(text, at + len);
    }
    ends.push(text.len());
    Word::Moves(ends)
}

/// Returns the end of the signs after a move.
fn behind_signs(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    text.len() - rest.trim_start_matches(['!', '?', '！', '？', '*']).len()
}

/// Returns the length of the separators at the beginning of a text.
pub fn separators_len(text: &str) -> usize {
    let rest = text.trim_start_matches(|letter| SEPARATORS.contains(letter));
    // A separator may also begin the only move, such as `+C-2`.
    if rest.is_empty() || shape::is_move(text) { 0 } else { text.len() - rest.len() }
}

/// Returns the length of the move at the beginning of a text.
fn piece_len(text: &str) -> Option<usize> {
    if let Some(len) = shape::len(text) {
        return Some(len);
    }
    // A move in the short notation of engines ends before a separator.
    let (end, _) = text.char_indices().take(san::LONGEST).find(|(_, letter)| SEPARATORS.contains(*letter))?;
    san::has_shape(&text[..end]).then_some(end)
}

/// Returns the distance in bytes to the next possible move, to a separator that is no part of a move, or to the end.
fn unknown_len(text: &str) -> usize {
    let is_end = |rest: &str| shape::len(rest).is_some() || rest.starts_with(['/', '|', '_', '~', '→', '>']);
    let mut places = text.char_indices().map(|(at, _)| at).skip(1);
    places.find(|at| is_end(&text[*at..])).unwrap_or(text.len())
}

/// Returns the end of the number before a move.
pub fn number_end(text: &str) -> usize {
    number_len(text).1
}

/// Returns true if a text is the number of the first move.
pub fn is_first_number(text: &str) -> bool {
    let text = text.strip_prefix('第').unwrap_or(text);
    text.strip_prefix(['1', '１', '①', '一']).is_some_and(|rest| !rest.starts_with(char::is_numeric))
}

/// Returns true if a word looks like a move with one slip, or like several moves without separators.
pub fn resembles_move(text: &str) -> bool {
    let rest = text[number_len(text).1..].trim_end_matches(['!', '?', '！', '？', '.', '。', ',']);
    shape::is_nearly_move(rest) || shape::is_glued(rest)
}

/// Returns true if a word after the move `other` is a misspelled move.
pub fn holds_move(text: &str, other: &str) -> bool {
    resembles_move(text)
        || is_slip(text, other)
        || is_vietnamese(text)
        || shape::holds_move(&text[number_len(text).1..])
}

/// Returns true if a word is nearly a move in the notation of `other`, or begins with a Vietnamese move if `other` is
/// Vietnamese.
pub fn is_slip(text: &str, other: &str) -> bool {
    let bare_of = |text: &'_ str| number_len(text).1;
    let (whole, other) = (text.trim_end_matches(['!', '?', '！', '？', ',']), &other[bare_of(other)..]);
    let bare = &whole[bare_of(whole)..];
    [whole, bare].into_iter().any(|word| shape::is_nearly_like(word, other))
        || begins_like_vietnamese(bare, other)
}

/// Returns true if `other` could be a Vietnamese move, and the word begins with one.
fn begins_like_vietnamese(text: &str, other: &str) -> bool {
    let begin = |letters: usize| text.char_indices().nth(letters).map_or(text, |(len, _)| &text[..len]);
    is_vietnamese(other) && [4, 5].into_iter().any(|letters| vietnamese::has_form(begin(letters)))
}

/// Returns true if a word could be a move in Vietnamese.
pub fn is_vietnamese(text: &str) -> bool {
    vietnamese::has_form(text[number_len(text).1..].trim_end_matches(['!', '?', '！', '？', ',']))
}

/// Returns true if a word may contain a point such as `e2`.
pub fn has_points(text: &str) -> bool {
    let is_file = |byte: u8| (b'a'..=b'i').contains(&byte.to_ascii_lowercase());
    text.as_bytes().windows(2).any(|pair| is_file(pair[0]) && pair[1].is_ascii_digit())
}
