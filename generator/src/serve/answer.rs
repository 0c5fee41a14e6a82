//! What is answered to a request.

use std::net::IpAddr;

use percent_encoding::percent_decode_str;

use super::desk::{Found, State};
use super::live;
use crate::site::NOT_FOUND;

/// A request, as far as it matters.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) method: &'a str,
    /// As it was sent, from its first slash on.
    pub(super) path: &'a str,
    /// What stands behind the question mark.
    pub(super) query: &'a str,
    /// The `Host` header.
    pub(super) host: Option<&'a str>,
}

/// An answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) content_type: String,
    /// A header that only some answers have; its name in small letters.
    pub(super) further: Option<(&'static str, String)>,
    pub(super) body: Vec<u8>,
}

impl Answer {
    fn new(status: u16, content_type: &str, body: Vec<u8>) -> Self {
        Self {
            status,
            content_type: content_type.to_owned(),
            further: None,
            body,
        }
    }

    fn text(status: u16, text: &str) -> Self {
        Self::new(status, "text/plain; charset=utf-8", text.into())
    }

    fn page(status: u16, title: &str, text: &str, state: &State) -> Self {
        let page = live::plain_page(title, text);
        let page = live::with_script(page.as_bytes(), state.news().site);
        Self::new(status, "text/html; charset=utf-8", page)
    }

    /// What there is to tell.
    pub(super) fn news(state: &State) -> Self {
        // Nothing but numbers and texts, which cannot fail.
        let news = serde_json::to_vec(&state.news()).unwrap_or_default();
        Self::new(200, "application/json", news)
    }
}

/// The answer to a request; `None` where it waits for news. With `only_local` the request
/// must be addressed to this machine: another site whose name leads here, as with DNS
/// rebinding, would otherwise read the results.
pub(super) fn answer(asked: Asked, state: &State, only_local: bool) -> Option<Answer> {
    if only_local && !asked.host.is_some_and(is_local) {
        return Some(Answer::text(
            403,
            "Refused: this server answers to localhost and 127.0.0.1 only.\n\
             Start speedsheet serve with --host to have it answer to other names.\n",
        ));
    }
    if !["GET", "HEAD"].contains(&asked.method) {
        return Some(Answer {
            further: Some(("allow", "GET, HEAD".to_owned())),
            ..Answer::text(
                405,
                "Refused: a report can only be read, with GET or HEAD.\n",
            )
        });
    }
    let Some(own) = asked.path.strip_prefix(live::OWN) else {
        return Some(of_site(asked.path, state));
    };
    if own == live::NEWS {
        let waits = asked.query == format!("after={}", state.news().number);
        return (!waits).then(|| Answer::news(state));
    }
    let mut scripts = [live::SCRIPT, live::WORKER].into_iter();
    Some(match scripts.find(|(name, _)| *name == own) {
        Some((_, script)) => Answer::new(200, "text/javascript; charset=utf-8", script.into()),
        None => no_such_page(state),
    })
}

/// True for a `Host` header that names this machine, with whatever port.
fn is_local(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || address.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
}

/// What the site has at a path of the address. It is looked up by its whole name among the
/// files in memory, so no path leads out of the site.
fn of_site(path: &str, state: &State) -> Answer {
    let decoded = percent_decode_str(path).decode_utf8_lossy();
    let Some(name) = decoded.strip_prefix('/') else {
        return Answer::text(400, "Not understood: an address starts with a slash.\n");
    };
    let name = if name.is_empty() { "index.html" } else { name };
    match state.find(name) {
        Found::File(content) => file(name, content, state),
        Found::Moved(to) => Answer {
            further: Some(("location", format!("/{to}"))),
            ..Answer::text(302, "The page has another address now.\n")
        },
        Found::NoSite => Answer::page(
            503,
            "Nothing to show yet",
            "No build has worked so far. What is wrong stands on this page and in the terminal; \
             the report appears here by itself once it is mended.",
            state,
        ),
        Found::Nothing => no_such_page(state),
    }
}

fn no_such_page(state: &State) -> Answer {
    Answer::page(
        404,
        "No such page",
        "The report has nothing at this address. The run may have been taken away, or the \
         address was mistyped.",
        state,
    )
}

/// A file of the site; a page gets the script that keeps it up to date.
fn file(name: &str, content: &[u8], state: &State) -> Answer {
    let mime = mime_guess::from_path(name).first_or_octet_stream();
    let content_type = match mime.type_() {
        mime_guess::mime::TEXT => format!("{mime}; charset=utf-8"),
        _ => mime.to_string(),
    };
    // The page for wrong addresses lets no script run.
    let is_live = mime.subtype() == mime_guess::mime::HTML && name != NOT_FOUND;
    let body = match is_live {
        true => live::with_script(content, state.news().site),
        false => content.to_vec(),
    };
    Answer::new(200, &content_type, body)
}

#[cfg(test)]
mod tests {
    use super::super::desk::Desk;
    use super::super::snapshot::Snapshot;
    use super::*;

    fn desk() -> Desk {
        let desk = Desk::new();
        let mut site = Snapshot::default();
        for (path, content) in [
            ("index.html", "<head></head>"),
            ("404.html", "<head></head>"),
            ("data/a.json", "{}"),
            ("assets/a.css", "a{}"),
            ("assets/a.js", "a()"),
            ("assets/a.svg", "<svg/>"),
            ("data/a.csv", "a"),
        ] {
            let content = content.as_bytes().to_vec();
            site.files.insert(path.to_owned(), content);
        }
        desk.put(Some(site), Vec::new());
        desk
    }

    fn get(target: &str) -> Answer {
        asked("GET", target, Some("localhost:8080"))
    }

    fn asked(method: &str, target: &str, host: Option<&str>) -> Answer {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let asked = Asked {
            method,
            path,
            query,
            host,
        };
        answer(asked, &desk().state(), true).unwrap()
    }

    #[test]
    fn files_have_their_types() {
        for (target, content_type) in [
            ("/", "text/html; charset=utf-8"),
            ("/index.html?x=1", "text/html; charset=utf-8"),
            ("/404.html", "text/html; charset=utf-8"),
            ("/data/a.json", "application/json"),
            ("/data/a.csv", "text/csv; charset=utf-8"),
            ("/assets/a.css", "text/css; charset=utf-8"),
            ("/assets/%61.js", "text/javascript; charset=utf-8"),
            ("/assets/a.svg", "image/svg+xml"),
            ("/-/live.js?site=1", "text/javascript; charset=utf-8"),
            ("/-/worker.js", "text/javascript; charset=utf-8"),
            ("/-/news.json?after=0", "application/json"),
        ] {
            let answer = get(target);
            assert_eq!(answer.status, 200, "{target}");
            assert_eq!(answer.content_type, content_type, "{target}");
        }
    }

    #[test]
    fn what_is_not_of_the_site_is_not_there() {
        for target in [
            "/../Cargo.toml",
            "/..%2f..%2fetc/passwd",
            "/none",
            "//",
            "/runs/",
            "/-/x",
            "/-/../index.html",
        ] {
            let answer = get(target);
            assert_eq!(answer.status, 404, "{target}");
            let page = String::from_utf8(answer.body).unwrap();
            assert!(page.contains("No such page"), "{page}");
        }
        assert_eq!(get("*").status, 400);
    }

    #[test]
    fn pages_have_the_script_where_it_may_run() {
        let has_script = |target| {
            let body = String::from_utf8(get(target).body).unwrap();
            body.contains("/-/live.js?site=")
        };
        assert!(has_script("/"));
        assert!(has_script("/none"));
        assert!(!has_script("/404.html"));
        assert!(!has_script("/assets/a.svg"));
    }

    #[test]
    fn only_reading_is_allowed() {
        let refused = asked("POST", "/", Some("localhost"));
        assert_eq!(refused.status, 405);
        assert_eq!(refused.further, Some(("allow", "GET, HEAD".to_owned())));
        assert_eq!(asked("HEAD", "/", Some("localhost")).status, 200);
    }

    #[test]
    fn a_name_that_only_leads_here_is_refused() {
        for host in [
            "localhost",
            "LOCALHOST:1",
            "127.0.0.1:8080",
            "[::1]:8080",
            "127.9.9.9",
        ] {
            assert_eq!(asked("GET", "/", Some(host)).status, 200, "{host}");
        }
        for host in [
            "evil.example:8080",
            "localhost.evil.example",
            "127.0.0.1.nip.io",
            "",
        ] {
            assert_eq!(asked("GET", "/", Some(host)).status, 403, "{host}");
        }
        assert_eq!(asked("GET", "/", None).status, 403);
        let open = Asked {
            method: "GET",
            path: "/",
            query: "",
            host: Some("machine.lan"),
        };
        assert_eq!(answer(open, &desk().state(), false).unwrap().status, 200);
    }

    #[test]
    fn who_knows_the_last_build_waits_for_the_next() {
        let desk = desk();
        let query = format!("after={}", desk.state().news().number);
        let asked = Asked {
            method: "GET",
            path: "/-/news.json",
            query: &query,
            host: Some("localhost"),
        };
        assert_eq!(answer(asked, &desk.state(), true), None);
        desk.put(None, vec!["broken".to_owned()]);
        let news = answer(asked, &desk.state(), true).unwrap();
        assert!(String::from_utf8(news.body).unwrap().contains("broken"));
    }
}
