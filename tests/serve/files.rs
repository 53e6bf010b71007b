//! Tests of the files of the page: which of a folder are served, and with which headers.

use super::{Answer, Server, form};
use chuhe::rules::fen;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Creates a folder for a test, with a page, a page for frames, a page in a subfolder, and two files of the app.
pub fn folder(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("chuhe-serve-{test}-{}", std::process::id()));
    write(&folder.join("index.html"), "<!doctype html><p>the page");
    write(&folder.join("embed.html"), "<!doctype html><p>the frame");
    write(&folder.join("sub/index.html"), "<!doctype html><p>a page below");
    write(&folder.join("app/a-1234.wasm"), "\0asm");
    write(&folder.join("app/a-1234.js"), "export {};");
    folder
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("a folder");
    fs::write(path, text).expect("a file");
}

fn serve(folder: &Path, arguments: &[&str]) -> Server {
    Server::start(&[&["--dir", &*folder.to_string_lossy()], arguments].concat())
}

/// Requests only the headers.
fn head(server: &Server, path: &str) -> Answer {
    server.send(&format!("HEAD {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"))
}

/// Returns the value of a header with a lower-case name.
fn header<'a>(answer: &'a Answer, name: &str) -> Option<&'a str> {
    answer.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

#[test]
fn the_page_is_served_with_types_and_rules_for_keeping() {
    let folder = folder("page");
    let server = serve(&folder, &[]);
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert!(page.body.contains("<p>the page"), "{}", page.body);
    for line in [
        "content-type: text/html",
        "cache-control: no-cache",
        "cross-origin-opener-policy: same-origin",
        "cross-origin-embedder-policy: require-corp",
        "x-content-type-options: nosniff",
    ] {
        assert!(page.head.contains(line), "{line}\n{}", page.head);
    }
    let wasm = server.get("/app/a-1234.wasm");
    assert!(
        wasm.head.contains("content-type: application/wasm") && wasm.head.contains("immutable"),
        "{}",
        wasm.head
    );
    let script = server.get("/app/a-1234.js");
    assert!(script.head.contains("content-type: text/javascript"), "{}", script.head);
    assert_eq!(server.get("/app/missing.js").status, 404);
    assert!(!server.get("/app/missing.js").head.contains("immutable"));
    assert_eq!(server.get("/../Cargo.toml").status, 404, "nothing outside of the folder");
    assert_eq!(server.get("/%2e%2e/Cargo.toml").status, 404);
    assert_eq!(server.best(&form(fen::START, "depth=1"), "*/*").status, 200, "the engine is there too");
    fs::remove_dir_all(folder).expect("it was there");
}

#[test]
fn files_are_open_to_frames_without_an_origin_and_the_engine_is_not() {
    let folder = folder("open");
    let server = serve(&folder, &[]);
    let known = header(&server.get("/app/a-1234.js"), "etag").expect("a tag").to_owned();
    let head = format!("GET /app/a-1234.js HTTP/1.1\r\nHost: 127.0.0.1\r\nIf-None-Match: {known}\r\n");
    let unchanged = server.send(&format!("{head}Connection: close\r\n\r\n"));
    assert_eq!(unchanged.status, 304);
    for answer in [server.get("/embed.html"), server.get("/app/a-1234.js"), unchanged] {
        assert_eq!(header(&answer, "access-control-allow-origin"), Some("*"), "{}", answer.head);
        assert_eq!(header(&answer, "cross-origin-resource-policy"), Some("cross-origin"), "{}", answer.head);
    }
    for answer in [server.get("/healthz"), server.best(&form(fen::START, "depth=1"), "*/*")] {
        assert_eq!(answer.status, 200);
        assert_eq!(header(&answer, "access-control-allow-origin"), None, "{}", answer.head);
        assert_eq!(header(&answer, "cross-origin-resource-policy"), Some("same-origin"), "{}", answer.head);
    }
    fs::remove_dir_all(folder).expect("it was there");
}

#[test]
fn other_sites_may_frame_one_page_only() {
    let folder = folder("frames");
    let server = serve(&folder, &[]);
    let policy = |path: &str| header(&server.get(path), "content-security-policy").map(str::to_owned);
    for path in ["/", "/index.html", "/sub/", "/sub/?embed.html", "/%65mbed.html"] {
        assert_eq!(policy(path).as_deref(), Some("frame-ancestors 'self'"), "{path}");
    }
    assert_eq!(server.get("/embed.html").status, 200);
    let embedder = |path: &str| header(&server.get(path), "cross-origin-embedder-policy").map(str::to_owned);
    assert_eq!(embedder("/embed.html").as_deref(), Some("unsafe-none"));
    assert_eq!(embedder("/index.html").as_deref(), Some("require-corp"));
    assert_eq!(policy("/embed.html"), None);
    assert_eq!(policy("/embed.html?play=on"), None);
    fs::remove_dir_all(folder).expect("it was there");
}

#[test]
fn unknown_and_escaping_paths_are_not_found() {
    let folder = folder("names");
    let server = serve(&folder, &[]);
    let (long, deep, far) = ("a".repeat(256), "/abc".repeat(1500), "/abc".repeat(15_000));
    for path in [
        format!("/{long}"),
        format!("/{long}/x.js"),
        format!("/app/{long}.js"),
        format!("/{}", "%61".repeat(256)),
        format!("/{}", "象".repeat(86).bytes().map(|byte| format!("%{byte:02X}")).collect::<String>()),
        deep,
        far,
    ] {
        assert_eq!(server.get(&path).status, 404, "{} letters", path.len());
    }
    for path in [
        "/%00",
        "/index.html%00",
        "/index.html%00.js",
        "/%FF",
        "/%",
        "/%zz",
        "/%2e%2e%2findex.html",
        "/app%5C..%5Cindex.html",
        "/app/a-1234.js/",
        "/app/a-1234.js/x",
        "/app/a-1234.js%2Fx",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
        assert_eq!(head(&server, path).status, 404, "HEAD {path}");
    }
    assert_eq!(server.get("/app%2Fa-1234.js").status, 200, "another way to write a name");
    fs::remove_dir_all(folder).expect("it was there");
}

#[test]
fn a_folder_is_served_only_with_an_index_page() {
    let folder = folder("folders");
    let server = serve(&folder, &[]);
    for path in ["/app", "/app/", "/app?x", "/app/index.html", "//sub", "//sub/"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    let below = server.get("/sub?x=1");
    assert_eq!((below.status, header(&below, "location")), (307, Some("/sub/?x=1")));
    assert!(server.get("/sub/").body.contains("a page below"));
    fs::remove_dir_all(folder).expect("it was there");
}

#[cfg(unix)]
/// Requests a range of a file of ten bytes. Returns the status and the length.
fn part(server: &Server, method: &str, range: &str) -> (u16, Option<String>) {
    let head = format!("{method} /ten.txt HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n");
    let answer = server.send(&format!("{head}Range: {range}\r\n\r\n"));
    (answer.status, header(&answer, "content-length").map(str::to_owned))
}

#[test]
fn a_part_of_a_file_is_for_get_alone() {
    let folder = folder("range");
    write(&folder.join("index.html"), "<!doctype html>");
    write(&folder.join("ten.txt"), "0123456789");
    let server = serve(&folder, &[]);
    let whole = (200, Some("10".to_owned()));
    for range in ["bytes=0-3", "bytes=50-60", "bytes=9-3", "bytes=x", "lines=1-2"] {
        assert_eq!(part(&server, "HEAD", range), whole, "HEAD {range}");
    }
    assert_eq!(part(&server, "GET", "bytes=0-3"), (206, Some("4".to_owned())));
    assert_eq!(part(&server, "GET", "bytes=50-60").0, 416);
    for range in ["lines=1-2", "bytes=0-1,4-5"] {
        assert_eq!(part(&server, "GET", range), whole, "GET {range}");
    }
}

#[test]
fn links_lead_out_of_the_folder_only_when_asked_to() {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    let outside = folder("outside");
    let folder = folder("links");
    let link = |to: &Path, name: &str| symlink(to, folder.join(name)).expect("a link");
    link(&outside.join("app/a-1234.js"), "out.js");
    link(&outside.join("app"), "out");
    link(&outside.join("sub"), "page");
    link(Path::new("app/a-1234.js"), "in.js");
    link(Path::new("../chuhe"), "nowhere.js");
    link(Path::new("round.js"), "round.js");
    fs::create_dir(folder.join("half")).expect("a folder");
    link(&outside.join("index.html"), "half/index.html");
    let _socket = UnixListener::bind(folder.join("socket.js")).expect("a socket");
    let out = ["/out.js", "/out/a-1234.js", "/page/", "/half/"];
    let server = serve(&folder, &[]);
    for path in out.iter().chain(&["/page", "/half", "/nowhere.js", "/round.js", "/socket.js"]) {
        assert_eq!(server.get(path).status, 404, "{path}");
        assert_eq!(head(&server, path).status, 404, "HEAD {path}");
    }
    assert_eq!(server.get("/in.js").body, "export {};");
    let server = serve(&folder, &["--follow-links"]);
    for path in out.iter().chain(&["/in.js"]) {
        assert_eq!(server.get(path).status, 200, "{path}");
    }
    for path in ["/nowhere.js", "/round.js", "/socket.js"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    // The folder itself may be a link.
    link(&outside, "linked");
    let server = serve(&folder.join("linked"), &[]);
    assert_eq!(server.get("/app/a-1234.js").status, 200);
    fs::remove_dir_all(folder).expect("it was there");
    fs::remove_dir_all(outside).expect("it was there");
}

#[test]
fn a_folder_without_a_page_is_refused() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    let output = command.args(["serve", "--port", "0", "--dir", "src"]).output().expect("it ends");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("'src' holds no index.html"));
}
