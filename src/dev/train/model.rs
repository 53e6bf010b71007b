//! The network while it learns: floating point weights, what it says and how each weight bears on it.

use super::samples::{Sample, Turns};
use crate::opening::Random;
use chuhe::engine::eval::nnue::{BUCKETS, INPUTS};

/// Numbers that are added up side by side.
const LANES: usize = 8;

/// Weights, or what bears on them: the gradient has the same shape.
#[derive(Clone)]
pub struct Weights {
    /// Width of the hidden layer, for one perspective.
    pub hidden: usize,
    /// All numbers: `[input][hidden]`, `[hidden]` biases, `[bucket][2 * hidden]`, `[bucket]` biases.
    pub values: Vec<f32>,
}

impl Weights {
    /// All zero.
    pub fn zero(hidden: usize) -> Weights {
        let count = INPUTS * hidden + hidden + BUCKETS * 2 * hidden + BUCKETS;
        Weights { hidden, values: vec![0.0; count] }
    }

    /// Small numbers that look random.
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

    /// Where the biases of the hidden layer begin.
    pub fn biases_at(&self) -> usize {
        INPUTS * self.hidden
    }

    /// Where the output weights begin.
    pub fn output_at(&self) -> usize {
        self.biases_at() + self.hidden
    }

    /// Where the output biases begin.
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

/// Room for one sample's way through the network.
pub struct Scratch {
    /// `[own, other][hidden]`: sums before the activation.
    sums: Vec<f32>,
    /// The same after it.
    active: Vec<f32>,
    /// `[own inputs, other's inputs]`
    inputs: [Vec<u16>; 2],
}

impl Scratch {
    /// Room for a hidden layer of this width.
    pub fn new(hidden: usize) -> Scratch {
        let inputs = [Vec::with_capacity(32), Vec::with_capacity(32)];
        Scratch { sums: vec![0.0; 2 * hidden], active: vec![0.0; 2 * hidden], inputs }
    }

    /// What the network says of a sample, its left and right exchanged if `mirror`: the logit of the
    /// expected result.
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

    /// Adds to `gradient` how the weights bear on the loss of the sample that went forward last, given
    /// how its logit does.
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

/// The sum of products, of lengths that are multiples of [`LANES`].
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
