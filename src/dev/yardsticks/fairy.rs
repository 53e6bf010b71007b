//! Plays by Fairy-Stockfish with limits. The program `fairy-stockfish` must be installed.

use super::{Player, Random};
use crate::matches::dialect::{Allowance, Protocol};
use crate::matches::engine::{Engine, Setup};
use crate::matches::limit::Limit;
use chuhe::rules::game::Game;
use chuhe::rules::notation::coordinate::RankBase;
use chuhe::rules::types::{ByColor, Move};
use std::time::Duration;

/// The time for a move where only the skill is limited.
const TIME: Duration = Duration::from_millis(100);
/// The longest time to wait for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Fairy {
    engine: Engine,
    limit: Limit,
}

impl Fairy {
    pub(crate) fn to_depth(depth: u32) -> Result<Fairy, String> {
        Fairy::start(None, Limit { depth: Some(depth), ..Limit::default() })
    }

    pub(crate) fn of_skill(skill: i32) -> Result<Fairy, String> {
        Fairy::start(Some(skill), Limit { movetime: Some(TIME), ..Limit::default() })
    }

    fn start(skill: Option<i32>, limit: Limit) -> Result<Fairy, String> {
        let variant = ("UCI_Variant".to_owned(), "xiangqi".to_owned());
        let skill = skill.map(|skill| ("Skill Level".to_owned(), skill.to_string()));
        let setup = Setup {
            command: "fairy-stockfish".to_owned(),
            protocol: Protocol::Uci,
            options: [Some(variant), skill].into_iter().flatten().collect(),
            base: RankBase::One,
        };
        let engine = Engine::start(&setup).map_err(|trouble| format!("fairy-stockfish: {trouble}"))?;
        Ok(Fairy { engine, limit })
    }
}

impl Player for Fairy {
    fn choose(&mut self, game: &Game, _: &mut Random) -> Option<Move> {
        let left = ByColor([Duration::ZERO; 2]);
        let allowance = Allowance { limit: self.limit, left, turn: game.board().turn() };
        let thought = self.engine.think(game, &allowance, PATIENCE);
        // A failing program must not lose games by its failure.
        thought.map_or_else(|trouble| panic!("fairy-stockfish: {trouble}"), |thought| Some(thought.mv))
    }
}
