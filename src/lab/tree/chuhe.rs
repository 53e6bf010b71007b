//! Runs the engine's own search and counts its work like that of the other methods.

use super::watch::Watch;
use super::{Counts, Found, Stopped, Value, WIN};
use chuhe_engine::limits::Limits;
use chuhe_engine::score::Score;
use chuhe_engine::session::Tally;
use chuhe_engine::session::{Options, Session};
use chuhe_rules::board::Board;
use chuhe_rules::fen::Position;
use chuhe_rules::game::Game;
use std::time::Duration;

/// Size of the hash table in MiB.
const HASH: usize = 16;
/// Time between two checks for a stop.
const SLICE: Duration = Duration::from_millis(20);

/// Runs the engine's search by iterative deepening up to `depth`. It always uses the handcrafted
/// evaluation, whichever one the other methods use.
pub(crate) fn search<W: Watch>(board: &Board, depth: u32, watch: &mut W) -> Result<Found, Stopped> {
    let game = Game::new(Position { board: board.clone(), ..Position::default() });
    let mut session = Session::new(HASH);
    let limits = Limits { depth: Some(depth as i32), ..Limits::default() };
    session.begin(&game, Options { limits, ..Options::default() });
    let counts = |session: &Session| {
        let Tally { nodes, leaves, cutoffs, researches, tt_cutoffs: known, .. } = session.tally();
        Counts { nodes, leaves, cutoffs, researches, known }
    };
    while !session.step(SLICE, &mut |_| {}) {
        if !watch.goes_on(&counts(&session)) {
            return Err(Stopped);
        }
    }
    let counts = counts(&session);
    let info = session.finish().info;
    let value = match info.line.score {
        Score::Centipawns(value) => value,
        Score::Mate(plies) if plies > 0 => WIN - plies as Value,
        Score::Mate(plies) => -WIN - plies as Value,
    };
    Ok(Found { value, line: info.line.pv, counts })
}
