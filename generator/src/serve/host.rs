//! The HTTP server.
//!
//! A browser opens many connections at once and leaves some of them idle, and each page keeps
//! one that waits for news. So no thread belongs to a connection.

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{HOST, HeaderName, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::runtime;

use super::answer::{Answer, Asked, answer};
use super::desk::Desk;

/// How many ports from the usual one on are tried.
const TRIES: u16 = 100;

/// How long to wait after a connection could not be taken, as where too many are open.
const PAUSE: Duration = Duration::from_millis(100);

/// A server that listens.
#[derive(Debug)]
pub(crate) struct Host {
    listener: TcpListener,
    address: SocketAddr,
}

impl Host {
    /// Listens on this port, or on the first free one from `usual` on.
    ///
    /// # Errors
    /// If the port is taken or the address is not one of this machine.
    pub(crate) fn listen(address: IpAddr, port: Option<u16>, usual: u16) -> Result<Self> {
        let listener = match port {
            Some(port) => TcpListener::bind((address, port))
                .map_err(|error| refusal(address, port, &error))?,
            None => first_free(address, usual)?,
        };
        let attempt = "failed to prepare the server";
        listener.set_nonblocking(true).context(attempt)?;
        Ok(Self {
            address: listener.local_addr().context(attempt)?,
            listener,
        })
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// What to type into a browser on this machine.
    pub(crate) fn url(&self) -> String {
        match self.address.ip().is_unspecified() {
            true => format!("http://localhost:{}/", self.address.port()),
            false => format!("http://{}/", self.address),
        }
    }

    /// Answers requests on a thread of its own from now on, as long as the program runs.
    ///
    /// # Errors
    /// If the system refuses what that takes.
    pub(crate) fn serve(self, desk: Arc<Desk>) -> Result<()> {
        let attempt = "failed to start the server";
        let runtime = runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.context(attempt)?;
        let listener = {
            let _guard = runtime.enter();
            tokio::net::TcpListener::from_std(self.listener).context(attempt)?
        };
        let only_local = self.address.ip().is_loopback();
        thread::Builder::new()
            .spawn(move || runtime.block_on(accept(listener, desk, only_local)))
            .context(attempt)?;
        Ok(())
    }
}

/// The first free port from `usual` on.
fn first_free(address: IpAddr, usual: u16) -> Result<TcpListener> {
    for port in usual..usual.saturating_add(TRIES) {
        match TcpListener::bind((address, port)) {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            Err(error) => return Err(refusal(address, port, &error)),
        }
    }
    Err(anyhow!(
        "the ports from {usual} on are all taken; give a free one with --port"
    ))
}

fn refusal(address: IpAddr, port: u16, error: &io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::AddrInUse => anyhow!(
            "the port {port} is taken; give another one with --port, or leave --port out for \
             the first that is free"
        ),
        io::ErrorKind::AddrNotAvailable => {
            anyhow!("{address} is not an address of this machine; leave --host out for 127.0.0.1")
        }
        io::ErrorKind::PermissionDenied => anyhow!(
            "this user may not listen on the port {port}; give one from 1024 on with --port"
        ),
        _ => {
            let at = SocketAddr::new(address, port);
            anyhow!("failed to listen on {at}: {error}")
        }
    }
}

async fn accept(listener: tokio::net::TcpListener, desk: Arc<Desk>, only_local: bool) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                tokio::spawn(talk(stream, desk.clone(), only_local));
            }
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

/// Answers what comes over a connection, until the browser leaves.
async fn talk(stream: TcpStream, desk: Arc<Desk>, only_local: bool) {
    let service = service_fn(|request| {
        let desk = desk.clone();
        async move { Ok::<_, Infallible>(respond(&request, &desk, only_local).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .serve_connection(TokioIo::new(stream), service);
    // A browser may go away before it has heard the answer; that is its right.
    let _ = connection.await;
}

/// Gives the answer, if need be once there is something new.
async fn respond(
    request: &Request<Incoming>,
    desk: &Desk,
    only_local: bool,
) -> Response<Full<Bytes>> {
    // Before the state is looked at, so that no build comes between.
    let next = desk.next_build();
    let now = answer(asked(request), &desk.state(), only_local);
    let answer = match now {
        Some(answer) => answer,
        None => {
            next.await;
            Answer::news(&desk.state())
        }
    };
    response(answer)
}

fn asked(request: &Request<Incoming>) -> Asked<'_> {
    let host = request.headers().get(HOST);
    Asked {
        method: request.method().as_str(),
        path: request.uri().path(),
        query: request.uri().query().unwrap_or_default(),
        host: host.and_then(|host| host.to_str().ok()),
    }
}

fn response(answer: Answer) -> Response<Full<Bytes>> {
    let fixed = [
        ("content-type", answer.content_type),
        ("cache-control", "no-store".to_owned()),
        ("x-content-type-options", "nosniff".to_owned()),
        // Another site that the author has open must not read the results as scripts.
        ("cross-origin-resource-policy", "same-origin".to_owned()),
    ];
    let mut response = Response::new(Full::new(answer.body.into()));
    *response.status_mut() =
        StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in fixed.into_iter().chain(answer.further) {
        // None of ours is refused: they are ASCII without control characters.
        if let Ok(value) = HeaderValue::try_from(value) {
            let name = HeaderName::from_static(name);
            response.headers_mut().insert(name, value);
        }
    }
    response
}
