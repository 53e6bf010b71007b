//! The inner loops of the network for each kind of processor. All give the same numbers, bit for bit.
//!
//! [`Kernel::best`] detects the processor's instructions once. The scalar loops are the reference. For AVX2 the
//! same loops are compiled with these instructions, since the compiler vectorizes them well. For wasm they use
//! its instructions explicitly, because the compiler finds no dot product and does not vectorize the small layers; the
//! scalar loops are left out there, since the page loads every byte.

#![allow(unsafe_code)]

use super::file::Head;
use super::{DIGITS, HIDDEN, MAX_BIAS, ONE, SECOND};

/// A number for each neuron of the first layer, in one perspective.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Half(pub [i16; HIDDEN]);

/// The weights of one feature for each hidden neuron.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Row(pub [i8; HIDDEN]);

/// The layers after the first one, for one bucket.
#[derive(Clone, Copy, Debug)]
pub struct Layers<'a> {
    /// The weights of the second layer, `[neuron][own, other]`, each in the range of an `i8`.
    pub second: &'a [[Half; 2]; SECOND],
    /// The biases of the second layer, in units of `2^(-2 * DIGITS)`, at most [`MAX_BIAS`] in magnitude, as all below.
    pub bias: &'a [i32; SECOND],
    /// The third layer and the output.
    pub head: &'a Head,
}

/// The number that represents 1.0 in activations of the second and third layer.
const FULL: i32 = 1 << DIGITS;

/// The sums of the second layer fit an `i32`: products of squares and weights for both perspectives, and a bias.
const _: () = {
    let product = ONE as i64 * ONE as i64 * 128;
    assert!(2 * HIDDEN as i64 * product + MAX_BIAS as i64 <= i32::MAX as i64);
};

/// The instructions that the loops use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kernel {
    /// The instructions that the program was compiled for.
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    Scalar,
    /// The AVX2 instructions of x86-64.
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Token),
    /// The 128-bit instructions of wasm.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

impl Kernel {
    /// Returns the fastest kernel that runs on this processor.
    pub fn best() -> Kernel {
        #[cfg(target_arch = "x86_64")]
        if let Some(token) = avx2::Token::new() {
            return Kernel::Avx2(token);
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        let best = Kernel::Simd128;
        #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
        let best = Kernel::Scalar;
        best
    }

    /// Computes `after = before + put - gone`.
    #[inline]
    pub fn shift(self, before: &Half, after: &mut Half, put: &Row, gone: &Row) {
        match self {
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            Kernel::Scalar => scalar::shift(before, after, put, gone),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(token) => avx2::shift(token, before, after, put, gone),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kernel::Simd128 => simd128::shift(before, after, put, gone),
        }
    }

    /// Computes `after = before + put - gone[0] - gone[1]`.
    #[inline]
    pub fn capture(self, before: &Half, after: &mut Half, put: &Row, gone: [&Row; 2]) {
        match self {
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            Kernel::Scalar => scalar::capture(before, after, put, gone),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(token) => avx2::capture(token, before, after, put, gone),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kernel::Simd128 => simd128::capture(before, after, put, gone),
        }
    }

    /// Returns the network's output, in units of `2^(-2 * DIGITS)`, from the sums of the first layer.
    #[inline]
    pub fn output(self, halves: [&Half; 2], layers: Layers<'_>) -> i32 {
        match self {
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            Kernel::Scalar => scalar::output(halves, layers),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(token) => avx2::output(token, halves, layers),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kernel::Simd128 => simd128::output(halves, layers),
        }
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod scalar {
    use super::{DIGITS, FULL, HIDDEN, Half, Head, Layers, ONE, Row, SECOND};

    #[inline(always)]
    pub fn shift(before: &Half, after: &mut Half, put: &Row, gone: &Row) {
        for i in 0..HIDDEN {
            let sum = before.0[i].wrapping_add(i16::from(put.0[i]));
            after.0[i] = sum.wrapping_sub(i16::from(gone.0[i]));
        }
    }

    #[inline(always)]
    pub fn capture(before: &Half, after: &mut Half, put: &Row, gone: [&Row; 2]) {
        for i in 0..HIDDEN {
            let sum = before.0[i].wrapping_add(i16::from(put.0[i]));
            let less = sum.wrapping_sub(i16::from(gone[0].0[i]));
            after.0[i] = less.wrapping_sub(i16::from(gone[1].0[i]));
        }
    }

    #[inline(always)]
    pub fn output(halves: [&Half; 2], layers: Layers<'_>) -> i32 {
        let mut passed = [0; 2 * SECOND];
        for (neuron, value) in second(halves, &layers).into_iter().enumerate() {
            passed[neuron] = value.max(0);
            passed[SECOND + neuron] = (value * value) >> DIGITS;
        }
        head(&passed, layers.head)
    }

    /// Returns the values of the second layer, clamped to -1..1.
    #[inline(always)]
    pub fn second(halves: [&Half; 2], layers: &Layers<'_>) -> [i32; SECOND] {
        let squares = halves.map(|half| half.0.map(|sum| sum.clamp(0, ONE as i16).pow(2)));
        let mut values = *layers.bias;
        for (value, rows) in values.iter_mut().zip(layers.second) {
            *value += dot(&squares[0], &rows[0].0) + dot(&squares[1], &rows[1].0);
            *value = (*value >> DIGITS).clamp(-FULL, FULL);
        }
        values
    }

    /// Returns the sum of products.
    #[inline(always)]
    fn dot(squares: &[i16; HIDDEN], weights: &[i16; HIDDEN]) -> i32 {
        squares.iter().zip(weights).map(|(square, weight)| i32::from(*square) * i32::from(*weight)).sum()
    }

    /// Returns the output of the third layer with these inputs.
    #[inline(always)]
    fn head(inputs: &[i32; 2 * SECOND], head: &Head) -> i32 {
        let mut sums = head.third_bias;
        for (input, row) in inputs.iter().zip(&head.third_weights) {
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += input * i32::from(*weight);
            }
        }
        let weighed = sums.iter().zip(&head.output_weights).map(|(sum, weight)| {
            let value = (sum >> DIGITS).clamp(0, FULL);
            ((value * value) >> DIGITS) * i32::from(*weight)
        });
        weighed.sum::<i32>() + head.output_bias
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{Half, Layers, Row, scalar};

    /// The proof that the processor has AVX2. Only a check of the processor creates it.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Token(());

    impl Token {
        pub fn new() -> Option<Token> {
            is_x86_feature_detected!("avx2").then_some(Token(()))
        }
    }

    #[inline]
    pub fn shift(_: Token, before: &Half, after: &mut Half, put: &Row, gone: &Row) {
        #[target_feature(enable = "avx2")]
        unsafe fn compiled(before: &Half, after: &mut Half, put: &Row, gone: &Row) {
            scalar::shift(before, after, put, gone);
        }
        // SAFETY: the token proves that the processor has AVX2.
        unsafe { compiled(before, after, put, gone) }
    }

    #[inline]
    pub fn capture(_: Token, before: &Half, after: &mut Half, put: &Row, gone: [&Row; 2]) {
        #[target_feature(enable = "avx2")]
        unsafe fn compiled(before: &Half, after: &mut Half, put: &Row, gone: [&Row; 2]) {
            scalar::capture(before, after, put, gone);
        }
        // SAFETY: the token proves that the processor has AVX2.
        unsafe { compiled(before, after, put, gone) }
    }

    #[inline]
    pub fn output(_: Token, halves: [&Half; 2], layers: Layers<'_>) -> i32 {
        #[target_feature(enable = "avx2")]
        unsafe fn compiled(halves: [&Half; 2], layers: Layers<'_>) -> i32 {
            scalar::output(halves, layers)
        }
        // SAFETY: the token proves that the processor has AVX2.
        unsafe { compiled(halves, layers) }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128 {
    use super::super::THIRD;
    use super::{DIGITS, FULL, HIDDEN, Half, Head, Layers, ONE, Row, SECOND};
    use std::arch::wasm32::*;

    /// Number of values in a register.
    const LANES: usize = 8;
    const _: () = assert!(HIDDEN % LANES == 0 && THIRD % 4 == 0);

    /// Loads eight numbers of a perspective, beginning at `at`.
    #[inline(always)]
    fn load(numbers: &[i16; HIDDEN], at: usize) -> v128 {
        debug_assert!(at + LANES <= HIDDEN);
        // SAFETY: callers count in whole registers below HIDDEN; wasm loads need no alignment.
        unsafe { v128_load(numbers.as_ptr().add(at).cast()) }
    }

    /// Loads eight weights of a feature, widened to 16 bits.
    #[inline(always)]
    fn widen(row: &Row, at: usize) -> v128 {
        debug_assert!(at + LANES <= HIDDEN);
        // SAFETY: as in `load`; eight bytes are read.
        unsafe { i16x8_load_extend_i8x8(row.0.as_ptr().add(at)) }
    }

    #[inline(always)]
    fn store(half: &mut Half, at: usize, value: v128) {
        debug_assert!(at + LANES <= HIDDEN);
        // SAFETY: as in `load`.
        unsafe { v128_store(half.0.as_mut_ptr().add(at).cast(), value) }
    }

    #[inline]
    pub fn shift(before: &Half, after: &mut Half, put: &Row, gone: &Row) {
        for at in (0..HIDDEN).step_by(LANES) {
            let sum = i16x8_add(load(&before.0, at), widen(put, at));
            store(after, at, i16x8_sub(sum, widen(gone, at)));
        }
    }

    #[inline]
    pub fn capture(before: &Half, after: &mut Half, put: &Row, gone: [&Row; 2]) {
        for at in (0..HIDDEN).step_by(LANES) {
            let sum = i16x8_add(load(&before.0, at), widen(put, at));
            let less = i16x8_sub(sum, widen(gone[0], at));
            store(after, at, i16x8_sub(less, widen(gone[1], at)));
        }
    }

    #[inline]
    pub fn output(halves: [&Half; 2], layers: Layers<'_>) -> i32 {
        let (none, most) = (i16x8_splat(0), i16x8_splat(ONE as i16));
        let mut sums = [i32x4_splat(0); SECOND];
        for (perspective, half) in halves.into_iter().enumerate() {
            for at in (0..HIDDEN).step_by(LANES) {
                let value = i16x8_min(i16x8_max(load(&half.0, at), none), most);
                let square = i16x8_mul(value, value);
                for (sum, rows) in sums.iter_mut().zip(layers.second) {
                    *sum = i32x4_add(*sum, i32x4_dot_i16x8(square, load(&rows[perspective].0, at)));
                }
            }
        }
        let (none, least, full) = (i32x4_splat(0), i32x4_splat(-FULL), i32x4_splat(FULL));
        let [first, second, third, fourth] = *layers.bias;
        let value = i32x4_shr(i32x4_add(across(sums), i32x4(first, second, third, fourth)), DIGITS);
        let value = i32x4_min(i32x4_max(value, least), full);
        let square = i32x4_shr(i32x4_mul(value, value), DIGITS);
        head([i32x4_max(value, none), square], layers.head)
    }

    /// Returns the sum of the lanes of each of four vectors.
    #[inline(always)]
    fn across([first, second, third, fourth]: [v128; 4]) -> v128 {
        let pairs = |a, b| i32x4_add(i32x4_shuffle::<0, 4, 1, 5>(a, b), i32x4_shuffle::<2, 6, 3, 7>(a, b));
        let (low, high) = (pairs(first, second), pairs(third, fourth));
        i32x4_add(i32x4_shuffle::<0, 1, 4, 5>(low, high), i32x4_shuffle::<2, 3, 6, 7>(low, high))
    }

    /// Loads four weights of a head, widened to 32 bits.
    #[inline(always)]
    fn widen_four(weights: &[i16; THIRD], at: usize) -> v128 {
        debug_assert!(at + 4 <= THIRD);
        // SAFETY: callers count in fours below THIRD; wasm loads need no alignment.
        unsafe { i32x4_load_extend_i16x4(weights.as_ptr().add(at)) }
    }

    #[inline(always)]
    fn head([values, squares]: [v128; 2], head: &Head) -> i32 {
        let inputs: [v128; 2 * SECOND] = [
            i32x4_shuffle::<0, 0, 0, 0>(values, values),
            i32x4_shuffle::<1, 1, 1, 1>(values, values),
            i32x4_shuffle::<2, 2, 2, 2>(values, values),
            i32x4_shuffle::<3, 3, 3, 3>(values, values),
            i32x4_shuffle::<0, 0, 0, 0>(squares, squares),
            i32x4_shuffle::<1, 1, 1, 1>(squares, squares),
            i32x4_shuffle::<2, 2, 2, 2>(squares, squares),
            i32x4_shuffle::<3, 3, 3, 3>(squares, squares),
        ];
        let (none, full) = (i32x4_splat(0), i32x4_splat(FULL));
        let mut output = none;
        for (number, bias) in head.third_bias.as_chunks().0.iter().enumerate() {
            let [first, second, third, fourth] = *bias;
            let (at, mut sum) = (4 * number, i32x4(first, second, third, fourth));
            for (input, weights) in inputs.iter().zip(&head.third_weights) {
                sum = i32x4_add(sum, i32x4_mul(*input, widen_four(weights, at)));
            }
            let value = i32x4_min(i32x4_max(i32x4_shr(sum, DIGITS), none), full);
            let square = i32x4_shr(i32x4_mul(value, value), DIGITS);
            output = i32x4_add(output, i32x4_mul(square, widen_four(&head.output_weights, at)));
        }
        let output = across([output, none, none, none]);
        i32x4_extract_lane::<0>(output) + head.output_bias
    }
}

#[cfg(test)]
mod tests {
    use super::super::THIRD;
    use super::*;

    /// Returns a generator of pseudo-random numbers.
    fn numbers(seed: u64) -> impl FnMut() -> i64 {
        let mut state = seed;
        move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as i64
        }
    }

    fn half(next: &mut impl FnMut() -> i64) -> Half {
        Half(std::array::from_fn(|_| (next() % 400 - 150) as i16))
    }

    fn row(next: &mut impl FnMut() -> i64) -> Row {
        Row(std::array::from_fn(|_| next() as i8))
    }

    fn second_weights(next: &mut impl FnMut() -> i64, reach: i64) -> [[Half; 2]; SECOND] {
        let mut half = || Half(std::array::from_fn(|_| (next() % (2 * reach + 1) - reach) as i16));
        std::array::from_fn(|_| [half(), half()])
    }

    fn head(next: &mut impl FnMut() -> i64) -> Head {
        let mut number = |most: i64| next() % (2 * most) - most;
        Head {
            third_weights: std::array::from_fn(|_| std::array::from_fn(|_| number(2_000) as i16)),
            third_bias: std::array::from_fn(|_| number(1 << 20) as i32),
            output_weights: std::array::from_fn(|_| number(2_000) as i16),
            output_bias: number(1 << 20) as i32,
        }
    }

    #[test]
    fn the_best_kernel_equals_the_scalar_one() {
        let (best, mut next) = (Kernel::best(), numbers(7));
        let mut clamped = [0; 2];
        for round in 0..200 {
            let [before, other] = [half(&mut next), half(&mut next)];
            let [put, gone, taken] = [row(&mut next), row(&mut next), row(&mut next)];
            let mut results = [before.clone(), before.clone()];
            best.shift(&before, &mut results[0], &put, &gone);
            Kernel::Scalar.shift(&before, &mut results[1], &put, &gone);
            assert_eq!(results[0], results[1]);
            best.capture(&before, &mut results[0], &put, [&gone, &taken]);
            Kernel::Scalar.capture(&before, &mut results[1], &put, [&gone, &taken]);
            assert_eq!(results[0], results[1]);
            // With great weights nearly all sums of the second layer are clamped, with small ones none.
            let second = second_weights(&mut next, 127 >> (round % 7));
            let bias = std::array::from_fn(|_| (next() % (1 << 20) - (1 << 19)) as i32);
            let head = head(&mut next);
            let layers = Layers { second: &second, bias: &bias, head: &head };
            let halves = [&before, &other];
            assert_eq!(best.output(halves, layers), Kernel::Scalar.output(halves, layers));
            for value in scalar::second(halves, &layers) {
                clamped[usize::from(value.abs() == FULL)] += 1;
            }
        }
        assert!(clamped.into_iter().all(|count| count > 100), "{clamped:?}");
    }

    #[test]
    fn extreme_numbers_do_not_overflow() {
        let half = Half([i16::MAX; HIDDEN]);
        for (weight, sign) in [(127, 1), (-128, -1)] {
            let second: [[Half; 2]; SECOND] =
                std::array::from_fn(|_| [Half([weight; HIDDEN]), Half([weight; HIDDEN])]);
            let bias = [sign * MAX_BIAS; SECOND];
            let head = Head {
                third_weights: [[i16::MAX; THIRD]; 2 * SECOND],
                third_bias: [MAX_BIAS; THIRD],
                output_weights: [sign as i16 * i16::MAX; THIRD],
                output_bias: sign * MAX_BIAS,
            };
            let layers = Layers { second: &second, bias: &bias, head: &head };
            let expected = sign * (THIRD as i32 * FULL * i32::from(i16::MAX) + MAX_BIAS);
            for kernel in [Kernel::best(), Kernel::Scalar] {
                assert_eq!(kernel.output([&half, &half], layers), expected);
            }
        }
    }
}
