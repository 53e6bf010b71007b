//! Evaluates positions with a small neural network whose first layer is updated with the moves (Yu Nasu's NNUE,
//! 2018).
//!
//! Each side has its own perspective of the board. A feature is an own or an enemy piece on a point where it
//! can stand; there are [`INPUTS`] features. Both perspectives share the weights of the first layer of [`HIDDEN`]
//! neurons, whose activation is the square of the value clamped to 0..1. The second layer has [`SECOND`] neurons, which
//! weigh the first layer of the side to move and that of the other side. Each passes on two numbers: its value clamped
//! to 0..1, and the square of its value clamped to -1..1. The third layer has [`THIRD`] neurons with the activation of
//! the first. The third layer and the output have weights of their own for each [`bucket`].
//!
//! There is no king bucket, so every move changes only two or three features of each perspective. [`Evaluator`]
//! updates the sums only where an evaluation is requested.
//!
//! ```
//! use chuhe_engine::Network;
//! use chuhe_rules::Position;
//! let network = Network::embedded().expect("the crate brings one");
//! let lopsided: Position = "rnbakabnr/9/7c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w".parse()?;
//! assert!(network.evaluate(&lopsided.board) > 100);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod file;
mod simd;

use super::scaled;
use crate::score::{MAX_PLY, Value};
use chuhe_rules::attacks;
use chuhe_rules::bitboard::Bitboard;
use chuhe_rules::board::Board;
use chuhe_rules::types::{Color, POINTS, Piece, Role, Square};
use file::{Head, NetworkError, Parameters};
use simd::{Half, Kernel, Layers, Row};
use std::sync::Arc;

/// Number of features of a perspective: for each side 9 of the general, 5 of the advisors, 7 of the elephants,
/// 55 of the soldiers, and 90 of horses, chariots and cannons each.
pub const INPUTS: usize = FIRST_INPUTS[Piece::NUM] as usize;
/// Number of neurons of the first layer, for each perspective.
pub const HIDDEN: usize = 384;
/// Number of neurons of the second layer.
pub const SECOND: usize = 4;
/// Number of neurons of the third layer.
pub const THIRD: usize = 16;
/// Number of sets of weights of the third layer and the output.
pub const BUCKETS: usize = 8;
/// The integer that represents 1.0 in the first layer, before its activation.
pub const ONE: i32 = 127;
/// Number of fractional bits of the activations of the second and third layer, and of the weights of the third layer and
/// the output.
pub const DIGITS: u32 = 10;
/// Greatest magnitude of a bias after the first layer, in units of `2^(-2 * DIGITS)`. A greater one counts as this.
pub const MAX_BIAS: i32 = 1 << 29;
/// Centipawns for an output of 1.0.
pub const SCALE: i32 = 400;

/// Greatest magnitude of the network's values, far below those of won games.
const LIMIT: Value = 20_000;

/// `[piece]`: the number of the piece's first feature from Red's perspective; the last entry is the total
/// number of features.
const FIRST_INPUTS: [u16; Piece::NUM + 1] = {
    let mut first = [0; Piece::NUM + 1];
    let mut index = 0;
    while index < Piece::NUM {
        first[index + 1] = first[index] + attacks::PLACES[index].count() as u16;
        index += 1;
    }
    first
};

/// Returns the number of a piece on a point from a `perspective`, below [`INPUTS`]. Own pieces come first, and
/// Black's perspective reverses the ranks. Returns `None` where the piece can never stand.
///
/// ```
/// use chuhe_engine::eval::nnue::{INPUTS, feature};
/// use chuhe_rules::types::{Color, Piece, Role, Square};
/// let (cannon, i9) = (Piece::new(Color::Black, Role::Cannon), Square::at(8, 9).unwrap());
/// assert_eq!(feature(Color::Black, cannon, i9), Some(9 + 5 + 7 + 90 + 90 + 8));
/// assert_eq!(feature(Color::Red, cannon, i9), Some(INPUTS - 55 - 1));
/// assert_eq!(feature(Color::Red, Piece::new(Color::Black, Role::Advisor), i9), None);
/// ```
pub const fn feature(perspective: Color, piece: Piece, square: Square) -> Option<usize> {
    let (piece, square) = match perspective {
        Color::Red => (piece, square),
        Color::Black => (Piece::new(piece.color().other(), piece.role()), square.flip_ranks()),
    };
    let points = attacks::points(piece);
    if !points.has(square) {
        return None;
    }
    Some(FIRST_INPUTS[piece.index()] as usize + points.count_below(square) as usize)
}

/// Returns the number, from 0, of the member of `points` nearest to `square` by steps along the lines. Among
/// equals it prefers the one nearest to the middle file.
fn nearest(points: Bitboard, square: Square) -> usize {
    let (mut least, mut nearest) = (u8::MAX, 0);
    for (number, point) in points.into_iter().enumerate() {
        let steps = point.file().abs_diff(square.file()) + point.rank().abs_diff(square.rank());
        let distance = 8 * steps + point.file().abs_diff(4);
        if distance < least {
            (least, nearest) = (distance, number);
        }
    }
    nearest
}

/// Returns the index in [`Network::rows`] of a piece on a point, from a perspective as in [`feature`]. Points
/// where the piece can never stand have rows too, so that the index needs no table.
#[inline]
const fn row_index(perspective: Color, piece: Piece, square: Square) -> usize {
    let side = (piece.color() as usize) ^ (perspective as usize);
    let seen = match perspective {
        Color::Red => square,
        Color::Black => square.flip_ranks(),
    };
    (side * Role::NUM + piece.role().index()) * POINTS + seen.index()
}

/// Returns the index, below [`BUCKETS`], of the weights of the third layer and the output for a board with 2 to 32
/// `pieces`.
#[inline]
pub const fn bucket(pieces: usize) -> usize {
    let bucket = pieces.saturating_sub(1) / 4;
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}

/// A network read from its file, laid out for computation.
#[derive(Clone, Debug)]
pub struct Network {
    /// `[piece from Red's perspective][point]`. Where the piece can never stand, the row is that of the nearest
    /// point where it can.
    rows: Box<[Row]>,
    bias: Half,
    /// The weights of the second layer.
    second: Box<[[Half; 2]; SECOND]>,
    second_bias: [i32; SECOND],
    /// `[bucket]`
    heads: Box<[Head; BUCKETS]>,
    kernel: Kernel,
}

impl Network {
    /// Reads the file of a network; see [`file`] for its format.
    ///
    /// # Errors
    /// [`NetworkError`] if the bytes are not a valid network.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        Parameters::read(bytes).map(|parameters| Network::new(&parameters))
    }

    /// Creates a network from its parameters.
    pub fn new(parameters: &Parameters) -> Network {
        let mut second = Box::new([const { [const { Half([0; HIDDEN]) }; 2] }; SECOND]);
        for (to, weights) in
            second.as_flattened_mut().iter_mut().zip(parameters.second_weights.as_flattened())
        {
            to.0 = weights.map(i16::from);
        }
        let mut heads = parameters.heads.clone();
        for head in heads.iter_mut() {
            head.third_bias = head.third_bias.map(bounded);
            head.output_bias = bounded(head.output_bias);
        }
        Network {
            rows: rows(&parameters.feature_weights),
            bias: Half(parameters.feature_bias),
            second,
            second_bias: parameters.second_bias.map(bounded),
            heads,
            kernel: Kernel::best(),
        }
    }

    /// Returns the network with the scalar kernel, the reference for all tests of the others. In wasm with `simd128` there
    /// is none.
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    #[must_use]
    pub fn scalar(self) -> Network {
        Network { kernel: Kernel::Scalar, ..self }
    }

    /// Returns the embedded network; `None` in wasm, where the network is a separate file.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn embedded() -> Option<Arc<Network>> {
        use std::sync::LazyLock;
        const BYTES: &[u8] = crate::data!("chuhe.nnue");
        static NETWORK: LazyLock<Option<Arc<Network>>> =
            LazyLock::new(|| Network::read(BYTES).ok().map(Arc::new));
        NETWORK.clone()
    }

    /// Returns the value of a board for the side to move, computed from scratch.
    pub fn evaluate(&self, board: &Board) -> Value {
        self.output_value(&self.refresh(board), board)
    }

    /// Computes the sums of a board from scratch.
    fn refresh(&self, board: &Board) -> Accumulator {
        let mut halves = [self.bias.clone(), self.bias.clone()];
        for (square, piece) in board.pieces() {
            for (half, color) in halves.iter_mut().zip(Color::ALL) {
                let row = &self.rows[row_index(color, piece, square)];
                for (sum, weight) in half.0.iter_mut().zip(row.0) {
                    *sum = sum.wrapping_add(i16::from(weight));
                }
            }
        }
        Accumulator(halves)
    }

    /// Computes the sums after a change.
    #[inline]
    fn update(&self, before: &Accumulator, after: &mut Accumulator, change: Change) {
        let Change { piece, from, to, captured } = change;
        for color in Color::ALL {
            let row = |piece, square| &self.rows[row_index(color, piece, square)];
            let (before, after) = (&before.0[color.index()], &mut after.0[color.index()]);
            let (put, gone) = (row(piece, to), row(piece, from));
            match captured {
                None => self.kernel.shift(before, after, put, gone),
                Some(taken) => self.kernel.capture(before, after, put, [gone, row(taken, to)]),
            }
        }
    }

    /// Returns the value for the side to move.
    #[inline]
    fn output_value(&self, sums: &Accumulator, board: &Board) -> Value {
        let us = board.turn();
        let bucket = bucket(board.occupied().count() as usize);
        let halves = [&sums.0[us.index()], &sums.0[(!us).index()]];
        let layers = Layers { second: &self.second, bias: &self.second_bias, head: &self.heads[bucket] };
        let output = self.kernel.output(halves, layers);
        let value = i64::from(output) * i64::from(SCALE) / (1 << (2 * DIGITS));
        let value = value.clamp(-i64::from(LIMIT), i64::from(LIMIT)) as Value;
        scaled(board, if value > 0 { us } else { !us }, value)
    }
}

/// Bounds a bias so that no sum overflows.
fn bounded(bias: i32) -> i32 {
    bias.clamp(-MAX_BIAS, MAX_BIAS)
}

/// Returns the weights of each piece on each point, from those of the features, for [`Network::rows`].
fn rows(weights: &[[i8; HIDDEN]]) -> Box<[Row]> {
    let row = |index: usize| {
        let (piece, square) = (index / POINTS, Square::from_index(index % POINTS));
        Row(weights[usize::from(FIRST_INPUTS[piece]) + nearest(attacks::PLACES[piece], square)])
    };
    (0..Piece::NUM * POINTS).map(row).collect()
}

/// The change of the board by a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// The moved piece.
    pub piece: Piece,
    /// The square before the move.
    pub from: Square,
    /// The square after the move.
    pub to: Square,
    /// The captured piece.
    pub captured: Option<Piece>,
}

/// The path of a search to the position to evaluate. Plies count from the root.
pub trait Path {
    /// Returns the number of plies on the path.
    fn ply(&self) -> usize;
    /// Returns the key of the position after `ply` plies.
    fn key(&self, ply: usize) -> u64;
    /// Returns the change by ply number `ply`; `None` for a null move.
    fn change(&self, ply: usize) -> Option<Change>;
}

/// The hidden layer before activation, `[perspective]`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Accumulator([Half; 2]);

/// Evaluates the positions of a search.
///
/// An evaluator stores the sums of each ply with the key of their position. To evaluate a position, it goes
/// back to the last ply whose sums belong to the path, usually the one before, and computes forward from there.
/// Moves that the search plays and takes back without an evaluation cost nothing.
pub struct Evaluator {
    network: Arc<Network>,
    /// `[ply]`
    sums: Vec<Accumulator>,
    /// `[ply]`: the keys of the positions that `sums` belong to.
    keys: Vec<u64>,
}

impl Evaluator {
    /// Creates an evaluator for searches from `root`.
    pub fn new(network: Arc<Network>, root: &Board) -> Evaluator {
        let sums = network.refresh(root);
        let plies = MAX_PLY + 2;
        Evaluator { network, sums: vec![sums; plies], keys: vec![root.key(); plies] }
    }

    /// Returns the network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Prepares for searches from another root.
    pub fn start(&mut self, root: &Board) {
        self.sums[0] = self.network.refresh(root);
        self.keys[0] = root.key();
    }

    /// Returns the value, for the side to move, of the board at the end of `path`.
    #[inline(never)] // It is asked for in several places, and the loops in it are long.
    pub fn evaluate(&mut self, board: &Board, path: &impl Path) -> Value {
        let ply = path.ply();
        if ply >= self.sums.len() {
            return self.network.evaluate(board);
        }
        let Some(cached) = (0..=ply).rev().find(|ply| self.keys[*ply] == path.key(*ply)) else {
            self.sums[ply] = self.network.refresh(board);
            self.keys[ply] = board.key();
            return self.network.output_value(&self.sums[ply], board);
        };
        for ply in cached + 1..=ply {
            let (before, after) = self.sums.split_at_mut(ply);
            match path.change(ply) {
                Some(change) => self.network.update(&before[ply - 1], &mut after[0], change),
                None => after[0].clone_from(&before[ply - 1]),
            }
            self.keys[ply] = path.key(ply);
        }
        self.network.output_value(&self.sums[ply], board)
    }
}
