//! The file of a network: a header, a checksum, the parameters.
//!
//! | bytes | what (little endian) |
//! | --- | --- |
//! | 8 | `CHUHENN2`: the digit is the version of the format |
//! | 6 × 2 | `u16`: [`INPUTS`], [`HIDDEN`], [`BUCKETS`], [`QA`], [`QB`], [`SCALE`] |
//! | 4 | `u32`: FNV-1a (32 bits) of all bytes after it |
//! | `INPUTS × HIDDEN` | `i8`: feature weights, `[feature][neuron]` |
//! | `HIDDEN × 2` | `i16`: feature biases |
//! | `BUCKETS × 2 × HIDDEN` | `i8`: output weights, `[bucket][own, other][neuron]` |
//! | `BUCKETS × 4` | `i32`: output biases in units of `1 / (QA * QB)` |
//!
//! ```
//! use chuhe_engine::eval::nnue::file::Parameters;
//! let bytes = Parameters::default().to_bytes();
//! assert_eq!(Parameters::read(&bytes)?.to_bytes(), bytes);
//! assert_eq!(Parameters::read(&bytes[1..]).map_err(|cause| cause.code()).err(), Some("magic"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{BUCKETS, HIDDEN, INPUTS, QA, QB, SCALE};
use std::fmt;

const MAGIC: [u8; 7] = *b"CHUHENN";
/// The version of the format. Version 1 had features for points where a piece can never stand.
const VERSION: u8 = 2;
/// The header's numbers with their names.
const SIZES: [(&str, usize); 6] = [
    ("inputs", INPUTS),
    ("hidden", HIDDEN),
    ("buckets", BUCKETS),
    ("QA", QA as usize),
    ("QB", QB as usize),
    ("SCALE", SCALE as usize),
];
/// Where the header's numbers stand.
const SIZES_AT: usize = MAGIC.len() + 1;
/// Where the checksum stands.
const SUM_AT: usize = SIZES_AT + 2 * SIZES.len();
/// Where the parameters begin.
const BODY_AT: usize = SUM_AT + 4;
/// Length of a file in bytes.
pub const FILE_LEN: usize = BODY_AT + INPUTS * HIDDEN + 2 * HIDDEN + BUCKETS * 2 * HIDDEN + 4 * BUCKETS;

/// Why bytes are no network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// They do not begin with `CHUHENN` and a digit.
    Magic,
    /// They are a network in another version of the format.
    Version {
        /// Which.
        value: usize,
        /// The one that this program reads.
        wanted: usize,
    },
    /// A number of the header is not the one that this program computes with.
    Size {
        /// Its name.
        field: &'static str,
        /// Its value.
        value: usize,
        /// What it must be.
        wanted: usize,
    },
    /// There are more or fewer bytes than the header says.
    Length {
        /// How many there are.
        value: usize,
        /// How many there must be.
        wanted: usize,
    },
    /// They have been damaged.
    Checksum,
}

impl NetworkError {
    /// A short name that does not change.
    pub const fn code(self) -> &'static str {
        match self {
            NetworkError::Magic => "magic",
            NetworkError::Version { .. } => "version",
            NetworkError::Size { .. } => "size",
            NetworkError::Length { .. } => "length",
            NetworkError::Checksum => "checksum",
        }
    }
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, value, wanted) = match *self {
            NetworkError::Magic => return f.write_str("it does not begin with CHUHENN"),
            NetworkError::Checksum => return f.write_str("the checksum does not fit"),
            NetworkError::Version { value, wanted } => ("the version of its format", value, wanted),
            NetworkError::Size { field, value, wanted } => (field, value, wanted),
            NetworkError::Length { value, wanted } => ("its length in bytes", value, wanted),
        };
        write!(f, "{what} is {value}, not {wanted}")
    }
}

impl std::error::Error for NetworkError {}

/// The numbers of a network as the file has them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// `[feature][neuron]`
    pub feature_weights: Vec<[i8; HIDDEN]>,
    /// `[neuron]`
    pub feature_bias: [i16; HIDDEN],
    /// `[bucket][own, other][neuron]`
    pub output_weights: [[[i8; HIDDEN]; 2]; BUCKETS],
    /// `[bucket]`, in units of `1 / (QA * QB)`.
    pub output_bias: [i32; BUCKETS],
}

impl Default for Parameters {
    /// All zero.
    fn default() -> Parameters {
        Parameters {
            feature_weights: vec![[0; HIDDEN]; INPUTS],
            feature_bias: [0; HIDDEN],
            output_weights: [[[0; HIDDEN]; 2]; BUCKETS],
            output_bias: [0; BUCKETS],
        }
    }
}

impl Parameters {
    /// Reads a file.
    ///
    /// # Errors
    /// [`NetworkError`] unless it is whole and of the sizes that this program computes with.
    pub fn read(bytes: &[u8]) -> Result<Parameters, NetworkError> {
        check(bytes)?;
        let mut reader = Reader(&bytes[BODY_AT..]);
        let mut parameters = Parameters::default();
        for row in &mut parameters.feature_weights {
            row.fill_with(|| i8::from_le_bytes(reader.take()));
        }
        parameters.feature_bias.fill_with(|| i16::from_le_bytes(reader.take()));
        for half in parameters.output_weights.iter_mut().flatten() {
            half.fill_with(|| i8::from_le_bytes(reader.take()));
        }
        parameters.output_bias.fill_with(|| i32::from_le_bytes(reader.take()));
        Ok(parameters)
    }

    /// Writes a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(FILE_LEN - BODY_AT);
        body.extend(self.feature_weights.iter().flatten().map(|weight| *weight as u8));
        body.extend(self.feature_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        body.extend(self.output_weights.iter().flatten().flatten().map(|weight| *weight as u8));
        body.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        let mut bytes = MAGIC.to_vec();
        bytes.push(b'0' + VERSION);
        bytes.extend(SIZES.iter().flat_map(|(_, size)| (*size as u16).to_le_bytes()));
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }
}

/// Whether bytes are a whole network of the right sizes.
fn check(bytes: &[u8]) -> Result<(), NetworkError> {
    let version = match bytes.strip_prefix(&MAGIC) {
        Some([digit @ b'0'..=b'9', ..]) => digit - b'0',
        _ => return Err(NetworkError::Magic),
    };
    if version != VERSION {
        return Err(NetworkError::Version { value: version.into(), wanted: VERSION.into() });
    }
    let length = Err(NetworkError::Length { value: bytes.len(), wanted: FILE_LEN });
    if bytes.len() < BODY_AT {
        return length;
    }
    let mut header = Reader(&bytes[SIZES_AT..BODY_AT]);
    for (field, wanted) in SIZES {
        let value = usize::from(u16::from_le_bytes(header.take()));
        if value != wanted {
            return Err(NetworkError::Size { field, value, wanted });
        }
    }
    if bytes.len() != FILE_LEN {
        return length;
    }
    let is_whole = u32::from_le_bytes(header.take()) == checksum(&bytes[BODY_AT..]);
    if is_whole { Ok(()) } else { Err(NetworkError::Checksum) }
}

/// What a file has of its parameters' bytes: the hash of Fowler, Noll and Vo, variant 1a, of 32 bits.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// Hands out bytes whose number has been checked.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let Some((first, rest)) = self.0.split_first_chunk() else { return [0; N] };
        self.0 = rest;
        *first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        // From the authors' list of test vectors.
        assert_eq!(
            (checksum(b""), checksum(b"a"), checksum(b"foobar")),
            (0x811c_9dc5, 0xe40c_292c, 0xbf9c_f968)
        );
    }

    #[test]
    fn what_is_written_is_read() {
        let mut parameters = Parameters::default();
        parameters.feature_weights[INPUTS - 1][HIDDEN - 1] = -128;
        parameters.feature_bias[3] = -12_345;
        parameters.output_weights[7][1][HIDDEN - 1] = 127;
        parameters.output_bias[7] = -1_234_567;
        let bytes = parameters.to_bytes();
        assert_eq!(bytes.len(), FILE_LEN);
        assert_eq!(Parameters::read(&bytes), Ok(parameters));
    }

    #[test]
    fn another_version_is_refused_by_its_number() {
        let mut bytes = Parameters::default().to_bytes();
        bytes[MAGIC.len()] = b'1';
        let error = Parameters::read(&bytes).expect_err("it is older");
        assert_eq!(error, NetworkError::Version { value: 1, wanted: 2 });
        assert_eq!((error.code(), &*error.to_string()), ("version", "the version of its format is 1, not 2"));
        assert_eq!(Parameters::read(b"CHUHENN3"), Err(NetworkError::Version { value: 3, wanted: 2 }));
    }

    #[test]
    fn bad_files_are_refused_by_what_is_wrong() {
        let good = Parameters::default().to_bytes();
        let changed = |at: usize| {
            let mut bytes = good.clone();
            bytes[at] ^= 1;
            Parameters::read(&bytes).expect_err("it was changed")
        };
        assert_eq!(changed(0).code(), "magic");
        assert_eq!(Parameters::read(b"CHUHENNx").expect_err("no version").code(), "magic");
        assert_eq!(Parameters::read(b"CHUHENN").expect_err("no version").code(), "magic");
        for at in (SIZES_AT..SUM_AT).step_by(2) {
            assert_eq!(changed(at).code(), "size");
        }
        let inputs = NetworkError::Size { field: "inputs", value: INPUTS ^ 1, wanted: INPUTS };
        assert_eq!(changed(SIZES_AT), inputs);
        for at in [SUM_AT, BODY_AT, FILE_LEN - 1] {
            assert_eq!(changed(at), NetworkError::Checksum);
        }
        for length in [SIZES_AT, BODY_AT - 1, BODY_AT, FILE_LEN - 1] {
            let error = Parameters::read(&good[..length]).expect_err("it was cut");
            assert_eq!(error, NetworkError::Length { value: length, wanted: FILE_LEN });
        }
        assert_eq!(Parameters::read(&[good, vec![0]].concat()).expect_err("too long").code(), "length");
        assert_eq!(Parameters::read(b"").expect_err("empty").code(), "magic");
    }
}
