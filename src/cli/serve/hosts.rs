//! Checks the hosts that requests are sent to.
//!
//! Any web site may let its own name resolve to this server's address (DNS rebinding). A browser then takes the
//! server for a part of that site and lets its pages read the answers. Such a request still carries the site's
//! name in `Host`. An address or `localhost` cannot be redirected in this way.

use super::fault::{Fault, wants_json};
use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{Method, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::Response;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

/// The names accepted besides addresses and `localhost`, in lower case.
pub(crate) type Names = Arc<[String]>;

/// Reads the name of a host from the command line.
pub(crate) fn name(text: &str) -> Result<String, String> {
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || "-._".contains(letter);
    let name = plain(text);
    match !name.is_empty() && name.chars().all(is_of_name) {
        true => Ok(name),
        false => Err("a name such as chuhe.example.org is expected, without http:// and port".to_owned()),
    }
}

/// Forwards a request unless it was sent to a host of another name.
pub(crate) async fn check(State(names): State<Names>, request: Request, next: Next) -> Response {
    match judge(&names, &request) {
        Ok(()) => next.run(request).await,
        Err(fault) => fault.answer(wants_json(request.headers()) || answers_json(&request)),
    }
}

/// Returns whether an endpoint answers its faults in JSON, whatever the client accepts.
fn answers_json(request: &Request) -> bool {
    request.method() == Method::POST && request.uri().path() != "/best"
}

fn judge(names: &[String], request: &Request) -> Result<(), Fault> {
    let headers: Vec<_> = request.headers().get_all(header::HOST).iter().collect();
    let asked = match (request.uri().authority(), &headers[..]) {
        // A host in the request line takes precedence over the header.
        (Some(authority), _) => authority.as_str().to_owned(),
        (None, [host]) => String::from_utf8_lossy(host.as_bytes()).into_owned(),
        // HTTP/1.0 has no such header, and no browser uses it.
        (None, []) if request.version() < Version::HTTP_11 => return Ok(()),
        (None, []) => return Err(Fault::new("badHost", "Host", "", "Host: the header is missing")),
        (None, [_, second, ..]) => {
            let second = String::from_utf8_lossy(second.as_bytes());
            return Err(Fault::new(
                "badHost",
                "Host",
                &second,
                "Host: the header stands there more than once",
            ));
        }
    };
    if is_taken(names, &asked) {
        return Ok(());
    }
    let message = format!(
        "Host: '{asked}' is not known here; the server takes names that it was started with (--allow-host), IP \
         addresses and localhost"
    );
    Err(Fault::new("unknownHost", "Host", &asked, message).with(StatusCode::MISDIRECTED_REQUEST))
}

/// Returns whether a host, with or without a port, is an address, `localhost` or one of the names.
fn is_taken(names: &[String], asked: &str) -> bool {
    let Ok(authority) = asked.parse::<Authority>() else { return false };
    let host = plain(authority.host());
    let address = match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        Some(inner) => inner.parse::<Ipv6Addr>().is_ok(),
        None => host.parse::<IpAddr>().is_ok(),
    };
    !asked.contains('@') && (address || host == "localhost" || names.contains(&host))
}

/// Converts a name to lower case and removes a final dot.
fn plain(name: &str) -> String {
    name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase()
}
