//! The facts of a page and the fields of a run they belong to, both ways.

use serde_json::Value;

use super::page::{Fact, Section};
use crate::display::{grouped, trimmed};
use crate::formats::printed;
use crate::model::{Extra, Run};

/// A fact with a field of its own.
struct Field {
    section: Section,
    label: &'static str,
    /// Puts the value into the run; false where it does not have the expected form.
    read: fn(&mut Run, &str) -> bool,
    /// The value as the page prints it.
    write: fn(&Run) -> Option<String>,
}

/// A field that takes any text.
macro_rules! text_field {
    ($section:ident, $label:literal, $($path:ident).+) => {
        Field {
            section: Section::$section,
            label: $label,
            read: |run, value| {
                run.$($path).+ = Some(value.to_owned());
                true
            },
            write: |run| run.$($path).+.clone(),
        }
    };
}

/// Labels under which a page names the accelerator or chip.
const NAME_LABELS: [&str; 5] = ["GPU", "Chip", "CPU", "Accelerator", "Processor"];
/// Labels under which a page gives the memory models are held in.
const MEMORY_LABELS: [&str; 3] = ["VRAM", "Unified memory", "Memory"];
/// Where a name or memory label other than the first is remembered.
const NAME_LABEL_KEY: &str = "name_label";
const MEMORY_LABEL_KEY: &str = "memory_label";

/// Fields in the order of the page.
const FIELDS: &[Field] = &[
    text_field!(Hardware, "Type", hardware.kind),
    text_field!(Hardware, "GPU", hardware.name),
    Field {
        section: Section::Hardware,
        label: "GPU count",
        read: |run, value| {
            run.hardware.count = printed::whole(value).and_then(|count| count.try_into().ok());
            run.hardware.count.is_some()
        },
        write: |run| run.hardware.count.map(|count| grouped(count.into())),
    },
    Field {
        section: Section::Hardware,
        label: "VRAM",
        read: read_memory,
        write: write_memory,
    },
    text_field!(Hardware, "OS", hardware.os),
    text_field!(Engine, "Engine", engine.name),
    text_field!(Engine, "Version", engine.version),
    text_field!(Engine, "Quantization", model.quantization),
    text_field!(Engine, "Backend", engine.backend),
    text_field!(Engine, "Repository", engine.repository),
    text_field!(Engine, "Build", engine.build),
    text_field!(Engine, "Commit", engine.commit),
    text_field!(Run, "Served model", model.served_name),
    text_field!(Run, "Revision", model.revision),
    Field {
        section: Section::Run,
        label: "Benchmark tool",
        read: |run, value| {
            let (tool, version) = match value.rsplit_once(" v") {
                Some((tool, version)) if version.starts_with(|c: char| c.is_ascii_digit()) => {
                    (tool, Some(version.to_owned()))
                }
                _ => (value, None),
            };
            run.source.tool = Some(tool.to_owned());
            run.source.tool_version = version;
            true
        },
        write: |run| {
            let tool = run.source.tool.as_ref()?;
            Some(match &run.source.tool_version {
                Some(version) => format!("{tool} v{version}"),
                None => tool.clone(),
            })
        },
    },
    text_field!(Run, "Decode test", settings.decode_mode),
    text_field!(Run, "Prefill mode", settings.prefill_mode),
    Field {
        section: Section::Run,
        label: "Time per measurement",
        read: |run, value| {
            run.settings.duration_s = printed::seconds(value).map(|printed| printed.value);
            run.settings.duration_s.is_some()
        },
        write: |run| {
            run.settings
                .duration_s
                .map(|seconds| format!("{} s", trimmed(seconds, 3)))
        },
    },
    Field {
        section: Section::Run,
        label: "Max output",
        read: |run, value| {
            run.settings.max_output_tokens = value
                .strip_suffix("tokens")
                .or_else(|| value.strip_suffix("token"))
                .and_then(|count| printed::whole(count.trim_end()));
            run.settings.max_output_tokens.is_some()
        },
        write: |run| {
            run.settings
                .max_output_tokens
                .map(|tokens| format!("{} tokens", grouped(tokens)))
        },
    },
];

/// Puts a fact into its field, or under `extra` where it has none. A value that
/// is not in the expected form is kept under `extra` too; the answer then says
/// what was expected.
pub(super) fn read(run: &mut Run, fact: &Fact) -> Result<(), &'static str> {
    let label = canonical_label(run, fact);
    let field = FIELDS
        .iter()
        .find(|field| field.section == fact.section && field.label == label);
    let taken = field.is_some_and(|field| (field.write)(run).is_some());
    let Some(field) = field.filter(|_| !taken) else {
        keep(run, fact);
        return Ok(());
    };
    if !(field.read)(run, &fact.value) {
        keep(run, fact);
        return Err(match field.label {
            "GPU count" => "a whole number",
            "VRAM" => "a size such as `141 GB` or `564 GB (4 × 141 GB)`",
            "Time per measurement" => "a time such as `30 s`",
            _ => "a number of tokens such as `4,096 tokens`",
        });
    }
    remember_label(run, fact, label);
    Ok(())
}

/// Every fact of a section as the page prints them.
pub(super) fn write(run: &Run, section: Section) -> Vec<(String, String)> {
    let mut facts: Vec<(String, String)> = FIELDS
        .iter()
        .filter(|field| field.section == section)
        .filter_map(|field| Some((label_of(run, field), (field.write)(run)?)))
        .collect();
    let extra = match section {
        Section::Hardware => &run.hardware.extra,
        Section::Engine => &run.engine.extra,
        _ => &run.settings.extra,
    };
    let is_text =
        |(label, value): (&String, &Value)| Some((label.clone(), value.as_str()?.to_owned()));
    facts.extend(
        extra
            .iter()
            .filter(|(label, _)| !matches!(label.as_str(), NAME_LABEL_KEY | MEMORY_LABEL_KEY))
            .filter_map(is_text),
    );
    facts
}

/// The label under which [`FIELDS`] knows the fact.
fn canonical_label<'a>(run: &Run, fact: &'a Fact) -> &'a str {
    let label = fact.label.as_str();
    if fact.section != Section::Hardware {
        return label;
    }
    if NAME_LABELS.contains(&label) && run.hardware.name.is_none() {
        "GPU"
    } else if MEMORY_LABELS.contains(&label) && run.hardware.memory_gb.is_none() {
        "VRAM"
    } else {
        label
    }
}

fn remember_label(run: &mut Run, fact: &Fact, canonical: &str) {
    let key = match canonical {
        "GPU" => NAME_LABEL_KEY,
        "VRAM" => MEMORY_LABEL_KEY,
        _ => return,
    };
    if fact.section == Section::Hardware && fact.label != canonical {
        run.hardware
            .extra
            .insert(key.to_owned(), fact.label.clone().into());
    }
}

fn label_of(run: &Run, field: &Field) -> String {
    let remembered = match field.label {
        "GPU" => run.hardware.extra.get(NAME_LABEL_KEY),
        "VRAM" => run.hardware.extra.get(MEMORY_LABEL_KEY),
        _ => None,
    };
    remembered
        .and_then(Value::as_str)
        .unwrap_or(field.label)
        .to_owned()
}

/// Keeps a fact under `extra`; a label that is there already gets a number, so
/// that no value replaces another.
fn keep(run: &mut Run, fact: &Fact) {
    let extra: &mut Extra = match fact.section {
        Section::Hardware => &mut run.hardware.extra,
        Section::Engine => &mut run.engine.extra,
        _ => &mut run.settings.extra,
    };
    let mut key = fact.label.clone();
    let mut copy = 2;
    while extra.contains_key(&key) {
        key = format!("{} ({copy})", fact.label);
        copy += 1;
    }
    extra.insert(key, fact.value.clone().into());
}

/// `141 GB`, or `564 GB (4 × 141 GB)`.
fn read_memory(run: &mut Run, value: &str) -> bool {
    let gigabytes =
        |text: &str| Some(printed::number(text.trim().strip_suffix("GB")?.trim_end())?.value);
    let (total, each) = match value.split_once('(') {
        None => (gigabytes(value), None),
        Some((total, parts)) => {
            let each = parts
                .strip_suffix(')')
                .and_then(|parts| parts.split_once(['×', 'x']))
                .and_then(|(_, each)| gigabytes(each));
            if each.is_none() {
                return false;
            }
            (gigabytes(total), each)
        }
    };
    run.hardware.memory_gb = total;
    run.hardware.memory_per_device_gb = each.filter(|_| total.is_some());
    total.is_some()
}

fn write_memory(run: &Run) -> Option<String> {
    let total = run.hardware.memory_gb?;
    Some(match run.hardware.memory_per_device_gb {
        Some(each) => {
            let count = run.hardware.count.map_or(total / each, f64::from);
            format!(
                "{} GB ({} × {} GB)",
                trimmed(total, 3),
                trimmed(count, 3),
                trimmed(each, 3)
            )
        }
        None => format!("{} GB", trimmed(total, 3)),
    })
}
