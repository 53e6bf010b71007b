//! Requests that are refused.

use axum::Json;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// Why a request is refused.
#[derive(Serialize)]
pub(crate) struct Fault {
    #[serde(skip)]
    pub(crate) status: StatusCode,
    pub(crate) code: &'static str,
    /// A field of the form, known or not, or a header.
    pub(crate) field: String,
    pub(crate) value: String,
    pub(crate) message: String,
}

impl Fault {
    /// A fault of whoever asks, answered 400.
    pub(crate) fn new(code: &'static str, field: &str, value: &str, message: impl ToString) -> Fault {
        let (field, value, message) = (field.to_owned(), value.to_owned(), message.to_string());
        Fault { status: StatusCode::BAD_REQUEST, code, field, value, message }
    }

    /// The answer, as text or in JSON.
    pub(crate) fn answer(self, is_json: bool) -> Response {
        match is_json {
            true => (self.status, Json(self)).into_response(),
            false => (self.status, format!("error: {}\n", self.message)).into_response(),
        }
    }
}

/// Whether a request asks for an answer in JSON.
pub(crate) fn wants_json(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|kind| {
        kind.split(';').next().is_some_and(|name| name.trim().eq_ignore_ascii_case("application/json"))
    })
}
