//! The open HTTP connections, which end after their current request when the server does.
//!
//! hyper-util's `GracefulShutdown` does the same, but not for connections that may become WebSockets.

use axum::Router;
use hyper::server::conn::http1::UpgradeableConnection;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use std::pin::pin;
use tokio::net::TcpStream;
use tokio::select;
use tokio::sync::watch;

/// A connection with the server's endpoints.
type Http = UpgradeableConnection<TokioIo<TcpStream>, TowerToHyperService<Router>>;

/// The open connections. The channel says whether the server ends; each connection has a receiver.
pub(crate) struct Connections(watch::Sender<bool>);

impl Connections {
    pub(crate) fn new() -> Connections {
        Connections(watch::Sender::new(false))
    }

    /// Serves a connection in a task of its own.
    pub(crate) fn spawn(&self, connection: Http) {
        let mut ending = self.0.subscribe();
        tokio::spawn(async move {
            let mut connection = pin!(connection);
            // Errors of a connection concern only its client.
            select! {
                _ = &mut connection => return,
                _ = ending.wait_for(|&is_ending| is_ending) => {}
            }
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        });
    }

    /// Ends all connections once their current requests are answered. A WebSocket is none any more.
    pub(crate) async fn shut_down(self) {
        self.0.send_replace(true);
        self.0.closed().await;
    }
}
