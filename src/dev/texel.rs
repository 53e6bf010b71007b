//! Tunes the handcrafted evaluation by Texel's method (Österlund, 2014) with a gradient. The evaluation is linear in
//! its weights, so each position is converted once to the weights that it counts. Adam fits all weights to targets
//! from scores and results.
//!
//! Tuning starts from bare material, whatever weights are compiled in: the same files and arguments give the same
//! tables. To recreate them, play games with `datagen`, preferably with a network as the evaluation, and then run
//!
//! ```text
//! chuhe-dev datagen --games 22000 --nodes 1000 --seed 101 --output games.bin
//! chuhe-dev texel --data games.bin --output src/engine/eval/hand/tables.rs
//! ```
//!
//! The tables in use are from 2,080,612 positions of games at 1000 nodes a move that a first network evaluated.
//!
//! The weights and their features are in `src/engine/eval/hand/layout.rs`. After a change there, replace the weights
//! with `[t(0, 0); NUM]` so that this program can be built.

mod fit;
mod samples;
mod write;

use super::games;
use super::opening::Random;
use super::train::{falling, shuffle};
use chuhe::engine::eval::nnue;
use clap::Args;
use fit::{Adam, Learner, Weights};
use samples::Samples;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

/// Centipawns that correspond to a logit of 1, as for the network.
const SCALE: f32 = nnue::SCALE as f32;
/// One game in this number is used for the test.
const HELD_OUT: usize = 50;

/// Tune the handcrafted evaluation on files of games.
#[derive(Args)]
pub struct Texel {
    /// Files that `datagen` has written
    #[arg(long, num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// The Rust source file of tables that is written
    #[arg(long)]
    output: PathBuf,
    /// Number of passes over the positions
    #[arg(long, default_value_t = 3)]
    epochs: usize,
    /// Positions in a batch
    #[arg(long, default_value_t = 16384)]
    batch: usize,
    /// Learning rate at the start, in centipawns
    #[arg(long, default_value_t = 2.0)]
    rate: f32,
    /// Weight of the game's result in the target value of a position, 0 to 1
    #[arg(long, default_value_t = 0.3)]
    result_share: f32,
    /// Expected distance of a weight from 0, in centipawns: rare weights stay near 0
    #[arg(long, default_value_t = 40.0)]
    prior: f32,
    /// Seed of the order of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Texel {
    /// Tunes the weights and returns true if the tables were written.
    pub fn run(&self) -> bool {
        let (train, test) = match self.load() {
            Ok(data) => data,
            Err(message) => {
                eprintln!("error: {message}");
                return false;
            }
        };
        println!("{} positions to learn from, {} to test with", train.len(), test.len());
        let weights = self.tune(&train, &test);
        let rounded = weights.rounded();
        println!("test loss of the whole numbers: {:.6}", fit::loss(&rounded, &test));
        fs::write(&self.output, write::tables(&rounded))
            .inspect_err(|error| eprintln!("error: {}: {error}", self.output.display()))
            .is_ok()
    }

    fn load(&self) -> Result<(Samples, Samples), String> {
        let (mut train, mut test) = (Samples::new(self.result_share), Samples::new(self.result_share));
        let mut number = 0;
        for path in &self.data {
            let games = games::read(path).map_err(|trouble| format!("{}: {trouble}", path.display()))?;
            for game in &games {
                let kept = if number % HELD_OUT == 0 { &mut test } else { &mut train };
                kept.add_game(game);
                number += 1;
            }
        }
        match train.len() == 0 || test.len() == 0 {
            true => Err("--data: there is no position to learn from".to_owned()),
            false => Ok((train, test)),
        }
    }

    fn tune(&self, train: &Samples, test: &Samples) -> Weights {
        let mut random = Random::new(self.seed);
        let mut weights = Weights::bare_material();
        let mut adam = Adam::new(self.prior, train.len());
        let mut learners = [Learner::new(), Learner::new()];
        let mut order: Vec<u32> = (0..train.len() as u32).collect();
        let batches = order.len().div_ceil(self.batch) * self.epochs;
        let (mut step, started) = (0, Instant::now());
        for epoch in 1..=self.epochs {
            shuffle(&mut order, &mut random);
            let mut sum = 0.0;
            for batch in order.chunks(self.batch) {
                sum += fit::learn(&mut learners, &weights, train, batch);
                let rate = self.rate * falling(step as f32 / batches as f32);
                adam.step(&mut weights, &mut learners, rate, batch.len());
                step += 1;
            }
            let (mean, test) = (sum / order.len() as f64, fit::loss(&weights, test));
            println!("epoch {epoch}: loss {mean:.6}, test {test:.6}, {} s", started.elapsed().as_secs());
        }
        weights
    }
}
