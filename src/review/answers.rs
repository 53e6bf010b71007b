//! Stands for the engine in a review that cannot call it, as on the page, whose engine is in a worker.
//!
//! A step of the [`Walk`] that needs a missing answer from [`Answers`] ends with the [`Request`]. The caller has
//! the engine search, adds the answer, and repeats the step, which then gets farther. The engine gives the same
//! answer to the same request, so the repeated step makes the same requests in the same order.
//!
//! ```
//! use chuhe_review::{Answer, Answers, Nodes, SearchLimit, Walk};
//! use chuhe_engine::Score;
//! use chuhe_rules::Game;
//!
//! let (game, nodes) = (Game::default(), Nodes::of(1_000));
//! let mut answers = Answers::default();
//! let request = Walk { game: &game, engine: &mut answers, nodes }.judge_position(0).unwrap_err();
//! assert_eq!((request.moves.len(), request.limit), (0, SearchLimit::Nodes(nodes.first)));
//!
//! let best = Some("h2e2".parse()?);
//! answers.add(request, Answer { best, score: Score::Centipawns(20), pv: vec![], depth: 8 });
//! let judged = Walk { game: &game, engine: &mut answers, nodes }.judge_position(0).unwrap();
//! assert_eq!(judged.best, best);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Walk`]: super::Walk

use super::judge::{Answer, Engine, SearchLimit};
use chuhe_rules::game::Game;
use chuhe_rules::types::Move;
use std::collections::HashMap;

/// A search that a review needs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Request {
    /// The moves from the start of the game to the position to search.
    pub moves: Vec<Move>,
    /// Limit of the search.
    pub limit: SearchLimit,
}

/// The answers to the searches that were requested so far.
#[derive(Clone, Default, Debug)]
pub struct Answers(HashMap<Request, Answer>);

impl Answers {
    /// Adds the answer to a request.
    pub fn add(&mut self, request: Request, answer: Answer) {
        self.0.insert(request, answer);
    }
}

impl Engine for Answers {
    type Error = Request;

    /// Returns the answer that was added, or the request as the error.
    fn ask(&mut self, game: &Game, limit: SearchLimit) -> Result<Answer, Request> {
        let moves = game.plies().iter().map(|ply| ply.mv).collect();
        let request = Request { moves, limit };
        self.0.get(&request).cloned().ok_or(request)
    }
}
