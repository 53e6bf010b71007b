//! Explains why a move is bad by facts that its lines prove: the effect of the line that punishes it, the effect
//! of the better line, and the reason in the position. Nothing else is claimed.
//!
//! The names of facts are those of the page, whose sentences are `analysis.review.why.…` in `www/locales/analysis`.

use super::facts::{Explanation, Fact, Question};
use super::line::{Step, after, play_out, refused, value_of};
use super::material::{Balance, balance_of};
use super::reasons::reason_for;
use super::verdicts::Comparison;
use chuhe_engine::score::Score;
use chuhe_engine::wdl::expectation;
use chuhe_rules::game::{Outcome, Reason};
use chuhe_rules::types::{Color, Piece};

/// Smallest loss that is reported, in soldiers.
const LEAST: f64 = 1.0;
/// Smallest missed gain that is reported, in soldiers: a single soldier is no reason.
const LEAST_MISSED: f64 = 3.0;
/// Greatest share of a loss that the better line may suffer too; otherwise the move is not its cause.
const SHARED: f64 = 0.3;
/// Least fall of the score in centipawns for each lost soldier; otherwise something compensates the loss.
const COHERENT: f64 = 35.0;
/// Chances of the better move above which a draw gives something away.
const WORTH: f64 = 0.6;

/// Explains a move by all proved facts.
pub fn explain(question: &Question<'_>) -> Explanation {
    if let Some(told) = by_rules(question) {
        return Explanation { facts: vec![told], reason: None };
    }
    let lines = Lines::of(question);
    if lines.played.is_empty() {
        return Explanation::default();
    }
    let scores = question.scores;
    let played = balance_of(&lines.played, lines.side);
    let better = balance_of(&lines.better, lines.side);
    let (played, better) = (played.as_ref(), better.as_ref());
    let lost = lines
        .mate_allowed(scores)
        .or_else(|| lines.repetition_lost())
        .or_else(|| lines.material_lost(played, better, scores));
    let missed = lines.mate_missed(scores).or_else(|| match lost {
        Some(_) => None,
        None => lines.material_missed(played, better, scores),
    });
    let reason = lost.as_ref().and_then(|_| reason_for(question));
    let fork = lost.as_ref().and_then(|_| lines.fork());
    Explanation { facts: [lost, missed, fork].into_iter().flatten().collect(), reason }
}

/// Returns the fact of a move that itself ends the game in a loss or a needless draw, or must lose by repetition.
fn by_rules(Question { game, played, scores, .. }: &Question<'_>) -> Option<Fact> {
    if refused(game, *played).is_some() {
        return None;
    }
    if let Some(loss) = game.loss_by_repetition(*played) {
        return Some(Fact::named(format!("repetition-{}", loss.reason?.code())));
    }
    let verdict = after(game, *played).verdict();
    let is_given = verdict.outcome == Outcome::Draw && expectation(scores.best) > WORTH;
    is_given.then_some(Fact::named(format!("draw-{}", verdict.reason?.code())))
}

/// The two lines of a question, played out.
struct Lines {
    /// Side of the move in question.
    side: Color,
    /// The line from the move on.
    played: Vec<Step>,
    better: Vec<Step>,
}

/// Returns whether a line ends in a win by mate or stalemate on the board.
fn ends_in_mate(steps: &[Step], winner: Color) -> bool {
    steps.last().is_some_and(|Step { verdict, .. }| {
        verdict.outcome == Outcome::Win(winner)
            && matches!(verdict.reason, Some(Reason::Checkmate | Reason::Stalemate))
    })
}

/// Counts the moves of a side in a line.
fn moves_of(steps: &[Step], side: Color) -> usize {
    steps.iter().filter(|step| step.side == side).count()
}

/// Returns whether a side captures in a line.
fn takes(steps: &[Step], side: Color) -> bool {
    steps.iter().any(|step| step.side == side && step.taken.is_some())
}

/// Returns the fall of the score in centipawns; infinite if either score is a mate.
fn fall_of(scores: Comparison) -> f64 {
    match (scores.played, scores.best) {
        (Score::Centipawns(played), Score::Centipawns(best)) => f64::from(best - played),
        _ => f64::INFINITY,
    }
}

impl Lines {
    fn of(Question { game, played, punishment, better, .. }: &Question<'_>) -> Lines {
        let line = [*played].into_iter().chain(punishment.iter().copied());
        let (side, played) = (game.board().turn(), play_out(game, line));
        Lines { side, played, better: play_out(game, better.iter().copied()) }
    }

    fn mate_allowed(&self, scores: Comparison) -> Option<Fact> {
        let winner = !self.side;
        let is_mate = matches!(scores.played, Score::Mate(..0));
        let is_lost_anyway = matches!(scores.best, Score::Mate(..0)) || ends_in_mate(&self.better, winner);
        let is_told = is_mate && !is_lost_anyway && ends_in_mate(&self.played, winner);
        is_told.then(|| Fact { count: Some(moves_of(&self.played, winner)), ..Fact::named("mate") })
    }

    fn mate_missed(&self, scores: Comparison) -> Option<Fact> {
        let is_mate = matches!(scores.best, Score::Mate(1..));
        // A slower mate is not a missed mate.
        let is_still_mate = matches!(scores.played, Score::Mate(1..));
        let is_told = is_mate && !is_still_mate && ends_in_mate(&self.better, self.side);
        let count = Some(moves_of(&self.better, self.side));
        is_told.then(|| Fact { count, ..Fact::named("missed-mate") })
    }

    /// Returns the fact that the punishing line ends in a repetition won by the other side.
    fn repetition_lost(&self) -> Option<Fact> {
        let verdict = &self.played.last()?.verdict;
        let reason = verdict.reason?;
        let is_by =
            matches!(reason, Reason::PerpetualCheck | Reason::PerpetualChase | Reason::PerpetualAttack);
        let is_told = is_by && verdict.outcome == Outcome::Win(!self.side);
        is_told.then(|| Fact::named(format!("repetition-later-{}", reason.code())))
    }

    fn material_lost(
        &self,
        played: Option<&Balance>,
        better: Option<&Balance>,
        scores: Comparison,
    ) -> Option<Fact> {
        let played = played?;
        if played.net > -LEAST || fall_of(scores) < -played.net * COHERENT || self.better.is_empty() {
            return None;
        }
        let unsettled = if takes(&self.better, !self.side) { f64::NEG_INFINITY } else { 0.0 };
        if better.map_or(unsettled, |better| better.net) < played.net * SHARED {
            return None;
        }
        let count = moves_of(&self.played[..=played.ply], !self.side);
        told("lose", (&played.lost, &played.gained), played.net, count)
    }

    fn material_missed(
        &self,
        played: Option<&Balance>,
        better: Option<&Balance>,
        scores: Comparison,
    ) -> Option<Fact> {
        let better = better?;
        if better.net < LEAST_MISSED || fall_of(scores) < better.net * COHERENT {
            return None;
        }
        let unsettled = if takes(&self.played, self.side) { f64::INFINITY } else { 0.0 };
        if played.map_or(unsettled, |played| played.net) > better.net * SHARED {
            return None;
        }
        let count = moves_of(&self.better[..=better.ply], self.side);
        told("missed", (&better.gained, &better.lost), better.net, count)
    }

    /// Returns the fact that the first move of the punishment gives check and its piece captures another next.
    fn fork(&self) -> Option<Fact> {
        let (first, second) = (self.played.get(1)?, self.played.get(3)?);
        let (square, taken) = (second.mv.to(), second.taken.filter(|_| first.is_check)?);
        let is_same_piece = second.mv.from() == first.mv.to();
        let stood = first.board.piece_at(square) == Some(taken);
        (is_same_piece && stood).then(|| Fact { other: Some(taken), ..Fact::at("fork", first.piece, square) })
    }
}

/// Returns the fact of a balance, given the family of facts, the lost and gained pieces, the net value in soldiers
/// and the number of moves.
fn told(family: &str, (lost, gained): (&[Piece], &[Piece]), net: f64, count: usize) -> Option<Fact> {
    let when = if count <= 1 { "now" } else { "later" };
    let fact = |kind: String, piece: Piece, other: Option<Piece>| Fact {
        piece: Some(piece),
        other,
        count: Some(count),
        ..Fact::named(format!("{family}-{kind}"))
    };
    match (lost, gained) {
        ([piece], []) => return Some(fact(format!("piece-{when}"), *piece, None)),
        ([piece], [price]) if value_of(*piece) > value_of(*price) => {
            return Some(fact(format!("exchange-{when}"), *piece, Some(*price)));
        }
        ([piece, second], []) if piece.role() != second.role() => {
            return Some(fact("two".to_owned(), *piece, Some(*second)));
        }
        _ => {}
    }
    let soldiers = net.abs().round() as usize;
    (soldiers >= 2).then(|| Fact { count: Some(soldiers), ..Fact::named(format!("{family}-material")) })
}
