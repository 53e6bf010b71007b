//! Every tunable of the search, once: name, value, smallest and largest sensible value, tuning step.
//!
//! They are constants. Under the feature `tune`, which is for `chuhe-dev tune` and never shipped, each can
//! be set while the program runs, by [`set`] or as an option of the protocols. For the same code to serve
//! both, a parameter is used in arithmetic and comparisons, and goes through [`plain`] elsewhere.
//!
//! ```
//! use chuhe_engine::params::{self, plain};
//! assert!(plain(params::RFP_MARGIN) > 0);
//! ```

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
    /// Reverse futility: least depth at which threats of mate are looked for.
    RFP_THREAT_DEPTH: 2, 1, 9, 1;
    /// Reverse futility: margin for a ply.
    RFP_MARGIN: 70, 30, 150, 8;
    /// Reverse futility: less margin where the evaluation got worse for the other side.
    RFP_OPPONENT_WORSENING: 20, 0, 60, 5;
    /// Razoring: greatest depth.
    RAZOR_DEPTH: 3, 1, 5, 1;
    /// Razoring: margin for a ply.
    RAZOR_MARGIN: 220, 100, 400, 20;
    /// Null move: least depth.
    NULL_DEPTH: 3, 2, 5, 1;
    /// Null move: plies taken off at least.
    NULL_BASE: 4, 2, 6, 1;
    /// Null move: depth that takes off one ply more.
    NULL_DIVISOR: 3, 2, 6, 1;
    /// Null move: surplus over beta that takes off one ply more, up to three.
    NULL_MARGIN: 180, 80, 400, 20;
    /// Null move: the most plies that the surplus takes off.
    NULL_SURPLUS: 3, 2, 6, 1;
    /// Null move: surplus over beta of the evaluation at depth 0.
    NULL_EVAL: 120, 0, 300, 20;
    /// Null move: less surplus of the evaluation for a ply.
    NULL_EVAL_DEPTH: 15, 0, 40, 3;
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
    HISTORY_PRUNE_MARGIN: 4500, 1000, 8000, 300;
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
    LMR_HISTORY: 11000, 3000, 25000, 900;
    /// Late move reduction: history of a capture that takes off a ply.
    LMR_CAPTURE_HISTORY: 10000, 3000, 30000, 900;
    /// Late move reduction: where a cut-off is expected. Like those below in 1024ths of a ply.
    LMR_CUT: 1024, 0, 3000, 100;
    /// Late move reduction: less at the root.
    LMR_ROOT: 1024, 0, 3000, 100;
    /// Late move reduction: less on the principal variation.
    LMR_PV: 700, 0, 2000, 100;
    /// Late move reduction: less where a principal variation lay.
    LMR_WAS_PV: 700, 0, 2000, 100;
    /// Late move reduction: where the evaluation does not improve.
    LMR_WORSE: 512, 0, 2000, 100;
    /// Late move reduction: less for moves that give check.
    LMR_CHECK: 1024, 0, 2000, 100;
    /// Late move reduction: where the table's move captures.
    LMR_TT_CAPTURES: 800, 0, 2000, 100;
    /// Late move reduction: after cut-offs at nodes beside.
    LMR_CUTOFFS: 700, 0, 2000, 100;
    /// Second look: surplus over the moves before from which it is deeper.
    DEEPER_MARGIN: 40, 10, 150, 8;
    /// Second look: surplus over the moves before up to which it is less deep.
    SHALLOWER_MARGIN: 8, 0, 40, 3;
    /// Singular extension: least depth.
    SINGULAR_DEPTH: 6, 4, 10, 1;
    /// Singular extension: margin for a ply, in 16ths.
    SINGULAR_MARGIN: 20, 4, 60, 4;
    /// Singular extension: more margin where a principal variation lay, in 16ths.
    SINGULAR_MARGIN_PV: 16, 0, 60, 4;
    /// Singular extension: margin beyond which it is doubled.
    DOUBLE_MARGIN: 16, 0, 60, 4;
    /// Probcut: least depth.
    PROBCUT_DEPTH: 5, 4, 8, 1;
    /// Probcut: surplus over beta.
    PROBCUT_MARGIN: 180, 80, 400, 20;
    /// Probcut: less surplus where the evaluation improves.
    PROBCUT_IMPROVING: 50, 0, 150, 10;
    /// Pruning of moves: history that counts as a ply.
    PRUNE_HISTORY: 12000, 4000, 40000, 900;
    /// Quiescence: quiet answers to a check that are searched.
    EVASIONS: 3, 1, 8, 1;
    /// Quiescence: surplus that a capture must reach.
    DELTA_MARGIN: 160, 60, 400, 20;
    /// Correction of the evaluation: weight of an entry, in 16384ths.
    CORRECTION_WEIGHT: 1024, 200, 2500, 80;
    /// Correction of the evaluation: an error counts by the depth divided by this.
    CORRECTION_DIVISOR: 8, 3, 20, 1;
    /// History: bonus for a ply of depth.
    HISTORY_BONUS: 170, 50, 400, 15;
    /// History: what is taken off the bonus.
    HISTORY_BONUS_OFFSET: 60, 0, 300, 20;
    /// History: greatest bonus.
    HISTORY_BONUS_MAX: 1700, 500, 3500, 120;
    /// History: malus for a ply of depth.
    HISTORY_MALUS: 200, 50, 600, 20;
    /// History: what is taken off the malus.
    HISTORY_MALUS_OFFSET: 60, 0, 300, 20;
    /// History: greatest malus.
    HISTORY_MALUS_MAX: 1500, 400, 3500, 120;
    /// History: bonus of a ply that leaves nothing good to the other side, in 1024ths.
    HISTORY_LAST: 500, 0, 1500, 60;
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
