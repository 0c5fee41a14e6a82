//! What keeps an open page up to date: a script in its head, and the news it asks for.

use serde::Serialize;

/// Paths of what is served beside the site start with this; a site has no such folder.
pub(super) const OWN: &str = "/-/";

/// The script of a page, below [`OWN`].
pub(super) const SCRIPT: (&str, &str) = ("live.js", include_str!("live.js"));

/// What it has ask for news beside the page, below [`OWN`].
pub(super) const WORKER: (&str, &str) = ("worker.js", include_str!("worker.js"));

/// Where the news are, below [`OWN`]; with `?after=` and the number of the last news that
/// were heard, the answer waits for others.
pub(super) const NEWS: &str = "news.json";

/// What a page is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct News<'a> {
    /// Grows with each build; milliseconds since 1970 at the start of the server.
    pub(super) number: u64,
    /// The number of the build that gave the site its present bytes.
    pub(super) site: u64,
    /// What was wrong in the last build, a text each.
    pub(super) problems: &'a [String],
}

/// Puts the script into the head of a page, which is of the build `site`.
pub(super) fn with_script(page: &[u8], site: u64) -> Vec<u8> {
    const END: &[u8] = b"</head>";
    let at = page.windows(END.len()).position(|found| found == END);
    let (before, after) = page.split_at(at.unwrap_or(page.len()));
    let script = SCRIPT.0;
    let script = format!("<script src=\"{OWN}{script}?site={site}\" defer></script>\n");
    [before, script.as_bytes(), after].concat()
}

/// A page of our own, for what the site does not have. Both texts are ours.
pub(super) fn plain_page(title: &str, text: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         script-src 'self'; img-src data:\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <link rel=\"icon\" href=\"data:,\">\n\
         <title>{title}</title>\n</head>\n<body>\n<h1>{title}</h1>\n<p>{text}</p>\n\
         <p><a href=\"/\">The list of runs</a></p>\n</body>\n</html>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_stands_at_the_end_of_the_head() {
        let page = with_script(b"<head><title>x</title></head><body></head></body>", 7);
        assert_eq!(
            String::from_utf8(page).unwrap(),
            "<head><title>x</title><script src=\"/-/live.js?site=7\" defer></script>\n\
             </head><body></head></body>"
        );
        assert!(with_script(b"<p>headless", 7).ends_with(b"</script>\n"));
    }
}
