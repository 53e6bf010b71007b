//! Answers in steps: as server-sent events, or the last of them alone in JSON.

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

/// Time between two signs of life, without which proxies close a quiet connection.
const ALIVE: Duration = Duration::from_secs(10);

/// The content type of events.
const EVENTS: &str = "text/event-stream";

/// A part of an answer.
enum Event {
    /// A step, by its name, with its JSON.
    Step(&'static str, String),
    /// The last event: the whole answer as a line of JSON.
    Report(String),
    /// The last event: there is no answer.
    Fault(Fault),
}

/// The end of the channel at which the events of an answer arise.
pub(crate) struct Sender(UnboundedSender<Event>);

/// The end of the channel at which the events of an answer are sent to the client.
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

    /// Sends the last event: the answer as a line of JSON, or why there is none.
    pub(crate) fn end(self, answer: Result<String, Fault>) {
        self.send(answer.map_or_else(Event::Fault, Event::Report));
    }

    /// Returns whether the client still waits.
    pub(crate) fn is_wanted(&self) -> bool {
        !self.0.is_closed()
    }

    /// Waits until the client has gone.
    pub(crate) async fn closed(&self) {
        self.0.closed().await;
    }

    fn send(&self, event: Event) {
        // The client may have gone.
        let _ = self.0.send(event);
    }
}

impl Events {
    /// Answers as the client accepts it: in JSON if it asks for that and not for events, otherwise by events.
    pub(crate) async fn answer(self, headers: &HeaderMap) -> Response {
        if wants_json(headers) && !accepts(headers, EVENTS) {
            return self.last().await;
        }
        let mut response = Sse::new(self).keep_alive(KeepAlive::new().interval(ALIVE)).into_response();
        // nginx would hold the events back until there are many.
        response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
        response
    }

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
