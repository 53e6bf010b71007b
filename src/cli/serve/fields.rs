//! Reads the fields of a request: from its form, or from its address if its body is a file.

use super::fault::Fault;
use super::nearest::nearest;
use super::{MAX_BODY, SENDING};
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::rejection::{BytesRejection, RawFormRejection};
use axum::extract::{FromRequest, RawForm, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use chuhe::records::MAX_BYTES;
use futures_core::Stream;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::spawn;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
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

/// Keeps a place until the client has the whole answer, which waits in memory. Cuts off a client that does not take a part
/// of it within the time limit.
pub(crate) fn keep(place: Option<OwnedSemaphorePermit>, answer: Response) -> Response {
    let Some(place) = place else { return answer };
    answer.map(|body| {
        let (sender, parts) = mpsc::channel(1);
        spawn(async move {
            pass_on(body, sender).await;
            drop(place);
        });
        Body::from_stream(Parts(parts))
    })
}

/// Length of the parts in which an answer is passed on in bytes.
const PART: usize = 1 << 16;

/// Passes a body on in copied parts, so that nothing but this holds the whole. `None` is its end. Gives up if the receiver is
/// gone, or takes a part too late.
async fn pass_on(body: Body, sender: mpsc::Sender<Option<Bytes>>) {
    let Ok(whole) = to_bytes(body, usize::MAX).await else { return };
    let parts = whole.chunks(PART).map(|part| Some(Bytes::copy_from_slice(part)));
    for part in parts.chain([None]) {
        let Ok(Ok(())) = timeout(SENDING, sender.send(part)).await else { return };
    }
}

/// The parts of an answer. Without its end, the answer ends with an error.
struct Parts(mpsc::Receiver<Option<Bytes>>);

impl Stream for Parts {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let cut_off = || Err(io::Error::new(io::ErrorKind::TimedOut, "the client reads too slowly"));
        self.0.poll_recv(context).map(|part| part.map_or_else(|| Some(cut_off()), |part| part.map(Ok)))
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

    #[tokio::test]
    async fn a_place_is_free_after_the_answer_is_sent_or_dropped() {
        let places = Arc::new(Semaphore::new(1));
        let answer = || keep(place(&HeaderMap::new(), &places).ok().flatten(), Response::new("text".into()));
        let first = answer();
        assert_eq!(places.available_permits(), 0);
        drop(first);
        drop(places.acquire().await.expect("a place"));
        let long = "text".repeat(PART);
        let place = place(&HeaderMap::new(), &places).ok().flatten();
        let sent = to_bytes(keep(place, Response::new(long.clone().into())).into_body(), usize::MAX);
        assert_eq!(sent.await.expect("the text"), long);
        drop(places.acquire().await.expect("a place"));
    }

    #[tokio::test]
    async fn an_answer_that_is_cut_off_ends_with_an_error() {
        let (sender, parts) = mpsc::channel(1);
        sender.send(Some("text".into())).await.expect("room for a part");
        drop(sender);
        assert!(to_bytes(Body::from_stream(Parts(parts)), usize::MAX).await.is_err());
    }
}
