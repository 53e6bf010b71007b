//! Answers `POST /best`: finds a move for a position and the moves played from it.

use super::State;
use super::fault::{Fault, wants_json};
use super::fields::Fields;
use super::pool::Found;
use axum::extract::{self, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chuhe::engine::etiquette::{self, Outlook};
use chuhe::engine::score::Score;
use chuhe::engine::session::{Options, Report};
use chuhe::report::SearchReport;
use chuhe::rules::game::Declaration;
use chuhe::rules::types::Move;
use serde::Serialize;

/// Names of the form's fields.
pub(crate) const FIELDS: &[&str] = &[
    "fen", "move", "from", "rules", "depth", "nodes", "movetime", "level", "strength", "seed", "multipv",
    "book", "scores",
];

/// The result of a search.
#[derive(Serialize)]
pub(crate) struct Searched {
    #[serde(flatten)]
    report: SearchReport,
    nps: u64,
}

impl From<&Report> for Searched {
    fn from(report: &Report) -> Searched {
        Searched { report: SearchReport::from(report), nps: report.info.nodes_a_second() }
    }
}

/// The result of the search, with the decisions on resigning and draws that follow from the earlier scores too.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Best {
    #[serde(skip)]
    mv: Move,
    #[serde(flatten)]
    searched: Searched,
    accepts_draw: bool,
}

impl Best {
    /// Creates the answer; `None` if there is no move. `earlier` holds the scores of the side's earlier moves.
    fn of(found: Found, earlier: Vec<Score>) -> Option<Best> {
        let Found { report, outlook } = found;
        let outlook = outlook.map(|last| Outlook { scores: [earlier, last.scores].concat(), ..last });
        let conduct = outlook.as_ref().and_then(etiquette::conduct);
        let mut searched = Searched::from(&report);
        searched.report.resigns = matches!(conduct, Some(Declaration::Resignation(_)));
        searched.report.offers_draw = conduct == Some(Declaration::Agreement);
        let accepts_draw = outlook.as_ref().is_some_and(etiquette::accepts);
        Some(Best { mv: report.best?, searched, accepts_draw })
    }
}

/// Answers a request as text, or in JSON if the client requests it.
pub(crate) async fn answer(extract::State(state): extract::State<State>, request: Request) -> Response {
    let is_json = wants_json(request.headers());
    match find(&state, request).await {
        Ok(best) if is_json => axum::Json(best).into_response(),
        Ok(best) => best.mv.to_string().into_response(),
        Err(fault) => fault.answer(is_json),
    }
}

async fn find(state: &State, request: Request) -> Result<Best, Fault> {
    let fields = Fields::of_form(request, FIELDS).await?;
    let game = fields.game()?.under(fields.ruleset()?);
    let options = Options {
        limits: fields.limits()?,
        multipv: fields.multipv()?,
        level: fields.strength()?,
        seed: fields.number("seed", 0, u64::MAX)?.unwrap_or_default(),
        book: fields.flag("book")?.unwrap_or_default(),
    };
    let earlier = earlier(&fields)?;
    let found = state.pool.ask(game, options.ending()).await?;
    Best::of(found, earlier).ok_or_else(over)
}

/// Returns the fault of a position without a legal move.
pub(crate) fn over() -> Fault {
    Fault::new("gameOver", "fen", "", "the game is over: there is no move").with(StatusCode::CONFLICT)
}

/// Reads the scores of the same side's earlier moves, in the order of the game.
fn earlier(fields: &Fields) -> Result<Vec<Score>, Fault> {
    let read = |text: &str| match text.strip_prefix("mate") {
        Some(plies) => plies.parse().ok().map(Score::Mate),
        None => text.parse().ok().map(Score::Centipawns),
    };
    let message =
        |text: &str| format!("scores: '{text}' is neither a score such as -35 nor one such as mate-6");
    let texts = fields.text("scores").unwrap_or_default().split(',').map(str::trim);
    texts
        .filter(|text| !text.is_empty())
        .map(|text| read(text).ok_or_else(|| Fault::new("badOption", "scores", text, message(text))))
        .collect()
}
