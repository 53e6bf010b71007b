//! Converts floating point weights to the integers of a network file.

use super::model::{Part, Weights};
use chuhe::engine::eval::nnue::file::Parameters;
use chuhe::engine::eval::nnue::{DIGITS, MAX_BIAS, ONE, SECOND, THIRD};

/// The integer that represents 1.0 in the biases after the first layer.
const FINE: f32 = (1 << (2 * DIGITS)) as f32;

impl Part {
    /// Returns the integer that represents 1.0 in the file.
    fn scale(self) -> f32 {
        match self {
            Part::FeatureWeights | Part::FeatureBias => ONE as f32,
            Part::SecondWeights => FINE / (ONE * ONE) as f32,
            Part::ThirdWeights | Part::OutputWeights => (1 << DIGITS) as f32,
            Part::SecondBias | Part::ThirdBias | Part::OutputBias => FINE,
        }
    }

    /// Returns the greatest magnitude of a weight that the file can hold, or of a bias that the engine does not bound.
    fn reach(self) -> f32 {
        let most = match self {
            Part::FeatureWeights | Part::SecondWeights => f32::from(i8::MAX),
            Part::FeatureBias | Part::ThirdWeights | Part::OutputWeights => f32::from(i16::MAX),
            Part::SecondBias | Part::ThirdBias | Part::OutputBias => MAX_BIAS as f32,
        };
        most / self.scale()
    }
}

/// Returns the greatest magnitude of each weight.
pub fn reach() -> Vec<f32> {
    Part::ALL.into_iter().flat_map(|part| part.range().map(move |_| part.reach())).collect()
}

/// Returns the weights rounded as in the file, as floating point numbers.
pub fn rounded(weights: &Weights) -> Weights {
    let mut rounded = weights.clone();
    for part in Part::ALL {
        for value in &mut rounded.values[part.range()] {
            *value = (*value * part.scale()).round() / part.scale();
        }
    }
    rounded
}

/// Returns the integers of the network's file.
pub fn parameters(weights: &Weights) -> Parameters {
    let whole = |part: Part| {
        weights.values[part.range()].iter().map(move |value| (value * part.scale()).round() as i32)
    };
    let mut parameters = Parameters::default();
    let rows = parameters.feature_weights.iter_mut().flatten();
    rows.zip(whole(Part::FeatureWeights)).for_each(|(to, value)| *to = value as i8);
    let bias = parameters.feature_bias.iter_mut();
    bias.zip(whole(Part::FeatureBias)).for_each(|(to, value)| *to = value as i16);
    let rows = parameters.second_weights.as_flattened_mut().as_flattened_mut();
    rows.iter_mut().zip(whole(Part::SecondWeights)).for_each(|(to, value)| *to = value as i8);
    parameters.second_bias.iter_mut().zip(whole(Part::SecondBias)).for_each(|(to, value)| *to = value);
    for (index, value) in whole(Part::ThirdWeights).enumerate() {
        let (row, input) = (index / (2 * SECOND), index % (2 * SECOND));
        parameters.heads[row / THIRD].third_weights[input][row % THIRD] = value as i16;
    }
    let biases = parameters.heads.iter_mut().flat_map(|head| &mut head.third_bias);
    biases.zip(whole(Part::ThirdBias)).for_each(|(to, value)| *to = value);
    let rows = parameters.heads.iter_mut().flat_map(|head| &mut head.output_weights);
    rows.zip(whole(Part::OutputWeights)).for_each(|(to, value)| *to = value as i16);
    let biases = parameters.heads.iter_mut().map(|head| &mut head.output_bias);
    biases.zip(whole(Part::OutputBias)).for_each(|(to, value)| *to = value);
    parameters
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opening::Random;
    use crate::train::model::Scratch;
    use crate::train::samples::{Sample, Turns};
    use chuhe::engine::eval::nnue::{Network, SCALE};
    use chuhe::rules::fen;

    #[test]
    fn the_engine_computes_what_was_trained() {
        let boards = [
            fen::START,
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/2P6/P3P1P1P/1C5C1/9/RNBAKABNR b",
            "3akab2/9/4b4/p3p3p/9/9/P3P3P/4B1N2/4A4/2BAK2n1 w",
            "3ak4/4a1n2/9/9/4P4/9/9/4B1N2/9/2B1K4 b",
            "3k5/6n2/9/9/4P4/9/9/6N2/9/4K4 w",
        ];
        let boards = boards.map(|text| text.parse::<fen::Position>().expect("valid").board);
        for seed in 0..5 {
            let mut random = Random::new(seed);
            let mut weights = Weights::random(&mut random);
            for part in [Part::SecondBias, Part::ThirdBias, Part::OutputBias] {
                for bias in &mut weights.values[part.range()] {
                    *bias += random.below(601) as f32 / 1_000.0 - 0.3;
                }
            }
            let network = Network::new(&parameters(&weights));
            let (rounded, turns, mut scratch) = (rounded(&weights), Turns::new(), Scratch::new());
            for board in &boards {
                let sample = Sample::new(board, 0.5);
                let trained = scratch.forward(&rounded, &sample, &turns, false) * SCALE as f32;
                let computed = network.evaluate(board) as f32;
                assert!((trained - computed).abs() < 5.0, "{trained} {computed}");
            }
        }
    }
}
