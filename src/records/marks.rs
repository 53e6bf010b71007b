//! Annotations of a move besides its comment: signs after the move, and rings and arrows on the board.
//!
//! Signs are the numeric annotation glyphs of the PGN standard: `!` is 1. Shapes are the rings of the command `[%csl
//! …]` and the arrows of the command `[%cal …]` in PGN comments. A shape is written as a letter for its colour and one
//! or two points: `Rh2`, `Gh2e2`.

use super::text::is_blank;
use super::text::{find, replace};
use chuhe_rules::types::Square;
use std::fmt;
use std::str::FromStr;

/// The largest number of shapes on one move.
pub const MAX_SHAPES: usize = 256;

/// The colour of a [`Shape`], written as its first letter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Brush {
    /// Green, written as `G`.
    Green,
    /// Red, written as `R`.
    Red,
    /// Yellow, written as `Y`.
    Yellow,
    /// Blue, written as `B`.
    Blue,
}

impl Brush {
    /// Every colour, in the order of the enum.
    pub const ALL: [Brush; 4] = [Brush::Green, Brush::Red, Brush::Yellow, Brush::Blue];

    /// Returns the letter of the colour.
    pub const fn letter(self) -> char {
        ['G', 'R', 'Y', 'B'][self as usize]
    }

    /// Returns the colour that a letter stands for; `None` for other letters.
    pub fn from_letter(letter: char) -> Option<Brush> {
        Brush::ALL.into_iter().find(|brush| brush.letter() == letter)
    }
}

/// A ring round a point, or an arrow between two points.
///
/// ```
/// use chuhe_records::{Brush, Shape};
/// let shape: Shape = "Gh2e2".parse()?;
/// assert_eq!((shape.brush, shape.to.to_string()), (Brush::Green, "e2".to_owned()));
/// assert!(!shape.is_ring() && "Rh2".parse::<Shape>()?.is_ring());
/// # Ok::<(), chuhe_records::BadShape>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// The colour.
    pub brush: Brush,
    /// The point of a ring, or the start of an arrow.
    pub from: Square,
    /// The end of an arrow. For a ring it equals `from`.
    pub to: Square,
}

impl Shape {
    /// Returns true for a ring, and false for an arrow.
    pub fn is_ring(&self) -> bool {
        self.from == self.to
    }

    /// Returns the shape at the beginning of a text, and its length in bytes.
    fn read(text: &str) -> Option<(Shape, usize)> {
        let brush = Brush::from_letter(text.chars().next()?)?;
        let point = |at: usize| text.get(at..at + 2)?.parse::<Square>().ok();
        let from = point(1)?;
        Some(match point(3) {
            Some(to) => (Shape { brush, from, to }, 5),
            None => (Shape { brush, from, to: from }, 3),
        })
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { brush, from, to } = self;
        match self.is_ring() {
            true => write!(f, "{}{from}", brush.letter()),
            false => write!(f, "{}{from}{to}", brush.letter()),
        }
    }
}

/// The error for a text that is no [`Shape`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadShape;

impl fmt::Display for BadShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a shape is a colour (G, R, Y, B) and one point or two, such as Gh2e2")
    }
}

impl std::error::Error for BadShape {}

impl FromStr for Shape {
    type Err = BadShape;

    fn from_str(text: &str) -> Result<Shape, BadShape> {
        Shape::read(text).filter(|(_, len)| *len == text.len()).map(|(shape, _)| shape).ok_or(BadShape)
    }
}

/// Reads shapes that are separated by commas, and returns the text after the last shape.
fn read_shapes(text: &str) -> Option<(Vec<Shape>, &str)> {
    let (mut shapes, mut rest) = (Vec::new(), text);
    loop {
        rest = rest.trim_start_matches(' ');
        let (shape, len) = Shape::read(rest)?;
        shapes.push(shape);
        rest = &rest[len..];
        match rest.strip_prefix(',') {
            Some(behind) if shapes.len() < MAX_SHAPES => rest = behind,
            _ => return Some((shapes, rest)),
        }
    }
}

/// Reads a list such as `Gh2e2,Rh2`; `None` if the text contains anything else.
pub(crate) fn list(text: &str) -> Option<Vec<Shape>> {
    read_shapes(text).filter(|(_, rest)| rest.is_empty()).map(|(shapes, _)| shapes)
}

/// Writes a list in the form that [`list`] reads.
pub(crate) fn write_list(shapes: &[Shape]) -> String {
    joined(shapes, ",")
}

/// Writes the numbers of signs with spaces between them.
pub(crate) fn write_signs(signs: &[u8]) -> String {
    joined(signs, " ")
}

fn joined<T: ToString>(things: &[T], with: &str) -> String {
    let mut text = String::new();
    for thing in things {
        if !text.is_empty() {
            text.push_str(with);
        }
        text.push_str(&thing.to_string());
    }
    text
}

/// The text of a comment without its commands, and the contents of the commands.
#[derive(Default, PartialEq, Debug)]
pub(crate) struct Said {
    pub text: String,
    /// Centipawns from Red's view.
    pub evaluation: Option<i32>,
    pub shapes: Vec<Shape>,
}

/// The beginning of every command.
const COMMAND: &str = "[%";
/// The beginnings of the supported commands.
pub(crate) const EVALUATION: &str = "[%eval ";
pub(crate) const RINGS: &str = "[%csl ";
pub(crate) const ARROWS: &str = "[%cal ";

/// Separates the commands of a comment from its text. A second evaluation and unknown commands stay in the text.
///
/// The remaining text must not contain a new command. If a space between the two parts around a command could complete
/// one, a line break joins them instead.
pub(crate) fn read_comment(comment: &str, is_evaluated: bool) -> Said {
    let (mut said, mut rest) = (Said::default(), comment);
    // True if the text contains an unknown command that is not closed yet.
    let mut is_open = false;
    while let Some(at) = find(rest, COMMAND) {
        let (before, command) = rest.split_at(at);
        is_open &= !before.contains(']');
        said.text.push_str(before);
        let len = match read_command(command) {
            Some((Command::Evaluation(value), len)) if !is_evaluated && said.evaluation.is_none() => {
                said.evaluation = Some(value);
                len
            }
            Some((Command::Shapes(shapes), len)) => {
                said.shapes.extend(shapes);
                len
            }
            _ => {
                is_open = true;
                said.text.push_str(COMMAND);
                rest = &command[COMMAND.len()..];
                continue;
            }
        };
        said.text.truncate(said.text.trim_end_matches(is_blank).len());
        rest = command[len..].trim_start_matches(is_blank);
        if !said.text.is_empty() && !rest.is_empty() {
            said.text.push(if is_open { '\n' } else { ' ' });
        }
    }
    said.text.push_str(rest);
    said
}

enum Command {
    Evaluation(i32),
    Shapes(Vec<Shape>),
}

/// Returns the command at the beginning of a text, and its length in bytes.
fn read_command(text: &str) -> Option<(Command, usize)> {
    let shapes = text.strip_prefix(ARROWS).or_else(|| text.strip_prefix(RINGS));
    if let Some(list) = shapes {
        let (shapes, rest) = read_shapes(list)?;
        let rest = rest.strip_prefix(']')?;
        return Some((Command::Shapes(shapes), text.len() - rest.len()));
    }
    read_evaluation(text).map(|(value, len)| (Command::Evaluation(value), len))
}

/// Returns the centipawns and the length in bytes of `[%eval 0.35]` or `[%eval 0.35,20]` at the beginning of a text, on
/// one line. A mate (`#3`) is no evaluation and stays text.
fn read_evaluation(text: &str) -> Option<(i32, usize)> {
    /// The greatest length of a value with its depth, in bytes.
    const LONGEST: usize = 32;
    let rest = text.strip_prefix(EVALUATION)?;
    let end = rest.bytes().take(LONGEST).position(|byte| byte == b']')?;
    if rest[..end].contains('\n') {
        return None;
    }
    let value = rest[..end].split(',').next()?.trim();
    let (negative, digits) = match value.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, value.strip_prefix('+').unwrap_or(value)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 9 || !is_number(whole) || !is_number(fraction) {
        return None;
    }
    let hundredths = format!("{fraction:0<2}");
    let value = whole.parse::<i64>().ok()? * 100 + hundredths[..2].parse::<i64>().ok()?;
    Some((i32::try_from(if negative { -value } else { value }).ok()?, EVALUATION.len() + end + 1))
}

/// The written forms of the signs with their numbers, in the order of the numbers. A sign may have several forms.
const WRITTEN: [(&str, u8); 22] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("=", 10),
    ("∞", 13),
    ("+=", 14),
    ("+/=", 14),
    ("⩲", 14),
    ("=+", 15),
    ("=/+", 15),
    ("⩱", 15),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("+-", 18),
    ("+−", 18),
    ("-+", 19),
    ("−+", 19),
];

/// Returns the number of a sign such as `$14`, `±` or `!?`. `!` and `?` may be full-width characters.
pub(crate) fn read_sign(text: &str) -> Option<u8> {
    if let Some(number) = text.strip_prefix('$') {
        return number.parse().ok();
    }
    /// The greatest length of [`WRITTEN`] in bytes, also in full-width characters.
    const LONGEST: usize = 6;
    if text.len() > LONGEST {
        return None;
    }
    let narrow = replace(&replace(text, "！", "!"), "？", "?");
    WRITTEN.iter().find(|(written, _)| *written == narrow).map(|(_, sign)| *sign)
}

/// Returns the sign at the beginning of a comment and the text after it; `None` if the first word is no sign.
pub(crate) fn leading_sign(comment: &str) -> Option<(u8, &str)> {
    let word = comment.split_whitespace().next()?;
    Some((read_sign(word)?, comment.trim_start()[word.len()..].trim_start()))
}
