//! Simultaneous perturbation stochastic approximation (SPSA): all parameters are moved at once by their step, up or
//! down at random, and a pair of games tells which of the two sets of values is better.
//!
//! The method and its exponents follow James C. Spall, "Implementation of the Simultaneous Perturbation Algorithm for
//! Stochastic Optimization" (1998). Gains are given by their value at the end, as in Stockfish's fishtest.

use crate::opening::Random;
use chuhe::engine::params::Param;
use serde::{Deserialize, Serialize};

/// The exponent by which the gain falls.
const ALPHA: f64 = 0.602;
/// The exponent by which the perturbation falls.
const GAMMA: f64 = 0.101;
/// The share of the iterations that damps the gain at the beginning.
const DAMPING: f64 = 0.1;

/// A parameter with its range and step.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tuned {
    /// The name of the engine's option.
    pub name: String,
    /// The current value; the engine gets a whole number.
    pub value: f64,
    /// The value at the start of the tuning.
    pub begin: f64,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// The distance by which it is moved in the last iteration.
    pub step: f64,
}

impl From<&Param> for Tuned {
    fn from(param: &Param) -> Tuned {
        let [value, min, max, step] = [param.value, param.min, param.max, param.step].map(f64::from);
        Tuned { name: param.name.to_owned(), value, begin: value, min, max, step }
    }
}

/// The complete state of a tuning, from which it can be resumed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// Number of iterations in all, from which gain and perturbation are computed.
    pub iterations: u64,
    /// Number of finished iterations.
    pub done: u64,
    /// The gain of the last iteration.
    pub rate: f64,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Games won, drawn and lost by the first engine.
    pub games: [u64; 3],
    /// The parameters.
    pub params: Vec<Tuned>,
}

/// The values of both engines in one iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// The shift of the first engine's value by parameter; the second engine's is its negative.
    shifts: Vec<f64>,
    /// The gain over the square of the perturbation, in units of the step.
    gain: f64,
    /// The values by `[engine][param]`.
    pub values: [Vec<i64>; 2],
}

impl State {
    /// Returns trial number `index`, from 0, around the current values.
    pub fn trial(&self, index: u64) -> Trial {
        let mut random = Random::new(self.seed ^ index.wrapping_mul(0x9e6c_63d0_876a_46ad));
        let (k, n) = ((index + 1) as f64, self.iterations.max(1) as f64);
        let damping = DAMPING * n;
        let widening = (n / k).powf(GAMMA).max(1.0);
        let gain = self.rate * ((damping + n) / (damping + k)).powf(ALPHA).max(1.0) / widening.powi(2);
        let shift = |param: &Tuned, random: &mut Random| {
            let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
            sign * param.step * widening
        };
        let shifts: Vec<f64> = self.params.iter().map(|param| shift(param, &mut random)).collect();
        let values = [1.0, -1.0].map(|sign: f64| {
            let moved = self.params.iter().zip(&shifts);
            moved.map(|(param, shift)| whole(param, param.value + sign * shift, &mut random)).collect()
        });
        Trial { shifts, gain, values }
    }

    /// Moves the parameters after a trial. `surplus` is the first engine's wins less its losses.
    pub fn learn(&mut self, trial: &Trial, surplus: i32) {
        for (param, shift) in self.params.iter_mut().zip(&trial.shifts) {
            let moved = param.value + trial.gain * shift * f64::from(surplus);
            param.value = moved.clamp(param.min, param.max);
        }
        self.done += 1;
    }

    /// Formats the current values and those at the start as lines.
    pub fn table(&self) -> String {
        let line = |param: &Tuned| {
            let Tuned { name, value, begin, min, max, step } = param;
            format!("{name:<24} {value:>9.1}  (from {begin}; {min} to {max}, step {step})\n")
        };
        self.params.iter().map(line).collect()
    }
}

/// Returns the whole number above or below a value by chance, so that the mean is the value.
fn whole(param: &Tuned, value: f64, random: &mut Random) -> i64 {
    const PARTS: usize = 1 << 20;
    let chance = random.below(PARTS) as f64 / PARTS as f64;
    (value + chance).floor().clamp(param.min, param.max) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(iterations: u64) -> State {
        let param = |name: &str, value: f64| Tuned {
            name: name.to_owned(),
            value,
            begin: value,
            min: 0.0,
            max: 200.0,
            step: 8.0,
        };
        let params = vec![param("UP", 60.0), param("DOWN", 140.0)];
        State { iterations, done: 0, rate: 0.002, seed: 7, games: [0; 3], params }
    }

    #[test]
    fn the_best_values_are_found() {
        // Two bowls with their lowest points at 100; the result says, with noise, which side is lower.
        let mut state = state(20_000);
        let mut random = Random::new(3);
        let depth = |values: &Vec<i64>| -> f64 {
            values.iter().map(|value| -((*value - 100) as f64 / 40.0).powi(2)).sum()
        };
        for index in 0..state.iterations {
            let trial = state.trial(index);
            let better = depth(&trial.values[0]) - depth(&trial.values[1]);
            let noise = random.below(2001) as f64 / 500.0 - 2.0;
            let surplus = if better + noise > 0.7 {
                2
            } else if better + noise < -0.7 {
                -2
            } else {
                0
            };
            state.learn(&trial, surplus);
        }
        for param in &state.params {
            assert!((param.value - 100.0).abs() < 8.0, "{}", state.table());
        }
        assert_eq!(state.done, state.iterations);
    }

    #[test]
    fn the_last_trial_moves_by_the_step_and_learns_by_the_rate() {
        let mut state = state(100);
        let trial = state.trial(99);
        assert!(trial.shifts.iter().all(|shift| shift.abs() == 8.0));
        let before = state.params[0].value;
        state.learn(&trial, 2);
        assert!(((state.params[0].value - before).abs() - 0.002 * 8.0 * 2.0).abs() < 1e-12);
        let first = state.trial(0);
        assert!(first.shifts[0].abs() > 8.0 && first.gain > trial.gain);
    }

    #[test]
    fn values_stay_in_their_range_and_whole_on_the_mean() {
        let mut state = state(10);
        state.params[0].value = 199.0;
        state.params[1].value = 1.0;
        for index in 0..10 {
            let trial = state.trial(index);
            assert!(trial.values.iter().flatten().all(|value| (0..=200).contains(value)));
            state.learn(&trial, 2);
        }
        let mut random = Random::new(1);
        let sum: i64 = (0..10_000).map(|_| whole(&state.params[0], 3.25, &mut random)).sum();
        assert!((sum - 32_500).abs() < 200, "{sum}");
    }

    #[test]
    fn a_state_is_read_back_the_same() {
        let state = state(9);
        let text = serde_json::to_string(&state).expect("JSON");
        assert_eq!(serde_json::from_str::<State>(&text).expect("a state"), state);
    }
}
