//! Chinese notation, such as 炮二平五 or 前马退６.
//!
//! The rules are those of the xqbase notation specification, 《着法表示》: files are counted from the
//! mover's right, Red's in Chinese numerals and Black's in full-width digits. Of two rooks, cannons
//! or horses on a file the front one is 前 and the rear one 后. Three soldiers on a file are 前中后;
//! more, or two files with two or more, are numbered 一 to 五 from the mover's right file, front first.

use crate::game::board::Board;
use crate::game::types::{Color, Move, Piece, Role, Square};

const HAN: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const FULL_WIDTH: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// The simplified character of a piece.
pub const fn name(piece: Piece) -> char {
    let names = match piece.color() {
        Color::Red => ['帅', '仕', '相', '马', '车', '炮', '兵'],
        Color::Black => ['将', '士', '象', '马', '车', '炮', '卒'],
    };
    names[piece.role().index()]
}

/// The text of a move that is legal on `board`; `None` when no piece stands on its source.
///
/// ```
/// use chuhe::game::{fen, notation::chinese};
/// let mv = "h2e2".parse()?;
/// assert_eq!(chinese::write(&fen::start(), mv).as_deref(), Some("炮二平五"));
/// # Ok::<(), chuhe::game::types::CoordinateError>(())
/// ```
pub fn write(board: &Board, mv: Move) -> Option<String> {
    let piece = board.piece_at(mv.from())?;
    let color = piece.color();
    let mut text = String::with_capacity(12);
    match tandem(board, piece, mv.from()) {
        Some(place) => text.extend([place, name(piece)]),
        None => text.extend([name(piece), digit(color, file_number(color, mv.from()))]),
    }
    let before = mv.from().relative_rank(color);
    let after = mv.to().relative_rank(color);
    text.push(match after.cmp(&before) {
        std::cmp::Ordering::Less => '退',
        std::cmp::Ordering::Equal => '平',
        std::cmp::Ordering::Greater => '进',
    });
    let is_leaper = matches!(piece.role(), Role::Advisor | Role::Elephant | Role::Horse);
    let number =
        if is_leaper || before == after { file_number(color, mv.to()) } else { before.abs_diff(after) };
    text.push(digit(color, number));
    Some(text)
}

/// The file counted 1 to 9 from the right of `color`.
fn file_number(color: Color, square: Square) -> u8 {
    match color {
        Color::Red => 9 - square.file(),
        Color::Black => square.file() + 1,
    }
}

fn digit(color: Color, number: u8) -> char {
    let digits = if color == Color::Red { &HAN } else { &FULL_WIDTH };
    digits[usize::from(number.clamp(1, 9)) - 1]
}

/// The word for a piece's place among its like on one file, where the file does not tell it.
fn tandem(board: &Board, piece: Piece, square: Square) -> Option<char> {
    let like = in_order(board, piece);
    let on_file = |file: u8| like.iter().filter(|other| other.file() == file).count();
    if matches!(piece.role(), Role::Advisor | Role::Elephant) || on_file(square.file()) < 2 {
        return None;
    }
    let crowded: Vec<Square> = like.iter().copied().filter(|other| on_file(other.file()) >= 2).collect();
    let place = crowded.iter().position(|other| *other == square)?;
    let is_one_file = crowded.iter().all(|other| other.file() == square.file());
    Some(match (is_one_file, crowded.len()) {
        (true, 2) => ['前', '后'][place],
        (true, 3) => ['前', '中', '后'][place],
        _ => HAN[place],
    })
}

/// The points of a side's pieces of one role, from its right file, the front one first.
fn in_order(board: &Board, piece: Piece) -> Vec<Square> {
    let color = piece.color();
    let mut squares: Vec<Square> = board.of(color, piece.role()).into_iter().collect();
    squares.sort_by_key(|square| (file_number(color, *square), 9 - square.relative_rank(color)));
    squares
}
