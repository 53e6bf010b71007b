//! Stores the state of a training after an epoch.
//!
//! A file consists of [`MAGIC`]; the length of a text (4 bytes) and the text, which describes the training; the number of
//! epochs done (4 bytes); and 32-bit floating point numbers: the weights, both moments of [`Adam`] and its powers. All
//! numbers are little endian.

use super::adam::Adam;
use super::model::Weights;
use crate::opening::Random;
use std::fs;
use std::path::Path;

/// The first bytes of a file. The digit changes with everything that makes the same training give other weights.
const MAGIC: [u8; 8] = *b"CHUHECP1";

/// The state of a training between two epochs.
pub struct State {
    /// Number of epochs done.
    pub epoch: usize,
    /// The weights.
    pub weights: Weights,
    /// The optimiser.
    pub adam: Adam,
}

impl State {
    /// Returns the state before the first epoch.
    pub fn first(seed: u64) -> State {
        State { epoch: 0, weights: Weights::random(&mut Random::new(seed)), adam: Adam::new() }
    }

    fn numbers(&mut self) -> impl Iterator<Item = &mut f32> {
        let State { weights, adam: Adam { first, second, powers, .. }, .. } = self;
        weights.values.iter_mut().chain(first).chain(second).chain(powers)
    }

    /// Writes the state to a temporary file beside `path` and renames it, so that an interruption leaves the previous
    /// checkpoint intact.
    ///
    /// # Errors
    /// A message that names the file.
    pub fn write(&mut self, path: &Path, description: &str) -> Result<(), String> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend((description.len() as u32).to_le_bytes());
        bytes.extend(description.as_bytes());
        bytes.extend((self.epoch as u32).to_le_bytes());
        bytes.extend(self.numbers().flat_map(|number| number.to_le_bytes()));
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        fs::write(&part, bytes)
            .and_then(|()| fs::rename(&part, path))
            .map_err(|error| format!("--checkpoint: {}: {error}", path.display()))
    }

    /// Reads the state of the same training from a file.
    ///
    /// # Errors
    /// A message when the file cannot be read or belongs to another training.
    pub fn read(path: &Path, description: &str) -> Result<State, String> {
        let failed = |cause: &str| format!("--checkpoint: {}: {cause}", path.display());
        let bytes = fs::read(path).map_err(|error| failed(&error.to_string()))?;
        let broken = || failed("it is no checkpoint of this program");
        let rest = bytes.strip_prefix(&MAGIC).ok_or_else(broken)?;
        let (length, rest) = rest.split_first_chunk().ok_or_else(broken)?;
        let (text, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(broken)?;
        if text != description.as_bytes() {
            let text = String::from_utf8_lossy(text);
            return Err(failed(&format!("it belongs to a training with {text}, not {description}")));
        }
        let (epoch, rest) = rest.split_first_chunk().ok_or_else(broken)?;
        let mut state = State { epoch: u32::from_le_bytes(*epoch) as usize, ..State::first(0) };
        let (numbers, rest) = rest.as_chunks::<4>();
        let wanted = state.numbers().count();
        if !rest.is_empty() || numbers.len() != wanted {
            return Err(failed(&format!("it has {} numbers, not {wanted}", numbers.len())));
        }
        state.numbers().zip(numbers).for_each(|(to, number)| *to = f32::from_le_bytes(*number));
        Ok(state)
    }
}
