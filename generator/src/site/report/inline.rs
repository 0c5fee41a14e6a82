//! Scripts and styles inside of a page, and the policy that allows these and no other.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// A script or a style as an element of its own. The policy holds the hash of exactly what
/// is between the tags, so a template has no say in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Inline {
    /// The element with its tags.
    pub(super) element: String,
    /// The hash as the policy names it.
    source: String,
}

impl Inline {
    /// A classic script.
    pub(super) fn script(text: &str) -> Self {
        // What would end a script or change how it is read may stand in a string, a regular
        // expression or a comment only, and there an escape means the same.
        let text = ["</script", "<script", "<!--"]
            .into_iter()
            .fold(with_plain_lines(text), |text, part| {
                escaped(&text, part, "\\x3C")
            });
        Self::new("script", &text)
    }

    /// A style sheet.
    pub(super) fn style(text: &str) -> Self {
        let text = escaped(&with_plain_lines(text), "</style", "\\3C");
        Self::new("style", &text)
    }

    fn new(tag: &str, text: &str) -> Self {
        let hash = STANDARD.encode(Sha256::digest(text.as_bytes()));
        Self {
            element: format!("<{tag}>{text}</{tag}>"),
            source: format!("'sha256-{hash}'"),
        }
    }
}

/// The policy of a page that has these scripts and this style and loads nothing.
pub(super) fn policy(scripts: &[&Inline], style: &Inline) -> String {
    let scripts: Vec<&str> = scripts.iter().map(|one| one.source.as_str()).collect();
    format!(
        "default-src 'none'; script-src {} 'wasm-unsafe-eval'; style-src {}; img-src data:; \
         base-uri 'none'; form-action 'none'",
        scripts.join(" "),
        style.source
    )
}

/// The text with the ends of lines that a browser makes of them before it takes the hash.
fn with_plain_lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// The text with `escape` for the `<` that begins `part`, in whatever case it is written.
fn escaped(text: &str, part: &str, escape: &str) -> String {
    let lowercase = text.to_ascii_lowercase();
    let mut safe = String::with_capacity(text.len());
    let mut written = 0;
    for (at, _) in lowercase.match_indices(part) {
        safe.push_str(&text[written..at]);
        safe.push_str(escape);
        written = at + 1;
    }
    safe.push_str(&text[written..]);
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_cannot_end_early() {
        let script = Inline::script("a = '</SCRIPT><!-- <script>é';\r\nb;");
        assert_eq!(
            script.element,
            "<script>a = '\\x3C/SCRIPT>\\x3C!-- \\x3Cscript>é';\nb;</script>"
        );
        let style = Inline::style("a::after { content: '</style>' }");
        assert_eq!(
            style.element,
            "<style>a::after { content: '\\3C/style>' }</style>"
        );
    }

    #[test]
    fn the_policy_names_the_hash_of_what_is_between_the_tags() {
        // printf 'alert(1)' | openssl dgst -sha256 -binary | base64
        let script = Inline::script("alert(1)");
        let style = Inline::style("");
        let policy = policy(&[&script], &style);
        assert!(
            policy.contains("script-src 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=' 'wasm-unsafe-eval';"),
            "{policy}"
        );
        assert!(
            policy.contains("style-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';"),
            "{policy}"
        );
    }
}
