//! Extracts positions for training from games.

use crate::games::{Played, UNSCORED};
use crate::train::sigmoid;
use chuhe::engine::eval::nnue::{self, INPUTS, SCALE, feature};
use chuhe::rules::board::Board;
use chuhe::rules::fen;
use chuhe::rules::types::{Color, Move, POINTS, Piece, Square};
use std::sync::LazyLock;

/// Score in centipawns from which positions are decided and left out.
const DECIDED: i16 = 3_000;

/// Number of points, rounded up, for the index of [`INDEXES`].
const STRIDE: usize = 96;
/// `[piece][point]`: the input of a piece from Red's perspective; [`NOWHERE`] where it can never stand.
static INDEXES: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut table = vec![NOWHERE; Piece::NUM * STRIDE];
    for (piece, square) in places() {
        if let Some(input) = feature(Color::Red, piece, square) {
            table[piece.index() * STRIDE + square.index()] = input as u16;
        }
    }
    table
});
const NOWHERE: u16 = u16::MAX;

/// Returns every piece on every point.
fn places() -> impl Iterator<Item = (Piece, Square)> {
    Piece::ALL.into_iter().flat_map(|piece| Square::all().map(move |square| (piece, square)))
}

/// A position from the view of the side to move, whose pieces are red here, in 32 bytes.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The occupied points below 64, a bit each.
    low: u64,
    /// The other occupied points.
    high: u32,
    /// The expected result for the side to move that the network shall learn, from 0 to 1.
    pub target: f32,
    /// The pieces in the order of their points, four bits each.
    pieces: [u8; 16],
}

const _: () = assert!(size_of::<Sample>() == 32);

impl Sample {
    /// Returns all that the sample consists of.
    pub fn bytes(&self) -> impl Iterator<Item = u8> {
        let Sample { low, high, target, pieces } = self;
        let numbers = low.to_le_bytes().into_iter().chain(high.to_le_bytes()).chain(target.to_le_bytes());
        numbers.chain(*pieces)
    }

    /// Creates a sample of the board.
    pub fn new(board: &Board, target: f32) -> Sample {
        let mut seen = [None; POINTS];
        for (square, piece) in board.pieces() {
            let (piece, square) = match board.turn() {
                Color::Red => (piece, square),
                Color::Black => (Piece::new(!piece.color(), piece.role()), square.flip_ranks()),
            };
            seen[square.index()] = Some(piece);
        }
        let mut sample = Sample { low: 0, high: 0, target, pieces: [0; 16] };
        let pieces = seen.iter().enumerate().filter_map(|(point, piece)| Some((point, (*piece)?)));
        for (number, (point, piece)) in pieces.enumerate() {
            let occupied = 1u128 << point;
            sample.low |= occupied as u64;
            sample.high |= (occupied >> 64) as u32;
            sample.pieces[number / 2] |= (piece.index() as u8) << (number % 2 * 4);
        }
        sample
    }

    /// Returns the active inputs.
    #[inline]
    pub fn inputs(&self) -> impl Iterator<Item = u16> {
        let table = INDEXES.as_slice();
        let (mut low, mut high) = (self.low, self.high);
        (0..self.count()).filter_map(move |number| {
            let point = if low != 0 {
                let point = low.trailing_zeros();
                low &= low - 1;
                point
            } else {
                let point = 64 + high.trailing_zeros();
                high &= high.wrapping_sub(1);
                point
            };
            let piece = usize::from(self.pieces[number / 2] >> (number % 2 * 4) & 15);
            Some(table[piece * STRIDE + point as usize]).filter(|input| *input != NOWHERE)
        })
    }

    /// Returns the number of pieces.
    fn count(&self) -> usize {
        (self.low.count_ones() + self.high.count_ones()) as usize
    }

    /// Returns the index of the weights after the second layer, from 0 to 7.
    pub fn bucket(&self) -> usize {
        nnue::bucket(self.count())
    }
}

/// The numbers of inputs from the other side's perspective, and when mirrored.
pub struct Turns {
    /// The input in the other side's perspective, by input.
    pub other: Vec<u16>,
    /// The input with left and right exchanged, by input.
    pub mirrored: Vec<u16>,
}

impl Turns {
    /// Computes the tables.
    pub fn new() -> Turns {
        let mut turns = Turns { other: vec![0; INPUTS], mirrored: vec![0; INPUTS] };
        for (piece, square) in places() {
            let own = |square| feature(Color::Red, piece, square);
            let [Some(input), Some(mirrored)] = [square, square.mirror_files()].map(own) else { continue };
            turns.mirrored[input] = mirrored as u16;
            turns.other[input] = feature(Color::Black, piece, square).unwrap_or(input) as u16;
        }
        turns
    }
}

/// The mixture of the targets.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mixture {
    /// Weight of the next ply's target, before the share of the result, against the ply's own score, 0 to 1. The last ply
    /// has the game's result in place of a next one. (Richard Sutton, "Learning to predict by the methods of temporal
    /// differences", 1988.)
    pub foresight: f32,
    /// Weight of the game's result against all scores, 0 to 1.
    pub result_share: f32,
}

impl Mixture {
    /// Returns the target of each ply, as the expected result of the side to move.
    fn targets(self, game: &Played) -> Vec<f32> {
        let is_red = |ply: usize| ply % 2 == 0;
        let result = |ply| f32::from(if is_red(ply) { game.result } else { 2 - game.result }) / 2.0;
        let mut targets = vec![0.0; game.plies.len()];
        let mut next = result(game.plies.len());
        for (ply, (_, score)) in game.plies.iter().enumerate().rev() {
            let seen = 1.0 - next;
            let own = if *score == UNSCORED { seen } else { sigmoid(f32::from(*score) / SCALE as f32) };
            next = own + self.foresight * (seen - own);
            targets[ply] = next + self.result_share * (result(ply) - next);
        }
        targets
    }
}

/// Passes the positions of a game that are worth learning to `keep`: those that were searched, without check, whose
/// best move is no capture and whose score is not decided.
pub fn of_game(game: &Played, mixture: Mixture, keep: &mut impl FnMut(Sample)) {
    let targets = mixture.targets(game);
    quiet_boards(game, &mut |board, ply| keep(Sample::new(board, targets[ply])));
}

/// Passes the same positions as boards, each with the half points and the score of the side to move.
pub fn boards_of_game(game: &Played, keep: &mut impl FnMut(&Board, u8, i16)) {
    quiet_boards(game, &mut |board, ply| {
        let result = if board.turn() == Color::Red { game.result } else { 2 - game.result };
        keep(board, result, game.plies[ply].1);
    });
}

/// Passes the positions of [`of_game`] as boards, each with the number of plies before it.
fn quiet_boards(game: &Played, keep: &mut impl FnMut(&Board, usize)) {
    let mut board = fen::start();
    for (ply, (mv, score)) in game.plies.iter().enumerate() {
        if *score != UNSCORED && score.abs() < DECIDED && is_quiet(&board, *mv) {
            keep(&board, ply);
        }
        board.make(*mv);
    }
}

fn is_quiet(board: &Board, mv: Move) -> bool {
    board.piece_at(mv.to()).is_none() && board.safety().checkers.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(text: &str, turn: impl Fn(u16) -> u16) -> Vec<u16> {
        let position: fen::Position = text.parse().expect("valid");
        let mut inputs: Vec<u16> = Sample::new(&position.board, 0.5).inputs().map(turn).collect();
        inputs.sort_unstable();
        inputs
    }

    #[test]
    fn a_sample_has_the_features_of_its_board() {
        for text in
            ["rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR", "3k5/4P4/9/9/2b6/9/9/9/8r/4K4"]
        {
            for (turn, color) in [("w", Color::Red), ("b", Color::Black)] {
                let position: fen::Position = format!("{text} {turn}").parse().expect("valid");
                let pieces = position.board.pieces();
                let mut features: Vec<u16> = pieces
                    .filter_map(|(square, piece)| feature(color, piece, square))
                    .map(|input| input as u16)
                    .collect();
                features.sort_unstable();
                assert_eq!(inputs(&format!("{text} {turn}"), |input| input), features);
            }
        }
    }

    #[test]
    fn the_other_side_sees_its_own_inputs() {
        let turns = Turns::new();
        let red = inputs("3k5/9/9/9/9/2R6/9/9/9/4K4 w", |input| turns.other[usize::from(input)]);
        assert_eq!(red, inputs("3k5/9/9/9/9/2R6/9/9/9/4K4 b", |input| input));
    }

    #[test]
    fn a_mirrored_board_has_the_mirrored_inputs() {
        let turns = Turns::new();
        let mirrored = inputs("3k5/9/9/9/9/2R6/9/9/9/4K4 w", |input| turns.mirrored[usize::from(input)]);
        assert_eq!(mirrored, inputs("5k3/9/9/9/9/6R2/9/9/9/4K4 w", |input| input));
    }

    #[test]
    fn turning_an_input_twice_restores_it() {
        let turns = Turns::new();
        for table in [&turns.other, &turns.mirrored] {
            assert!((0..INPUTS).all(|input| usize::from(table[usize::from(table[input])]) == input));
        }
        let stays = |table: &[u16]| (0..INPUTS).filter(|input| usize::from(table[*input]) == *input).count();
        // The points on the middle file: 3 for each general, 1 for an advisor, 1 for an elephant, 7 for a soldier and
        // 10 for each other piece.
        assert_eq!((stays(&turns.other), stays(&turns.mirrored)), (0, 2 * (3 + 1 + 1 + 7 + 3 * 10)));
    }

    #[test]
    fn checks_captures_and_decided_scores_are_left_out() {
        let mv = |text: &str| text.parse().expect("a move");
        // The cannon takes a horse and is recaptured; then follows a quiet move with a decided score.
        let plies = vec![
            (mv("b2b9"), 10),
            (mv("a9b9"), -20),
            (mv("h2e2"), UNSCORED),
            (mv("h9g7"), 5_000),
            (mv("h0g2"), 30),
        ];
        let mut kept = Vec::new();
        let scores = Mixture { foresight: 0.0, result_share: 0.0 };
        of_game(&Played { result: 2, plies }, scores, &mut |sample| kept.push(sample));
        assert_eq!(kept.iter().map(|sample| sample.target).collect::<Vec<_>>(), [sigmoid(30.0 / 400.0)]);
        assert_eq!((kept[0].inputs().count(), kept[0].bucket()), (30, 7));
    }

    #[test]
    fn targets_mix_scores_and_the_result() {
        let mv = |text: &str| text.parse().expect("a move");
        let game = Played { result: 0, plies: vec![(mv("h2e2"), 400), (mv("h9g7"), 0)] };
        let targets = |foresight, result_share| Mixture { foresight, result_share }.targets(&game);
        let own = sigmoid(1.0);
        assert_eq!(targets(0.0, 0.0), [own, 0.5]);
        assert_eq!(targets(0.0, 1.0), [0.0, 1.0]);
        assert_eq!(targets(1.0, 0.0), [0.0, 1.0]);
        // Black has won: 0.75 is half-way from the score of the last ply, 0.5, to the win.
        assert_eq!(targets(0.5, 0.0), [own + 0.5 * (1.0 - 0.75 - own), 0.75]);
        let game = Played { result: 0, plies: vec![(mv("h2e2"), 400), (mv("h9g7"), UNSCORED)] };
        assert_eq!(
            Mixture { foresight: 0.5, result_share: 0.0 }.targets(&game),
            [own + 0.5 * (0.0 - own), 1.0]
        );
    }
}
