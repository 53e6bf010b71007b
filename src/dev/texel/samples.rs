//! Positions as the weights that they count, concatenated in long lists.

use super::SCALE;
use crate::games::Played;
use crate::train::samples::boards_of_game;
use crate::train::sigmoid;
use chuhe::engine::eval::hand::explain::coefficients;
use chuhe::rules::board::Board;

/// The properties of a position apart from its weights.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    /// The end of its weights in the lists; they begin at the end of the position before.
    end: u32,
    /// The target of its expected result.
    pub target: f32,
    /// The share of the opening in its value, 0 to 1.
    pub opening: f32,
    /// The scale of an advantage of the side to move, and of the other side.
    pub scales: [f32; 2],
}

/// A list of positions.
pub struct Samples {
    result_share: f32,
    heads: Vec<Head>,
    /// Indexes of the weights of all positions, one position after the other.
    weights: Vec<u16>,
    /// For each index in `weights`, the number of times that it counts for the side to move less the number for the
    /// other side.
    times: Vec<i8>,
}

impl Samples {
    /// Creates an empty list. Targets are mixed from score and result, with this share of the result.
    pub fn new(result_share: f32) -> Samples {
        Samples { result_share, heads: Vec::new(), weights: Vec::new(), times: Vec::new() }
    }

    /// Returns the number of positions.
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

    /// Returns the properties of a position, and its weights with how often they count.
    pub fn get(&self, index: usize) -> (Head, impl Iterator<Item = (usize, f32)> + Clone + '_) {
        let begin = if index == 0 { 0 } else { self.heads[index - 1].end as usize };
        let range = begin..self.heads[index].end as usize;
        let times = self.times[range.clone()].iter().map(|times| f32::from(*times));
        (self.heads[index], self.weights[range].iter().map(|weight| usize::from(*weight)).zip(times))
    }
}
