//! Answers `POST /convert`, like the command of this name: turns a record of any format into another.

use super::State;
use super::events::json;
use super::fault::{Fault, wants_json};
use super::fields::{Fields, RECORD, Upload, place};
use crate::convert::{Form, Target, convert, convert_to_xqf, target};
use crate::sources::Source;
use axum::extract::{self, Request};
use axum::http::header;
use axum::response::{IntoResponse, Response};

/// Names of the fields.
pub(crate) const FIELDS: &[&str] = &[RECORD, "to", "moves-only", "evaluations", "clocks"];

/// The name of what a request sends, as of standard input.
pub(crate) const NAME: &str = "-";

/// Answers with the record, or in JSON with what is known about it too.
pub(crate) async fn answer(
    extract::State(state): extract::State<State>,
    request: Request,
) -> Result<Response, Fault> {
    let is_json = wants_json(request.headers());
    let _place = place(request.headers(), &state.large)?;
    let Upload { fields, record } = Fields::of_upload(request, FIELDS).await?;
    let to = fields.read("to", target)?;
    let form = Form {
        to: to.ok_or_else(|| Fault::new("badOption", "to", "", "the field 'to' is missing"))?,
        moves_only: fields.flag("moves-only")?.unwrap_or_default(),
        evaluations: fields.flag("evaluations")?,
        clocks: fields.flag("clocks")?,
    };
    let answered = state.pool.run(move |_, is_wanted| {
        let mut input = &*record;
        let source = Source::new(NAME, &mut input);
        Ok::<_, Fault>(match form.to {
            Target::Xqf if !is_json => {
                let file = convert_to_xqf(source, &form, is_wanted)?;
                ([(header::CONTENT_TYPE, "application/octet-stream")], file).into_response()
            }
            _ => {
                let report = convert(source, &form, is_wanted)?;
                if is_json { json(crate::json(&report)) } else { report.text.into_response() }
            }
        })
    });
    answered.await?
}
