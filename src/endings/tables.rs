//! All tables of a program, and probing.

use crate::index::Side;
use crate::material::Material;
use crate::solve::{MissingTable, Smaller, Solving};
use crate::table::{Table, Value};
use chuhe_rules::types::POINTS;
use chuhe_rules::{Board, Move, Piece, Square};
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

    /// Returns all tables, in an order of their materials that is always the same.
    pub fn iter(&self) -> impl Iterator<Item = &Table> {
        let mut all: Vec<&Table> = self.tables.values().map(|table| &**table).collect();
        all.sort_by_key(|table| table.material().key());
        all.into_iter()
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
        let (material, strong) = Material::with_strong_side(board)?;
        let table = self.tables.get(&material)?;
        let side = if board.turn() == strong { Side::Strong } else { Side::Weak };
        table.value(table.index.of_pieces(board, strong)?, side)
    }

    /// Returns the legal moves with the value of each for the side that moves, the best first. `None` if a position
    /// after a move cannot be looked up.
    pub fn probe_moves(&self, board: &Board) -> Option<Vec<(Move, Value)>> {
        valued_moves(board, |board| self.probe(board))
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
        best_line(board, plies, |board| self.probe(board))
    }
}

/// Calls `visit` with each legal move and its value for the side that moves. `None` if a position after a move cannot be
/// looked up.
fn each_move(
    board: &Board,
    probe: impl Fn(&Board) -> Option<Value>,
    mut visit: impl FnMut(Move, Value),
) -> Option<()> {
    let mut board = board.clone();
    for mv in board.legal_moves() {
        let captured = board.make(mv);
        let value = probe(&board);
        board.unmake(mv, captured);
        visit(mv, value?.before());
    }
    Some(())
}

/// Returns the legal moves with the value of each for the side that moves, the best first.
pub(crate) fn valued_moves(
    board: &Board,
    probe: impl Fn(&Board) -> Option<Value>,
) -> Option<Vec<(Move, Value)>> {
    let mut valued = Vec::new();
    each_move(board, probe, |mv, value| valued.push((mv, value)))?;
    valued.sort_by_key(|(_, value)| value.rank());
    Some(valued)
}

/// Returns the first of the best moves with its value, and `Some(None)` if there is no move.
pub(crate) fn best_move(
    board: &Board,
    probe: impl Fn(&Board) -> Option<Value>,
) -> Option<Option<(Move, Value)>> {
    let mut best: Option<(Move, Value)> = None;
    each_move(board, probe, |mv, value| {
        if best.is_none_or(|(_, other)| value.rank() < other.rank()) {
            best = Some((mv, value));
        }
    })?;
    Some(best)
}

/// Returns the best moves of both sides, at most `plies` of them.
pub(crate) fn best_line(board: &Board, plies: usize, probe: impl Fn(&Board) -> Option<Value>) -> Vec<Move> {
    let mut board = board.clone();
    let mut line = Vec::new();
    while line.len() < plies {
        let Some(Some((mv, _))) = best_move(&board, &probe) else { break };
        board.make(mv);
        line.push(mv);
    }
    line
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
