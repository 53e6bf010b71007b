//! The files of the page.

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use tokio::fs;
use tower_http::services::ServeDir;
use tower_http::services::fs::{Backend, TokioBackend, TokioFile};

/// In a release everything in this folder is named by its content.
const NAMED_BY_CONTENT: &str = "/app/";
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// Kept, but asked for anew each time.
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");
/// The page that stands in frames of other sites.
const FOR_FRAMES: &str = "embed.html";
const FRAMED_BY_ITS_OWN: HeaderValue = HeaderValue::from_static("frame-ancestors 'self'");
/// The page of a folder.
const INDEX: &str = "index.html";

/// Serves a folder, and with `follow_links` also what links in it lead to outside of it.
pub(crate) fn router(folder: PathBuf, follow_links: bool) -> Router {
    let files = ServeDir::with_backend(folder.clone(), Files { folder, follow_links });
    Router::new().fallback_service(files).layer(middleware::from_fn(tell))
}

/// Says how long an answer may be kept, and who may use it.
async fn tell(mut request: Request, next: Next) -> Response {
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
        // It stays as it is anywhere else: what a site's frame may load is that site's affair.
        headers.insert("cross-origin-embedder-policy", HeaderValue::from_static("unsafe-none"));
    } else {
        headers.insert(header::CONTENT_SECURITY_POLICY, FRAMED_BY_ITS_OWN);
    }
    response
}

/// Whether a part of a file can be asked for so: with GET alone (RFC 9110, 14.2), in bytes (14.1), and one at a time. Any
/// other request is answered as if it asked for the whole.
fn takes_range(request: &Request) -> bool {
    let range = request.headers().get(header::RANGE).and_then(|value| value.to_str().ok());
    let is_one = |range: &str| range.trim_start().starts_with("bytes=") && !range.contains(',');
    request.method() == Method::GET && range.is_some_and(is_one)
}

/// Lets any page read the answer. A frame with `sandbox` has no origin: to it the files beside it are somebody else's.
fn open(headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
}

/// What of a folder is served: files, and folders that have a page.
#[derive(Clone)]
struct Files {
    folder: PathBuf,
    follow_links: bool,
}

impl Files {
    /// Where a path leads once all links are followed, and what is there.
    async fn find(&self, path: &Path) -> io::Result<(PathBuf, Metadata)> {
        // A name that leads nowhere is not there, whether it is too long, not a name at all or a link in a circle.
        let found = fs::canonicalize(path).await.map_err(|_| io::ErrorKind::NotFound)?;
        // The folder may itself be a link, and lead elsewhere tomorrow.
        if !self.follow_links && !found.starts_with(fs::canonicalize(&self.folder).await?) {
            return Err(io::ErrorKind::NotFound.into());
        }
        let metadata = fs::metadata(&found).await?;
        Ok((found, metadata))
    }

    /// The same for a path to a file.
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
