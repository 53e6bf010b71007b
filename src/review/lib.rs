#![doc = include_str!("README.md")]
//!
//! # Modules
//!
//! Every position is searched in the same way, without memory of the one before. Where a move seems to lose chances,
//! the positions before and after it are searched again with more nodes ([`Nodes`]). If it still does, it is compared
//! with the better move by two searches with the same number of nodes; it is a mistake only if it is worse there too
//! ([`verdicts`]). A mistake is explained only by facts that its lines prove by the rules
//! ([`explain`]).
//!
//! A [`Reviewer`] owns its engine. The page runs the same [`Walk`] in wasm, with the engine in a worker: [`answers`].

pub mod answers;
pub mod explain;
pub mod facts;
pub mod judge;
mod line;
mod material;
mod reasons;
mod report;
mod summary;
mod turning_point;
pub mod verdicts;

pub use answers::{Answers, Request};
pub use facts::{Explanation, Fact};
pub use judge::{Answer, Engine, Finding, Judged, MoveJudged, Nodes, SearchLimit, Walk};
pub use report::{FactReport, MistakeReport, PositionReport, ReviewReport, SideReport};
pub use summary::{Summary, summary};
pub use turning_point::WayBack;
pub use verdicts::Label;
use verdicts::opposite;

use chuhe_engine::eval::nnue::Network;
use chuhe_engine::session::{Options, Session};
use chuhe_engine::tt::NoMemory;
use chuhe_rules::game::Game;
use chuhe_rules::types::{ByColor, Color};
use std::convert::Infallible;
use std::sync::Arc;

/// Size of a [`Reviewer`]'s hash table in MiB, the same as of the page's second engine, because the results of a
/// search depend on it.
pub const HASH: usize = 16;

/// The results of a review.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// Evaluations of the positions, the start position first: one more than there are moves. Where a position was
    /// searched again, this is the later evaluation. The positions around a mistake have the scores of its finding;
    /// between two mistakes, that of the earlier one.
    pub positions: Vec<Judged>,
    /// Evaluations of the moves.
    pub moves: Vec<MoveJudged>,
    /// Each side's move that lowered its chances most in a game not yet lost, as an index in `moves`. `None` if no
    /// single move turned the game.
    pub turning_points: ByColor<Option<usize>>,
}

/// An engine that reviews games.
pub struct Reviewer {
    session: Session,
    nodes: Nodes,
}

impl Reviewer {
    /// Creates a reviewer that searches with these numbers of nodes and knows solved endings. Without a network it uses the
    /// handcrafted evaluation.
    ///
    /// # Errors
    /// [`NoMemory`] if the hash table of [`HASH`] MiB cannot be allocated.
    pub fn new(nodes: Nodes, network: Option<Arc<Network>>) -> Result<Reviewer, NoMemory> {
        let mut session = Session::try_new(HASH)?;
        session.set_network(network);
        #[cfg(not(target_arch = "wasm32"))]
        session.set_endings(chuhe_endings::TableSet::embedded());
        Ok(Reviewer { session, nodes })
    }

    /// Reviews a game under its own rule set. The same game gives the same review on every machine, whatever was
    /// reviewed before.
    pub fn review(&mut self, game: &Game) -> Review {
        let mut walk = Walk { game, engine: &mut self.session, nodes: self.nodes };
        let Ok(review) = walk.review();
        review
    }
}

/// Returns the latest evaluation of each position.
fn latest(positions: &[Judged], moves: &[MoveJudged]) -> Vec<Judged> {
    let mut latest = positions.to_vec();
    for (ply, judged) in moves.iter().enumerate() {
        if let Some((before, after)) = judged.again {
            (latest[ply], latest[ply + 1]) = (before, after);
        }
    }
    let findings = || moves.iter().enumerate().filter_map(|(ply, it)| Some((ply, it.finding.as_ref()?)));
    for (ply, finding) in findings() {
        latest[ply].score = finding.scores.best;
    }
    for (ply, finding) in findings() {
        latest[ply + 1].score = opposite(finding.scores.played);
    }
    latest
}

impl<E: Engine> Walk<'_, E> {
    /// Evaluates every position and every move of the game.
    ///
    /// # Errors
    /// The engine's, if it has no answer.
    pub fn review(&mut self) -> Result<Review, E::Error> {
        self.review_watched(&mut |_, _| ())
    }

    /// Evaluates every position and every move of the game. After each it calls `on_progress` with the number of those
    /// done and their total.
    ///
    /// # Errors
    /// The engine's, if it has no answer.
    pub fn review_watched(&mut self, on_progress: &mut dyn FnMut(usize, usize)) -> Result<Review, E::Error> {
        let count = self.game.plies().len();
        let total = 2 * count + 1;
        let mut positions: Vec<Judged> = Vec::with_capacity(count + 1);
        for ply in 0..=count {
            positions.push(self.judge_position(ply)?);
            on_progress(positions.len(), total);
        }
        let mut moves: Vec<MoveJudged> = Vec::with_capacity(count);
        for ply in 0..count {
            moves.push(self.judge_move(ply, &positions[ply], &positions[ply + 1..])?);
            on_progress(positions.len() + moves.len(), total);
        }
        let positions = latest(&positions, &moves);
        let turning_points = ByColor(Color::ALL.map(|side| {
            let chances = turning_point::chances_of(self.game, |ply| positions.get(ply), side);
            turning_point::falls(&chances).find(|ply| moves[*ply].finding.is_some())
        }));
        Ok(Review { positions, moves, turning_points })
    }
}

impl Engine for Session {
    type Error = Infallible;

    fn ask(&mut self, game: &Game, limit: SearchLimit) -> Result<Answer, Infallible> {
        self.new_game();
        let report = self.go(game, Options { limits: limit.into(), ..Options::default() }, &mut |_| ());
        let line = report.info.line;
        Ok(Answer { best: report.best, score: line.score, pv: line.pv, depth: line.depth })
    }
}
