//! Extracts positions for training from games.

use crate::games::{Played, UNSCORED};
use chuhe::engine::eval::nnue::{self, INPUTS, feature};
use chuhe::rules::board::Board;
use chuhe::rules::fen;
use chuhe::rules::types::{Color, Move, Piece, Square};

/// Score in centipawns from which positions are decided and left out.
const DECIDED: i16 = 3_000;

/// A position from the view of the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Active inputs; only the first `count` are valid.
    features: [u16; 32],
    count: u8,
    /// Half points of the side to move, from the result of the game.
    pub result: u8,
    /// The engine's score for the side to move, in centipawns.
    pub score: i16,
}

impl Sample {
    fn new(board: &Board, result: u8, score: i16) -> Sample {
        let mut sample = Sample { features: [0; 32], count: 0, result, score };
        let inputs = board.pieces().filter_map(|(square, piece)| feature(board.turn(), piece, square));
        for (place, input) in sample.features.iter_mut().zip(inputs) {
            *place = input as u16;
            sample.count += 1;
        }
        sample
    }

    /// Returns the active inputs.
    pub fn features(&self) -> &[u16] {
        &self.features[..usize::from(self.count)]
    }

    /// Returns the index of the output weights for the position, from 0 to 7.
    pub fn bucket(&self) -> usize {
        nnue::bucket(usize::from(self.count))
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
        for (piece, square) in
            Piece::ALL.into_iter().flat_map(|piece| Square::all().map(move |at| (piece, at)))
        {
            let own = |square| feature(Color::Red, piece, square);
            let [Some(input), Some(mirrored)] = [square, square.mirror_files()].map(own) else { continue };
            turns.mirrored[input] = mirrored as u16;
            turns.other[input] = feature(Color::Black, piece, square).unwrap_or(input) as u16;
        }
        turns
    }
}

/// Passes the positions of a game that are worth learning to `keep`: those that were searched, without check, whose
/// best move is no capture and whose score is not decided.
pub fn of_game(game: &Played, keep: &mut impl FnMut(Sample)) {
    boards_of_game(game, &mut |board, result, score| keep(Sample::new(board, result, score)));
}

/// Passes the same positions as boards, each with the half points and the score of the side to move.
pub fn boards_of_game(game: &Played, keep: &mut impl FnMut(&Board, u8, i16)) {
    let mut board = fen::start();
    for (mv, score) in &game.plies {
        if *score != UNSCORED && score.abs() < DECIDED && is_quiet(&board, *mv) {
            let result = if board.turn() == Color::Red { game.result } else { 2 - game.result };
            keep(&board, result, *score);
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
        let mut features: Vec<u16> =
            Sample::new(&position.board, 1, 0).features().iter().map(|input| turn(*input)).collect();
        features.sort_unstable();
        features
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
        of_game(&Played { result: 2, plies }, &mut |sample| kept.push(sample));
        assert_eq!(kept.iter().map(|sample| (sample.score, sample.result)).collect::<Vec<_>>(), [(30, 2)]);
        assert_eq!((kept[0].features().len(), kept[0].bucket()), (30, 7));
    }
}
