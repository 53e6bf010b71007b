//! The inner loops of the network for each kind of processor. All give the same numbers, bit for bit.
//!
//! [`Kernel::best`] detects the processor's instructions once. The scalar loops are the reference. For AVX2 the
//! same loops are compiled with these instructions, since the compiler vectorizes them well. For wasm they use
//! its instructions explicitly, because the compiler finds no dot product.

#![allow(unsafe_code)]

use super::{HIDDEN, QA};

/// The hidden layer of one perspective before activation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Half(pub [i16; HIDDEN]);

/// The weights of one feature for each hidden neuron.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Row(pub [i8; HIDDEN]);

/// The output weights of the hidden neurons of one perspective.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Weights(pub [i16; HIDDEN]);

/// The instructions that the loops use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kernel {
    /// The instructions that the program was compiled for.
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
        return Kernel::Simd128;
        #[allow(unreachable_code)]
        Kernel::Scalar
    }

    /// Computes `after = before + put - gone`.
    #[inline]
    pub fn shift(self, before: &Half, after: &mut Half, put: &Row, gone: &Row) {
        match self {
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
            Kernel::Scalar => scalar::capture(before, after, put, gone),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(token) => avx2::capture(token, before, after, put, gone),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kernel::Simd128 => simd128::capture(before, after, put, gone),
        }
    }

    /// Returns the sum of `clamp(half, 0, QA)² * weight` over all neurons of both perspectives.
    #[inline]
    pub fn output(self, halves: [&Half; 2], weights: &[Weights; 2]) -> i32 {
        match self {
            Kernel::Scalar => scalar::output(halves, weights),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(token) => avx2::output(token, halves, weights),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kernel::Simd128 => simd128::output(halves, weights),
        }
    }
}

mod scalar {
    use super::{HIDDEN, Half, QA, Row, Weights};

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
    pub fn output(halves: [&Half; 2], weights: &[Weights; 2]) -> i32 {
        side(halves[0], &weights[0]) + side(halves[1], &weights[1])
    }

    /// Returns the sum for one perspective. Each term is below 2²¹, and each product of value and weight fits
    /// in an `i16` because the weights come from an `i8`.
    #[inline(always)]
    fn side(half: &Half, weights: &Weights) -> i32 {
        let mut sum = 0;
        for i in 0..HIDDEN {
            let value = half.0[i].clamp(0, QA as i16);
            sum += i32::from(value.wrapping_mul(weights.0[i])) * i32::from(value);
        }
        sum
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{Half, Row, Weights, scalar};

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
    pub fn output(_: Token, halves: [&Half; 2], weights: &[Weights; 2]) -> i32 {
        #[target_feature(enable = "avx2")]
        unsafe fn compiled(halves: [&Half; 2], weights: &[Weights; 2]) -> i32 {
            scalar::output(halves, weights)
        }
        // SAFETY: the token proves that the processor has AVX2.
        unsafe { compiled(halves, weights) }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128 {
    use super::{HIDDEN, Half, QA, Row, Weights};
    use std::arch::wasm32::*;

    /// Number of values in a register.
    const LANES: usize = 8;
    const _: () = assert!(HIDDEN % LANES == 0);

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
    pub fn output(halves: [&Half; 2], weights: &[Weights; 2]) -> i32 {
        let sum = i32x4_add(side(halves[0], &weights[0]), side(halves[1], &weights[1]));
        let sum = i32x4_add(sum, i32x4_shuffle::<2, 3, 0, 1>(sum, sum));
        i32x4_extract_lane::<0>(sum) + i32x4_extract_lane::<1>(sum)
    }

    #[inline(always)]
    fn side(half: &Half, weights: &Weights) -> v128 {
        let (none, most) = (i16x8_splat(0), i16x8_splat(QA as i16));
        let mut sum = i32x4_splat(0);
        for at in (0..HIDDEN).step_by(LANES) {
            let value = i16x8_min(i16x8_max(load(&half.0, at), none), most);
            let weighed = i16x8_mul(value, load(&weights.0, at));
            sum = i32x4_add(sum, i32x4_dot_i16x8(weighed, value));
        }
        sum
    }
}

#[cfg(test)]
mod tests {
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

    fn weights(next: &mut impl FnMut() -> i64) -> Weights {
        Weights(std::array::from_fn(|_| i16::from(next() as i8)))
    }

    #[test]
    fn the_best_kernel_equals_the_scalar_one() {
        let (best, mut next) = (Kernel::best(), numbers(7));
        for _ in 0..200 {
            let [before, other] = [half(&mut next), half(&mut next)];
            let [put, gone, taken] = [row(&mut next), row(&mut next), row(&mut next)];
            let mut results = [before.clone(), before.clone()];
            best.shift(&before, &mut results[0], &put, &gone);
            Kernel::Scalar.shift(&before, &mut results[1], &put, &gone);
            assert_eq!(results[0], results[1]);
            best.capture(&before, &mut results[0], &put, [&gone, &taken]);
            Kernel::Scalar.capture(&before, &mut results[1], &put, [&gone, &taken]);
            assert_eq!(results[0], results[1]);
            let weights = [weights(&mut next), weights(&mut next)];
            let halves = [&before, &other];
            assert_eq!(best.output(halves, &weights), Kernel::Scalar.output(halves, &weights));
        }
    }

    #[test]
    fn extreme_numbers_do_not_overflow() {
        let half = Half([i16::MAX; HIDDEN]);
        for (weight, expected) in [(127, 127 * 127 * 127), (-128, -128 * 127 * 127)] {
            let weights = [Weights([weight; HIDDEN]), Weights([weight; HIDDEN])];
            for kernel in [Kernel::best(), Kernel::Scalar] {
                assert_eq!(kernel.output([&half, &half], &weights), expected * 2 * HIDDEN as i32);
            }
        }
    }
}
