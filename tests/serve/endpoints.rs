//! Tests of the endpoints beside `POST /best`: they answer what the command line answers, step by step if they take
//! long, and end when their client leaves. `tests/interop/openapi.py` compares them with their description.

use super::{Server, form};
use chuhe::rules::fen;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

const FORM: &str = "application/x-www-form-urlencoded";
const FILE: &str = "application/octet-stream";
const JSON: &str = "application/json";
/// A cannon is given away.
const GAME: &str = "1. h2e2 h9g7 2. e2e6 g7e6";

/// Returns what the command line writes for some input.
fn chuhe(arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("it starts");
    // A command without a question on standard input ends before it reads.
    let _ = child.stdin.take().expect("piped").write_all(input);
    child.wait_with_output().expect("it ends").stdout
}

fn connect(server: &Server, path: &str, kind: &str, accept: &str, body: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a timeout");
    let head = format!(
        "POST {path} HTTP/1.0\r\nAccept: {accept}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("it reads");
    stream.write_all(body).expect("it reads");
    stream
}

/// Returns the status and the body of an answer. HTTP/1.0 knows no pieces, so that the body comes as it is.
fn post(server: &Server, path: &str, kind: &str, accept: &str, body: &[u8]) -> (u16, Vec<u8>) {
    let mut bytes = Vec::new();
    connect(server, path, kind, accept, body).read_to_end(&mut bytes).expect("it answers");
    let end = bytes.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("a head");
    let status = String::from_utf8_lossy(&bytes[9..12]).parse().expect("a status");
    (status, bytes.split_off(end + 4))
}

/// Returns the names and the data of the events of an answer.
fn events(body: &[u8]) -> Vec<(String, Value)> {
    let text = String::from_utf8_lossy(body);
    let read = |block: &str| {
        let (name, data) = block.strip_prefix("event: ")?.split_once("\ndata: ")?;
        Some((name.to_owned(), serde_json::from_str(data).ok()?))
    };
    // A block that begins with a colon is a comment, which a slow server sends.
    let blocks = text.split("\n\n").filter(|block| !block.is_empty() && !block.starts_with(':'));
    blocks.map(|block| read(block).unwrap_or_else(|| panic!("an event, not {block}"))).collect()
}

/// Returns the status, the code, the field and the value of a refused request.
fn refused(server: &Server, path: &str, kind: &str, body: &[u8]) -> (u16, String, String, String) {
    let (status, body) = post(server, path, kind, "*/*", body);
    let fault: Value = serde_json::from_slice(&body).expect("a fault is in JSON");
    let text = |name: &str| fault[name].as_str().expect("text").to_owned();
    assert!(!text("message").is_empty(), "{fault}");
    (status, text("code"), text("field"), text("value"))
}

#[test]
fn endpoints_answer_the_bytes_that_the_command_line_writes() {
    let server = Server::start(&[]);
    let moves = "move=%E7%82%AE%E4%BA%8C%E5%B9%B3%E4%BA%94+h9g7";
    let record = format!("record={}", GAME.replace(' ', "+"));
    for (path, form, arguments) in [
        ("/moves", &format!("fen=startpos&{moves}"), &["moves", "startpos", "炮二平五", "h9g7"][..]),
        (
            "/verdict",
            &format!("fen=startpos&{moves}&timed-out=red&rules=chinese"),
            &["verdict", "startpos", "炮二平五", "h9g7", "--timed-out", "red", "--rules", "chinese"],
        ),
        (
            "/moves",
            &"fen=startpos&move=h3e3&from=uci".to_owned(),
            &["moves", "startpos", "h3e3", "--from", "uci"],
        ),
        ("/convert", &format!("to=pgn&{record}"), &["convert", "-", "--to", "pgn"]),
        (
            "/review",
            &format!("nodes=300&lang=vi&to=pgn-wxf&{record}"),
            &["review", "-", "--nodes", "300", "--lang", "vi", "--to", "pgn-wxf"],
        ),
    ] {
        let (status, body) = post(&server, path, FORM, JSON, form.as_bytes());
        let written = chuhe(&[arguments, &["--json"]].concat(), GAME.as_bytes());
        let (body, written) = (String::from_utf8_lossy(&body), String::from_utf8_lossy(&written));
        assert_eq!((status, body), (200, written), "{path} {form}");
    }
}

#[test]
fn a_record_is_converted_from_and_into_files() {
    let server = Server::start(&[]);
    let convert = |query: &str, body: &[u8]| post(&server, &format!("/convert?{query}"), FILE, "*/*", body);
    let (status, xqf) = convert("to=xqf", GAME.as_bytes());
    assert_eq!((status, &xqf[..]), (200, &chuhe(&["convert", "-", "--to", "xqf"], GAME.as_bytes())[..]));
    let (status, text) = convert("to=ucci", &xqf);
    assert_eq!(
        (status, &*String::from_utf8_lossy(&text)),
        (200, "position startpos moves h2e2 h9g7 e2e6 g7e6\n")
    );
    let games =
        format!("[Event \"a\"]\n\n{GAME} *\n\n[Event \"b\"]\n\n1. a0a9 *\n\n[Event \"c\"]\n\n{GAME} *\n");
    let (_, body) = post(&server, "/convert?to=iccs", FILE, JSON, games.as_bytes());
    let answer: Value = serde_json::from_slice(&body).expect("JSON");
    let error = &answer["errors"][0];
    assert_eq!(
        (&answer["games"], &error["number"], &error["code"]),
        (&2.into(), &2.into(), &"illegalMove".into())
    );
    let refused = |path: &str, body: &[u8]| refused(&server, path, FILE, body);
    let of = |status, code: &str, field: &str, value: &str| (status, code.into(), field.into(), value.into());
    assert_eq!(refused("/convert?to=pgn", b"1. a0a9"), of(400, "illegalMove", "record", "a0a9"));
    assert_eq!(refused("/convert?to=pgn", b""), of(400, "empty", "record", ""));
    assert_eq!(refused("/convert", b"1. h2e2"), of(400, "badOption", "to", ""));
    assert_eq!(refused("/convert?to=png", b"1. h2e2"), of(400, "badOption", "to", "png"));
    assert_eq!(refused("/convert?to=xqf", games.as_bytes()), of(400, "badOption", "to", "xqf"));
    assert_eq!(refused("/convert?to=pgn&clock=true", b"1. h2e2"), of(400, "unknownField", "clock", "true"));
    assert_eq!(refused("/review", games.as_bytes()), of(400, "severalGames", "game", ""));
    assert_eq!(refused("/review?game=4", games.as_bytes()), of(400, "badOption", "game", "4"));
    assert_eq!(refused("/review?game=2", games.as_bytes()), of(400, "illegalMove", "record", "a0a9"));
    // A body that says that it is too long is refused before it comes.
    let long = "POST /review HTTP/1.0\r\nContent-Type: text/plain\r\nContent-Length: 8388609\r\n\r\n";
    assert_eq!(server.send(long).status, 413);
    // The type that curl declares by default.
    let (status, body) = post(&server, "/convert", FORM, "*/*", games.as_bytes());
    assert_eq!((status, String::from_utf8_lossy(&body).contains(FILE)), (400, true));
    let parts = "multipart/form-data; boundary=x";
    let refused = self::refused(&server, "/convert?to=pgn", parts, b"--x\r\n\r\n1. h2e2\r\n--x--");
    assert_eq!(refused, of(415, "badForm", "Content-Type", parts));
}

#[test]
fn a_short_record_of_a_long_answer_is_refused() {
    let server = Server::start(&[]);
    let games = "[a \"\"]\n1. x\n".repeat(100_000);
    let refused = refused(&server, "/convert?to=pgn", FILE, games.as_bytes());
    assert_eq!(refused, (413, "tooLarge".into(), "record".into(), String::new()));
}

/// Decoded, eight million fields would take hundreds of MiB.
#[test]
fn a_long_form_of_short_fields_takes_little_memory() {
    let server = Server::start(&[]);
    let Some(before) = server.peak_memory() else { return };
    let fields = "a&".repeat(4 << 20);
    let refused = refused(&server, "/convert", FORM, fields.as_bytes());
    assert_eq!(refused, (400, "unknownField".into(), "a".into(), String::new()));
    let grown = server.peak_memory().expect("as before") - before;
    assert!(grown < 64 << 10, "{grown} KiB");
}

#[test]
fn an_analysis_reports_each_depth_and_at_last_the_result() {
    let server = Server::start(&[]);
    let form = form(fen::START, "move=h2e2&depth=5&multipv=2");
    let (status, body) = post(&server, "/analyse", FORM, "*/*", form.as_bytes());
    let events = events(&body);
    assert_eq!(status, 200);
    let (report, depths) = events.split_last().expect("events");
    let names: Vec<(&str, i64)> =
        depths.iter().map(|(name, depth)| (&**name, depth["depth"].as_i64().expect("a depth"))).collect();
    assert_eq!(names, [1, 2, 3, 4, 5].map(|depth| ("depth", depth)));
    for (_, depth) in depths {
        let ranks: Vec<_> =
            depth["lines"].as_array().expect("lines").iter().map(|line| &line["multipv"]).collect();
        assert_eq!(ranks, [&Value::from(1), &Value::from(2)], "{depth}");
    }
    assert_eq!((&*report.0, &report.1["lines"]), ("report", &depths[4].1["lines"]));
    let (_, body) = post(&server, "/analyse", FORM, JSON, form.as_bytes());
    let alone: Value = serde_json::from_slice(&body).expect("JSON");
    for field in ["move", "pv", "lines", "nodes", "score"] {
        assert_eq!(alone[field], report.1[field], "{field}");
    }
    let best = server.best(&form, JSON).json();
    assert_eq!((&best["move"], &best["nodes"]), (&alone["move"], &alone["nodes"]));
}

#[test]
fn a_review_reports_its_progress_and_at_last_the_result() {
    let server = Server::start(&[]);
    let (_, body) = post(&server, "/review?nodes=300", FILE, "*/*", GAME.as_bytes());
    let events = events(&body);
    let (report, steps) = events.split_last().expect("events");
    // Five positions and four moves.
    let done: Vec<_> =
        steps.iter().map(|(name, step)| (&**name, step["done"].as_i64(), &step["total"])).collect();
    let total = Value::from(9);
    assert_eq!(done, (1..=9).map(|number| ("progress", Some(number), &total)).collect::<Vec<_>>());
    assert_eq!((&*report.0, &report.1["review"]["red"]["blunders"]), ("report", &1.into()));
    assert!(report.1["text"].as_str().is_some_and(|text| text.contains("It loses a cannon")), "{}", report.1);
}

/// Repeats a request while its answer is 503, because abandoned work frees its place only a moment later. Gives up as late
/// as [`post`]. Returns the last status.
fn status_when_free(request: impl Fn() -> u16) -> u16 {
    let mut statuses = (0..6_000).map(|_| request());
    let status = statuses.find(|status| {
        let is_busy = *status == 503;
        if is_busy {
            thread::sleep(Duration::from_millis(20));
        }
        !is_busy
    });
    status.unwrap_or(503)
}

/// With one thread and one place the server answers no other request before the work of hours has ended.
#[test]
fn long_work_ends_when_its_client_leaves() {
    let server = Server::start(&["--searches", "1", "--queue", "1", "--cap", "10000000"]);
    let analysis = form(fen::START, "movetime=10000000");
    let review = format!("nodes=4000000000&record={}", GAME.replace(' ', "+"));
    for (path, form) in [("/analyse", &analysis), ("/review", &review)] {
        for accept in ["*/*", JSON] {
            let client = connect(&server, path, FORM, accept, form.as_bytes());
            let mut reader = BufReader::new(client.try_clone().expect("a stream"));
            let mut line = String::new();
            // A JSON answer has nothing to read before its end.
            while accept != JSON && !line.starts_with("event: ") && !(path == "/review" && line == "\r\n") {
                line.clear();
                assert!(reader.read_line(&mut line).expect("it answers") > 0, "{path}");
            }
            drop((client, reader));
            let best = || server.best(&super::form(fen::START, "nodes=100"), "*/*").status;
            assert_eq!(status_when_free(best), 200, "{path} {accept}");
        }
    }
    // More reviews than there are places, if those before still had theirs.
    let short = format!("nodes=100&record={}", GAME.replace(' ', "+"));
    assert_eq!(status_when_free(|| post(&server, "/review", FORM, JSON, short.as_bytes()).0), 200);
}

#[cfg(unix)]
#[test]
fn the_second_signal_ends_running_reviews_without_a_panic() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.args(["serve", "--port", "0", "--searches", "2", "--cap", "10000000"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    output.read_line(&mut line).expect("it says where it is");
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/');
    let mut server = Server { address: address.parse().expect(address), child };
    let review = format!("nodes=4000000000&record={}", GAME.replace(' ', "+"));
    let reviews: Vec<TcpStream> = (0..8)
        .map(|_| {
            let stream = connect(&server, "/review", FORM, "*/*", review.as_bytes());
            let mut head = String::new();
            BufReader::new(&stream).read_line(&mut head).expect("it answers");
            assert!(head.contains("200"), "{head}");
            stream
        })
        .collect();
    let id = server.child.id().to_string();
    let interrupt = || Command::new("kill").args(["-INT", &id]).status().expect("kill").success();
    assert!(interrupt());
    while TcpStream::connect(server.address).is_ok() {
        thread::sleep(Duration::from_millis(20));
    }
    assert!(server.child.try_wait().expect("it can be asked").is_none(), "it waits for the reviews");
    // The server misses a signal that comes before it waits for the second one.
    while server.child.try_wait().expect("it can be asked").is_none() {
        let _ = interrupt();
        thread::sleep(Duration::from_millis(20));
    }
    assert!(server.child.wait().expect("it ends").success());
    let mut errors = String::new();
    server.child.stderr.take().expect("piped").read_to_string(&mut errors).expect("text");
    assert_eq!(errors, "");
    drop(reviews);
}

/// Compressed events would reach the client only at the end.
#[test]
fn events_are_not_compressed() {
    let server = Server::start(&[]);
    let head = |path: &str, body: &str| {
        let headers = "HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAccept-Encoding: gzip\r\n";
        let kind = format!("Content-Type: {FORM}\r\nContent-Length: {}\r\n", body.len());
        server.send(&format!("POST {path} {headers}{kind}\r\n{body}")).head
    };
    let events = head("/analyse", &form(fen::START, "depth=3"));
    assert!(events.contains("text/event-stream") && !events.contains("content-encoding"), "{events}");
    let moves = head("/moves", "fen=startpos");
    assert!(moves.contains("content-encoding: gzip"), "{moves}");
}

#[test]
fn the_description_is_served() {
    let server = Server::start(&[]);
    let answer = server.get("/openapi.json");
    assert!(answer.head.contains("content-type: application/json"), "{}", answer.head);
    let described = answer.json();
    assert_eq!(described["openapi"], "3.1.0");
    // A path of the description is none of the files.
    assert_eq!(server.get("/openapi").status, 404);
}
