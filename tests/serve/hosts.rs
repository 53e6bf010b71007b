//! Tests of the host names under which requests are accepted.

use super::Server;
use std::process::Command;

/// Returns the status of a request to a host.
fn status(server: &Server, host: &str) -> u16 {
    server.get_from(host, "/healthz").status
}

#[test]
fn requests_are_taken_under_addresses_and_the_names_that_were_given() {
    let server = Server::start(&["--allow-host", "Chuhe.Example.org", "--allow-host", "box"]);
    let port = server.address.port();
    let same = format!("127.0.0.1:{port}");
    for host in [&same, "localhost", "LOCALHOST.:1", "10.0.0.1", "[::1]:80", "[fe80::1]"] {
        assert_eq!(status(&server, host), 200, "{host}");
    }
    for host in ["chuhe.example.org", "CHUHE.example.org:8443", "chuhe.example.org.", "box:80"] {
        assert_eq!(status(&server, host), 200, "{host}");
    }
    for host in ["example.org", "x.chuhe.example.org", "boxer", "box@evil.example", "evil@box", "box/x", ""] {
        assert_eq!(status(&server, host), 421, "{host}");
    }
}

#[test]
fn requests_under_other_names_are_refused_with_the_name() {
    let server = Server::start(&[]);
    for host in [
        "evil.example",
        "chuhe",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "evil@127.0.0.1",
        "127.0.0.1:80:80",
        "[chuhe]",
        "::1",
    ] {
        assert_eq!(status(&server, host), 421, "{host}");
    }
    let asked = |headers: &str, accept: &str| {
        let rest =
            "Connection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 0";
        server.send(&format!("POST /best HTTP/1.1\r\n{headers}Accept: {accept}\r\n{rest}\r\n\r\n"))
    };
    let refused = asked("Host: evil.example:8080\r\n", "application/json");
    let fault = refused.json();
    let said = [&fault["code"], &fault["field"], &fault["value"]];
    assert_eq!(
        (refused.status, said),
        (421, [&"unknownHost".into(), &"Host".into(), &"evil.example:8080".into()])
    );
    let plain = asked("Host: evil.example\r\n", "*/*").body;
    assert!(plain.starts_with("error: Host: 'evil.example' ") && plain.contains("--allow-host"), "{plain}");
    assert_eq!(asked("", "*/*").status, 400, "the header is missing");
    let twice = asked("Host: 127.0.0.1\r\nHost: evil.example\r\n", "application/json");
    assert_eq!((twice.status, &twice.json()["value"]), (400, &"evil.example".into()));
    // A host in the request line takes precedence over the header.
    let line = "GET http://evil.example/healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    assert_eq!(server.send(line).status, 421);
    assert_eq!(server.send("GET /healthz HTTP/1.0\r\n\r\n").status, 200, "there was no such header then");
}

#[test]
fn a_name_is_neither_an_address_of_a_page_nor_empty() {
    for name in ["http://chuhe.example.org", "chuhe.example.org:80", "chuhe/x", "*", ""] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
        let output = command.args(["serve", "--port", "0", "--allow-host", name]).output().expect("it ends");
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(
            String::from_utf8_lossy(&output.stderr).contains("a name such as chuhe.example.org"),
            "{name}"
        );
    }
}
