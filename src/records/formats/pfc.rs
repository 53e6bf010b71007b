//! Reads PFC, the XML format of 鹏飞象棋.
//!
//! An element `n` is a move, `m="h2e2"`, and contains the moves that follow it. The attribute `c` is its comment, and
//! `default` marks the main move among several. The outermost element has the FEN and the result. The values that the
//! program calculated (`s`, `d`, `t`) are ignored, because it is unknown from which side's view they count. Sources:
//! the sample files, `function.dataToNode.js` of vschess.

use super::raw::{RawTree, code_of, points};
use super::start;
use super::xml::{Part, Parts, attribute};
use crate::error::{ReadError, ReadReason};
use crate::tags::read_result_field;
use crate::{Format, Found, Record};
use chuhe_rules::game::Outcome;
use chuhe_rules::types::Move;

/// Reads the tree.
pub(crate) fn read(text: &str) -> Result<Found, ReadError> {
    let mut tree = RawTree::new(points(Format::Pfc));
    let (mut fen, mut result) = (String::new(), None);
    // The open elements, the innermost last. The flag is true if a child of the element is marked as the main move.
    let mut open: Vec<(u32, bool)> = Vec::new();
    let mut is_over = false;
    for part in Parts::new(text) {
        match part {
            Part::Open { name: "n", attributes, is_whole } => {
                let place = attribute(attributes, "m").unwrap_or_default();
                let node = match open.last_mut() {
                    None => {
                        fen = place;
                        result = attribute(attributes, "win").and_then(|text| read_result_field(&text));
                        RawTree::ROOT
                    }
                    Some((parent, has_main)) => {
                        let Ok(mv) = place.parse::<Move>() else {
                            tree.leave_out(ReadError::new(ReadReason::UnknownText).at_token(&place));
                            break;
                        };
                        let node = tree.add(*parent, code_of(Some(mv.from()), Some(mv.to())))?;
                        if !*has_main && attribute(attributes, "default").is_some() {
                            *has_main = true;
                            tree.promote_last(*parent);
                        }
                        node
                    }
                };
                tree.node_mut(node).say(attribute(attributes, "c").unwrap_or_default());
                if !is_whole {
                    open.push((node, false));
                }
                is_over = open.is_empty();
            }
            Part::Close => {
                open.pop();
                is_over = open.is_empty();
            }
            _ => {}
        }
        if is_over {
            break;
        }
    }
    if !is_over {
        tree.leave_out(ReadReason::Truncated.into());
    }
    let start = start::from_fen(fen.trim(), tree.first_move().map(Move::from))?;
    let mut record = Record::new(start);
    record.result = result.unwrap_or(Outcome::Ongoing);
    tree.build(record)
}
