//! Every tunable of the search, once: name, value, smallest and largest sensible value, tuning step.
//!
//! They are constants. Under the feature `tune`, which is for `chuhe-dev tune` and never shipped, each can
//! be set while the program runs, by [`set`] or as an option of the protocols. For the same code to serve
//! both, a parameter is used in arithmetic and comparisons, and goes through [`plain`] elsewhere.

#[cfg(feature = "tune")]
mod tunable;

#[cfg(feature = "tune")]
pub use tunable::{Refused, Tunable, set};

/// What a tuner needs to know of a parameter.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// Its value in this build.
    pub value: i32,
    /// The smallest value that makes sense.
    pub min: i32,
    /// The largest value that makes sense.
    pub max: i32,
    /// How far to move it in one trial.
    pub step: i32,
}

/// A parameter as a number, where more than arithmetic is done with it.
#[cfg(not(feature = "tune"))]
#[inline(always)]
pub const fn plain(param: i32) -> i32 {
    param
}

/// A parameter as a number, where more than arithmetic is done with it.
#[cfg(feature = "tune")]
#[inline(always)]
pub fn plain(param: Tunable) -> i32 {
    param.get()
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident: $value:expr, $min:expr, $max:expr, $step:expr;)*) => {
        $($(#[$doc])* #[cfg(not(feature = "tune"))] pub const $name: i32 = $value;)*
        $($(#[$doc])* #[cfg(feature = "tune")] pub const $name: Tunable = Tunable::new(Index::$name as usize);)*

        /// The place of each parameter in [`ALL`].
        #[cfg(feature = "tune")]
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "named like the parameters")]
        enum Index { $($name,)* }

        /// All parameters, for a tuner.
        pub const ALL: &[Param] = &[
            $(Param { name: stringify!($name), value: $value, min: $min, max: $max, step: $step },)*
        ];
    };
}

params! {
    /// Half width of the first aspiration window.
    ASPIRATION_DELTA: 18, 6, 60, 4;
    /// Depth from which aspiration windows are used.
    ASPIRATION_DEPTH: 5, 3, 8, 1;
    /// Reverse futility: greatest depth.
    RFP_DEPTH: 8, 4, 12, 1;
    /// Reverse futility: margin for a ply.
    RFP_MARGIN: 70, 30, 150, 8;
    /// Razoring: greatest depth.
    RAZOR_DEPTH: 3, 1, 5, 1;
    /// Razoring: margin for a ply.
    RAZOR_MARGIN: 220, 100, 400, 20;
    /// Null move: least depth.
    NULL_DEPTH: 3, 2, 5, 1;
    /// Null move: plies taken off at least.
    NULL_BASE: 3, 2, 5, 1;
    /// Null move: depth that takes off one ply more.
    NULL_DIVISOR: 4, 2, 6, 1;
    /// Null move: surplus over beta that takes off one ply more, up to three.
    NULL_MARGIN: 180, 80, 400, 20;
    /// Internal iterative reduction: least depth.
    IIR_DEPTH: 4, 3, 8, 1;
    /// Late move pruning: greatest depth.
    LMP_DEPTH: 7, 3, 10, 1;
    /// Late move pruning: moves looked at before the square of the depth is added.
    LMP_BASE: 4, 2, 10, 1;
    /// Futility: greatest reduced depth.
    FUTILITY_DEPTH: 7, 3, 10, 1;
    /// Futility: margin at depth 0.
    FUTILITY_BASE: 110, 40, 250, 15;
    /// Futility: margin for a ply.
    FUTILITY_MARGIN: 95, 40, 200, 10;
    /// History pruning: greatest depth.
    HISTORY_PRUNE_DEPTH: 4, 2, 8, 1;
    /// History pruning: moves with less history for each ply are skipped.
    HISTORY_PRUNE_MARGIN: 3500, 1000, 8000, 300;
    /// Exchange pruning: greatest depth.
    SEE_DEPTH: 7, 3, 10, 1;
    /// Exchange pruning of quiet moves: loss allowed for a ply.
    SEE_QUIET_MARGIN: 60, 20, 150, 8;
    /// Exchange pruning of captures: loss allowed for a ply.
    SEE_CAPTURE_MARGIN: 110, 40, 250, 12;
    /// Late move reduction: constant, in 1024ths of a ply.
    LMR_BASE: 700, 200, 1500, 60;
    /// Late move reduction: what the product of the logarithms is multiplied by, in 1024ths.
    LMR_SCALE: 440, 200, 900, 30;
    /// Late move reduction: history that takes off a ply.
    LMR_HISTORY: 8000, 3000, 20000, 700;
    /// Quiescence: surplus that a capture must reach.
    DELTA_MARGIN: 160, 60, 400, 20;
    /// History: bonus for a ply of depth.
    HISTORY_BONUS: 150, 50, 300, 15;
    /// History: greatest bonus.
    HISTORY_BONUS_MAX: 1500, 500, 3000, 120;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lie_in_their_ranges() {
        for param in ALL {
            assert!((param.min..=param.max).contains(&param.value), "{}", param.name);
            assert!(param.step > 0, "{}", param.name);
        }
    }
}
