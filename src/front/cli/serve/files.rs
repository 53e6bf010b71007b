//! The files of the page.

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use std::path::PathBuf;
use tower_http::services::ServeDir;

/// In a release everything in this folder is named by its content.
const NAMED_BY_CONTENT: &str = "/app/";
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// Kept, but asked for anew each time.
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");

/// Serves a folder.
pub(super) fn router(folder: PathBuf) -> Router {
    Router::new().fallback_service(ServeDir::new(folder)).layer(middleware::from_fn(keep))
}

/// Says how long an answer may be kept.
async fn keep(request: Request, next: Next) -> Response {
    let is_named_by_content = request.uri().path().starts_with(NAMED_BY_CONTENT);
    let mut response = next.run(request).await;
    let is_there = response.status().is_success();
    let rule = if is_named_by_content && is_there { FOR_EVER } else { ASK_AGAIN };
    response.headers_mut().insert(header::CACHE_CONTROL, rule);
    response
}
