//! Answers `POST /moves` and `POST /verdict` like the commands of these names with `--json`.

use super::events::json;
use super::fault::Fault;
use super::fields::Fields;
use crate::questions::{MovesReport, judged};
use axum::extract::Request;
use axum::response::Response;
use chuhe::report::VerdictReport;

/// Names of the form's fields for `/moves`.
pub(crate) const MOVES_FIELDS: &[&str] = &["fen", "move", "from"];
/// Names of the form's fields for `/verdict`.
pub(crate) const VERDICT_FIELDS: &[&str] =
    &["fen", "move", "from", "rules", "resigned", "timed-out", "agreed"];

/// Lists the legal moves.
pub(crate) async fn moves(request: Request) -> Result<Response, Fault> {
    let fields = Fields::of_form(request, MOVES_FIELDS).await?;
    Ok(json(crate::json(&MovesReport::legal(&fields.game()?))))
}

/// Judges a game.
pub(crate) async fn verdict(request: Request) -> Result<Response, Fault> {
    let fields = Fields::of_form(request, VERDICT_FIELDS).await?;
    let (_, verdict) = judged(fields.game()?, fields.ruleset()?, fields.declaration()?);
    Ok(json(crate::json(&VerdictReport::from(&verdict))))
}
