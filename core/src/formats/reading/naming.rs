//! Names and times as tools write them.

use crate::model::{Model, Run};

/// Sets the model from what a tool calls it: a repository id, a path to a local copy, a
/// path in the cache of the Hugging Face hub, or an alias.
pub(in crate::formats) fn set_model(model: &mut Model, text: &str) {
    let text = text.trim();
    if text.is_empty() {
        return;
    }
    if let Some((id, revision)) = hub_cache(text) {
        model.name = id.rsplit('/').next().map(str::to_owned);
        model.id = Some(id);
        model.revision = revision;
    } else if is_repository_id(text) {
        model.name = text.rsplit('/').next().map(str::to_owned);
        model.id = Some(text.to_owned());
        return;
    } else if text.contains(['/', '\\']) {
        let last = text
            .trim_end_matches(['/', '\\'])
            .rsplit(['/', '\\'])
            .next();
        model.name = last
            .filter(|name| !name.is_empty())
            .map(|name| name.strip_suffix(".gguf").unwrap_or(name).to_owned());
    } else {
        model.name = Some(text.to_owned());
    }
    model.served_name = Some(text.to_owned());
}

/// True for `owner/name`.
fn is_repository_id(text: &str) -> bool {
    let mut parts = text.split('/');
    let is_name = |part: Option<&str>| {
        part.is_some_and(|part| {
            part.chars().any(char::is_alphanumeric)
                && part
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
        })
    };
    is_name(parts.next())
        && is_name(parts.next())
        && parts.next().is_none()
        && !text.ends_with(".gguf")
}

/// The id and revision in `…/models--owner--name/snapshots/<revision>`.
fn hub_cache(path: &str) -> Option<(String, Option<String>)> {
    let (_, rest) = path.split_once("models--")?;
    let mut parts = rest.split('/');
    let id = parts.next()?.replacen("--", "/", 1);
    let revision = match (parts.next(), parts.next()) {
        (Some("snapshots"), Some(revision)) if !revision.is_empty() => Some(revision.to_owned()),
        _ => None,
    };
    is_repository_id(&id).then_some((id, revision))
}

/// The engine behind what a serving client calls its backend: `sglang` of `sglang-oai-chat`.
/// The `openai…` backends name a protocol that every engine speaks.
pub(in crate::formats) fn engine_of(backend: &str) -> Option<&str> {
    const PROTOCOLS: [&str; 4] = ["-chat", "-oai", "-native", "-embedding"];
    if backend.is_empty() || backend.starts_with("openai") {
        return None;
    }
    let mut engine = backend;
    for protocol in PROTOCOLS {
        engine = engine.strip_suffix(protocol).unwrap_or(engine);
    }
    Some(engine)
}

/// One line that says what was run on what, as far as it is known; `otherwise` where
/// the model is not.
pub(in crate::formats) fn title(run: &Run, otherwise: &str) -> String {
    run.composed_title(otherwise)
}

/// A date and time as the model has it: local without an offset, else in UTC. Reads ISO
/// 8601, with a space for the `T` as well, and `20250416-043012`.
pub(in crate::formats) fn date_time(text: &str) -> Option<String> {
    let text = text.trim();
    if let Ok(instant) = text.parse::<jiff::Timestamp>() {
        return Some(instant.to_string());
    }
    if let Ok(time) = jiff::civil::DateTime::strptime("%Y%m%d-%H%M%S", text) {
        return Some(time.to_string());
    }
    // The text is kept as it is: its decimals are part of what was recorded.
    text.parse::<jiff::civil::DateTime>()
        .ok()
        .map(|_| text.replacen(' ', "T", 1))
}

/// The time so many seconds after 1970, in UTC; `None` beyond the calendar.
pub(in crate::formats) fn unix_time(seconds: f64) -> Option<String> {
    // Whole seconds apart: a float cannot hold all digits of so many microseconds.
    let microseconds = (seconds.fract() * 1e6).round() as i32;
    let is_near = seconds.is_finite() && seconds.abs() < 1e15;
    let time = jiff::Timestamp::new(seconds.trunc() as i64, microseconds * 1000).ok();
    time.filter(|_| is_near).map(|time| time.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(text: &str) -> [Option<String>; 4] {
        let mut model = Model::default();
        set_model(&mut model, text);
        [model.name, model.id, model.revision, model.served_name]
    }

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn a_model_is_known_by_its_repository_its_path_or_its_alias() {
        assert_eq!(
            model("Qwen/Qwen3-0.6B"),
            [some("Qwen3-0.6B"), some("Qwen/Qwen3-0.6B"), None, None]
        );
        assert_eq!(model("GLM-5"), [some("GLM-5"), None, None, some("GLM-5")]);
        assert_eq!(
            model("/models/glm/v5/"),
            [some("v5"), None, None, some("/models/glm/v5/")]
        );
        let cached = "/root/.cache/huggingface/hub/models--org--name/snapshots/0a1b";
        assert_eq!(
            model(cached),
            [some("name"), some("org/name"), some("0a1b"), some(cached)]
        );
        assert_eq!(
            model("models/qwen.gguf"),
            [some("qwen"), None, None, some("models/qwen.gguf")]
        );
    }

    #[test]
    fn a_backend_names_its_engine_unless_it_is_a_protocol() {
        for (backend, engine) in [
            ("sglang", Some("sglang")),
            ("sglang-oai-chat", Some("sglang")),
            ("vllm-chat", Some("vllm")),
            ("openai-chat", None),
            ("", None),
        ] {
            assert_eq!(engine_of(backend), engine);
        }
    }

    #[test]
    fn a_time_without_a_zone_stays_local_and_one_with_an_offset_becomes_utc() {
        assert_eq!(date_time("20250416-043012"), some("2025-04-16T04:30:12"));
        assert_eq!(
            date_time("2026-05-15 03:44:09.331584"),
            some("2026-05-15T03:44:09.331584")
        );
        assert_eq!(
            date_time("2026-05-15T03:44:09+02:00"),
            some("2026-05-15T01:44:09Z")
        );
        assert_eq!(date_time("yesterday"), None);
    }

    #[test]
    fn seconds_since_1970_are_a_time_in_utc() {
        assert_eq!(
            unix_time(1749157168.1827),
            some("2025-06-05T20:59:28.1827Z")
        );
        assert_eq!(unix_time(1e300), None);
        assert_eq!(unix_time(f64::NAN), None);
    }
}
