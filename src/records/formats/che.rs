//! Reads CHE, the text format of 新中国象棋 by QQ, which consists of numbers with spaces between them.
//!
//! The file begins with `1`, the number of moves and a piece. Each move has ten numbers: the captured piece, the side,
//! rank and file of the source and of the target, 0, the number of the move, 0 and the piece that moves next. The last
//! move lacks the tenth number. Ranks count from Red's side, files from Red's right. Every game starts from the usual
//! position. Sources: the sample file, and `function.dataToNode.js` of vschess for the direction of the files.

use super::raw::{RawTree, code_of, points};
use crate::error::{ReadError, ReadReason};
use crate::{Format, Found, Record};
use chuhe_rules::types::Square;

/// The number of values before the moves, and the number of values of a move.
const HEAD: usize = 3;
const STEP: usize = 10;
/// The number of values at the head of a text from which the format is detected.
const LOOKED_AT: usize = HEAD + STEP;

fn numbers(text: &str) -> impl Iterator<Item = Option<u16>> {
    text.split_ascii_whitespace().map(|word| word.parse().ok())
}

/// Returns true if a text consists of numbers, the first is 1 and the fifth is a side.
pub(crate) fn is_format(text: &str) -> bool {
    let first: Vec<Option<u16>> = numbers(text).take(LOOKED_AT).collect();
    let is_side = |side: Option<u16>| side.is_some_and(|side| side < 2);
    first.len() + 1 >= LOOKED_AT
        && first.iter().all(Option::is_some)
        && first[0] == Some(1)
        && is_side(first[4])
}

/// Reads the main line; the format has no variations.
pub(crate) fn read(text: &str) -> Result<Found, ReadError> {
    let count = numbers(text).nth(1).flatten().unwrap_or_default();
    let known: Vec<u16> = numbers(text).skip(HEAD).map_while(|number| number).collect();
    let point = |rank: u16, file: u16| Square::at(8 - i8::try_from(file).ok()?, i8::try_from(rank).ok()?);
    let steps = known.chunks(STEP).take(count.into()).filter_map(|step| step.get(2..6));
    let codes: Vec<u16> =
        steps.map(|step| code_of(point(step[0], step[1]), point(step[2], step[3]))).collect();
    let is_cut = codes.len() < usize::from(count);
    let mut tree = RawTree::of_line(points(Format::Che), codes)?;
    if is_cut {
        tree.leave_out(ReadReason::Truncated.into());
    }
    tree.build(Record::default())
}
