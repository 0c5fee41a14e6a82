//! A site is served from memory, and follows what it is made of.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::harness::{Outcome, Project, sample, samples};

/// How long an answer may take. Far more than it needs; a test that passes never waits so
/// long.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program while it serves.
struct Served {
    child: Child,
    stdout: BufReader<ChildStdout>,
    /// The first line that it printed.
    greeting: String,
    port: u16,
}

/// What came back.
struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Served {
    fn start(project: &Project, arguments: &[&str]) -> Self {
        let arguments = [&["serve", "--port", "0"], arguments].concat();
        let mut command = project.command(&arguments);
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut greeting = String::new();
        stdout.read_line(&mut greeting).unwrap();
        let port = greeting.split_once("127.0.0.1:").unwrap().1;
        let port = port.split_once('/').unwrap().0.parse().unwrap();
        Self {
            child,
            stdout,
            greeting,
            port,
        }
    }

    /// Sends these lines and reads the answer to its end.
    fn send(&self, lines: &str) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let request = format!("{lines}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let body = bytes.split_off(end.unwrap() + 4);
        let head = String::from_utf8(bytes).unwrap();
        Answer {
            status: head.split(' ').nth(1).unwrap().parse().unwrap(),
            head,
            body,
        }
    }

    fn get(&self, path: &str) -> Answer {
        self.send(&format!("GET /{path} HTTP/1.1\r\nHost: 127.0.0.1"))
    }

    /// What pages are told once that holds.
    fn news(&self, holds: impl Fn(&Value) -> bool) -> Value {
        let mut after = Value::from(0);
        loop {
            let news = self.get(&format!("-/news.json?after={after}")).body;
            let news: Value = serde_json::from_slice(&news).unwrap();
            if holds(&news) {
                return news;
            }
            after = news["number"].clone();
        }
    }

    /// Waits until a page, followed where it moved, has this text; gives where it is.
    fn wait_for(&self, path: &str, text: &str) -> String {
        let mut found = String::new();
        let mut look = || {
            let mut path = path.to_owned();
            let mut answer = self.get(&path);
            if answer.status == 302 {
                path = answer.header("Location").trim_start_matches('/').to_owned();
                answer = self.get(&path);
            }
            found = path;
            answer.status == 200 && answer.text().contains(text)
        };
        let mut after = Value::Null;
        while !look() {
            let news = self.news(|news| news["number"] != after);
            after = news["number"].clone();
        }
        found
    }

    /// Sends a signal and waits for the end.
    fn end(mut self, signal: &str) -> Outcome {
        let id = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args([signal, &id])
                .status()
                .unwrap()
                .success()
        );
        let code = self.child.wait().unwrap().code();
        let mut outcome = Outcome {
            code: code.expect("the program ends by itself"),
            stdout: self.greeting.clone(),
            stderr: String::new(),
        };
        self.stdout.read_to_string(&mut outcome.stdout).unwrap();
        let stderr = self.child.stderr.as_mut().unwrap();
        stderr.read_to_string(&mut outcome.stderr).unwrap();
        outcome
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It has ended already where the test went well.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Answer {
    fn header(&self, name: &str) -> &str {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .unwrap()
            .1
    }

    fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }
}

/// The address of the only run in the list.
fn run_page(served: &Served) -> String {
    let index = served.get("");
    let rest = index.text().split_once("href=\"runs/").unwrap().1;
    format!("runs/{}", rest.split_once('"').unwrap().0)
}

/// What pages are told where nothing is wrong.
fn none() -> Value {
    Value::Array(Vec::new())
}

/// The sample with one of its numbers changed.
fn changed() -> String {
    let changed = sample().replace("15.2K", "15.3K");
    assert_ne!(changed, sample());
    changed
}

#[test]
fn what_is_served_is_what_build_writes_and_the_script_that_reloads() {
    let project = Project::with_sample("run.txt");
    project.write("speedsheet.toml", "base_url = \"https://example.org/\"\n");
    project.build(&["run.txt"]);
    let served = Served::start(&project, &["run.txt"]);
    assert!(
        served
            .greeting
            .starts_with("serving 1 run at http://127.0.0.1:")
    );
    let files = project.files("site");
    for ending in ["html", "css", "js", "svg", "json", "csv", "txt", "xml"] {
        let ending = format!(".{ending}");
        assert!(files.keys().any(|name| name.ends_with(&ending)), "{ending}");
    }
    for (name, content) in files {
        let answer = served.get(&name);
        assert_eq!(answer.status, 200, "{name}");
        assert_eq!(answer.header("Cache-Control"), "no-store");
        let kind = answer.header("Content-Type").to_owned();
        let (_, ending) = name.rsplit_once('.').unwrap();
        let expected = match ending {
            "html" => "text/html; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "svg" => "image/svg+xml",
            "json" => "application/json",
            "csv" => "text/csv; charset=utf-8",
            "txt" => "text/plain; charset=utf-8",
            "xml" => "text/xml; charset=utf-8",
            _ => "application/octet-stream",
        };
        assert_eq!(kind, expected, "{name}");
        if ending != "html" || name == "404.html" {
            assert!(answer.body == content, "{name}");
            continue;
        }
        let content = String::from_utf8(content).unwrap();
        assert!(!content.contains("/-/"), "{name}");
        let (before, rest) = answer
            .text()
            .split_once("<script src=\"/-/live.js")
            .unwrap();
        let (_, after) = rest.split_once("</script>\n").unwrap();
        assert!(format!("{before}{after}") == content, "{name}");
    }
    assert_eq!(served.get("").body, served.get("index.html").body);
    assert_eq!(served.get("runs/none.html").status, 404);
}

#[test]
fn a_changed_input_gives_other_numbers_and_its_page_is_followed() {
    let project = Project::with_sample("run.txt");
    let served = Served::start(&project, &["run.txt"]);
    let old = run_page(&served);
    assert!(served.get(&old).text().contains("15.2K"));
    project.write("run.txt", &changed());
    let new = served.wait_for(&old, "15.3K");
    assert_ne!(new, old);
    assert_eq!(run_page(&served), new);
    assert!(!served.get(&new).text().contains("15.2K"));

    project.write("run.txt", &sample());
    assert_eq!(served.wait_for(&new, "15.2K"), old);
    let outcome = served.end("-TERM");
    assert!(
        outcome.stdout.contains("built 1 run again\n"),
        "{outcome:?}"
    );
}

#[test]
fn a_broken_input_is_told_and_leaves_the_site_until_it_is_mended() {
    let project = Project::with_sample("run.txt");
    let served = Served::start(&project, &["run.txt"]);
    let page = run_page(&served);
    let before = (served.get("").body, served.get(&page).body);
    project.write("run.txt", "{\"half\": ");
    let news = served.news(|news| news["problems"] != none());
    assert!(
        news["problems"][0].as_str().unwrap().contains("run.txt"),
        "{news}"
    );
    assert!(before == (served.get("").body, served.get(&page).body));

    project.write("run.txt", &changed());
    served.wait_for(&page, "15.3K");
    let news = served.news(|_| true);
    assert_eq!(news["problems"], none());
    let outcome = served.end("-TERM");
    assert!(outcome.stderr.contains("run.txt"), "{outcome:?}");
    assert!(outcome.stderr.contains("error: "), "{outcome:?}");
    assert!(
        outcome
            .stdout
            .contains("built nothing; what was there stays\n"),
        "{outcome:?}"
    );
}

#[test]
fn the_page_of_one_broken_input_among_others_stays() {
    let project = Project::with_sample("results/other.txt");
    let whole = samples().join("vllm-serve-nemotron-3-nano-omni.json");
    let whole = std::fs::read_to_string(whole).unwrap();
    project.write("results/run.json", &whole);
    let served = Served::start(&project, &["results"]);
    let index = served.get("");
    let mut pages = index
        .text()
        .split("href=\"")
        .filter_map(|rest| rest.split('"').next());
    let page = pages.find(|page| page.contains("nemotron")).unwrap();
    let before = served.get(page).text().to_owned();
    let without_script = |page: &str| page.split("<script src=\"/-/").next().unwrap().to_owned();

    project.write("results/run.json", &whole[..whole.len() / 2]);
    let news = served.news(|news| news["problems"] != none());
    assert_eq!(news["problems"].as_array().unwrap().len(), 1, "{news}");
    let after = served.get(page).text().to_owned();
    assert_eq!(without_script(&after), without_script(&before));

    project.write("results/run.json", &whole);
    served.news(|news| news["problems"] == none());
    assert_eq!(served.get(page).status, 200);
}

#[test]
fn everything_a_site_is_made_of_is_followed() {
    let project = Project::with_sample("in/run.txt");
    let served = Served::start(&project, &["in/run.txt"]);
    let page = run_page(&served);
    for (file, text, place, shown) in [
        ("in/run.md", "Measured *twice*.", &*page, "<em>twice</em>"),
        ("in/run.txt.meta.toml", "title = \"Ours\"\n", &page, "Ours"),
        (
            "speedsheet.toml",
            "title = \"All of ours\"\n",
            "",
            "All of ours",
        ),
        (
            "theme/base.html",
            "{% extends \"below/base.html\" %}{% block footer %}By us{% endblock footer %}",
            "",
            "By us",
        ),
        (
            "speedsheet.toml",
            "theme.folder = \"look\"\n",
            "-/news.json",
            "the theme in look",
        ),
        (
            "look/base.html",
            "{% extends \"below/base.html\" %}{% block footer %}By you{% endblock footer %}",
            "",
            "By you",
        ),
        ("pages/own.md", "# Our method\n", "own.html", "Our method"),
        (
            "pages/own.md",
            "# Our method\n\n[x](nowhere.md)\n",
            "-/news.json",
            "pages/own.md:3:1",
        ),
    ] {
        project.write(file, text);
        served.wait_for(place, shown);
    }
}

#[test]
fn a_folder_follows_files_that_come_and_go() {
    let project = Project::with_sample("results/run.txt");
    let served = Served::start(&project, &["results"]);
    let other = sample().replace("Qwen3.5-2B", "Qwen3.5-9B");
    project.write("results/deep/er/other.txt", &other);
    served.wait_for("", "Qwen3.5-9B");
    std::fs::remove_dir_all(project.path("results/deep")).unwrap();
    let has_gone = || !served.get("").text().contains("Qwen3.5-9B");
    served.news(|_| has_gone());
}

#[test]
fn what_is_wrong_from_the_start_can_be_mended() {
    let project = Project::new();
    project.write("run.txt", "");
    let served = Served::start(&project, &["run.txt"]);
    assert!(served.greeting.starts_with("serving no run yet at "));
    let answer = served.get("");
    assert_eq!(answer.status, 503);
    assert!(answer.text().contains("Nothing to show yet"));
    let news = served.news(|_| true);
    assert!(
        news["problems"][0]
            .as_str()
            .unwrap()
            .contains("the file is empty"),
        "{news}"
    );
    project.write("run.txt", &sample());
    served.wait_for("", "Qwen3.5-2B");
}

#[test]
fn only_reading_from_this_machine_is_answered() {
    let project = Project::with_sample("run.txt");
    let served = Served::start(&project, &["run.txt"]);
    for (lines, status) in [
        ("GET / HTTP/1.1\r\nHost: localhost", 200),
        ("HEAD / HTTP/1.1\r\nHost: localhost", 200),
        ("GET / HTTP/1.1\r\nHost: report.example", 403),
        ("GET /-/news.json HTTP/1.1\r\nHost: report.example", 403),
        (
            "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0",
            405,
        ),
        ("GET /../run.txt HTTP/1.1\r\nHost: localhost", 404),
        ("GET /..%2frun.txt HTTP/1.1\r\nHost: localhost", 404),
        ("GET /run.txt HTTP/1.1\r\nHost: localhost", 404),
    ] {
        assert_eq!(served.send(lines).status, status, "{lines}");
    }
    assert!(
        served
            .send("HEAD / HTTP/1.1\r\nHost: localhost")
            .body
            .is_empty()
    );
}

#[test]
fn idle_connections_and_pages_that_wait_hold_nobody_up() {
    let project = Project::with_sample("run.txt");
    let served = Served::start(&project, &["run.txt"]);
    let number = served.news(|_| true)["number"].clone();
    let connect = |_| TcpStream::connect(("127.0.0.1", served.port)).unwrap();
    let mut connections: Vec<TcpStream> = (0..40).map(connect).collect();
    for waiting in connections.iter_mut().skip(20) {
        let request =
            format!("GET /-/news.json?after={number} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        waiting.write_all(request.as_bytes()).unwrap();
    }
    assert_eq!(served.get("").status, 200);
    project.write("run.txt", &changed());
    for mut waiting in connections.into_iter().skip(20) {
        waiting.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut start = [0; 12];
        waiting.read_exact(&mut start).unwrap();
        assert_eq!(&start, b"HTTP/1.1 200");
    }
}

#[test]
fn it_ends_when_asked_with_success_and_has_written_nothing() {
    for signal in ["-INT", "-TERM"] {
        let project = Project::with_sample("run.txt");
        let outcome = Served::start(&project, &["run.txt"]).end(signal);
        assert_eq!(outcome.code, 0, "{signal}: {outcome:?}");
        let names: Vec<String> = project.files(".").into_keys().collect();
        assert_eq!(names, ["run.txt"]);
    }
}

#[test]
fn what_no_change_can_mend_is_refused() {
    let project = Project::with_sample("run.txt");
    let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    for (arguments, code, told) in [
        (
            ["run.txt", "--port", &*port],
            3,
            format!("error: the port {port} is taken; give another one with --port"),
        ),
        (
            ["run.txt", "--theme", "papre"],
            3,
            "did you mean paper?".to_owned(),
        ),
        (
            ["run.txt", "--host", "192.0.2.1"],
            3,
            "192.0.2.1 is not an address of this machine".to_owned(),
        ),
        (
            ["run.txt", "--host", "example.org"],
            2,
            "expected an IP address such as 127.0.0.1".to_owned(),
        ),
        (
            ["rum.txt", "--port", "0"],
            3,
            "error: there is no rum.txt; check its spelling".to_owned(),
        ),
    ] {
        let outcome = project.run(&[&["serve"], &arguments[..]].concat());
        assert_eq!(outcome.code, code, "{outcome:?}");
        assert!(outcome.stderr.contains(&told), "{outcome:?}");
        assert_eq!(outcome.stdout, "");
    }
}
