//! Tests with many clients at once, some of which are slow, leave, or do not speak HTTP. `CHUHE_FAULTS=all` adds
//! more.

use super::{Answer, Server, files, form, request};
use chuhe::rules::fen;
use std::fs;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Returns the factor on the number of clients, greater in the whole suite.
fn scale() -> usize {
    if std::env::var_os("CHUHE_FAULTS").is_some() { 20 } else { 1 }
}

#[test]
fn slow_clients_do_not_delay_others() {
    let server = Server::start(&["--searches", "1"]);
    let whole = request(&form(fen::START, "depth=1"), "Connection: close\r\n");
    let connect = || TcpStream::connect(server.address).expect("it listens");
    let mut slow: Vec<_> = (0..40 * scale().min(10)).map(|_| connect()).collect();
    let stuck = slow.split_off(slow.len() / 2);
    for (index, mut stream) in stuck.iter().enumerate() {
        let sent = [0, 3, 40, whole.len() - 5][index % 4];
        stream.write_all(&whole.as_bytes()[..sent]).expect("it reads");
    }
    for byte in whole.bytes() {
        for stream in &mut slow {
            stream.write_all(&[byte]).expect("it reads");
        }
        assert_eq!(server.get("/healthz").status, 200, "others are answered meanwhile");
    }
    for mut stream in slow {
        let mut text = Vec::new();
        stream.read_to_end(&mut text).expect("it answers");
        let status = Answer::read(&text).status;
        assert!([200, 503].contains(&status), "{status}");
    }
    assert_eq!(server.best(&form(fen::START, "depth=1"), "*/*").status, 200);
    drop(stuck);
    assert_eq!(server.best(&form(fen::START, "depth=1"), "*/*").status, 200);
}

/// Returns texts to send with the possible statuses. The status 0 means that the client stops sending and leaves, or
/// is cut off.
fn requests() -> Vec<(String, Vec<u16>)> {
    let get = |path: &str, headers: &str| {
        format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n{headers}\r\n")
    };
    let post = |headers: &str, body: &str| {
        let kind = "Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n";
        format!("POST /best HTTP/1.1\r\nHost: 127.0.0.1\r\n{kind}{headers}\r\n{body}")
    };
    let asked = |rest: &str| request(&form(fen::START, rest), "Connection: close\r\n");
    vec![
        (get("/", ""), vec![200]),
        (get("/app/a-1234.js", ""), vec![200]),
        (asked("depth=1"), vec![200, 503]),
        (get("/nowhere", ""), vec![404]),
        (get("/..%2f..%2fetc/passwd", ""), vec![404]),
        (asked("depth=none"), vec![400]),
        (asked(&"x".repeat(100_000)), vec![0, 413]),
        (post("Content-Length: -1\r\n", "fen=x"), vec![400]),
        (post("Content-Length: 99999999999999999999\r\n", "fen=x"), vec![400]),
        (post("Content-Length: 5\r\nContent-Length: 6\r\n", "fen=x"), vec![400]),
        (post("Content-Length: 500\r\n", "fen=x"), vec![0, 400]),
        (post("Transfer-Encoding: chunked\r\n", "zz\r\nfen=x\r\n0\r\n\r\n"), vec![400]),
        (post("Transfer-Encoding: chunked\r\n", "5\r\nfen=x\r\n0\r\n\r\n"), vec![400]),
        (get("/", &format!("X: {}\r\n", "x".repeat(900_000))), vec![0, 431]),
        (get("/", &"X: x\r\n".repeat(5000)), vec![0, 431]),
        ("\0\0\0\0\r\n\r\n".into(), vec![0, 400]),
        ("GET / HTTP/9.9\r\n\r\n".into(), vec![0, 400]),
        ("GET\r\n\r\n".into(), vec![400]),
        (String::new(), vec![0]),
    ]
}

/// Sends a request. The server may close the connection before it has read everything.
fn exchange(server: &Server, text: &str, ends: bool) -> u16 {
    let mut stream = TcpStream::connect(server.address).expect("it listens");
    let _ = stream.write_all(text.as_bytes());
    if ends {
        let _ = stream.shutdown(Shutdown::Write);
    }
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    Answer::read(&answer).status
}

#[test]
fn every_request_is_answered_and_no_memory_is_leaked() {
    let folder = files::folder("crowd");
    let server = Server::start(&["--dir", &*folder.to_string_lossy(), "--queue", "8"]);
    let requests = requests();
    let crowd = |count: usize| {
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= count {
                            return;
                        }
                        let (text, expected) = &requests[index % requests.len()];
                        let status = exchange(&server, text, expected.contains(&0));
                        let start: String = text.chars().take(200).collect();
                        assert!(expected.contains(&status), "{status}, not {expected:?}: {start}");
                    }
                });
            }
        });
    };
    // Threads first touch their memory over time, so usage may grow for some rounds. A leak would grow without end.
    let mut sizes = vec![0];
    while let Some(size) = {
        crowd(requests.len() * 16 * scale());
        server.memory()
    } {
        let grown = size.saturating_sub(sizes[sizes.len() - 1]);
        sizes.push(size);
        if grown < 512 {
            break;
        }
        assert!(sizes.len() < 16, "KiB after each round: {sizes:?}");
    }
    assert_eq!(server.best(&form(fen::START, "depth=1"), "*/*").status, 200, "it answers as before");
    fs::remove_dir_all(folder).expect("it was there");
}
