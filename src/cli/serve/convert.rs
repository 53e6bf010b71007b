//! Answers `POST /convert` like the command of this name: converts records of any format.

use super::State;
use super::events::json;
use super::fault::{Fault, wants_json};
use super::fields::{Fields, MAX_RECORD, RECORD, Upload, keep, place};
use crate::convert::{Form, Target, convert, convert_to_xqf, target};
use crate::error::CliError;
use crate::sources::Source;
use axum::extract::{self, Request};
use axum::http::header;
use axum::response::{IntoResponse, Response};

/// Names of the fields.
pub(crate) const FIELDS: &[&str] = &[RECORD, "to", "moves-only", "evaluations", "clocks"];

/// The name of the record in answers, the same as for standard input.
pub(crate) const NAME: &str = "-";
/// Largest answer in bytes. A short record can stand for many games with long headers.
const MAX_ANSWER: usize = 4 * MAX_RECORD;

/// Answers with the converted record, or in JSON also with its format and the games that cannot be read.
pub(crate) async fn answer(
    extract::State(state): extract::State<State>,
    request: Request,
) -> Result<Response, Fault> {
    let is_json = wants_json(request.headers());
    let place = place(request.headers(), &state.large)?;
    let Upload { fields, record } = Fields::of_upload(request, FIELDS).await?;
    let to = fields.read("to", target)?;
    let form = Form {
        to: to.ok_or_else(|| Fault::new("badOption", "to", "", "the field 'to' is missing"))?,
        moves_only: fields.flag("moves-only")?.unwrap_or_default(),
        evaluations: fields.flag("evaluations")?,
        clocks: fields.flag("clocks")?,
    };
    let answered = state.pool.run(move |_, is_wanted| {
        let check = |size| match size {
            _ if !is_wanted() => Err(CliError::Cancelled),
            size if size > MAX_ANSWER => Err(CliError::LongAnswer(MAX_ANSWER)),
            _ => Ok(()),
        };
        let mut input = &*record;
        let source = Source::new(NAME, &mut input);
        Ok::<_, Fault>(match form.to {
            Target::Xqf if !is_json => {
                let file = convert_to_xqf(source, &form, &check)?;
                ([(header::CONTENT_TYPE, "application/octet-stream")], file).into_response()
            }
            _ => {
                let report = convert(source, &form, &check)?;
                if is_json { json(crate::json(&report)) } else { report.text.into_response() }
            }
        })
    });
    Ok(keep(place, answered.await??))
}
