//! The optimiser Adam, after Kingma and Ba (2015). It keeps weights within the range that the network's file can
//! hold.

use super::Worker;
use super::model::Weights;
use super::quantise::reach;

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// The state of the optimiser: moments of the gradient, one for each weight.
pub struct Adam {
    /// Running means of the gradient.
    pub first: Vec<f32>,
    /// Running means of its square.
    pub second: Vec<f32>,
    /// [`FIRST_DECAY`] and [`SECOND_DECAY`] to the power of the number of steps.
    pub powers: [f32; 2],
    /// The greatest magnitude of each weight.
    reach: Vec<f32>,
}

impl Adam {
    /// Creates the optimiser.
    pub fn new() -> Adam {
        let reach = reach();
        let zero = vec![0.0; reach.len()];
        Adam { first: zero.clone(), second: zero, powers: [1.0; 2], reach }
    }

    /// Moves the weights against the workers' gradients of a batch of `count` samples. Sets the gradients to zero.
    pub fn step(&mut self, weights: &mut Weights, workers: &mut [Worker], rate: f32, count: usize) {
        self.powers = [self.powers[0] * FIRST_DECAY, self.powers[1] * SECOND_DECAY];
        let rate = rate * (1.0 - self.powers[1]).sqrt() / (1.0 - self.powers[0]);
        let (head, rest) = workers.split_at_mut(1);
        let sum = &mut head[0].gradient.values;
        for worker in rest {
            for (sum, value) in sum.iter_mut().zip(&mut worker.gradient.values) {
                *sum += std::mem::take(value);
            }
        }
        let scale = 1.0 / count as f32;
        let moments = self.first.iter_mut().zip(&mut self.second).zip(&self.reach);
        for ((weight, slope), ((first, second), reach)) in weights.values.iter_mut().zip(sum).zip(moments) {
            let gradient = std::mem::take(slope) * scale;
            *first = FIRST_DECAY * *first + (1.0 - FIRST_DECAY) * gradient;
            *second = SECOND_DECAY * *second + (1.0 - SECOND_DECAY) * gradient * gradient;
            *weight = (*weight - rate * *first / (second.sqrt() + EPSILON)).clamp(-reach, *reach);
        }
    }
}
