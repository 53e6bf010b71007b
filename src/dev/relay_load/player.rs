//! A player: enters a room, sends its game, moves, and comes back when the connection is lost.

use futures_util::{SinkExt, StreamExt};
use mqtt_proto::v5::{Connect, ConnectReasonCode, LastWill, Packet, Publish, Subscribe, SubscriptionOptions};
use mqtt_proto::{Pid, QoS, QosPid, TopicFilter, TopicName};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::select;
use tokio::time::{sleep, sleep_until};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;

/// Shortest and longest pause before a player tries to connect again, in milliseconds.
const RETRY: (u64, u64) = (50, 550);
/// Seconds between two packets that the players promise.
const KEEP_ALIVE: u16 = 120;

/// The state that all players share.
pub struct Hall {
    address: SocketAddr,
    every: u32,
    payload: usize,
    start: Instant,
    ready: AtomicUsize,
    /// The delays of moves while they are measured.
    delays: Mutex<Option<Vec<Duration>>>,
}

type Trouble = Box<dyn std::error::Error + Send + Sync>;

impl Hall {
    pub fn new(address: SocketAddr, every: u32, payload: usize) -> Hall {
        let (start, ready, delays) = (Instant::now(), AtomicUsize::new(0), Mutex::new(None));
        Hall { address, every, payload, start, ready, delays }
    }

    /// Returns the number of players who are in their rooms and have sent their games.
    pub fn ready(&self) -> usize {
        self.ready.load(Ordering::Relaxed)
    }

    /// Begins to measure delays.
    pub fn measure(&self) {
        *self.delays.lock().unwrap_or_else(PoisonError::into_inner) = Some(Vec::new());
    }

    /// Returns the delays that were measured, and measures no more.
    pub fn delays(&self) -> Vec<Duration> {
        self.delays.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default()
    }

    /// Returns a game that contains the present time.
    fn game(&self) -> Vec<u8> {
        let mut game = vec![0; self.payload];
        game[..8].copy_from_slice(&(self.start.elapsed().as_nanos() as u64).to_be_bytes());
        game
    }

    fn note(&self, game: &[u8]) {
        let Some(Ok(sent)) = game.get(..8).map(TryInto::try_into) else { return };
        let delay = self.start.elapsed().saturating_sub(Duration::from_nanos(u64::from_be_bytes(sent)));
        if let Some(delays) = &mut *self.delays.lock().unwrap_or_else(PoisonError::into_inner) {
            delays.push(delay);
        }
    }
}

/// Plays for ever. Side 0 and side 1 of a room move in turn.
pub async fn play(hall: Arc<Hall>, room: u32, side: u32) {
    let mut tries = 0_u64;
    loop {
        let mut is_ready = false;
        // The connection is lost when the relay is restarted, or refused while it is not there.
        let _ = Box::pin(connection(&hall, room, side, &mut is_ready)).await;
        if is_ready {
            hall.ready.fetch_sub(1, Ordering::Relaxed);
        }
        tries += 1;
        let spread = (u64::from(room * 2 + side) * 7919 + tries * 104_729) % (RETRY.1 - RETRY.0);
        sleep(Duration::from_millis(RETRY.0 + spread)).await;
    }
}

fn publish(topic: &str, payload: Vec<u8>) -> Result<Vec<u8>, Trouble> {
    let qos = QosPid::Level1(Pid::default());
    bytes(Publish { retain: true, ..Publish::new(qos, TopicName::try_from(topic)?, payload.into()) })
}

fn bytes(packet: impl Into<Packet>) -> Result<Vec<u8>, Trouble> {
    Ok(packet.into().encode()?.as_ref().to_vec())
}

async fn connection(hall: &Hall, room: u32, side: u32, is_ready: &mut bool) -> Result<(), Trouble> {
    let stream = TcpStream::connect(hall.address).await?;
    stream.set_nodelay(true)?;
    let mut request = format!("ws://{}/mqtt", hall.address).into_client_request()?;
    request.headers_mut().insert("Sec-WebSocket-Protocol", HeaderValue::from_static("mqtt"));
    let (mut socket, _) = client_async(request, stream).await?;
    let base = format!("chuhe/1/{room:022}");
    let (line, here) = (format!("{base}/line/{side}"), format!("{base}/here/{side}"));
    let mut connect = Connect::new(format!("{room}-{side}").into(), KEEP_ALIVE);
    let mut will = LastWill::new(QoS::Level1, TopicName::try_from(here.as_str())?, Vec::new().into());
    will.retain = true;
    connect.last_will = Some(will);
    let options = SubscriptionOptions {
        no_local: true,
        retain_as_published: false,
        ..SubscriptionOptions::new(QoS::Level1)
    };
    let filter = TopicFilter::try_from(format!("{base}/#").as_str())?;
    socket.send(Message::Binary(bytes(connect)?.into())).await?;
    socket
        .send(Message::Binary(bytes(Subscribe::new(Pid::default(), vec![(filter, options)]))?.into()))
        .await?;
    socket.send(Message::Binary(publish(&line, hall.game())?.into())).await?;
    socket.send(Message::Binary(publish(&here, vec![0; 64])?.into())).await?;
    let interval = Duration::from_secs(u64::from(hall.every));
    // The rooms are spread over the interval, and the sides take turns.
    let phase = interval.mul_f64(f64::from(room % 1000) / 1000.0) + interval * side;
    let mut next_move = tokio::time::Instant::now() + phase;
    let (mut input, mut acknowledged) = (Vec::new(), 0);
    loop {
        let message = select! {
            () = sleep_until(next_move) => {
                next_move += interval * 2;
                socket.send(Message::Binary(publish(&line, hall.game())?.into())).await?;
                continue;
            }
            message = socket.next() => message.ok_or("closed")??,
        };
        input.extend_from_slice(&message.into_data());
        while let Some(packet) = Packet::decode(&input)? {
            input.drain(..packet.encode_len()?);
            match packet {
                Packet::Connack(answer) if answer.reason_code != ConnectReasonCode::Success => {
                    return Err("refused".into());
                }
                Packet::Disconnect(_) => return Ok(()),
                Packet::Puback(_) => acknowledged += 1,
                Packet::Publish(publish) if !publish.retain && publish.topic_name.contains("/line/") => {
                    hall.note(&publish.payload);
                }
                _ => {}
            }
            if acknowledged == 2 && !*is_ready {
                *is_ready = true;
                hall.ready.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}
