//! What an author can write down: the shape of the configuration and of sidecars.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::{Map, Value};
use toml::Spanned;

use super::Field;
use crate::ingest::redact::RedactConfig;

/// The configuration of a report, `speedsheet.toml`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(title = "speedsheet.toml")]
pub struct ConfigFile {
    /// The title of the list of runs.
    pub title: Option<String>,
    /// The address that the site will have, such as `https://example.org/bench/`, for its
    /// feed, sitemap and previews.
    #[schemars(with = "Option<String>")]
    pub base_url: Option<Spanned<String>>,
    /// Facts that only the names of files and folders carry.
    pub path: Vec<PathTable>,
    /// What the tools did not record, for the files that a pattern matches.
    pub supply: Vec<SupplyTable>,
    /// How files are put together.
    pub group: GroupTable,
    /// What the pages look like.
    pub theme: ThemeTable,
    /// The author's own pages.
    pub pages: PagesTable,
    /// Which secrets and personal details are replaced.
    #[schemars(with = "RedactConfig")]
    pub redact: Option<Spanned<RedactConfig>>,
}

/// Facts in the names of files and folders.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PathTable {
    /// The end of a path. `{axes.concurrency}` takes what stands there up to the next
    /// literal as the value of that field, `*` takes anything within a name, `**`
    /// anything across folders. A pattern that starts with `/` is for the whole path
    /// below the folder of this file.
    #[schemars(with = "String")]
    pub pattern: Spanned<String>,
}

/// How files are put together.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GroupTable {
    /// Whether files that differ only in their place on the axes become one run.
    pub enabled: bool,
}

impl Default for GroupTable {
    fn default() -> Self {
        Self { enabled: true }
    }
}

/// What the pages look like.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ThemeTable {
    /// A theme that comes with speedsheet: `default` or `paper`.
    pub name: Option<String>,
    /// Folder with templates, styles and other files that lie over it, from the folder of
    /// this file. Without it, a folder `theme` there is used where it exists.
    pub folder: Option<String>,
}

/// The author's own pages.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PagesTable {
    /// Folder with Markdown files that become pages, from the folder of this file. Without
    /// it, a folder `pages` there is used where it exists.
    pub folder: Option<String>,
}

/// What the tools did not record, for some files.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SupplyTable {
    /// The files it is about: a pattern as for `path`, without fields.
    #[serde(rename = "match")]
    #[schemars(with = "String")]
    pub pattern: Spanned<String>,
    /// As in a sidecar.
    #[serde(default)]
    pub title: Option<String>,
    /// As in a sidecar.
    #[serde(default)]
    pub notes: Option<String>,
    /// As in a sidecar.
    #[serde(default)]
    pub launch_command: Option<String>,
    /// As in a sidecar.
    #[serde(default)]
    pub price: Option<PriceTable>,
    /// As in a sidecar.
    #[serde(default)]
    pub model: ModelTable,
    /// As in a sidecar.
    #[serde(default)]
    pub hardware: HardwareTable,
    /// As in a sidecar.
    #[serde(default)]
    pub engine: EngineTable,
    /// As in a sidecar.
    #[serde(default)]
    pub settings: Map<String, Value>,
    /// As in a sidecar.
    #[serde(default)]
    pub axes: AxesTable,
}

/// What the tool did not record about one input, in `<input>.meta.toml` beside it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(title = "sidecar.meta.toml")]
pub struct Sidecar {
    /// One line that says what was run on what.
    pub title: Option<String>,
    /// What the author says about the run, as Markdown.
    pub notes: Option<String>,
    /// The command that started the engine.
    pub launch_command: Option<String>,
    /// What the machine costs.
    pub price: Option<PriceTable>,
    /// The model that was served.
    pub model: ModelTable,
    /// The machine it ran on.
    pub hardware: HardwareTable,
    /// The inference engine that served it.
    pub engine: EngineTable,
    /// How the benchmark was configured; names without a place of their own are kept
    /// under `settings.extra`.
    pub settings: Map<String, Value>,
    /// Where on the axes its measurements stand.
    pub axes: AxesTable,
}

/// What the machine costs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PriceTable {
    /// Price of the whole machine for an hour.
    #[serde(deserialize_with = "amount")]
    pub per_hour: f64,
    /// ISO 4217 code of its currency, for example `USD`.
    #[serde(deserialize_with = "currency")]
    pub currency: String,
}

/// The model that was served.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ModelTable {
    /// Name as people say it.
    pub name: Option<String>,
    /// Repository id.
    pub id: Option<String>,
    /// The alias the engine served it under.
    pub served_name: Option<String>,
    /// Revision of the repository.
    pub revision: Option<String>,
    /// Number format of the weights.
    pub quantization: Option<String>,
}

/// The machine the engine ran on.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct HardwareTable {
    /// Kind of accelerator.
    pub kind: Option<String>,
    /// Accelerator, or the processor or chip where there is none.
    pub name: Option<String>,
    /// Number of accelerators.
    pub count: Option<u32>,
    /// Memory of all devices together, in GB.
    #[serde(deserialize_with = "some_amount")]
    pub memory_gb: Option<f64>,
    /// Memory of one device, in GB.
    #[serde(deserialize_with = "some_amount")]
    pub memory_per_device_gb: Option<f64>,
    /// Operating system.
    pub os: Option<String>,
    /// Further facts.
    pub extra: Map<String, Value>,
}

/// The inference engine.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct EngineTable {
    /// Name.
    pub name: Option<String>,
    /// Version.
    pub version: Option<String>,
    /// Commit it was built from.
    pub commit: Option<String>,
    /// Source repository.
    pub repository: Option<String>,
    /// Build flavour.
    pub build: Option<String>,
    /// Compute backend.
    pub backend: Option<String>,
    /// Further facts.
    pub extra: Map<String, Value>,
}

/// Where measurements stand.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AxesTable {
    /// Context length, in tokens.
    pub context_tokens: Option<u64>,
    /// Prompt tokens per request.
    pub input_tokens: Option<u64>,
    /// Output tokens per request.
    pub output_tokens: Option<u64>,
    /// Simultaneous requests.
    pub concurrency: Option<u64>,
    /// Arrival rate, in requests per second.
    #[serde(deserialize_with = "some_amount")]
    pub request_rate: Option<f64>,
    /// Sequences in one static batch.
    pub batch_size: Option<u64>,
}

impl SupplyTable {
    /// What it supplies.
    pub(super) fn into_sidecar(self) -> Sidecar {
        Sidecar {
            title: self.title,
            notes: self.notes,
            launch_command: self.launch_command,
            price: self.price,
            model: self.model,
            hardware: self.hardware,
            engine: self.engine,
            settings: self.settings,
            axes: self.axes,
        }
    }
}

impl Sidecar {
    /// The values it supplies, each with its field; the notes are none.
    ///
    /// # Errors
    /// If a setting with a place of its own has a value of another kind.
    pub fn values(&self) -> Result<Vec<(Field, Value)>, String> {
        let whole = serde_json::to_value(self).map_err(|error| error.to_string())?;
        let mut values = Vec::new();
        let Value::Object(sections) = whole else {
            return Ok(values);
        };
        for (section, content) in sections {
            match (section.as_str(), content) {
                ("notes", _) | (_, Value::Null) => {}
                ("price", price) => values.push((Field::price(), price)),
                (_, Value::Object(fields)) => add(&section, fields, &mut values)?,
                (_, value) => values.push((Field::parse(&section)?, value)),
            }
        }
        Ok(values)
    }
}

fn add(
    section: &str,
    fields: Map<String, Value>,
    values: &mut Vec<(Field, Value)>,
) -> Result<(), String> {
    let is_free = section == "settings" || section.ends_with(".extra");
    for (key, value) in fields {
        match plain(value) {
            // JSON has no other word for what is no finite number.
            Value::Null if is_free => {
                return Err(format!("{section}.{key} is no finite number"));
            }
            Value::Null => {}
            Value::Object(extra) if key == "extra" => {
                add(&format!("{section}.extra"), extra, values)?;
            }
            value => {
                let field = Field::parse(&format!("{section}.{key}"))?;
                field.accepts(&value)?;
                values.push((field, value));
            }
        }
    }
    Ok(())
}

/// A date as its text: the TOML reader hands it on as a table of one secret key.
fn plain(value: Value) -> Value {
    match value {
        Value::Object(fields) if fields.contains_key(DATE) && fields.len() == 1 => {
            fields.into_iter().map(|(_, text)| text).next().into()
        }
        other => other,
    }
}

/// The key under which the TOML reader hands on a date.
const DATE: &str = "$__toml_private_datetime";

fn amount<'de, D: Deserializer<'de>>(source: D) -> Result<f64, D::Error> {
    let number = f64::deserialize(source)?;
    if number.is_finite() && number >= 0.0 {
        return Ok(number);
    }
    Err(de::Error::custom(format!(
        "found {number}, expected a number that is not negative"
    )))
}

fn some_amount<'de, D: Deserializer<'de>>(source: D) -> Result<Option<f64>, D::Error> {
    amount(source).map(Some)
}

fn currency<'de, D: Deserializer<'de>>(source: D) -> Result<String, D::Error> {
    let code = String::deserialize(source)?;
    if code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Ok(code);
    }
    Err(de::Error::custom(format!(
        "found {code:?}, expected the three letters of a currency, such as \"USD\""
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Result<Vec<(String, Value)>, String> {
        let sidecar: Sidecar = toml::from_str(text).map_err(|error| error.to_string())?;
        let values = sidecar.values()?.into_iter();
        Ok(values
            .map(|(field, value)| (field.name().to_owned(), value))
            .collect())
    }

    #[test]
    fn every_table_of_a_sidecar_supplies_fields() {
        let text = "
            title = 'T'
            notes = 'N'
            price = { per_hour = 2.5, currency = 'EUR' }
            [model]
            id = 'org/m'
            [hardware]
            count = 4
            extra.cooling = 'water'
            [settings]
            dtype = 'auto'
            duration_s = 30
            extra.seed = 1
            [axes]
            request_rate = 0.5
        ";
        let mut found = values(text).unwrap();
        found.sort_by(|one, other| one.0.cmp(&other.0));
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            [
                "axes.request_rate",
                "hardware.count",
                "hardware.extra.cooling",
                "model.id",
                "price",
                "settings.duration_s",
                "settings.extra.dtype",
                "settings.extra.seed",
                "title",
            ]
        );
    }

    #[test]
    fn values_of_another_kind_are_refused() {
        for text in [
            "price = { per_hour = -1.0, currency = 'EUR' }",
            "price = { per_hour = nan, currency = 'EUR' }",
            "price = { per_hour = 1.0, currency = 'euro' }",
            "hardware.count = -1",
            "hardware.memory_gb = inf",
            "settings.duration_s = 'long'",
            "settings.max_output_tokens = 1.5",
            "axes.concurrency = '8'",
            "settings.ratio = nan",
            "hardware.extra.ratio = inf",
        ] {
            assert!(values(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_date_is_kept_as_its_text() {
        assert_eq!(
            values("settings.frozen = 2026-05-01"),
            Ok(vec![(
                "settings.extra.frozen".to_owned(),
                "2026-05-01".into()
            )])
        );
    }

    #[test]
    fn an_empty_sidecar_supplies_nothing() {
        assert_eq!(values(""), Ok(Vec::new()));
    }
}
