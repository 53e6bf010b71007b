//! The network during training: floating point weights, the forward pass and the gradient.

use super::samples::{Sample, Turns};
use crate::opening::Random;
use chuhe::engine::eval::nnue::{BUCKETS, INPUTS};

/// Number of sums that are added up in parallel.
const LANES: usize = 8;

/// The weights, or their gradient, which has the same shape.
#[derive(Clone)]
pub struct Weights {
    /// Width of the hidden layer, for one perspective.
    pub hidden: usize,
    /// All numbers: `[input][hidden]`, `[hidden]` biases, `[bucket][2 * hidden]`, `[bucket]` biases.
    pub values: Vec<f32>,
}

impl Weights {
    /// Returns weights that are all zero.
    pub fn zero(hidden: usize) -> Weights {
        let count = INPUTS * hidden + hidden + BUCKETS * 2 * hidden + BUCKETS;
        Weights { hidden, values: vec![0.0; count] }
    }

    /// Returns small pseudorandom weights.
    pub fn random(hidden: usize, random: &mut Random) -> Weights {
        let mut weights = Weights::zero(hidden);
        let mut uniform = |reach: f32| ((random.next() >> 40) as f32 / (1 << 23) as f32 - 1.0) * reach;
        let (inner, outer) = (weights.biases_at(), weights.output_at());
        for value in &mut weights.values[..inner] {
            *value = uniform(0.1);
        }
        for value in &mut weights.values[inner..outer] {
            *value = 0.05;
        }
        let last = weights.output_bias_at();
        for value in &mut weights.values[outer..last] {
            *value = uniform(0.1);
        }
        weights
    }

    /// Returns the index of the first bias of the hidden layer.
    pub fn biases_at(&self) -> usize {
        INPUTS * self.hidden
    }

    /// Returns the index of the first output weight.
    pub fn output_at(&self) -> usize {
        self.biases_at() + self.hidden
    }

    /// Returns the index of the first output bias.
    pub fn output_bias_at(&self) -> usize {
        self.output_at() + BUCKETS * 2 * self.hidden
    }

    fn row(&self, input: u16) -> &[f32] {
        let start = usize::from(input) * self.hidden;
        &self.values[start..start + self.hidden]
    }

    fn output_row(&self, bucket: usize) -> std::ops::Range<usize> {
        let start = self.output_at() + bucket * 2 * self.hidden;
        start..start + 2 * self.hidden
    }
}

/// Buffers of one sample's pass through the network.
pub struct Scratch {
    /// Sums before the activation, `[own, other][hidden]`.
    sums: Vec<f32>,
    /// The sums after the activation.
    active: Vec<f32>,
    /// Active inputs, `[own, other]`.
    inputs: [Vec<u16>; 2],
}

impl Scratch {
    /// Allocates buffers for a hidden layer of this width.
    pub fn new(hidden: usize) -> Scratch {
        let inputs = [Vec::with_capacity(32), Vec::with_capacity(32)];
        Scratch { sums: vec![0.0; 2 * hidden], active: vec![0.0; 2 * hidden], inputs }
    }

    /// Returns the network's output for a sample, as the logit of the expected result. Exchanges left and right if
    /// `mirror` is set.
    pub fn forward(&mut self, weights: &Weights, sample: &Sample, turns: &Turns, mirror: bool) -> f32 {
        self.set_inputs(sample, turns, mirror);
        let hidden = weights.hidden;
        let biases = &weights.values[weights.biases_at()..weights.output_at()];
        for (sums, inputs) in self.sums.chunks_exact_mut(hidden).zip(&self.inputs) {
            sums.copy_from_slice(biases);
            for input in inputs {
                add(sums, weights.row(*input), 1.0);
            }
        }
        for (active, sum) in self.active.iter_mut().zip(&self.sums) {
            let clamped = sum.clamp(0.0, 1.0);
            *active = clamped * clamped;
        }
        let bucket = sample.bucket();
        let output = &weights.values[weights.output_row(bucket)];
        dot(&self.active, output) + weights.values[weights.output_bias_at() + bucket]
    }

    fn set_inputs(&mut self, sample: &Sample, turns: &Turns, mirror: bool) {
        let [own, other] = &mut self.inputs;
        own.clear();
        other.clear();
        for input in sample.features() {
            let input = if mirror { turns.mirrored[usize::from(*input)] } else { *input };
            own.push(input);
            other.push(turns.other[usize::from(input)]);
        }
    }

    /// Adds the gradient of the loss of the last forward pass to `gradient`. `slope` is the derivative of the loss by
    /// the logit.
    pub fn backward(&mut self, weights: &Weights, gradient: &mut Weights, bucket: usize, slope: f32) {
        let hidden = weights.hidden;
        let (row, bias) = (weights.output_row(bucket), weights.output_bias_at() + bucket);
        add(&mut gradient.values[row.clone()], &self.active, slope);
        gradient.values[bias] += slope;
        let output = &weights.values[row];
        for ((active, sum), weight) in self.active.iter_mut().zip(&self.sums).zip(output) {
            let is_inside = *sum > 0.0 && *sum < 1.0;
            *active = if is_inside { slope * weight * 2.0 * sum } else { 0.0 };
        }
        let biases = weights.biases_at()..weights.output_at();
        for (slopes, inputs) in self.active.chunks_exact(hidden).zip(&self.inputs) {
            add(&mut gradient.values[biases.clone()], slopes, 1.0);
            for input in inputs {
                let start = usize::from(*input) * hidden;
                add(&mut gradient.values[start..start + hidden], slopes, 1.0);
            }
        }
    }
}

/// Adds `factor` times `other` to `sums`.
#[inline]
fn add(sums: &mut [f32], other: &[f32], factor: f32) {
    for (sum, value) in sums.iter_mut().zip(other) {
        *sum += factor * value;
    }
}

/// Returns the sum of products. The lengths must be multiples of [`LANES`].
#[inline]
fn dot(left: &[f32], right: &[f32]) -> f32 {
    let mut lanes = [0.0; LANES];
    for (a, b) in left.chunks_exact(LANES).zip(right.chunks_exact(LANES)) {
        for lane in 0..LANES {
            lanes[lane] += a[lane] * b[lane];
        }
    }
    lanes.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Played;
    use crate::train::samples;

    fn sample() -> Sample {
        let plies = vec![("h2e2".parse().expect("a move"), 30)];
        let mut kept = Vec::new();
        samples::of_game(&Played { result: 2, plies }, &mut |sample| kept.push(sample));
        kept[0]
    }

    #[test]
    fn the_gradient_is_the_slope() {
        let (sample, turns) = (sample(), Turns::new());
        let mut weights = Weights::random(16, &mut Random::new(7));
        let mut scratch = Scratch::new(16);
        let mut gradient = Weights::zero(16);
        scratch.forward(&weights, &sample, &turns, false);
        scratch.backward(&weights, &mut gradient, sample.bucket(), 1.0);
        let mut seen = 0;
        for index in 0..weights.values.len() {
            if gradient.values[index].abs() < 1e-3 || index % 7 != 0 {
                continue;
            }
            let step = 1e-2;
            let before = weights.values[index];
            weights.values[index] = before + step;
            let above = scratch.forward(&weights, &sample, &turns, false);
            weights.values[index] = before - step;
            let below = scratch.forward(&weights, &sample, &turns, false);
            weights.values[index] = before;
            let slope = (above - below) / (2.0 * step);
            let error = (slope - gradient.values[index]).abs();
            assert!(error < 0.05 * slope.abs().max(0.05), "{index}: {slope} {}", gradient.values[index]);
            seen += 1;
        }
        assert!(seen > 10, "{seen}");
    }
}
