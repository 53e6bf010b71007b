//! The parameters of the search, each with name, value, least and greatest sensible value, and tuning step.
//!
//! The parameters are constants. The feature `tune`, which is for `chuhe-dev tune` and never shipped, lets
//! [`set`] or an option of the protocols change each of them at run time. So that the same code works in both
//! builds, parameters occur only in arithmetic and comparisons, and everywhere else through [`plain`].
//!
//! ```
//! use chuhe_engine::params::{self, plain};
//! assert!(plain(params::RFP_MARGIN) > 0);
//! ```

#[cfg(feature = "tune")]
mod tunable;

#[cfg(feature = "tune")]
pub use tunable::{Refused, Tunable, set};

/// The data of a parameter for a tuner.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// The name of the parameter.
    pub name: &'static str,
    /// The value in this build.
    pub value: i32,
    /// The least sensible value.
    pub min: i32,
    /// The greatest sensible value.
    pub max: i32,
    /// The change of the value in one trial.
    pub step: i32,
}

/// Returns the value of a parameter as a number, for uses other than arithmetic and comparisons.
#[cfg(not(feature = "tune"))]
#[inline(always)]
pub const fn plain(param: i32) -> i32 {
    param
}

/// Returns the value of a parameter as a number, for uses other than arithmetic and comparisons.
#[cfg(feature = "tune")]
#[inline(always)]
pub fn plain(param: Tunable) -> i32 {
    param.get()
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident: $value:expr, $min:expr, $max:expr, $step:expr;)*) => {
        $($(#[$doc])* #[cfg(not(feature = "tune"))] pub const $name: i32 = $value;)*
        $($(#[$doc])* #[cfg(feature = "tune")] pub const $name: Tunable = Tunable::new(Index::$name as usize);)*

        /// The index of each parameter in [`ALL`].
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
    /// Reverse futility: least depth at which threats of mate are checked.
    RFP_THREAT_DEPTH: 2, 1, 9, 1;
    /// Reverse futility: margin per ply.
    RFP_MARGIN: 70, 30, 150, 8;
    /// Reverse futility: reduction of the margin if the evaluation got worse for the opponent.
    RFP_OPPONENT_WORSENING: 20, 0, 60, 5;
    /// Razoring: greatest depth.
    RAZOR_DEPTH: 3, 1, 5, 1;
    /// Razoring: margin per ply.
    RAZOR_MARGIN: 220, 100, 400, 20;
    /// Null move: least depth.
    NULL_DEPTH: 3, 2, 5, 1;
    /// Null move: least reduction in plies.
    NULL_BASE: 4, 2, 6, 1;
    /// Null move: depth that adds one ply of reduction.
    NULL_DIVISOR: 3, 2, 6, 1;
    /// Null move: surplus over beta that adds one ply of reduction, up to [`NULL_SURPLUS`].
    NULL_MARGIN: 180, 80, 400, 20;
    /// Null move: greatest reduction by the surplus, in plies.
    NULL_SURPLUS: 3, 2, 6, 1;
    /// Null move: required surplus of the evaluation over beta at depth 0.
    NULL_EVAL: 120, 0, 300, 20;
    /// Null move: decrease of the required surplus per ply.
    NULL_EVAL_DEPTH: 15, 0, 40, 3;
    /// Internal iterative reduction: least depth.
    IIR_DEPTH: 4, 3, 8, 1;
    /// Late move pruning: greatest depth.
    LMP_DEPTH: 7, 3, 10, 1;
    /// Late move pruning: number of moves to which the square of the depth is added.
    LMP_BASE: 4, 2, 10, 1;
    /// Futility: greatest reduced depth.
    FUTILITY_DEPTH: 7, 3, 10, 1;
    /// Futility: margin at depth 0.
    FUTILITY_BASE: 110, 40, 250, 15;
    /// Futility: margin per ply.
    FUTILITY_MARGIN: 95, 40, 200, 10;
    /// History pruning: greatest depth.
    HISTORY_PRUNE_DEPTH: 4, 2, 8, 1;
    /// History pruning: negative history per ply below which moves are skipped.
    HISTORY_PRUNE_MARGIN: 4500, 1000, 8000, 300;
    /// Exchange pruning: greatest depth.
    SEE_DEPTH: 7, 3, 10, 1;
    /// Exchange pruning of quiet moves: allowed loss per ply.
    SEE_QUIET_MARGIN: 60, 20, 150, 8;
    /// Exchange pruning of captures: allowed loss per ply.
    SEE_CAPTURE_MARGIN: 110, 40, 250, 12;
    /// Late move reduction: constant, in 1024ths of a ply.
    LMR_BASE: 700, 200, 1500, 60;
    /// Late move reduction: factor for the product of the logarithms, in 1024ths.
    LMR_SCALE: 440, 200, 900, 30;
    /// Late move reduction: history that reduces it by a ply.
    LMR_HISTORY: 11000, 3000, 25000, 900;
    /// Late move reduction: history of a capture that reduces it by a ply.
    LMR_CAPTURE_HISTORY: 10000, 3000, 30000, 900;
    /// Late move reduction: increase where a cut-off is expected, in 1024ths of a ply as for all parameters
    /// below.
    LMR_CUT: 1024, 0, 3000, 100;
    /// Late move reduction: decrease at the root.
    LMR_ROOT: 1024, 0, 3000, 100;
    /// Late move reduction: decrease on the principal variation.
    LMR_PV: 700, 0, 2000, 100;
    /// Late move reduction: decrease where a principal variation lay.
    LMR_WAS_PV: 700, 0, 2000, 100;
    /// Late move reduction: increase where the evaluation does not improve.
    LMR_WORSE: 512, 0, 2000, 100;
    /// Late move reduction: decrease for moves that give check.
    LMR_CHECK: 1024, 0, 2000, 100;
    /// Late move reduction: increase where the table move is a capture.
    LMR_TT_CAPTURES: 800, 0, 2000, 100;
    /// Late move reduction: increase after several cut-offs at sibling nodes.
    LMR_CUTOFFS: 700, 0, 2000, 100;
    /// Search after a reduction: surplus over the earlier moves above which it is deeper.
    DEEPER_MARGIN: 40, 10, 150, 8;
    /// Search after a reduction: surplus over the earlier moves below which it is shallower.
    SHALLOWER_MARGIN: 8, 0, 40, 3;
    /// Singular extension: least depth.
    SINGULAR_DEPTH: 6, 4, 10, 1;
    /// Singular extension: margin per ply, in 16ths.
    SINGULAR_MARGIN: 20, 4, 60, 4;
    /// Singular extension: increase of the margin where a principal variation lay, in 16ths.
    SINGULAR_MARGIN_PV: 16, 0, 60, 4;
    /// Singular extension: margin beyond which the extension is doubled.
    DOUBLE_MARGIN: 16, 0, 60, 4;
    /// ProbCut: least depth.
    PROBCUT_DEPTH: 5, 4, 8, 1;
    /// ProbCut: required surplus over beta.
    PROBCUT_MARGIN: 180, 80, 400, 20;
    /// ProbCut: decrease of the surplus where the evaluation improves.
    PROBCUT_IMPROVING: 50, 0, 150, 10;
    /// Pruning of moves: history that counts as a ply.
    PRUNE_HISTORY: 12000, 4000, 40000, 900;
    /// Quiescence: greatest number of quiet evasions that are searched.
    EVASIONS: 3, 1, 8, 1;
    /// Quiescence: margin added to the evaluation and the captured piece before a capture is compared with
    /// alpha.
    DELTA_MARGIN: 160, 60, 400, 20;
    /// Correction of the evaluation: weight of an entry, in 16384ths.
    CORRECTION_WEIGHT: 1024, 200, 2500, 80;
    /// Correction of the evaluation: divisor of the depth that weighs an error.
    CORRECTION_DIVISOR: 8, 3, 20, 1;
    /// History: bonus per ply of depth.
    HISTORY_BONUS: 170, 50, 400, 15;
    /// History: amount subtracted from the bonus.
    HISTORY_BONUS_OFFSET: 60, 0, 300, 20;
    /// History: greatest bonus.
    HISTORY_BONUS_MAX: 1700, 500, 3500, 120;
    /// History: malus per ply of depth.
    HISTORY_MALUS: 200, 50, 600, 20;
    /// History: amount subtracted from the malus.
    HISTORY_MALUS_OFFSET: 60, 0, 300, 20;
    /// History: greatest malus.
    HISTORY_MALUS_MAX: 1500, 400, 3500, 120;
    /// History: bonus of a ply that leaves the other side without a good move, in 1024ths.
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
