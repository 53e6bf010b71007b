//! Draws the board as text. Each point is two columns wide, like a Chinese glyph, so pieces and lines align.

use super::words::glyph;
use chuhe::rules::board::Board;
use chuhe::rules::types::{Color, FILES, Move, Piece, RANKS, Square};
use std::fmt::Write;

/// Appearance of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Whether to tell the sides apart by the terminal's colours.
    pub colour: bool,
    /// Whether to draw letters as in FEN, capitals for Red, instead of Chinese glyphs.
    pub letters: bool,
}

const RED: &str = "\x1b[1;31m";
const BLACK: &str = "\x1b[1;36m";
const FAINT: &str = "\x1b[2m";
const MARKED: &str = "\x1b[7m";
const PLAIN: &str = "\x1b[0m";

/// Draws the board with `below` at the bottom, the last move marked.
pub(crate) fn draw(board: &Board, below: Color, last: Option<Move>, style: Style) -> String {
    let mut text = String::new();
    let files = |color: Color| files_of(color, below, style);
    let _ = writeln!(text, "   {}", files(!below));
    for row in 0..RANKS {
        let rank = if below == Color::Red { RANKS - 1 - row } else { row };
        let _ = write!(text, " {rank} ");
        for column in 0..FILES {
            let file = if below == Color::Red { column } else { FILES - 1 - column };
            let square = Square::at(file as i8, rank as i8).expect("on the board");
            let empty = if style.letters { ". ".to_owned() } else { crossing(row, column) };
            text.push_str(&point(board, square, last, style).unwrap_or(empty));
            text.push_str(if column + 1 < FILES { line(style) } else { "" });
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        if row == RANKS / 2 - 1 {
            let _ = writeln!(text, "   {}", river(style));
        }
    }
    let _ = writeln!(text, "   {}", files(below));
    let letters: Vec<String> = (0..FILES)
        .map(|column| if below == Color::Red { column } else { FILES - 1 - column })
        .map(|file| format!("{:<2}", char::from(b'a' + file)))
        .collect();
    let _ = writeln!(text, "   {}", letters.join("  ").trim_end());
    text
}

/// Returns the row of file numbers as one side counts them, from its right.
fn files_of(color: Color, below: Color, style: Style) -> String {
    let number = |column: u8| if color == below { FILES - column } else { column + 1 };
    let texts: Vec<String> = (0..FILES)
        .map(|column| match (color, style.letters) {
            (Color::Red, false) => {
                "一二三四五六七八九".chars().nth(usize::from(number(column)) - 1).into_iter().collect()
            }
            _ => format!("{:<2}", number(column)),
        })
        .collect();
    texts.join("  ").trim_end().to_owned()
}

/// Returns the piece on a point, or the mark of the last move's origin; `None` for other empty points.
fn point(board: &Board, square: Square, last: Option<Move>, style: Style) -> Option<String> {
    let is_last = |of: fn(Move) -> Square| last.is_some_and(|mv| of(mv) == square);
    let Some(piece) = board.piece_at(square) else {
        return is_last(Move::from).then(|| if style.letters { "* " } else { "○─" }.to_owned());
    };
    let text = shown(piece, style);
    if !style.colour {
        return Some(text);
    }
    let colour = if piece.color() == Color::Red { RED } else { BLACK };
    let mark = if is_last(Move::to) { MARKED } else { "" };
    Some(format!("{mark}{colour}{text}{PLAIN}"))
}

/// Returns a piece in two columns. Without colours, Black's pieces use other glyphs than Red's.
fn shown(piece: Piece, style: Style) -> String {
    match (style.letters, style.colour, piece.color()) {
        (true, _, _) => format!("{} ", piece.letter()),
        (false, false, Color::Black) => traditional(piece).to_owned(),
        _ => glyph(piece).to_owned(),
    }
}

/// Returns the glyph of a black piece that differs from Red's.
fn traditional(piece: Piece) -> &'static str {
    match glyph(piece) {
        "马" => "馬",
        "车" => "車",
        "炮" => "砲",
        same => same,
    }
}

/// Returns the crossing lines of an empty point and the line to the next.
fn crossing(row: u8, column: u8) -> String {
    let row = match row {
        0 => "┌┬┐",
        9 => "└┴┘",
        4 => "├┴┤",
        5 => "├┬┤",
        _ => "├┼┤",
    };
    let sign = row.chars().nth(match column {
        0 => 0,
        8 => 2,
        _ => 1,
    });
    sign.into_iter().chain((column < 8).then_some('─')).collect()
}

/// Returns the connection of two points on a rank.
const fn line(style: Style) -> &'static str {
    if style.letters { "  " } else { "──" }
}

fn river(style: Style) -> String {
    let words = if style.letters {
        "~~~~~   Chu river   Han border   ~"
    } else {
        "│     楚  河          漢  界     │"
    };
    if style.colour { format!("{FAINT}{words}{PLAIN}") } else { words.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::rules::fen;

    const LETTERS: Style = Style { colour: false, letters: true };

    #[test]
    fn the_given_side_is_at_the_bottom() {
        let board = fen::start();
        let red = draw(&board, Color::Red, None, LETTERS);
        let rows: Vec<&str> = red.lines().map(str::trim).collect();
        assert_eq!(rows[1], "9 r   n   b   a   k   a   b   n   r");
        assert_eq!(rows[11], "0 R   N   B   A   K   A   B   N   R");
        assert_eq!(rows[12], "9   8   7   6   5   4   3   2   1");
        assert_eq!(rows[13], "a   b   c   d   e   f   g   h   i");
        let black = draw(&board, Color::Black, None, LETTERS);
        let rows: Vec<&str> = black.lines().map(str::trim).collect();
        assert_eq!(rows[1], "0 R   N   B   A   K   A   B   N   R");
        assert_eq!(rows[13], "i   h   g   f   e   d   c   b   a");
    }

    #[test]
    fn the_last_move_is_marked() {
        let mut board = fen::start();
        let mv = "h2e2".parse().expect("a move");
        board.make(mv);
        let text = draw(&board, Color::Red, Some(mv), LETTERS);
        assert!(text.contains("2 .   C   .   .   C   .   .   *   .\n"), "{text}");
        let colours = draw(&board, Color::Red, Some(mv), Style { colour: true, letters: true });
        assert!(colours.contains("\x1b[7m\x1b[1;31mC "), "{colours}");
    }

    #[test]
    fn glyphs_differ_between_the_sides_without_colours() {
        let text = draw(&fen::start(), Color::Red, None, Style { colour: false, letters: false });
        for glyphs in ["车", "車", "马", "馬", "炮", "砲", "帅", "将", "兵", "卒"] {
            assert!(text.contains(glyphs), "{glyphs}\n{text}");
        }
    }
}
