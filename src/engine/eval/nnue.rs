//! The network: what a position is worth by a small neural network whose first layer is kept in step
//! with the moves (Yu Nasu's NNUE, 2018).
//!
//! Each side sees the board its own way up. A feature is a piece, own or other, on a point where it can
//! stand; there are [`INPUTS`]. Both perspectives share the weights of the hidden layer; its activation is the square of
//! the value clamped to 0..=[`QA`]. The output weighs the side to move's [`HIDDEN`] neurons, then the
//! other's, with a set of weights for each [`bucket`].
//!
//! There is no king bucket, so a move changes two or three features of each perspective, whatever moves.
//! The sums are brought up to date only where an evaluation is asked for: [`Evaluator`].
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
use file::{NetworkError, Parameters};
use simd::{Half, Kernel, Row, Weights};
use std::sync::Arc;

/// Features of a perspective: for each side 9 of the general, 5 of the advisors, 7 of the elephants, 55 of the
/// soldiers, and 90 of horses, chariots and cannons each.
pub const INPUTS: usize = FIRST_INPUTS[Piece::NUM] as usize;
/// Hidden neurons of a perspective.
pub const HIDDEN: usize = 256;
/// Sets of output weights.
pub const BUCKETS: usize = 8;
/// What 1.0 is after activation.
pub const QA: i32 = 127;
/// What 1.0 is among the output weights.
pub const QB: i32 = 64;
/// Hundredths of a soldier for an output of 1.0.
pub const SCALE: i32 = 400;

/// No value of the network is further from 0: far below those of won games.
const LIMIT: Value = 20_000;

/// `[piece]`: the number of its first feature as Red sees it; behind them, how many features there are.
const FIRST_INPUTS: [u16; Piece::NUM + 1] = {
    let mut first = [0; Piece::NUM + 1];
    let mut index = 0;
    while index < Piece::NUM {
        first[index + 1] = first[index] + attacks::PLACES[index].count() as u16;
        index += 1;
    }
    first
};

/// The number of a piece on a point as `perspective` sees it, below [`INPUTS`]: own pieces first, and Black
/// sees the board turned round by its ranks. `None` where the piece can never stand.
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

/// Which of `points`, counted from 0, is the nearest to `square` by steps along the lines; of several, one nearest to
/// the middle file.
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

/// Where the weights of a piece on a point lie in [`Network::rows`], for whoever sees it as in [`feature`]. Points
/// where it can never stand have their place too: to find it takes no table.
#[inline]
const fn row_index(perspective: Color, piece: Piece, square: Square) -> usize {
    let side = (piece.color() as usize) ^ (perspective as usize);
    let seen = match perspective {
        Color::Red => square,
        Color::Black => square.flip_ranks(),
    };
    (side * Role::NUM + piece.role().index()) * POINTS + seen.index()
}

/// Which set of output weights judges a board of so many pieces, 2 to 32.
#[inline]
pub const fn bucket(pieces: usize) -> usize {
    let bucket = pieces.saturating_sub(1) / 4;
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}

/// A network that was read from its file, laid out for computing.
#[derive(Clone, Debug)]
pub struct Network {
    /// `[piece as Red sees it][point]`; where the piece can never stand, the row of the nearest point where it can.
    rows: Box<[Row]>,
    bias: Half,
    /// `[bucket][own, other]`
    outputs: [[Weights; 2]; BUCKETS],
    /// `[bucket]`
    output_bias: [i32; BUCKETS],
    kernel: Kernel,
}

impl Network {
    /// Reads the file of a network; see [`file`] for its format.
    ///
    /// # Errors
    /// [`NetworkError`] says what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        Parameters::read(bytes).map(|parameters| Network::new(&parameters))
    }

    /// The network with these parameters.
    pub fn new(parameters: &Parameters) -> Network {
        let weights = |half: &[i8; HIDDEN]| Weights(half.map(i16::from));
        Network {
            rows: rows(&parameters.feature_weights),
            bias: Half(parameters.feature_bias),
            outputs: parameters.output_weights.each_ref().map(|halves| halves.each_ref().map(weights)),
            output_bias: parameters.output_bias,
            kernel: Kernel::best(),
        }
    }

    /// The same network computing without special instructions: what all others are tested against.
    #[must_use]
    pub fn scalar(self) -> Network {
        Network { kernel: Kernel::Scalar, ..self }
    }

    /// The network that comes with the program; `None` where it comes separately, in wasm.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn embedded() -> Option<Arc<Network>> {
        use std::sync::LazyLock;
        static NETWORK: LazyLock<Option<Arc<Network>>> = LazyLock::new(|| {
            let bytes = include_bytes!("../../../www/assets/chuhe.nnue");
            Network::read(bytes).ok().map(Arc::new)
        });
        NETWORK.clone()
    }

    /// The value of a board for the side to move, computed from nothing.
    pub fn evaluate(&self, board: &Board) -> Value {
        self.judge(&self.refresh(board), board)
    }

    /// The sums of a board, computed anew.
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

    /// The sums after a change.
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

    /// The value for the side to move.
    #[inline]
    fn judge(&self, sums: &Accumulator, board: &Board) -> Value {
        let us = board.turn();
        let bucket = bucket(board.occupied().count() as usize);
        let halves = [&sums.0[us.index()], &sums.0[(!us).index()]];
        let sum = self.kernel.output(halves, &self.outputs[bucket]) / QA + self.output_bias[bucket];
        let value = i64::from(sum) * i64::from(SCALE) / i64::from(QA * QB);
        let value = value.clamp(-i64::from(LIMIT), i64::from(LIMIT)) as Value;
        scaled(board, if value > 0 { us } else { !us }, value)
    }
}

/// The weights of each piece on each point, from those of the features: [`Network::rows`].
fn rows(weights: &[[i8; HIDDEN]]) -> Box<[Row]> {
    let row = |index: usize| {
        let (piece, square) = (index / POINTS, Square::from_index(index % POINTS));
        Row(weights[usize::from(FIRST_INPUTS[piece]) + nearest(attacks::PLACES[piece], square)])
    };
    (0..Piece::NUM * POINTS).map(row).collect()
}

/// What a move did to the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// What moved.
    pub piece: Piece,
    /// Where it stood.
    pub from: Square,
    /// Where it stands.
    pub to: Square,
    /// What stood there.
    pub captured: Option<Piece>,
}

/// How a search came to the position that is to be judged. Plies count from the root.
pub trait Path {
    /// How many plies were made.
    fn ply(&self) -> usize;
    /// The key of the position after so many plies.
    fn key(&self, ply: usize) -> u64;
    /// What changed after so many plies; `None` for a null move.
    fn change(&self, ply: usize) -> Option<Change>;
}

/// The hidden layer before activation, `[perspective]`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Accumulator([Half; 2]);

/// Judges the positions of a search.
///
/// It keeps the sums of each ply with the key of the position they are for. To judge a position it goes
/// back to the last ply whose sums are those of the path, which is mostly the one before, and
/// computes forward from there. What the search makes and takes back without asking costs nothing.
pub struct Evaluator {
    network: Arc<Network>,
    /// `[ply]`
    sums: Vec<Accumulator>,
    /// `[ply]`: the keys of the positions that `sums` are for.
    keys: Vec<u64>,
}

impl Evaluator {
    /// An evaluator for searches from `root`.
    pub fn new(network: Arc<Network>, root: &Board) -> Evaluator {
        let sums = network.refresh(root);
        let plies = MAX_PLY + 2;
        Evaluator { network, sums: vec![sums; plies], keys: vec![root.key(); plies] }
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Prepares for searches from another root.
    pub fn start(&mut self, root: &Board) {
        self.sums[0] = self.network.refresh(root);
        self.keys[0] = root.key();
    }

    /// The value for the side to move of the board that `path` leads to.
    #[inline(never)] // It is asked for in several places, and the loops in it are long.
    pub fn evaluate(&mut self, board: &Board, path: &impl Path) -> Value {
        let ply = path.ply();
        if ply >= self.sums.len() {
            return self.network.evaluate(board);
        }
        let Some(known) = (0..=ply).rev().find(|ply| self.keys[*ply] == path.key(*ply)) else {
            self.sums[ply] = self.network.refresh(board);
            self.keys[ply] = board.key();
            return self.network.judge(&self.sums[ply], board);
        };
        for ply in known + 1..=ply {
            let (before, after) = self.sums.split_at_mut(ply);
            match path.change(ply) {
                Some(change) => self.network.update(&before[ply - 1], &mut after[0], change),
                None => after[0].clone_from(&before[ply - 1]),
            }
            self.keys[ply] = path.key(ply);
        }
        self.network.judge(&self.sums[ply], board)
    }
}
