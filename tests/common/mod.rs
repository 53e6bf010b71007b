//! Items that several test files share: the perft suite and mirrored boards.

use chuhe::rules::board::Board;
use chuhe::rules::fen::Position;
use chuhe::rules::types::{Color, POINTS, Piece, Square};

pub mod network;

/// One line of `tests/data/perft.txt`.
pub struct Case {
    /// The line number, counted from 1.
    pub line: usize,
    /// The FEN of the position.
    pub fen: &'static str,
    /// The board that the crate reads from the FEN.
    pub board: Board,
    /// The numbers of leaves at depths 1, 2 and 3.
    pub counts: Vec<u64>,
}

/// Returns the positions of `tests/data/perft.txt`.
pub fn suite() -> Vec<Case> {
    let text = include_str!("../data/perft.txt");
    let lines = text.lines().enumerate().map(|(index, text)| (index + 1, text.trim()));
    lines.filter(|(_, text)| !text.is_empty() && !text.starts_with('#')).map(|(n, t)| case(n, t)).collect()
}

fn case(line: usize, text: &'static str) -> Case {
    let broken = |why: &str| -> ! { panic!("tests/data/perft.txt:{line}: {why}: {text}") };
    let mut parts = text.split(';').map(str::trim);
    let fen = parts.next().unwrap_or_default();
    let position: Position = fen.parse().unwrap_or_else(|error| broken(&format!("{error}")));
    let counts: Vec<u64> = parts
        .enumerate()
        .map(|(index, part)| {
            let count = part.strip_prefix(&format!("D{} ", index + 1)).and_then(|count| count.parse().ok());
            count.unwrap_or_else(|| broken("no count"))
        })
        .collect();
    Case { line, fen, board: position.board, counts }
}

/// A symmetry that turns a board into one with corresponding moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mirror {
    /// No change.
    None,
    /// Left and right exchanged.
    Files,
    /// Red and Black exchanged, each on the other's side of the board.
    Colors,
    /// Both exchanges.
    Both,
}

impl Mirror {
    /// All four symmetries.
    pub const ALL: [Mirror; 4] = [Mirror::None, Mirror::Files, Mirror::Colors, Mirror::Both];

    fn swaps_colors(self) -> bool {
        matches!(self, Mirror::Colors | Mirror::Both)
    }

    /// Returns the image of a point.
    pub fn square(self, square: Square) -> Square {
        let square =
            if matches!(self, Mirror::Files | Mirror::Both) { square.mirror_files() } else { square };
        if self.swaps_colors() { square.flip_ranks() } else { square }
    }

    /// Returns the image of a side.
    pub fn color(self, color: Color) -> Color {
        if self.swaps_colors() { !color } else { color }
    }

    /// Returns the image of a board.
    pub fn board(self, board: &Board) -> Board {
        let mut squares = [None; POINTS];
        for (square, piece) in board.pieces() {
            let piece = Piece::new(self.color(piece.color()), piece.role());
            squares[self.square(square).index()] = Some(piece);
        }
        Board::from_pieces(&squares, self.color(board.turn())).expect("both generals")
    }
}
