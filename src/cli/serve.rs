//! The command `chuhe serve`: the page, and its engine over HTTP.
//!
//! - `POST /best` with the form fields `fen` and `move`, the moves since, separated by commas, answers with the
//!   bare move; with `Accept: application/json` with all that the search found. `depth`, `nodes`, `movetime` (ms),
//!   `level` (or `strength`, from 0) and `seed` may limit it; `rules` (`asian`, `chinese` or `plain`) are those of repetition; `multipv` asks for
//!   several lines, `book=true` for moves of the opening book.
//!   `scores` are those of the side's moves before, such as `-310,-425,mate-8`: nothing is remembered between two
//!   requests, and a game is not given up for one bad move.
//! - `GET /healthz` answers `ok`.
//! - Everything else is a file of the folder that is served.
//!
//! Requests are taken that are sent to an IP address, to `localhost` or to a name that the server was told.
//!
//! Searches run in a fixed number of threads. Those that wait are limited too: a request too many is answered 503
//! with `Retry-After`, at once, and so is one that has waited as long as a search may take, two seconds at least. A
//! search whose client has gone is given up; a client that is slow to send its request is not waited for.

mod arguments;
mod best;
mod fault;
mod files;
mod hosts;
mod nearest;
mod pool;

pub use arguments::{HELP, Serve};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware;
use axum::routing::{get, post};
use hosts::Names;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use pool::Pool;
use std::io::{self, Write};
use std::net::IpAddr;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::time::sleep;
use tokio::{select, signal};
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;

/// The largest body of a request, in bytes: a position with thousands of moves.
const MAX_BODY: usize = 64 << 10;
/// How long a client may take to send the head of a request, or between two of them, and to send the body.
const SENDING: Duration = Duration::from_secs(15);
/// How long to wait for the next connection when the system has none to give.
const PAUSE: Duration = Duration::from_millis(100);
/// Ports that are tried when the first one is taken.
const PORTS: u16 = 50;

/// What to serve, and how.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The folder with the page; `None` serves the engine alone.
    pub folder: Option<PathBuf>,
    /// Also serve what links in the folder lead to outside of it.
    pub follow_links: bool,
    /// The address to listen on.
    pub host: IpAddr,
    /// The names that requests may be sent to, besides IP addresses and `localhost`, in small letters.
    pub names: Vec<String>,
    /// The first port to try; 0 lets the system choose one.
    pub port: u16,
    /// Searches at the same time, 1 or more.
    pub searches: usize,
    /// Requests that may wait for one.
    pub queue: usize,
    /// The longest a search may take, and, where that is more than two seconds, a request may wait for its turn.
    pub cap: Duration,
}

/// Serves until the program is interrupted or told to end; requests that came by then are answered, unless it is
/// told once more or they take longer than they may.
///
/// # Errors
/// When no port is free, or no thread can be started.
pub fn run(setup: Setup, out: &mut impl Write) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let listener = listen(&setup).await?;
        writeln!(out, "http://{}/", listener.local_addr()?)?;
        out.flush()?;
        let pool = Pool::start(setup.searches, setup.queue, setup.cap)?;
        let connections = accept(&listener, router(Arc::new(pool), &setup)).await;
        drop(listener);
        select! {
            () = connections.shutdown() => {}
            () = end() => {}
            () = sleep(SENDING + pool::patience(setup.cap) + setup.cap) => {}
        }
        Ok(())
    })
}

/// Serves whoever connects, until the program is to end. What is left then are the connections.
async fn accept(listener: &TcpListener, router: Router) -> GracefulShutdown {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(SENDING);
    let connections = GracefulShutdown::new();
    let service = TowerToHyperService::new(router);
    let mut ending = pin!(end());
    loop {
        let accepted = select! {
            accepted = listener.accept() => accepted,
            () = &mut ending => return connections,
        };
        match accepted {
            // A connection that breaks is its client's affair.
            Ok((stream, _)) => {
                let connection = http.serve_connection(TokioIo::new(stream), service.clone());
                tokio::spawn(connections.watch(connection));
            }
            Err(error) if is_of_one(&error) => {}
            Err(_) => sleep(PAUSE).await,
        }
    }
}

/// Whether a connection failed on its way, which is no reason to have others wait.
fn is_of_one(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// The first free port from the one asked for.
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

fn router(pool: Arc<Pool>, setup: &Setup) -> Router {
    let router = Router::new()
        .route("/best", post(best::answer))
        .route("/healthz", get(async || "ok\n"))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(pool);
    let router = match &setup.folder {
        Some(folder) => router.merge(files::router(folder.clone(), setup.follow_links)),
        None => router,
    };
    let names = Names::from(setup.names.as_slice());
    // The page is alone with its own files: shared memory may be used, and nothing is taken for another type.
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

/// When the program is to end.
async fn end() {
    let interrupted = async {
        // Without a handler there is nothing to wait for: the system ends the program.
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
