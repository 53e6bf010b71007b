//! WXF, such as `C2.5`, `H8+7`, `C++2` or `Pa.6`.
//!
//! A move has four characters: the piece (`K A E H R C P`), its file counted from the mover's right,
//! `+` forward, `-` back or `.` sideways, and a number. `+` is the front one of two on a file, `-` the
//! rear one, and `.` the middle one of three soldiers. More soldiers, or soldiers on two files with two
//! or more each, are lettered `a` to `e` in the order of Chinese notation. ElephantEye and vschess
//! write this form.
//!
//! Readers also accept `=` for `.`, either case, `N` for `H`, `B` and `M` for `E`, `G` for `A`, the
//! sign before the piece (`+C-2`), Fairy-Stockfish's soldiers by number and file (`15=6`), the file of
//! a piece instead of a sign if only one piece can make the move (`R5+3`), and the forms of the WXF
//! page: file and sign (`3+.4`), the middle one of three or five by its file (`P3.4`), and `++` and
//! `--` for the ends of four or five on a file. That page calls the soldiers next to those ends `P+`
//! and `P-`, while other readers mean the ends themselves; if both can make the move, the text is
//! ambiguous.

use super::description::{Description, Order, Place, Toward};
use super::error::NotationReason;
use super::matching::{self, Dialect};
use super::plain::Plain;
use crate::board::Board;
use crate::types::{Move, Role};
use alloc::string::String;

/// Returns the letter of a role.
pub const fn letter(role: Role) -> char {
    match role {
        Role::Elephant => 'E',
        Role::Horse => 'H',
        _ => role.letter(),
    }
}

/// Returns the text of a move that is legal on `board`; `None` when no piece stands on its source.
///
/// ```
/// use chuhe_rules::{fen, notation::wxf};
/// let mv = "b0c2".parse()?;
/// assert_eq!(wxf::write(&fen::start(), mv).as_deref(), Some("H8+7"));
/// # Ok::<(), chuhe_rules::types::CoordinateError>(())
/// ```
pub fn write(board: &Board, mv: Move) -> Option<String> {
    let Description { role, place, toward, number } = Description::of(board, mv)?;
    let place = match place {
        Place::File(file) => char::from_digit(file.into(), 10)?,
        Place::Among(Order::Front) => '+',
        Place::Among(Order::Middle) => '.',
        Place::Among(Order::Rear) => '-',
        Place::Among(Order::Nth(n)) => char::from(b'a' + n.checked_sub(1).filter(|n| *n < 5)?),
        Place::OnFile(..) | Place::End(_) => return None,
    };
    let toward = match toward {
        Toward::Forward => '+',
        Toward::Sideways => '.',
        Toward::Back => '-',
    };
    Some([letter(role), place, toward, char::from_digit(number.into(), 10)?].iter().collect())
}

/// Returns the legal move that a text names.
pub(crate) fn read(board: &Board, plain: &Plain) -> Result<Move, NotationReason> {
    let said = describe(plain).ok_or(NotationReason::NotANotation)?;
    matching::find(board, &said, Dialect::Wxf)
}

/// Parses a text: a piece and its place, then a direction and a number.
fn describe(text: &[char]) -> Option<Description> {
    let [head @ .., toward, number] = text else { return None };
    let (role, place) = match *head {
        [first, second] => piece_first(first, second).or_else(|| place_first(first, second))?,
        [sign, role, file] => (Role::from_letter(role)?, Place::OnFile(read_sign(sign)?, read_digit(file)?)),
        _ => return None,
    };
    let toward = match toward {
        '+' => Toward::Forward,
        '.' | '=' => Toward::Sideways,
        '-' => Toward::Back,
        _ => return None,
    };
    Some(Description { role, place, toward, number: read_digit(*number)? })
}

/// Parses `C2`, `C+` or `Pa`.
fn piece_first(first: char, second: char) -> Option<(Role, Place)> {
    let file = read_digit(second).map(Place::File);
    let order = || read_sign(second).or_else(|| read_letter(second)).map(Place::Among);
    Some((Role::from_letter(first)?, file.or_else(order)?))
}

/// Parses `+C` or `aP`, and soldiers without their letter: `++`, `+3`, `3+` or `15`.
fn place_first(first: char, second: char) -> Option<(Role, Place)> {
    let role = Role::from_letter(second);
    let (files, signs) = ((read_digit(first), read_digit(second)), (read_sign(first), read_sign(second)));
    if let Some(order) = signs.0.or_else(|| read_letter(first).filter(|_| role == Some(Role::Soldier)))
        && let Some(role) = role
    {
        return Some((role, Place::Among(order)));
    }
    let place = match (signs, files) {
        ((Some(order), None), (None, Some(file))) | ((None, Some(order)), (Some(file), None)) => {
            Place::OnFile(order, file)
        }
        ((None, None), (Some(n @ 1..=5), Some(file))) => Place::OnFile(Order::Nth(n), file),
        ((Some(order), Some(again)), _) if order == again && order != Order::Middle => Place::End(order),
        _ => return None,
    };
    Some((Role::Soldier, place))
}

fn read_digit(letter: char) -> Option<u8> {
    matches!(letter, '1'..='9').then(|| letter as u8 - b'0')
}

fn read_sign(letter: char) -> Option<Order> {
    match letter {
        '+' => Some(Order::Front),
        '.' | '=' => Some(Order::Middle),
        '-' => Some(Order::Rear),
        _ => None,
    }
}

fn read_letter(letter: char) -> Option<Order> {
    let letter = letter.to_ascii_lowercase();
    matches!(letter, 'a'..='e').then(|| Order::Nth(letter as u8 - b'a' + 1))
}
