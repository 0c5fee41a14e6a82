//! One benchmark run: what was measured, on what, by what, and every measurement.

use serde::{Deserialize, Serialize};

use super::{Extra, Measurement};

/// Version of the normalized JSON written by this crate.
pub const SCHEMA_VERSION: u32 = 1;

/// A benchmark run in normalized form.
///
/// `id` and `slug` are set by [`Run::identify`] once the content is final; a run
/// straight from a parser carries empty strings there.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Run {
    /// Version of this schema, 1 today.
    pub schema_version: u32,
    /// Hash of the canonical content, 16 hexadecimal digits.
    pub id: String,
    /// Readable, unique name used in file names and links.
    pub slug: String,
    /// One line that says what was run on what.
    pub title: String,
    /// When it was measured: RFC 3339 in UTC, or a local date and time without
    /// an offset where the source recorded no zone, or the date alone where it
    /// recorded no time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured_at: Option<String>,
    /// The model that was served.
    pub model: Model,
    /// The machine it ran on.
    pub hardware: Hardware,
    /// The inference engine that served it.
    pub engine: Engine,
    /// How the benchmark was configured.
    pub settings: Settings,
    /// The command that started the engine, with secrets redacted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub launch_command: Option<String>,
    /// What the machine costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    /// Where the run was read from.
    pub source: Source,
    /// What the author of the report said beside the input, because the tool did not record it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub supplied: Vec<Supplied>,
    /// Every measurement, in the order of the source.
    pub measurements: Vec<Measurement>,
    /// The source's own words for its status words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub status_explanations: Vec<StatusExplanation>,
    /// Remarks about the run, from the source or from the author of the report.
    pub notes: Vec<Note>,
    /// Fields of the source that have no typed place.
    #[serde(skip_serializing_if = "Extra::is_empty")]
    pub extra: Extra,
}

/// The model that was served.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Model {
    /// Name as people say it, for example `Qwen3.5-2B`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Repository id, for example `Qwen/Qwen3.5-2B`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The alias the engine served it under.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub served_name: Option<String>,
    /// Revision of the repository, for example `main`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// Number format of the weights as the source words it, for example `NVFP4+FP8`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quantization: Option<String>,
}

/// The machine the engine ran on.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Hardware {
    /// Kind of accelerator in the source's words, for example `Discrete GPU`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Accelerator, or the processor or chip where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Number of accelerators; absent where the source does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// Accelerator (or unified) memory of all devices together, in GB as the source counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_gb: Option<f64>,
    /// Memory of one device, in GB as the source counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_per_device_gb: Option<f64>,
    /// Operating system.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub os: Option<String>,
    /// Further facts by the source's own name.
    #[serde(skip_serializing_if = "Extra::is_empty")]
    pub extra: Extra,
}

/// The inference engine.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Engine {
    /// Name in the source's spelling, for example `vllm`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Version string, for example `0.26.1rc1.dev638+g52be12cfa`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Commit it was built from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Source repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repository: Option<String>,
    /// Build flavour, for example `cuda-13.2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
    /// Compute backend, for example `cuda`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend: Option<String>,
    /// Further facts by the source's own name.
    #[serde(skip_serializing_if = "Extra::is_empty")]
    pub extra: Extra,
}

/// How the benchmark was configured.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Settings {
    /// How a decode measurement ends, in the source's words, for example `Fixed duration`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decode_mode: Option<String>,
    /// How prefill was measured, in the source's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prefill_mode: Option<String>,
    /// Planned time per measurement, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_s: Option<f64>,
    /// Most tokens one request may produce.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_output_tokens: Option<u64>,
    /// Tokens the KV cache holds, where the source recorded it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kv_budget_tokens: Option<u64>,
    /// Further settings by the source's own name.
    #[serde(skip_serializing_if = "Extra::is_empty")]
    pub extra: Extra,
}

/// What the machine of a run costs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Price {
    /// Price of the whole machine for an hour.
    pub per_hour: f64,
    /// ISO 4217 code of its currency, for example `USD`.
    pub currency: String,
}

/// A value that does not come from the benchmark's own output.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Supplied {
    /// The field of the run, for example `hardware.name` or `axes.concurrency`.
    pub field: String,
    /// The value, as text.
    pub value: String,
    /// Where the value was written.
    pub from: SuppliedFrom,
    /// Name of the file it was written in, or the part of the path it was read from.
    pub origin: String,
    /// What the tool recorded, where that differs. The field of the run then holds the
    /// recorded value, and this one stands only here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded: Option<String>,
}

impl Supplied {
    /// True where it places a measurement on an axis.
    pub fn is_coordinate(&self) -> bool {
        self.field.starts_with("axes.")
    }
}

/// Where a supplied value was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SuppliedFrom {
    /// A file beside the input that is about it alone.
    Sidecar,
    /// The configuration of the report.
    Configuration,
    /// The name of the input file or of a folder it is in.
    Path,
}

impl SuppliedFrom {
    /// The name used in JSON.
    pub fn key(self) -> &'static str {
        match self {
            Self::Sidecar => "sidecar",
            Self::Configuration => "configuration",
            Self::Path => "path",
        }
    }
}

/// Where a run was read from.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Source {
    /// Identifier of the input format, for example `matrix_text`.
    pub format: String,
    /// Version of the parser that read it; grows when its output changes.
    pub parser_version: u32,
    /// Dialect of the format, where it has several: `pipe` or `tab` for `matrix_text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialect: Option<String>,
    /// Benchmark tool that made the measurements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// Version of that tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_version: Option<String>,
    /// SHA-256 of the input file as it was on disk, 64 hexadecimal digits. For a packed
    /// file, or a file of a bundle, that of the unpacked file.
    pub sha256: String,
    /// Name of the input file without its folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_name: Option<String>,
    /// Position of the run among the runs of the same input, from 0.
    pub index: u32,
    /// The files of a run that was put together from several, sorted by name. `sha256` is
    /// then that of their hashes, one per line, or of the file where it is but one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<SourcePart>,
    /// Who published the page the run was read from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attribution: Option<Attribution>,
    /// True where the input ended early or parts of it could not be read.
    pub partial: bool,
}

/// One file of a run that was put together from several.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct SourcePart {
    /// Path relative to the folder the files have in common, with `/` between its parts.
    /// A bundle is a folder with `!` behind its name.
    pub file_name: String,
    /// SHA-256 of the file, as in [`Source::sha256`].
    pub sha256: String,
    /// Position among the runs of the file, from 0.
    pub index: u32,
    /// When this part was measured, as in [`Run::measured_at`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured_at: Option<String>,
}

/// An author line, kept whole.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Attribution {
    /// The text as printed, without the leading `by`.
    pub text: String,
    /// True where several words are glued together and no rule separates them for certain.
    pub ambiguous: bool,
}

/// What the source itself says a status word means.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct StatusExplanation {
    /// The word as the source prints it, for example `Over capacity`.
    pub source_status: String,
    /// The sentence that explains it.
    pub text: String,
}

/// A remark about the run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Note {
    /// Who says so.
    pub origin: NoteOrigin,
    /// Markdown for [`NoteOrigin::Author`], plain text for the others.
    pub text: String,
}

/// Who wrote a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NoteOrigin {
    /// Printed by the benchmark tool or the page.
    Source,
    /// Written by the author of the report, beside the input.
    Author,
    /// Said by speedsheet about what it found in the input and what it did not.
    Reader,
}
