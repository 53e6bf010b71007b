//! Answers `POST /analyse`: searches a position and reports the lines of each depth.

use super::State;
use super::best::{Searched, over};
use super::events::{Sender, channel};
use super::fault::Fault;
use super::fields::Fields;
use super::pool;
use axum::extract::{self, Request};
use axum::response::Response;
use chuhe::engine::session::{Event, Options, Session};
use chuhe::report::{InfoReport, LineReport};
use serde::Serialize;

/// Names of the form's fields.
pub(crate) const FIELDS: &[&str] = &["fen", "move", "from", "rules", "depth", "nodes", "movetime", "multipv"];

/// The lines of a finished depth.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DepthReport {
    /// The depth of the best line in plies.
    depth: i32,
    seldepth: usize,
    nodes: u64,
    nps: u64,
    time_ms: f64,
    /// Entries of this search in the hash table, in thousandths.
    hashfull: u32,
    /// The finished share of the search, 0 to 1.
    progress: f64,
    /// The lines, the best first.
    lines: Vec<LineReport>,
}

impl From<&Session> for DepthReport {
    fn from(session: &Session) -> DepthReport {
        let infos = session.infos();
        let lines = infos.iter().map(InfoReport::from).map(|info| {
            let InfoReport { multipv, score, bound, depth, pv, .. } = info;
            LineReport { multipv, score, bound, depth, pv }
        });
        let InfoReport { depth, seldepth, nodes, nps, time_ms, hashfull, progress, .. } =
            InfoReport::from(&session.snapshot());
        DepthReport { depth, seldepth, nodes, nps, time_ms, hashfull, progress, lines: lines.collect() }
    }
}

/// Answers by events during the search, or in JSON by its result.
pub(crate) async fn answer(
    extract::State(state): extract::State<State>,
    request: Request,
) -> Result<Response, Fault> {
    let headers = request.headers().clone();
    let fields = Fields::of_form(request, FIELDS).await?;
    let game = fields.game()?.under(fields.ruleset()?);
    let options = Options { limits: fields.limits()?, multipv: fields.multipv()?, ..Options::default() };
    if game.board().legal_moves().is_empty() {
        return Err(over());
    }
    let (sender, events) = channel();
    let options = state.pool.capped(options);
    state
        .pool
        .begin(move |session, _| {
            let is_wanted = || sender.is_wanted();
            let found = pool::search(session, &game, options, &is_wanted, &mut |session, event| {
                if event == Event::Iteration {
                    sender.step("depth", &DepthReport::from(session));
                }
            });
            end(sender, &Searched::from(&found.report));
        })
        .await?;
    Ok(events.answer(&headers).await)
}

fn end(sender: Sender, searched: &Searched) {
    sender.end(Ok(crate::json(searched)));
}
