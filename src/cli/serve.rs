//! The command `chuhe serve`: serves the page, and the engine over HTTP.
//!
//! - `POST /best`, `/analyse`, `/moves`, `/verdict`, `/convert` and `/review` take a form. The last two also take a file, with
//!   the fields in the address. The server remembers nothing between two requests.
//! - `GET /openapi.json` describes these requests for programs.
//! - `GET /healthz` answers `ok`.
//! - `/mqtt` is the relay for live games, a WebSocket; `GET /relays.json` names it for the page.
//! - Every other path is a file of the served folder.
//!
//! The server accepts requests to an IP address, to `localhost` or to a name from its command line.
//!
//! Searches and conversions run in a fixed number of threads, and the number of waiting requests is limited too. A request
//! beyond the limit is answered 503 with `Retry-After` at once. A request that has waited for the longest time of a search,
//! at least two seconds, gets the same answer. Each search of a review waits for its turn. Work ends when its client
//! disconnects. A client that sends its request slowly occupies no thread.

mod analyse;
mod arguments;
mod best;
mod connections;
mod convert;
mod events;
mod fault;
mod fields;
mod files;
mod hosts;
mod judge;
mod nearest;
mod openapi;
mod pool;
mod question;
mod relay;
mod review;

pub use arguments::{HELP, Serve};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware;
use axum::routing::{MethodRouter, get, post};
use connections::Connections;
use fields::{LARGE, MAX_RECORD};
use hosts::Names;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use pool::Pool;
use relay::Relay;
use std::io::{self, Write};
use std::net::IpAddr;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::sleep;
use tokio::{select, signal};
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;

/// Largest body of a request without a record, in bytes: a position with thousands of moves.
const MAX_BODY: usize = 64 << 10;
/// Longest time for a client to send the head of a request, between two requests, and to send the body.
const SENDING: Duration = Duration::from_secs(15);
/// Pause before the next connection after the system failed to accept one.
const PAUSE: Duration = Duration::from_millis(100);
/// Number of further ports to try if the first is in use.
const PORTS: u16 = 50;

/// The configuration of the server.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The folder with the page; with `None` the engine alone is served.
    pub folder: Option<PathBuf>,
    /// Whether to follow symbolic links that lead out of the folder.
    pub follow_links: bool,
    /// The address to listen on.
    pub host: IpAddr,
    /// The host names accepted besides IP addresses and `localhost`, in lower case.
    pub names: Vec<String>,
    /// The first port to try; 0 lets the system choose one.
    pub port: u16,
    /// Number of searches at the same time, 1 or more.
    pub searches: usize,
    /// Number of requests that may wait for a search.
    pub queue: usize,
    /// Longest time of a search. A request may wait for its turn for the same time, but for at least two seconds.
    pub cap: Duration,
    /// Number of rooms of the relay; with `None` there is no relay.
    pub relay_rooms: Option<usize>,
}

/// Serves until the program is interrupted or terminated. Answers the requests that have arrived by then, unless a
/// second signal comes or they exceed their time.
///
/// # Errors
/// When no port is free, or a thread cannot be started.
pub fn run(setup: Setup, out: &mut impl Write) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let listener = listen(&setup).await?;
        writeln!(out, "http://{}/", listener.local_addr()?)?;
        out.flush()?;
        let pool = Pool::start(setup.searches, setup.queue, setup.cap)?;
        let relay = setup.relay_rooms.map(|rooms| Arc::new(Relay::new(rooms)));
        if let Some(relay) = &relay {
            tokio::spawn(relay.clone().keep_time());
        }
        let connections = accept(&listener, router(Arc::new(pool), relay.clone(), &setup)).await;
        drop(listener);
        let rest = async {
            if let Some(relay) = relay {
                relay.shut_down().await;
            }
            connections.shut_down().await;
        };
        select! {
            () = rest => {}
            () = end() => {}
            () = sleep(SENDING + pool::patience(setup.cap) + setup.cap) => {}
        }
        Ok(())
    })
}

/// Serves connections until a signal ends the program. Returns the open connections.
async fn accept(listener: &TcpListener, router: Router) -> Connections {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(SENDING);
    let connections = Connections::new();
    let service = TowerToHyperService::new(router);
    let mut ending = pin!(end());
    loop {
        let accepted = select! {
            accepted = listener.accept() => accepted,
            () = &mut ending => return connections,
        };
        match accepted {
            Ok((stream, _)) => {
                // Moves of a live game are small and do not wait for more to send. Without this option they arrive too.
                let _ = stream.set_nodelay(true);
                let connection = http.serve_connection(TokioIo::new(stream), service.clone());
                connections.spawn(connection.with_upgrades());
            }
            Err(error) if is_of_one(&error) => {}
            Err(_) => sleep(PAUSE).await,
        }
    }
}

/// Returns whether the error is of a single connection; then other connections need not wait.
fn is_of_one(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Listens on the first free port from the requested one.
async fn listen(setup: &Setup) -> io::Result<TcpListener> {
    let mut port = setup.port;
    loop {
        match TcpListener::bind((setup.host, port)).await {
            Err(error)
                if error.kind() == io::ErrorKind::AddrInUse && port < setup.port.saturating_add(PORTS) =>
            {
                port += 1;
            }
            outcome => return outcome,
        }
    }
}

/// The state that the endpoints share.
#[derive(Clone)]
struct State {
    pool: Arc<Pool>,
    /// Places for bodies above [`MAX_BODY`].
    large: Arc<Semaphore>,
    /// Places for reviews.
    reviews: Arc<Semaphore>,
}

/// An endpoint that takes fields.
struct Endpoint {
    path: &'static str,
    /// Largest body in bytes.
    max_body: usize,
    handler: MethodRouter<State>,
}

fn endpoints() -> [Endpoint; 6] {
    let of = |path, max_body, handler| Endpoint { path, max_body, handler };
    [
        of("/best", MAX_BODY, post(best::answer)),
        of("/analyse", MAX_BODY, post(analyse::answer)),
        of("/moves", MAX_BODY, post(judge::moves)),
        of("/verdict", MAX_BODY, post(judge::verdict)),
        of("/convert", MAX_RECORD, post(convert::answer)),
        of("/review", MAX_RECORD, post(review::answer)),
    ]
}

fn router(pool: Arc<Pool>, relay: Option<Arc<Relay>>, setup: &Setup) -> Router {
    let reviews = (setup.searches + setup.queue).min(review::MOST);
    let state =
        State { pool, large: Arc::new(Semaphore::new(LARGE)), reviews: Arc::new(Semaphore::new(reviews)) };
    let router = Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/openapi.json", get(async || events::json(openapi::TEXT.to_owned())));
    let router = endpoints().into_iter().fold(router, |router, Endpoint { path, max_body, handler }| {
        router.route(path, handler.layer(DefaultBodyLimit::max(max_body)))
    });
    let router = router.with_state(state);
    let files = setup.folder.clone().map(|folder| files::router(folder, setup.follow_links));
    let files = match (files, &relay) {
        (Some(files), Some(_)) => files.layer(middleware::from_fn(relay::list)),
        (Some(files), None) => files,
        (None, Some(_)) => Router::new().route(relay::LIST, get(relay::own_list)),
        (None, None) => Router::new(),
    };
    let router = router.merge(files.layer(middleware::from_fn(files::tell)));
    let router = match relay {
        Some(relay) => router.merge(relay::router(relay)),
        None => router,
    };
    let names = Names::from(setup.names.as_slice());
    // Isolate the page from other origins, which allows shared memory, and forbid guessing of types.
    let headers = [
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-embedder-policy", "require-corp"),
        ("cross-origin-resource-policy", "same-origin"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
    ];
    headers
        .into_iter()
        .fold(router.layer(middleware::from_fn_with_state(names, hosts::check)), |router, (name, value)| {
            let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
            router.layer(SetResponseHeaderLayer::if_not_present(name, value))
        })
        .layer(CompressionLayer::new())
}

/// Waits for a signal that ends the program.
async fn end() {
    let interrupted = async {
        // If no handler can be installed, wait for ever: the system ends the program.
        if signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match signal::unix::signal(signal::unix::SignalKind::terminate()) {
            Ok(mut signals) => drop(signals.recv().await),
            Err(_) => std::future::pending::<()>().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    select! {
        () = interrupted => {}
        () = terminated => {}
    }
}
