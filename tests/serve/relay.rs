//! Tests of the relay through real WebSockets. `tests/relay` has the cases of its rules.

use super::{Server, files};
use mqtt_proto::v5::{
    Connect, ConnectReasonCode, DisconnectReasonCode, LastWill, Packet, PubackReasonCode, Publish, Subscribe,
    SubscribeReasonCode, SubscriptionOptions,
};
use mqtt_proto::{Pid, QoS, QosPid, TopicFilter, TopicName};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::{HeaderValue, StatusCode};
use tungstenite::{Error, HandshakeError, Message, WebSocket, client};

/// The topics of a room begin with this.
const ROOM: &str = "chuhe/1/AAAAAAAAAAAAAAAAAAAAAA";

fn topic(rest: &str) -> TopicName {
    format!("{ROOM}/{rest}").as_str().try_into().expect("a topic")
}

fn publish(rest: &str, payload: &[u8], retain: bool) -> Publish {
    Publish { retain, ..Publish::new(QosPid::Level1(Pid::default()), topic(rest), payload.to_vec().into()) }
}

fn subscribe(filter: &str) -> Subscribe {
    let filter = TopicFilter::try_from(filter).expect("a filter");
    Subscribe::new(Pid::default(), vec![(filter, SubscriptionOptions::new(QoS::Level0))])
}

/// Returns the answer to an attempt to open a WebSocket.
fn dial(
    server: &Server,
    host: &str,
    protocol: Option<&'static str>,
    origin: &'static str,
) -> Result<WebSocket<TcpStream>, StatusCode> {
    let stream = TcpStream::connect(server.address).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a timeout");
    let mut request = format!("ws://{host}/mqtt").into_client_request().expect("a request");
    if let Some(protocol) = protocol {
        request.headers_mut().insert("Sec-WebSocket-Protocol", HeaderValue::from_static(protocol));
    }
    request.headers_mut().insert("Origin", HeaderValue::from_static(origin));
    match client(request, stream) {
        Ok((socket, _)) => Ok(socket),
        Err(HandshakeError::Failure(Error::Http(response))) => Err(response.status()),
        Err(other) => panic!("{other}"),
    }
}

/// A client of the relay.
struct Peer {
    socket: WebSocket<TcpStream>,
    input: Vec<u8>,
}

impl Peer {
    fn open(server: &Server) -> Peer {
        let socket =
            dial(server, "127.0.0.1", Some("mqtt"), "https://static.example").expect("it is accepted");
        Peer { socket, input: Vec::new() }
    }

    fn connect(server: &Server, connect: Connect) -> Peer {
        let mut peer = Peer::open(server);
        peer.send(connect);
        match peer.next() {
            Some(Packet::Connack(connack)) => assert_eq!(connack.reason_code, ConnectReasonCode::Success),
            other => panic!("{other:?}"),
        }
        peer
    }

    /// Connects and enters the room.
    fn enter(server: &Server, client: &str) -> Peer {
        let mut peer = Peer::connect(server, Connect::new(client.into(), 60));
        peer.enter_room();
        peer
    }

    fn enter_room(&mut self) {
        self.send(subscribe(&format!("{ROOM}/#")));
        match self.next() {
            Some(Packet::Suback(suback)) => assert_eq!(suback.topics, [SubscribeReasonCode::GrantedQoS0]),
            other => panic!("{other:?}"),
        }
    }

    fn send(&mut self, packet: impl Into<Packet>) {
        let bytes = packet.into().encode().expect("it can be encoded").as_ref().to_vec();
        self.socket.send(Message::Binary(bytes.into())).expect("it reads");
    }

    /// Waits for the next packet; `None` means that the connection is closed.
    fn next(&mut self) -> Option<Packet> {
        loop {
            if let Some(packet) = Packet::decode(&self.input).expect("packets") {
                self.input.drain(..packet.encode_len().expect("a length"));
                return Some(packet);
            }
            match self.socket.read() {
                Ok(Message::Binary(bytes)) => self.input.extend_from_slice(&bytes),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Waits for a message, and returns the end of its topic with its payload.
    fn message(&mut self) -> (String, Vec<u8>) {
        loop {
            match self.next() {
                Some(Packet::Publish(publish)) => {
                    let rest = publish.topic_name.strip_prefix(ROOM).expect("the room").to_owned();
                    return (rest, publish.payload.to_vec());
                }
                Some(Packet::Puback(_)) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// Asserts that the connection is closed with a reason.
    fn assert_closed(mut self, reason: DisconnectReasonCode) {
        loop {
            match self.next() {
                Some(Packet::Disconnect(last)) => {
                    assert_eq!(last.reason_code, reason);
                    break;
                }
                Some(_) => {}
                None => panic!("no DISCONNECT with {reason:?}"),
            }
        }
        assert_eq!(self.next(), None);
    }
}

#[test]
fn the_presence_of_a_killed_client_is_cleared_by_its_will() {
    let server = Server::start(&[]);
    let mut connect = Connect::new("red".into(), 60);
    let mut will = LastWill::new(QoS::Level1, topic("here/red"), Vec::new().into());
    will.retain = true;
    connect.last_will = Some(will);
    let mut red = Peer::connect(&server, connect);
    red.enter_room();
    red.send(publish("line/red", b"h2e2", true));
    red.send(publish("here/red", b"yes", true));
    red.message();
    red.message();
    let mut black = Peer::enter(&server, "black");
    assert_eq!(black.message(), ("/line/red".to_owned(), b"h2e2".to_vec()));
    assert_eq!(black.message(), ("/here/red".to_owned(), b"yes".to_vec()));
    black.send(publish("say/black", b"hello", false));
    assert_eq!(red.message(), ("/say/black".to_owned(), b"hello".to_vec()));
    assert_eq!(black.message(), ("/say/black".to_owned(), b"hello".to_vec()));
    drop(red);
    assert_eq!(black.message(), ("/here/red".to_owned(), Vec::new()));
    let mut late = Peer::enter(&server, "late");
    assert_eq!(late.message().0, "/line/red", "the game is still there, the presence is not");
    late.send(Packet::Pingreq);
    assert_eq!(late.next(), Some(Packet::Pingresp));
}

#[test]
fn refusals_have_reasons() {
    let server = Server::start(&[]);
    let mut peer = Peer::enter(&server, "a");
    peer.send(publish("sing/a", b"x", false));
    match peer.next() {
        Some(Packet::Puback(puback)) => assert_eq!(puback.reason_code, PubackReasonCode::TopicNameInvalid),
        other => panic!("{other:?}"),
    }
    peer.send(subscribe("chuhe/1/#"));
    match peer.next() {
        Some(Packet::Suback(suback)) => assert_eq!(suback.topics, [SubscribeReasonCode::NotAuthorized]),
        other => panic!("{other:?}"),
    }
    peer.send(publish("say/a", &[0; 5000], false));
    peer.assert_closed(DisconnectReasonCode::PacketTooLarge);
    let mut often = Peer::enter(&server, "often");
    often.socket.send(Message::Binary([0xc0, 0].repeat(100).into())).expect("it reads");
    often.assert_closed(DisconnectReasonCode::MessageRateTooHigh);
    let first = Peer::enter(&server, "twice");
    let _second = Peer::enter(&server, "twice");
    first.assert_closed(DisconnectReasonCode::SessionTakenOver);
}

#[test]
fn rooms_and_connections_are_limited() {
    let server = Server::start(&["--relay-rooms", "1"]);
    let mut peers: Vec<_> = ["a", "b", "c"].map(|client| Peer::enter(&server, client)).into();
    let mut other = Peer::connect(&server, Connect::new("d".into(), 60));
    other.send(subscribe("chuhe/1/BBBBBBBBBBBBBBBBBBBBBB/#"));
    match other.next() {
        Some(Packet::Suback(suback)) => assert_eq!(suback.topics, [SubscribeReasonCode::QuotaExceeded]),
        packet => panic!("{packet:?}"),
    }
    let full = dial(&server, "127.0.0.1", Some("mqtt"), "null").err();
    assert_eq!(full, Some(StatusCode::SERVICE_UNAVAILABLE));
    peers.pop();
    while dial(&server, "127.0.0.1", Some("mqtt"), "null").is_err() {}
}

#[test]
fn a_client_that_does_not_read_is_closed_and_others_play_on() {
    let server = Server::start(&[]);
    let mut slow = Connect::new("slow".into(), 60);
    // Retained, so that a client that enters after the will was published gets it too.
    let mut will = LastWill::new(QoS::Level0, topic("here/slow"), b"gone".to_vec().into());
    will.retain = true;
    slow.last_will = Some(will);
    let mut slow = Peer::connect(&server, slow);
    slow.enter_room();
    // Many publishers, so that none of them sends too often.
    let mut count = 0_u32;
    'all: loop {
        let mut red = Peer::enter(&server, &format!("red {count}"));
        for _ in 0..20 {
            red.send(publish("say/red", &[7; 2048], false));
            loop {
                match red.message() {
                    (rest, _) if rest == "/here/slow" => break 'all,
                    (_, payload) if payload.len() == 2048 => break,
                    _ => {}
                }
            }
        }
        count += 1;
        assert!(count < 2000, "its queue has no end");
    }
    let mut red = Peer::enter(&server, "red");
    red.send(publish("say/red", b"x", false));
    assert_eq!(red.message(), ("/here/slow".to_owned(), b"gone".to_vec()));
    assert_eq!(red.message(), ("/say/red".to_owned(), b"x".to_vec()));
}

#[test]
fn garbage_and_other_protocols_are_refused() {
    let server = Server::start(&[]);
    let mut old = Peer::open(&server);
    old.socket
        .send(Message::Binary(b"\x10\x0d\0\x04MQTT\x04\x02\0\x3c\0\x01a"[..].into()))
        .expect("it reads");
    match old.socket.read() {
        Ok(Message::Binary(bytes)) => assert_eq!(bytes[..], [0x20, 2, 0, 1]),
        other => panic!("{other:?}"),
    }
    assert_eq!(old.next(), None);
    for message in [
        Message::Text("{}".into()),
        Message::Binary(b"GET / HTTP/1.1"[..].into()),
        Message::Binary(vec![0xff; 100_000].into()),
    ] {
        let mut peer = Peer::open(&server);
        let _ = peer.socket.send(message);
        assert_eq!(peer.next(), None);
    }
    // No WebSocket frame at all.
    let mut raw = Peer::open(&server);
    raw.socket.get_mut().write_all(&[0xff; 64]).expect("it reads");
    let _ = raw.socket.get_mut().read_to_end(&mut Vec::new());
    let mut peer = Peer::enter(&server, "a");
    peer.send(Packet::Pingreq);
    assert_eq!(peer.next(), Some(Packet::Pingresp));
}

#[test]
fn the_hosts_of_the_server_hold_for_the_relay_and_any_origin_may_use_it() {
    let server = Server::start(&["--allow-host", "chuhe.example.org"]);
    let status = |host, protocol, origin| dial(&server, host, protocol, origin).err();
    assert_eq!(
        status("evil.example", Some("mqtt"), "http://evil.example"),
        Some(StatusCode::MISDIRECTED_REQUEST)
    );
    assert_eq!(status("127.0.0.1", None, "null"), Some(StatusCode::BAD_REQUEST));
    assert_eq!(status("127.0.0.1", Some("mqttv3.1"), "null"), Some(StatusCode::BAD_REQUEST));
    assert_eq!(status("chuhe.example.org", Some("mqtt"), "https://static.example"), None);
    let plain = server.get("/mqtt");
    assert_eq!(plain.status, 400, "no WebSocket");
}

#[test]
fn the_end_of_the_server_is_announced() {
    let mut server = Server::start(&[]);
    let peers = ["a", "b"].map(|client| Peer::enter(&server, client));
    let ended = std::process::Command::new("kill").arg(server.child.id().to_string()).status();
    assert!(ended.expect("kill").success());
    for peer in peers {
        peer.assert_closed(DisconnectReasonCode::ServerShuttingDown);
    }
    assert!(server.child.wait().expect("it ends").success());
}

#[test]
fn relays_json_names_the_relay_unless_the_folder_names_others() {
    let relays = |server: &Server| server.get("/relays.json").json()["relays"].clone();
    let alone = Server::start(&[]);
    assert_eq!(relays(&alone), serde_json::json!(["/mqtt"]));
    let without = Server::start(&["--no-relay"]);
    assert_eq!((without.get("/relays.json").status, without.get("/mqtt").status), (404, 404));
    let folder = files::folder("relays");
    let path = folder.join("relays.json");
    let arguments = ["--dir", folder.to_str().expect("UTF-8")];
    let server = Server::start(&arguments);
    assert_eq!(relays(&server), serde_json::json!(["/mqtt"]), "there is no file");
    for text in ["{\"relays\": []}", "nonsense", "{\"relays\": 7}"] {
        fs::write(&path, text).expect("written");
        let answer = server.get("/relays.json");
        assert_eq!(answer.json()["relays"], serde_json::json!(["/mqtt"]), "{text}");
        for header in ["access-control-allow-origin: *", "cache-control: no-cache"] {
            assert!(answer.head.contains(header), "{}", answer.head);
        }
    }
    fs::write(&path, "{\"relays\": [\"wss://relay.example/mqtt\"]}").expect("written");
    assert_eq!(relays(&server), serde_json::json!(["wss://relay.example/mqtt"]));
    let later = "If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT\r\nRange: bytes=0-3";
    let request =
        format!("GET /relays.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{later}\r\n\r\n");
    assert_eq!(server.send(&request).json()["relays"][0], "wss://relay.example/mqtt");
    let head = "HEAD /relays.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    assert_eq!((server.send(head).status, server.send(head).body.as_str()), (200, ""));
    fs::write(&path, "{\"relays\": []}").expect("written");
    let without = Server::start(&[&arguments[..], &["--no-relay"]].concat());
    assert_eq!(relays(&without), serde_json::json!([]));
    fs::remove_dir_all(folder).expect("removed");
}
