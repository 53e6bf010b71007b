//! Tests of the page and the engine over HTTP, through a real socket on loopback.

mod crowds;
mod endpoints;
mod files;
mod hosts;
mod relay;

use chuhe::engine::limits::Limits;
use chuhe::engine::session::{Options, Session};
use chuhe::rules::fen;
use chuhe::rules::game::Game;
use chuhe::rules::types::Move;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// A running server that ends with the test.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(arguments: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
        command.args(["serve", "--port", "0"]).args(arguments).stdout(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped"))
            .read_line(&mut line)
            .expect("it says where it is");
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/');
        Server { address: address.parse().expect(address), child }
    }

    fn send(&self, request: &str) -> Answer {
        let mut stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a timeout");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut text = Vec::new();
        stream.read_to_end(&mut text).expect("it answers");
        Answer::read(&text)
    }

    fn get(&self, path: &str) -> Answer {
        self.get_from("127.0.0.1", path)
    }

    fn get_from(&self, host: &str, path: &str) -> Answer {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
    }

    fn best(&self, form: &str, accept: &str) -> Answer {
        self.send(&request(form, &format!("Connection: close\r\nAccept: {accept}\r\n")))
    }

    /// Returns the memory in use in KiB where the system reports it.
    fn memory(&self) -> Option<u64> {
        self.status("VmRSS:")
    }

    /// Returns the greatest memory in use so far in KiB where the system reports it.
    fn peak_memory(&self) -> Option<u64> {
        self.status("VmHWM:")
    }

    fn status(&self, field: &str) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with(field))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    fn read(bytes: &[u8]) -> Answer {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("JSON, not {}", self.body))
    }
}

/// Encodes a FEN as a form does.
fn form(fen: &str, rest: &str) -> String {
    format!("fen={}&{rest}", fen.replace(' ', "+").replace('/', "%2F"))
}

/// Returns a request with additional headers.
fn request(form: &str, headers: &str) -> String {
    format!(
        "POST /best HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
        form.len()
    )
}

/// Returns a request for a move at the start, over a connection that stays open.
fn question(rest: &str) -> String {
    request(&form(fen::START, rest), "")
}

fn game(moves: &str) -> Game {
    let mut game = Game::default();
    for mv in moves.split(',').filter(|mv| !mv.is_empty()) {
        game.play(mv.parse().expect("a move")).expect("legal");
    }
    game
}

#[test]
fn best_answers_with_the_bare_move_or_json() {
    let server = Server::start(&[]);
    let text = server.best(&form(fen::START, "move=h2e2,h9g7&depth=4"), "*/*");
    assert_eq!(text.status, 200, "{}", text.body);
    let mv: Move = text.body.parse().expect("nothing but the move");
    assert!(game("h2e2,h9g7").board().is_legal(mv));
    let json = server.best(&form(fen::START, "move=h2e2,h9g7&depth=4"), "text/html, application/json;q=0.9");
    assert!(json.head.contains("content-type: application/json"), "{}", json.head);
    let found = json.json();
    assert_eq!(found["move"], text.body);
    assert!(
        found["nodes"].as_u64() > Some(0) && found["pv"][0] == text.body && found["score"]["cp"].is_i64(),
        "{found}"
    );
    assert_eq!(server.get("/healthz").body, "ok\n");
    // Without any limit a search takes about a second; levels and time limits are accepted too.
    for rest in ["", "level=6.25&seed=5", "movetime=30", "nodes=500"] {
        assert_eq!(server.best(&form(fen::START, rest), "*/*").status, 200, "{rest}");
    }
}

#[test]
fn json_has_what_the_page_needs() {
    let server = Server::start(&[]);
    let ask = |fen: &str, rest: &str| server.best(&form(fen, rest), "application/json").json();
    let found = ask(fen::START, "move=h2e2&depth=5&multipv=3");
    let lines = found["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 3, "{found}");
    for (index, line) in lines.iter().enumerate() {
        assert_eq!(line["multipv"], index + 1, "{line}");
        assert!(line["score"]["cp"].is_i64() && line["depth"].is_i64() && line["bound"] == "exact", "{line}");
    }
    assert_eq!(lines[0]["pv"], found["pv"]);
    assert!(found["nps"].as_u64() > Some(0) && found["leaves"].as_u64() > Some(0), "{found}");
    let no = serde_json::Value::Bool(false);
    assert_eq!([&found["book"], &found["resigns"], &found["offersDraw"]], [&no; 3]);
    let from_book = ask(fen::START, "level=15&seed=4&book=true");
    assert_eq!(from_book["book"], true, "{from_book}");
    assert_eq!(from_book["nodes"], 0);
    // A lone general against two rooks, with and without earlier moves.
    let lost = "3k5/9/9/9/9/9/9/9/R8/1R2K4 b - - 0 20";
    assert_eq!(ask(lost, "depth=4")["resigns"], false, "one bad move is not enough");
    let given_up = ask(lost, "depth=4&scores=-900,-2500,mate-8");
    assert_eq!(given_up["resigns"], true, "{given_up}");
    assert_eq!(given_up["acceptsDraw"], true);
    let early = ask(&lost.replace(" 20", " 19"), "depth=4&scores=-900,-2500,mate-8");
    assert_eq!(early["acceptsDraw"], false, "no draw before move 20");
    assert_eq!(ask(lost, "depth=4&level=1&scores=mate-10,mate-8")["resigns"], false, "level 1 plays on");
    let dull = "2bakab2/9/9/9/4p4/4P4/9/9/9/2BAKAB2 w - - 30 70";
    let level_scores = ["0"; 7].join(",");
    let offered = ask(dull, &format!("depth=4&scores={level_scores}"));
    assert_eq!(offered["offersDraw"], true, "{offered}");
    assert_eq!(ask(dull, "depth=4")["offersDraw"], false);
}

#[test]
fn help_lists_every_field() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_chuhe")).args(["serve", "--help"]).output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    for field in [
        "fen",
        "move",
        "depth",
        "nodes",
        "movetime",
        "level",
        "strength",
        "seed",
        "multipv",
        "book",
        "scores",
        "from",
        "rules",
        "resigned",
        "timed-out",
        "agreed",
        "record",
        "to",
        "moves-only",
        "evaluations",
        "clocks",
        "game",
        "lang",
        "/openapi.json",
        "--allow-host",
        "--follow-links",
        "--no-relay",
        "--relay-rooms",
        "/relays.json",
    ] {
        assert!(text.contains(field), "{field}: {text}");
    }
}

#[test]
fn bad_requests_are_refused_with_field_and_value() {
    let server = Server::start(&["--cap", "500"]);
    let refused = |form: &str| {
        let answer = server.best(form, "application/json");
        let fault = answer.json();
        let text = |name: &str| fault[name].as_str().unwrap_or_default().to_owned();
        assert!(!text("message").is_empty(), "{form}");
        (answer.status, text("code"), text("field"), text("value"))
    };
    let of =
        |status: u16, code: &str, field: &str, value: &str| (status, code.into(), field.into(), value.into());
    assert_eq!(refused("move=h2e2"), of(400, "badFen", "fen", ""));
    assert_eq!(refused("fen=nonsense"), of(400, "badFen", "fen", "nonsense"));
    assert_eq!(refused(&form(fen::START, "move=h2e2,x")), of(400, "badMove", "move", "x"));
    assert_eq!(refused(&form(fen::START, "move=h2e2,h2e2")), of(400, "illegalMove", "move", "h2e2"));
    assert_eq!(refused(&form(fen::START, "depth=0")), of(400, "badOption", "depth", "0"));
    assert_eq!(refused(&form(fen::START, "level=15.5")), of(400, "badOption", "level", "15.5"));
    assert_eq!(refused(&form(fen::START, "level=0")), of(400, "badOption", "level", "0"));
    assert_eq!(refused(&form(fen::START, "level=0.99")), of(400, "badOption", "level", "0.99"));
    assert_eq!(refused(&form(fen::START, "strength=-1")), of(400, "badOption", "strength", "-1"));
    assert_eq!(refused(&form(fen::START, "level=3&strength=2")), of(400, "badOption", "strength", "2"));
    assert_eq!(server.best(&form(fen::START, "strength=0"), "*/*").status, 200);
    assert_eq!(refused(&form(fen::START, "multipv=0")), of(400, "badOption", "multipv", "0"));
    assert_eq!(refused(&form(fen::START, "book=yes")), of(400, "badOption", "book", "yes"));
    assert_eq!(refused(&form(fen::START, "scores=-30,mate")), of(400, "badOption", "scores", "mate"));
    assert_eq!(refused(&form("4k4/R8/9/9/9/9/9/9/9/1R3K3 w", "move=b0b9")).0, 409, "mated: there is no move");
    let plain = server.best("fen=nonsense", "*/*");
    assert!(plain.body.starts_with("error: fen: "), "{}", plain.body);
    assert_eq!(server.get("/best").status, 405);
    assert_eq!(server.get("/nowhere").status, 404, "no folder is served");
    // The cap ends a search, whatever limit was requested.
    assert_eq!(server.best(&form(fen::START, "depth=100"), "*/*").status, 200);
}

#[test]
fn fields_that_the_form_does_not_have_are_refused_with_the_nearest_one() {
    let server = Server::start(&["--cap", "500"]);
    let black = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b";
    for (rest, field, value, message) in [
        ("moves=h2e2", "moves", "h2e2", "moves: the form has no such field; is it 'move'?"),
        ("depht=6", "depht", "6", "depht: the form has no such field; is it 'depth'?"),
        ("depth=2&Depth=6", "Depth", "6", "Depth: the form has no such field; is it 'depth'?"),
        ("position=4k4", "position", "4k4", "position: the form has no such field"),
        ("=5", "", "5", ": the form has no such field"),
    ] {
        let answer = server.best(&form(black, rest), "application/json");
        let fault = answer.json();
        let text = |name: &str| fault[name].as_str().unwrap_or_default().to_owned();
        assert_eq!((answer.status, text("code")), (400, "unknownField".to_owned()), "{rest}");
        assert_eq!(
            (text("field"), text("value"), text("message")),
            (field.into(), value.into(), message.into())
        );
    }
    let form = form(fen::START, "depth=2");
    let ask = |path: &str| {
        let head = format!("POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n");
        let kind = "Content-Type: application/x-www-form-urlencoded\r\n";
        server.send(&format!("{head}{kind}Content-Length: {}\r\n\r\n{form}", form.len()))
    };
    for (path, told) in [
        (
            "/best?depht=6&nodes=3",
            "error: depht: fields are read from the form, not from the address; is it 'depth'?\n",
        ),
        ("/best?depth=6", "error: depth: fields are read from the form, not from the address\n"),
    ] {
        let answer = ask(path);
        assert_eq!((answer.status, answer.body.as_str()), (400, told));
    }
    assert_eq!((ask("/best").status, ask("/best?").status), (200, 200));
}

#[test]
fn forms_that_cannot_be_read_are_refused_with_the_field_or_the_header() {
    let server = Server::start(&["--cap", "500"]);
    let refused = |answer: Answer| {
        let fault = answer.json();
        let text = |name: &str| fault[name].as_str().unwrap_or_default().to_owned();
        (answer.status, text("code"), text("field"), text("value"), text("message"))
    };
    let form = |rest: &str| refused(server.best(&form(fen::START, rest), "application/json"));
    let of = |code: &str, field: &str, value: &str, message: &str| {
        (400, code.to_owned(), field.to_owned(), value.to_owned(), message.to_owned())
    };
    let twice = |field: &str, value: &str| {
        let message = format!("{field}: the form has this field more than once, then as '{value}'");
        of("repeatedField", field, value, &message)
    };
    assert_eq!(form("fen=4k4"), twice("fen", "4k4"));
    for field in
        ["move", "depth", "nodes", "movetime", "level", "strength", "seed", "multipv", "book", "scores"]
    {
        assert_eq!(form(&format!("{field}=&{field}=7")), twice(field, "7"));
    }
    let wrong = form("depth=%FF");
    assert_eq!((wrong.2.as_str(), wrong.3.as_str()), ("depth", "\u{fffd}"), "no text at all");
    let long = form(&"x".repeat(100_000));
    assert_eq!(
        (long.0, long.2.as_str(), long.4.as_str()),
        (413, "body", "the form is longer than 65536 bytes")
    );
    let sent = |headers: &str| {
        let head = "POST /best HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAccept: application/json";
        refused(server.send(&format!("{head}\r\n{headers}Content-Length: 2\r\n\r\n{{}}")))
    };
    let strange = |headers: &str, field: &str, value: &str| {
        let fault = sent(headers);
        assert_eq!(
            (fault.0, fault.1.as_str(), fault.2.as_str(), fault.3.as_str()),
            (415, "badForm", field, value)
        );
        assert!(fault.4.starts_with(&format!("{field}: '{value}' is not ")), "{}", fault.4);
    };
    strange("", "Content-Type", "");
    strange("Content-Type: application/json\r\n", "Content-Type", "application/json");
    let kind = "Content-Type: application/x-www-form-urlencoded\r\n";
    strange(&format!("{kind}Content-Encoding: gzip\r\n"), "Content-Encoding", "gzip");
}

#[test]
fn many_clients_get_correct_moves_or_status_503() {
    let server = Server::start(&["--searches", "2", "--queue", "20"]);
    let starts = ["", "h2e2", "h2e2,h9g7", "b2e2,b9c7,b0c2", "c3c4", "g3g4,h7g7"];
    let options =
        Options { limits: Limits { nodes: Some(3_000), ..Limits::default() }, ..Options::default() };
    let mut session = Session::new(16);
    session.set_network(chuhe::engine::eval::nnue::Network::embedded());
    let expected: Vec<String> = starts
        .iter()
        .map(|moves| {
            session.new_game();
            let best = session.go(&game(moves), options, &mut |_| {}).best;
            best.expect("a move").to_string()
        })
        .collect();
    let crowd = |clients: usize| {
        thread::scope(|scope| {
            let waiting: Vec<_> = (0..clients)
                .map(|client| {
                    let (server, expected) = (&server, &expected);
                    scope.spawn(move || {
                        let which = client % starts.len();
                        let form = form(fen::START, &format!("move={}&nodes=3000", starts[which]));
                        let mut refusals = 0;
                        loop {
                            let answer = server.best(&form, "*/*");
                            if answer.status == 200 {
                                assert_eq!(answer.body, expected[which], "{}", starts[which]);
                                return refusals;
                            }
                            assert_eq!(answer.status, 503, "{}", answer.body);
                            assert!(answer.head.contains("retry-after: 1"), "{}", answer.head);
                            refusals += 1;
                            thread::sleep(Duration::from_millis(20));
                        }
                    })
                })
                .collect();
            waiting.into_iter().map(|client| client.join().expect("right")).sum::<u32>()
        })
    };
    let refusals = crowd(200);
    assert!(refusals > 0, "the queue holds 20: some of 200 must have been asked to come again");
    let Some(before) = server.memory() else { return };
    crowd(200);
    crowd(200);
    let after = server.memory().expect("told before");
    assert!(after < before + 16 * 1024, "{before} KiB, then {after} KiB");
}

#[test]
fn a_client_that_leaves_frees_its_place() {
    let server = Server::start(&["--searches", "1", "--queue", "1", "--cap", "60000"]);
    let request = question("movetime=60000");
    let mut leaving = TcpStream::connect(server.address).expect("it listens");
    leaving.write_all(request.as_bytes()).expect("it reads");
    assert_eq!(server.get("/healthz").status, 200, "it is not kept busy by a search");
    drop(leaving);
    let mut tries = 0;
    while server.best(&form(fen::START, "nodes=100"), "*/*").status != 200 {
        tries += 1;
        assert!(tries < 500, "the place is never freed");
        thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(unix)]
#[test]
fn the_first_signal_ends_it_after_pending_answers() {
    let mut server = Server::start(&[]);
    let waiting = thread::scope(|scope| {
        let answer = scope.spawn(|| server.best(&form(fen::START, "movetime=800"), "*/*"));
        thread::sleep(Duration::from_millis(300));
        let id = server.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill").success());
        answer.join().expect("an answer")
    });
    assert_eq!(waiting.status, 200, "what was asked before is answered");
    assert!(server.child.wait().expect("it ends").success());
    assert!(TcpStream::connect(server.address).is_err());
}

#[cfg(unix)]
#[test]
fn the_second_signal_ends_it_at_once() {
    let mut server = Server::start(&["--cap", "600000"]);
    let mut waiting = TcpStream::connect(server.address).expect("it listens");
    waiting.write_all(question("movetime=600000").as_bytes()).expect("it reads");
    thread::sleep(Duration::from_millis(500));
    let id = server.child.id().to_string();
    let tell = || Command::new("kill").args(["-INT", &id]).status().expect("kill").success();
    assert!(tell());
    while TcpStream::connect(server.address).is_ok() {
        thread::sleep(Duration::from_millis(20));
    }
    assert!(server.child.try_wait().expect("it can be asked").is_none(), "it waits for the answer");
    assert!(tell());
    assert!(server.child.wait().expect("it ends").success());
}

#[test]
fn requests_that_wait_too_long_get_status_503() {
    let server = Server::start(&["--searches", "1", "--queue", "16", "--cap", "3000"]);
    let request = request(&form(fen::START, "movetime=3000"), "Connection: close\r\n");
    let mut clients: Vec<TcpStream> =
        (0..6).map(|_| TcpStream::connect(server.address).expect("it listens")).collect();
    for client in &mut clients {
        client.write_all(request.as_bytes()).expect("it reads");
    }
    let mut status = |client: &mut TcpStream| {
        let mut text = Vec::new();
        client.read_to_end(&mut text).expect("it answers");
        Answer::read(&text).status
    };
    let statuses: Vec<u16> = clients.iter_mut().map(&mut status).collect();
    assert!(statuses.contains(&200), "{statuses:?}");
    assert!(statuses.contains(&503), "six have no room in twice the time of one: {statuses:?}");
    assert!(statuses.iter().all(|status| [200, 503].contains(status)), "{statuses:?}");
}

#[test]
fn clients_that_send_slowly_are_cut_off() {
    let server = Server::start(&[]);
    let whole = question("depth=1");
    let ends = |length: usize| {
        let mut stream = TcpStream::connect(server.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a timeout");
        stream.write_all(&whole.as_bytes()[..length]).expect("it reads");
        let mut text = Vec::new();
        stream.read_to_end(&mut text).expect("it is closed");
        String::from_utf8(text).expect("text")
    };
    thread::scope(|scope| {
        let head = scope.spawn(|| ends(40));
        let body = ends(whole.len() - 5);
        assert!(body.starts_with("HTTP/1.1 408") && body.contains("within 15 s"), "{body}");
        assert!(!head.join().expect("closed").contains("200"));
    });
}
