//! A static host like any other: it sends the files of one folder, under a sub-path.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use anyhow::{Result, anyhow};
use tiny_http::{Header, Response};

/// Where the site is mounted, as on the pages of a repository.
const MOUNT: &str = "/some/repo/";

/// What a browser asked for.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) path: String,
    /// The file that was sent; `None` when there was none.
    pub(crate) file: Option<PathBuf>,
}

/// A running server, which stops when it is dropped.
pub(crate) struct Server {
    inner: Arc<tiny_http::Server>,
    requests: Arc<Mutex<Vec<Request>>>,
    thread: Option<JoinHandle<()>>,
    port: u16,
}

impl Server {
    /// Starts to serve a folder on a free port.
    pub(crate) fn start(root: &Path) -> Result<Self> {
        let inner = tiny_http::Server::http("127.0.0.1:0")
            .map_err(|error| anyhow!("failed to start the server: {error}"))?;
        let port = inner
            .server_addr()
            .to_ip()
            .ok_or_else(|| anyhow!("the server has no port"))?
            .port();
        let inner = Arc::new(inner);
        let requests = Arc::new(Mutex::new(Vec::new()));
        let thread = {
            let (inner, requests, root) = (inner.clone(), requests.clone(), root.to_owned());
            thread::spawn(move || serve(&inner, &requests, &root))
        };
        Ok(Self {
            inner,
            requests,
            thread: Some(thread),
            port,
        })
    }

    /// The address of a page of the site; the empty path is that of its root.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{MOUNT}{path}", self.port)
    }

    /// Takes what was asked for since the last time.
    pub(crate) fn take_requests(&self) -> Vec<Request> {
        let mut requests = self.requests.lock().expect("no request handler panics");
        std::mem::take(&mut *requests)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.inner.unblock();
        if let Some(thread) = self.thread.take() {
            // A panic of the thread has been printed, and the test fails for lack of answers.
            let _ = thread.join();
        }
    }
}

fn serve(server: &tiny_http::Server, requests: &Mutex<Vec<Request>>, root: &Path) {
    for request in server.incoming_requests() {
        let path = request.url().to_owned();
        let found = find(root, &path).and_then(|file| Some((fs::read(&file).ok()?, file)));
        requests
            .lock()
            .expect("no request handler panics")
            .push(Request {
                path,
                file: found.as_ref().map(|(_, file)| file.clone()),
            });
        // A browser may go away before it has heard the answer; that is its right.
        let _ = match found {
            Some((contents, file)) => request.respond(
                Response::from_data(contents)
                    .with_header(header("Content-Type", &content_type(&file))),
            ),
            None => request.respond(Response::empty(404)),
        };
    }
}

/// The file that a path of the address names.
fn find(root: &Path, path: &str) -> Option<PathBuf> {
    let path = path.split(['?', '#']).next()?;
    let relative = path.strip_prefix(MOUNT)?;
    let file = match relative {
        "" => root.join("index.html"),
        _ if relative.split('/').any(|part| part == "..") => return None,
        _ => root.join(relative),
    };
    file.is_file().then_some(file)
}

fn content_type(file: &Path) -> String {
    let mime = mime_guess::from_path(file).first_or_octet_stream();
    match mime.type_() {
        mime_guess::mime::TEXT => format!("{mime}; charset=utf-8"),
        _ => mime.to_string(),
    }
}

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("a content type is a valid header")
}
