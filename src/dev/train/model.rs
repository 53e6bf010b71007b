//! The network during training: floating point weights, the forward pass and the gradient.

use super::samples::{Sample, Turns};
use crate::opening::Random;
use chuhe::engine::eval::nnue::{BUCKETS, HIDDEN, INPUTS, SECOND, THIRD};
use std::ops::Range;

/// Number of sums that are added up in parallel.
const LANES: usize = 16;
/// Number of values that the first layer passes on, those of the own perspective first.
const FIRST: usize = 2 * HIDDEN;
/// Number of values that the second layer passes on.
const PASSED: usize = 2 * SECOND;

/// The parts of the weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// `[input][HIDDEN]`
    FeatureWeights,
    /// `[HIDDEN]`
    FeatureBias,
    /// `[SECOND][FIRST]`
    SecondWeights,
    /// `[SECOND]`
    SecondBias,
    /// `[BUCKETS][THIRD][PASSED]`
    ThirdWeights,
    /// `[BUCKETS][THIRD]`
    ThirdBias,
    /// `[BUCKETS][THIRD]`
    OutputWeights,
    /// `[BUCKETS]`
    OutputBias,
}

impl Part {
    /// All parts in the order of [`Weights::values`].
    pub const ALL: [Part; 8] = [
        Part::FeatureWeights,
        Part::FeatureBias,
        Part::SecondWeights,
        Part::SecondBias,
        Part::ThirdWeights,
        Part::ThirdBias,
        Part::OutputWeights,
        Part::OutputBias,
    ];
    /// Returns the number of values.
    const fn size(self) -> usize {
        match self {
            Part::FeatureWeights => INPUTS * HIDDEN,
            Part::FeatureBias => HIDDEN,
            Part::SecondWeights => SECOND * FIRST,
            Part::SecondBias => SECOND,
            Part::ThirdWeights => BUCKETS * THIRD * PASSED,
            Part::ThirdBias | Part::OutputWeights => BUCKETS * THIRD,
            Part::OutputBias => BUCKETS,
        }
    }

    /// Returns the indexes of the part in [`Weights::values`].
    pub const fn range(self) -> Range<usize> {
        let (mut start, mut part) = (0, 0);
        while part < self as usize {
            start += Part::ALL[part].size();
            part += 1;
        }
        start..start + self.size()
    }

    /// Returns the indexes of row number `row` of the part, which has rows of `N` values.
    fn row<const N: usize>(self, row: usize) -> Range<usize> {
        let start = self.range().start + row * N;
        start..start + N
    }

    /// Returns the greatest magnitude of the weights before training.
    fn initial_reach(self) -> f32 {
        let by_inputs = |count: usize| (3.0 / count as f32).sqrt();
        match self {
            Part::FeatureWeights => 0.1,
            Part::SecondWeights => by_inputs(FIRST),
            Part::ThirdWeights => by_inputs(PASSED),
            Part::OutputWeights => by_inputs(THIRD),
            _ => 0.0,
        }
    }
}

/// The weights, or their gradient, which has the same shape.
#[derive(Clone)]
pub struct Weights {
    /// The weights of all parts, one part after the other.
    pub values: Vec<f32>,
}

impl Weights {
    /// Returns weights that are all zero.
    pub fn zero() -> Weights {
        Weights { values: vec![0.0; Part::OutputBias.range().end] }
    }

    /// Returns small pseudorandom weights, and biases that keep neurons active at first.
    pub fn random(random: &mut Random) -> Weights {
        let mut weights = Weights::zero();
        let mut uniform = |reach: f32| ((random.next() >> 40) as f32 / (1 << 23) as f32 - 1.0) * reach;
        for part in Part::ALL {
            let bias =
                if matches!(part, Part::OutputBias) || part.initial_reach() > 0.0 { 0.0 } else { 0.05 };
            for value in &mut weights.values[part.range()] {
                *value = bias + uniform(part.initial_reach());
            }
        }
        weights
    }

    /// Returns row number `row` of a part that has rows of `N` values.
    fn row<const N: usize>(&self, part: Part, row: usize) -> &[f32; N] {
        array(&self.values[part.row::<N>(row)])
    }

    fn row_mut<const N: usize>(&mut self, part: Part, row: usize) -> &mut [f32; N] {
        let range = part.row::<N>(row);
        let Some(row) = self.values[range].first_chunk_mut() else { unreachable!("the row has N values") };
        row
    }
}

fn array<const N: usize>(slice: &[f32]) -> &[f32; N] {
    let Some(array) = slice.first_chunk() else { unreachable!("the slice has N values") };
    array
}

/// Buffers of one sample's pass through the network.
pub struct Scratch {
    /// Sums of the first layer, `[own, other]`.
    sums: [[f32; HIDDEN]; 2],
    /// The values that the first layer passes on.
    first: [f32; FIRST],
    /// Slopes of the loss by these values, then by the sums.
    slopes: [f32; FIRST],
    second: [f32; SECOND],
    passed: [f32; PASSED],
    third: [f32; THIRD],
    /// The values that the third layer passes on.
    last: [f32; THIRD],
    /// Active inputs, `[own, other]`.
    inputs: [Vec<u16>; 2],
}

impl Scratch {
    /// Allocates buffers.
    pub fn new() -> Scratch {
        Scratch {
            sums: [[0.0; HIDDEN]; 2],
            first: [0.0; FIRST],
            slopes: [0.0; FIRST],
            second: [0.0; SECOND],
            passed: [0.0; PASSED],
            third: [0.0; THIRD],
            last: [0.0; THIRD],
            inputs: [Vec::with_capacity(32), Vec::with_capacity(32)],
        }
    }

    /// Returns the network's output for a sample, as the logit of the expected result. Exchanges left and right if
    /// `mirror` is set.
    pub fn forward(&mut self, weights: &Weights, sample: &Sample, turns: &Turns, mirror: bool) -> f32 {
        self.set_inputs(sample, turns, mirror);
        let bias = weights.row(Part::FeatureBias, 0);
        for (sums, inputs) in self.sums.iter_mut().zip(&self.inputs) {
            *sums = *bias;
            for input in inputs {
                add(sums, weights.row(Part::FeatureWeights, usize::from(*input)));
            }
        }
        for (value, sum) in self.first.iter_mut().zip(self.sums.as_flattened()) {
            *value = sum.clamp(0.0, 1.0).powi(2);
        }
        let bias: &[f32; SECOND] = weights.row(Part::SecondBias, 0);
        for (neuron, bias) in bias.iter().enumerate() {
            let sum = dot(&self.first, weights.row(Part::SecondWeights, neuron)) + bias;
            self.second[neuron] = sum;
            self.passed[neuron] = sum.clamp(0.0, 1.0);
            self.passed[SECOND + neuron] = sum.clamp(-1.0, 1.0).powi(2);
        }
        let bucket = sample.bucket();
        let bias: &[f32; THIRD] = weights.row(Part::ThirdBias, bucket);
        for (neuron, bias) in bias.iter().enumerate() {
            let row = weights.row(Part::ThirdWeights, bucket * THIRD + neuron);
            let sum = dot(&self.passed, row) + bias;
            self.third[neuron] = sum;
            self.last[neuron] = sum.clamp(0.0, 1.0).powi(2);
        }
        let [bias] = *weights.row(Part::OutputBias, bucket);
        dot(&self.last, weights.row(Part::OutputWeights, bucket)) + bias
    }

    fn set_inputs(&mut self, sample: &Sample, turns: &Turns, mirror: bool) {
        let [own, other] = &mut self.inputs;
        own.clear();
        other.clear();
        for input in sample.inputs() {
            let input = if mirror { turns.mirrored[usize::from(input)] } else { input };
            own.push(input);
            other.push(turns.other[usize::from(input)]);
        }
    }

    /// Adds the gradient of the loss of the last forward pass to `gradient`. `slope` is the derivative of the loss by
    /// the logit.
    pub fn backward(&mut self, weights: &Weights, gradient: &mut Weights, bucket: usize, slope: f32) {
        gradient.row_mut::<1>(Part::OutputBias, bucket)[0] += slope;
        add_times(gradient.row_mut(Part::OutputWeights, bucket), &self.last, slope);
        let output: &[f32; THIRD] = weights.row(Part::OutputWeights, bucket);
        let mut passed = [0.0; PASSED];
        for (neuron, (weight, sum)) in output.iter().zip(self.third).enumerate() {
            if sum > 0.0 && sum < 1.0 {
                let slope = slope * weight * 2.0 * sum;
                let row = bucket * THIRD + neuron;
                gradient.row_mut::<THIRD>(Part::ThirdBias, bucket)[neuron] += slope;
                add_times(gradient.row_mut(Part::ThirdWeights, row), &self.passed, slope);
                add_times(&mut passed, weights.row(Part::ThirdWeights, row), slope);
            }
        }
        self.slopes = [0.0; FIRST];
        for neuron in 0..SECOND {
            let sum = self.second[neuron];
            let clamped = if sum > 0.0 && sum < 1.0 { passed[neuron] } else { 0.0 };
            let squared = if sum > -1.0 && sum < 1.0 { passed[SECOND + neuron] * 2.0 * sum } else { 0.0 };
            let slope = clamped + squared;
            if slope != 0.0 {
                gradient.row_mut::<SECOND>(Part::SecondBias, 0)[neuron] += slope;
                add_times(gradient.row_mut(Part::SecondWeights, neuron), &self.first, slope);
                add_times(&mut self.slopes, weights.row(Part::SecondWeights, neuron), slope);
            }
        }
        for (slope, sum) in self.slopes.iter_mut().zip(self.sums.as_flattened()) {
            *slope *= if *sum > 0.0 && *sum < 1.0 { 2.0 * sum } else { 0.0 };
        }
        for (slopes, inputs) in self.slopes.chunks_exact(HIDDEN).zip(&self.inputs) {
            let slopes: &[f32; HIDDEN] = array(slopes);
            add(gradient.row_mut(Part::FeatureBias, 0), slopes);
            for input in inputs {
                add(gradient.row_mut(Part::FeatureWeights, usize::from(*input)), slopes);
            }
        }
    }
}

/// Adds `other` to `sums`.
#[inline]
fn add(sums: &mut [f32; HIDDEN], other: &[f32; HIDDEN]) {
    for (sum, value) in sums.iter_mut().zip(other) {
        *sum += value;
    }
}

/// Adds `factor` times `other` to `sums`.
#[inline]
fn add_times<const N: usize>(sums: &mut [f32; N], other: &[f32; N], factor: f32) {
    for (sum, value) in sums.iter_mut().zip(other) {
        *sum += factor * value;
    }
}

/// Returns the sum of products.
#[inline]
fn dot<const N: usize>(left: &[f32; N], right: &[f32; N]) -> f32 {
    let mut lanes = [0.0; LANES];
    for (a, b) in left.chunks(LANES).zip(right.chunks(LANES)) {
        for ((lane, a), b) in lanes.iter_mut().zip(a).zip(b) {
            *lane += a * b;
        }
    }
    lanes.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::rules::fen;

    fn sample() -> Sample {
        let text = "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C4/9/RNBAKABNR b";
        Sample::new(&text.parse::<fen::Position>().expect("valid").board, 0.5)
    }

    #[test]
    fn parts_follow_each_other_without_gaps() {
        let ranges = Part::ALL.map(Part::range);
        assert_eq!(ranges[0].start, 0);
        assert!(ranges.windows(2).all(|pair| pair[0].end == pair[1].start));
        assert_eq!(Weights::zero().values.len(), ranges[7].end);
    }

    #[test]
    fn the_gradient_is_the_slope() {
        let (sample, turns) = (sample(), Turns::new());
        for (seed, mirror) in [(7, false), (8, true)] {
            let mut weights = Weights::random(&mut Random::new(seed));
            let mut scratch = Scratch::new();
            let mut gradient = Weights::zero();
            scratch.forward(&weights, &sample, &turns, mirror);
            scratch.backward(&weights, &mut gradient, sample.bucket(), 1.0);
            for part in Part::ALL {
                let (range, mut seen) = (part.range(), 0);
                for index in range.clone().step_by(1 + range.len() / 2_000) {
                    let mut at = |step| {
                        let before = weights.values[index];
                        weights.values[index] = before + step;
                        let logit = scratch.forward(&weights, &sample, &turns, mirror);
                        weights.values[index] = before;
                        f64::from(logit)
                    };
                    let slope = (at(STEP) - at(-STEP)) / f64::from(2.0 * STEP);
                    let error = (slope - f64::from(gradient.values[index])).abs();
                    assert!(error < 0.02 * slope.abs() + 3e-4, "{part:?} {index}: {slope} {error}");
                    seen += usize::from(slope.abs() > 3e-3);
                }
                assert!(seen > 0, "{part:?}");
            }
        }
    }

    /// Change of a weight. The slopes of this change and the derivatives differ where it moves a sum past a bound.
    const STEP: f32 = 2e-3;
}
