//! Walks through a game: searches every position in the same way, and compares a move that seems to lose chances
//! with the better move.

use super::explain::explain;
use super::facts::{Explanation, Question};
use super::verdicts::{Comparison, LOOK, Label, SUSPECT, judge, loss_of, mildest, opposite};
use chuhe_engine::limits::Limits;
use chuhe_engine::score::Score;
use chuhe_engine::wdl::expectation;
use chuhe_rules::game::{Game, Outcome};
use chuhe_rules::types::{Color, Move};

/// Least length of a line in plies, unless the game ends.
const LEAST_LINE: usize = 8;
/// Greatest number of searches that extend a line until its mate is on the board.
const ENDINGS: usize = 4;

/// Numbers of nodes for the searches of a review.
///
/// Every position is searched by `first` nodes. Where a move seems to lose chances, the positions before and after it
/// are searched again, by `position` nodes. Where it still does, it is compared with the better move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nodes {
    /// Number of nodes for each position of the game.
    pub first: u64,
    /// Number of nodes for the positions before and after a move that seems to lose chances; at least `first`.
    pub position: u64,
    /// Number of nodes for each of the two searches of a comparison.
    pub comparison: u64,
}

impl Nodes {
    /// The numbers of the page's review: enough to find a combination.
    pub const USUAL: Nodes = Nodes { first: 40_000, position: 150_000, comparison: 250_000 };

    /// Returns this number for the positions around a suspected move, and the usual proportions of it for the others.
    pub const fn of(position: u64) -> Nodes {
        let (first, comparison) = (Nodes::USUAL.first, Nodes::USUAL.comparison);
        Nodes { first: part(position, first), position, comparison: part(position, comparison) }
    }
}

/// Returns the number of nodes that is to `position` as `nodes` to the usual number; at least 1.
const fn part(position: u64, nodes: u64) -> u64 {
    let part = position.saturating_mul(nodes) / Nodes::USUAL.position;
    if part == 0 { 1 } else { part }
}

/// The evaluation of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judged {
    /// Score for the side to move.
    pub score: Score,
    /// The best move; `None` if the game is over.
    pub best: Option<Move>,
    /// Whether the game is over by the rules, so that nothing was searched.
    pub is_over: bool,
}

/// The evaluation of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveJudged {
    /// Side that moved.
    pub side: Color,
    /// Loss of the mover's chances, 0 to 1.
    pub loss: f64,
    /// The positions before and after the move as they were searched again, because the move seemed to lose chances.
    pub again: Option<(Judged, Judged)>,
    /// Details of the mistake; `None` if the move has no label.
    pub finding: Option<Finding>,
}

impl MoveJudged {
    /// Returns the label of the move, if any.
    pub fn label(&self) -> Option<Label> {
        self.finding.as_ref().map(|finding| finding.label)
    }
}

/// The details of a mistake.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// Gravity of the mistake.
    pub label: Label,
    /// The played move.
    pub played: Move,
    /// The better move.
    pub best: Move,
    /// The line after the played move.
    pub punishment: Vec<Move>,
    /// The line instead of the played move, beginning with the better move.
    pub better: Vec<Move>,
    /// The mover's scores after the played and the better move, by the mildest comparison: that of the loss.
    pub scores: Comparison,
    /// The facts that explain the mistake.
    pub explanation: Explanation,
}

/// The parts of an engine's answer that a review uses.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The move to play.
    pub best: Option<Move>,
    /// Score for the side to move.
    pub score: Score,
    /// The expected line.
    pub pv: Vec<Move>,
    /// Depth in plies.
    pub depth: i32,
}

/// The limit of a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SearchLimit {
    /// Number of nodes.
    Nodes(u64),
    /// Depth of the last iteration, in plies.
    Depth(i32),
}

impl From<SearchLimit> for Limits {
    fn from(limit: SearchLimit) -> Limits {
        match limit {
            SearchLimit::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            SearchLimit::Depth(depth) => Limits { depth: Some(depth), ..Limits::default() },
        }
    }
}

/// The engine that answers a review's requests for searches.
pub trait Engine {
    /// The reason why there is no answer.
    type Error;

    /// Searches the current position of a game, without any memory of earlier searches.
    ///
    /// # Errors
    /// [`Engine::Error`] if there is no answer. The review's step then ends with the same error.
    fn ask(&mut self, game: &Game, limit: SearchLimit) -> Result<Answer, Self::Error>;
}

/// The result of a search after a move, with the mover's score.
struct Searched {
    score: Score,
    pv: Vec<Move>,
    /// Depth in plies; `None` for a mate or the end of the game, which no deeper search changes.
    depth: Option<i32>,
}

/// The comparisons, the line after the played move, and the line from the better move on.
type Compared = (Vec<Comparison>, Vec<Move>, Vec<Move>);

/// A walk through the moves of a game.
pub struct Walk<'a, E> {
    /// The game as it was played.
    pub game: &'a Game,
    /// The engine that searches.
    pub engine: &'a mut E,
    /// Numbers of nodes for the searches.
    pub nodes: Nodes,
}

/// Returns the game up to `ply`, followed by a line up to its first illegal move.
///
/// # Panics
/// If the game has fewer than `ply` moves.
pub fn replayed(game: &Game, ply: usize, line: &[Move]) -> Game {
    let mut next = Game::new(game.start().clone()).under(game.ruleset());
    let moves = game.plies()[..ply].iter().map(|ply| ply.mv).chain(line.iter().copied());
    // Stop at the first illegal move.
    let _ = moves.map(|mv| next.play(mv)).take_while(Result::is_ok).count();
    next
}

/// Returns the score of a finished game for the side to move; `None` while the game goes on.
fn score_of_end(game: &Game) -> Option<Score> {
    match game.verdict().outcome {
        Outcome::Ongoing => None,
        Outcome::Draw => Some(Score::Centipawns(0)),
        Outcome::Win(winner) => Some(Score::Mate(i32::from(winner == game.board().turn()))),
    }
}

/// Returns whether a move seems to lose chances by the first searches: of the position before it, of that after it and of
/// that after the reply.
fn seems_to_lose(before: &Judged, after: &[Judged]) -> bool {
    let had = expectation(before.score);
    let kept = after.iter().zip([true, false]).map(|(judged, is_opponents)| {
        expectation(if is_opponents { opposite(judged.score) } else { judged.score })
    });
    kept.fold(had, f64::min) <= had - LOOK
}

impl<E: Engine> Walk<'_, E> {
    /// Evaluates the position after `ply` moves, by [`Nodes::first`] nodes.
    ///
    /// # Errors
    /// The engine's, if it has no answer.
    ///
    /// # Panics
    /// If the game has fewer than `ply` moves.
    pub fn judge_position(&mut self, ply: usize) -> Result<Judged, E::Error> {
        self.judge_by(ply, self.nodes.first)
    }

    fn judge_by(&mut self, ply: usize, nodes: u64) -> Result<Judged, E::Error> {
        let game = replayed(self.game, ply, &[]);
        if let Some(score) = score_of_end(&game) {
            return Ok(Judged { score, best: None, is_over: true });
        }
        let Answer { best, score, .. } = self.engine.ask(&game, SearchLimit::Nodes(nodes))?;
        Ok(Judged { score, best, is_over: false })
    }

    /// Evaluates the move at `ply`, from 0, by the evaluations of the position before it and of those after it, in order.
    /// The position after the move is enough; the one after the reply shows what a short search saw too late.
    ///
    /// # Errors
    /// The engine's, if it has no answer.
    ///
    /// # Panics
    /// If the game has no move at `ply`.
    pub fn judge_move(
        &mut self,
        ply: usize,
        before: &Judged,
        after: &[Judged],
    ) -> Result<MoveJudged, E::Error> {
        let (side, played) = (self.game.mover(ply), self.game.plies()[ply].mv);
        let Nodes { first, position, .. } = self.nodes;
        let (mut before, mut next, mut again) = (*before, after.first().copied(), None);
        if first < position && before.best.is_some() && seems_to_lose(&before, after) {
            let both = (self.judge_by(ply, position)?, self.judge_by(ply + 1, position)?);
            (before, next, again) = (both.0, Some(both.1), Some(both));
        }
        let fall = next.map_or(0.0, |next| expectation(before.score) - expectation(opposite(next.score)));
        let innocent = |loss: f64| MoveJudged { side, loss: loss.max(0.0), again, finding: None };
        let Some(best) = before.best.filter(|best| *best != played) else { return Ok(innocent(0.0)) };
        if fall < SUSPECT || (first < position && again.is_none()) {
            return Ok(innocent(fall));
        }
        let (comparisons, punishment, better) = self.compare(ply, played, best)?;
        let loss = loss_of(&comparisons);
        let (Some(label), Some(scores)) = (judge(&comparisons), mildest(&comparisons)) else {
            return Ok(innocent(loss));
        };
        let punishment =
            self.followed(ply, &[played], punishment, matches!(scores.played, Score::Mate(_)))?;
        let better = self.followed(ply, &[], better, matches!(scores.best, Score::Mate(_)))?;
        let question = Question {
            game: replayed(self.game, ply, &[]),
            played,
            punishment: &punishment,
            better: &better,
            scores,
        };
        let explanation = explain(&question);
        let finding = Finding { label, played, best, punishment, better, scores, explanation };
        Ok(MoveJudged { side, loss, again, finding: Some(finding) })
    }

    /// Returns whether the move at `ply` is as good as `best`, by the same comparison as for a suspected mistake.
    /// With `must_mate` the move also has to lead to a mate, as after a missed mate.
    ///
    /// # Errors
    /// The engine's, if it has no answer.
    ///
    /// # Panics
    /// If the game has no move at `ply`.
    pub fn is_as_good(&mut self, ply: usize, best: Move, must_mate: bool) -> Result<bool, E::Error> {
        let played = self.game.plies()[ply].mv;
        let (comparisons, ..) = self.compare(ply, played, best)?;
        let is_mate = matches!(comparisons[0].played, Score::Mate(1..));
        Ok((is_mate || !must_mate) && judge(&comparisons).is_none())
    }

    /// Searches the position after `mv` is played instead of the move at `ply`. Returns the mover's score.
    fn searched_after(&mut self, ply: usize, mv: Move, limit: SearchLimit) -> Result<Searched, E::Error> {
        let game = replayed(self.game, ply, &[mv]);
        if let Some(end) = score_of_end(&game) {
            return Ok(Searched { score: opposite(end), pv: Vec::new(), depth: None });
        }
        let Answer { score, pv, depth, .. } = self.engine.ask(&game, limit)?;
        let depth = (!matches!(score, Score::Mate(_))).then_some(depth);
        Ok(Searched { score: opposite(score), pv, depth })
    }

    /// Compares the played move with the better one: two searches with the same number of nodes, and if one of them
    /// went deeper, again at the smaller depth.
    fn compare(&mut self, ply: usize, played: Move, best: Move) -> Result<Compared, E::Error> {
        let limit = SearchLimit::Nodes(self.nodes.comparison);
        let after_played = self.searched_after(ply, played, limit)?;
        let after_best = self.searched_after(ply, best, limit)?;
        let first = Comparison { played: after_played.score, best: after_best.score };
        let mut comparisons = vec![first];
        if let (Some(one), Some(other)) = (after_played.depth, after_best.depth)
            && one != other
        {
            let level = SearchLimit::Depth(one.min(other));
            let is_played_deeper = one > other;
            let deeper = if is_played_deeper { played } else { best };
            let score = self.searched_after(ply, deeper, level)?.score;
            comparisons.push(match is_played_deeper {
                true => Comparison { played: score, ..first },
                false => Comparison { best: score, ..first },
            });
        }
        let better = [best].into_iter().chain(after_best.pv).collect();
        Ok((comparisons, after_played.pv, better))
    }

    /// Extends a line, because the transposition table may have cut it short: to [`LEAST_LINE`] plies, or with a mate
    /// until the mate is on the board.
    fn followed(
        &mut self,
        ply: usize,
        before: &[Move],
        line: Vec<Move>,
        is_mate: bool,
    ) -> Result<Vec<Move>, E::Error> {
        let mut longer = line;
        for _ in 0..if is_mate { ENDINGS } else { 1 } {
            let game = replayed(self.game, ply, &[before, &longer].concat());
            if (!is_mate && longer.len() >= LEAST_LINE) || game.verdict().is_over() {
                return Ok(longer);
            }
            let pv = self.engine.ask(&game, SearchLimit::Nodes(self.nodes.position))?.pv;
            if pv.is_empty() {
                return Ok(longer);
            }
            longer.extend(pv);
        }
        Ok(longer)
    }
}
