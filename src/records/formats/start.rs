//! Builds start positions for formats that store only parts of them.

use crate::error::ReadError;
use chuhe_rules::fen::{FenError, FenReason, Position};
use chuhe_rules::types::{Color, POINTS, Piece, Square};

/// The pieces on the board, indexed by point.
pub(crate) type Squares = [Option<Piece>; POINTS];

/// The pieces in the order of DhtmlXQ and XQF: Red's in capital letters, then Black's in small letters.
pub(crate) const PIECES: &str = "RNBAKABNRCCPPPPPrnbakabnrccppppp";

/// The data of a file about the side to move: the source of the first move, and the side if the format has a field for
/// it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Hint {
    pub first: Option<Square>,
    pub side: Option<Color>,
}

/// Returns the position with these pieces. The first piece that moves gives the side to move. Without a move, the side
/// is that of the hint, or else Red. If the position is valid only with the other side to move, the other side is used.
pub(crate) fn from_squares(squares: &Squares, hint: Hint) -> Result<Position, ReadError> {
    let mover = hint.first.and_then(|square| squares[square.index()]).map(Piece::color);
    let text = placement(squares);
    if let Some(side) = mover {
        return Ok(with_side(&text, side)?);
    }
    let side = hint.side.unwrap_or(Color::Red);
    let position = with_side(&text, side);
    Ok(position.or_else(|error| with_side(&text, !side).map_err(|_| error))?)
}

/// Returns a FEN in the usual form: with letters for the Chinese pieces (`帥仕相俥傌炮兵` of Red, `將士象車馬砲卒` of
/// Black), and with `w` or `b` for other names of a side.
pub(crate) fn usual_fen(text: &str) -> String {
    let piece = |letter| match letter {
        '帅' | '帥' => 'K',
        '仕' => 'A',
        '相' => 'B',
        '傌' => 'N',
        '俥' => 'R',
        '炮' => 'C',
        '兵' => 'P',
        '将' | '將' => 'k',
        '士' => 'a',
        '象' => 'b',
        '马' | '馬' => 'n',
        '车' | '車' => 'r',
        '砲' | '包' => 'c',
        '卒' => 'p',
        '／' => '/',
        _ => letter,
    };
    let mut fields = text.split_whitespace();
    let placement: String = fields.next().unwrap_or_default().chars().map(piece).collect();
    let side = fields
        .next()
        .map(|side| side_of(side).map_or(side, |side| if side == Color::Red { "w" } else { "b" }));
    [placement.as_str()].into_iter().chain(side).chain(fields).collect::<Vec<_>>().join(" ")
}

/// Returns the side that a word names.
pub(crate) fn side_of(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "w" | "r" | "red" | "white" | "红" | "紅" | "红方" | "紅方" | "红先" | "紅先" => {
            Some(Color::Red)
        }
        "b" | "black" | "黑" | "黑方" | "黑先" => Some(Color::Black),
        _ => None,
    }
}

/// Returns the position of a FEN, whose side to move may be missing. The first piece that moves gives the side to move,
/// even against the FEN, if the position is valid with that side to move.
pub(crate) fn from_fen(text: &str, first: Option<Square>) -> Result<Position, ReadError> {
    let text = &usual_fen(text);
    let read = text.parse::<Position>();
    let placed = match &read {
        Ok(position) => Some(position.clone()),
        Err(error) if error.reasons == [FenReason::MissingSide] => {
            [Color::Red, Color::Black].into_iter().find_map(|side| with_side(text.trim(), side).ok())
        }
        Err(_) => None,
    };
    let Some(position) = placed else { return Ok(read?) };
    let mover = first.and_then(|square| position.board.piece_at(square)).map(Piece::color);
    Ok(mover.and_then(|side| flipped(&position, side)).unwrap_or(position))
}

/// Returns the position with another side to move; `None` if that position is invalid or the side is the same.
pub(crate) fn flipped(position: &Position, side: Color) -> Option<Position> {
    if position.board.turn() == side {
        return None;
    }
    let text = position.to_string();
    let (placement, rest) = text.split_once(' ')?;
    format!("{placement} {}{}", letter(side), &rest[1..]).parse().ok()
}

fn with_side(placement: &str, side: Color) -> Result<Position, FenError> {
    format!("{placement} {}", letter(side)).parse()
}

fn letter(side: Color) -> char {
    if side == Color::Red { 'w' } else { 'b' }
}

/// Returns the first field of a FEN, with a `1` for each empty point.
fn placement(squares: &Squares) -> String {
    let rank_text =
        |rank: &[Option<Piece>]| rank.iter().map(|p| p.map_or('1', |p| p.letter())).collect::<String>();
    squares.chunks(9).rev().map(rank_text).collect::<Vec<_>>().join("/")
}
