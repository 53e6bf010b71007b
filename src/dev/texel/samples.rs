//! Positions as the weights that they count, side by side in long lists.

use super::SCALE;
use crate::games::Played;
use crate::train::samples::boards_of_game;
use crate::train::sigmoid;
use chuhe::engine::eval::hand::explain::coefficients;
use chuhe::rules::board::Board;

/// What is known of a position besides its weights.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    /// Where its weights end in the lists; they begin where the ones before end.
    end: u32,
    /// The expected result that it is to have.
    pub target: f32,
    /// The share of the opening in its value.
    pub opening: f32,
    /// How much of an advantage counts, for the side to move and for the other.
    pub scales: [f32; 2],
}

/// Many positions.
pub struct Samples {
    result_share: f32,
    heads: Vec<Head>,
    /// Which weights, for one position after the other.
    weights: Vec<u16>,
    /// How often each counts for the side to move less for the other.
    times: Vec<i8>,
}

impl Samples {
    /// None yet. The targets are mixed from score and result, which has this share.
    pub fn new(result_share: f32) -> Samples {
        Samples { result_share, heads: Vec::new(), weights: Vec::new(), times: Vec::new() }
    }

    /// How many positions.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Adds the positions of a game that are worth learning.
    pub fn add_game(&mut self, game: &Played) {
        boards_of_game(game, &mut |board, result, score| self.add(board, result, score));
    }

    fn add(&mut self, board: &Board, result: u8, score: i16) {
        let found = coefficients(board);
        self.weights.extend(found.counts.iter().map(|(weight, _)| *weight as u16));
        self.times.extend(found.counts.iter().map(|(_, times)| *times as i8));
        let expected = sigmoid(f32::from(score) / SCALE);
        self.heads.push(Head {
            end: self.weights.len() as u32,
            target: expected + self.result_share * (f32::from(result) / 2.0 - expected),
            opening: found.opening,
            scales: found.scales,
        });
    }

    /// A position: what is known of it and its weights with how often they count.
    pub fn get(&self, index: usize) -> (Head, impl Iterator<Item = (usize, f32)> + Clone + '_) {
        let begin = if index == 0 { 0 } else { self.heads[index - 1].end as usize };
        let range = begin..self.heads[index].end as usize;
        let times = self.times[range.clone()].iter().map(|times| f32::from(*times));
        (self.heads[index], self.weights[range].iter().map(|weight| usize::from(*weight)).zip(times))
    }
}
