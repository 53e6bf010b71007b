//! Reads and writes the file of a network: a header, a checksum and the parameters.
//!
//! | bytes | what (little endian) |
//! | --- | --- |
//! | 8 | `CHUHENN3`: the digit is the version of the format |
//! | 6 × 2 | `u16`: [`INPUTS`], [`HIDDEN`], [`SECOND`], [`THIRD`], [`BUCKETS`], [`SCALE`] |
//! | 4 | `u32`: FNV-1a (32 bits) of all bytes after it |
//! | `INPUTS × HIDDEN` | `i8`: weights of the first layer in 127ths, `[feature][neuron]` |
//! | `HIDDEN × 2` | `i16`: its biases in 127ths |
//! | `SECOND × 2 × HIDDEN` | `i8`: weights of the second layer in units of 127² / 2²⁰, `[neuron][own, other][input]` |
//! | `SECOND × 4` | `i32`: its biases in units of 2⁻²⁰ |
//! | `BUCKETS × 2 × SECOND × THIRD × 2` | `i16`: weights of the third layer in 1024ths, `[bucket][input][neuron]`; the clamped values of the second layer come first, then their squares |
//! | `BUCKETS × THIRD × 4` | `i32`: its biases in units of 2⁻²⁰ |
//! | `BUCKETS × THIRD × 2` | `i16`: weights of the output in 1024ths, `[bucket][input]` |
//! | `BUCKETS × 4` | `i32`: its biases in units of 2⁻²⁰ |
//!
//! ```
//! use chuhe_engine::eval::nnue::file::Parameters;
//! let bytes = Parameters::default().to_bytes();
//! assert_eq!(Parameters::read(&bytes)?.to_bytes(), bytes);
//! assert_eq!(Parameters::read(&bytes[1..]).map_err(|cause| cause.code()).err(), Some("magic"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{BUCKETS, HIDDEN, INPUTS, SCALE, SECOND, THIRD};
use std::fmt;

const MAGIC: [u8; 7] = *b"CHUHENN";
/// The version of the format. Version 1 had features for points where a piece can never stand, version 2 no second
/// and third layer.
const VERSION: u8 = 3;
/// The numbers of the header, with their names for errors.
const SIZES: [(&str, usize); 6] = [
    ("inputs", INPUTS),
    ("hidden", HIDDEN),
    ("second", SECOND),
    ("third", THIRD),
    ("buckets", BUCKETS),
    ("scale", SCALE as usize),
];
/// Offset of the header's numbers in bytes.
const SIZES_AT: usize = MAGIC.len() + 1;
/// Offset of the checksum in bytes.
const SUM_AT: usize = SIZES_AT + 2 * SIZES.len();
/// Offset of the parameters in bytes.
const BODY_AT: usize = SUM_AT + 4;
/// Length of a file in bytes.
pub const FILE_LEN: usize = BODY_AT
    + (INPUTS + 2) * HIDDEN
    + (2 * HIDDEN + 4) * SECOND
    + BUCKETS * ((4 * SECOND + 4) * THIRD + 2 * THIRD + 4);

/// The reason why bytes are not a valid network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// The bytes do not begin with `CHUHENN` and a digit.
    Magic,
    /// The network uses another version of the format.
    Version {
        /// The version of the file.
        value: usize,
        /// The version that this program reads.
        wanted: usize,
    },
    /// A number in the header differs from that of this program.
    Size {
        /// The name of the number.
        field: &'static str,
        /// The number in the file.
        value: usize,
        /// The required number.
        wanted: usize,
    },
    /// The length differs from the required one.
    Length {
        /// The length in bytes.
        value: usize,
        /// The required length in bytes.
        wanted: usize,
    },
    /// The checksum does not match, so the file is damaged.
    Checksum,
}

impl NetworkError {
    /// Returns a stable name for programs.
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

/// The parameters of a network as the file stores them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// `[feature][neuron]`
    pub feature_weights: Vec<[i8; HIDDEN]>,
    /// `[neuron]`
    pub feature_bias: [i16; HIDDEN],
    /// `[neuron][own, other][input]`
    pub second_weights: Box<[[[i8; HIDDEN]; 2]; SECOND]>,
    /// Biases in units of 2⁻²⁰, `[neuron]`.
    pub second_bias: [i32; SECOND],
    /// The layers after the second one, `[bucket]`.
    pub heads: Box<[Head; BUCKETS]>,
}

/// The third layer and the output for one [`super::bucket`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    /// Weights in 1024ths, `[input][neuron]`. The first half of the inputs are the clamped values of the second layer, the
    /// other half their squares.
    pub third_weights: [[i16; THIRD]; 2 * SECOND],
    /// Biases in units of 2⁻²⁰, `[neuron]`.
    pub third_bias: [i32; THIRD],
    /// Weights in 1024ths, `[input]`.
    pub output_weights: [i16; THIRD],
    /// The bias of the output in units of 2⁻²⁰.
    pub output_bias: i32,
}

impl Default for Parameters {
    /// Returns parameters that are all 0.
    fn default() -> Parameters {
        let head = Head {
            third_weights: [[0; THIRD]; 2 * SECOND],
            third_bias: [0; THIRD],
            output_weights: [0; THIRD],
            output_bias: 0,
        };
        Parameters {
            feature_weights: vec![[0; HIDDEN]; INPUTS],
            feature_bias: [0; HIDDEN],
            second_weights: Box::new([[[0; HIDDEN]; 2]; SECOND]),
            second_bias: [0; SECOND],
            heads: Box::new([head; BUCKETS]),
        }
    }
}

impl Parameters {
    /// Reads the parameters from the bytes of a file.
    ///
    /// # Errors
    /// [`NetworkError`] unless the file is intact and has the sizes of this program.
    pub fn read(bytes: &[u8]) -> Result<Parameters, NetworkError> {
        check(bytes)?;
        let mut reader = Reader(&bytes[BODY_AT..]);
        let mut parameters = Parameters::default();
        reader.bytes(parameters.feature_weights.as_flattened_mut());
        reader.halves(&mut parameters.feature_bias);
        reader.bytes(parameters.second_weights.as_flattened_mut().as_flattened_mut());
        reader.words(&mut parameters.second_bias);
        for head in parameters.heads.iter_mut() {
            reader.halves(head.third_weights.as_flattened_mut());
        }
        for head in parameters.heads.iter_mut() {
            reader.words(&mut head.third_bias);
        }
        for head in parameters.heads.iter_mut() {
            reader.halves(&mut head.output_weights);
        }
        for head in parameters.heads.iter_mut() {
            reader.words(std::slice::from_mut(&mut head.output_bias));
        }
        Ok(parameters)
    }

    /// Returns the bytes of a file with these parameters.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(FILE_LEN - BODY_AT);
        body.extend(self.feature_weights.iter().flatten().map(|weight| *weight as u8));
        body.extend(self.feature_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        body.extend(self.second_weights.iter().flatten().flatten().map(|weight| *weight as u8));
        body.extend(self.second_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        let heads = || self.heads.iter();
        body.extend(
            heads().flat_map(|head| head.third_weights.iter().flatten()).flat_map(|it| it.to_le_bytes()),
        );
        body.extend(heads().flat_map(|head| &head.third_bias).flat_map(|bias| bias.to_le_bytes()));
        body.extend(heads().flat_map(|head| &head.output_weights).flat_map(|weight| weight.to_le_bytes()));
        body.extend(heads().flat_map(|head| head.output_bias.to_le_bytes()));
        let mut bytes = MAGIC.to_vec();
        bytes.push(b'0' + VERSION);
        bytes.extend(SIZES.iter().flat_map(|(_, size)| (*size as u16).to_le_bytes()));
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }
}

/// Checks that bytes are an intact network of the right sizes.
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

/// Returns the checksum of the parameters' bytes: the 32-bit FNV-1a hash of Fowler, Noll and Vo.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// Reads bytes whose number has been checked.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let Some((first, rest)) = self.0.split_first_chunk() else { return [0; N] };
        self.0 = rest;
        *first
    }

    fn bytes(&mut self, to: &mut [i8]) {
        to.fill_with(|| i8::from_le_bytes(self.take()));
    }

    #[inline(never)] // Called for many short lists, which would make the wasm longer.
    fn halves(&mut self, to: &mut [i16]) {
        to.fill_with(|| i16::from_le_bytes(self.take()));
    }

    #[inline(never)]
    fn words(&mut self, to: &mut [i32]) {
        to.fill_with(|| i32::from_le_bytes(self.take()));
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
    fn written_parameters_are_read_back() {
        let mut parameters = Parameters::default();
        parameters.feature_weights[INPUTS - 1][HIDDEN - 1] = -128;
        parameters.feature_bias[3] = -12_345;
        parameters.second_weights[SECOND - 1][1][HIDDEN - 1] = 127;
        parameters.second_bias[2] = 1_234_567;
        parameters.heads[6].third_weights[2 * SECOND - 1][THIRD - 1] = -32_768;
        parameters.heads[5].third_bias[THIRD - 1] = -7_654_321;
        parameters.heads[4].output_weights[THIRD - 1] = 32_767;
        parameters.heads[7].output_bias = -1_234_567;
        let bytes = parameters.to_bytes();
        assert_eq!(bytes.len(), FILE_LEN);
        assert_eq!(Parameters::read(&bytes), Ok(parameters));
    }

    #[test]
    fn another_version_is_an_error_with_its_number() {
        let mut bytes = Parameters::default().to_bytes();
        bytes[MAGIC.len()] = b'1';
        let error = Parameters::read(&bytes).expect_err("it is older");
        assert_eq!(error, NetworkError::Version { value: 1, wanted: 3 });
        assert_eq!((error.code(), &*error.to_string()), ("version", "the version of its format is 1, not 3"));
        assert_eq!(Parameters::read(b"CHUHENN4"), Err(NetworkError::Version { value: 4, wanted: 3 }));
    }

    #[test]
    fn bad_files_give_the_error_of_their_defect() {
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
