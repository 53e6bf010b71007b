//! Writes a review into a record.

use super::words::Words;
use chuhe::records::{Export, NodeId, Record};
use chuhe::review::verdicts::{centipawns, opposite};
use chuhe::review::{Finding, Review};
use chuhe::rules::notation::Notation;
use chuhe::rules::types::{Color, Move};

/// Writes a review of the main line into a record: an evaluation at each position, and at each mistake its sign,
/// the chances before and after, the reason, and the better line as a variation. Existing annotations stay, except
/// evaluations.
pub fn annotate(record: &mut Record, review: &Review, words: &Words, to: Export) {
    let notation = if let Export::Pgn(notation) = to { notation } else { Notation::Iccs };
    let places: Vec<NodeId> = [NodeId::ROOT].into_iter().chain(record.main_nodes()).collect();
    let texts = record.texts(notation);
    let first = record.start().board.turn();
    for (ply, (place, judged)) in places.iter().zip(&review.positions).enumerate() {
        let turn = if ply % 2 == 0 { first } else { !first };
        let score = if turn == Color::Red { judged.score } else { opposite(judged.score) };
        let mistake = ply.checked_sub(1).and_then(|ply| review.moves.get(ply)?.finding.as_ref());
        let said = mistake.map_or_else(String::new, |finding| {
            let number = record.start().fullmove as usize + (ply - 1 + first.index()) / 2;
            let is_turn = review.turning_points.0.contains(&Some(ply - 1));
            comment(finding, is_turn.then_some((number, &*texts[place.index()])), words)
        });
        let node = record.node_mut(*place);
        let comment = [node.comment(), &said].into_iter().filter(|text| !text.is_empty());
        let comment = comment.collect::<Vec<_>>().join("\n");
        node.annotate(&comment, Some(centipawns(score)));
        node.add_signs(mistake.map(|finding| finding.label.sign()).as_slice());
    }
    for (place, judged) in places.iter().zip(&review.moves) {
        if let Some(finding) = &judged.finding {
            add_line(record, *place, &finding.better);
        }
    }
}

/// Returns the comment on a mistake; on a turning point it includes the number and text of the move.
fn comment(finding: &Finding, turn: Option<(usize, &str)>, words: &Words) -> String {
    let percent = |score| format!("{:.0}", 100.0 * chuhe::engine::wdl::expectation(score));
    let (before, after) = (percent(finding.scores.best), percent(finding.scores.played));
    let fall = words.say("analysis.review.fall", &[("before", &before), ("after", &after)]);
    let why = words.why(&finding.explanation);
    let turned = turn.map_or_else(String::new, |(number, text)| {
        words.say("analysis.turning.found", &[("number", &number.to_string()), ("move", text)])
    });
    let parts = [turned, fall, why].into_iter().filter(|text| !text.is_empty());
    parts.collect::<Vec<_>>().join("\n")
}

/// Adds a line as a variation, up to the limits of a record.
fn add_line(record: &mut Record, place: NodeId, line: &[Move]) {
    let _ = line.iter().try_fold(place, |place, mv| record.add(place, *mv));
}
