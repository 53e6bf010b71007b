//! Converts floating point weights to the integers of a network file.

use super::model::Weights;
use chuhe::engine::eval::nnue::file::Parameters;
use chuhe::engine::eval::nnue::{QA, QB};
use std::ops::Range;

/// Returns for each layer its range of indexes, the factor of its weights in the file, and their greatest magnitude
/// there.
fn layers(weights: &Weights) -> [(Range<usize>, f32, f32); 4] {
    let (biases, output) = (weights.biases_at(), weights.output_at());
    let output_bias = weights.output_bias_at();
    let (activation, weight) = (QA as f32, QB as f32);
    [
        (0..biases, activation, f32::from(i8::MAX)),
        (biases..output, activation, f32::from(i16::MAX)),
        (output..output_bias, weight, f32::from(i8::MAX)),
        (output_bias..weights.values.len(), activation * weight, 1e9),
    ]
}

/// Returns the greatest magnitude of each weight that the file can hold.
pub fn reach(weights: &Weights) -> Vec<f32> {
    layers(weights).into_iter().flat_map(|(range, scale, most)| range.map(move |_| most / scale)).collect()
}

/// Returns the weights rounded as in the file, as floating point numbers.
pub fn rounded(weights: &Weights) -> Weights {
    let mut rounded = weights.clone();
    for (range, scale, _) in layers(weights) {
        for value in &mut rounded.values[range] {
            *value = (*value * scale).round() / scale;
        }
    }
    rounded
}

/// Returns the integers of the network's file.
pub fn parameters(weights: &Weights) -> Parameters {
    let [features, biases, output, output_bias] = layers(weights);
    let whole = |(range, scale, _): (Range<usize>, f32, f32)| {
        weights.values[range].iter().map(move |value| (value * scale).round() as i32)
    };
    let mut parameters = Parameters::default();
    let rows = parameters.feature_weights.iter_mut().flatten();
    rows.zip(whole(features)).for_each(|(to, value)| *to = value as i8);
    parameters.feature_bias.iter_mut().zip(whole(biases)).for_each(|(to, value)| *to = value as i16);
    let rows = parameters.output_weights.iter_mut().flatten().flatten();
    rows.zip(whole(output)).for_each(|(to, value)| *to = value as i8);
    parameters.output_bias.iter_mut().zip(whole(output_bias)).for_each(|(to, value)| *to = value);
    parameters
}
