//! Where a record starts, in formats that do not say all of it.

use crate::error::ReadError;
use chuhe_rules::fen::{FenError, FenReason, Position};
use chuhe_rules::types::{Color, POINTS, Piece, Square};

/// The pieces of a file by point.
pub(crate) type Squares = [Option<Piece>; POINTS];

/// The pieces in the order of DhtmlXQ and XQF, Black's with small letters behind Red's.
pub(crate) const PIECES: &str = "RNBAKABNRCCPPPPPrnbakabnrccppppp";

/// What a format says of the side to move: the point that is left first, and perhaps a side.
#[derive(Clone, Copy, Default)]
pub(crate) struct Hint {
    pub first: Option<Square>,
    pub side: Option<Color>,
}

/// The position of these pieces. The piece that moves first tells the side; without a move it is the side
/// of the hint, or else Red; the other where only that one can be to move.
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

/// A FEN as the rules read it: with letters for Chinese characters of pieces, Red's `帥仕相俥傌炮兵` and Black's
/// `將士象車馬砲卒`, and with `w` or `b` for a side that is named otherwise.
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

/// The side that a word names.
pub(crate) fn side_of(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "w" | "r" | "red" | "white" | "红" | "紅" | "红方" | "紅方" | "红先" | "紅先" => {
            Some(Color::Red)
        }
        "b" | "black" | "黑" | "黑方" | "黑先" => Some(Color::Black),
        _ => None,
    }
}

/// The position of a FEN, perhaps without a side. The piece that moves first tells the side even where the
/// FEN says otherwise, if the position is one with that side to move.
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

/// The position with another side to move, if it is one then.
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

/// The first field of a FEN, with a `1` for each empty point.
fn placement(squares: &Squares) -> String {
    let rank_text =
        |rank: &[Option<Piece>]| rank.iter().map(|p| p.map_or('1', |p| p.letter())).collect::<String>();
    squares.chunks(9).rev().map(rank_text).collect::<Vec<_>>().join("/")
}
