//! What a file says about the run as a whole: settings, machine, engine.

use serde_json::Value;

use super::TOOL;
use super::fields::Fields;
use super::shape;
use crate::formats::{Diagnostic, Level};
use crate::model::{Extra, Run};

/// Version of this parser; it grows when its output changes.
const PARSER_VERSION: u32 = 2;

/// A run of this tool, still without measurements.
pub(super) fn new_run() -> Run {
    let mut run = Run::default();
    run.source.tool = Some(TOOL.to_owned());
    run.source.parser_version = PARSER_VERSION;
    run
}

/// Sets what `metadata` says; the rest of it becomes `settings.extra`.
pub(super) fn apply(run: &mut Run, mut metadata: Fields, diagnostics: &mut Vec<Diagnostic>) {
    run.source.tool_version = metadata.take_text("version");
    run.engine.name = metadata.take_text("engine");
    set_model(run, metadata.take_text("model"));
    if let Some(text) = metadata.take_text("timestamp") {
        match date_time(&text) {
            Some(measured_at) => run.measured_at = Some(measured_at),
            None => {
                let found = Value::String(text.clone());
                diagnostics.push(shape::unexpected(
                    "$.metadata.timestamp",
                    &found,
                    "a date and time",
                ));
                run.settings.extra.insert("timestamp".to_owned(), found);
            }
        }
    }
    let settings = &mut run.settings;
    settings.decode_mode = metadata.take_text("decode_mode");
    settings.prefill_mode = metadata.take_text("prefill_mode");
    settings.duration_s = metadata.take_positive("duration_per_test");
    settings.max_output_tokens = metadata.take_positive_count("max_tokens");
    settings.kv_budget_tokens = metadata.take_positive_count("max_total_tokens");
    settings.extra.append(&mut metadata.into_extra());
}

/// The name the engine served. Where it is a repository id, that is set too.
pub(super) fn set_model(run: &mut Run, served_name: Option<String>) {
    let Some(served_name) = served_name else {
        return;
    };
    if let Some((owner, name)) = served_name.split_once('/')
        && !owner.is_empty()
        && !name.is_empty()
        && !name.contains('/')
        && owner != "."
    {
        run.model.id = Some(served_name.clone());
        run.model.name = Some(name.to_owned());
    }
    run.model.served_name = Some(served_name);
}

/// A date and time as the model has it: local without an offset, else in UTC.
fn date_time(text: &str) -> Option<String> {
    if let Ok(instant) = text.parse::<jiff::Timestamp>() {
        return Some(instant.to_string());
    }
    // The text is kept as it is: its decimals are part of what was recorded.
    text.parse::<jiff::civil::DateTime>()
        .ok()
        .map(|_| text.trim().replacen(' ', "T", 1))
}

/// Sets the accelerator from the listing of `nvidia-smi` and keeps the
/// diagnostics under `hardware.extra`.
///
/// The listing is of the machine the benchmark ran on. How many of its devices
/// the server used is recorded nowhere, so a count is set for a single one only.
/// Behind a proxy the server is another machine, and the listing says nothing.
pub(super) fn set_hardware(
    run: &mut Run,
    startup: Option<&Value>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let listing = startup.and_then(|startup| startup.pointer("/nvidia_smi_query/stdout"));
    let devices = device_names(listing.and_then(Value::as_str).unwrap_or_default());
    let Some(&first) = devices.first() else {
        return;
    };
    let path = "$.startup_diagnostics.nvidia_smi_query.stdout";
    let note =
        |message: String| Diagnostic::new(Level::Note, "hardware_unclear", message).at_path(path);
    if run.engine.name.as_deref() == Some("openai_proxy") {
        diagnostics.push(note(
            "the server was reached through a proxy, so the devices of this machine are not taken for the server's".to_owned(),
        ));
        return;
    }
    if devices.iter().any(|&name| name != first) {
        diagnostics.push(note(format!(
            "the machine has {} devices of several kinds and the file does not say which the server used",
            devices.len()
        )));
        return;
    }
    run.hardware.name = Some(first.to_owned());
    if devices.len() == 1 {
        run.hardware.count = Some(1);
    } else {
        diagnostics.push(note(format!(
            "the machine has {} × {first}; the file does not say how many of them the server used",
            devices.len()
        )));
    }
}

/// The names in a listing of comma-separated lines: index, name, driver, …
fn device_names(listing: &str) -> Vec<&str> {
    listing
        .lines()
        .filter_map(|line| {
            let mut columns = line.split(',').map(str::trim);
            columns.next()?.parse::<u32>().ok()?;
            columns.next().filter(|name| !name.is_empty())
        })
        .collect()
}

/// Sets the engine's version from the log line
/// `HH:MM:SS startup engine NAME VERSION models=[…]`.
pub(super) fn set_engine_version(run: &mut Run, event_log: Option<&Value>) {
    let lines = event_log.and_then(Value::as_array).into_iter().flatten();
    let stated = lines.filter_map(Value::as_str).find_map(|line| {
        let (_, engine) = line.split_once(" startup engine ")?;
        engine_version(engine.split(" models=").next()?)
    });
    if stated.is_some() {
        run.engine.version = stated;
    }
}

/// The version in `vLLM 0.20.2rc1`: what follows the name.
pub(super) fn engine_version(engine: &str) -> Option<String> {
    let (_, version) = engine.trim().split_once(char::is_whitespace)?;
    let version = version.trim();
    (!version.is_empty()).then(|| version.to_owned())
}

/// Moves the fields of the file that describe the machine to `hardware.extra`.
pub(super) fn keep_hardware(run: &mut Run, file: &mut Fields) {
    const MACHINE: [&str; 5] = [
        "startup_diagnostics",
        "nvidia_p2p_override",
        "p2pmark",
        "amd_fabric",
        "hardware_run_summary",
    ];
    let extra: &mut Extra = &mut run.hardware.extra;
    for key in MACHINE {
        if let Some(value) = file.take(key) {
            extra.insert(key.to_owned(), value);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn hardware(listing: &str, engine: &str) -> (Run, Vec<Diagnostic>) {
        let mut run = new_run();
        run.engine.name = Some(engine.to_owned());
        let mut diagnostics = Vec::new();
        let startup = json!({"nvidia_smi_query": {"stdout": listing}});
        set_hardware(&mut run, Some(&startup), &mut diagnostics);
        (run, diagnostics)
    }

    #[test]
    fn a_single_device_is_counted_and_several_are_not() {
        let (one, diagnostics) = hardware(
            "0, NVIDIA L4, 1.2, 00000000:01:00.0, 4, 16, 72.00\n",
            "vllm",
        );
        assert_eq!(one.hardware.name.as_deref(), Some("NVIDIA L4"));
        assert_eq!(one.hardware.count, Some(1));
        assert!(diagnostics.is_empty());
        let (two, diagnostics) = hardware("0, NVIDIA L4, 1.2\n1, NVIDIA L4, 1.2", "vllm");
        assert_eq!(two.hardware.name.as_deref(), Some("NVIDIA L4"));
        assert_eq!(two.hardware.count, None);
        assert_eq!(diagnostics.len(), 1);
    }

    #[test]
    fn devices_that_may_not_be_the_servers_name_no_hardware() {
        assert_eq!(
            hardware("0, NVIDIA L4, 1\n1, NVIDIA T4, 1", "vllm")
                .0
                .hardware
                .name,
            None
        );
        assert_eq!(
            hardware("0, NVIDIA L4, 1", "openai_proxy").0.hardware.name,
            None
        );
        assert_eq!(
            hardware("NVIDIA-SMI has failed, sorry", "vllm")
                .0
                .hardware
                .name,
            None
        );
    }

    #[test]
    fn a_time_without_a_zone_stays_local_and_one_with_an_offset_becomes_utc() {
        assert_eq!(
            date_time("2026-05-15T03:44:09.331584").as_deref(),
            Some("2026-05-15T03:44:09.331584")
        );
        assert_eq!(
            date_time("2026-05-15T03:44:09+02:00").as_deref(),
            Some("2026-05-15T01:44:09Z")
        );
        assert_eq!(date_time("yesterday"), None);
    }

    #[test]
    fn the_engine_version_is_read_from_the_log() {
        let mut run = new_run();
        let log = json!([
            "03:34:59 startup engine vLLM 0.20.2rc1.dev249+abc models=['GLM-5']",
            7
        ]);
        set_engine_version(&mut run, Some(&log));
        assert_eq!(run.engine.version.as_deref(), Some("0.20.2rc1.dev249+abc"));
    }

    #[test]
    fn a_served_name_that_is_a_repository_id_names_the_model() {
        let mut run = new_run();
        set_model(&mut run, Some("Qwen/Qwen3.5-2B".to_owned()));
        assert_eq!(run.model.id.as_deref(), Some("Qwen/Qwen3.5-2B"));
        assert_eq!(run.model.name.as_deref(), Some("Qwen3.5-2B"));
        for path in ["/models/glm/v5", "./glm", "GLM-5"] {
            let mut run = new_run();
            set_model(&mut run, Some(path.to_owned()));
            assert_eq!(
                (run.model.id, run.model.served_name.as_deref()),
                (None, Some(path))
            );
        }
    }
}
