//! A binary arithmetic coder whose probabilities come from several contexts at once.
//!
//! Each context remembers how often its bits were set. The logits of its probabilities are added with weights that are
//! learned too, as in M. Mahoney's PAQ ("Adaptive Weighing of Context Models for Lossless Data Compression", 2005). All
//! numbers are whole, so a table is decoded to the same values on every machine.

/// Number of contexts that are mixed.
pub(crate) const CONTEXTS: usize = 10;
/// Number of sets of weights.
pub(crate) const WEIGHT_SETS: usize = 256;
/// Greatest number of slots of a context, as a power of 2.
const MAX_SLOT_BITS: u32 = 18;
/// Least number of slots of a context, as a power of 2.
const MIN_SLOT_BITS: u32 = 12;
/// Greatest magnitude of a logit, in 256ths.
const MAX_LOGIT: i32 = 2047;
/// A weight of 1.
const ONE: i32 = 1 << 16;
/// Number of bits after which a slot no longer changes faster than the others.
const SETTLED: u16 = 60;
/// Rate at which weights learn.
const RATE: i32 = 24;

/// A source or a destination of bits.
pub(crate) trait Bits {
    /// Codes a bit whose probability to be set is `chance` in 65,536ths, and returns it. A decoder ignores `bit`.
    fn code(&mut self, bit: bool, chance: u32) -> bool;
}

/// The interval of the numbers that begin with the bits so far.
struct Interval {
    low: u32,
    high: u32,
}

impl Interval {
    const WHOLE: Interval = Interval { low: 0, high: u32::MAX };

    /// Returns the last number of the part for a set bit.
    fn middle(&self, chance: u32) -> u32 {
        let range = self.high - self.low;
        self.low + (range >> 16) * chance + (((range & 0xffff) * chance) >> 16)
    }

    fn narrow(&mut self, bit: bool, middle: u32) {
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
    }

    /// Removes the first byte if all numbers of the interval begin with it.
    fn shift(&mut self) -> Option<u8> {
        let byte = self.high >> 24;
        (byte == self.low >> 24).then(|| {
            *self = Interval { low: self.low << 8, high: self.high << 8 | 255 };
            byte as u8
        })
    }
}

/// Writes bits.
pub(crate) struct Encoder {
    interval: Interval,
    bytes: Vec<u8>,
}

impl Encoder {
    pub(crate) fn new() -> Encoder {
        Encoder { interval: Interval::WHOLE, bytes: Vec::new() }
    }

    /// Returns the bytes of all bits.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.bytes.extend(self.interval.high.to_be_bytes());
        self.bytes
    }
}

impl Bits for Encoder {
    fn code(&mut self, bit: bool, chance: u32) -> bool {
        let middle = self.interval.middle(chance);
        self.interval.narrow(bit, middle);
        while let Some(byte) = self.interval.shift() {
            self.bytes.push(byte);
        }
        bit
    }
}

/// Reads bits. What follows the end are zeros.
pub(crate) struct Decoder<'a> {
    interval: Interval,
    number: u32,
    rest: &'a [u8],
}

impl<'a> Decoder<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Decoder<'a> {
        let mut decoder = Decoder { interval: Interval::WHOLE, number: 0, rest: bytes };
        for _ in 0..4 {
            decoder.read();
        }
        decoder
    }

    fn read(&mut self) {
        let (byte, rest) = self.rest.split_first().map_or((0, self.rest), |(byte, rest)| (*byte, rest));
        self.number = self.number << 8 | u32::from(byte);
        self.rest = rest;
    }
}

impl Bits for Decoder<'_> {
    fn code(&mut self, _: bool, chance: u32) -> bool {
        let middle = self.interval.middle(chance);
        let bit = self.number <= middle;
        self.interval.narrow(bit, middle);
        while self.interval.shift().is_some() {
            self.read();
        }
        bit
    }
}

/// The state of a slot.
#[derive(Clone, Copy)]
struct Slot {
    /// The probability of a set bit in 65,536ths.
    chance: u16,
    count: u16,
}

impl Slot {
    const NEW: Slot = Slot { chance: 1 << 15, count: 0 };

    fn learn(&mut self, bit: bool) {
        let (target, chance) = (if bit { 65_535 } else { 0 }, i32::from(self.chance));
        let moved = chance + (target - chance) * 2 / (2 * i32::from(self.count) + 3);
        self.chance = moved.clamp(16, 65_519) as u16;
        self.count = (self.count + 1).min(SETTLED);
    }
}

/// Codes bits by what their contexts have seen.
pub(crate) struct Mixer<B> {
    pub(crate) bits: B,
    /// The slots of each context in turn.
    slots: Vec<Slot>,
    slot_bits: u32,
    weights: Vec<Vec<i32>>,
    /// `[context]`: the slot and its logit, of the bit that is coded.
    places: Vec<usize>,
    inputs: Vec<i32>,
    /// `[chance in 4,096ths]`
    logits: Vec<i16>,
}

impl<B: Bits> Mixer<B> {
    /// Creates a mixer for about this number of values.
    pub(crate) fn new(bits: B, values: usize) -> Mixer<B> {
        let slot_bits = values.max(1).ilog2().clamp(MIN_SLOT_BITS, MAX_SLOT_BITS);
        Mixer {
            bits,
            slots: vec![Slot::NEW; CONTEXTS << slot_bits],
            slot_bits,
            weights: vec![vec![ONE * 3 / 10; CONTEXTS]; WEIGHT_SETS],
            places: vec![0; CONTEXTS],
            inputs: vec![0; CONTEXTS],
            logits: logits(),
        }
    }

    /// Codes a bit and returns it. Each context is a number, of which only the hash counts; with another tag all of them
    /// are other contexts.
    #[inline(never)]
    pub(crate) fn code(
        &mut self,
        bit: bool,
        contexts: &[u32; CONTEXTS],
        tag: u32,
        weight_set: usize,
    ) -> bool {
        let weights = &mut self.weights[weight_set];
        let mut sum = 0;
        // Slices have a length that the compiler does not know: unrolled loops would be more code to download.
        for (at, context) in contexts.as_slice().iter().enumerate() {
            let place =
                (at << self.slot_bits) + place(context ^ tag.wrapping_mul(0x9e37_79b1), self.slot_bits);
            self.places[at] = place;
            self.inputs[at] = i32::from(self.logits[usize::from(self.slots[place].chance >> 4)]);
            sum += i64::from(self.inputs[at]) * i64::from(weights[at]);
        }
        let chance = chance((sum >> 16) as i32);
        let bit = self.bits.code(bit, (chance as u32).clamp(24, 65_512));
        let error = ((if bit { 65_535 } else { 0 } - chance) * RATE) >> 4;
        for ((weight, input), place) in weights.iter_mut().zip(&self.inputs).zip(&self.places) {
            *weight += (input * error + 0x8000) >> 16;
            self.slots[*place].learn(bit);
        }
        bit
    }
}

fn place(context: u32, bits: u32) -> usize {
    ((context ^ context >> 15).wrapping_mul(0x9e37_79b1) >> (32 - bits)) as usize
}

/// Returns the probability of a logit in 256ths, in 65,536ths.
fn chance(logit: i32) -> i32 {
    /// The logistic function of -8 to 8 in halves.
    const STEPS: [i32; 33] = [
        22, 36, 60, 98, 162, 267, 439, 721, 1179, 1921, 3108, 4971, 7812, 11956, 17625, 24743, 32768, 40793,
        47911, 53580, 57724, 60565, 62428, 63615, 64357, 64815, 65097, 65269, 65374, 65438, 65476, 65500,
        65514,
    ];
    let shifted = logit.clamp(-MAX_LOGIT, MAX_LOGIT) + 2048;
    let (step, part) = ((shifted >> 7) as usize, shifted & 127);
    (STEPS[step] * (128 - part) + STEPS[step + 1] * part + 64) >> 7
}

/// Returns the inverse of [`chance`], by the chance in 4,096ths.
fn logits() -> Vec<i16> {
    let mut logit = -MAX_LOGIT;
    let mut of = |wanted: i32| {
        while logit < MAX_LOGIT && chance(logit) < wanted {
            logit += 1;
        }
        logit as i16
    };
    (0..4096).map(|chance| of(chance * 16 + 8)).collect()
}
