//! Reads the short notation of engines, a piece and its target: `Che2`, `Nbd2`, `E5e3`, `Rxa5`. `c5` and `cxd5` are
//! moves of soldiers.

use crate::error::ReadReason;
use chuhe_rules::board::Board;
use chuhe_rules::notation::coordinate::RankBase;
use chuhe_rules::types::{Move, Role, Square};

/// The greatest length of a move in bytes: piece, file, rank, `x`, file, rank and two of `+` and `#`.
pub const LONGEST: usize = 10;

/// Returns the legal move that a text names; `None` if the text is not in this notation.
pub fn read(board: &Board, text: &str, base: RankBase) -> Option<Result<Move, ReadReason>> {
    let text = text.trim_end_matches(['+', '#']);
    if text.len() > LONGEST || !text.is_ascii() {
        return None;
    }
    let letter = text.chars().next()?;
    let is_soldier = letter.is_ascii_lowercase();
    // `xf4`: the file of the capturing soldier is missing, so the soldier may also come from beside the target.
    let is_anywhere = letter == 'x';
    let (role, points) =
        if is_soldier { (Role::Soldier, text) } else { (Role::from_letter(letter)?, &text[1..]) };
    let points: String = points.chars().filter(|letter| *letter != 'x').collect();
    let at = points.rfind(|letter| ('a'..='i').contains(&letter))?;
    let (source, target) = points.split_at(at);
    let (file, rank) = (file(target)?, rank(&target[1..], base)?);
    let target = Square::at(file, rank)?;
    let (from_file, digits) = match self::file(source) {
        Some(file) => (Some(file), &source[1..]),
        None if is_soldier && !is_anywhere => (Some(file), source), // the soldier moves straight ahead
        None => (None, source),
    };
    let from_rank = if digits.is_empty() { None } else { Some(self::rank(digits, base)?) };
    let fits = |mv: &Move| {
        mv.to() == target
            && board.piece_at(mv.from()).is_some_and(|piece| piece.role() == role)
            && from_file.is_none_or(|file| mv.from().file() as i8 == file)
            && from_rank.is_none_or(|rank| mv.from().rank() as i8 == rank)
    };
    let mut moves = board.legal_moves().into_iter().filter(fits);
    Some(match (moves.next(), moves.next()) {
        (Some(mv), None) => Ok(mv),
        (None, _) if is_soldier => return None, // not a move
        (Some(_), Some(_)) => Err(ReadReason::Ambiguous),
        _ => Err(ReadReason::NoSuchPiece),
    })
}

/// Returns true if a text begins with a capital letter and contains the small letter of a file.
pub fn has_shape(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_uppercase())
        && text.contains(|letter| ('a'..='i').contains(&letter))
}

fn file(text: &str) -> Option<i8> {
    let letter = text.bytes().next().filter(|letter| (b'a'..=b'i').contains(letter))?;
    Some((letter - b'a') as i8)
}

fn rank(digits: &str, base: RankBase) -> Option<i8> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(digits.parse::<i8>().ok()? - base.first() as i8)
}
