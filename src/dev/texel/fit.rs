//! The weights, the gradient of their loss, and Adam (Kingma and Ba, 2015).

use super::SCALE;
use super::samples::Samples;
use crate::train::sigmoid;
use chuhe::engine::eval::hand::layout::{MATERIAL, NUM};
use std::thread;

/// Weights by `[weight][opening, endgame]`, in logits: [`SCALE`] centipawns are 1.
#[derive(Clone)]
pub struct Weights(pub Box<[[f32; 2]; NUM]>);

/// Values of the pieces at the start, in centipawns, by role.
const START: [f32; 7] = [0.0, 100.0, 100.0, 400.0, 900.0, 400.0, 80.0];
/// The approximate squared difference of a position's target from its expected result, which sets the weight of the
/// prior.
const NOISE: f32 = 0.03;

impl Weights {
    fn zero() -> Weights {
        Weights(Box::new([[0.0; 2]; NUM]))
    }

    /// Returns weights that contain only simple values of the pieces.
    pub fn bare_material() -> Weights {
        let mut weights = Weights::zero();
        for (role, value) in START.into_iter().enumerate() {
            weights.0[MATERIAL + role] = [value / SCALE; 2];
        }
        weights
    }

    /// Returns a weight in whole centipawns, opening and endgame.
    pub fn centipawns(&self, weight: usize) -> [i32; 2] {
        self.0[weight].map(|value| (value * SCALE).round() as i32)
    }

    /// Returns all weights, rounded to whole centipawns.
    pub fn rounded(&self) -> Weights {
        let mut rounded = self.clone();
        for pair in rounded.0.iter_mut().flatten() {
            *pair = (*pair * SCALE).round() / SCALE;
        }
        rounded
    }

    /// Returns the value of a position in logits for the side to move, and the scale of its advantage.
    fn value(&self, samples: &Samples, index: usize) -> (f32, f32) {
        let (head, counts) = samples.get(index);
        let (mut opening, mut endgame) = (0.0, 0.0);
        for (weight, times) in counts {
            let [a, b] = self.0[weight];
            opening += a * times;
            endgame += b * times;
        }
        let value = endgame + head.opening * (opening - endgame);
        let scale = head.scales[usize::from(value <= 0.0)];
        (value * scale, scale)
    }
}

/// Returns the mean squared difference between expected results and targets.
pub fn loss(weights: &Weights, samples: &Samples) -> f64 {
    let square = |index| {
        let (value, _) = weights.value(samples, index);
        f64::from(sigmoid(value) - samples.get(index).0.target).powi(2)
    };
    (0..samples.len()).map(square).sum::<f64>() / samples.len().max(1) as f64
}

/// One thread's gradient and loss.
pub struct Learner {
    gradient: Weights,
    loss: f64,
}

impl Learner {
    /// Creates a learner with a zero gradient.
    pub fn new() -> Learner {
        Learner { gradient: Weights::zero(), loss: 0.0 }
    }

    fn learn(&mut self, weights: &Weights, samples: &Samples, index: usize) {
        let (value, scale) = weights.value(samples, index);
        let expected = sigmoid(value);
        let (head, counts) = samples.get(index);
        let error = expected - head.target;
        self.loss += f64::from(error * error);
        let slope = 2.0 * error * expected * (1.0 - expected) * scale;
        let (opening, endgame) = (slope * head.opening, slope * (1.0 - head.opening));
        for (weight, times) in counts {
            let [a, b] = &mut self.gradient.0[weight];
            *a += opening * times;
            *b += endgame * times;
        }
    }
}

/// Finds the gradient of a batch, a part in each learner, and returns the sum of its losses.
pub fn learn(learners: &mut [Learner], weights: &Weights, samples: &Samples, batch: &[u32]) -> f64 {
    let part = batch.len().div_ceil(learners.len());
    thread::scope(|scope| {
        for (learner, indexes) in learners.iter_mut().zip(batch.chunks(part)) {
            scope.spawn(move || indexes.iter().for_each(|it| learner.learn(weights, samples, *it as usize)));
        }
    });
    learners.iter_mut().map(|learner| std::mem::take(&mut learner.loss)).sum()
}

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-9;

/// The state of the optimiser: moments of the gradient.
pub struct Adam {
    first: Weights,
    second: Weights,
    /// Strength of the pull to 0 on weights other than material.
    pull: f32,
    /// The decays to the power of the number of steps.
    powers: (f32, f32),
}

impl Adam {
    /// Creates the optimiser for weights that are expected within `prior` centipawns of 0, on `count` positions.
    pub fn new(prior: f32, count: usize) -> Adam {
        let pull = 2.0 * NOISE / ((prior / SCALE).powi(2) * count as f32);
        Adam { first: Weights::zero(), second: Weights::zero(), pull, powers: (1.0, 1.0) }
    }

    /// Moves the weights against the learners' gradients of a batch of `count` positions. Sets the gradients to zero.
    pub fn step(&mut self, weights: &mut Weights, learners: &mut [Learner], rate: f32, count: usize) {
        self.powers = (self.powers.0 * FIRST_DECAY, self.powers.1 * SECOND_DECAY);
        let rate = rate / SCALE * (1.0 - self.powers.1).sqrt() / (1.0 - self.powers.0);
        for weight in 0..NUM {
            let is_material = (MATERIAL..MATERIAL + START.len()).contains(&weight);
            for end in 0..2 {
                let slope = |learner: &mut Learner| std::mem::take(&mut learner.gradient.0[weight][end]);
                let value = &mut weights.0[weight][end];
                let pull = if is_material { 0.0 } else { self.pull * *value };
                let gradient = learners.iter_mut().map(slope).sum::<f32>() / count as f32 + pull;
                let (first, second) = (&mut self.first.0[weight][end], &mut self.second.0[weight][end]);
                *first = FIRST_DECAY * *first + (1.0 - FIRST_DECAY) * gradient;
                *second = SECOND_DECAY * *second + (1.0 - SECOND_DECAY) * gradient * gradient;
                *value -= rate * *first / (second.sqrt() + EPSILON);
            }
        }
    }
}
