//! Patterns of positions, which describe the pieces that a search has to find on the board.

use chuhe_rules::board::Board;
use chuhe_rules::types::{Color, POINTS, Piece, Role, Square};
use std::fmt;
use std::str::FromStr;

/// The mask of a point that may be empty or hold any piece.
const ANYTHING: u16 = (1 << (Piece::NUM + 1)) - 1;

/// The code of a point: 0 for an empty one, else the index of the piece plus 1.
pub(crate) type Code = u8;

pub(crate) fn code_of(piece: Option<Piece>) -> Code {
    piece.map_or(0, |piece| piece.index() as Code + 1)
}

/// The number of pieces on the board, by the index of the piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Material([u8; Piece::NUM]);

impl Material {
    pub fn of(board: &Board) -> Material {
        let mut count = [0; Piece::NUM];
        for (_, piece) in board.pieces() {
            count[piece.index()] += 1;
        }
        Material(count)
    }

    /// Removes a captured piece, by its code.
    pub fn capture(&mut self, code: Code) {
        let count = &mut self.0[usize::from(code) - 1];
        *count = count.saturating_sub(1);
    }
}

/// A pattern of positions: the pieces that each point may hold, the side to move, and the number of pieces.
///
/// The text of a pattern is a placement as in a FEN, with `?` for a point that may hold anything, `X` for any red piece
/// and `x` for any black piece. A `w` or `b` after the placement is the side to move.
///
/// ```
/// use chuhe_records::library::Pattern;
/// // Red's cannon in the middle of the board, and the general at home.
/// let pattern: Pattern = "?????????/?????????/?????????/?????????/?????????/????C????/?????????/?????????/?????????/????K????".parse()?;
/// assert!("9/9 w".parse::<Pattern>().is_err());
/// # Ok::<(), chuhe_records::library::BadPattern>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// For each point, one bit for an empty point and one bit for each piece that it may hold.
    masks: [u16; POINTS],
    /// The side to move; `None` if both match.
    pub turn: Option<Color>,
    /// True if the mirror image matches too.
    pub is_mirrored: bool,
    pub(crate) material: Option<Material>,
}

impl Pattern {
    fn any() -> Pattern {
        Pattern { masks: [ANYTHING; POINTS], turn: None, is_mirrored: true, material: None }
    }

    /// Returns the pattern of exactly this position and side to move.
    pub fn position(board: &Board) -> Pattern {
        let mut pattern = Pattern { turn: Some(board.turn()), ..Pattern::any() };
        for square in Square::all() {
            pattern.masks[square.index()] = 1 << code_of(board.piece_at(square));
        }
        pattern
    }

    /// Returns the pattern of the soldiers of a position; other points may hold anything but soldiers.
    pub fn soldiers(board: &Board) -> Pattern {
        let soldier = |color| 1_u16 << code_of(Some(Piece::new(color, Role::Soldier)));
        let soldiers = soldier(Color::Red) | soldier(Color::Black);
        let mut pattern = Pattern::any();
        for square in Square::all() {
            let here = 1 << code_of(board.piece_at(square));
            pattern.masks[square.index()] = if here & soldiers == 0 { ANYTHING & !soldiers } else { here };
        }
        pattern
    }

    /// Returns the pattern of all positions with the same number of each piece.
    pub fn material(board: &Board) -> Pattern {
        Pattern { material: Some(Material::of(board)), ..Pattern::any() }
    }

    pub(crate) fn mask(&self, square: Square) -> u16 {
        self.masks[square.index()]
    }
}

/// The error for a text that is no pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadPattern(pub String);

impl fmt::Display for BadPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = chuhe_rules::types::shown(&self.0);
        write!(
            f,
            "the pattern '{text}' has not ten ranks of nine points, with letters of pieces, digits, '?', 'X' and 'x'"
        )
    }
}

impl std::error::Error for BadPattern {}

impl FromStr for Pattern {
    type Err = BadPattern;

    fn from_str(text: &str) -> Result<Pattern, BadPattern> {
        read(text).ok_or_else(|| BadPattern(text.to_owned()))
    }
}

fn read(text: &str) -> Option<Pattern> {
    let mut words = text.split_whitespace();
    let ranks: Vec<&str> = words.next()?.split('/').collect();
    let mut pattern = Pattern::any();
    pattern.turn = match words.next() {
        None | Some("-") => None,
        Some("w" | "r") => Some(Color::Red),
        Some("b") => Some(Color::Black),
        Some(_) => return None,
    };
    if ranks.len() != 10 {
        return None;
    }
    for (down, rank) in ranks.iter().enumerate() {
        let mut file = 0;
        for letter in rank.chars() {
            let (mask, points) = match letter {
                '1'..='9' => (1, letter.to_digit(10)? as i8),
                _ => (mask_of(letter)?, 1),
            };
            for _ in 0..points {
                pattern.masks[Square::at(file, 9 - down as i8)?.index()] = mask;
                file += 1;
            }
        }
        if file != 9 {
            return None;
        }
    }
    Some(pattern)
}

/// Returns the mask that a letter of a pattern stands for.
fn mask_of(letter: char) -> Option<u16> {
    let of_color = |color| Role::ALL.iter().map(|role| 1 << code_of(Some(Piece::new(color, *role)))).sum();
    match letter {
        '?' => Some(ANYTHING),
        'X' => Some(of_color(Color::Red)),
        'x' => Some(of_color(Color::Black)),
        _ => Piece::from_letter(letter).map(|piece| 1 << code_of(Some(piece))),
    }
}
