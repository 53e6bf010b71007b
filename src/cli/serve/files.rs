//! Serves the files of the page.

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use tokio::fs;
use tower_http::services::ServeDir;
use tower_http::services::fs::{Backend, TokioBackend, TokioFile};

/// The folder whose files a release names by a hash of their contents.
const NAMED_BY_CONTENT: &str = "/app/";
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// Lets browsers store a file but revalidate it each time.
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");
/// The page meant for frames on other sites.
const FOR_FRAMES: &str = "embed.html";
const FRAMED_BY_ITS_OWN: HeaderValue = HeaderValue::from_static("frame-ancestors 'self'");
/// The file served for a folder.
const INDEX: &str = "index.html";

/// Serves a folder, and with `follow_links` also files outside it to which links in it lead.
pub(crate) fn router(folder: PathBuf, follow_links: bool) -> Router {
    let files = ServeDir::with_backend(folder.clone(), Files { folder, follow_links });
    Router::new().fallback_service(files)
}

/// Sets the headers for caching and for use by other sites.
pub(crate) async fn tell(mut request: Request, next: Next) -> Response {
    if !takes_range(&request) {
        request.headers_mut().remove(header::RANGE);
    }
    let path = request.uri().path();
    let is_named_by_content = path.starts_with(NAMED_BY_CONTENT);
    let is_for_frames = path.rsplit('/').next() == Some(FOR_FRAMES);
    // A redirection to a path with two slashes would lead to another host.
    let mut response = match path.starts_with("//") {
        true => StatusCode::NOT_FOUND.into_response(),
        false => next.run(request).await,
    };
    let is_there = response.status().is_success();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, if is_named_by_content && is_there { FOR_EVER } else { ASK_AGAIN });
    open(headers);
    if is_for_frames {
        // The embedding site decides what its frames may load.
        headers.insert("cross-origin-embedder-policy", HeaderValue::from_static("unsafe-none"));
    } else {
        headers.insert(header::CONTENT_SECURITY_POLICY, FRAMED_BY_ITS_OWN);
    }
    response
}

/// Returns whether a request's range is supported: only for GET (RFC 9110, 14.2), in bytes (14.1), and one range
/// at a time. Any other request is answered with the whole file.
fn takes_range(request: &Request) -> bool {
    let range = request.headers().get(header::RANGE).and_then(|value| value.to_str().ok());
    let is_one = |range: &str| range.trim_start().starts_with("bytes=") && !range.contains(',');
    request.method() == Method::GET && range.is_some_and(is_one)
}

/// Lets any page read the answer. A frame with `sandbox` has no origin, so even the files beside it belong to
/// another origin.
fn open(headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
}

/// The served part of a folder: files, and folders that have an index page.
#[derive(Clone)]
struct Files {
    folder: PathBuf,
    follow_links: bool,
}

impl Files {
    /// Resolves all links of a path; returns the target and its metadata.
    async fn find(&self, path: &Path) -> io::Result<(PathBuf, Metadata)> {
        // Treat every unresolvable path as missing: too long a name, an invalid name, or a circle of links.
        let found = fs::canonicalize(path).await.map_err(|_| io::ErrorKind::NotFound)?;
        // The folder may itself be a link whose target changes, so it is resolved each time.
        if !self.follow_links && !found.starts_with(fs::canonicalize(&self.folder).await?) {
            return Err(io::ErrorKind::NotFound.into());
        }
        let metadata = fs::metadata(&found).await?;
        Ok((found, metadata))
    }

    /// Resolves all links of a path to a file.
    async fn file(&self, path: &Path) -> io::Result<(PathBuf, Metadata)> {
        let found = self.find(path).await?;
        if found.1.is_file() { Ok(found) } else { Err(io::ErrorKind::NotFound.into()) }
    }
}

impl Backend for Files {
    type File = TokioFile;
    type Metadata = Metadata;
    type OpenFuture = Pin<Box<dyn Future<Output = io::Result<TokioFile>> + Send>>;
    type MetadataFuture = Pin<Box<dyn Future<Output = io::Result<Metadata>> + Send>>;

    fn open(&self, path: PathBuf) -> Self::OpenFuture {
        let files = self.clone();
        Box::pin(async move {
            let (found, _) = files.file(&path).await?;
            TokioBackend.open(found).await
        })
    }

    fn metadata(&self, path: PathBuf) -> Self::MetadataFuture {
        let files = self.clone();
        Box::pin(async move {
            let (found, metadata) = files.find(&path).await?;
            if metadata.is_dir() {
                files.file(&found.join(INDEX)).await?;
            } else if !metadata.is_file() {
                return Err(io::ErrorKind::NotFound.into());
            }
            Ok(metadata)
        })
    }
}
