//! Trains the network by supervised learning on games of the engine against itself.
//!
//! Adam (Kingma and Ba, 2015) learns from batches, with a rate that falls along a cosine. The target of a position is
//! mixed from the engine's score and the result of its game, both as expected results. The same files and arguments
//! give the same network on every machine with the same kind of processor.

mod adam;
mod model;
mod quantise;
pub mod samples;

use super::games;
use super::opening::Random;
use adam::Adam;
use chuhe::engine::eval::nnue::{HIDDEN, SCALE};
use clap::Args;
use model::{Scratch, Weights};
use samples::{Sample, Turns};
use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::Instant;

/// One game in this number is used for the test.
const HELD_OUT: usize = 50;

/// Train a network on files of games.
#[derive(Args)]
pub struct Train {
    /// Files that `datagen` has written
    #[arg(long, num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// File for the network
    #[arg(long)]
    output: PathBuf,
    /// Number of passes over the positions
    #[arg(long, default_value_t = 20)]
    epochs: usize,
    /// Positions in a batch
    #[arg(long, default_value_t = 8192)]
    batch: usize,
    /// Learning rate at the start
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// Weight of the game's result in the target value of a position, 0 to 1
    #[arg(long, default_value_t = 0.3)]
    result_share: f32,
    /// Seed of the first weights and of the order of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Parts of a batch that are processed at the same time; another number rounds differently
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=64))]
    concurrency: u8,
}

/// Positions for learning and for the test.
struct Data {
    train: Vec<Sample>,
    test: Vec<Sample>,
}

/// The sum of the losses over samples.
#[derive(Clone, Copy, Default)]
struct Loss {
    sum: f64,
    count: usize,
}

impl Loss {
    fn mean(self) -> f64 {
        self.sum / self.count.max(1) as f64
    }
}

impl Train {
    /// Trains a network and returns true if it was written.
    pub fn run(&self) -> bool {
        let data = match self.load() {
            Ok(data) => data,
            Err(message) => {
                eprintln!("error: {message}");
                return false;
            }
        };
        println!("{} positions to learn from, {} to test with", data.train.len(), data.test.len());
        let weights = self.train(&data);
        let rounded = self.test_loss(&quantise::rounded(&weights), &Turns::new(), &data.test);
        println!("test loss of the whole numbers: {rounded:.6}");
        fs::write(&self.output, quantise::parameters(&weights).to_bytes())
            .inspect_err(|error| eprintln!("error: {}: {error}", self.output.display()))
            .is_ok()
    }

    fn load(&self) -> Result<Data, String> {
        let mut data = Data { train: Vec::new(), test: Vec::new() };
        let mut number = 0;
        for path in &self.data {
            let games = games::read(path).map_err(|trouble| format!("{}: {trouble}", path.display()))?;
            for game in &games {
                let kept = if number % HELD_OUT == 0 { &mut data.test } else { &mut data.train };
                samples::of_game(game, &mut |sample| kept.push(sample));
                number += 1;
            }
        }
        match data.train.is_empty() || data.test.is_empty() {
            true => Err("--data: there is no position to learn from".to_owned()),
            false => Ok(data),
        }
    }

    fn train(&self, data: &Data) -> Weights {
        let mut random = Random::new(self.seed);
        let mut weights = Weights::random(HIDDEN, &mut random);
        let mut adam = Adam::new(&weights);
        let turns = Turns::new();
        let mut workers: Vec<Worker> = (0..self.concurrency).map(|_| Worker::new(HIDDEN)).collect();
        let mut order: Vec<u32> = (0..data.train.len() as u32).collect();
        let batches = order.len().div_ceil(self.batch) * self.epochs;
        let (mut step, started) = (0, Instant::now());
        for epoch in 1..=self.epochs {
            shuffle(&mut order, &mut random);
            let mut loss = Loss::default();
            for batch in order.chunks(self.batch) {
                let mirror = random.next();
                let learned = self.learn(&weights, &mut workers, data, batch, (&turns, mirror));
                loss.sum += learned.sum;
                loss.count += learned.count;
                let rate = self.rate * falling(step as f32 / batches as f32);
                adam.step(&mut weights, &mut workers, rate, batch.len());
                step += 1;
            }
            let test = self.test_loss(&weights, &turns, &data.test);
            let (mean, seconds) = (loss.mean(), started.elapsed().as_secs());
            println!("epoch {epoch}: loss {mean:.6}, test {test:.6}, {seconds} s");
        }
        weights
    }

    /// Finds the gradient of a batch, a part in each worker. About every second sample is mirrored, by the bits of
    /// `mirror`.
    fn learn(
        &self,
        weights: &Weights,
        workers: &mut [Worker],
        data: &Data,
        batch: &[u32],
        (turns, mirror): (&Turns, u64),
    ) -> Loss {
        let part = batch.len().div_ceil(workers.len());
        thread::scope(|scope| {
            for (worker, indexes) in workers.iter_mut().zip(batch.chunks(part)) {
                scope.spawn(move || {
                    worker.loss = Loss::default();
                    for (number, index) in indexes.iter().enumerate() {
                        let sample = &data.train[*index as usize];
                        let is_mirrored = mirror >> (number % 64) & 1 == 1;
                        worker.learn(weights, sample, turns, is_mirrored, self.target(sample));
                    }
                });
            }
        });
        let sum = |loss: Loss, worker: &Worker| Loss {
            sum: loss.sum + worker.loss.sum,
            count: loss.count + worker.loss.count,
        };
        workers.iter().fold(Loss::default(), sum)
    }

    /// Returns the target of a sample, as an expected result from 0 to 1.
    fn target(&self, sample: &Sample) -> f32 {
        let score = sigmoid(f32::from(sample.score) / SCALE as f32);
        let result = f32::from(sample.result) / 2.0;
        score + self.result_share * (result - score)
    }

    fn test_loss(&self, weights: &Weights, turns: &Turns, samples: &[Sample]) -> f64 {
        let mut scratch = Scratch::new(HIDDEN);
        let square = |sample| {
            let expected = sigmoid(scratch.forward(weights, sample, turns, false));
            f64::from(expected - self.target(sample)).powi(2)
        };
        samples.iter().map(square).sum::<f64>() / samples.len().max(1) as f64
    }
}

/// One thread's gradient and scratch memory.
struct Worker {
    scratch: Scratch,
    gradient: Weights,
    loss: Loss,
}

impl Worker {
    fn new(hidden: usize) -> Worker {
        let (scratch, gradient) = (Scratch::new(hidden), Weights::zero(hidden));
        Worker { scratch, gradient, loss: Loss::default() }
    }

    fn learn(&mut self, weights: &Weights, sample: &Sample, turns: &Turns, mirror: bool, target: f32) {
        let expected = sigmoid(self.scratch.forward(weights, sample, turns, mirror));
        let error = expected - target;
        self.loss.sum += f64::from(error * error);
        self.loss.count += 1;
        let slope = 2.0 * error * expected * (1.0 - expected);
        self.scratch.backward(weights, &mut self.gradient, sample.bucket(), slope);
    }
}

/// Converts a logit to an expected result.
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Returns the factor of the learning rate, falling from 1 to 1/100 along half a cosine.
pub fn falling(done: f32) -> f32 {
    0.01 + 0.99 * 0.5 * (1.0 + (done * std::f32::consts::PI).cos())
}

/// Shuffles a list by Fisher and Yates' method.
pub fn shuffle(list: &mut [u32], random: &mut Random) {
    for last in (1..list.len()).rev() {
        list.swap(last, random.below(last + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shuffled_list_has_the_same_members() {
        let mut list: Vec<u32> = (0..1000).collect();
        shuffle(&mut list, &mut Random::new(3));
        assert!(list.iter().zip(0..).filter(|(a, b)| **a == *b).count() < 20);
        list.sort_unstable();
        assert!(list.into_iter().eq(0..1000));
    }

    #[test]
    fn the_rate_falls() {
        assert!((falling(0.0) - 1.0).abs() < 1e-6 && (falling(1.0) - 0.01).abs() < 1e-6);
        assert!(falling(0.3) > falling(0.6));
    }
}
