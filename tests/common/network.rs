//! Networks computed by rule, for tests that must not depend on the embedded one.

#![allow(dead_code, reason = "each test file uses what it needs")]

use chuhe::engine::book::fnv1a;
use chuhe::engine::eval::nnue::file::Parameters;
use chuhe::engine::eval::nnue::{Evaluator, HIDDEN, Network, SCALE, feature};
use chuhe::engine::line::Line;
use chuhe::lab::bench::POSITIONS;
use chuhe::rules::fen::Position;
use chuhe::rules::game::Game;
use chuhe::rules::types::{Color, Piece, Role, Square};
use std::sync::Arc;

/// Returns a generator of pseudorandom numbers, the same for the same seed (a linear congruential generator with the
/// multiplier of Knuth's MMIX).
pub fn numbers(seed: u64) -> impl FnMut() -> u32 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32
    }
}

/// Returns a network of random weights.
pub fn random(seed: u64) -> Parameters {
    let mut next = numbers(seed);
    let mut parameters = Parameters::default();
    for row in &mut parameters.feature_weights {
        row.fill_with(|| (next() % 61) as i8 - 30);
    }
    parameters.feature_bias.fill_with(|| (next() % 120) as i16);
    parameters.second_weights.as_flattened_mut().as_flattened_mut().fill_with(|| (next() % 41) as i8 - 20);
    parameters.second_bias.fill_with(|| (next() % 1_000_001) as i32 - 500_000);
    for head in parameters.heads.iter_mut() {
        head.third_weights.as_flattened_mut().fill_with(|| (next() % 1_601) as i16 - 800);
        head.third_bias.fill_with(|| (next() % 1_000_001) as i32 - 500_000);
        head.output_weights.fill_with(|| (next() % 2_001) as i16 - 1_000);
        head.output_bias = (next() % 200_001) as i32 - 100_000;
    }
    parameters
}

/// What [`values_in_random_games`] returns for the seeds from 0, with every kernel.
pub const RECORD: [u64; 8] = [
    0x6b7f_f2ed_ff3c_6e4c,
    0xb421_e7ae_1ed1_d162,
    0x2095_e9b9_c22c_7b8b,
    0x17ca_fd41_ba0c_f360,
    0x714f_15ae_2f0e_a8a3,
    0x88f0_a0fa_90d4_9c4a,
    0x82ac_92d0_ea3a_e73b,
    0xb8c4_5a29_8fd6_f984,
];

/// Returns a hash of the values of positions of random games by a random network. Kept sums and those computed anew have
/// to give the same values.
pub fn values_in_random_games(seed: u64) -> u64 {
    let network = Arc::new(Network::new(&random(seed)));
    let mut values = Vec::new();
    for fen in POSITIONS {
        let mut line = Line::new(&Game::new(fen.parse::<Position>().expect("a valid FEN")));
        let mut evaluator = Evaluator::new(network.clone(), line.board());
        let mut next = numbers(seed);
        for _ in 0..60 {
            let moves = line.board().legal_moves();
            let Some(mv) = moves.get(next() as usize % moves.len().max(1)) else { break };
            line.make(*mv);
            let value = network.evaluate(line.board());
            assert_eq!(evaluator.evaluate(line.board(), &line), value);
            values.push(value);
        }
    }
    fnv1a(values.into_iter().flat_map(i32::to_le_bytes))
}

/// Values of the pieces in centipawns, by role.
const VALUES: [i32; Role::NUM] = [0, 115, 120, 410, 920, 430, 70];
/// Centipawns for one unit of the first layer.
const UNIT: i32 = 57;
/// One neuron of the first layer in this number counts, so that the second layer can hold up to about 2,400
/// centipawns.
const COUNTED: usize = 4;

/// Returns the value of a piece in centipawns, which is greater further ahead and near the middle file.
fn worth(role: Role, square: Square, owner: Color) -> i32 {
    let (ahead, aside) = (i32::from(square.relative_rank(owner)), (i32::from(square.file()) - 4).abs());
    let place = match role {
        Role::General => -20 * ahead,
        Role::Advisor | Role::Elephant => -3 * aside,
        Role::Horse => 4 * ahead.min(7) - 4 * aside,
        Role::Rook => 2 * ahead - aside,
        Role::Cannon => -4 * aside,
        Role::Soldier if ahead < 5 => -aside,
        Role::Soldier => 15 * ahead.min(8) - 8 * aside - 30,
    };
    VALUES[role.index()] + place
}

/// Returns a network that counts material and placement. Each neuron of the first layer holds the balance, rounded
/// differently. The two perspectives see it with opposite signs about the middle of the range, so the difference of
/// their squares is linear in it. The second layer holds the balance in one neuron and its negative in another, and the
/// third layer uses the same difference of squares.
pub fn material() -> Parameters {
    let mut parameters = Parameters::default();
    for color in Color::ALL {
        for role in Role::ALL {
            for square in Square::all() {
                let worth = worth(role, square, color) * if color == Color::Red { 1 } else { -1 };
                let Some(row) = feature(Color::Red, Piece::new(color, role), square) else { continue };
                for (neuron, weight) in parameters.feature_weights[row].iter_mut().enumerate() {
                    let rounding = (neuron as i32 * UNIT) / HIDDEN as i32;
                    let size = (worth.abs() + rounding) / UNIT * worth.signum();
                    *weight = size as i8;
                }
            }
        }
    }
    parameters.feature_bias = [64; HIDDEN];
    for neuron in (0..HIDDEN).step_by(COUNTED) {
        for (sign, halves) in [1, -1].into_iter().zip(parameters.second_weights.iter_mut()) {
            halves[0][neuron] = sign;
            halves[1][neuron] = -sign;
        }
    }
    let reach = (UNIT << 20) / (256 * (HIDDEN / COUNTED) as i32);
    let output = (1024 * reach / SCALE) as i16;
    for head in parameters.heads.iter_mut() {
        head.third_weights[0][..2].copy_from_slice(&[512, -512]);
        head.third_weights[1][..2].copy_from_slice(&[-512, 512]);
        head.third_bias[..2].fill(1 << 19);
        head.output_weights[..2].copy_from_slice(&[output, -output]);
    }
    parameters
}
