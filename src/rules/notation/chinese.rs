//! Chinese notation, such as 炮二平五 or 前马退６.
//!
//! The rules are those of the xqbase notation specification, 《着法表示》: files are counted from the
//! mover's right, Red's in Chinese numerals and Black's in full-width digits. The front one of two
//! rooks, cannons or horses on a file is 前, the rear one 后. Three soldiers on a file are 前, 中 and 后.
//! More soldiers on a file, or soldiers on two files with two or more each, are numbered 一 to 五 from
//! the mover's right file, and from the front on each file.
//!
//! Readers also accept traditional characters and numerals of every kind for either side, the names
//! of either side's pieces (as vschess does), the piece before its place (炮前退二), 前 and 后 for advisors
//! and elephants (前相退五), the numbers 二 to 四 for three soldiers, and the file of a soldier, with or
//! without the name of the piece (前四平五, 前兵四平五).

use super::description::{Description, Order, Place, Toward};
use super::error::NotationReason;
use super::matching::{self, Dialect};
use super::plain::Plain;
use crate::board::Board;
use crate::types::{Color, Move, Piece, Role};
use alloc::string::String;

const HAN: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const FULL_WIDTH: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// Returns the simplified character of a piece.
pub const fn name(piece: Piece) -> char {
    let names = match piece.color() {
        Color::Red => ['帅', '仕', '相', '马', '车', '炮', '兵'],
        Color::Black => ['将', '士', '象', '马', '车', '炮', '卒'],
    };
    names[piece.role().index()]
}

/// Returns the text of a move that is legal on `board`; `None` when no piece stands on its source.
///
/// ```
/// use chuhe_rules::{fen, notation::chinese};
/// let mv = "h2e2".parse()?;
/// assert_eq!(chinese::write(&fen::start(), mv).as_deref(), Some("炮二平五"));
/// # Ok::<(), chuhe_rules::types::CoordinateError>(())
/// ```
pub fn write(board: &Board, mv: Move) -> Option<String> {
    let piece = board.piece_at(mv.from())?;
    let description = Description::of(board, mv)?;
    let digits = if piece.color() == Color::Red { &HAN } else { &FULL_WIDTH };
    let digit = |number: u8| digits.get(usize::from(number).wrapping_sub(1)).copied();
    let mut text = String::with_capacity(12);
    match description.place {
        Place::File(file) => text.extend([name(piece), digit(file)?]),
        Place::Among(order) => text.extend([order_letter(order)?, name(piece)]),
        Place::OnFile(..) | Place::End(_) => return None,
    }
    let toward = match description.toward {
        Toward::Forward => '进',
        Toward::Sideways => '平',
        Toward::Back => '退',
    };
    text.extend([toward, digit(description.number)?]);
    Some(text)
}

fn order_letter(order: Order) -> Option<char> {
    match order {
        Order::Front => Some('前'),
        Order::Middle => Some('中'),
        Order::Rear => Some('后'),
        Order::Nth(n) => HAN.get(usize::from(n).wrapping_sub(1)).copied(),
    }
}

/// Returns the legal move that a text names.
pub(crate) fn read(board: &Board, plain: &Plain) -> Result<Move, NotationReason> {
    let said = describe(plain).ok_or(NotationReason::NotANotation)?;
    matching::find(board, &said, Dialect::Chinese)
}

/// Parses a text: a piece and its place, then a direction and a number.
fn describe(text: &[char]) -> Option<Description> {
    let [head @ .., toward, number] = text else { return None };
    let (role, place) = match *head {
        [first, second] => piece_of_two(first, second)?,
        [place, role, file] => (read_role(role)?, Place::OnFile(read_place(place)?, read_digit(file)?)),
        _ => return None,
    };
    Some(Description { role, place, toward: read_toward(*toward)?, number: read_digit(*number)? })
}

/// Parses a piece and its place: 炮二, 前炮, 一兵, 炮前, 前四 or 二四.
fn piece_of_two(first: char, second: char) -> Option<(Role, Place)> {
    match (read_role(first), read_role(second)) {
        (Some(role), None) => {
            let file = read_digit(second).map(Place::File);
            Some((role, file.or_else(|| read_order(second).map(Place::Among))?))
        }
        (None, Some(role)) => Some((role, Place::Among(read_place(first)?))),
        (None, None) => Some((Role::Soldier, Place::OnFile(read_place(first)?, read_digit(second)?))),
        (Some(_), Some(_)) => None,
    }
}

fn read_role(letter: char) -> Option<Role> {
    Some(match letter {
        '帅' | '帥' | '将' | '將' => Role::General,
        '仕' | '士' => Role::Advisor,
        '相' | '象' => Role::Elephant,
        '马' | '馬' | '傌' => Role::Horse,
        '车' | '車' | '俥' | '砗' | '硨' => Role::Rook,
        '炮' | '砲' | '包' => Role::Cannon,
        '兵' | '卒' => Role::Soldier,
        _ => return None,
    })
}

fn read_digit(letter: char) -> Option<u8> {
    Some(match letter {
        '1'..='9' => letter as u8 - b'0',
        '一' | '壹' => 1,
        '二' | '贰' | '貳' => 2,
        '三' | '叁' | '叄' | '參' => 3,
        '四' | '肆' => 4,
        '五' | '伍' => 5,
        '六' | '陆' | '陸' => 6,
        '七' | '柒' => 7,
        '八' | '捌' => 8,
        '九' | '玖' => 9,
        _ => return None,
    })
}

fn read_order(letter: char) -> Option<Order> {
    match letter {
        '前' => Some(Order::Front),
        '中' => Some(Order::Middle),
        '后' | '後' => Some(Order::Rear),
        _ => None,
    }
}

/// Reads a word or a number of the order.
fn read_place(letter: char) -> Option<Order> {
    read_order(letter).or_else(|| Some(Order::Nth(read_digit(letter).filter(|n| *n <= 5)?)))
}

fn read_toward(letter: char) -> Option<Toward> {
    match letter {
        '进' | '進' => Some(Toward::Forward),
        '平' => Some(Toward::Sideways),
        '退' => Some(Toward::Back),
        _ => None,
    }
}
