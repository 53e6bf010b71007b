//! The relay for live games: MQTT 5 over WebSockets at `/mqtt`.
//!
//! `chuhe_relay` has the rules. A task for each connection passes on what arrives and sends what waits.
//!
//! Any page may connect, wherever it comes from: a page on a static host uses the relay of another host. The relay knows
//! neither cookies nor passwords that a foreign page could use in somebody's name. Whoever knows a room's name, 128 random
//! bits, may enter the room, and the messages in it are encrypted.

use super::fault::Fault;
use super::{SENDING, events};
use axum::Router;
use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use chuhe_relay::{ConnectionId, Limits, MAX_PACKET, Output, Wake};
use serde::Deserialize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::select;
use tokio::sync::Notify;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

/// The path of the WebSocket.
pub(crate) const PATH: &str = "/mqtt";
/// The subprotocol of WebSockets that carry MQTT.
const PROTOCOL: &str = "mqtt";
/// Path of the file that names the relays for the page.
pub(crate) const LIST: &str = "/relays.json";
/// Largest file of that name that is looked into, in bytes.
const MAX_LIST: usize = 64 << 10;
/// Largest message of a WebSocket in either direction, in bytes; it may hold several packets.
const MAX_MESSAGE: usize = 4 * MAX_PACKET;
/// Time between two looks at what is over.
const TICK: Duration = Duration::from_secs(1);
/// Longest time for a client to close the connection in its turn.
const CLOSING: Duration = Duration::from_secs(1);
/// Longest time for all connections to take their last packet when the server ends.
const GOODBYE: Duration = Duration::from_secs(3);

/// Wakes the task of a connection.
struct Bell(Arc<Notify>);

impl Wake for Bell {
    fn wake(&self) {
        self.0.notify_one();
    }
}

/// The relay and its clock.
pub(crate) struct Relay {
    rooms: Mutex<chuhe_relay::Relay<Bell>>,
    start: Instant,
}

impl Relay {
    /// Creates a relay for a number of rooms.
    pub(crate) fn new(rooms: usize) -> Relay {
        let rooms = chuhe_relay::Relay::new(Limits::for_rooms(rooms));
        Relay { rooms: Mutex::new(rooms), start: Instant::now() }
    }

    fn lock(&self) -> MutexGuard<'_, chuhe_relay::Relay<Bell>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    /// Lets time pass for the relay, until the end of the program.
    pub(crate) async fn keep_time(self: Arc<Relay>) {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            self.lock().tick(self.now());
        }
    }

    /// Says goodbye to all clients and waits until they have been told.
    pub(crate) async fn shut_down(&self) {
        self.lock().shut_down(self.now());
        let told = async {
            while self.lock().counts().connections > 0 {
                sleep(Duration::from_millis(10)).await;
            }
        };
        // A client that does not read is not waited for.
        let _ = timeout(GOODBYE, told).await;
    }
}

/// Returns the route of the WebSocket.
pub(crate) fn router(relay: Arc<Relay>) -> Router {
    Router::new().route(PATH, get(connect)).with_state(relay)
}

async fn connect(State(relay): State<Arc<Relay>>, upgrade: WebSocketUpgrade) -> Response {
    let upgrade = upgrade.protocols([PROTOCOL]);
    if upgrade.selected_protocol().is_none() {
        let message = "Sec-WebSocket-Protocol: the relay speaks 'mqtt'";
        return Fault::new("badProtocol", "Sec-WebSocket-Protocol", "", message).into_response();
    }
    if relay.lock().is_full() {
        let message = "the relay has too many connections";
        return Fault::new("busy", "", "", message).with(StatusCode::SERVICE_UNAVAILABLE).into_response();
    }
    upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .read_buffer_size(MAX_PACKET)
        .write_buffer_size(0)
        .on_upgrade(move |socket| serve(relay, socket))
}

/// Serves a connection until one of both sides closes it.
async fn serve(relay: Arc<Relay>, mut socket: WebSocket) {
    let bell = Arc::new(Notify::new());
    let opened = relay.lock().open(relay.now(), Bell(bell.clone()));
    let Some(id) = opened else { return };
    let connection = Open { relay, id };
    while let Some(bytes) = next(&mut socket, &bell).await {
        if let Some(bytes) = bytes {
            connection.relay.lock().receive(connection.relay.now(), id, &bytes);
        }
        if !send(&connection, &mut socket).await {
            break;
        }
    }
}

/// An open connection; the relay forgets it when it is dropped.
struct Open {
    relay: Arc<Relay>,
    id: ConnectionId,
}

impl Drop for Open {
    fn drop(&mut self) {
        self.relay.lock().closed(self.relay.now(), self.id);
    }
}

/// Waits for a message or for the bell. Returns `None` when the connection is over, and the bytes of a message.
async fn next(socket: &mut WebSocket, bell: &Notify) -> Option<Option<Bytes>> {
    select! {
        () = bell.notified() => Some(None),
        message = socket.recv() => match message {
            Some(Ok(Message::Binary(bytes))) => Some(Some(bytes)),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Some(Some(Bytes::new())),
            // MQTT is binary (MQTT 5, 6.0).
            Some(Ok(Message::Text(_) | Message::Close(_)) | Err(_)) | None => None,
        },
    }
}

/// Sends what waits for a connection. Returns whether the connection goes on.
async fn send(connection: &Open, socket: &mut WebSocket) -> bool {
    loop {
        let Output { bytes, closes } = connection.relay.lock().take(connection.id, MAX_MESSAGE);
        let is_idle = bytes.is_empty();
        let sent = async {
            if !is_idle {
                socket.send(Message::Binary(bytes)).await?;
            }
            if closes { socket.send(Message::Close(None)).await } else { Ok(()) }
        };
        // A client that takes nothing for so long has gone.
        if !matches!(timeout(SENDING, sent).await, Ok(Ok(()))) {
            return false;
        }
        if closes {
            // Reads what the client has sent meanwhile, or the system would discard the last packet.
            let rest = async { while let Some(Ok(_)) = socket.recv().await {} };
            let _ = timeout(CLOSING, rest).await;
            return false;
        }
        if is_idle {
            return true;
        }
    }
}

/// The file that names relays.
#[derive(Deserialize)]
struct List {
    relays: Vec<String>,
}

/// Answers a request for the list of relays with the relay of this server, unless the folder has a list that names some.
pub(crate) async fn list(mut request: Request, next: Next) -> Response {
    if request.uri().path() != LIST || !matches!(*request.method(), Method::GET | Method::HEAD) {
        return next.run(request).await;
    }
    // The whole file is read, whatever the client has already and wants of it.
    *request.method_mut() = Method::GET;
    for name in [header::RANGE, header::IF_MODIFIED_SINCE, header::IF_UNMODIFIED_SINCE] {
        request.headers_mut().remove(name);
    }
    let (parts, body) = next.run(request).await.into_parts();
    if parts.status.is_success()
        && let Ok(bytes) = axum::body::to_bytes(body, MAX_LIST).await
        && serde_json::from_slice(&bytes).is_ok_and(|list: List| !list.relays.is_empty())
    {
        return Response::from_parts(parts, bytes.into());
    }
    own_list().await
}

/// Answers with the relay of this server.
pub(crate) async fn own_list() -> Response {
    events::json(format!("{}\n", serde_json::json!({ "relays": [PATH] })))
}
