//! Trains the network by supervised learning on games of the engine against itself.
//!
//! Adam (Kingma and Ba, 2015) learns from batches, with a rate that rises at first and then falls along a cosine. The
//! target of a position is mixed from the engine's scores of it and of the positions after it, and from the result of
//! its game, all as expected results. In the last epoch the gradient is that of the weights rounded as in the file
//! (straight-through estimator, Bengio and others, 2013). The same files and arguments give the same network on every
//! machine with the same kind of processor, with any number of interruptions.

mod adam;
mod checkpoint;
mod model;
mod quantise;
pub mod samples;

use super::games;
use super::opening::Random;
use checkpoint::State;
use chuhe::engine::book::fnv1a;
use clap::Args;
use clap::builder::RangedU64ValueParser;
use model::{Scratch, Weights};
use samples::{Mixture, Sample, Turns};
use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::Instant;

/// One game in this number is used for the test.
const HELD_OUT: usize = 50;
/// Number of steps over which the learning rate rises to its greatest value.
const WARM_UP: usize = 500;

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
    #[arg(long, default_value_t = 6, value_parser = at_least_1())]
    epochs: usize,
    /// Positions in a batch
    #[arg(long, default_value_t = 8192, value_parser = at_least_1())]
    batch: usize,
    /// Greatest learning rate, 0 to 1
    #[arg(long, default_value_t = 0.004, value_parser = share)]
    rate: f32,
    /// Weight of the game's result in the target value of a position, 0 to 1
    #[arg(long, default_value_t = 0.0, value_parser = share)]
    result_share: f32,
    /// Weight of the next position's target in that of a position, 0 to 1
    #[arg(long, default_value_t = 0.5, value_parser = share)]
    foresight: f32,
    /// File in which the state is stored after each epoch; an existing one is continued
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Seed of the first weights and of the order of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Parts of a batch that are processed at the same time; another number rounds differently
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=64))]
    concurrency: u8,
}

fn at_least_1() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..)
}

fn share(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "it is no number from 0 to 1".to_owned())
}

/// Positions for learning and for the test.
struct Data {
    train: Vec<Sample>,
    test: Vec<Sample>,
    /// The checksum of the positions for learning.
    checksum: u64,
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
        self.write().inspect_err(|message| eprintln!("error: {message}")).is_ok()
    }

    fn write(&self) -> Result<(), String> {
        let data = self.load()?;
        println!("{} positions to learn from, {} to test with", data.train.len(), data.test.len());
        let weights = self.train(&data)?;
        let rounded = self.test_loss(&quantise::rounded(&weights), &Turns::new(), &data.test);
        println!("test loss of the whole numbers: {rounded:.6}");
        fs::write(&self.output, quantise::parameters(&weights).to_bytes())
            .map_err(|error| format!("--output: {}: {error}", self.output.display()))
    }

    fn load(&self) -> Result<Data, String> {
        let mut data = Data { train: Vec::new(), test: Vec::new(), checksum: 0 };
        let mut number = 0;
        for path in &self.data {
            let games =
                games::read(path).map_err(|trouble| format!("--data: {}: {trouble}", path.display()))?;
            for game in &games {
                let kept = if number % HELD_OUT == 0 { &mut data.test } else { &mut data.train };
                samples::of_game(game, self.mixture(), &mut |sample| kept.push(sample));
                number += 1;
            }
        }
        data.checksum = fnv1a(data.train.iter().flat_map(Sample::bytes));
        match data.train.is_empty() || data.test.is_empty() {
            true => Err("--data: there is no position to learn from".to_owned()),
            false => Ok(data),
        }
    }

    fn train(&self, data: &Data) -> Result<Weights, String> {
        let mut state = State::first(self.seed);
        if let Some(path) = &self.checkpoint {
            let description = self.description(data);
            if path.try_exists().map_err(|error| format!("--checkpoint: {}: {error}", path.display()))? {
                state = State::read(path, &description)?;
                println!("{} epochs are done", state.epoch);
            } else {
                // An error is better told now than after an epoch.
                state.write(path, &description)?;
            }
        }
        self.epochs(data, &mut state, self.epochs)?;
        Ok(state.weights)
    }

    /// Trains until `end` epochs are done.
    fn epochs(&self, data: &Data, state: &mut State, end: usize) -> Result<(), String> {
        let mut random = Random::new(self.seed ^ 0x5851_f42d_4c95_7f2d);
        let turns = Turns::new();
        let mut workers: Vec<Worker> = (0..self.concurrency).map(|_| Worker::new()).collect();
        let mut order: Vec<u32> = (0..data.train.len() as u32).collect();
        let (steps, started) = (order.len().div_ceil(self.batch), Instant::now());
        let description = self.description(data);
        for epoch in 0..end {
            shuffle(&mut order, &mut random);
            let mirrors: Vec<u64> = (0..steps).map(|_| random.next()).collect();
            if epoch < state.epoch {
                continue;
            }
            let mut loss = Loss::default();
            for (number, (batch, mirror)) in order.chunks(self.batch).zip(mirrors).enumerate() {
                let rounded = (epoch + 1 == self.epochs).then(|| quantise::rounded(&state.weights));
                let weights = rounded.as_ref().unwrap_or(&state.weights);
                let learned = self.learn(weights, &mut workers, data, batch, (&turns, mirror));
                loss.sum += learned.sum;
                loss.count += learned.count;
                let step = epoch * steps + number;
                let rate = self.rate * rising(step) * falling(step as f32 / (steps * self.epochs) as f32);
                state.adam.step(&mut state.weights, &mut workers, rate, batch.len());
            }
            state.epoch += 1;
            if let Some(path) = &self.checkpoint {
                state.write(path, &description)?;
            }
            let test = self.test_loss(&state.weights, &turns, &data.test);
            let (mean, seconds) = (loss.mean(), started.elapsed().as_secs());
            println!("epoch {}: loss {mean:.6}, test {test:.6}, {seconds} s", state.epoch);
        }
        Ok(())
    }

    /// Describes everything that must be the same when a checkpoint is continued.
    fn description(&self, data: &Data) -> String {
        let Train { epochs, batch, rate, seed, concurrency, .. } = self;
        let (positions, checksum) = (data.train.len(), data.checksum);
        format!(
            "epochs {epochs}, batch {batch}, rate {rate}, seed {seed}, concurrency {concurrency}, {positions} \
             positions with the checksum {checksum:016x}"
        )
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
        workers.iter_mut().for_each(|worker| worker.loss = Loss::default());
        thread::scope(|scope| {
            for (worker, indexes) in workers.iter_mut().zip(batch.chunks(part)) {
                scope.spawn(move || {
                    for (number, index) in indexes.iter().enumerate() {
                        let sample = &data.train[*index as usize];
                        let is_mirrored = mirror >> (number % 64) & 1 == 1;
                        worker.learn(weights, sample, turns, is_mirrored);
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

    fn mixture(&self) -> Mixture {
        Mixture { foresight: self.foresight, result_share: self.result_share }
    }

    fn test_loss(&self, weights: &Weights, turns: &Turns, samples: &[Sample]) -> f64 {
        let mut scratch = Scratch::new();
        let square = |sample| {
            let expected = sigmoid(scratch.forward(weights, sample, turns, false));
            f64::from(expected - sample.target).powi(2)
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
    fn new() -> Worker {
        Worker { scratch: Scratch::new(), gradient: Weights::zero(), loss: Loss::default() }
    }

    fn learn(&mut self, weights: &Weights, sample: &Sample, turns: &Turns, mirror: bool) {
        let expected = sigmoid(self.scratch.forward(weights, sample, turns, mirror));
        let error = expected - sample.target;
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

/// Returns the factor of the learning rate, rising to 1 in the first steps.
fn rising(step: usize) -> f32 {
    ((step + 1) as f32 / WARM_UP as f32).min(1.0)
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
    use crate::games::{MAGIC, Played};
    use std::{env, process};

    /// Writes a file of 60 short games.
    fn games() -> PathBuf {
        let path = env::temp_dir().join(format!("chuhe-train-{}.bin", process::id()));
        let mut bytes = MAGIC.to_vec();
        for number in 0..60i16 {
            let moves = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0"];
            let ply = |text: &&str| (text.parse().expect("a move"), 20 - number);
            let plies = moves.iter().map(ply).collect();
            bytes.extend(Played { result: number as u8 % 3, plies }.to_bytes());
        }
        fs::write(&path, bytes).expect("written");
        path
    }

    fn training(data: &std::path::Path, epochs: usize, checkpoint: Option<PathBuf>) -> Train {
        Train {
            data: vec![data.to_path_buf()],
            output: PathBuf::new(),
            epochs,
            batch: 32,
            rate: 0.004,
            result_share: 0.1,
            foresight: 0.0,
            checkpoint,
            seed: 1,
            concurrency: 2,
        }
    }

    #[test]
    fn a_training_can_be_interrupted() {
        let data = games();
        let checkpoint = data.with_extension("checkpoint");
        let whole = training(&data, 3, None);
        let positions = whole.load().expect("positions");
        let expected = whole.train(&positions).expect("trained").values;
        // The file of a training that was broken off in its second epoch.
        let first = training(&data, 3, Some(checkpoint.clone()));
        let mut state = State::first(1);
        first.epochs(&positions, &mut state, 1).expect("an epoch");
        let read = State::read(&checkpoint, &first.description(&positions)).expect("a checkpoint");
        assert_eq!((read.epoch, read.adam.powers), (1, state.adam.powers));
        assert!(read.weights.values == state.weights.values);
        assert!(read.adam.first == state.adam.first && read.adam.second == state.adam.second);
        let rest = first.train(&positions).expect("trained").values;
        assert!(rest == expected);
        let refused = |training: Train| {
            let positions = training.load().expect("positions");
            training.train(&positions).err().expect("it differs")
        };
        let other = refused(training(&data, 4, Some(checkpoint.clone())));
        assert!(other.contains("epochs 3") && other.contains("epochs 4"), "{other}");
        let other = refused(Train { foresight: 0.5, ..training(&data, 3, Some(checkpoint.clone())) });
        assert_eq!(other.matches("checksum").count(), 2, "{other}");
        fs::remove_file(&data).expect("it is there");
        fs::remove_file(&checkpoint).expect("it is there");
    }

    #[test]
    fn a_shuffled_list_has_the_same_members() {
        let mut list: Vec<u32> = (0..1000).collect();
        shuffle(&mut list, &mut Random::new(3));
        assert!(list.iter().zip(0..).filter(|(a, b)| **a == *b).count() < 20);
        list.sort_unstable();
        assert!(list.into_iter().eq(0..1000));
    }

    #[test]
    fn the_rate_rises_and_falls() {
        assert!(rising(0) > 0.0 && rising(0) < 0.01 && rising(WARM_UP) == 1.0);
        assert!((falling(0.0) - 1.0).abs() < 1e-6 && (falling(1.0) - 0.01).abs() < 1e-6);
        assert!(falling(0.3) > falling(0.6));
    }
}
