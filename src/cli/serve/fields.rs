//! Reads the fields of a request: from its form, or from its address if its body is a file.

use super::fault::Fault;
use super::nearest::nearest;
use super::{MAX_BODY, SENDING};
use axum::body::{Body, BodyDataStream, Bytes};
use axum::extract::rejection::{BytesRejection, RawFormRejection};
use axum::extract::{FromRequest, RawForm, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use chuhe::records::MAX_BYTES;
use futures_core::Stream;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Content type of a form.
const FORM: &str = "application/x-www-form-urlencoded";
/// The field of a form that holds a record.
pub(crate) const RECORD: &str = "record";

/// Largest body with a record in bytes.
pub(crate) const MAX_RECORD: usize = MAX_BYTES;
/// Number of requests with a body above [`MAX_BODY`] at the same time, from their first byte to the last byte of the answer.
pub(crate) const LARGE: usize = 16;

/// The fields of a request as text, so that a fault can name a field and its value.
pub(crate) struct Fields {
    known: &'static [&'static str],
    values: Vec<(&'static str, String)>,
}

/// A record with the fields beside it.
pub(crate) struct Upload {
    pub(crate) fields: Fields,
    pub(crate) record: Bytes,
}

impl Upload {
    fn new(fields: Fields, record: Bytes) -> Result<Upload, Fault> {
        if record.is_empty() {
            return Err(Fault::new("empty", RECORD, "", "record: the record is missing or empty"));
        }
        Ok(Upload { fields, record })
    }
}

impl Fields {
    /// Reads the form within the time limit.
    pub(crate) async fn of_form(request: Request, known: &'static [&'static str]) -> Result<Fields, Fault> {
        Fields::of_long_form(request, known, MAX_BODY).await
    }

    /// Reads the form of at most `max` bytes within the time limit.
    async fn of_long_form(
        request: Request,
        known: &'static [&'static str],
        max: usize,
    ) -> Result<Fields, Fault> {
        // Refuse fields in the address: they would be ignored without a message.
        if let Some(query) = request.uri().query().filter(|query| !query.is_empty()) {
            let field = query.split('&').next().unwrap_or_default();
            let (name, value) = field.split_once('=').unwrap_or((field, ""));
            let meant = meant(name, known);
            let message = format!("{name}: fields are read from the form, not from the address{meant}");
            return Err(Fault::new("unknownField", name, value, message));
        }
        check_encoding(request.headers())?;
        Fields::collect(&form(request, max).await?, known, "form")
    }

    /// Reads a record within the time limit: the field `record` of a form, or a body of any other type but `multipart`,
    /// with the fields in the address.
    pub(crate) async fn of_upload(request: Request, known: &'static [&'static str]) -> Result<Upload, Fault> {
        check_encoding(request.headers())?;
        let kind = value(request.headers(), header::CONTENT_TYPE);
        let name = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if name.starts_with("multipart/") {
            let message = format!("Content-Type: '{kind}' is not read here; send the file as the whole body");
            return Err(unsupported("Content-Type", &kind, message));
        }
        if name == FORM {
            let read = Fields::of_long_form(request, known, MAX_RECORD).await;
            let mut fields = read.map_err(|mut fault| {
                // Programs such as curl send a file as a form unless they are told its type.
                if fault.report.code == "unknownField" {
                    fault.report.message +=
                        "; a file is sent as application/octet-stream, with the fields in the address";
                }
                fault
            })?;
            let at = fields.values.iter().position(|(name, _)| *name == RECORD);
            let record = at.map(|at| fields.values.swap_remove(at).1).unwrap_or_default();
            return Upload::new(fields, record.into());
        }
        let query = request.uri().query().unwrap_or_default();
        let fields = Fields::collect(query.as_bytes(), known, "address")?;
        if let Some(text) = fields.text(RECORD) {
            let message = "record: the record is in the body and also in the address";
            return Err(Fault::new("repeatedField", RECORD, text, message));
        }
        check_length(request.headers(), "file", MAX_RECORD)?;
        let read = received(Bytes::from_request(request, &()), "file").await?;
        let record = read.map_err(|cause| match cause {
            BytesRejection::FailedToBufferBody(_) if cause.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                too_long("file", MAX_RECORD)
            }
            _ => Fault::new("badForm", "body", "", "the file has not come whole").with(cause.status()),
        })?;
        Upload::new(fields, record)
    }

    /// Decodes fields up to the first unknown or repeated one, which is refused: a long body can have millions.
    fn collect(text: &[u8], known: &'static [&'static str], place: &str) -> Result<Fields, Fault> {
        let mut values: Vec<(&'static str, String)> = Vec::new();
        for (name, value) in form_urlencoded::parse(text) {
            let Some(field) = known.iter().find(|field| **field == name) else {
                let message = format!("{name}: the {place} has no such field{}", meant(&name, known));
                return Err(Fault::new("unknownField", &name, &value, message));
            };
            if values.iter().any(|(other, _)| other == field) {
                let message =
                    format!("{field}: the {place} has this field more than once, then as '{value}'");
                return Err(Fault::new("repeatedField", field, &value, message));
            }
            values.push((field, value.into_owned()));
        }
        Ok(Fields { known, values })
    }

    /// Returns the value of a field without spaces around it; `None` if the field is missing or empty.
    pub(crate) fn text(&self, field: &str) -> Option<&str> {
        debug_assert!(self.known.contains(&field), "{field} is not a field of this endpoint");
        let value = self.values.iter().find(|(name, _)| *name == field).map(|(_, value)| value.trim());
        value.filter(|text| !text.is_empty())
    }

    /// Reads a whole number from `min` to `max`.
    pub(crate) fn number(&self, field: &str, min: u64, max: u64) -> Result<Option<u64>, Fault> {
        self.read(field, |text| {
            let number = text.parse().ok().filter(|number| (min..=max).contains(number));
            number.ok_or_else(|| format!("'{text}' is no whole number from {min} to {max}"))
        })
    }

    /// Reads `true` or `false`.
    pub(crate) fn flag(&self, field: &str) -> Result<Option<bool>, Fault> {
        self.read(field, |text| match text {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!("'{text}' is neither true nor false")),
        })
    }

    /// Reads a value by a function that explains what is wrong.
    pub(crate) fn read<T>(
        &self,
        field: &str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<Option<T>, Fault> {
        let Some(text) = self.text(field) else { return Ok(None) };
        let refused = |why| Fault::new("badOption", field, text, format!("{field}: {why}"));
        read(text).map(Some).map_err(refused)
    }
}

/// Takes a place for a body above [`MAX_BODY`] or of unknown length. Returns `None` for a shorter one.
pub(crate) fn place(
    headers: &HeaderMap,
    places: &Arc<Semaphore>,
) -> Result<Option<OwnedSemaphorePermit>, Fault> {
    if length(headers).is_some_and(|length| length <= MAX_BODY) {
        return Ok(None);
    }
    Arc::clone(places).try_acquire_owned().map(Some).map_err(|_| busy())
}

/// Keeps a place until the client has the whole answer, which a slow client leaves in memory.
pub(crate) fn keep(place: Option<OwnedSemaphorePermit>, answer: Response) -> Response {
    let Some(place) = place else { return answer };
    answer.map(|body| Body::from_stream(Kept { data: body.into_data_stream(), _place: place }))
}

/// The data of an answer, with its place.
struct Kept {
    data: BodyDataStream,
    _place: OwnedSemaphorePermit,
}

impl Stream for Kept {
    type Item = <BodyDataStream as Stream>::Item;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Pin::new(&mut self.data).poll_next(context)
    }
}

/// Returns the length of a body in bytes; `None` if the client does not declare it.
fn length(headers: &HeaderMap) -> Option<usize> {
    value(headers, header::CONTENT_LENGTH).parse().ok()
}

/// Refuses a body by its declared length, before it arrives.
fn check_length(headers: &HeaderMap, what: &str, max: usize) -> Result<(), Fault> {
    if length(headers).is_some_and(|length| length > max) { Err(too_long(what, max)) } else { Ok(()) }
}

/// Returns the fault of a request beyond the limits of concurrent work.
pub(crate) fn busy() -> Fault {
    let message = "too many requests wait; ask again in a second";
    Fault::new("busy", "", "", message).with(StatusCode::SERVICE_UNAVAILABLE)
}

/// Refuses a compressed body.
fn check_encoding(headers: &HeaderMap) -> Result<(), Fault> {
    let encoding = value(headers, header::CONTENT_ENCODING);
    if ["", "identity"].contains(&encoding.to_ascii_lowercase().as_str()) {
        return Ok(());
    }
    let message = format!("Content-Encoding: '{encoding}' is not read here; send the body as it is");
    Err(unsupported("Content-Encoding", &encoding, message))
}

/// Receives a form of at most `max` bytes.
async fn form(request: Request, max: usize) -> Result<Bytes, Fault> {
    let kind = value(request.headers(), header::CONTENT_TYPE);
    check_length(request.headers(), "form", max)?;
    let read = received(RawForm::from_request(request, &()), "form").await?;
    let RawForm(bytes) = read.map_err(|cause| match (&cause, cause.status()) {
        (RawFormRejection::InvalidFormContentType(_), _) => unsupported(
            "Content-Type",
            &kind,
            format!("Content-Type: '{kind}' is not that of a form, {FORM}"),
        ),
        (_, StatusCode::PAYLOAD_TOO_LARGE) => too_long("form", max),
        (_, status) => Fault::new("badForm", "body", "", "the form has not come whole").with(status),
    })?;
    Ok(bytes)
}

/// Waits for a body within the time limit.
async fn received<T>(body: impl Future<Output = T>, what: &str) -> Result<T, Fault> {
    let message = || format!("the {what} has not come within {} s", SENDING.as_secs());
    let is_late = |_| Fault::new("slow", "body", "", message()).with(StatusCode::REQUEST_TIMEOUT);
    timeout(SENDING, body).await.map_err(is_late)
}

fn too_long(what: &str, max: usize) -> Fault {
    let message = format!("the {what} is longer than {max} bytes");
    Fault::new("badForm", "body", "", message).with(StatusCode::PAYLOAD_TOO_LARGE)
}

/// Creates the fault of a body with an unsupported type or encoding.
fn unsupported(field: &'static str, value: &str, message: String) -> Fault {
    Fault::new("badForm", field, value, message).with(StatusCode::UNSUPPORTED_MEDIA_TYPE)
}

/// Suggests the intended field for an unknown name, as the end of a message.
fn meant(name: &str, known: &[&str]) -> String {
    let suggestion = |field| if field == name { String::new() } else { format!("; is it '{field}'?") };
    nearest(name, known).map_or_else(String::new, suggestion)
}

/// Returns the value of a header; empty if the header is missing.
fn value(headers: &HeaderMap, name: HeaderName) -> String {
    let bytes = headers.get(name).map(HeaderValue::as_bytes).unwrap_or_default();
    String::from_utf8_lossy(bytes).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::to_bytes;

    #[test]
    fn a_place_is_free_after_the_answer_is_sent_or_dropped() {
        let places = Arc::new(Semaphore::new(1));
        let answer = || keep(place(&HeaderMap::new(), &places).ok().flatten(), Response::new("text".into()));
        let first = answer();
        assert_eq!(places.available_permits(), 0);
        drop(first);
        assert_eq!(places.available_permits(), 1);
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let sent = runtime.block_on(to_bytes(answer().into_body(), usize::MAX));
        assert_eq!((sent.expect("the text"), places.available_permits()), ("text".into(), 1));
    }
}
