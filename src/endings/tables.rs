//! All tables of a program, and probing.

use crate::index::{Side, material_of};
use crate::material::Material;
use crate::solve::{MissingTable, Smaller, Solving};
use crate::table::{Table, Value};
use chuhe_rules::types::POINTS;
use chuhe_rules::{Board, Color, Move, Piece, Square};
use std::collections::HashMap;
use std::sync::Arc;

/// The solved tables of any number of materials.
#[derive(Default)]
pub struct Tables {
    tables: HashMap<Material, Arc<Table>>,
}

impl Tables {
    /// Adds a table, in the place of an older one.
    pub fn insert(&mut self, table: Table) {
        self.tables.insert(table.material(), Arc::new(table));
    }

    /// Returns the table of a material.
    pub fn get(&self, material: Material) -> Option<Arc<Table>> {
        self.tables.get(&material).cloned()
    }

    /// Returns the materials that have to be solved for `material` and are not there yet, in an order in which each
    /// comes after those that it needs; `material` itself is the last one.
    pub fn missing(&self, material: Material) -> Vec<Material> {
        let mut missing = Vec::new();
        self.collect_missing(material, &mut missing);
        missing
    }

    fn collect_missing(&self, material: Material, missing: &mut Vec<Material>) {
        if self.tables.contains_key(&material) || missing.contains(&material) {
            return;
        }
        for smaller in material.after_captures() {
            self.collect_missing(smaller, missing);
        }
        missing.push(material);
    }

    /// Begins to solve a material.
    ///
    /// # Errors
    /// [`MissingTable`] unless the tables of the materials after a capture are there.
    pub fn begin(&self, material: Material, threads: usize) -> Result<Solving, MissingTable> {
        Solving::new(material, |material| self.get(material), threads)
    }

    /// Solves a material on this number of threads, after all materials that it needs.
    ///
    /// # Errors
    /// None: the tables that a material needs are solved first.
    pub fn solve(&mut self, material: Material, threads: usize) -> Result<(), MissingTable> {
        for material in self.missing(material) {
            let mut solving = self.begin(material, threads)?;
            while solving.step().is_some() {}
            self.insert(solving.finish());
        }
        Ok(())
    }

    /// Returns the tables of the materials after a capture.
    pub(crate) fn smaller(&self, material: Material) -> Result<Smaller, MissingTable> {
        Smaller::new(material, |material| self.get(material))
    }

    /// Returns the value of a board for its side to move, whichever colour the strong side has. `None` if there is no
    /// table of its material, or a piece stands on a point that it can never reach. Two generals with advisors and
    /// elephants alone are a draw, unless the side to move has no legal move.
    pub fn probe(&self, board: &Board) -> Option<Value> {
        if chuhe_rules::game::attackers_left(board) == 0 {
            return Some(if board.has_legal_move() { Value::Draw } else { Value::Loss(0) });
        }
        let mirrored;
        let board = match material_of(board) {
            Some(_) => board,
            None => {
                mirrored = mirror_sides(board)?;
                &mirrored
            }
        };
        let table = self.tables.get(&material_of(board)?)?;
        let side = if board.turn() == Color::Red { Side::Strong } else { Side::Weak };
        table.value(table.index.of_board(board)?, side)
    }

    /// Returns the legal moves with the value of each for the side that moves, the best first. `None` if a position
    /// after a move cannot be looked up.
    pub fn probe_moves(&self, board: &Board) -> Option<Vec<(Move, Value)>> {
        let mut board = board.clone();
        let moves = board.legal_moves();
        let mut valued = Vec::with_capacity(moves.len());
        for mv in moves {
            let captured = board.make(mv);
            let value = self.probe(&board);
            board.unmake(mv, captured);
            valued.push((mv, value?.before()));
        }
        valued.sort_by_key(|(_, value)| value.rank());
        Some(valued)
    }

    /// Returns the value of each position that arises if the piece of a point is put on another point, by the index of
    /// that point: `None` where a piece stands, where this piece can never stand, or where the side to move could take
    /// the general. The point itself has the value of the board.
    ///
    /// ```
    /// use chuhe_endings::{Tables, Value};
    /// use chuhe_rules::{Position, Square};
    ///
    /// let mut tables = Tables::default();
    /// tables.solve("P vs K".parse()?, 1)?;
    /// let position: Position = "4k4/9/9/9/9/9/P8/9/9/3K5 w".parse()?;
    /// let values = tables.placements(&position.board, "a3".parse::<Square>()?);
    /// let value = |point: &str| point.parse::<Square>().map(|square| values[square.index()]);
    /// assert_eq!(value("a3")?, tables.probe(&position.board));
    /// assert_eq!(value("a9")?, Some(Value::Draw)); // a soldier on the last rank
    /// assert_eq!(value("e9")?, None); // the general's point
    /// assert_eq!(value("b3")?, None); // no soldier gets there
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn placements(&self, board: &Board, from: Square) -> [Option<Value>; POINTS] {
        let mut squares = [None; POINTS];
        for (square, piece) in board.pieces() {
            squares[square.index()] = Some(piece);
        }
        let piece = squares[from.index()].take();
        let mut values = [None; POINTS];
        for to in Square::all().filter(|_| piece.is_some()) {
            if squares[to.index()].is_some() {
                continue;
            }
            squares[to.index()] = piece;
            values[to.index()] =
                Board::from_pieces(&squares, board.turn()).and_then(|board| self.probe(&board));
            squares[to.index()] = None;
        }
        values
    }

    /// Returns the best moves of both sides from a board to the end; at most `plies` of them where neither side wins.
    pub fn best_line(&self, board: &Board, plies: usize) -> Vec<Move> {
        let mut board = board.clone();
        let mut line = Vec::new();
        while line.len() < plies {
            let best = self.probe_moves(&board).and_then(|moves| moves.first().copied());
            let Some((mv, _)) = best else { break };
            board.make(mv);
            line.push(mv);
        }
        line
    }
}

/// Returns the material of a board, whichever colour the strong side has; `None` if it is none that can be solved.
pub fn material_of_either(board: &Board) -> Option<Material> {
    material_of(board).or_else(|| material_of(&mirror_sides(board)?))
}

/// Returns the board with the colours exchanged and the ranks reversed.
pub fn mirror_sides(board: &Board) -> Option<Board> {
    let mut squares = [None; POINTS];
    for (square, piece) in board.pieces() {
        let square: Square = square.flip_ranks();
        squares[square.index()] = Some(Piece::new(!piece.color(), piece.role()));
    }
    Board::from_pieces(&squares, !board.turn())
}
