//! From floating point weights to the whole numbers of a network file.

use super::model::{BUCKETS, Weights};
use super::samples::INPUTS;

/// An activation of 1 in the file.
const QA: f32 = 127.0;
/// An output weight of 1 in the file.
const QB: f32 = 64.0;
const MAGIC: [u8; 8] = *b"CHUHENN1";

/// By how much each weight is multiplied and what it may be at most in the file, as ranges of indexes.
fn layers(weights: &Weights) -> [(std::ops::Range<usize>, f32, f32); 4] {
    let (biases, output) = (weights.biases_at(), weights.output_at());
    let output_bias = weights.output_bias_at();
    [
        (0..biases, QA, f32::from(i8::MAX)),
        (biases..output, QA, f32::from(i16::MAX)),
        (output..output_bias, QB, f32::from(i8::MAX)),
        (output_bias..weights.values.len(), QA * QB, 1e9),
    ]
}

/// `[weight]`: its greatest magnitude that the file can hold.
pub fn reach(weights: &Weights) -> Vec<f32> {
    layers(weights).into_iter().flat_map(|(range, scale, most)| range.map(move |_| most / scale)).collect()
}

/// The weights as the file holds them, but as floating point numbers.
pub fn rounded(weights: &Weights) -> Weights {
    let mut rounded = weights.clone();
    for (range, scale, _) in layers(weights) {
        for value in &mut rounded.values[range] {
            *value = (*value * scale).round() / scale;
        }
    }
    rounded
}

/// The network file.
pub fn network(weights: &Weights) -> Vec<u8> {
    let mut body = Vec::new();
    let [features, biases, output, output_bias] = layers(weights);
    let whole = |(range, scale, _): (std::ops::Range<usize>, f32, f32)| {
        weights.values[range].iter().map(move |value| (value * scale).round() as i32)
    };
    body.extend(whole(features).map(|value| value as i8 as u8));
    whole(biases).for_each(|value| body.extend((value as i16).to_le_bytes()));
    body.extend(whole(output).map(|value| value as i8 as u8));
    whole(output_bias).for_each(|value| body.extend(value.to_le_bytes()));
    let mut bytes = MAGIC.to_vec();
    for number in [INPUTS, weights.hidden, BUCKETS, QA as usize, QB as usize, super::SCALE as usize] {
        bytes.extend((number as u16).to_le_bytes());
    }
    bytes.extend(checksum(&body).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// FNV-1a with 32 bits, after Fowler, Noll and Vo.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}
