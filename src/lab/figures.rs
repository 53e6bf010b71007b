//! The numbers of leaf evaluations at the first move that report D lists for its program, for comparison with
//! the methods here.
//!
//! ```
//! use chuhe_lab::figures::report_d;
//! use chuhe_lab::tree::Method;
//! assert_eq!(report_d(Method::AlphaBeta, 2), Some(1_131));
//! assert_eq!(report_d(Method::Minimax, 2), None);
//! ```

use super::tree::Method;

/// `[depth - 1]`: alpha-beta with unordered moves, which the report abandoned beyond depth 5.
const ALPHA_BETA: [u64; 5] = [44, 1_131, 27_771, 308_046, 6_844_627];
/// `[depth - 1]`: alpha-beta with ordered moves.
const ORDERED: [u64; 6] = [44, 84, 1_660, 13_653, 136_914, 970_891];
/// `[depth - 1]`: principal variation search, listed from depth 4 on; 0 is unlisted.
const PVS: [u64; 7] = [0, 0, 0, 12_090, 114_080, 889_412, 6_482_373];
/// `[depth - 1]`: principal variation search with the order of moves reversed.
const PVS_REVERSED: [u64; 5] = [48, 2_063, 72_295, 1_519_640, 14_700_791];

/// Returns the number of leaf evaluations that report D lists for a method at a depth in plies, from the start
/// position; `None` if it lists none.
pub fn report_d(method: Method, depth: u32) -> Option<u64> {
    let list: &[u64] = match method {
        Method::AlphaBeta => &ALPHA_BETA,
        Method::Ordered => &ORDERED,
        Method::Pvs => &PVS,
        Method::PvsReversed => &PVS_REVERSED,
        Method::Minimax | Method::PvsTable | Method::Chuhe => &[],
    };
    list.get(depth.checked_sub(1)? as usize).copied().filter(|leaves| *leaves > 0)
}
