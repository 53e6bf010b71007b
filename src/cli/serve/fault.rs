//! Answers to refused requests.

use axum::Json;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// The reason why a request is refused.
#[derive(Serialize)]
pub(crate) struct Fault {
    #[serde(skip)]
    pub(crate) status: StatusCode,
    pub(crate) code: &'static str,
    /// Name of a field of the form, existing or not, or of a header.
    pub(crate) field: String,
    pub(crate) value: String,
    pub(crate) message: String,
}

impl Fault {
    /// Creates a fault of the client, answered with status 400.
    pub(crate) fn new(code: &'static str, field: &str, value: &str, message: impl ToString) -> Fault {
        let (field, value, message) = (field.to_owned(), value.to_owned(), message.to_string());
        Fault { status: StatusCode::BAD_REQUEST, code, field, value, message }
    }

    /// Returns the response, as text or in JSON.
    pub(crate) fn answer(self, is_json: bool) -> Response {
        match is_json {
            true => (self.status, Json(self)).into_response(),
            false => (self.status, format!("error: {}\n", self.message)).into_response(),
        }
    }
}

/// Returns whether a request accepts an answer in JSON.
pub(crate) fn wants_json(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|kind| {
        kind.split(';').next().is_some_and(|name| name.trim().eq_ignore_ascii_case("application/json"))
    })
}
