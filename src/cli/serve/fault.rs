//! Answers to refused requests.

use crate::LONGEST;
use crate::error::{CliError, ErrorReport};
use axum::Json;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// Seconds after which a client should repeat a request that was refused because too many wait.
const RETRY: HeaderValue = HeaderValue::from_static("1");

/// The reason why a request is refused.
pub(crate) struct Fault {
    pub(crate) status: StatusCode,
    /// The answer. Its `field` is the name of a field, which may not exist, of a header, or `body`.
    pub(crate) report: Box<ErrorReport>,
}

impl Fault {
    /// Creates a fault of the client, answered with status 400.
    pub(crate) fn new(code: &'static str, field: &str, value: &str, message: impl ToString) -> Fault {
        let short = |text: &str| text.chars().take(LONGEST).collect::<String>();
        let report = ErrorReport::new(code, &short(field), &short(value), short(&message.to_string()));
        Fault { status: StatusCode::BAD_REQUEST, report: Box::new(report) }
    }

    /// Changes the status.
    pub(crate) fn with(self, status: StatusCode) -> Fault {
        Fault { status, ..self }
    }

    /// Returns the response, as text or in JSON.
    pub(crate) fn answer(self, is_json: bool) -> Response {
        let status = self.status;
        let mut response = match is_json {
            true => (status, Json(self.report)).into_response(),
            false => (status, format!("error: {}\n", self.report.message)).into_response(),
        };
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, RETRY);
        }
        response
    }
}

/// A fault is answered in JSON unless the endpoint says otherwise.
impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        self.answer(true)
    }
}

impl From<CliError> for Fault {
    fn from(error: CliError) -> Fault {
        let ErrorReport { code, field, value, message, .. } = error.report();
        let is_named = message.starts_with(&field);
        let message = if is_named { message } else { format!("{field}: {message}") };
        match code {
            "failed" => Fault::new(code, "", "", message).with(StatusCode::INTERNAL_SERVER_ERROR),
            "tooLarge" => Fault::new(code, &field, &value, message).with(StatusCode::PAYLOAD_TOO_LARGE),
            _ => Fault::new(code, &field, &value, message),
        }
    }
}

/// Returns the fault of work that panicked.
pub(crate) fn failed() -> Fault {
    Fault::new("failed", "", "", "the program failed on it").with(StatusCode::INTERNAL_SERVER_ERROR)
}

/// Returns whether a request accepts an answer of this type by its name; `*/*` is not enough.
pub(crate) fn accepts(headers: &HeaderMap, kind: &str) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted
        .flat_map(|value| value.split(','))
        .any(|one| one.split(';').next().is_some_and(|name| name.trim().eq_ignore_ascii_case(kind)))
}

/// Returns whether a request accepts an answer in JSON.
pub(crate) fn wants_json(headers: &HeaderMap) -> bool {
    accepts(headers, "application/json")
}
