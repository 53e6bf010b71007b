//! Answers by server-sent events, or in JSON by the last event alone.

use super::fault::{Fault, accepts, failed, wants_json};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde::Serialize;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

/// Time between two comments in a quiet stream, which keep proxies from closing the connection.
const ALIVE: Duration = Duration::from_secs(10);

/// The content type of events.
const EVENTS: &str = "text/event-stream";

/// An event of an answer.
enum Event {
    /// A step: its name and a line of JSON.
    Step(&'static str, String),
    /// The last event: the whole answer as a line of JSON.
    Report(String),
    /// The last event: the reason why there is no answer.
    Fault(Fault),
}

/// The end of a channel that takes the events of an answer.
pub(crate) struct Sender(UnboundedSender<Event>);

/// The end of a channel from which the client gets the events of an answer.
pub(crate) struct Events {
    events: UnboundedReceiver<Event>,
    is_over: bool,
}

/// Creates the channel of an answer.
pub(crate) fn channel() -> (Sender, Events) {
    let (sender, events) = mpsc::unbounded_channel();
    (Sender(sender), Events { events, is_over: false })
}

impl Sender {
    /// Sends a step.
    pub(crate) fn step(&self, name: &'static str, value: &impl Serialize) {
        self.send(Event::Step(name, crate::json(value)));
    }

    /// Sends the last event: the answer as a line of JSON, or a fault.
    pub(crate) fn end(self, answer: Result<String, Fault>) {
        self.send(answer.map_or_else(Event::Fault, Event::Report));
    }

    /// Returns whether the client is still connected.
    pub(crate) fn is_wanted(&self) -> bool {
        !self.0.is_closed()
    }

    /// Waits until the client has disconnected.
    pub(crate) async fn closed(&self) {
        self.0.closed().await;
    }

    fn send(&self, event: Event) {
        // Sending fails if the client has disconnected.
        let _ = self.0.send(event);
    }
}

impl Events {
    /// Answers in JSON if the client accepts JSON and not events, otherwise by events.
    pub(crate) async fn answer(self, headers: &HeaderMap) -> Response {
        if wants_json(headers) && !accepts(headers, EVENTS) {
            return self.last().await;
        }
        let mut response = Sse::new(self).keep_alive(KeepAlive::new().interval(ALIVE)).into_response();
        // Keep nginx from buffering the events.
        response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
        response
    }

    /// Waits for the last event and answers with it alone.
    async fn last(mut self) -> Response {
        loop {
            match self.events.recv().await {
                Some(Event::Step(..)) => {}
                Some(Event::Report(line)) => return json(line),
                Some(Event::Fault(fault)) => return fault.into_response(),
                None => return failed().into_response(),
            }
        }
    }
}

/// Answers with a line of JSON.
pub(crate) fn json(line: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], line).into_response()
}

impl Stream for Events {
    type Item = Result<sse::Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.is_over {
            return Poll::Ready(None);
        }
        self.events.poll_recv(context).map(|event| {
            let (name, data) = match event {
                Some(Event::Step(name, line)) => (name, line),
                last => {
                    self.is_over = true;
                    match last {
                        Some(Event::Report(line)) => ("report", line),
                        Some(Event::Fault(fault)) => ("error", crate::json(&fault.report)),
                        // The work has panicked.
                        _ => ("error", crate::json(&failed().report)),
                    }
                }
            };
            Some(Ok(sse::Event::default().event(name).data(data.trim_end())))
        })
    }
}
