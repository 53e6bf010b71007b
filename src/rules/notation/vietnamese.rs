//! Vietnamese notation, such as `P2-5`, `M8.7`, `X1/2` or `Tg5.1`.
//!
//! It is WXF with other letters: the piece (`Tg` tướng, `S` sĩ, `T` tượng, `M` mã, `X` xe, `P` pháo, `B` binh), its
//! file counted from the mover's right, `.` forward (tiến), `-` sideways (bình) or `/` back (thoái), and a number. `t`
//! (trước) is the front one of two on a file, `s` (sau) the rear one, and `g` (giữa) the middle one of three soldiers.
//! More soldiers are lettered `a` to `e` as in WXF.
//!
//! Readers also accept either case, `C` (chốt) for a soldier and `V` (voi) for an elephant.

use super::description::{Description, Order, Place, Toward};
use super::error::NotationReason;
use super::matching::{self, Dialect};
use super::plain::Plain;
use crate::board::Board;
use crate::types::{Move, Role};
use alloc::string::String;

/// Returns the letters of a role.
pub const fn letters(role: Role) -> &'static str {
    match role {
        Role::General => "Tg",
        Role::Advisor => "S",
        Role::Elephant => "T",
        Role::Horse => "M",
        Role::Rook => "X",
        Role::Cannon => "P",
        Role::Soldier => "B",
    }
}

/// Returns the text of a move that is legal on `board`; `None` when no piece stands on its source.
///
/// ```
/// use chuhe_rules::{fen, notation::vietnamese};
/// let mv = "h2e2".parse()?;
/// assert_eq!(vietnamese::write(&fen::start(), mv).as_deref(), Some("P2-5"));
/// # Ok::<(), chuhe_rules::types::CoordinateError>(())
/// ```
pub fn write(board: &Board, mv: Move) -> Option<String> {
    let Description { role, place, toward, number } = Description::of(board, mv)?;
    let place = match place {
        Place::File(file) => char::from_digit(file.into(), 10)?,
        Place::Among(Order::Front) => 't',
        Place::Among(Order::Middle) => 'g',
        Place::Among(Order::Rear) => 's',
        Place::Among(Order::Nth(n)) => char::from(b'a' + n.checked_sub(1).filter(|n| *n < 5)?),
        Place::OnFile(..) | Place::End(_) => return None,
    };
    let toward = match toward {
        Toward::Forward => '.',
        Toward::Sideways => '-',
        Toward::Back => '/',
    };
    let mut text = String::from(letters(role));
    text.extend([place, toward, char::from_digit(number.into(), 10)?]);
    Some(text)
}

/// Returns whether a text has the form of this notation, whether or not it is a legal move.
#[doc(hidden)]
pub fn has_form(text: &str) -> bool {
    super::plain::read(text).is_some_and(|plain| describe(&plain).is_some())
}

/// Returns the legal move that a text names.
pub(crate) fn read(board: &Board, plain: &Plain) -> Result<Move, NotationReason> {
    let said = describe(plain).ok_or(NotationReason::NotANotation)?;
    matching::find(board, &said, Dialect::Wxf)
}

fn describe(text: &[char]) -> Option<Description> {
    let [head @ .., place, toward, number] = text else { return None };
    let role = match *head {
        [t, g] if t.eq_ignore_ascii_case(&'t') && g.eq_ignore_ascii_case(&'g') => Role::General,
        [letter] => match letter.to_ascii_uppercase() {
            'S' => Role::Advisor,
            'T' | 'V' => Role::Elephant,
            'M' => Role::Horse,
            'X' => Role::Rook,
            'P' => Role::Cannon,
            'B' | 'C' => Role::Soldier,
            _ => return None,
        },
        _ => return None,
    };
    let place = match place.to_ascii_lowercase() {
        digit @ '1'..='9' => Place::File(digit as u8 - b'0'),
        't' => Place::Among(Order::Front),
        'g' => Place::Among(Order::Middle),
        's' => Place::Among(Order::Rear),
        letter @ 'a'..='e' => Place::Among(Order::Nth(letter as u8 - b'a' + 1)),
        _ => return None,
    };
    let toward = match toward {
        '.' => Toward::Forward,
        '-' => Toward::Sideways,
        '/' => Toward::Back,
        _ => return None,
    };
    let number = matches!(number, '1'..='9').then(|| *number as u8 - b'0')?;
    Some(Description { role, place, toward, number })
}
