//! The values of a table in few bytes.
//!
//! A value is coded given those of its neighbours, which are mostly the same: with another own camp, with the attackers
//! before, with the weak camp before. Only the values with the weak side to move are stored, since with the strong side
//! to move a position is as good as the best one after a move. Indices that are no positions get the value that costs
//! least.

use crate::camp::{Camp, Camps};
use crate::coder::{Bits, CONTEXTS, Decoder, Encoder, Mixer};
use crate::file::FileError;
use crate::index::{Index, Side};
use crate::table::{Table, Value};
use std::ops::Range;

/// The outcome and the distance in a byte: a draw, 1 plus half the plies to the end if the strong side wins, or
/// [`LAST_WEAK_WIN`] less that if it loses.
pub(crate) type Packed = u8;

const DRAW: Packed = 0;
/// The byte of an index that is no position. It is never coded.
const NONE: Packed = u8::MAX;
/// The byte of a position in which the weak side has won.
const LAST_WEAK_WIN: Packed = u8::MAX - 1;
/// Bytes from this one on are wins of the weak side.
const FIRST_WEAK_WIN: Packed = u8::MAX - 30;

/// Number of neighbouring weak camps whose values are coded as one bit if they are all as predicted.
const SEGMENT: usize = 32;

/// Returns the byte of a value with the weak side to move.
fn pack(value: Option<Value>) -> Result<Packed, FileError> {
    match value {
        None => Ok(NONE),
        Some(Value::Draw) => Ok(DRAW),
        Some(Value::Loss(plies)) if plies / 2 + 1 < FIRST_WEAK_WIN.into() => Ok((plies / 2 + 1) as Packed),
        Some(Value::Win(plies)) if plies / 2 <= (LAST_WEAK_WIN - FIRST_WEAK_WIN).into() => {
            Ok(LAST_WEAK_WIN - (plies / 2) as Packed)
        }
        Some(Value::Loss(plies) | Value::Win(plies)) => Err(FileError::TooDeep(plies)),
    }
}

/// Returns the value of a byte for the weak side, which is to move.
pub(crate) fn unpack(packed: Packed) -> Value {
    match packed {
        DRAW => Value::Draw,
        loss if loss < FIRST_WEAK_WIN => Value::Loss(2 * u16::from(loss - 1)),
        win => Value::Win(2 * u16::from(LAST_WEAK_WIN - win) + 1),
    }
}

/// Returns the coded values of a table.
pub(crate) fn encode(table: &Table) -> Result<Vec<u8>, FileError> {
    let values = (0..table.index().len()).map(|index| pack(table.value(index, Side::Weak)));
    let mut values: Vec<Packed> = values.collect::<Result<_, _>>()?;
    let mut coding = Coding::new(table.index(), Encoder::new());
    coding.run(&mut values);
    Ok(coding.mixer.bits.finish())
}

/// Returns the values of an index's positions. Damaged bytes give wrong values.
pub(crate) fn decode(index: &Index, bytes: &[u8]) -> Vec<Packed> {
    let mut values = vec![DRAW; index.len()];
    Coding::new(index, Decoder::new(bytes)).run(&mut values);
    values
}

/// The values around one that is coded.
#[derive(Clone, Copy)]
struct Around {
    /// The value with the model camp, or with the same camps and the attackers before.
    model: u32,
    /// The value with the attackers before.
    attackers: u32,
    /// The value with the own camp before.
    own: u32,
    /// The value with the weak camp before.
    weak: u32,
    /// `weak` changed as from the weak camp before to this one at the model's.
    sloped: u32,
    /// The last three values, hashed.
    last: u32,
}

struct Coding<B> {
    mixer: Mixer<B>,
    weak_camps: usize,
    /// `[own camp]`: the distance to the most similar camp before it; 0 if there is none.
    models: Vec<usize>,
    /// A bit for each of the last predictions from a neighbour, set if it was wrong: model, attackers, own, weak.
    misses: [u32; 4],
    /// `[weak camp]`: a bit for each of the last predictions from the model, set if it was wrong.
    camp_misses: Vec<u8>,
    /// `[segment]`: a bit for each of the last own camps, set if not all values were as predicted.
    segment_misses: Vec<u8>,
}

impl<B: Bits> Coding<B> {
    fn new(index: &Index, bits: B) -> Coding<B> {
        let weak_camps = index.weak.len();
        Coding {
            mixer: Mixer::new(bits, index.len()),
            weak_camps,
            models: models(&index.strong),
            misses: [0; 4],
            camp_misses: vec![0; weak_camps],
            segment_misses: vec![0; weak_camps.div_ceil(SEGMENT)],
        }
    }

    /// Codes the values in their order. A decoder replaces them.
    fn run(&mut self, values: &mut [Packed]) {
        let (rows, own_camps) = (values.len() / self.weak_camps, self.models.len());
        for row in 0..rows {
            let (begin, own) = (row * self.weak_camps, row % own_camps);
            let back = if self.models[own] > 0 { self.models[own] } else { own_camps };
            for segment in 0..self.segment_misses.len() {
                let first = begin + segment * SEGMENT;
                let last = (first + SEGMENT).min(begin + self.weak_camps);
                self.segment(values, first..last, segment, back * self.weak_camps);
            }
        }
    }

    /// Codes a segment; its model begins `back` before it.
    fn segment(&mut self, values: &mut [Packed], range: Range<usize>, segment: usize, back: usize) {
        let model = |values: &[Packed], at: usize| at.checked_sub(back).map_or(DRAW, |at| values[at]);
        let fits = |at: usize| values[at] == NONE || values[at] == model(values, at);
        let is_model = range.clone().all(fits);
        let (misses, before) = (u32::from(self.segment_misses[segment]), segment.saturating_sub(1));
        let neighbour = u32::from(self.segment_misses[before]);
        let is_first = u32::from(back > self.weak_camps * (self.models.len() - 1));
        let context = 0xe000_0000 | is_first << 20 | misses << 8 | neighbour & 15;
        let mut contexts = [context; CONTEXTS];
        contexts[CONTEXTS / 2..].fill(context & !0xf0f);
        let is_model = self.mixer.code(is_model, &contexts, 0, 255);
        self.segment_misses[segment] = (misses << 1) as u8 | u8::from(!is_model);
        for at in range {
            if is_model {
                values[at] = model(values, at);
            } else {
                values[at] = self.value(values, at, back);
            }
        }
    }

    /// Codes the value at an index and returns it.
    fn value(&mut self, values: &[Packed], at: usize, back: usize) -> Packed {
        let weak_camp = at % self.weak_camps;
        let before = |back: usize| at.checked_sub(back).map_or(0, |at| u32::from(values[at]));
        let (model, weak) = (before(back), before(1));
        let around = Around {
            model,
            attackers: before(self.weak_camps * self.models.len()),
            own: before(self.weak_camps),
            weak,
            sloped: (model + weak).saturating_sub(before(back + 1)).min(255),
            last: (weak << 16 | before(2) << 8 | before(3)).wrapping_mul(0x2f0b_4c47),
        };
        let value = if values[at] == NONE { model as Packed } else { values[at] };
        let coded = self.guess(value, around, weak_camp);
        let now = u32::from(coded);
        let neighbours = [around.model, around.attackers, around.own, around.weak];
        for (misses, neighbour) in self.misses.iter_mut().zip(neighbours) {
            *misses = *misses << 1 & 63 | u32::from(neighbour != now);
        }
        let misses = &mut self.camp_misses[weak_camp];
        *misses = *misses << 1 | u8::from(model != now);
        coded
    }

    /// Codes a value as one of the values around it, else bit by bit, and returns it.
    fn guess(&mut self, value: Packed, around: Around, weak_camp: usize) -> Packed {
        let guesses = [around.model, around.own, around.attackers, around.weak, around.sloped];
        let contexts = self.contexts(around, weak_camp);
        let recent = (self.misses[0] & 3 | (self.misses[1] & 3) << 2) as usize;
        for (number, guess) in guesses.iter().enumerate() {
            if guesses[..number].contains(guess) {
                continue;
            }
            let is_right =
                self.mixer.code(u32::from(value) == *guess, &contexts, number as u32, recent + 16 * number);
            if is_right {
                return *guess as Packed;
            }
        }
        let mut code = 1;
        for bit in (0..8).rev() {
            let is_set =
                self.mixer.code(value >> bit & 1 == 1, &contexts, 8 + code, 128 + (code as usize & 63));
            code = code << 1 | u32::from(is_set);
        }
        code as Packed
    }

    fn contexts(&self, around: Around, weak_camp: usize) -> [u32; CONTEXTS] {
        let Around { model, attackers, own, weak, sloped, last } = around;
        let ([of_model, of_attackers, of_own, of_weak], camp) =
            (self.misses, u32::from(self.camp_misses[weak_camp]));
        [
            model | of_model << 8,
            attackers | of_attackers << 8 | 1 << 20,
            own | of_own << 8 | 2 << 20,
            weak | of_weak << 8 | 3 << 20,
            weak | attackers << 8 | own << 16,
            model | attackers << 8 | camp << 16,
            model | (weak_camp as u32) << 8,
            model | sloped << 8 | weak << 16,
            last ^ model,
            model | sloped << 8 | (of_model & 3 | (of_attackers & 3) << 2 | (of_own & 3) << 4) << 16,
        ]
    }
}

/// Returns for each camp how far the camp before it is that is most like it: with the same guards, and the general on the
/// same file if there is one.
fn models(camps: &Camps) -> Vec<usize> {
    let likeness = |one: &Camp, other: &Camp| {
        let guards = (one.advisors == other.advisors && one.elephants == other.elephants) as u32;
        2 * guards + u32::from(one.general.file() == other.general.file())
    };
    let model = |at: usize| {
        let best = (0..at).max_by_key(|before| likeness(&camps.list[*before], &camps.list[at]));
        best.filter(|before| likeness(&camps.list[*before], &camps.list[at]) > 1)
            .map_or(0, |before| at - before)
    };
    (0..camps.len()).map(model).collect()
}
